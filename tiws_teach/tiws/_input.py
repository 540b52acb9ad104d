"""What the TIWS estimators accept: frames or arrays of categories, and a target of one of three types."""

from __future__ import annotations

import numbers
import warnings
from collections.abc import Mapping

import numpy as np
import pandas as pd
from sklearn.pipeline import Pipeline
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_consistent_length, column_or_1d, validate_data

from tiws_teach._categories import columns_of, encode_column, encode_known, warn_of_many
from tiws_teach._validation import check_choice, check_number, check_one_type, check_same_index, fail
from tiws_teach.tiws._counting import CategoryCounts
from tiws_teach.tiws._frames import match_rows
from tiws_teach.tiws._libraries import to_pandas
from tiws_teach.tiws.equations import WEIGHTINGS
from tiws_teach.tiws.similarities import SIMILARITIES

TARGET_TYPES = ("auto", "binary", "multiclass", "continuous")
HANDLE_MISSING = ("mean", "category")
ENOUGH_ROWS = 20
"""Rows with a value from which on a column of unseen categories only is suspicious."""
MANY_CLASSES = 20
"""Different whole numbers above which a target that is taken for classes may be an amount."""


def check_parameters(estimator):
    """Check those TIWS constructor parameters that `estimator` has."""
    parameters = estimator.get_params(deep=False)
    similarities = (*SIMILARITIES, None) if "baseline" in parameters else SIMILARITIES
    choices = {
        "weighting": WEIGHTINGS,
        "similarity": similarities,
        "target_type": TARGET_TYPES,
        "handle_missing": HANDLE_MISSING,
    }
    for name in choices.keys() & parameters.keys():
        check_choice(name, parameters[name], choices[name])
    if parameters.get("smooth", "auto") != "auto":
        check_number("smooth", parameters["smooth"], 0)
    if "sharpness" in parameters:
        check_number("sharpness", parameters["sharpness"], 0, open_low=True)
    baseline = parameters.get("baseline")
    if baseline not in (None, "regression") and not (hasattr(baseline, "fit") and hasattr(baseline, "predict")):
        advice = "Pass, for example, baseline='regression' or LogisticRegression()."
        fail("baseline", "be None, 'regression' or an estimator with fit and predict", repr(baseline), advice)


def check_rows(estimator, X, *, reset):
    """Return `X` as a frame (unchanged) or as a 2-D array; store or compare its column names."""
    X = to_pandas(X)
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
    """Return the codes of the training rows and the counts over training and unlabelled rows."""
    codes, counts = CategoryCounts.of_training(X, names)
    for name, column, labels in zip(names, columns_of(X), counts.labels, strict=True):
        if len(labels) == 0:
            fail("X", f"have a value in column {name!r}", "only missing values", "Drop the column.")
        warn_of_many(name, column, len(labels))
    if X_unlabeled is not None:
        counts = counts.with_unlabeled(match_rows(X_unlabeled, X, names))
    return codes, counts


def count_listed(names, X, categories="auto", weights=None):
    """Return the codes of the training rows and their counts; a column may be empty, and its categories be given."""
    columns = columns_of(X)
    listed = [None] * len(columns) if isinstance(categories, str) else categories
    if not hasattr(listed, "__len__") or len(listed) != len(columns):
        rule = f"be 'auto' or have one list for each of the {len(columns)} columns"
        given = f"{len(listed)} lists" if hasattr(listed, "__len__") else repr(listed)
        fail("categories", rule, given, "Pass a list of lists.")
    found = [_encode_listed(column, known) for column, known in zip(columns, listed, strict=True)]
    for name, (*_, n_seen) in zip(names, found, strict=True):
        if n_seen == 0:
            warnings.warn(f"column {name!r} has only missing values; all its estimates are the mean.", stacklevel=4)
    codes, labels, n_seen = (list(part) for part in zip(*found, strict=True))
    return codes, CategoryCounts.of_codes(codes, labels, n_seen, list(names), weights)


