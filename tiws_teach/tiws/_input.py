"""What the TIWS estimators accept: frames or arrays of categories, and a target of one of three types."""

import numbers
import warnings

import numpy as np
import pandas as pd
from sklearn.pipeline import Pipeline
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_consistent_length, column_or_1d, validate_data

from tiws_teach._categories import encode_column, encode_known, match_columns, warn_of_many
from tiws_teach._validation import check_choice, check_count, check_number, check_one_type, fail
from tiws_teach.tiws._counts import PairCounts
from tiws_teach.tiws._libraries import to_pandas
from tiws_teach.tiws.equations import WEIGHTINGS
from tiws_teach.tiws.similarities import SIMILARITIES

TARGET_TYPES = ("auto", "binary", "multiclass", "continuous")
CHOICES = {
    "weighting": WEIGHTINGS,
    "similarity": SIMILARITIES,
    "target_type": TARGET_TYPES,
    "handle_missing": ("mean", "category"),
}
MISSING_CATEGORY = "<missing>"
"""The category of missing values if ``handle_missing="category"``."""
ENOUGH_ROWS, MANY_NEW = 20, 5
"""Rows and different values from which on a column of unseen ones is suspicious, if they are half of the seen ones."""
MANY_CLASSES = 20
"""Different whole numbers above which a target that is taken for classes may be an amount."""


class CategoriesMixin:
    """Tags of an estimator whose rows are categories; some may be missing."""

    _needs_target = False

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()  # type: ignore[misc]  # of the estimator that it is mixed into
        tags.input_tags.categorical = tags.input_tags.string = tags.input_tags.allow_nan = True
        tags.target_tags.required |= self._needs_target
        if tags.transformer_tags is not None:
            tags.transformer_tags.preserves_dtype = []
        return tags


def check_parameters(estimator):
    """Check those TIWS constructor parameters that `estimator` has."""
    parameters = estimator.get_params(deep=False)
    for name in CHOICES.keys() & parameters.keys():
        nothing = (None,) if name == "similarity" and "baseline" in parameters else ()
        check_choice(name, parameters[name], (*CHOICES[name], *nothing))
    if parameters.get("smooth", "auto") != "auto":
        check_number("smooth", parameters["smooth"], 0)
    if "min_rows" in parameters:
        check_count("min_rows", parameters["min_rows"], 1)
    if "sharpness" in parameters:
        check_number("sharpness", parameters["sharpness"], 0, open_low=True)
    baseline = parameters.get("baseline")
    if baseline not in (None, "regression") and not (hasattr(baseline, "fit") and hasattr(baseline, "predict")):
        advice = "Pass, for example, baseline='regression' or LogisticRegression()."
        fail("baseline", "be None, 'regression' or an estimator with fit and predict", repr(baseline), advice)


def check_rows(estimator, X, *, reset):
    """Return `X` as a pandas frame; store or compare its column names."""
    X = X if isinstance(X, pd.DataFrame) else to_pandas(X)
    if not isinstance(X, pd.DataFrame):
        # numpy would convert a list of strings and numbers to strings, and its NaN to the word "nan"
        mixed = not hasattr(X, "dtype") and np.asarray(X).dtype.kind in "US"
        kind = object if mixed else None
        return as_frame(validate_data(estimator, X, reset=reset, dtype=kind, ensure_all_finite=False))
    if not reset and {*X.columns} > {*getattr(estimator, "feature_names_in_", X.columns)}:
        X = X[list(estimator.feature_names_in_)]  # as in `X_unlabeled`, further columns are ignored
    validate_data(estimator, X, reset=reset, skip_check_array=True)
    if 0 in X.shape:
        missing = "0 feature(s)" if len(X) else "0 sample(s)"
        advice = f"Pass at least 1: a minimum of 1 is required, shape={X.shape}."
        fail("X", "have rows and columns", missing, advice)
    return X


def as_frame(X):
    """Return a frame of any library or an array as a pandas frame; an array's columns are x0, x1, ..."""
    X = to_pandas(X)
    if isinstance(X, pd.DataFrame):
        return X.reset_index(drop=True)
    X = np.asarray(X, dtype=None if hasattr(X, "dtype") else object)
    if X.ndim != 2:
        fail("X", "be a table of rows and columns", f"shape {X.shape}", "Pass a frame or a 2-D array of categories.")
    kind = object if X.dtype.kind in "OUS" else None  # or pandas would guess
    return pd.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])], dtype=kind)


