"""The features of a table and its other columns, given by name or as values."""

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_consistent_length, column_or_1d

from tiws_teach._validation import fail
from tiws_teach.tiws._libraries import is_lazy, to_pandas


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


def named_target(X, y):
    """Return the features and the target of a table in memory; it may be the name of a column of a frame."""
    if is_lazy(X):
        fail("X", "be in memory", type(X).__name__, "Collect a sample: 20,000 rows are enough for a comparison.")
    if not isinstance(y, str):
        return X, y
    X, _, (y,) = split_columns(to_pandas(X), None, y)
    return X, y


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