def _encode_listed(column, listed):
    """Return codes, labels and the number of seen labels: listed ones with rows, then those without, then others."""
    if listed is None:
        codes, labels = encode_column(column)
        return codes, labels, len(labels)
    if isinstance(listed, str) or not np.iterable(listed):
        fail("categories", "be 'auto' or a list of lists", f"{listed!r} in place of a list", "Pass a list of lists.")
    known = [label for label in listed if isinstance(label, tuple) or not pd.isna(label)]
    known = pd.Series(known, dtype=object).to_numpy()  # 1-D, also of tuples
    if len(set(known)) < len(known):
        fail("categories", "name each category once", list(listed), "Remove the duplicates.")
    codes, new = encode_known(column, known)
    rows = np.bincount(codes + 1, minlength=len(known) + 1)[1 : len(known) + 1]
    order = np.concatenate([np.flatnonzero(rows > 0), np.flatnonzero(rows == 0), len(known) + np.arange(len(new))])
    rank = np.append(np.argsort(order), -1)
    return rank[codes], np.concatenate([known, new])[order], int((rows > 0).sum())


def check_weights(sample_weight, n_rows):
    """Return the weights as floats, or None."""
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=float)
    advice = "Pass one weight for each row of X."
    if weights.shape != (n_rows,):
        fail("sample_weight", f"have one value for each of the {n_rows} rows", f"shape {weights.shape}", advice)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        fail("sample_weight", "be finite, at least 0 and not zero throughout", repr(weights[:5]), advice)
    return weights


def warn_if_all_unseen(names, codes, labels, known, rule):
    """Warn if no row of a column has a known category and the cause may be a mistake, such as 1 against "1"."""
    for name, code, label, n in zip(names, codes, labels, known, strict=True):
        present = code[code >= 0]
        if n == 0 or present.size == 0 or present.min() < n:
            continue
        new = label[np.unique(present)]
        differ = not set(map(_kind, new)) & set(map(_kind, label[:n]))
        if differ or (rule == "rows" and present.size >= ENOUGH_ROWS and len(new) > 1):
            cause = f" ({type(label[0]).__name__} in training, {type(new[0]).__name__} here)" if differ else ""
            warnings.warn(
                f"every value of column {name!r} is unseen, for example {new[0]!r}; the training rows have "
                f"{label[0]!r}{cause}. Convert the column if both mean the same.",
                stacklevel=4,
            )


def _kind(label):
    return "number" if isinstance(label, numbers.Number | np.bool_) else type(label).__name__


def check_paired(X, y, sample_weight=None):
    """Refuse a target or weights that are indexed in another way than the frame X, and targets of mixed types."""
    check_same_index(X, y)
    check_same_index(X, sample_weight, ("X", "sample_weight"))
    check_one_type("y", y)


def check_options(argument, options, *, estimators):
    """Check a dict of estimators by name, or of dicts of their options."""
    what, example = ("estimators", "TIWSEncoder()") if estimators else ("options", "{'similarity': 'tfidf'}")
    if not isinstance(options, Mapping) or not options:
        fail(argument, f"be a dict of {what} by name, not empty", repr(options), f"Pass {{'TIWS': {example}}}.")
    for name, option in options.items():
        fits = hasattr(option, "fit") and (hasattr(option, "transform") or hasattr(option, "predict"))
        if not (fits and not isinstance(option, type) if estimators else isinstance(option, Mapping)):
            rule = "be an estimator with fit and transform or predict" if estimators else "be a dict of options"
            fail(f"{argument}[{name!r}]", rule, repr(option), f"Pass, for example, {example}.", TypeError)


def warn_of_numbers(names, X, encoders):
    """Warn of columns that look like measurements, unless all baselines are pipelines, which get the numbers."""
    if any(hasattr(option, "baseline") and not isinstance(option.baseline, Pipeline) for option in encoders):
        for name, column in zip(names, columns_of(X), strict=True):
            warn_of_many(name, column)


def warn_of_many_classes(target_type, classes):
    """Warn if "auto" has taken many different whole numbers for classes."""
    if target_type != "auto" or classes is None or len(classes) <= MANY_CLASSES:
        return
    if all(isinstance(label, numbers.Real) for label in classes):
        advice = "Pass target_type='continuous' if they are amounts, or 'multiclass'."
        warnings.warn(f"y has {len(classes)} different whole numbers, which count as classes. {advice}", stacklevel=4)


def check_targets(X, y, target_type):
    """Return the target as columns of numbers, its type and its classes."""
    if y is None:
        advice = "Pass the target of the training rows."
        raise ValueError(f"y must be given: fit requires y to be passed, but the target y is None. {advice}")
    y = column_or_1d(y, warn=True)
    check_consistent_length(X, y)
    if y.dtype == object:  # numbers in an object column, such as a row of a mixed frame
        plain = pd.Series(y, dtype=object).infer_objects().to_numpy()
        y = plain if plain.dtype.kind in "biuf" else y
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
