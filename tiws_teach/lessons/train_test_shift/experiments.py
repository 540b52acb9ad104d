"""Clouds that move and turn, and four remedies for a shift: settings -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from tiws_teach.shift import auc_from_ranks, distribution_shift, permuted_aucs

CORRELATION = 0.9
ADVERSARIES = {"linear": LinearDiscriminantAnalysis(), "quadratic": QuadraticDiscriminantAnalysis()}
LABELLED = 40
"""Test rows for which the remedies "alone" and "retrain" get labels."""
REFUSED = 0.9
"""Rows with a higher probability of being a test row are refused."""


@dataclass(frozen=True)
class CloudShift:
    """A training cloud, a test cloud, and how well two classifiers distinguish them on the held-out half."""

    move: float
    turn: int
    n: int
    train: np.ndarray
    test: np.ndarray
    auc: dict[str, float]
    band: tuple[float, float]

    @property
    def found(self) -> bool:
        """Whether an AUC lies above the band, which chance does to one of two in at most 5 % of draws (Bonferroni)."""
        return max(self.auc.values()) > self.band[1]


def clouds(move: float, turn: float, n: int = 200, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw n training and n test points; the test cloud is turned about the origin, then moved to the right."""
    rng = np.random.default_rng(seed)
    long = np.linalg.cholesky([[1, CORRELATION], [CORRELATION, 1]])
    angle = np.deg2rad(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return rng.normal(size=(n, 2)) @ long.T, rng.normal(size=(n, 2)) @ long.T @ turned.T + [move, 0]


@dataclass(frozen=True)
class People:
    """Rows of several persons on both sides, and the number of the person of each row."""

    X: np.ndarray
    X_new: np.ndarray
    person: np.ndarray
    person_new: np.ndarray


def people(move: float, turn: float, rows: int, seed: int = 0) -> People:
    """Draw 90 training and 30 test persons from two clouds; each gives some rows, close to one another."""
    train, test = clouds(move, turn, 90, seed)
    rng = np.random.default_rng((seed, rows))
    person, person_new = np.repeat(np.arange(90), rows), np.repeat(np.arange(90, 120), rows)
    everybody = np.vstack([train, test[:30]])
    X, X_new = (everybody[who] + rng.normal(0, 0.05, (len(who), 2)) for who in (person, person_new))
    return People(X, X_new, person, person_new)


@lru_cache(maxsize=1024)
def cloud_shift(move: float, turn: int, n: int = 200, seed: int = 0) -> CloudShift:
    """Fit two classifiers to the first half of either cloud and judge them on the second half."""
    train, test = clouds(move, turn, n, seed)
    half = n // 2
    side = np.repeat([False, True], half)
    fitted, judged = np.vstack([train[:half], test[:half]]), np.vstack([train[half:], test[half:]])
    scores = {name: clone(model).fit(fitted, side).predict_proba(judged)[:, 1] for name, model in ADVERSARIES.items()}
    auc = {name: auc_from_ranks(rankdata(score), side) for name, score in scores.items()}
    permuted = permuted_aucs(scores["linear"], half, 199, np.random.default_rng(seed))
    low, high = np.quantile(permuted, [0.025, 0.975])
    return CloudShift(move, turn, n, train, test, auc, (float(low), float(high)))


def curved(n: int, mean: float, sd: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows around a place on the first axis; the class is 1 above a wave that is the same everywhere."""
    X = np.column_stack([rng.normal(mean, sd, n), rng.normal(size=n)])
    return X, (X[:, 1] + 0.3 * rng.normal(size=n) > np.sin(1.5 * X[:, 0])).astype(int)


def remedies(n_seeds: int = 10) -> pd.DataFrame:
    """Return the accuracy on test rows by seed, model and remedy, and the share of rows that the last one answers."""
    rows = []
    for seed in range(n_seeds):
        rows += [{"seed": seed, **row} for row in _tried(np.random.default_rng(seed))]
    return pd.DataFrame(rows).set_index(["seed", "model"])


def _tried(rng: np.random.Generator) -> list[dict]:
    """Try every remedy once with both models."""
    (X, y), (X_new, y_new), (X_home, y_home) = (curved(600, mean, sd, rng) for mean, sd in ((0, 1), (2, 0.5), (0, 1)))
    shift = distribution_shift(X, X_new, estimators=ADVERSARIES, n_permutations=19, random_state=rng)
    sure = shift.test_scores.to_numpy() <= REFUSED
    both, y_both = np.vstack([X, X_new[:LABELLED]]), np.concatenate([y, y_new[:LABELLED]])
    trees = HistGradientBoostingClassifier(max_iter=50, min_samples_leaf=10)
    rows = []
    for name, model in {"linear": LogisticRegression(), "trees": trees}.items():
        plain = clone(model).fit(X, y)
        weighted = clone(model).fit(X, y, sample_weight=shift.weights.to_numpy())
        retrained = clone(model).fit(both, y_both)
        accuracy = {"as in training": plain.score(X_home, y_home), "nothing done": plain.score(X_new, y_new)}
        accuracy |= {"reweight": weighted.score(X_new, y_new)}
        alone = clone(model).fit(X_new[:LABELLED], y_new[:LABELLED])
        accuracy |= {"40 new rows alone": alone.score(X_new[LABELLED:], y_new[LABELLED:])}
        accuracy |= {"collect and retrain": retrained.score(X_new[LABELLED:], y_new[LABELLED:])}
        accuracy |= {"refuse": plain.score(X_new[sure], y_new[sure]), "share answered": float(sure.mean())}
        rows.append({"model": name, **accuracy})
    return rows
