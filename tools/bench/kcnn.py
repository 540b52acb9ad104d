"""kCNN and EkCNN next to scikit-learn's nearest neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._report import Block, Table, figure

CLASSES, NEIGHBOURS, QUERIES = 3, 5, 2_000
BRUTE, AUTO = "KNeighborsClassifier (brute)", "KNeighborsClassifier (auto)"
MODELS = {
    "KCNNClassifier": lambda: KCNNClassifier(NEIGHBOURS),
    "EKCNNClassifier": lambda: EKCNNClassifier(NEIGHBOURS),
    BRUTE: lambda: KNeighborsClassifier(NEIGHBOURS, algorithm="brute"),
    AUTO: lambda: KNeighborsClassifier(NEIGHBOURS),
}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on kCNN."""
    small, repeats = (20, 1) if quick else (1, 5)
    sizes = [n // small for n in (2_000, 20_000, 200_000)]
    queries = QUERIES // small
    yield from times_by_size(sizes, queries, repeats)
    yield from times_by_features(sizes[-2], queries, repeats)
    yield from times_on_a_grid(sizes[-2], queries, repeats)
    yield from times_on_zeros_and_ones(sizes[-2], queries, repeats)
    yield from memory(sizes, queries)


def clouds(n: int, features: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return n rows of Gaussian clouds, one for each class, one apart."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, CLASSES, n)
    return rng.normal(size=(n, features)) + y[:, np.newaxis], y


def job(make, X, y, queries):
    """Return a job that fits and predicts, and returns the seconds of both together."""
    return lambda: [seconds(lambda: make().fit(X, y).predict_proba(queries))]


def totals(X, y, queries, repeats) -> list[float]:
    """Return the seconds of each model."""
    times = race({name: job(make, X, y, queries) for name, make in MODELS.items()}, repeats, budget=20)
    return [found.total for found in times.values()]


def times_by_size(sizes: list[int], queries: int, repeats: int) -> list[Block]:
    """Compare the models for few and many rows, with ten features and with two."""
    blocks: list[Block] = []
    for features in (10, 2):
        asked = clouds(queries, features, seed=1)[0]
        taken = [totals(*clouds(n, features), asked, repeats) for n in sizes]
        rows = [(f"{n:,}", *map(figure, line)) for n, line in zip(sizes, taken, strict=True)]
        ratios = [
            (
                f"{n:,}",
                figure(line[0] / line[2]),
                figure(line[1] / line[2]),
                figure(line[0] / line[3]),
                figure(line[1] / line[3]),
            )
            for n, line in zip(sizes, taken, strict=True)
        ]
        blocks += [
            f"### {features} features",
            f"Seconds to fit and to predict the probabilities of {queries:,} rows, {NEIGHBOURS} neighbours, {CLASSES} "
            f"classes, {features} features:",
            Table(("training rows", *MODELS), tuple(rows)),
            "How many times as long as scikit-learn:",
            Table(
                ("training rows", "kCNN / brute", "EkCNN / brute", "kCNN / auto", "EkCNN / auto"),
                tuple(ratios),
            ),
            f"The time of kCNN grows as rows to the {figure(growth(sizes, [line[0] for line in taken]))}.",
        ]
    return [
        *blocks,
        "With two features a tree is faster than any search through all rows. kCNN takes a tree there, too, but "
        "one for each class, and looks for a few candidates more, whose distances it computes exactly; with few rows "
        "what is done once for each class is most of the time. With ten features it takes one matrix product for each "
        "class and a block of queries, and computes the few smallest distances exactly.",
    ]


def times_by_features(n: int, queries: int, repeats: int) -> list[Block]:
    """Compare the models for narrow and wide tables."""
    rows = []
    for features in (1, 4, 5, 20, 100):
        taken = totals(*clouds(n, features), clouds(queries, features, seed=1)[0], repeats)
        rows.append((str(features), *map(figure, taken), figure(taken[0] / taken[2]), figure(taken[0] / taken[3])))
    return [
        "### By features",
        f"The same seconds for {n:,} training rows, by the number of features:",
        Table(("features", *MODELS, "kCNN / brute", "kCNN / auto"), tuple(rows)),
    ]


def times_on_a_grid(n: int, queries: int, repeats: int) -> list[Block]:
    """Compare the models where many distances are tied."""
    rows = []
    for levels in (2, 4, 10):
        rng = np.random.default_rng(0)
        X, y = rng.integers(0, levels, (n, 10)).astype(float), rng.integers(0, CLASSES, n)
        taken = totals(X, y, rng.integers(0, levels, (queries, 10)).astype(float), repeats)
        rows.append((str(levels), *map(figure, taken), figure(taken[0] / taken[2]), figure(taken[0] / taken[3])))
    return [
        "### Ties",
        f"The same seconds for {n:,} training rows of ten features with 2, 4 or 10 whole-numbered values, where "
        "distances are tied. kCNN searches rows that are repeated often once, and whole numbers by a product without "
        "rounding, so that the rule for ties costs no second search:",
        Table(("values", *MODELS, "kCNN / brute", "kCNN / auto"), tuple(rows)),
    ]


def times_on_zeros_and_ones(n: int, queries: int, repeats: int) -> list[Block]:
    """Compare the models on the presence of words, dense and sparse, and on repeated rows of any numbers."""
    rows = []
    for name, X, asked in presence(n, queries):
        y = np.random.default_rng(0).integers(0, CLASSES, n)
        taken = totals(X, y, asked, repeats)
        rows.append((name, *map(figure, taken), figure(taken[0] / taken[2]), figure(taken[1] / taken[2])))
    return [
        f"The same seconds for {n:,} training rows of zeros and ones, a share of them ones, and for rows of ten "
        "numbers, each repeated 20 times:",
        Table(("rows", *MODELS, "kCNN / brute", "EkCNN / brute"), tuple(rows)),
    ]


def presence(n: int, queries: int) -> Iterator[tuple[str, Any, Any]]:
    """Yield a name, rows and queries: zeros and ones, dense and sparse, and repeated rows."""
    for features, share in ((30, 0.5), (100, 0.3), (500, 0.05)):
        X, asked = ((np.random.default_rng(i).random((m, features)) < share) * 1.0 for i, m in enumerate((n, queries)))
        yield f"{features} features, {share:.0%} ones", X, asked
    yield f"{features} features, {share:.0%} ones, sparse", sparse.csr_array(X), sparse.csr_array(asked)
    cloud = clouds(n // 20, 10)[0]
    yield "each row 20 times", np.repeat(cloud, 20, axis=0), clouds(queries, 10, seed=1)[0]


def memory(sizes: list[int], queries: int) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""
    rows = []
    for n in sizes:
        added = [figure(peak_memory(prepare, name, n, queries) / 2**20) for name in MODELS]
        rows.append((f"{n:,}", *added, figure(n * queries * 8 / 2**20)))
    return [
        "### Memory",
        f"MiB by which predicting {queries:,} rows raises the resident memory of a fresh process at most, ten "
        "features, next to the distances of all pairs, which are never held:",
        Table(("training rows", *MODELS, "all pairs"), tuple(rows)),
    ]


def prepare(name: str, n: int, queries: int):
    """Return the job of a child process: one prediction, after a small one that loads what is loaded late."""
    model, asked = MODELS[name](), clouds(queries, 10, seed=1)[0]
    model.fit(*clouds(300, 10)).predict_proba(asked)
    model.fit(*clouds(n, 10))
    return lambda: model.predict_proba(asked)
