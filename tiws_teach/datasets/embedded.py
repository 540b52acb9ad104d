"""The embedded sets: small tables of counts that expand to one row for each person."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._validation import project_folder
from tiws_teach.datasets._bunch import make_bunch

_OUTCOMES = ["died", "survived"]


def expand_counts(table: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each person of a table with the columns `died` and `survived`.

    Parameters
    ----------
    table : DataFrame
        Category columns and the counts `died` and `survived`, in persons.

    Returns
    -------
    DataFrame
        The category columns and `survived` (0 or 1): cells in the order of the table, in each cell the dead first.
    """
    persons = table[_OUTCOMES].to_numpy().ravel()
    cells = np.repeat(np.arange(len(table)), len(_OUTCOMES))
    outcomes = np.tile(np.arange(len(_OUTCOMES)), len(table))
    rows = table.drop(columns=_OUTCOMES).iloc[np.repeat(cells, persons)].reset_index(drop=True)
    return rows.assign(survived=np.repeat(outcomes, persons).astype(np.int64))


def _load(name: str) -> Any:
    rows = expand_counts(pd.read_csv(project_folder("datasets") / f"{name}.csv", encoding="utf-8"))
    return make_bunch(name, rows.drop(columns="survived"), rows["survived"], _OUTCOMES)


def load_titanic_ports() -> Any:
    """Load the 889 Titanic passengers with a known port, by port, class and sex.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (889 x 4), `data` (the strings embarked, class, sex), `target` (survived, 0 or 1), `feature_names`,
        `target_names`, `DESCR` (also `description`), `licence`, `citation`. The rows always come in the same order.

    Examples
    --------
    >>> from tiws_teach.datasets import load_titanic_ports
    >>> load_titanic_ports().data["embarked"].value_counts().to_dict()
    {'S': 644, 'C': 168, 'Q': 77}

    Source: Bang et al. (2020), Titanic Cluster Analysis; counts of the passenger list distributed with seaborn.
    """
    return _load("titanic_ports")


def load_titanic_voyage() -> Any:
    """Load the 2,201 people on board the Titanic, by class, sex and age.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (2201 x 4), `data` (the strings class, sex, age), `target` (survived, 0 or 1), `feature_names`,
        `target_names`, `DESCR` (also `description`), `licence`, `citation`. The rows always come in the same order.

    Examples
    --------
    >>> from tiws_teach.datasets import load_titanic_voyage
    >>> int(load_titanic_voyage().target.sum())
    711

    Source: Dawson (1995), Journal of Statistics Education 3(3).
    """
    return _load("titanic_voyage")
