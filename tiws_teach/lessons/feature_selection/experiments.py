"""Selections of noise, columns that help only together, a quick search, and rules that end it: settings -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.model_selection import check_cv

from tiws_teach.selection import one_standard_error

FOLDS = 5
SMALL_GAIN = 0.01


@dataclass(frozen=True)
class Invented:
    """Accuracy on columns of noise, with the columns chosen before the folds are made and inside them."""

    rows: int
    columns: int
    kept: int
    outside: float
    inside: float
    best: np.ndarray
    labels: np.ndarray


def noise(rows: int, columns: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw columns that have nothing to do with the two equally frequent classes."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(rows, columns)), rng.permutation(np.repeat([0, 1], rows // 2))


def together(n: int = 300, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw columns of which the first two determine the class, but only together: the sign of their product."""
    X = np.random.default_rng(seed).normal(size=(n, 8))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int)


def separations(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return for each column how far apart the class means are, in standard deviations of the column."""
    return np.abs(X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0)) / X.std(axis=0)


def _right(X: np.ndarray, y: np.ndarray, train: np.ndarray, columns: np.ndarray) -> float:
    """Return the share of test rows for which the nearer class mean is the right one."""
    A, a, B = X[np.ix_(train, columns)], y[train], X[np.ix_(~train, columns)]
    distances = [((B - A[a == label].mean(axis=0)) ** 2).sum(axis=1) for label in (0, 1)]
    return float(((distances[1] < distances[0]) == y[~train]).mean())


def _accuracies(X: np.ndarray, y: np.ndarray, kept: int) -> tuple[float, float]:
    """Return the mean accuracy over the folds, with the selection outside and inside."""
    order = np.argsort(y, kind="stable")
    fold = np.empty(len(y), dtype=int)
    fold[order] = np.arange(len(y)) % FOLDS
    chosen = np.argsort(-separations(X, y))[:kept]
    outside, inside = [], []
    for number in range(FOLDS):
        train = fold != number
        outside.append(_right(X, y, train, chosen))
        inside.append(_right(X, y, train, np.argsort(-separations(X[train], y[train]))[:kept]))
    return float(np.mean(outside)), float(np.mean(inside))


@lru_cache(maxsize=512)
def invented(rows: int, columns: int, kept: int, n_seeds: int = 20) -> Invented:
    """Select the best columns of noise on all rows and inside the folds; return the mean accuracies."""
    accuracies = [_accuracies(*noise(rows, columns, seed), kept) for seed in range(n_seeds)]
    outside, inside = np.mean(accuracies, axis=0)
    X, y = noise(rows, columns, 0)
    best = X[:, np.argmax(separations(X, y))]
    return Invented(rows, columns, kept, float(outside), float(inside), best, y)


def column_odds(X: np.ndarray, y: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Return what each value adds to the log odds for class 1 in Gaussian naive Bayes."""
    odds = np.zeros(X.shape)
    for label, sign in ((1, 1), (0, -1)):
        rows = X[train][y[train] == label]
        mean, variance = rows.mean(axis=0), rows.var(axis=0)
        odds -= sign * (np.log(variance) + (X - mean) ** 2 / variance) / 2
    return odds


def bayes_path(X: np.ndarray, y: np.ndarray, n_features: int | None = None, cv=5) -> tuple[list[int], pd.DataFrame]:
    """Select columns forward for Gaussian naive Bayes; return them in order, and the fold scores of each step."""
    folds = list(check_cv(cv, y, classifier=True).split(X, y))
    odds = [column_odds(X, y, train)[test] for train, test in folds]
    totals = [np.full(len(test), np.log(y[train].mean() / (1 - y[train].mean()))) for train, test in folds]
    chosen: list[int] = []
    scores: list[np.ndarray] = []
    for _ in range(n_features or X.shape[1]):
        votes = [total[:, np.newaxis] + new > 0 for total, new in zip(totals, odds, strict=True)]
        found = np.array([(y[test] == vote.T).mean(axis=1) for vote, (_, test) in zip(votes, folds, strict=True)])
        found[:, chosen] = -1
        means = found.mean(axis=0)
        chosen.append(int(np.argmax(means >= means.max() - 1e-12)))  # rounding makes no difference
        scores.append(found[:, chosen[-1]])
        totals = [total + new[:, chosen[-1]] for total, new in zip(totals, odds, strict=True)]
    return chosen, pd.DataFrame(scores, index=range(1, len(chosen) + 1))


def kept(order: list[int], scores: pd.DataFrame) -> dict[str, list[int]]:
    """Return the columns that each rule keeps of a path."""
    means = scores.mean(axis=1)
    small = [m for m in means.index[:-1] if means[m + 1] - means[m] < SMALL_GAIN]
    numbers = {
        "all": len(order),
        "maximum": means.idxmax(),
        "one standard error": one_standard_error(scores),
        "before a gain below 0.01": small[0] if small else len(order),
    }
    return {rule: order[:m] for rule, m in numbers.items()}
