"""Where resampling misleads: before the split, in many dimensions, and where weights are no repetition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach._validation import check_choice, check_count
from tiws_teach.datasets import make_overlapping_classes
from tiws_teach.lessons.imbalance.experiments.over_seeds import FRESH_SEED
from tiws_teach.lessons.imbalance.experiments.remedies import fresh_patients, patients
from tiws_teach.metrics import balanced_accuracy
from tiws_teach.resampling import ClassWeightedKNNClassifier, oversample, smote

RESAMPLERS: dict[str, Callable[..., Any]] = {"repeat": oversample, "SMOTE": smote}


def leak(
    n_seeds: int, remedy: str = "repeat", *, n_neighbors: int = 5, n_train: int = 500, **kind: Any
) -> pd.DataFrame:
    """Return a score of rows resampled before the split or inside folds, and on fresh rows (Santos et al., 2018)."""
    check_choice("remedy", remedy, tuple(RESAMPLERS))
    lines = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_overlapping_classes(n_train, random_state=seed, **kind)
        fresh = make_overlapping_classes(2000, random_state=FRESH_SEED + seed, **kind)
        X, y = known.data.to_numpy(), known.target.to_numpy()
        X_more, y_more = RESAMPLERS[remedy](X, y, random_state=seed)
        knn = KNeighborsClassifier(n_neighbors).fit(X_more, y_more)
        on_fresh = balanced_accuracy(fresh.target, knn.predict(fresh.data.to_numpy()))
        before = _folds(X_more, y_more, None, n_neighbors, seed)
        lines.append((before, _folds(X, y, remedy, n_neighbors, seed), on_fresh))
    return pd.DataFrame(lines, columns=["before the split", "inside each fold", "fresh rows"])


def _folds(X: np.ndarray, y: np.ndarray, remedy: str | None, k: int, seed: int) -> float:
    """Return the mean balanced accuracy over five folds; the rows to fit on are resampled if a remedy is given."""
    scores = []
    for train, test in StratifiedKFold(5, shuffle=True, random_state=seed).split(X, y):
        X_fit, y_fit = X[train], y[train]
        if remedy is not None:
            X_fit, y_fit = RESAMPLERS[remedy](X_fit, y_fit, random_state=seed)
        scores.append(balanced_accuracy(y[test], KNeighborsClassifier(k).fit(X_fit, y_fit).predict(X[test])))
    return float(np.mean(scores))


def distances_by_dimension(dimensions: Sequence[int], random_state: int = 0) -> pd.DataFrame:
    """Return the mean squared distance per feature of fresh healthy rows to others (Blagus and Lusa, 2013)."""
    lines = {}
    for d in dimensions:
        known = make_overlapping_classes(500, n_features=d, random_state=random_state)
        fresh = make_overlapping_classes(500, n_features=d, random_state=FRESH_SEED + random_state)
        X, y = known.data.to_numpy(), known.target.to_numpy()
        made = smote(X, y, random_state=random_state)[0][len(X) :]
        asked = fresh.data[fresh.target == 0].to_numpy()
        kinds = {"to the healthy": X[y == 0], "to the ill": X[y == 1], "to synthetic ill": made}
        lines[d] = {name: _mean_square(asked, rows) / d for name, rows in kinds.items()}
    return pd.DataFrame(lines).T.rename_axis("features")


def _mean_square(A: np.ndarray, B: np.ndarray) -> float:
    """Return the mean squared distance between the rows of A and those of B, without making all pairs."""
    between = ((A.mean(axis=0) - B.mean(axis=0)) ** 2).sum()
    return float(between + A.var(axis=0).sum() + B.var(axis=0).sum())


def agreement(ks: Sequence[int], times: int = 9, **kind: Any) -> pd.DataFrame:
    """Return the share of patients for whom weights agree with repetition, or change the votes, by k."""
    known, asked = patients(**kind), fresh_patients(**kind).data.to_numpy()
    X, y = known.data.to_numpy(), known.target.to_numpy()
    often = np.where(y == 1, check_count("times", times, 1), 1)
    lines = {}
    for k in ks:
        plain = KNeighborsClassifier(k).fit(X, y).predict(asked)
        repeated = KNeighborsClassifier(k).fit(np.repeat(X, often, axis=0), np.repeat(y, often)).predict(asked)
        votes, mass = (
            ClassWeightedKNNClassifier(k, class_weight={1: times}, reading=reading).fit(X, y).predict(asked)
            for reading in ("votes", "mass")
        )
        lines[k] = {
            "weighted votes": (votes == repeated).mean(),
            "weight mass": (mass == repeated).mean(),
            "votes change": (votes != plain).mean(),
        }
    return pd.DataFrame(lines).T.rename_axis("k")
