"""Check the input of the multi-label methods: dense, sparse or frame features; indicators or label sets."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._neighbors import check_size
from tiws_teach._tables import are_label_sets
from tiws_teach._validation import check_same_index, fail

ADVICE = "Pass an array of shape (n_rows, n_labels) with 1 where a row has a label, or a list of sets of labels."

LARGEST_INDEX = np.iinfo(np.int32).max
"""Largest number of stored values, rows or columns for which the indices of a sparse matrix fit into 32 bits."""


def check_training(estimator: Any, X: Any, Y: Any) -> tuple[Any, np.ndarray]:
    """Return X as floats (dense, or sparse by rows) and Y as indicators; set `labels_` on the estimator.

    `classes_`, scikit-learn's name for the labels of a multi-label classifier, is set too. scikit-learn's own check
    sets `n_features_in_` and, for a frame, `feature_names_in_`.
    """
    check_same_index(X, Y, ("X", "Y"))
    X = _checked_features(estimator, X, reset=True)
    Y, estimator.labels_ = indicator_matrix(Y)
    estimator.classes_ = estimator.labels_
    if X.shape[0] != len(Y):
        rule, advice = f"have one row for each of the {X.shape[0]} rows of X", "Pass the rows of one table."
        fail("Y", rule, f"{len(Y)} rows", advice)
    return X, Y


def check_queries(estimator: Any, X: Any) -> Any:
    """Return X as floats after checking that the estimator is fitted and the features are those of training."""
    check_is_fitted(estimator)
    return _checked_features(estimator, X, reset=False)


def _checked_features(estimator: Any, X: Any, reset: bool) -> Any:
    """Return X as floats after scikit-learn's check; if sparse, by rows with indices of 32 bits, as libsvm asks."""
    X = validate_data(estimator, X, reset=reset, accept_sparse="csr", dtype=np.float64)
    if estimator._measures_distances:
        check_size(X)
    if sparse.issparse(X) and max(X.nnz, *X.shape) <= LARGEST_INDEX:
        parts = X.data, X.indices.astype(np.int32, copy=False), X.indptr.astype(np.int32, copy=False)
        return type(X)(parts, shape=X.shape)
    return X


def indicator_matrix(Y: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return Y as an int8 matrix of 0 and 1, a column for each label, and the names of the labels.

    The names are the columns of a frame, the sorted labels that occur in label sets, or the column numbers of an array.
    Sets and frozensets are always label sets; lists and tuples are label sets if they hold strings or differ in length.
    """
    if Y is None:
        fail("Y", "hold the labels: fit requires y to be passed, but the target y is None", "None", ADVICE)
    if isinstance(Y, pd.DataFrame):
        return zeros_and_ones(Y.to_numpy()), Y.columns.to_numpy()
    if sparse.issparse(Y):
        Y = Y.toarray()
    elif not isinstance(Y, np.ndarray) or Y.dtype == object:
        rows = _rows(Y)
        if are_label_sets(rows):
            return _from_sets(rows)
        Y = np.asarray(rows)
    return zeros_and_ones(Y), np.arange(Y.shape[1])


def indicators_of(Y: Any, labels: np.ndarray, n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Return Y as indicators of the labels of training, and which of its rows have any other label.

    Label sets are matched by name, arrays by position; a frame must have the labels of training in the same order.
    """
    rows = [] if isinstance(Y, pd.DataFrame) or sparse.issparse(Y) else _rows(Y)
    if are_label_sets(rows):
        _check_sets(rows)
        indicators, strange = _by_name(rows, labels)
    else:
        indicators, names = indicator_matrix(Y)
        strange = np.zeros(len(indicators), dtype=bool)
        if len(names) != len(labels) or other_names(names, labels):
            advice = "Pass the columns of training in the same order, or sets of labels."
            fail("Y", f"have the {len(labels)} labels of training", repr(names.tolist()), advice)
    if len(indicators) != n_rows:
        rule, advice = f"have one row for each of the {n_rows} rows of X", "Pass the rows of one table."
        fail("Y", rule, f"{len(indicators)} rows", advice)
    return indicators, strange


def _by_name(rows: list[Any], labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return indicators of the labels, and which rows have another one."""
    position = {label: i for i, label in enumerate(labels.tolist())}
    strays = {label for row in rows for label in row if label not in position}
    if labels.dtype.kind in "iu" and any(isinstance(label, str) for label in strays):
        advice = "Pass Y as an array, as in fit, or fit on sets of labels or a frame."
        fail("Y", "hold labels of training, which are column numbers", repr(sorted(map(str, strays))[0]), advice)
    indicators = np.array([[label in row for label in position] for row in rows], dtype=np.int8)
    return indicators, np.array([not strays.isdisjoint(row) for row in rows])


def other_names(names: np.ndarray, others: np.ndarray) -> bool:
    """Return whether two tables name their labels differently; column numbers match all names."""
    named = [not np.array_equal(each, np.arange(len(each))) for each in (names, others)]
    return all(named) and not np.array_equal(names, others)


def _rows(Y: Any) -> list[Any]:
    """Return Y as a list of its rows."""
    return list(Y) if isinstance(Y, Iterable) and not isinstance(Y, str) else [Y]


def _check_sets(rows: list[Any]) -> None:
    stray = next((row for row in rows if isinstance(row, str) or not isinstance(row, Iterable)), None)
    if stray is not None:
        fail("Y", "hold a set of labels for each row", repr(stray), "Write {'sad'} for a row with one label.")


def _from_sets(rows: list[Any]) -> tuple[np.ndarray, np.ndarray]:
    _check_sets(rows)
    try:
        names = sorted(set().union(*rows))
    except TypeError:
        fail("Y", "hold labels of one type that can be sorted", "labels of several types", "Convert all labels to str.")
    return zeros_and_ones(_by_name(rows, np.array(names))[0]), np.array(names)


def zeros_and_ones(Y: np.ndarray, argument: str = "Y") -> np.ndarray:
    """Return a matrix of 0 and 1 as int8."""
    if Y.ndim != 2 or 0 in Y.shape:
        fail(argument, "have two dimensions, rows and labels, with at least 1 of each", f"shape {Y.shape}", ADVICE)
    missing = pd.isna(Y)
    strays = Y[missing] if missing.any() else Y[~np.isin(Y, (0, 1))]
    if strays.size:
        fail(argument, "hold only 0 and 1", repr(strays.tolist()[0]), ADVICE)
    return Y.astype(np.int8)


def labelsets(Y: Any, labels: Any = None) -> list[tuple[Any, ...]]:
    """Return the labels of each row, by name.

    Parameters
    ----------
    Y : array-like of shape (n_rows, n_labels)
        0 or 1, dense, sparse or a frame.
    labels : array-like of shape (n_labels,), default=None
        Names of the columns; None: those of the frame, or the column numbers.

    Returns
    -------
    list of tuple
        In the order of the columns.

    Examples
    --------
    >>> labelsets([[1, 0, 1], [0, 0, 0]], ["sad", "loud", "calm"])
    [('sad', 'calm'), ()]

    Source: Gweon (2017), section 2.1, labelsets.
    """
    matrix, names = indicator_matrix(Y)
    names = names if labels is None else np.asarray(labels)
    if len(names) != matrix.shape[1]:
        fail("labels", f"name each of the {matrix.shape[1]} columns of Y", f"{len(names)} names", "Pass labels_.")
    return [tuple(names[row == 1].tolist()) for row in matrix]
