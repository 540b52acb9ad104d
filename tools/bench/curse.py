"""Distance contrast next to scipy's and scikit-learn's full tables, intrinsic dimension, and Hughes curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

from tiws_teach.curse import distance_contrast, hughes_curve, intrinsic_dimension
from tiws_teach.curse.contrast import CHUNK
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._report import Block, Table, figure

QUERIES, NEIGHBOURS = 200, 10
SCIPY = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on the curse of dimensionality."""
    small, repeats = (20, 1) if quick else (1, 3)
    sizes = [n // small for n in (2_000, 20_000, 60_000)]
    yield from contrasts(sizes, 50, repeats)
    yield from words(sizes[-1], repeats)
    yield from dimensions([n // small for n in (2_000, 6_000, 20_000)], repeats)
    yield from hughes(quick)
    yield from memory(sizes[-1])


def uniform(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n rows and the queries, drawn in the unit cube."""
    rng = np.random.default_rng(0)
    return rng.random((n, d)), rng.random((QUERIES, d))


def full_table(metric: str) -> Callable[[Any, Any], np.ndarray]:
    """Return the contrast by all distances at once."""

    def contrast(X, queries):
        apart = pairwise_distances(queries, X, metric) if sparse.issparse(X) else cdist(queries, X, SCIPY[metric])
        return apart.max(axis=1) / apart.min(axis=1) - 1

    return contrast


def contrasts(sizes: list[int], d: int, repeats: int) -> list[Block]:
    """Compare dense rows by the three metrics."""
    rows: list[tuple[str, ...]] = []
    ratios: list[float] = []
    powers: list[str] = []
    for metric in SCIPY:
        taken: list[tuple[float, float]] = []
        for n in sizes:
            taken.append(_compare(rows, f"{metric}, {n:,} rows", metric, uniform(n, d), repeats))
            ratios.append(taken[-1][0] / taken[-1][1])
        powers.append(f"{metric} {figure(growth(sizes, [ours for ours, _ in taken]))}")
    return [
        "### Distance contrast",
        f"The functions of `curse`. Seconds for the contrast of {QUERIES} queries in {d} dimensions, next to the "
        "maximum and the minimum of the whole table of distances by scipy's cdist:",
        Table(("metric", "distance_contrast", "cdist", "ratio"), tuple(rows)),
        f"It takes {figure(min(ratios))} to {figure(max(ratios))} times as long and holds at most {CHUNK} MiB of "
        f"distances. Time grows as rows to the power: {', '.join(powers)}.",
    ]


def words(n: int, repeats: int) -> list[Block]:
    """Compare sparse word counts."""
    rng, d = np.random.default_rng(0), 5_000
    shares = 1 / np.arange(1, d + 1)
    made = sparse.csr_array(rng.multinomial(100, shares / shares.sum(), n // 10 + QUERIES).astype(float))
    rows: list[tuple[str, ...]] = []
    for metric in SCIPY:
        _compare(rows, f"{metric}, {n // 10:,} rows", metric, (made[QUERIES:], made[:QUERIES]), repeats)
    return [
        f"The same for sparse counts of {d:,} words, 100 words a row, next to scikit-learn's pairwise_distances:",
        Table(("metric", "distance_contrast", "pairwise_distances", "ratio"), tuple(rows)),
    ]


def _compare(
    rows: list[tuple[str, ...]], name: str, metric: str, data: tuple[Any, Any], repeats: int
) -> tuple[float, float]:
    """Measure one setting, append the row and return both times."""
    jobs = {
        "ours": lambda: [seconds(lambda: distance_contrast(data[0], data[1], metric))],
        "peer": lambda: [seconds(lambda: full_table(metric)(*data))],
    }
    times = race(jobs, repeats, budget=20)
    taken = times["ours"].total, times["peer"].total
    rows.append((name, *map(figure, (*taken, taken[0] / taken[1]))))
    return taken


def dimensions(sizes: list[int], repeats: int) -> list[Block]:
    """Compare the intrinsic dimension with its search alone."""
    rows = []
    for n in sizes:
        X = np.random.default_rng(0).normal(size=(n, 5)) @ np.random.default_rng(1).normal(size=(5, 50))
        jobs = {"ours": _job(intrinsic_dimension, X, NEIGHBOURS), "peer": _job(_search, X)}
        times = race(jobs, repeats, budget=20)
        taken = times["ours"].total, times["peer"].total
        rows.append((f"{n:,}", *map(figure, (*taken, taken[0] / taken[1])), figure(intrinsic_dimension(X[:2_000]))))
    return [
        "### Intrinsic dimension",
        "Seconds for rows of 50 columns with five latent dimensions, next to scikit-learn's brute search for the "
        f"{NEIGHBOURS} nearest rows alone; the last column is the estimate from 2,000 rows:",
        Table(("rows", "intrinsic_dimension", "NearestNeighbors (brute)", "ratio", "estimate"), tuple(rows)),
    ]


def _search(X: np.ndarray) -> Any:
    """Search the nearest rows, as any estimate of the dimension has to."""
    return NearestNeighbors(n_neighbors=NEIGHBOURS, algorithm="brute").fit(X).kneighbors()


def _job(call: Callable[..., Any], *arguments: Any) -> Callable[[], list[float]]:
    return lambda: [seconds(lambda: call(*arguments))]


def hughes(quick: bool) -> list[Block]:
    """Take the time of one curve."""
    features, repeats = ([1, 10, 50], 4) if quick else ([1, 2, 5, 10, 20, 50, 100, 200, 500], 50)
    taken = seconds(lambda: hughes_curve(KNeighborsClassifier(5), features, 40, repeats, random_state=0))
    return [
        "### Hughes curve",
        f"One hughes_curve of five neighbours, {len(features)} numbers of features up to {features[-1]}, 40 training "
        f"rows, {repeats} training sets of 1,000 test rows each: {figure(taken)} s.",
    ]


def memory(n: int) -> list[Block]:
    """Compare peaks of the resident memory with the whole table."""
    added = [figure(peak_memory(prepare, name, n) / 2**20) for name in ("ours", "peer")]
    return [
        "### Memory",
        f"MiB by which the contrast of {QUERIES} queries among {n:,} rows of 50 dimensions raises the resident memory "
        "of a fresh process at most:",
        Table(("rows", "distance_contrast", "cdist", "all distances"),
              ((f"{n:,}", *added, figure(n * QUERIES * 8 / 2**20)),)),
    ]  # fmt: skip


def prepare(name: str, n: int):
    """Return the job of a child process: one call, after a small one that loads what is loaded late."""
    call = distance_contrast if name == "ours" else full_table("euclidean")
    X, queries = uniform(n, 50)
    call(X[:100], queries[:2])
    return lambda: call(X, queries)
