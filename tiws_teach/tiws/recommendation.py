"""Which option for which column: the ratio of its own hidden categories, drawn towards the ratio of the whole table."""

from __future__ import annotations

from typing import Any

import pandas as pd
from sklearn.base import clone

from tiws_teach._validation import fail
from tiws_teach.tiws._helpers import OF_ONE_COLUMN
from tiws_teach.tiws.encoder import TIWSEncoder
from tiws_teach.tiws.ratios import ratio_of_sums

MEAN = "mean"
OPTIONS_OF_THE_MEAN = {"similarity": None, "baseline": None}
POOLED = 12
"""Hidden categories of the whole table that count in the ratio of each column."""
FEWEST_TO_CHOOSE = 10
"""Fewest hidden categories of a table whose columns are decided one by one."""


class Recommendation(str):
    """The name of an option, with the choice for each column.

    Attributes
    ----------
    columns : dict of str -> str
        The option of each column with hidden categories.
    others : str
        The option of all other columns, by the ratio of the whole table.
    """

    columns: dict[str, str]
    others: str
    _options: dict[str, Any]
    _encode: list[Any] | None

    @classmethod
    def of(cls, name, columns, others, options, encode):
        """Return the recommendation of a comparison of options, given as estimators."""
        found = cls(name)
        found.columns, found.others, found._options, found._encode = columns, others, dict(options), encode
        return found

    def as_encoder(self):
        """Return a TIWSEncoder with the option of each column, not fitted.

        Returns
        -------
        TIWSEncoder

        Raises
        ------
        ValueError
            If the option of a column is another estimator.
        """
        wrong = {c: name for c, name in [*self.columns.items(), ("others", self.others)] if not self._is_ours(name)}
        if wrong:
            advice = "Compare options of TIWSEncoder only, or use the estimators by column."
            fail("the choice", "be TIWSEncoder for each column", wrong, advice)
        ours = [option for option in self._options.values() if isinstance(option, TIWSEncoder)]
        encoder = clone(ours[0]) if ours else TIWSEncoder()
        by_column = {column: self.options_of(name) for column, name in self.columns.items() if name != self.others}
        encoder.set_params(encode=self._encode, by_column=by_column or None)
        return encoder.set_params(**self.options_of(self.others))

    def options_of(self, name):
        """Return the options of a choice that may differ from column to column.

        Parameters
        ----------
        name : str

        Returns
        -------
        dict
        """
        if name == MEAN:
            return dict(OPTIONS_OF_THE_MEAN)
        return {option: getattr(self._options[name], option) for option in OF_ONE_COLUMN}

    def _is_ours(self, name):
        return name == MEAN or isinstance(self._options[name], TIWSEncoder)


def choose_by_column(table, recommended):
    """Return the option of each column, and that of columns without hidden categories.

    A column's ratio is (sum of errors + m b r) / (sum of the mean's errors + m b), where r is the ratio of the whole
    table, b the mean's mean error and m = `POOLED`. The option with the lowest ratio is taken if it is below 1. With
    fewer than `FEWEST_TO_CHOOSE` hidden categories in all, `recommended` is taken for every column.

    Parameters
    ----------
    table : DataFrame
        As `UnseenComparison.table`.
    recommended : str

    Returns
    -------
    columns : dict of str -> str
    others : str

    Source: this project. Its m was taken from the open half of the tables of the replication "hidden at work", after
    the others had been seen, too: none of them can judge the rule.
    """
    sums = table.groupby(["column", "option"], sort=False)[["error", "error_of_mean"]].sum()
    names = table["column"].unique()
    n_hidden = len(table) // table["option"].nunique()
    if n_hidden < FEWEST_TO_CHOOSE:
        return dict.fromkeys(names, recommended), recommended
    whole = sums.groupby(level="option", sort=False).sum()
    pooled = pd.Series({name: ratio_of_sums(e, b) for name, (e, b) in whole.T.items()})
    base = POOLED * whole["error_of_mean"].iloc[0] / n_hidden
    chosen = {}
    for column in names:
        own = sums.loc[column]
        chosen[column] = _lowest((own["error"] + base * pooled) / (own["error_of_mean"] + base))
    return chosen, _lowest(pooled)


def _lowest(ratios):
    return str(ratios.idxmin()) if ratios.min() < 1 else MEAN