def fill_missing(X):
    """Return a frame with `MISSING_CATEGORY` in place of missing values; columns without any stay as they are."""
    holes = [name for name in X.columns if X[name].isna().any()]
    return X.assign(**{name: X[name].astype(object).where(X[name].notna(), MISSING_CATEGORY) for name in holes})


def count_rows(estimator, X, X_unlabeled):
    """Return the codes of the training rows and the counts over training and unlabelled rows."""
    names = column_names(estimator)
    codes, labels = (list(each) for each in zip(*(encode_column(column) for _, column in X.items()), strict=True))
    n_seen = [len(known) for known in labels]
    for (_, column), name, n in zip(X.items(), names, n_seen, strict=True):
        if n == 0:
            fail("X", f"have a value in column {name!r}", "only missing values", "Drop the column.")
        warn_of_many(name, column, n)
    if X_unlabeled is None:
        return codes, PairCounts.of_codes(codes, labels, n_seen, names)
    more, labels = encode_unlabeled(estimator, X_unlabeled, X, labels, n_seen)
    every = [np.concatenate(both) for both in zip(codes, more, strict=True)]
    return codes, PairCounts.of_codes(every, labels, n_seen, names)


def encode_unlabeled(estimator, X_unlabeled, X, labels, n_seen):
    """Return the codes of the rows without a target, and all labels; a frame is matched by name, else by position.

    A list of one frame stands for the frame: scikit-learn selects rows of every argument that is as long as X.
    """
    if isinstance(X_unlabeled, list | tuple) and [getattr(part, "ndim", 2) for part in X_unlabeled] == [2]:
        X_unlabeled = X_unlabeled[0] if hasattr(X_unlabeled[0], "shape") else X_unlabeled
    elif isinstance(X_unlabeled, pd.DataFrame) and len(X_unlabeled) == len(X):
        warn_of_selection(X_unlabeled, X)
    if not (isinstance(X_unlabeled, pd.DataFrame) and X.columns.isin(X_unlabeled.columns).all()):
        was_array = not hasattr(estimator, "feature_names_in_") and X.columns[0] == "x0"
        more = np.asarray(X_unlabeled, dtype=object) if was_array else to_pandas(X_unlabeled)
        more = match_columns(more, X.columns, "X_unlabeled")
        X_unlabeled = pd.DataFrame(more, columns=X.columns, dtype=None if isinstance(more, pd.DataFrame) else object)
    X_unlabeled = X_unlabeled[list(X.columns)]
    if getattr(estimator, "handle_missing", "mean") == "category":
        X_unlabeled = fill_missing(X_unlabeled)
    pairs = [encode_known(column, known) for (_, column), known in zip(X_unlabeled.items(), labels, strict=True)]
    codes = [code for code, _ in pairs]
    labels = [np.concatenate([known, new]) for known, (_, new) in zip(labels, pairs, strict=True)]
    split = [(known[:n], known[n:]) for known, n in zip(labels, n_seen, strict=True)]
    if any(len(new) and {*map(type, known)}.isdisjoint(map(type, new)) for known, new in split):  # 1 against "1"
        warn_if_all_unseen(list(X.columns), codes, labels, n_seen, "types")
    return codes, labels


def warn_of_selection(X_unlabeled, X):
    """Warn if a cross-validation has probably taken a part of the rows without a target."""
    if not any(isinstance(frame.index, pd.RangeIndex) and frame.index.start == 0 for frame in (X, X_unlabeled)):
        warnings.warn(
            f"X_unlabeled has {len(X)} rows, as many as X. If a cross-validation passed it on, it has selected "
            f"rows of it. Pass [X_unlabeled] to keep all of them.",
            stacklevel=4,
        )


def encode_listed(X, categories):
    """Return codes, labels and numbers of seen labels of the columns, whose categories are given."""
    if not hasattr(categories, "__len__") or len(categories) != X.shape[1]:
        rule = f"be 'auto' or have one list for each of the {X.shape[1]} columns"
        given = f"{len(categories)} lists" if hasattr(categories, "__len__") else repr(categories)
        fail("categories", rule, given, "Pass a list of lists.")
    columns = [_encode_listed(column, listed) for (_, column), listed in zip(X.items(), categories, strict=True)]
    return tuple(list(part) for part in zip(*columns, strict=True))


