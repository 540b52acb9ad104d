"""Selections of noise, columns that help only together, a quick search, and rules that end it: settings -> result."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.model_selection import check_cv

from tiws_teach.selection import one_standard_error

FOLDS = 5
TABLES, NEW = 20, 500
SMALL_GAIN = 0.005  # half a row of a hundred: rounding decides nothing


@dataclass(frozen=True)
class Promised:
    """What cross-validation promises for chosen columns, and what the model keeps; one number for each table."""

    rows: int
    columns: int
    kept: int
    useful: int
    outside: np.ndarray  # accuracy in five folds, the columns chosen on all rows
    inside: np.ndarray  # the same, chosen inside the folds
    new: np.ndarray  # on new rows, the columns chosen on all rows


def noise(rows: int, columns: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw columns that have nothing to do with the two equally frequent classes."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(rows, columns)), rng.permutation(np.repeat([0, 1], rows // 2))


def together(n: int = 300, seed: int = 0, columns: int = 8) -> tuple[np.ndarray, np.ndarray]:
    """Draw columns of which the first two determine the class, but only together: the sign of their product."""
    X = np.random.default_rng(seed).normal(size=(n, columns))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int)


@lru_cache(maxsize=512)
def promised(rows: int, columns: int, kept: int, useful: int = 0) -> Promised:
    """Keep the best columns of twenty tables; in the useful ones, class 1 stands one standard deviation higher."""
    results = []
    for seed in range(TABLES):
        X, y = noise(rows, columns, seed)
        X[:, :useful] += y[:, np.newaxis]
        results.append(_accuracies(X, y, kept, useful, np.random.default_rng([seed, 1])))
    return Promised(rows, columns, kept, useful, *np.array(results).T)


def _accuracies(X: np.ndarray, y: np.ndarray, kept: int, useful: int, rng: np.random.Generator) -> tuple[float, ...]:
    """Return the accuracies outside, inside and on new rows; the nearer class mean decides."""
    fold = np.argsort(np.argsort(y, kind="stable")) % FOLDS
    member = (fold == np.arange(FOLDS)[:, None, None]) & (y == np.array([[0], [1]]))  # (folds, classes, rows)
    counts = member.sum(axis=2)
    sums, squares = member @ X, member @ X**2
    chosen, means = _choose(sums, squares, counts, kept)
    outside: list[float] = []
    inside: list[float] = []
    for number in range(FOLDS):
        test, train = fold == number, np.arange(FOLDS) != number
        own, means_in = _choose(sums[train], squares[train], counts[train], kept)
        for scores, columns in ((outside, chosen), (inside, own)):
            scores.append(_right(X[np.ix_(test, columns)], y[test], means_in[:, columns]))
    truth = np.repeat([0, 1], NEW // 2)
    fresh = rng.normal(size=(NEW, kept)) + np.outer(truth, chosen < useful)
    return float(np.mean(outside)), float(np.mean(inside)), _right(fresh, truth, means[:, chosen])


def _choose(sums: np.ndarray, squares: np.ndarray, counts: np.ndarray, kept: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the columns whose class means are farthest apart in standard deviations, and all class means."""
    n = counts.sum()
    means = sums.sum(axis=0) / counts.sum(axis=0)[:, np.newaxis]
    spread = np.sqrt(squares.sum(axis=(0, 1)) / n - (sums.sum(axis=(0, 1)) / n) ** 2)
    return np.argsort(-np.abs(means[1] - means[0]) / spread, kind="stable")[:kept], means


def _right(X: np.ndarray, y: np.ndarray, means: np.ndarray) -> float:
    """Return the share of rows for which the nearer class mean is the right one."""
    distances = ((X - means[:, np.newaxis]) ** 2).sum(axis=2)
    return float(((distances[1] < distances[0]) == y).mean())


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
    means = scores.mean(axis=1).round(9)  # ties are exact
    small = [m for m in means.index[:-1] if means[m + 1] - means[m] < SMALL_GAIN]
    numbers = {
        "all": len(order),
        "maximum": means.idxmax(),
        "one standard error": one_standard_error(scores),
        "before a gain below 0.005": small[0] if small else len(order),
    }
    return {rule: order[:m] for rule, m in numbers.items()}
