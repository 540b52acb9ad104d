"""Real tables with useless columns: nearest neighbours with several remedies, and principal components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count

TABLES: dict[str, Callable[..., Any]] = {
    "wine": load_wine,
    "breast cancer": load_breast_cancer,
    "digits": load_digits,
}
NEIGHBOURS, KEPT = 5, 10
WAYS: dict[str, Callable[[], list[Any]]] = {
    "neighbours": lambda: [KNeighborsClassifier(NEIGHBOURS)],
    "cosine": lambda: [KNeighborsClassifier(NEIGHBOURS, metric="cosine")],
    "ten chosen": lambda: [SelectKBest(k=KEPT), KNeighborsClassifier(NEIGHBOURS)],
    "ten projected": lambda: [PCA(KEPT, random_state=0), KNeighborsClassifier(NEIGHBOURS)],
}
_MOST = 600  # rows of digits: enough, and quick


def real_table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return at most 600 rows of a table, without columns in which one value fills more than 95 % of the rows."""
    X, y = TABLES[check_choice("name", name, tuple(TABLES))](return_X_y=True)
    X, y = X[:_MOST], y[:_MOST]
    commonest = np.array([np.unique(column, return_counts=True)[1].max() for column in X.T])
    return X[:, commonest <= 0.95 * len(X)], y


def useless_columns(
    name: str, added: Sequence[int], n_seeds: int = 5, ways: Sequence[str] = tuple(WAYS)
) -> pd.DataFrame:
    """Add standardised noise to a table; return the mean accuracy over five folds by number, seed and way."""
    X, y = real_table(name)
    lines = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        noise = np.random.default_rng(seed).normal(size=(max(added), len(X))).T
        folds = list(StratifiedKFold(5, shuffle=True, random_state=seed).split(X, y))
        for count in added:
            wide = np.hstack([X, noise[:, :count]])
            for way in ways:
                model = make_pipeline(StandardScaler(), *WAYS[check_choice("ways", way, tuple(WAYS))]())
                shares = [_accuracy(model, wide, y, *parts) for parts in folds]
                lines.append((count, seed, way, float(np.mean(shares))))
    return pd.DataFrame(lines, columns=["useless", "seed", "way", "accuracy"])


def _accuracy(model: Any, X: np.ndarray, y: np.ndarray, fit: np.ndarray, judge: np.ndarray) -> float:
    """Fit on the training rows and return the accuracy on the test rows."""
    return float((model.fit(X[fit], y[fit]).predict(X[judge]) == y[judge]).mean())


def mean_by_way(results: pd.DataFrame) -> pd.DataFrame:
    """Return the mean accuracy over the seeds, by number of useless columns and way."""
    means = results.pivot_table(index="useless", columns="way", values="accuracy", sort=False)
    return means.rename_axis(index="useless columns", columns=None)


def means_by_table(names: Sequence[str], added: Sequence[int], n_seeds: int = 5) -> pd.DataFrame:
    """Return the mean accuracy by table, number of useless columns and way."""
    return pd.concat({name: mean_by_way(useless_columns(name, added, n_seeds)) for name in names}, names=["table"])


def strongest_components(names: Sequence[str] = tuple(TABLES), added: int = 1000) -> pd.DataFrame:
    """Return the largest variance of a principal component in four fifths of a table, and in noise of that length."""
    lines = {}
    for name in names:
        X, y = real_table(name)
        fit, _ = next(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
        noise = np.random.default_rng(0).normal(size=(len(fit), check_count("added", added, 1)))
        lines[name] = [len(fit), _largest_variance(X[fit]), _largest_variance(noise)]
    columns = ["rows to fit on", "of the table", "of the useless columns"]
    return pd.DataFrame(lines, index=columns).T.astype({"rows to fit on": int})


def _largest_variance(X: np.ndarray) -> float:
    """Return the variance of the first principal component of the standardised columns."""
    return float(np.linalg.norm(StandardScaler().fit_transform(X), 2) ** 2 / len(X))
