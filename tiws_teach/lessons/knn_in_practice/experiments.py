"""A map of wines, a rule for k, and drugs that are known by their names alone: settings -> result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.datasets import load_wine
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import StandardScaler

WINE_COLUMNS = ["flavanoids", "proline"]
SPAN = ((0.2, 5.2), (200.0, 1720.0))
GRID = 36
STEMS = {
    "beta blocker": "atenolol bisoprolol metoprolol nebivolol propranolol timolol carvedilol",
    "ACE inhibitor": "captopril enalapril lisinopril ramipril perindopril quinapril fosinopril",
    "sartan": "losartan valsartan candesartan irbesartan telmisartan olmesartan eprosartan",
    "statin": "atorvastatin simvastatin rosuvastatin pravastatin fluvastatin lovastatin pitavastatin",
    "penicillin": "amoxicillin ampicillin oxacillin piperacillin flucloxacillin benzylpenicillin ticarcillin",
    "benzodiazepine": "diazepam lorazepam oxazepam alprazolam midazolam clonazepam triazolam",
    "painkiller": "paracetamol ibuprofen indometacin naproxen diclofenac ketoprofen celecoxib",
}
"""International nonproprietary names (WHO) by class."""


@dataclass(frozen=True)
class WineMap:
    """The class that k neighbours give each place of a map of two columns, and the leave-one-out accuracy."""

    k: int
    unit: float
    standardised: bool
    X: np.ndarray
    y: np.ndarray
    field: np.ndarray
    accuracy: float


def drugs() -> pd.Series:
    """Return the class of each drug by its name."""
    return pd.Series({name: kind for kind, names in STEMS.items() for name in names.split()}, name="class")


def _votes(distances: np.ndarray, y: np.ndarray, k: int) -> np.ndarray:
    """Return the most frequent class among the k nearest for each line of distances; the lower class if tied."""
    near = y[np.argsort(distances, axis=1, kind="stable")[:, :k]]
    return np.argmax([(near == label).sum(axis=1) for label in range(y.max() + 1)], axis=0)


def grid() -> np.ndarray:
    """Return the middles of the cells of the map, line by line from below."""
    middles = (np.arange(GRID) + 0.5) / GRID
    axes = [low + (high - low) * middles for low, high in SPAN]
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)


def _spread_of_the_others(X: np.ndarray) -> np.ndarray:
    """Return for each row the standard deviations of the columns without this row."""
    n, centered = len(X), X - X.mean(axis=0)
    return np.sqrt(((centered**2).sum(axis=0) - centered**2 * n / (n - 1)) / (n - 1))


@lru_cache(maxsize=64)
def wine_map(k: int, unit: float, standardised: bool) -> WineMap:
    """Measure proline in `unit` mg, and vote; scaled by the spread of the other wines if standardised."""
    X, y = load_wine(return_X_y=True, as_frame=True)
    shown, y = X[WINE_COLUMNS].to_numpy(), y.to_numpy()
    measured = shown / [1, unit]
    scale = _spread_of_the_others(measured) if standardised else np.ones_like(measured)
    squared = (((measured[:, np.newaxis] - measured) / scale[:, np.newaxis]) ** 2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    places = grid() / [1, unit]
    sd = measured.std(axis=0) if standardised else 1.0
    field = _votes((((places[:, np.newaxis] - measured) / sd) ** 2).sum(axis=2), y, k).reshape(GRID, GRID)
    return WineMap(k, unit, standardised, shown, y, field, float((_votes(squared, y, k) == y).mean()))


def flipped(y: np.ndarray, share: float, seed: int) -> np.ndarray:
    """Return labels 0 and 1 of which each is wrong with the probability `share`."""
    return np.where(np.random.default_rng(seed).random(len(y)) < share, 1 - y, y)


def right_votes(A: np.ndarray, a: np.ndarray, B: np.ndarray, b: np.ndarray, ks: Sequence[int]) -> np.ndarray:
    """Return which rows of B each k labels right; the scaler is learned on A, and a tie goes to class 0."""
    scaler = StandardScaler().fit(A)
    search = NearestNeighbors(n_neighbors=ks[-1]).fit(scaler.transform(A))
    ones = a[search.kneighbors(scaler.transform(B), return_distance=False)].cumsum(axis=1)
    return (2 * ones[:, np.array(ks) - 1] > np.array(ks)) == (b == 1)[:, np.newaxis]


def right_by_row(X: np.ndarray, y: np.ndarray, ks: Sequence[int], folds: RepeatedStratifiedKFold) -> pd.DataFrame:
    """Return the share of the shuffles in which each row is labelled right, a column for each of the rising ks."""
    right = np.zeros((len(X), len(ks)))
    for train, test in folds.split(X, y):
        right[test] += right_votes(X[train], y[train], X[test], y[test], ks)
    return pd.DataFrame(right / folds.n_repeats, columns=ks)
