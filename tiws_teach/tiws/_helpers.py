"""Columns that are not encoded but help: which they are, the fifths of their numbers, and options by column."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.base import clone

from tiws_teach._categories import match_columns
from tiws_teach._validation import fail
from tiws_teach.tiws._input import check_parameters
from tiws_teach.tiws._libraries import to_pandas

OF_ONE_COLUMN = ("smooth", "weighting", "similarity", "sharpness", "baseline", "min_rows")
"""Options that may differ from column to column."""
FIFTHS = (0.2, 0.4, 0.6, 0.8)
MOSTLY, MANY, HANDFUL = 0.9, 20, 5  # of numbers among words; of different numbers; of categories with a code each


@dataclass(frozen=True)
class Helpers:
    """The order of the columns, the encoded ones first, and the inner edges of the fifths of each number that helps."""

    order: list[int]
    n_encoded: int
    edges: dict[int, np.ndarray]

    def arrange(self, names):
        """Return the names of the columns in order, and how many are encoded."""
        return [names[j] for j in self.order], self.n_encoded

    def split(self, X):
        """Return a frame in order, with fifths in place of the numbers that help, and these numbers, or None."""
        X = X.iloc[:, self.order]
        if not self.edges:
            return X, None
        numbers = {j: _numbers(X.iloc[:, j]) for j in self.edges}
        split = X.copy()
        for j, edges in self.edges.items():
            split[X.columns[j]] = _fifths(numbers[j], edges)
        return split, pd.DataFrame({str(X.columns[j]): values for j, values in numbers.items()})


def find_helpers(X, encode, weights=None):
    """Return the helpers of a frame, whose columns in `encode` are encoded."""
    if isinstance(encode, str | int) or not hasattr(encode, "__len__") or len(encode) == 0:
        fail("encode", "be None or a list of columns, not empty", repr(encode), 'Pass, for example, ["city"].')
    if not X.columns.is_unique:
        fail("X", "have unique column names if encode is given", list(X.columns), "Rename the columns.")
    there = list(X.columns)
    places = [there.index(c) if c in there else c for c in encode]
    absent = [c for c, at in zip(encode, places, strict=True) if not (isinstance(at, int) and 0 <= at < len(there))]
    if absent or len(set(places)) < len(places):
        fail("encode", f"name columns of X once, out of {there}", absent or list(encode), "Check the names.")
    order = [*places, *(j for j in range(len(there)) if j not in places)]
    kinds = {at: X.iloc[:, j].dtype for at, j in enumerate(order[len(places) :], len(places))}
    edges = {at: _edges(X.iloc[:, order[at]], weights) for at, kind in kinds.items() if kind.kind in "iuf"}
    return Helpers(order, len(places), edges)


def with_helpers(encoder, X, X_unlabeled, weights, warn):
    """Return the helpers of the training rows; these rows, those without a target, and the numbers of all."""
    if not isinstance(encoder.categories, str):
        fail("categories", "be 'auto' if encode is given", repr(encoder.categories), "Leave one of the two out.")
    helpers = find_helpers(X, encoder.encode, weights)
    train, numbers = helpers.split(X)
    if X_unlabeled is None:
        _warn_of_doubtful([X], helpers, warn)
        return helpers, train, None, numbers
    if isinstance(X_unlabeled, list | tuple) and len(X_unlabeled) == 1:
        X_unlabeled = X_unlabeled[0]
    more = match_columns(to_pandas(X_unlabeled), X.columns, "X_unlabeled")
    more = (more if isinstance(more, pd.DataFrame) else pd.DataFrame(more, columns=X.columns)).reset_index(drop=True)
    _warn_of_doubtful([X, more], helpers, warn)
    more, numbers_of_more = helpers.split(more)
    return helpers, train, [more], numbers if numbers is None else pd.concat([numbers, numbers_of_more])


def options_by_column(encoder, names, target_type):
    """Return the options of each encoded column: the encoder itself, or a copy with those of `by_column`."""
    given = encoder.by_column
    if not isinstance(given, Mapping) or not all(isinstance(options, Mapping) for options in given.values()):
        advice = 'Pass, for example, {"city": {"baseline": None}}.'
        fail("by_column", "be a dict of options by column", repr(given), advice)
    strange = [name for name in given if name not in names]
    strange += [name for options in given.values() for name in options if name not in OF_ONE_COLUMN]
    if strange:
        rule = f"name columns among {list(names)} and options among {list(OF_ONE_COLUMN)}"
        fail("by_column", rule, strange, "Check the names.")
    chosen = [given.get(name) for name in names]
    every = [encoder if not c else clone(encoder).set_params(by_column=None, **c) for c in chosen]
    for options in every:
        check_parameters(options)
        options.target_type_ = target_type
    return every


def warn_of_few(encoder, counts, known):
    """Warn once for each column of new categories with so few rows that their estimates are shrunken."""
    for j, options in enumerate(encoder._options):
        n, name = counts.sizes[j][known[j] :], counts.names[j]
        is_mean = options.similarity is None and options.baseline is None
        if is_mean or name in encoder._told or not (n < options.min_rows).any():
            continue
        encoder._told.add(name)
        label, least = counts.labels[j][known[j] :][n.argmin()], int(n.min())
        warnings.warn(
            f"column {name!r} has new categories with fewer than {options.min_rows} rows, for example {label!r} with "
            f"{least}; their estimates are shrunken towards the mean. Collect such rows and pass them to add_unlabeled "
            f"or as X_unlabeled of fit.",
            stacklevel=4,
        )


def _warn_of_doubtful(frames, helpers, warn):
    """Warn of a helper with numbers in almost all cells but text in a few, and of a code of an encoded column."""
    if not warn:
        return
    every = pd.concat(frames)
    for j in helpers.order[helpers.n_encoded :]:
        values, note = every.iloc[:, j].dropna(), None
        n, name = values.nunique(), values.name
        if pd.api.types.is_string_dtype(values.dtype):  # not type "category", which is meant
            text = values[pd.to_numeric(values, errors="coerce").isna()]
            if 0 < len(text) <= (1 - MOSTLY) * len(values) and n - text.nunique() > MANY:
                note = f"column {name!r} has numbers but also text, for example {text.iloc[0]!r}, so each value is a "
                note += "category. Replace the text by NaN and convert the column to numbers, or to type 'category'."
        is_measured = values.dtype.kind == "f" and (_numbers(values) % 1 != 0).any()
        for i in helpers.order[: helpers.n_encoded]:
            pairs = every.iloc[:, [i, j]]
            if is_measured or not HANDFUL <= n == pairs.iloc[:, 0].nunique() <= len(pairs) / 2:
                continue
            if len(pairs.dropna().drop_duplicates()) == n:
                note = f"each category of {pairs.columns[0]!r} has a single value of {name!r}, and each value a single "
                note += "category. A code says nothing of a new category: leave it out, unless it is an amount."
        if note:
            warnings.warn(note, stacklevel=6)


def _numbers(column):
    """Return a column that was numeric in training as floats."""
    try:
        return pd.to_numeric(column).to_numpy(dtype=float, na_value=np.nan)
    except (TypeError, ValueError):
        strange = column[pd.to_numeric(column, errors="coerce").isna() & column.notna()]
        rule = f"have numbers in column {column.name!r}, as at the fit"
        return fail("X", rule, repr(strange.iloc[0]), "Convert the column, or make the cell missing.")


def _edges(column, weights):
    """Return the inner edges of the fifths of a column; a weight of 2 repeats a value."""
    values = column.to_numpy(dtype=float, na_value=np.nan)
    known = np.isfinite(values)
    if weights is None or not known.any():
        return np.unique(np.quantile(values[known], FIFTHS)) if known.any() else np.zeros(0)
    order = np.argsort(values[known])
    ends = np.cumsum(weights[known][order])
    place = np.maximum(ends[-1] - 1, 0) * np.array(FIFTHS)
    at = np.searchsorted(ends, [np.floor(place), np.floor(place) + 1], side="right").clip(max=len(order) - 1)
    low, high = values[known][order][at]
    return np.unique(low + (place - np.floor(place)) * (high - low))


def _fifths(values, edges):
    """Return the number of each value's fifth, NaN where missing."""
    return np.where(np.isnan(values), np.nan, np.searchsorted(edges, values))
