"""One label at a time: a classifier that tells whether a row has it, its probability and its score.

Several methods are built from such classifiers, and all treat a label alike that is always or never present: no
classifier is fitted, and the label is predicted as it was in training, with probability 1 or 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.dummy import DummyClassifier
from sklearn.svm import SVC

from tiws_teach._validation import fail

FOLDS = 5
"""Folds within which the scores are made that Platt's sigmoid is fitted to."""


def linear_svm(folds: int = FOLDS) -> CalibratedClassifierCV:
    """Return the thesis's base classifier: a linear SVM, C = 1, with probabilities by Platt's sigmoid."""
    return CalibratedClassifierCV(SVC(kernel="linear", C=1.0), ensemble=False, cv=folds)


def fit_label(estimator: Any, X: Any, y: np.ndarray) -> Any:
    """Return a classifier of one label; a copy of `estimator`, or the linear SVM if that is None.

    The linear SVM takes fewer folds where fewer than five rows have the label (or lack it). With a single such row
    there is nothing to calibrate on, and the label's share of the rows is its probability everywhere.
    """
    rarest = int(min(y.sum(), len(y) - y.sum()))
    if rarest == 0 or (estimator is None and rarest == 1):
        return DummyClassifier(strategy="prior").fit(X, y)
    if estimator is None:
        return linear_svm(min(FOLDS, rarest)).fit(X, y)
    return clone(estimator).fit(X, y)


def label_probability(model: Any, X: Any) -> np.ndarray:
    """Return the probability that a row has the label, for each row of X."""
    return model.predict_proba(X)[:, np.asarray(model.classes_) == 1].sum(axis=1)


def label_score(model: Any, X: Any) -> np.ndarray:
    """Return a score for each row of X, above 0 where the label is predicted.

    A calibrated classifier gives the score from before the calibration; one without a score its probability less 1/2.
    """
    if isinstance(model, CalibratedClassifierCV):
        return np.mean([label_score(part.estimator, X) for part in model.calibrated_classifiers_], axis=0)
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X))
    return label_probability(model, X) - 0.5 if hasattr(model, "predict_proba") else model.predict(X) - 0.5


def check_probabilities(estimator: Any) -> None:
    """Refuse a base classifier that cannot tell probabilities."""
    if estimator is not None and not hasattr(estimator, "predict_proba"):
        mend = f"Wrap it: CalibratedClassifierCV({estimator!r}, ensemble=False)."
        fail("estimator", "have predict_proba", repr(estimator), mend, TypeError)
