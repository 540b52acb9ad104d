"""What the decomposition costs next to the fits that it needs, and how much it holds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

from tiws_teach.bias_variance import bias_variance_decomposition
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._report import Block, Table, figure

ROWS, FEATURES, POINTS = 500, 5, 1_000
ESTIMATORS = {
    "KNeighborsRegressor": KNeighborsRegressor(5),
    "DecisionTreeRegressor": DecisionTreeRegressor(random_state=0),
    "Ridge": Ridge(),
}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on bias and variance."""
    sizes = [3, 4, 5] if quick else [50, 200, 800]
    yield from decompositions(sizes, 1 if quick else 3)
    yield from memory(sizes[-1])


def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a training set whose first feature is informative."""
    X = rng.normal(size=(ROWS, FEATURES))
    return X, np.sin(2 * X[:, 0]) + rng.normal(size=ROWS)


def points() -> np.ndarray:
    """Return the points at which to judge."""
    return np.random.default_rng(0).normal(size=(POINTS, FEATURES))


def decompositions(sizes: list[int], repeats: int) -> list[Block]:
    """Compare the decomposition with a loop that only draws, fits and predicts."""
    rows, ratios, totals = [], [], []
    for name, estimator in ESTIMATORS.items():
        for n_sets in sizes:
            jobs = {"ours": _decompose(estimator, n_sets), "loop": _loop(estimator, n_sets)}
            times = race(jobs, repeats, budget=20)
            ours, loop = times["ours"].total, times["loop"].total
            ratios.append(ours / loop)
            totals.append(ours)
            rows.append((f"{name}, {n_sets} training sets", *map(figure, (ours, loop, ours / loop))))
    power = figure(growth(sizes, totals[: len(sizes)]))
    return [
        "### Time",
        f"Seconds of bias_variance_decomposition for the squared error at {POINTS:,} points, {ROWS} rows and "
        f"{FEATURES} features in each training set, next to a loop that draws, clones, fits and predicts and keeps "
        "nothing:",
        Table(("estimator", "bias_variance", "loop", "ratio"), tuple(rows)),
        f"bias_variance_decomposition takes {figure(min(ratios))} to {figure(max(ratios))} times as long: it predicts "
        "the training rows too, and its standard errors repeat the sums 50 times. With neighbours its time grows as "
        f"training sets to the {power}.",
    ]


def _decompose(estimator, n_sets):
    X = points()
    truth = np.sin(2 * X[:, 0])
    how = {"noise": 1.0, "n_sets": n_sets, "random_state": 0}
    return lambda: [seconds(lambda: bias_variance_decomposition(estimator, draw, X, truth, **how))]


def _loop(estimator, n_sets):
    X = points()

    def run():
        rng = np.random.default_rng(0)
        for _ in range(n_sets):
            clone(estimator).fit(*draw(rng)).predict(X)

    return lambda: [seconds(run)]


def memory(n_sets: int) -> list[Block]:
    """Report the peak of the resident memory next to the size of the predictions."""
    added = figure(peak_memory(prepare, n_sets) / 2**20)
    held = figure(n_sets * POINTS * 8 / 2**20)
    return [
        "### Memory",
        "MiB by which a decomposition raises the resident memory of a fresh process at most, next to the predictions "
        "at the points. Those at the training rows are held too, and all are copied for the sums:",
        Table(("training sets", "bias_variance", "predictions"), ((str(n_sets), added, held),)),
    ]


def prepare(n_sets: int):
    """Return the job of a child process, after a small one that loads what is loaded late."""
    X = points()
    truth = np.sin(2 * X[:, 0])
    bias_variance_decomposition(Ridge(), draw, X, truth, n_sets=3, random_state=0)
    return lambda: bias_variance_decomposition(Ridge(), draw, X, truth, n_sets=n_sets, random_state=0)
