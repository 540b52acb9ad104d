"""From columns of categories to integer codes and back: labels, their order and missing values.

Codes are 0, 1, 2, ... in sorted order of the labels; a missing value (NaN, None, NA, NaT alike) has code -1.
"""

import warnings
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from tiws_teach._validation import fail

MISSING = -1
MANY_CATEGORIES = 1000
MANY_FOR_ITS_ROWS = 200


def sort_labels(labels: Any) -> np.ndarray:
    """Return `labels` as an object array in sorted order; labels of different types are sorted type by type."""
    values = list(labels)
    try:
        values.sort()
    except TypeError:
        try:
            values.sort(key=_by_type)
        except TypeError as error:
            fail("X", "hold categories that can be sorted", error, "Convert its cells to strings.", TypeError)
    out = np.empty(len(values), dtype=object)
    out[:] = values
    return out


def _by_type(label: Any) -> tuple[Any, ...]:
    """Return a key that sorts labels type by type, and tuples by their parts."""
    own = tuple(map(_by_type, label)) if isinstance(label, tuple) else label
    return isinstance(label, str), type(label).__name__, own


def encode_column(column: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the codes of a column and its labels in sorted order."""
    if not isinstance(column, (pd.Series, pd.Index, np.ndarray, pd.api.extensions.ExtensionArray)):
        column = pd.Series(column, dtype=object)
    if getattr(column.dtype, "storage", None) == "python":  # of pandas str; else each string is compared with NaN
        column = column.to_numpy(dtype=object)
    try:
        codes, distinct = pd.factorize(column)
    except TypeError as error:
        name = getattr(column, "name", None)
        value, advice = f"{error} in column {name!r}", "Convert its cells to strings."
        fail("X", "hold one category in each cell", value, advice, TypeError)
    distinct = np.asarray(distinct, dtype=object)
    try:
        labels = np.sort(distinct)
    except TypeError:  # of several types
        labels = sort_labels(distinct)
    position = {label: code for code, label in enumerate(labels)}
    rank = np.array([position[label] for label in distinct] + [MISSING], dtype=np.int64)
    return rank[codes], labels


def encode_known(column: Any, known: np.ndarray, position: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """Return a column's codes for known labels and the new ones, sorted, whose codes follow; -1 where missing.

    If the caller keeps the `position` of each known label, the time does not depend on their number.
    """
    codes, labels = encode_column(column)
    position = {label: code for code, label in enumerate(known)} if position is None else position
    new = labels[np.array([label not in position for label in labels], dtype=bool)]
    added = {label: len(known) + i for i, label in enumerate(new)}
    rank = np.array([position[label] if label in position else added[label] for label in labels] + [MISSING], np.int64)
    return rank[codes], new


def columns_of(X: Any) -> list[Any]:
    """Return the columns of a frame or of a 2-D array as a list, without copying."""
    if isinstance(X, pd.DataFrame):
        return [column for _, column in X.items()]
    return [X[:, j] for j in range(X.shape[1])]


def match_columns(X: Any, names: Any, argument: str, of: str = "X", *, extra: bool = True) -> Any:
    """Return `X` with the columns in the order of `names`; match a frame by name, an array by position.

    A frame is one of pandas, Polars, PyArrow or any other eager one. Its further columns are left out, or refused
    unless `extra`.
    """
    columns = frame_columns(X)
    if columns is None:
        X = np.asarray(X, dtype=object)
        if X.ndim != 2 or X.shape[1] != len(names):
            advice = f"Pass the columns of {of}, in the same order."
            fail(argument, f"have {len(names)} columns", f"shape {X.shape}", advice)
        return X
    absent = [name for name in names if name not in set(columns)]
    unknown = [] if extra else [name for name in columns if name not in set(names)]
    if absent or unknown:
        problem = f"missing {absent}" if absent else f"unknown {unknown}"
        fail(argument, f"have the columns of {of}", problem, "Select the same columns by name.")
    if isinstance(X, pd.DataFrame):
        return X[list(names)]
    frame = nw.from_native(X, eager_only=True)
    return pd.DataFrame({name: pd.Series(frame[name].to_list(), dtype=object) for name in names})


def frame_columns(X: Any) -> list[Any] | None:
    """Return the column names of an eager frame of any library, or None for anything else."""
    if isinstance(X, pd.DataFrame):
        return list(X.columns)
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return list(frame.columns) if isinstance(frame, nw.DataFrame) else None


def warn_of_many(name: Any, column: Any, n_categories: int | None = None) -> None:
    """Warn if numbers or dates look like measurements: 1,000 distinct values, or one for every two rows."""
    kind = {"i": "numeric", "u": "numeric", "f": "numeric", "M": "a date"}.get(getattr(column.dtype, "kind", "O"))
    if kind is None:
        return
    n_categories = pd.Series(column).nunique() if n_categories is None else n_categories
    if n_categories < MANY_CATEGORIES and not (n_categories >= MANY_FOR_ITS_ROWS and 2 * n_categories > len(column)):
        return
    warnings.warn(
        f"column {name!r} is {kind} with {n_categories} different values; each is treated as a separate category. "
        f"Bin it (pandas.cut, KBinsDiscretizer) or drop it.",
        UserWarning,
        stacklevel=3,
    )
