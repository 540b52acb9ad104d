"""Distances from similarities next to bare numpy, and explained neighbours next to the search alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.distances import explain_neighbors, similarity_to_distance
from tiws_teach.distances.similarity import MAPS
from tools.bench._measure import race, seconds
from tools.bench._report import Block, Table, figure


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on neighbours in practice."""
    small, repeats = (20, 1) if quick else (1, 3)
    yield from maps(4_000 // small, repeats)
    yield from explained([n // small for n in (2_000, 20_000, 200_000)], repeats)


def maps(n: int, repeats: int) -> list[Block]:
    """Compare each map with its bare formula."""
    points = np.random.default_rng(0).normal(size=(n, 5))
    S, rows = np.exp(-cdist(points, points)), []
    for how, bare in MAPS.items():
        jobs = {"ours": _job(similarity_to_distance, S, how), "bare": _job(bare, S)}
        times = race(jobs, repeats)
        rows.append((how, *map(figure, (times["ours"].total, times["bare"].total))))
    return [
        "### Distances from similarities",
        f"Seconds of similarity_to_distance, of `distances`, for {n:,} objects, next to the formula without checks. "
        "The checks look for symmetry, for values out of range, and for a kernel by its Cholesky factor:",
        Table(("map", "similarity_to_distance", "formula"), tuple(rows)),
    ]


def explained(sizes: list[int], repeats: int) -> list[Block]:
    """Compare an explanation with the search for its neighbours."""
    rows = []
    for n in sizes:
        rng = np.random.default_rng(0)
        X, y = pd.DataFrame(rng.normal(size=(n, 20))).add_prefix("x"), rng.integers(0, 2, n)
        model = KNeighborsClassifier(7, algorithm="brute").fit(X, y)
        query = X.iloc[[0]]
        jobs = {"ours": _job(explain_neighbors, model, X, y, query), "search": _job(model.kneighbors, query)}
        times = race(jobs, repeats)
        rows.append((f"{n:,}", *map(figure, (times["ours"].total, times["search"].total))))
    return [
        "### Explained neighbours",
        "Seconds to explain one query by its seven neighbours in 20 columns, next to the brute search alone. The "
        "explanation also computes standard deviations and the prediction, which is a second search:",
        Table(("training rows", "explain_neighbors", "kneighbors"), tuple(rows)),
    ]


def _job(call: Callable[..., Any], *arguments: Any) -> Callable[[], list[float]]:
    return lambda: [seconds(lambda: call(*arguments))]
