"""TIWSEncoder next to TargetEncoder, category_encoders and the imputers: time, growth and memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks._frames import KINDS, make_frames
from benchmarks._measure import growth, peak_memory, race, seconds
from benchmarks._peers import PEERS, TARGET, TIWS
from benchmarks._report import Block, Table, figure
from tiws_teach._categories import columns_of, encode_column
from tiws_teach.tiws._counting import CategoryCounts

FEATURES, CATEGORIES = 10, 50


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on TIWS."""
    small = 20 if quick else 1
    many, some = 1_000_000 // small, 10_000 // small
    yield from headline(many, repeats=1 if quick else 4)
    yield from cross_fitted(many, repeats=1 if quick else 2)
    yield from against_imputers(some, repeats=1 if quick else 9)
    yield from growth_in_rows([n // small for n in (10_000, 30_000, 100_000, 300_000, 1_000_000)])
    yield from growth_in_categories(some, [10, 30, 100, 300] if quick else [10, 30, 100, 300, 1000, 3000])
    yield from growth_in_features(some, [2, 5, 10, 20])
    yield from memory(small)
    yield from shares_of_the_time(many)


def headline(n: int, repeats: int) -> list[Block]:
    """Compare fit and transform of a large frame, for three types of category columns."""
    rows, ratios = [], []
    for kind in KINDS:
        X, y, X_new = make_frames(n, FEATURES, CATEGORIES, kind)
        times = race({name: PEERS[name].job(X, y, X_new) for name in (TIWS, TARGET)}, repeats)
        ratios.append(times[TIWS].total / times[TARGET].total)
        cells = [figure(step) for name in (TIWS, TARGET) for step in (*times[name].steps, times[name].total)]
        rows.append((kind, *cells, figure(ratios[-1])))
    steps = [f"{name} {step}" for name in (TIWS, TARGET) for step in ("fit", "transform", "both")]
    return [
        f"### {n:,} rows, {FEATURES} features of {CATEGORIES} categories",
        "Seconds to fit, and to transform as many new rows. The target has two classes, and each feature of the new "
        "rows has one unseen category.",
        Table(("columns hold", *steps, "ratio"), tuple(rows)),
        f"TIWSEncoder takes {figure(min(ratios))} to {figure(max(ratios))} of TargetEncoder's time.",
    ]


def cross_fitted(n: int, repeats: int) -> list[Block]:
    """Compare `fit_transform`, in which both encoders cross-fit in five folds."""
    rows, ratios = [], []
    for kind in KINDS:
        X, y, _ = make_frames(n, FEATURES, CATEGORIES, kind)
        times = race({name: _cross_fit(PEERS[name].make, X, y) for name in (TIWS, TARGET)}, repeats)
        ratios.append(times[TIWS].total / times[TARGET].total)
        rows.append((kind, figure(times[TIWS].total), figure(times[TARGET].total), figure(ratios[-1])))
    return [
        "Seconds of `fit_transform` on the training rows, which both encoders cross-fit in five folds:",
        Table(("columns hold", TIWS, TARGET, "ratio"), tuple(rows)),
        f"TIWSEncoder takes {figure(min(ratios))} to {figure(max(ratios))} of TargetEncoder's time.",
    ]


def _cross_fit(make, X, y):
    return lambda: [seconds(lambda: make().fit_transform(X, y))]


def against_imputers(n: int, repeats: int) -> list[Block]:
    """Compare with encoders and with imputers, which treat an unseen category as a missing value."""
    rows = []
    for kind in ("pandas str", "category"):
        frames = make_frames(n, FEATURES, CATEGORIES, kind)
        times = race({name: peer.job(*frames) for name, peer in PEERS.items()}, repeats, budget=10)
        ours = times.pop(TIWS).total
        rows += [(name, kind, *map(figure, (found.total, ours, found.total / ours))) for name, found in times.items()]
    return [
        f"### {n:,} rows, {FEATURES} features",
        f"Seconds to fit on {n:,} rows and to transform {n:,} new ones, {CATEGORIES} categories a feature. The "
        "imputers use ordinal codes, which scikit-learn's encoder makes in the same pipeline, and treat an unseen "
        "category as a missing value. Ordinal codes treat the number of a category as a quantity.",
        Table(("peer", "columns hold", "peer, s", f"{TIWS}, s", "times as long"), tuple(rows)),
        "IterativeImputer fits one ridge regression per column, and ordinal codes need few columns.",
    ]


def growth_in_rows(sizes: list[int]) -> list[Block]:
    """Compare times by the number of rows."""
    table, faster = _growth("rows n", {n: (n, FEATURES, CATEGORIES) for n in sizes}, 3)
    return [
        "### Growth",
        "Seconds of fit and transform; the columns hold pandas str, and the imputers use ordinal codes. The exponent "
        "is the b of time = a size^b, fitted to the three largest sizes. A dash: the peer would need minutes. First "
        f"by the number of rows n, with {FEATURES} features of {CATEGORIES} categories:",
        table,
        faster,
    ]


def growth_in_categories(n: int, sizes: list[int]) -> list[Block]:
    """Compare times by the number of categories of each feature."""
    table, faster = _growth("categories l", {size: (n, FEATURES, size) for size in sizes}, 3)
    return [
        f"By the number of categories l of each of {FEATURES} features, with {n:,} rows:",
        table,
        f"A document matrix has l rows and {FEATURES - 1} l columns here and is standardised as a dense array, one "
        f"for each feature. From about a hundred categories on, this square of l dominates the time of TIWS. {faster}",
    ]


def growth_in_features(n: int, sizes: list[int]) -> list[Block]:
    """Compare times by the number of features."""
    table, faster = _growth("features p", {size: (n, size, CATEGORIES) for size in sizes}, 5)
    return [
        f"By the number of features p, with {CATEGORIES} categories each and {n:,} rows:",
        table,
        f"TIWS counts all p (p - 1) / 2 pairs of features, the other encoders each feature alone. {faster}",
    ]


def _growth(label: str, sizes: dict[int, tuple[int, int, int]], repeats: int) -> tuple[Table, str]:
    """Return a table of times, one row for each size, and the sizes at which a peer is faster than TIWSEncoder."""
    found: dict[str, dict[int, float]] = {name: {} for name in PEERS}
    for size, shape in sizes.items():
        frames = make_frames(*shape)
        able = {name: peer.job(*frames) for name, peer in PEERS.items() if shape[0] <= peer.most_rows}
        for name, times in race(able, repeats, budget=10).items():
            found[name][size] = times.total
    rows = [(f"{size:,}", *(figure(found[name].get(size)) for name in PEERS)) for size in sizes]
    exponents = [figure(growth(list(times), list(times.values()))) for times in found.values()]
    return Table((label, *PEERS), (*rows, ("exponent", *exponents))), _faster(found)


def _faster(found: dict[str, dict[int, float]]) -> str:
    """Return a sentence on the peers that took less time than TIWSEncoder at some sizes."""
    peers: dict[str, list[str]] = {}
    for name, times in found.items():
        sizes = ", ".join(f"{size:,}" for size, taken in times.items() if taken < found[TIWS][size])
        peers.setdefault(sizes, []).append(name)
    lines = [f"Faster than TIWSEncoder at {sizes}: {', '.join(names)}." for sizes, names in peers.items() if sizes]
    return " ".join(lines) or "TIWSEncoder is the fastest at each of these sizes."


def memory(small: int) -> list[Block]:
    """Compare peaks of the resident memory with the size of the frame and of the document matrix."""
    rows = []
    for n, categories in ((100_000, 50), (1_000_000, 50), (100_000, 300), (100_000, 1000)):
        shape = (n // small, FEATURES, categories)
        cells = (shape[0] * FEATURES, categories**2 * (FEATURES - 1), shape[0] * FEATURES * categories)
        frame, document, one_hot = (figure(size * 8 / 2**20) for size in cells)
        added = [figure(peak_memory(prepare, name, shape) / 2**20) for name in (TIWS, TARGET)]
        rows.append((f"{shape[0]:,}", f"{categories:,}", *added, frame, document, one_hot))
    kinds = (f"{TIWS} adds", f"{TARGET} adds", "frame", "document matrix", "dense one-hot")
    return [
        "### Memory",
        "Peak growth in MiB of a fresh process's resident memory during fit and transform, next to the size of some "
        f"tables at 8 bytes a cell: the frame with its {FEATURES} features (the size of each encoder's output), a "
        "document matrix, and one-hot codes of the rows, which TIWS does not make.",
        Table(("rows", "categories", *kinds), tuple(rows)),
        "TIWS needs a small multiple of the frame and, with many categories, of the document matrix, because it "
        "keeps the counts of all pairs and standardises one feature after the other: O(rows + l n_j). TargetEncoder "
        "needs no document matrix and, with many categories, much less memory.",
    ]


def prepare(name: str, shape: tuple[int, int, int]):
    """Return the job of a child process: fit and transform, after a small run that triggers late imports."""
    PEERS[name].job(*make_frames(1000, 3, 10, "category"))()
    return PEERS[name].job(*make_frames(*shape, "category"))


def shares_of_the_time(n: int, repeats: int = 5) -> list[Block]:
    """Measure the shares of the steps in the time of fit and transform."""
    rows = []
    for kind in KINDS:
        times = race(_up_to_each_step(*make_frames(n, FEATURES, CATEGORIES, kind)), repeats)
        reached = [found.total for found in times.values()]
        rows.append((kind, *(f"{100 * step / reached[-1]:.0f} %" for step in np.diff(reached, prepend=0.0))))
    return [
        "### Where the time goes",
        f"Shares of the time of TIWSEncoder's fit and transform, {n:,} rows, {FEATURES} features of {CATEGORIES} "
        "categories: the encoder and its first steps alone run in turn; the table shows the differences.",
        Table(("columns hold", "labels to codes", "counting pairs", "targets, similarities, output"), tuple(rows)),
        "pandas.factorize converts labels to codes and reads each string once.",
    ]


def _up_to_each_step(X, y, X_new):
    """Return jobs that do the first step, the first two, and all of fit and transform."""
    frames = (X, X_new)
    return {
        "codes": lambda: [seconds(lambda: [encode_column(column) for frame in frames for column in columns_of(frame)])],
        "counts": lambda: [seconds(lambda: CategoryCounts.of_training(X)[1].with_rows(X_new))],
        "all": PEERS[TIWS].job(X, y, X_new),
    }