def _encode_listed(column, listed):
    """Return codes, labels and the number of seen labels: listed ones with rows, then those without, then others."""
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
    """Return the weights as floats."""
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
        was, now = ({isinstance(x, numbers.Number | np.bool_) or type(x) for x in part} for part in (label[:n], new))
        differ = not was & now
        alike = {*map(_plain, label[:n])} & {*map(_plain, new)}
        many = present.size >= ENOUGH_ROWS and len(new) >= max(MANY_NEW, n / 2)  # a few new cities are the normal use
        if differ or (rule == "rows" and (alike or many)):
            cause = f" ({type(label[0]).__name__} in training, {type(new[0]).__name__} here)" if differ else ""
            warnings.warn(
                f"every value of column {name!r} is unseen, for example {new[0]!r}; the training rows have "
                f"{label[0]!r}{cause}. Convert the column if both mean the same.",
                stacklevel=4,
            )


def _plain(label):
    """Return a label without blanks, capitals and decimals: what is spelled otherwise in another file."""
    return str(label).strip().casefold().removesuffix(".0")


def warn_of_numbers(X, encoders):
    """Warn of columns that look like measurements and are categories for an encoder; pipelines get them as numbers."""
    ours = [each for each in encoders if hasattr(each, "baseline") and not isinstance(each.baseline, Pipeline)]
    for name, column in X.items():
        if any(each.encode is None or name in each.encode for each in ours):
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
    given, y = y, column_or_1d(y, warn=True)
    check_consistent_length(X, y)
    if y.dtype.kind in "OUS":
        check_one_type("y", given)
    if y.dtype == object:  # numbers in an object column, such as a row of a mixed frame
        plain = pd.Series(y, dtype=object).infer_objects().to_numpy()
        y = plain if plain.dtype.kind in "biuf" else y
    if pd.isna(y).any():
        fail("y", "have no missing value (NaN)", f"{int(pd.isna(y).sum())} of them", "Move those rows to X_unlabeled.")
    if y.dtype.kind == "f" and np.isinf(y).any():
        fail("y", "be finite", f"{int(np.isinf(y).sum())} infinite values", "Drop those rows.")
    kind = type_of_target(y, input_name="y") if target_type == "auto" else target_type
    if kind == "continuous":
        return _numbers(y)[:, np.newaxis], kind, None
    if kind not in TARGET_TYPES:
        fail("y", "be binary, multiclass or continuous", f"Unknown label type: {kind}", "Pass one column of targets.")
    classes, codes = np.unique(y, return_inverse=True)
    if kind == "multiclass":
        return np.eye(len(classes))[codes], kind, classes
    if len(classes) > 2:
        fail("y", "have two classes if target_type='binary'", f"{len(classes)}", "Set target_type='multiclass'.")
    numeric = set(classes.tolist()) <= {0, 1}
    return (y.astype(float) if numeric else (codes == len(classes) - 1).astype(float))[:, np.newaxis], kind, classes


def _numbers(y):
    """Return a continuous target as floats."""
    try:
        y = y.astype(float)
    except (TypeError, ValueError):
        fail("y", "be numeric if target_type='continuous'", repr(y[:3]), "Keep target_type='auto'.")
    if np.isinf(y).any():
        fail("y", "be finite", f"{int(np.isinf(y).sum())} infinite values", "Drop those rows.")
    return y


def column_names(estimator, input_features=None):
    """Return the names of the columns that the estimator was fitted on, or x0, x1, ... if they had none."""
    numbered = np.array([f"x{j}" for j in range(estimator.n_features_in_)], dtype=object)
    fitted = getattr(estimator, "feature_names_in_", None)
    if input_features is None:
        return numbered if fitted is None else fitted
    input_features = np.asarray(input_features, dtype=object)
    if fitted is not None and not np.array_equal(fitted, input_features):
        raise ValueError("input_features is not equal to feature_names_in_. Leave input_features out.")
    if len(input_features) != len(numbered):
        raise ValueError(
            f"input_features should have length equal to number of features ({len(numbered)}), "
            f"got {len(input_features)}. Name each column once."
        )
    return input_features


def find_column(estimator, feature):
    """Return position and name of a column given by name, or by position if the columns have no names."""
    names = list(column_names(estimator))
    named, order = hasattr(estimator, "feature_names_in_"), list(range(len(names)))
    if getattr(estimator, "encode", None) is not None:
        order = estimator._helpers.order[: estimator._helpers.n_encoded]
    if feature not in names or names.index(feature) not in order:
        check_choice("feature", feature, [names[j] for j in order] if named else order)
    j = names.index(feature) if feature in names else feature
    return order.index(j), names[j]
