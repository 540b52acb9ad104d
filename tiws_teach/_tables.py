"""Read tables of features as frames, and refuse those that two sides or a search over columns cannot use."""

from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from tiws_teach._categories import match_columns
from tiws_teach._validation import fail


def as_frame(X: Any, argument: str = "X") -> pd.DataFrame:
    """Return a table of features as a frame; columns of an array are numbered from 0."""
    if sparse.issparse(X):
        fail(argument, "be dense", "a sparse array", f"Pass {argument}.toarray() if it fits in memory.", TypeError)
    frame = X if isinstance(X, pd.DataFrame) else _framed(X, argument)
    if 0 in frame.shape:
        fail(argument, "have rows and columns", f"shape {frame.shape}", "Pass at least one row and one feature.")
    twice = frame.columns[frame.columns.duplicated()].tolist()
    if twice:
        fail(argument, "name each column once", f"{twice[0]!r} twice", "Rename the columns.")
    return frame


def _framed(X: Any, argument: str) -> pd.DataFrame:
    """Return an array or a list of rows as a frame."""
    rows = X if isinstance(X, np.ndarray) else list(X)
    lengths = sorted({np.size(row) for row in rows})
    if len(lengths) > 1:
        fail(argument, "have rows of one length", f"lengths {lengths}", "Fill the gaps with numpy.nan.")
    values = np.asarray(rows)
    if values.ndim != 2:
        advice = "Use .reshape(-1, 1) for one feature."
        fail(argument, "be a table of rows and columns", f"shape {values.shape}", advice)
    return pd.DataFrame(rows) if values.dtype.kind in "OUS" else pd.DataFrame(values)


def same_columns(X: Any, like: pd.DataFrame, argument: str, of: str) -> pd.DataFrame:
    """Return X as a frame with the columns of `like`, in that order."""
    frame = as_frame(X, argument)
    if not isinstance(X, pd.DataFrame):
        if frame.shape[1] != like.shape[1]:
            fail(argument, f"have {like.shape[1]} columns as {of}", frame.shape[1], "Pass the same columns in both.")
        return frame.set_axis(like.columns, axis=1)
    return match_columns(frame, like.columns.tolist(), argument, of, extra=False)


def check_informative(frame: pd.DataFrame, argument: str) -> None:
    """Refuse columns that hold no value or a single one, because they cannot help and hide mistakes."""
    counts = frame.nunique(dropna=False)
    empty = frame.columns[frame.isna().all()].tolist()
    constant = [name for name in frame.columns[counts == 1] if name not in empty]
    for names, content in ((empty, "only missing values"), (constant, "a single value")):
        if names:
            rule = f"hold different values in column {', '.join(map(repr, names))}"
            fail(argument, rule, content, f"Drop it: drop(columns={names}).")


def labels_of(y: Any, n_rows: int, argument: str = "y", of: str = "X") -> pd.Series:
    """Return the targets as a Series with one value for each row."""
    series = y.copy() if isinstance(y, pd.Series) else pd.Series(np.asarray(y).tolist())
    if len(series) != n_rows:
        fail(argument, f"have one value for each of the {n_rows} rows of {of}", len(series), "Pass the same rows.")
    if series.isna().any():
        count = int(series.isna().sum())
        fail(argument, "have no missing values", f"{count} missing", "Drop these rows first.")
    return series


def are_label_sets(rows: list[Any]) -> bool:
    """Return whether rows are sets of labels, or lists that can only be label sets: of strings or unequal lengths."""
    if any(isinstance(row, set | frozenset) for row in rows):
        return True
    if not all(isinstance(row, list | tuple) for row in rows):
        return False
    return len({len(row) for row in rows}) > 1 or any(isinstance(label, str) for row in rows for label in row)
