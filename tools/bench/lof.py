"""The local outlier factor next to scikit-learn's, where a brute search wins and where trees do."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from sklearn.neighbors import LocalOutlierFactor as Peer

from tiws_teach.lof import LocalOutlierFactor
from tools.bench._measure import by_size, compare, mebibytes, memory_table, timed
from tools.bench._report import Block, figure

FEATURES, NEIGHBOURS = 10, 20
PAIR = {"LocalOutlierFactor": LocalOutlierFactor, "scikit-learn, default": Peer}
MODELS = {
    "ties='all'": partial(LocalOutlierFactor, NEIGHBOURS),
    "ties='first'": partial(LocalOutlierFactor, NEIGHBOURS, ties="first"),
    "scikit-learn, default": partial(Peer, n_neighbors=NEIGHBOURS),
    "scikit-learn, brute": partial(Peer, n_neighbors=NEIGHBOURS, algorithm="brute"),
}
BOTH = {"ratio to default": (0, 2), "ratio to brute": (0, 3)}


def measure(quick: bool) -> Iterator[Block]:
    small, repeats = (20, 1) if quick else (1, 3)
    n = 20_000 // small
    yield from by_rows([n // 10, n // 3, n], repeats)
    yield from by_features(n, repeats)
    yield from by_neighbours(n // 4, repeats)
    yield from by_repeats(n, repeats)
    yield from new_rows(n, repeats)
    yield from memory([n // 4, n // 2, n])


def cloud(n: int, features: int = FEATURES, seed: int = 0) -> np.ndarray:
    """Return n rows of a Gaussian cloud."""
    return np.random.default_rng(seed).normal(size=(n, features))


def jobs(X: np.ndarray):
    """Return jobs that fit each model."""
    return {name: timed(make().fit, X) for name, make in MODELS.items()}


def by_rows(sizes: list[int], repeats: int) -> list[Block]:
    """Compare the fits by the number of rows."""
    compared = compare("rows", by_size(sizes), lambda n: jobs(cloud(n)), repeats, ratios=BOTH)
    last = compared.totals[-1]
    return [
        f"Seconds for the factors of all rows of a Gaussian cloud, {FEATURES} features, {NEIGHBOURS} neighbours; "
        "LocalOutlierFactor with its two rules for ties next to scikit-learn's, with default settings (a tree here) "
        "and with a brute search. The ratios are those of ties='all' to either:",
        compared.table,
        f"At {sizes[-1]:,} rows it takes {figure(last[0] / last[2])} times as long as scikit-learn's with default "
        f"settings. Its time grows as rows to the {compared.power(sizes)}.",
    ]


def by_features(n: int, repeats: int) -> list[Block]:
    """Compare the fits by the number of features: trees win where there are few."""
    rows = by_size([2, 3, 5, 10, 30])
    compared = compare("features", rows, lambda p: jobs(cloud(n, p)), repeats, ratios={"ratio to default": (0, 2)})
    slower = [p for p, taken in zip(rows, compared.totals, strict=True) if taken[0] > taken[2]]
    verdict = f"slower than the default with {', '.join(slower)} features" if slower else "slower with none of these"
    return [
        f"The same for {n:,} rows by the number of features:",
        compared.table,
        "In few dimensions a tree skips most rows; in many it cannot, and from 16 dimensions on scikit-learn's "
        f"default is a brute search. LocalOutlierFactor is {verdict}.",
    ]


def by_neighbours(n: int, repeats: int) -> list[Block]:
    """Compare the fits by the number of neighbours."""
    X = cloud(n)

    def pair(k):
        return {name: timed(kind(n_neighbors=k).fit, X) for name, kind in PAIR.items()}

    return [
        f"The same for {n:,} rows by the number of neighbours, ties='all':",
        compare("neighbours", by_size([5, 20, 50]), pair, repeats).table,
    ]


def by_repeats(n: int, repeats: int) -> list[Block]:
    """Compare the fits where distances are tied and rows repeated: zeros and ones, and one row in many places."""
    rng = np.random.default_rng(0)
    tables = {
        f"{p} zeros and ones": ((rng.random((n, p)) < share) * 1.0,) for p, share in ((10, 0.5), (30, 0.5), (100, 0.3))
    }
    tables["a quarter of the rows equal"] = (equal_quarter(n),)
    ours, peer = (figure(mebibytes((prepare, kind, n, NEIGHBOURS, equal_quarter))) for kind in PAIR.values())
    return [
        f"The same for {n:,} rows with many ties. LocalOutlierFactor computes each distinct row once:",
        compare("rows", tables, jobs, repeats, ratios=BOTH).table,
        f"With a quarter of the rows equal the fit raises the resident memory by {ours} MiB at most, scikit-learn's by "
        f"{peer}; written out, the neighbours of the equal rows alone would take {figure(n**2 / 2**20)} MiB.",
    ]


def equal_quarter(n: int) -> np.ndarray:
    """Return rows of a Gaussian cloud, a quarter of them equal."""
    X = cloud(n)
    X[: n // 4] = X[0]
    return X


def new_rows(n: int, repeats: int) -> list[Block]:
    """Compare how new rows are judged."""
    X, queries = cloud(n), cloud(max(n // 10, 1), seed=1)

    def score(_):
        models = {name: kind(n_neighbors=NEIGHBOURS, novelty=True).fit(X) for name, kind in PAIR.items()}
        return {name: timed(model.score_samples, queries) for name, model in models.items()}

    return [
        f"Seconds to judge {len(queries):,} new rows among {n:,} known ones, novelty=True:",
        compare("new rows", by_size([len(queries)]), score, repeats).table,
    ]


def memory(sizes: list[int]) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""

    def row(n: int, k: int):
        peaks = {name: (prepare, kind, n, k) for name, kind in PAIR.items()}
        return {**peaks, "rows x k": 8 * n * k, "all pairs": 8 * n**2}

    table = memory_table("rows", {f"{n:,} rows, {k} neighbours": row(n, k) for n in sizes for k in (10, 40)})
    return [
        "MiB by which the fit raises the resident memory of a fresh process at most, next to a table of rows times "
        "neighbours and one of all pairs, which is never held:",
        table,
        "Chunks of distances are also held for a while; only rows times neighbours grows.",
    ]


def prepare(kind, n: int, k: int, make_rows=cloud):
    """Return the job of a child process: one fit, after a small one that loads what is loaded late."""
    kind(n_neighbors=5).fit(make_rows(400))
    return partial(kind(n_neighbors=k).fit, make_rows(n))
