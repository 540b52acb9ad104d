"""What the TIWS estimators accept: frames or arrays of categories, and a target of one of three types."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_consistent_length, column_or_1d, validate_data

from tiws_teach._categories import columns_of, match_columns, warn_of_many
from tiws_teach._validation import check_choice, check_number, fail
from tiws_teach.tiws._counting import CategoryCounts
from tiws_teach.tiws.equations import WEIGHTINGS
from tiws_teach.tiws.similarities import SIMILARITIES

TARGET_TYPES = ("auto", "binary", "multiclass", "continuous")


def check_parameters(estimator):
    """Check those TIWS constructor parameters that `estimator` has."""
    parameters = estimator.get_params(deep=False)
    for name, choices in (("weighting", WEIGHTINGS), ("similarity", SIMILARITIES), ("target_type", TARGET_TYPES)):
        if name in parameters:
            check_choice(name, parameters[name], choices)
    for name in ("smooth", "sharpness"):
        if name in parameters:
            check_number(name, parameters[name], 0, open_low=True)


def check_rows(estimator, X, *, reset):
    """Return `X` as a frame (unchanged) or as a 2-D array; store or compare its column names."""
    if not isinstance(X, pd.DataFrame):
        # numpy would convert a list of strings and numbers to strings, and its NaN to the word "nan"
        mixed = not hasattr(X, "dtype") and np.asarray(X).dtype.kind in "US"
        return validate_data(estimator, X, reset=reset, dtype=object if mixed else None, ensure_all_finite=False)
    validate_data(estimator, X, reset=reset, skip_check_array=True)
    for axis, unit in enumerate(("sample(s)", "feature(s)")):
        if X.shape[axis] == 0:
            fail(
                "X",
                "have rows and columns",
                f"0 {unit}",
                f"Pass at least 1: a minimum of 1 is required, shape={X.shape}.",
            )
    return X


def count_rows(names, X, X_unlabeled):
    """Return the codes of the training rows and the counts over training and unlabelled rows.

    Raises
    ------
    ValueError
        If a column of `X` has only missing values, or if the columns of `X_unlabeled` are not those of `X`.
    """
    codes, counts = CategoryCounts.of_training(X, names)
    for name, column, labels in zip(names, columns_of(X), counts.labels, strict=True):
        if len(labels) == 0:
            fail("X", f"have a value in column {name!r}", "only missing values", "Drop the column.")
        warn_of_many(name, column, len(labels))
    if X_unlabeled is not None:
        if isinstance(X, pd.DataFrame):
            names = X.columns
        elif isinstance(X_unlabeled, pd.DataFrame):  # X has no names to match
            X_unlabeled = X_unlabeled.to_numpy(dtype=object)
        counts = counts.with_unlabeled(match_columns(X_unlabeled, names, "X_unlabeled"))
    return codes, counts


def check_targets(X, y, target_type):
    """Return the target as columns of numbers, its type and its classes.

    Returns
    -------
    targets : ndarray of float, shape (n_rows, n_targets)
        One column; for "multiclass" one 0/1 column for each class.
    target_type : {"binary", "multiclass", "continuous"}
    classes : ndarray or None
    """
    if y is None:
        advice = "Pass the target of the training rows."
        raise ValueError(f"y must be given: fit requires y to be passed, but the target y is None. {advice}")
    y = column_or_1d(y, warn=True)
    check_consistent_length(X, y)
    if pd.isna(y).any():
        fail("y", "have no missing value (NaN)", f"{int(pd.isna(y).sum())} of them", "Move those rows to X_unlabeled.")
    _check_finite(y)
    kind = type_of_target(y, input_name="y") if target_type == "auto" else target_type
    if kind == "continuous":
        return _numbers(y)[:, np.newaxis], kind, None
    if kind not in TARGET_TYPES:
        fail("y", "be binary, multiclass or continuous", f"Unknown label type: {kind}", "Pass one column of targets.")
    classes, codes = np.unique(y, return_inverse=True)
    if kind == "binary" and len(classes) > 2:
        fail("y", "have two classes if target_type='binary'", f"{len(classes)}", "Set target_type='multiclass'.")
    if kind == "binary":
        numeric = set(classes.tolist()) <= {0, 1}
        return (y.astype(float) if numeric else (codes == len(classes) - 1).astype(float))[:, np.newaxis], kind, classes
    return np.eye(len(classes))[codes], kind, classes


def _numbers(y):
    """Return a continuous target as floats."""
    try:
        y = y.astype(float)
    except (TypeError, ValueError):
        fail("y", "be numeric if target_type='continuous'", repr(y[:3]), "Keep target_type='auto'.")
    _check_finite(y)
    return y


def _check_finite(y):
    if y.dtype.kind == "f" and np.isinf(y).any():
        fail("y", "be finite", f"{int(np.isinf(y).sum())} infinite values", "Drop those rows.")


def column_names(estimator, input_features=None):
    """Return the names of the columns that the estimator was fitted on, or x0, x1, ... if they had none."""
    fitted = getattr(estimator, "feature_names_in_", None)
    if input_features is None:
        return (
            fitted if fitted is not None else np.array([f"x{j}" for j in range(estimator.n_features_in_)], dtype=object)
        )
    input_features = np.asarray(input_features, dtype=object)
    if fitted is not None and not np.array_equal(fitted, input_features):
        raise ValueError("input_features is not equal to feature_names_in_. Leave input_features out.")
    if len(input_features) != estimator.n_features_in_:
        raise ValueError(
            f"input_features should have length equal to number of features ({estimator.n_features_in_}), "
            f"got {len(input_features)}. Name each column once."
        )
    return input_features


def find_column(estimator, feature):
    """Return position and name of a column given by name, or by position if the columns have no names."""
    names = list(column_names(estimator))
    if feature in names:
        return names.index(feature), feature
    named = hasattr(estimator, "feature_names_in_")
    j = check_choice("feature", feature, names if named else range(len(names)))
    return j, names[j]
