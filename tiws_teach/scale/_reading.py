"""What the counting of categories accepts as a target: classes or numbers."""

import numpy as np
import pandas as pd

from tiws_teach._categories import encode_column
from tiws_teach._validation import check_one_type, fail

MOST_CLASSES = 1000
"""Different values that a target may have before its values no longer count as classes."""

NO_FOLD = np.array([None], dtype=object)
"""The label of the only fold where there is no fold column."""


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


def read_sums(targets, target_type):
    """Return target sums, the type of the target, its classes, and the target value of each class."""
    classes = targets.classes
    kind = target_type if target_type != "auto" else _kind(classes)
    if classes is None and kind != "continuous":
        rule = f"be counts of classes for target_type={kind!r}"
        fail("counts", rule, "sums of numbers", "Count classes.")
    if kind == "continuous":
        return targets, kind, None, None if classes is None else targets.class_values()
    if kind == "binary" and len(classes) > 2:
        fail("y", "have two classes if target_type='binary'", f"{len(classes)}", "Set target_type='multiclass'.")
    known = np.unique(classes.tolist())
    if kind == "multiclass":
        return targets, kind, known, np.eye(len(classes))
    numeric = set(classes.tolist()) <= {0, 1}
    return targets, kind, known, classes.astype(float)[:, np.newaxis] if numeric else np.eye(len(classes))[:, [-1]]


def _kind(classes):
    if classes is None:
        return "continuous"
    return "binary" if len(classes) <= 2 else "multiclass"


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
