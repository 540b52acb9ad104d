"""One class in ten: apply a remedy, fit a classifier, judge it on fresh rows, over many samples, and in the plane."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach._validation import check_choice, check_count
from tiws_teach.course import paired_wins
from tiws_teach.datasets import OverlappingClasses, make_overlapping_classes
from tiws_teach.metrics import average_precision, balanced_accuracy, f1, precision, recall
from tiws_teach.resampling import ClassWeightedKNNClassifier, oversample, smote, undersample

REMEDIES = ("as they are", "undersample", "repeat", "SMOTE", "class weights", "threshold")
MODELS = ("neighbours", "logistic")
NEIGHBORS = 15
_RESAMPLERS: dict[str, Callable[..., Any]] = {"undersample": undersample, "repeat": oversample, "SMOTE": smote}
_PATIENTS, _FRESH = 7, 8  # seeds of the lesson's own two samples


@dataclass(frozen=True)
class Rule:
    """A fitted classifier and the score above which it calls a row ill."""

    remedy: str
    model: str  # "neighbours" or "logistic"
    estimator: Any  # fitted on `X` and `y`
    threshold: float
    X: np.ndarray  # (n_rows, n_features), the rows that the classifier saw, after resampling
    y: np.ndarray  # (n_rows,)

    def score(self, X: Any) -> np.ndarray:
        """Return the score of class 1 for each row."""
        return self.estimator.predict_proba(np.asarray(X, dtype=float))[:, 1]

    def called(self, X: Any) -> np.ndarray:
        """Return 1 for each row that is called ill, 0 for the others."""
        return (self.score(X) > self.threshold).astype(int)


def patients(n_samples: int = 1000, **kind: Any) -> OverlappingClasses:
    """Return the lesson's patients: 1,000 with two measurements, one in ten of them ill."""
    return make_overlapping_classes(n_samples, **kind, random_state=_PATIENTS)


def fresh_patients(n_samples: int = 1000, **kind: Any) -> OverlappingClasses:
    """Return other patients from the same truth, whom no rule has seen."""
    return make_overlapping_classes(n_samples, **kind, random_state=_FRESH)


def fit_rule(
    remedy: str, X: Any, y: Any, *, model: str = "neighbours", n_neighbors: int = NEIGHBORS, random_state: Any = 0
) -> Rule:
    """Apply a remedy and fit a classifier (course notes, Imbalanced vs balanced data set; Chawla et al., 2002)."""
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


def measure(y: Any, called: Any, score: Any) -> pd.Series:
    """Return measures of a rule by name (Manning et al., 2008, chapter 8; Brodersen et al., 2010)."""
    y, called = np.asarray(y), np.asarray(called).astype(int)
    of_the_ill = {"precision": precision, "recall": recall, "F1": f1}
    values = {"accuracy": float((y == called).mean())}
    values |= {name: each(y, called, pos_label=1, labels=[0, 1]) for name, each in of_the_ill.items()}
    values |= {"balanced accuracy": balanced_accuracy(y, called), "average precision": average_precision(y, score)}
    return pd.Series(values)


def judge(rule: Rule, fresh: OverlappingClasses) -> pd.Series:
    """Return the measures of a rule on fresh rows, by name."""
    score = rule.score(fresh.data)
    return measure(fresh.target, score > rule.threshold, score)


FRESH_SEED = 100_000  # fresh rows have seeds of their own, far from those of the training rows


def over_seeds(
    n_seeds: int,
    remedies: Sequence[str] = REMEDIES,
    *,
    n_train: int = 500,
    n_new: int = 1000,
    model: str = "neighbours",
    n_neighbors: int = NEIGHBORS,
    label_noise: float = 0.0,
    **kind: Any,
) -> pd.DataFrame:
    """Fit and judge every remedy on n_seeds simulated samples, with fresh rows for each."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_overlapping_classes(n_train, label_noise=label_noise, random_state=seed, **kind)
        fresh = make_overlapping_classes(n_new, random_state=FRESH_SEED + seed, **kind)
        for remedy in remedies:
            rule = fit_rule(remedy, known.data, known.target, model=model, n_neighbors=n_neighbors, random_state=seed)
            rows.append({"seed": seed, "remedy": remedy} | judge(rule, fresh).to_dict())
    return pd.DataFrame(rows)


def wins(results: pd.DataFrame, measure: str, against: str) -> pd.DataFrame:
    """Return in how many seeds each remedy is better than another one, equal and worse, and the mean difference."""
    table = results.pivot_table(index="seed", columns="remedy", values=measure, sort=False)
    gain = {remedy: table[remedy] - table[against] for remedy in table.columns.drop(against)}
    return paired_wins(pd.concat(gain, names=["remedy"]), "remedy")
