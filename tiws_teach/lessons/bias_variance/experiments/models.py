"""Other models, 0/1 loss, and ways to choose k: cases without a closed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, PolynomialFeatures

from tiws_teach._neighbors import nearest_rows
from tiws_teach.bias_variance import bias_variance_decomposition, neighbor_weights, zero_one_parts
from tiws_teach.datasets import make_tide
from tiws_teach.lessons.bias_variance.experiments.tides import HOURS, draw_tide

N_SAMPLES, NOISE, LEVEL = 50, 10.0, 5.0
SHARE = 12
"""Readings, out of 50, that are held back for the test set."""


def compare_models(models: Mapping[Any, Any], n_sets: int = 60, name: str = "model") -> pd.DataFrame:
    """Return the parts, the error, its standard error and the training error of several regressors in dm², by model."""
    truth, rows = make_tide().truth(HOURS), []
    for model in models.values():
        parts = bias_variance_decomposition(
            model, draw_tide(), HOURS, truth, noise=NOISE**2, n_sets=n_sets, random_state=0
        )
        more = {"standard_error": parts.standard_errors["error"], "train_error": parts.train_errors.mean()}
        rows.append(parts.mean.to_dict() | more)
    return pd.DataFrame(rows, index=pd.Index(models, name=name))


@cache
def polynomial_degrees(degrees: Sequence[int] = (0, 1, 2, 3, 5, 9)) -> pd.DataFrame:
    """Return `compare_models` of least-squares polynomials of the hour by degree (Hastie et al., 2009, section 7.3)."""
    models = {d: make_pipeline(MinMaxScaler((-1, 1)), PolynomialFeatures(d), LinearRegression()) for d in degrees}
    return compare_models(models, name="degree")


def tide_classes(hours: np.ndarray = HOURS, level: float = LEVEL) -> np.ndarray:
    """Return the probabilities that a reading is not above, and above, a level."""
    above = make_tide().posterior(hours, level)
    return np.column_stack([1 - above, above])


@cache
def zero_one_points(k: int, n_sets: int = 1000) -> pd.DataFrame:
    """Return `zero_one_parts` by hour, for the vote of k neighbours on whether the level is exceeded."""
    X, above = _many_readings(n_sets)
    votes = above @ neighbor_weights(HOURS, X, k).T
    parts = zero_one_parts((votes > 0.5 + 1e-9).astype(int), tide_classes())
    return parts.set_index(pd.Index(HOURS[:, 0], name="hour"))


@cache
def _many_readings(n_sets: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the hours, and for each training set whether its readings exceed the level."""
    rng, draw = np.random.default_rng(0), draw_tide(level=LEVEL)
    sets = [draw(rng) for _ in range(n_sets)]
    return sets[0][0], np.array([y for _, y in sets])


def zero_one_every_k(ks: Sequence[int] = (1, 3, 5, 9, 15, 21, 25, 29, 35, 41, 49)) -> pd.DataFrame:
    """Return the columns of `zero_one_parts`, averaged over the hours, by k (Domingos, 2000, section 4)."""
    return pd.DataFrame([zero_one_points(k).mean() for k in ks], index=pd.Index(ks, name="k"))


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
