"""What the counting of categories accepts: the features of a frame, and a target of classes or numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_consistent_length, column_or_1d

from tiws_teach._categories import encode_column
from tiws_teach._validation import check_one_type, fail
from tiws_teach.tiws._libraries import to_pandas

MOST_CLASSES = 1000
"""Different values that a target may have before its values no longer count as classes."""

NO_FOLD = np.array([None], dtype=object)
"""The label of the only fold where there is no fold column."""


def split_columns(X, columns, *others):
    """Return the features of a frame or an array, their names, and other columns given by name or as values."""
    named = [name for name in others if isinstance(name, str)]
    if not isinstance(X, pd.DataFrame):
        X = X if hasattr(X, "dtype") else np.asarray(X, dtype=object)
        if named or columns is not None:
            advice = "Pass the values of the target, or a frame."
            fail("columns and target", "be names of a frame's columns", f"{columns} and {named}", advice)
        return X, list(range(X.shape[1])), [_values(X, other) for other in others]
    columns = check_columns(X.columns, columns, named)
    values = [X[other] if isinstance(other, str) else _values(X, other) for other in others]
    return X[columns], columns, values


def check_columns(there, columns, others):
    """Return the names of the features: `columns`, or by default all that are `there` and not among `others`."""
    others = [name for name in others if name is not None]
    columns = [columns] if isinstance(columns, str) else columns
    columns = [name for name in there if name not in others] if columns is None else list(columns)
    absent = [name for name in [*columns, *others] if name not in there]
    if absent or not columns:
        fail("columns, target and fold", f"be among the columns {list(there)}", absent or columns, "Check the names.")
    if double := [name for name in columns if name in others]:
        fail("columns", "hold neither target nor fold", double, "Leave them out.")
    return columns


def _values(X, other):
    if other is None:
        return None
    check_consistent_length(X, other)
    return other if isinstance(other, pd.Series) else column_or_1d(to_pandas(other))


def read_target(y, target_type):
    """Return the codes of the target's classes and the classes, or its numbers and None."""
    check_missing(int(pd.isna(y).sum()))
    check_one_type("y", y)
    plain = pd.Series(y).infer_objects()
    if plain.dtype.kind == "f":
        numbers = plain.to_numpy(dtype=float)
        check_finite(int(np.isinf(numbers).sum()))
        if target_type == "auto" and (numbers != np.floor(numbers)).any():
            return numbers, None
    if target_type == "continuous":
        return _numbers(plain), None
    codes, classes = encode_column(plain)
    check_classes(classes)
    return codes, classes


def check_missing(n_missing):
    """Refuse missing values of the target."""
    if n_missing:
        fail("y", "have no missing value (NaN)", f"{n_missing} of them", "Count those rows as unlabelled.")


def check_folds(codes):
    """Refuse missing values of the fold column."""
    if (codes < 0).any():
        fail("fold", "have no missing value", f"{int((codes < 0).sum())} of them", "Give each row a fold.")


def check_finite(n_infinite):
    """Refuse infinite values of the target."""
    if n_infinite:
        fail("y", "be finite", f"{n_infinite} infinite values", "Drop those rows.")


def check_classes(classes):
    """Refuse a target that has too many different values to be classes."""
    if len(classes) > MOST_CLASSES:
        fail("y", f"have at most {MOST_CLASSES:,} classes", f"{len(classes):,}", "Set target_type='continuous'.")


def _numbers(y):
    try:
        return y.to_numpy(dtype=float)
    except (TypeError, ValueError):
        return fail("y", "be numeric if target_type='continuous'", repr(y.iloc[0]), "Keep target_type='auto'.")
