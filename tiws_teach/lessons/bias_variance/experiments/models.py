"""Another model, and ways to choose k: cases without a closed form."""

from functools import cache

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, PolynomialFeatures

from tiws_teach._neighbors import nearest_rows
from tiws_teach.bias_variance import bias_variance_decomposition
from tiws_teach.datasets import make_tide
from tiws_teach.lessons.bias_variance.experiments.tides import HOURS, draw_tide

N_SAMPLES, NOISE = 50, 10.0
SHARE = 12
"""Readings, out of 50, that are held back for the test set."""


@cache
def error_of_a_cubic_curve() -> float:
    """Return the expected error of a cubic curve of the hour in dm²."""
    model = make_pipeline(MinMaxScaler((-1, 1)), PolynomialFeatures(3), LinearRegression())
    how = {"noise": NOISE**2, "n_sets": 60, "random_state": 0}
    return float(bias_variance_decomposition(model, draw_tide(), HOURS, make_tide().truth(HOURS), **how).mean["error"])


def predictions_by_k(queries: np.ndarray, rows: np.ndarray, y: np.ndarray, largest: int) -> np.ndarray:
    """Return the mean of the 1, 2, ..., `largest` nearest values of each query."""
    near = nearest_rows(queries, rows, largest)[1]
    return np.cumsum(y[near], axis=1) / np.arange(1, largest + 1)


@cache
def choose_k(n_seeds: int = 50, largest: int = 30) -> pd.DataFrame:
    """Return k, its reported and its true error, chosen on 12 test rows of 50 or by five folds of the other 38."""
    lines = []
    for seed in range(n_seeds):
        rng = np.random.default_rng(seed)
        tide = make_tide(N_SAMPLES, design="random", random_state=rng)
        X, y, order = tide.data.to_numpy(), tide.target.to_numpy(), rng.permutation(N_SAMPLES)
        test, known = order[:SHARE], order[SHARE:]
        on_test = _errors(X[known], y[known], X[test], y[test], largest)
        new = predictions_by_k(HOURS, X[known], y[known], largest) - tide.truth(HOURS)[:, np.newaxis]
        on_new = (new**2).mean(axis=0) + tide.noise**2
        folds = KFold(5, shuffle=True, random_state=seed).split(known)
        sums = sum(_errors(X[known[a]], y[known[a]], X[known[b]], y[known[b]], largest) * len(b) for a, b in folds)
        best = {"on the test rows": int(on_test.argmin()), "by folds": int(np.argmin(sums))}
        chosen = {way: {"k": i + 1, "reported": on_test[i], "true": on_new[i]} for way, i in best.items()}
        lines.append({(way, name): value for way, row in chosen.items() for name, value in row.items()})
    table = pd.DataFrame(lines).rename_axis(index="seed")
    return table.set_axis(pd.MultiIndex.from_tuples(table.columns), axis=1)


def _errors(X: np.ndarray, y: np.ndarray, X_new: np.ndarray, y_new: np.ndarray, largest: int) -> np.ndarray:
    """Return the mean squared error on new rows for k = 1, ..., largest."""
    return ((predictions_by_k(X_new, X, y, largest) - y_new[:, np.newaxis]) ** 2).mean(axis=0)
