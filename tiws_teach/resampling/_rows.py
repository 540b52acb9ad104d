"""Rows of frames, arrays and sparse arrays: select them by number, and read them as floats."""

from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils import check_random_state

from tiws_teach._neighbors import check_size
from tiws_teach._validation import check_one_type, check_same_index, fail

ADVICE = "Encode the column as numbers if points between its values are meaningful, or repeat rows with oversample."


def as_rows(X: Any) -> Any:
    """Return `X` as a frame (unchanged), a CSR array or a 2-D ndarray."""
    if sparse.issparse(X):
        return X.tocsr()
    if isinstance(X, pd.DataFrame):
        return X
    values = np.asarray(X)
    if values.ndim != 2:
        fail("X", "be a table of rows and columns", f"shape {values.shape}", "Pass X.reshape(-1, 1) for one feature.")
    return values


def check_lengths(X: Any, y: Any) -> tuple[Any, Any]:
    """Return `X` and `y` (a Series or an array) if their lengths agree and, if both have one, their indices."""
    check_same_index(X, y)
    check_one_type("y", y)
    y = y if isinstance(y, pd.Series) else np.asarray(y)
    if y.ndim == 1 and len(y) != X.shape[0]:
        fail("y", f"have one class for each of the {X.shape[0]} rows of X", f"{len(y)}", "Pass the same rows in both.")
    return X, y


def generator(random_state: Any) -> np.random.RandomState | np.random.Generator:
    """Return the generator of a call: the given one, or scikit-learn's generator for `random_state`."""
    return random_state if isinstance(random_state, np.random.Generator) else check_random_state(random_state)


def take(rows: Any, indices: np.ndarray, *, renumber: bool) -> Any:
    """Return rows of a frame, a Series or an array by number; `renumber` the index, or keep the labels."""
    if not isinstance(rows, pd.DataFrame | pd.Series):
        return rows[indices]
    return rows.iloc[indices].reset_index(drop=True) if renumber else rows.iloc[indices]


def as_floats(X: Any) -> np.ndarray:
    """Return a table of numbers as an array of float64."""
    if sparse.issparse(X):
        advice = "Pass X.toarray() if it fits in memory, or repeat rows with oversample."
        fail("X", "be dense", "a sparse array", advice)
    if X.shape[1] == 0:
        fail("X", "have a column", f"shape {X.shape}", "Pass at least one feature.")
    named = isinstance(X, pd.DataFrame)
    columns = [X.iloc[:, j] if named else X[:, j] for j in range(X.shape[1])]
    names = list(X.columns) if named else list(range(X.shape[1]))
    values = np.empty(X.shape)
    for j, (name, column) in enumerate(zip(names, columns, strict=True)):
        values[:, j] = _numbers(name, column)
    check_size(values)
    return values


def _numbers(name: Any, column: Any) -> np.ndarray:
    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype) or not _is_number(kind, column):
        shown = "categories" if isinstance(kind, pd.CategoricalDtype) else f"dtype {kind}"
        fail("X", f"hold numbers in column {name!r} to be interpolated", shown, ADVICE)
    values = pd.Series(column).to_numpy(dtype=float, na_value=np.nan)
    wrong = int(np.sum(~np.isfinite(values)))
    if wrong:
        advice = "Impute them or drop these rows first."
        fail("X", f"have finite numbers in column {name!r}", f"{wrong} missing or infinite", advice)
    return values


def _is_number(kind: Any, column: Any) -> bool:
    """Return whether a column holds real numbers; booleans count as categories."""
    if kind.kind == "O" and isinstance(kind, np.dtype):
        return all(isinstance(value, int | float | np.number) and not isinstance(value, bool) for value in column)
    is_real = pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_complex_dtype(kind)
    return is_real and not pd.api.types.is_bool_dtype(kind)


def with_floats(X: Any, values: np.ndarray) -> Any:
    """Return `values` in the container type of `X`: float columns keep their dtype, others become float64."""
    if isinstance(X, pd.DataFrame):
        frame = pd.DataFrame(values, columns=X.columns)
        kept = {j: kind for j, kind in enumerate(X.dtypes) if pd.api.types.is_float_dtype(kind)}
        return pd.concat([frame.iloc[:, j].astype(kept.get(j, float)) for j in range(frame.shape[1])], axis=1)
    return values.astype(X.dtype) if X.dtype.kind == "f" else values
