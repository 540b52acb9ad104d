"""Turn the rows of both sides into one table of numbers that any classifier takes, without knowing the sides."""

from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._tables import as_frame, check_informative, labels_of, same_columns
from tiws_teach._validation import check_same_index, fail

MOST_CATEGORIES = 20  # a column of more categories keeps the most frequent ones; the others share a column

TARGET = "y"


def pooled(X_train: Any, X_test: Any, y: Any = None) -> tuple[pd.DataFrame, int]:
    """Return the rows of both sides below one another and the number of training rows; targets become a column."""
    train = as_frame(X_train, "X_train")
    test = same_columns(X_test, train, "X_test", "X_train")
    if y is not None:
        train, test = _with_targets((train, test), y)
    for name in train:
        kinds = [_kind(side[name]) for side in (train, test) if side[name].notna().any()]
        if len(set(kinds)) > 1:
            advice = "Convert one side; a type that differs separates the sides by itself."
            fail("X_test", f"hold {kinds[0]} in column {name!r}, as X_train does", kinds[1], advice)
    frame = pd.concat([train.astype(object), test.astype(object)], ignore_index=True)
    check_informative(frame, "X_train and X_test")
    return frame, len(train)


def _with_targets(sides: tuple[pd.DataFrame, pd.DataFrame], y: Any) -> list[pd.DataFrame]:
    """Return both sides with their targets as a last column."""
    if not isinstance(y, tuple | list) or len(y) != 2:
        fail("y", "be a pair of targets", type(y).__name__, "Pass y=(y_train, y_test).", TypeError)
    tables = []
    for X, targets, name in zip(sides, y, ("train", "test"), strict=True):
        check_same_index(X, targets, (f"X_{name}", f"y_{name}"))
        column = labels_of(targets, len(X), f"y_{name}", f"X_{name}")
        if TARGET in X.columns:
            fail("X_train", f"have no column {TARGET!r} if y is given", "one", "Rename it.")
        tables.append(X.assign(**{TARGET: column.to_numpy()}) if isinstance(X, pd.DataFrame) else X)
    return tables


def _kind(column: pd.Series) -> str:
    """Return whether a column holds numbers, dates or categories."""
    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        return "dates"
    values = column.dropna().infer_objects()
    is_number = pd.api.types.is_numeric_dtype(values.dtype) and not isinstance(values.dtype, pd.CategoricalDtype)
    return "numbers" if is_number else "categories"


def as_numbers(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return a table of numbers without gaps, and for each of its columns the position of the column it stems from.

    Numbers and dates are standardised, missing ones are at the median and marked in a column of their own; each
    category, missing included, has an indicator.
    """
    blocks = [_numbers(column) if _kind(column) != "categories" else _indicators(column) for _, column in frame.items()]
    origin = np.repeat(np.arange(len(blocks)), [block.shape[1] for block in blocks])
    return np.hstack(blocks), origin


def _numbers(column: pd.Series) -> np.ndarray:
    """Return a column in standard deviations from its mean, and a mark of missing values if there are some."""
    column = column.infer_objects()
    dates = pd.api.types.is_datetime64_any_dtype(column.dtype)
    values = pd.to_numeric(column).where(column.notna()) if dates else column
    values = values.to_numpy(dtype=float, na_value=np.nan)
    missing = np.isnan(values)
    values = np.where(missing, np.median(values[~missing]), values)
    spread = values.std()
    values = (values - values.mean()) / (spread if spread > 0 else 1)
    return np.column_stack([values, missing] if missing.any() else [values])


def _indicators(column: pd.Series) -> np.ndarray:
    """Return a column of 0 and 1 for each of the most frequent categories, and one for the others."""
    codes, _ = pd.factorize(column.astype(object), use_na_sentinel=False)
    counts = np.bincount(codes)
    kept = np.argsort(-counts, kind="stable")[:MOST_CATEGORIES]
    place = np.full(len(counts), len(kept))
    place[kept] = np.arange(len(kept))
    width = len(kept) + (len(counts) > len(kept))
    return np.eye(width)[place[codes]]
