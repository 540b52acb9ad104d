"""The local outlier factor next to scikit-learn's, where a brute search wins and where trees do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.neighbors import LocalOutlierFactor as Peer

from tiws_teach.lof import LocalOutlierFactor
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._report import Block, Table, figure

FEATURES, NEIGHBOURS = 10, 20
MODELS = {
    "ties='all'": lambda: LocalOutlierFactor(NEIGHBOURS),
    "ties='first'": lambda: LocalOutlierFactor(NEIGHBOURS, ties="first"),
    "scikit-learn, default": lambda: Peer(n_neighbors=NEIGHBOURS),
    "scikit-learn, brute": lambda: Peer(n_neighbors=NEIGHBOURS, algorithm="brute"),
}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on the local outlier factor."""
    small, repeats = (20, 1) if quick else (1, 3)
    headline = 20_000 // small
    yield from by_rows([headline // 10, headline // 3, headline], repeats)
    yield from by_features(headline, repeats)
    yield from by_neighbours(headline // 4, repeats)
    yield from by_repeats(headline, repeats)
    yield from new_rows(headline, repeats)
    yield from memory([headline // 4, headline // 2, headline])


def cloud(n: int, features: int = FEATURES, seed: int = 0) -> np.ndarray:
    """Return n rows of a Gaussian cloud."""
    return np.random.default_rng(seed).normal(size=(n, features))


def _fit(make, X):
    return lambda: [seconds(lambda: make().fit(X))]


def _times(X: np.ndarray, repeats: int) -> list[float]:
    times = race({name: _fit(make, X) for name, make in MODELS.items()}, repeats, budget=20)
    return [found.total for found in times.values()]


def by_rows(sizes: list[int], repeats: int) -> list[Block]:
    """Compare the fits by the number of rows."""
    totals = [_times(cloud(n), repeats) for n in sizes]
    rows = [
        (f"{n:,}", *map(figure, (*t, t[0] / t[2], t[0] / t[3]))) for n, t in zip(sizes, totals, strict=True)
    ]  # fmt: skip
    ratio = totals[-1][0] / totals[-1][2]
    power = figure(growth(sizes, [t[0] for t in totals]))
    return [
        f"Seconds for the factors of all rows of a Gaussian cloud, {FEATURES} features, {NEIGHBOURS} neighbours; "
        "LocalOutlierFactor with its two rules for ties next to scikit-learn's, with default settings (a tree here) "
        "and with a brute search. The ratios are those of ties='all' to either:",
        Table(("rows", *MODELS, "ratio to default", "ratio to brute"), tuple(rows)),
        f"At {sizes[-1]:,} rows it takes {figure(ratio)} times as long as scikit-learn's with default settings. "
        f"Its time grows as rows to the {power}.",
    ]


def by_features(n: int, repeats: int) -> list[Block]:
    """Compare the fits by the number of features: trees win where there are few."""
    numbers = (2, 3, 5, 10, 30)
    totals = [_times(cloud(n, p), repeats) for p in numbers]
    rows = [(str(p), *map(figure, (*t, t[0] / t[2]))) for p, t in zip(numbers, totals, strict=True)]
    slower = [str(p) for p, t in zip(numbers, totals, strict=True) if t[0] > t[2]]
    said = f"slower than the default with {', '.join(slower)} features" if slower else "slower with none of these"
    return [
        f"The same for {n:,} rows by the number of features:",
        Table(("features", *MODELS, "ratio to default"), tuple(rows)),
        "In few dimensions a tree skips most rows; in many it cannot, and from 16 dimensions on scikit-learn's "
        f"default is a brute search. LocalOutlierFactor is {said}.",
    ]


def by_neighbours(n: int, repeats: int) -> list[Block]:
    """Compare the fits by the number of neighbours."""
    rows = []
    for k in (5, 20, 50):
        jobs = {
            "ours": _fit(lambda k=k: LocalOutlierFactor(k), cloud(n)),
            "peer": _fit(lambda k=k: Peer(n_neighbors=k), cloud(n)),
        }
        ours, peer = (found.total for found in race(jobs, repeats, budget=20).values())
        rows.append((str(k), *map(figure, (ours, peer, ours / peer))))
    return [
        f"The same for {n:,} rows by the number of neighbours, ties='all':",
        Table(("neighbours", "LocalOutlierFactor", "scikit-learn, default", "ratio"), tuple(rows)),
    ]


def by_repeats(n: int, repeats: int) -> list[Block]:
    """Compare the fits where distances are tied and rows repeated: zeros and ones, and one row in many places."""
    rng = np.random.default_rng(0)
    tables = {
        f"{p} zeros and ones": (rng.random((n, p)) < share) * 1.0 for p, share in ((10, 0.5), (30, 0.5), (100, 0.3))
    }
    tables["a quarter of the rows equal"] = equal_quarter(n)
    rows = []
    for name, X in tables.items():
        taken = _times(X, repeats)
        rows.append((name, *map(figure, (*taken, taken[0] / taken[2], taken[0] / taken[3]))))
    ours, peer = (figure(peak_memory(prepare_repeats, name, n) / 2**20) for name in ("ours", "peer"))
    written = figure((n / 4) ** 2 * 16 / 2**20)
    return [
        f"The same for {n:,} rows with many ties. LocalOutlierFactor computes each distinct row once:",
        Table(("rows", *MODELS, "ratio to default", "ratio to brute"), tuple(rows)),
        f"With a quarter of the rows equal the fit raises the resident memory by {ours} MiB at most, scikit-learn's by "
        f"{peer}; written out, the neighbours of the equal rows alone would take {written} MiB.",
    ]


def equal_quarter(n: int) -> np.ndarray:
    """Return rows of a Gaussian cloud, a quarter of them equal."""
    X = cloud(n)
    X[: n // 4] = X[0]
    return X


def prepare_repeats(name: str, n: int):
    """Return the job of a child process: one fit to rows of which a quarter are equal."""
    make = {"ours": LocalOutlierFactor, "peer": Peer}[name]
    make(n_neighbors=5).fit(equal_quarter(400))
    X = equal_quarter(n)
    return lambda: make(n_neighbors=NEIGHBOURS).fit(X)


def new_rows(n: int, repeats: int) -> list[Block]:
    """Compare how new rows are judged."""
    X, queries = cloud(n), cloud(max(n // 10, 1), seed=1)
    ours, peer = LocalOutlierFactor(NEIGHBOURS, novelty=True).fit(X), Peer(n_neighbors=NEIGHBOURS, novelty=True).fit(X)
    jobs = {
        "ours": lambda: [seconds(lambda: ours.score_samples(queries))],
        "peer": lambda: [seconds(lambda: peer.score_samples(queries))],
    }
    taken = [found.total for found in race(jobs, repeats, budget=20).values()]
    return [
        f"Seconds to judge {len(queries):,} new rows among {n:,} known ones, novelty=True:",
        Table(
            ("new rows", "LocalOutlierFactor", "scikit-learn, default", "ratio"),
            ((f"{len(queries):,}", *map(figure, (*taken, taken[0] / taken[1]))),),
        ),
    ]


def memory(sizes: list[int]) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""
    rows = []
    for n in sizes:
        for k in (10, 40):
            added = [figure(peak_memory(prepare, name, n, k) / 2**20) for name in ("ours", "peer")]
            rows.append((f"{n:,} rows, {k} neighbours", *added, figure(8 * n * k / 2**20), figure(8 * n**2 / 2**20)))
    return [
        "MiB by which the fit raises the resident memory of a fresh process at most, next to a table of rows times "
        "neighbours and one of all pairs, which is never held:",
        Table(("rows", "LocalOutlierFactor", "scikit-learn, default", "rows x k", "all pairs"), tuple(rows)),
        "Chunks of distances are also held for a while; only rows times neighbours grows.",
    ]


def prepare(name: str, n: int, k: int):
    """Return the job of a child process: one fit, after a small one that loads what is loaded late."""
    make = {"ours": LocalOutlierFactor, "peer": Peer}[name]
    make(n_neighbors=5).fit(cloud(100))
    X = cloud(n)
    return lambda: make(n_neighbors=k).fit(X)
