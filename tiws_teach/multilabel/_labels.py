"""One label at a time: a classifier that predicts whether a row has it, with probability and score.

Several methods are built from such classifiers. All of them treat a label that is always or never present in the same
way: no classifier is fitted, and the label is predicted as in training, with probability 1 or 0.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from tiws_teach._validation import fail

FOLDS = 5
"""Number of folds for the scores to which Platt's sigmoid is fitted."""

NAMES = ("svm", "logistic")
"""Base classifiers that can be given by name; "svm" is the default, like None."""


def base_classifier(estimator: Any) -> Any:
    """Return the classifier that `estimator` names; None for the linear SVM, which each method makes itself."""
    if isinstance(estimator, str) and estimator in NAMES:
        return LogisticRegression(max_iter=1000) if estimator == "logistic" else None
    if estimator is not None and (isinstance(estimator, str | type) or not hasattr(estimator, "fit")):
        advice = "Pass one of these names or an unfitted classifier such as LogisticRegression()."
        error = ValueError if isinstance(estimator, str) else TypeError
        fail("estimator", "be 'svm', 'logistic', None or a classifier", repr(estimator), advice, error)
    return estimator


def svm() -> SVC:
    """Return the thesis's base classifier without probabilities: a linear SVM, C = 1."""
    return SVC(kernel="linear", C=1.0)


def linear_svm(folds: int = FOLDS) -> CalibratedClassifierCV:
    """Return the thesis's base classifier: a linear SVM, C = 1, with probabilities from Platt's sigmoid."""
    return CalibratedClassifierCV(svm(), ensemble=False, cv=folds)


def fit_label(estimator: Any, X: Any, y: np.ndarray) -> Any:
    """Return a classifier of one label: a fitted copy of `estimator`, or the linear SVM if that is None.

    The linear SVM uses fewer folds if fewer than five rows have the label (or lack it). A single such row does not
    allow calibration; the probability is then the label's share of the rows everywhere.
    """
    base, rarest = base_classifier(estimator), int(min(y.sum(), len(y) - y.sum()))
    if rarest == 0 or (base is None and rarest == 1):
        return DummyClassifier(strategy="prior").fit(X, y)
    if base is None:
        return linear_svm(min(FOLDS, rarest)).fit(X, y)
    return clone(base).fit(X, y)


def label_probability(model: Any, X: Any) -> np.ndarray:
    """Return the probability that a row has the label, for each row of X."""
    return model.predict_proba(X)[:, np.asarray(model.classes_) == 1].sum(axis=1)


def label_score(model: Any, X: Any) -> np.ndarray:
    """Return a score for each row of X; the label is predicted if it is above 0.

    A calibrated classifier gives its score before calibration; one without a score gives its probability minus 1/2.
    """
    if isinstance(model, CalibratedClassifierCV):
        return np.mean([label_score(part.estimator, X) for part in model.calibrated_classifiers_], axis=0)
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X))
    return label_probability(model, X) - 0.5 if hasattr(model, "predict_proba") else model.predict(X) - 0.5


def by_label(values: Callable[[Any, Any], np.ndarray], X: Any, models: list[Any]) -> np.ndarray:
    """Return the probabilities or the scores of all labels, a column for each."""
    return np.column_stack([values(model, X) for model in models])


def tells_probabilities(estimator: Any) -> bool:
    """Return whether a base classifier has probabilities; the linear SVM has none by itself."""
    return (isinstance(estimator, str) and estimator == "logistic") or hasattr(estimator, "predict_proba")


def check_probabilities(estimator: Any) -> None:
    """Refuse a base classifier without probabilities."""
    base = base_classifier(estimator)
    if base is not None and not hasattr(base, "predict_proba"):
        advice = f"Wrap it: CalibratedClassifierCV({estimator!r}, ensemble=False)."
        fail("estimator", "have predict_proba", repr(estimator), advice, TypeError)
