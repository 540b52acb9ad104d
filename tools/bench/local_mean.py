"""LMkNN and MLM-kHNN next to scikit-learn's nearest neighbours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.local_mean import LMKNNClassifier, MLMKHNNClassifier
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._report import Block, Table, figure

CLASSES, NEIGHBOURS, QUERIES = 3, 5, 2_000
MODELS = {
    "LMKNNClassifier": lambda: LMKNNClassifier(NEIGHBOURS),
    "MLMKHNNClassifier": lambda: MLMKHNNClassifier(NEIGHBOURS),
    "KNeighborsClassifier (brute)": lambda: KNeighborsClassifier(NEIGHBOURS, algorithm="brute"),
    "KNeighborsClassifier (auto)": lambda: KNeighborsClassifier(NEIGHBOURS),
}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on local means."""
    small, repeats = (20, 1) if quick else (1, 5)
    sizes = [n // small for n in (2_000, 20_000, 200_000)]
    yield from times(sizes, QUERIES // small, repeats)
    yield from memory(sizes[-1], QUERIES // small)


def clouds(n: int, features: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return n rows of Gaussian clouds, one for each class, one apart."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, CLASSES, n)
    return rng.normal(size=(n, features)) + y[:, np.newaxis], y


def job(make, X, y, queries):
    """Return a job that fits and predicts, and returns the seconds of both together."""
    return lambda: [seconds(lambda: make().fit(X, y).predict(queries))]


def times(sizes: list[int], queries: int, repeats: int) -> list[Block]:
    """Compare the models for few and many rows, with ten features and with two."""
    rows, grown = [], []
    for features in (10, 2):
        asked = clouds(queries, features, seed=1)[0]
        for n in sizes:
            X, y = clouds(n, features)
            found = race({name: job(make, X, y, asked) for name, make in MODELS.items()}, repeats, budget=20)
            taken = [each.total for each in found.values()]
            rows.append((f"{features}, {n:,}", *map(figure, taken), *(figure(own / taken[2]) for own in taken[:2])))
            grown.append(taken[0])
    return [
        f"Seconds to fit and to predict {queries:,} rows, {NEIGHBOURS} neighbours, {CLASSES} classes, next to "
        "scikit-learn's plain neighbours:",
        Table(("features, training rows", *MODELS, "LMkNN / brute", "MLM-kHNN / brute"), tuple(rows)),
        f"With ten features the time of LMkNN grows as rows to the {figure(growth(sizes, grown[: len(sizes)]))}. The "
        "means cost almost nothing compared with the search.",
    ]


def memory(n: int, queries: int) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""
    added = [figure(peak_memory(prepare, name, n, queries) / 2**20) for name in MODELS]
    return [
        "### Memory",
        f"MiB by which predicting {queries:,} rows raises the resident memory of a fresh process at most, ten "
        "features, next to the distances of all pairs, which are never held:",
        Table(
            ("training rows", *MODELS, "all pairs"),
            ((f"{n:,}", *added, figure(n * queries * 8 / 2**20)),),
        ),
    ]


def prepare(name: str, n: int, queries: int):
    """Return the job of a child process: one prediction, after a small one that loads what is loaded late."""
    model, asked = MODELS[name](), clouds(queries, 10, seed=1)[0]
    model.fit(*clouds(300, 10)).predict(asked)
    model.fit(*clouds(n, 10))
    return lambda: model.predict(asked)
