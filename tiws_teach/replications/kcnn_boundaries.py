"""Figures 3.9 to 3.11: the decision boundaries of kCNN and EkCNN as k grows, and their posteriors next to kNN's.

The rows are drawn by the recipe of the book from which the thesis takes its simulated set: ten centres for each class,
one cloud around (1, 0) and one around (0, 1), and 100 rows of each class around centres chosen at random. The draw is
another one. Each job is one draw; what the figures show for one draw is counted over fifty.

Source: Gweon (2017), sections 3.4.1 and 3.4.2; Hastie, Tibshirani and Friedman, The Elements of Statistical Learning,
section 2.3.3.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._neighbors import nearest_rows
from tiws_teach.kcnn import conditional_distances, conditional_posteriors, ensemble_posteriors
from tiws_teach.replications._runner import Key, Replication, Row

METHODS = ("kNN", "kCNN", "EkCNN")
"""kCNN and EkCNN with r = p = 2."""
KS = (1, 3, 5, 10, 30)
DRAWS = 50
CENTRES, ROWS = 10, 100
"""Of each class."""
VARIANCE = 0.2
CELLS = 60
"""Grid points along each side."""


@dataclass(frozen=True)
class Mixture:
    """One draw: ten centres for each class as (2, 10, 2), and 200 rows with their classes."""

    centres: np.ndarray
    rows: np.ndarray
    y: np.ndarray


@dataclass(frozen=True)
class Field:
    """A posterior of class 1 on a grid with the lines x1 and x2 (x2 down the rows), and the true one."""

    mixture: Mixture
    x1: np.ndarray
    x2: np.ndarray
    posterior: np.ndarray
    truth: np.ndarray
    method: str
    k: int


def draw(seed: int) -> Mixture:
    """Draw centres and rows."""
    rng = np.random.default_rng(seed)
    centres = np.array([[[1.0, 0.0]], [[0.0, 1.0]]]) + rng.standard_normal((2, CENTRES, 2))
    y = np.repeat([0, 1], ROWS)
    rows = centres[y, rng.integers(0, CENTRES, 2 * ROWS)] + np.sqrt(VARIANCE) * rng.standard_normal((2 * ROWS, 2))
    return Mixture(centres, rows, y)


def true_posterior(mixture: Mixture, points: np.ndarray) -> np.ndarray:
    """Return the posterior of class 1, both classes being equally frequent."""
    offsets = points[:, np.newaxis, np.newaxis] - mixture.centres  # (points, classes, centres, 2)
    density = np.exp(-np.sum(offsets**2, axis=3) / (2 * VARIANCE)).sum(axis=2)
    return density[:, 1] / density.sum(axis=1)


def estimates(mixture: Mixture, points: np.ndarray, ks: tuple[int, ...] = KS) -> dict[tuple[str, int], np.ndarray]:
    """Return the posterior of class 1 by each method with each k."""
    near = mixture.y[nearest_rows(points, mixture.rows, max(ks))[1]]
    d = conditional_distances(points, mixture.rows, mixture.y, max(ks))
    by_method = {("kNN", k): near[:, :k].mean(axis=1) for k in ks}
    by_method |= {("kCNN", k): conditional_posteriors(d[:, k - 1], 2, 2.0)[:, 1] for k in ks}
    return by_method | {("EkCNN", k): ensemble_posteriors(d[:, :k], 2)[:, 1] for k in ks}


def grid(mixture: Mixture, cells: int = CELLS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the lines of a grid over the rows, and its points, line by line."""
    (low1, low2), (high1, high2) = mixture.rows.min(axis=0) - 0.3, mixture.rows.max(axis=0) + 0.3
    x1, x2 = np.linspace(low1, high1, cells), np.linspace(low2, high2, cells)
    return x1, x2, np.column_stack([axis.ravel() for axis in np.meshgrid(x1, x2)])


def field(seed: int, method: str, k: int, cells: int = 120) -> Field:
    """Return the posterior of class 1 on a grid, for a picture."""
    mixture = draw(seed)
    x1, x2, points = grid(mixture, cells)
    posterior = estimates(mixture, points, (k,))[method, k]
    truth = true_posterior(mixture, points)
    return Field(mixture, x1, x2, posterior.reshape(cells, cells), truth.reshape(cells, cells), method, k)


def fields(seed: int, pairs: list[tuple[str, int]]) -> list[Field]:
    """Return the posteriors of several methods or k on one draw; the pairs are (method, k)."""
    return [field(seed, method, k) for method, k in pairs]


def jobs() -> list[Key]:
    """Return the keys: the seed of the draw."""
    return [{"seed": seed} for seed in range(DRAWS)]


def job(key: Key) -> list[Row]:
    """Return for each method and k what the figures show, counted on a grid of 60 by 60 points; see FIGURES."""
    mixture = draw(key["seed"])
    points = grid(mixture)[2]
    truth, by_method = true_posterior(mixture, points), estimates(mixture, points)
    last = {method: by_method[method, max(KS)] > 0.5 for method in METHODS}
    rows: list[Row] = []
    for (method, k), posterior in by_method.items():
        side = posterior > 0.5
        row = {"method": method, "k": k, "disagrees": np.mean(side != (truth > 0.5)), "rough": roughness(side)}
        row |= {"moves": np.mean(side != last[method]), "levels": len(np.unique(posterior.round(6)))}
        rows.append(row | {"mse": np.mean((posterior - truth) ** 2)})
    return rows


def roughness(side: np.ndarray) -> float:
    """Return the share of neighbouring points of the grid that lie on different sides."""
    cells = side.reshape(CELLS, CELLS)
    return float(np.concatenate([np.diff(cells, axis=0).ravel(), np.diff(cells, axis=1).ravel()]).mean())


REPLICATION = Replication(
    "Boundaries and posteriors of kNN, kCNN and EkCNN over fifty draws (less than a minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng(seed) draws centres and rows",
    unit="draw",
    text=("method",),
)


FIGURES = {
    "rough": "neighbouring points on different sides",
    "disagrees": "points on the other side than by Bayes' rule",
    "moves": "points on another side than with k = 30",
    "levels": "different posteriors",
    "mse": "mean squared distance from the true posterior",
}


results = REPLICATION.results


def means(results: pd.DataFrame, figure: str) -> pd.DataFrame:
    """Return the mean of a figure over the draws, by method and k."""
    return results.pivot_table(index="method", columns="k", values=figure, sort=False)


def draws_with_less(results: pd.DataFrame, figure: str, k: int, than: int) -> pd.Series:
    """Return for each method in how many of the draws a figure is smaller with k than with another k."""
    wide = results.pivot_table(index="seed", columns=["method", "k"], values=figure)
    return pd.Series({method: int((wide[method, k] < wide[method, than]).sum()) for method in METHODS}, name="draws")
