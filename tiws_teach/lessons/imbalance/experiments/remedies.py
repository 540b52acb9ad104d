"""One class in ten: apply a remedy, fit a classifier, judge it on fresh rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach._validation import check_choice
from tiws_teach.datasets import OverlappingClasses, make_overlapping_classes
from tiws_teach.metrics import average_precision, balanced_accuracy, f1, precision, recall
from tiws_teach.resampling import ClassWeightedKNNClassifier, oversample, smote, undersample

REMEDIES = ("as they are", "undersample", "repeat", "SMOTE", "class weights", "threshold")
MODELS = ("neighbours", "logistic")
MEASURES = ("accuracy", "precision", "recall", "F1", "balanced accuracy", "average precision")
NEIGHBORS = 15
_RESAMPLERS: dict[str, Callable[..., Any]] = {"undersample": undersample, "repeat": oversample, "SMOTE": smote}
_PATIENTS, _FRESH = 7, 8  # seeds of the lesson's own two samples


@dataclass(frozen=True)
class Rule:
    """A fitted classifier and the score above which it calls a row ill.

    Attributes
    ----------
    remedy : str
    model : {"neighbours", "logistic"}
    estimator : estimator
        Fitted on `X` and `y`.
    threshold : float
    X : ndarray of shape (n_rows, n_features)
        The rows that the classifier saw, after resampling.
    y : ndarray of shape (n_rows,)
    """

    remedy: str
    model: str
    estimator: Any
    threshold: float
    X: np.ndarray
    y: np.ndarray

    def score(self, X: Any) -> np.ndarray:
        """Return the score of class 1 for each row.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)

        Returns
        -------
        ndarray of shape (n_rows,), in [0, 1]
        """
        return self.estimator.predict_proba(np.asarray(X, dtype=float))[:, 1]

    def called(self, X: Any) -> np.ndarray:
        """Return 1 for each row that is called ill, 0 for the others.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)

        Returns
        -------
        ndarray of shape (n_rows,)
        """
        return (self.score(X) > self.threshold).astype(int)


def patients(n_samples: int = 1000, **kind: Any) -> OverlappingClasses:
    """Return the lesson's patients: 1,000 with two measurements, one in ten of them ill.

    Parameters
    ----------
    n_samples : int, default=1000
    **kind
        Other settings of `make_overlapping_classes`.

    Returns
    -------
    OverlappingClasses

    Source: tiws_teach, `make_overlapping_classes`.
    """
    return make_overlapping_classes(n_samples, **kind, random_state=_PATIENTS)


def fresh_patients(n_samples: int = 1000, **kind: Any) -> OverlappingClasses:
    """Return other patients from the same truth, whom no rule has seen.

    Parameters
    ----------
    n_samples : int, default=1000
    **kind
        Other settings of `make_overlapping_classes`.

    Returns
    -------
    OverlappingClasses

    Source: tiws_teach, `make_overlapping_classes`.
    """
    return make_overlapping_classes(n_samples, **kind, random_state=_FRESH)


def fit_rule(
    remedy: str,
    X: Any,
    y: Any,
    *,
    model: str = "neighbours",
    n_neighbors: int = NEIGHBORS,
    random_state: int | np.random.Generator | None = 0,
) -> Rule:
    """Apply a remedy and fit a classifier.

    Parameters
    ----------
    remedy : str
        One of `REMEDIES`: leave the rows "as they are"; "undersample", "repeat" or "SMOTE" until both classes have as
        many rows; balanced "class weights"; or leave the rows alone and call a row ill if its score exceeds the share
        of the ill instead of one half ("threshold").
    X : array-like of shape (n_rows, n_features)
    y : array-like of shape (n_rows,)
        0 or 1.
    model : {"neighbours", "logistic"}, default="neighbours"
        k nearest neighbours, or logistic regression.
    n_neighbors : int, default=15
        k.
    random_state : int, numpy.random.Generator or None, default=0

    Returns
    -------
    Rule

    Raises
    ------
    ValueError
        If `remedy` or `model` is unknown.

    Source: course notes, Imbalanced vs balanced data set; Chawla et al. (2002).
    """
    check_choice("remedy", remedy, REMEDIES)
    check_choice("model", model, MODELS)
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    threshold = float(y.mean()) if remedy == "threshold" else 0.5
    if remedy in _RESAMPLERS:
        X, y = _RESAMPLERS[remedy](X, y, random_state=random_state)
    estimator = _estimator(model, n_neighbors, weighted=remedy == "class weights").fit(X, y)
    return Rule(remedy, model, estimator, threshold, X, y)


def _estimator(model: str, k: int, weighted: bool) -> Any:
    """Return an unfitted classifier."""
    if model == "logistic":
        return LogisticRegression(class_weight="balanced" if weighted else None)
    if weighted:
        return ClassWeightedKNNClassifier(n_neighbors=k, class_weight="balanced", reading="votes")
    return KNeighborsClassifier(n_neighbors=k)


def fit_all(X: Any, y: Any, remedies: Sequence[str] = REMEDIES, **settings: Any) -> dict[str, Rule]:
    """Return one rule for each remedy.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
    y : array-like of shape (n_rows,)
    remedies : sequence of str
    **settings
        Passed to `fit_rule`.

    Returns
    -------
    dict of str to Rule

    Source: tiws_teach, its own.
    """
    return {remedy: fit_rule(remedy, X, y, **settings) for remedy in remedies}


def measure(y: Any, called: Any, score: Any, names: Sequence[str] = MEASURES) -> pd.Series:
    """Return measures of a rule by name.

    Parameters
    ----------
    y : array-like of shape (n_rows,)
        The truth, 0 or 1.
    called : array-like of shape (n_rows,)
        What the rule says, 0 or 1; the precision is 0 if nobody is called ill.
    score : array-like of shape (n_rows,)
    names : sequence of str
        Out of `MEASURES`; by default all six.

    Returns
    -------
    Series of float, indexed by `names`

    Source: Manning, Raghavan and Schuetze (2008), chapter 8; Brodersen et al. (2010).
    """
    y, called = np.asarray(y), np.asarray(called).astype(int)
    of_the_ill = {"precision": precision, "recall": recall, "F1": f1}
    values = {}
    for name in names:
        if check_choice("each of names", name, MEASURES) in of_the_ill:
            values[name] = of_the_ill[name](y, called, pos_label=1, labels=[0, 1])
        elif name == "average precision":
            values[name] = average_precision(y, score)
        else:
            values[name] = balanced_accuracy(y, called) if name == "balanced accuracy" else float((y == called).mean())
    return pd.Series(values)


def judge(rule: Rule, fresh: OverlappingClasses, names: Sequence[str] = MEASURES) -> pd.Series:
    """Return the measures of a rule on fresh rows.

    Parameters
    ----------
    rule : Rule
    fresh : OverlappingClasses
    names : sequence of str
        Out of `MEASURES`; by default all six.

    Returns
    -------
    Series of float, indexed by `names`

    Source: tiws_teach, its own.
    """
    score = rule.score(fresh.data)
    return measure(fresh.target, score > rule.threshold, score, names)


def judge_all(rules: Mapping[str, Rule], fresh: OverlappingClasses) -> pd.DataFrame:
    """Return the measures of several rules on the same fresh rows.

    Parameters
    ----------
    rules : dict of str to Rule
    fresh : OverlappingClasses

    Returns
    -------
    DataFrame of shape (n_rules, 6)

    Source: tiws_teach, its own.
    """
    return pd.DataFrame({name: judge(rule, fresh) for name, rule in rules.items()}).T
