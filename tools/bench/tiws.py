"""TIWSEncoder next to TargetEncoder, category_encoders and the imputers: time, growth and memory."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import partial
from unittest.mock import patch

import numpy as np
from scipy import sparse

from tiws_teach._categories import columns_of, encode_column
from tiws_teach.tiws import _unseen
from tiws_teach.tiws._counting import CategoryCounts
from tools.bench._frames import KINDS, make_frames
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._peers import PEERS, TARGET, TIWS
from tools.bench._report import Block, Table, figure

FEATURES, CATEGORIES = 10, 50
MANY = ((10_000, 1000), (10_000, 3000), (100_000, 10_000), (1_000_000, 100_000))
"""Rows, and categories of each feature."""

DENSE_CELLS = 1e8
"""Most cells of a document that the benchmark makes dense (0.8 GB, and several times that while it is standardised)."""


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
    yield from many_categories([(n // small, size // small) for n, size in MANY], repeats=1 if quick else 3)
    yield from many_cross_fitted([(n // small, size // small) for n, size in MANY[:3]], repeats=1 if quick else 3)
    yield from small_requests([(n // small, size // small) for n, size in MANY[:3]])
    yield from memory(small)
    yield from shares_of_the_time(many)


def headline(n: int, repeats: int) -> list[Block]:
    """Compare fit and transform of a large frame, for the three things that a column of categories can be."""
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
        "rows has a category without a training row.",
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
    """Compare with encoders and with imputers, to which an unseen category is a missing value."""
    rows = []
    for kind in ("pandas str", "category"):
        frames = make_frames(n, FEATURES, CATEGORIES, kind)
        times = race({name: peer.job(*frames) for name, peer in PEERS.items()}, repeats, budget=10)
        ours = times.pop(TIWS).total
        rows += [(name, kind, *map(figure, (found.total, ours, found.total / ours))) for name, found in times.items()]
    return [
        f"### {n:,} rows, {FEATURES} features",
        f"Seconds to fit on {n:,} rows and to transform {n:,} new ones, {CATEGORIES} categories a feature. The "
        "imputers read the categories as ordinal codes, which scikit-learn's encoder makes in the same pipeline; an "
        "unseen category is a missing value to them. Ordinal codes treat the number of a category as a quantity.",
        Table(("peer", "columns hold", "peer, s", f"{TIWS}, s", "times as long"), tuple(rows)),
        "IterativeImputer fits one ridge regression a column, and ordinal codes are few columns.",
    ]


def growth_in_rows(sizes: list[int]) -> list[Block]:
    """Compare times against the number of rows."""
    table, faster = _growth("rows n", {n: (n, FEATURES, CATEGORIES) for n in sizes}, 3)
    return [
        "### Growth",
        "Seconds of fit and transform; the columns hold pandas str, and the imputers read ordinal codes. The exponent "
        "is the b of time = a size^b, fitted to the three largest sizes. A dash: the peer would need minutes. First "
        f"the rows n, with {FEATURES} features of {CATEGORIES} categories:",
        table,
        faster,
    ]


def growth_in_categories(n: int, sizes: list[int]) -> list[Block]:
    """Compare times against the number of categories of each feature."""
    table, faster = _growth("categories l", {size: (n, FEATURES, size) for size in sizes}, 3)
    return [
        f"The categories l of each of {FEATURES} features, with {n:,} rows:",
        table,
        f"A document matrix has l rows and {FEATURES - 1} l columns here, and each row of data fills at most "
        f"{FEATURES - 1} of its cells. Where few cells are filled, TIWS uses a sparse form of it. {faster}",
    ]


def growth_in_features(n: int, sizes: list[int]) -> list[Block]:
    """Compare times against the number of features."""
    table, faster = _growth("features p", {size: (n, size, CATEGORIES) for size in sizes}, 5)
    return [
        f"The features p, of {CATEGORIES} categories each, with {n:,} rows:",
        table,
        f"TIWS counts all p (p - 1) / 2 pairs of features, the other encoders each feature alone. {faster}",
    ]


def _growth(label: str, sizes: dict[int, tuple[int, int, int]], repeats: int) -> tuple[Table, str]:
    """Return a table of times, one row for each size, and where which peer is faster than TIWSEncoder."""
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
    """Return which peers took less time than TIWSEncoder at which sizes."""
    peers: dict[str, list[str]] = {}
    for name, times in found.items():
        sizes = ", ".join(f"{size:,}" for size, taken in times.items() if taken < found[TIWS][size])
        peers.setdefault(sizes, []).append(name)
    lines = [f"Faster than TIWSEncoder at {sizes}: {', '.join(names)}." for sizes, names in peers.items() if sizes]
    return " ".join(lines) or "TIWSEncoder is the fastest at each of these sizes."


def many_categories(shapes: list[tuple[int, int]], repeats: int) -> list[Block]:
    """Compare the sparse form of the documents with the dense one and with TargetEncoder."""
    rows = []
    for n, size in shapes:
        frames = make_frames(n, FEATURES, size, "category")
        jobs = {name: PEERS[name].job(*frames) for name in (TIWS, TARGET)}
        if size**2 * (FEATURES - 1) <= DENSE_CELLS:
            jobs["dense"] = _dense(jobs[TIWS])
        times = {name: found.total for name, found in race(jobs, repeats).items()}
        dense = times.get("dense")
        figures = times[TIWS], dense, dense and dense / times[TIWS], times[TARGET], times[TIWS] / times[TARGET]
        rows.append((f"{size:,} in {n:,}", *map(figure, figures)))
    kinds = (TIWS, "dense form", "dense / TIWSEncoder", TARGET, "TIWSEncoder / TargetEncoder")
    return [
        "### Many categories",
        f"Seconds of fit and transform with {FEATURES} features, each with a category that only the new rows have. The "
        "dense form is the same encoder, made to use a dense document matrix for every feature; a dash: it would need "
        "several times 0.8 GB.",
        Table(("categories in rows", *kinds), tuple(rows)),
        "Both forms give the same estimates; a test holds them together.",
    ]


def _dense(job):
    """Return the job with every document matrix dense."""

    def run():
        with patch.object(_unseen, "find_similarity", partial(_unseen.find_similarity, form="dense")):
            return job()

    return run


def many_cross_fitted(shapes: list[tuple[int, int]], repeats: int) -> list[Block]:
    """Compare `fit_transform` at many categories, of which some are unseen for some folds."""
    rows = []
    for n, size in shapes:
        X, y, _ = make_frames(n, FEATURES, size, "category")
        times = race({name: _cross_fit(PEERS[name].make, X, y) for name in (TIWS, TARGET)}, repeats)
        ours, theirs = times[TIWS].total, times[TARGET].total
        rows.append((f"{size:,} in {n:,}", *map(figure, (ours, theirs, ours / theirs))))
    return [
        "Seconds of `fit_transform`. A category whose rows all lie in one fold is unseen for that fold; all folds use "
        "the same similarities, computed once.",
        Table(("categories in rows", TIWS, TARGET, "ratio"), tuple(rows)),
        "TargetEncoder gives such a category the mean.",
    ]


def small_requests(shapes: list[tuple[int, int]]) -> list[Block]:
    """Measure one row at a time, and the size of a pickle, after a fit with unlabelled rows."""
    rows = []
    for n, size in shapes:
        X, y, X_new = make_frames(n, FEATURES, size, "category")
        encoder = PEERS[TIWS].make().fit(X, y, X_unlabeled=X_new)
        one_row = min(seconds(partial(encoder.transform, X_new.iloc[[row]])) for row in range(20))
        sizes = len(pickle.dumps(encoder)), sum(map(_bytes, encoder._counts.tables.values()))
        rows.append((f"{size:,} in {n:,}", figure(1000 * one_row), *(figure(part / 2**20) for part in sizes)))
    return [
        "After `fit(X, y, X_unlabeled=X_new)`: milliseconds to transform one row, the fastest of 20, and MiB of the "
        "pickled encoder, next to its counts of pairs in memory.",
        Table(("categories in rows", "one row, ms", "pickle", "counts"), tuple(rows)),
    ]


def _bytes(table) -> int:
    """Return the bytes of a table of counts, dense or sparse."""
    parts = (table.data, table.indices, table.indptr) if sparse.issparse(table) else (table,)
    return sum(part.nbytes for part in parts)


def memory(small: int) -> list[Block]:
    """Compare peaks of the resident memory with the size of the frame and of the document matrix."""
    rows = []
    for n, categories in ((100_000, 50), (1_000_000, 50), (100_000, 300), (100_000, 1000), *MANY[1:]):
        shape = (n // small, FEATURES, categories // (small if categories > 1000 else 1))
        cells = (shape[0] * FEATURES, categories**2 * (FEATURES - 1), shape[0] * FEATURES * categories)
        frame, document, one_hot = (figure(size * 8 / 2**20) for size in cells)
        added = [figure(peak_memory(prepare, name, shape) / 2**20) for name in (TIWS, TARGET)]
        rows.append((f"{shape[0]:,}", f"{shape[2]:,}", *added, frame, document, one_hot))
    kinds = (f"{TIWS} adds", f"{TARGET} adds", "frame", "document matrix", "dense one-hot")
    return [
        "### Memory",
        "MiB by which fit and transform raise the resident memory of a fresh process at most, next to the size of some "
        f"tables at 8 bytes a cell: the frame with its {FEATURES} features (each encoder returns as much), a document "
        "matrix, and one-hot codes of the rows, which TIWS does not make.",
        Table(("rows", "categories", *kinds), tuple(rows)),
        "TIWS keeps the counts of all pairs of features, and makes the document of one feature after the other: as a "
        "dense array where many of its cells are filled, else as a sparse one, which grows with the rows and not with "
        "the square of the categories. TargetEncoder keeps neither.",
    ]


def prepare(name: str, shape: tuple[int, int, int]):
    """Return the job of a child process: fit and transform, after a small run that loads what is loaded late."""
    PEERS[name].job(*make_frames(1000, 3, 10, "category"))()
    return PEERS[name].job(*make_frames(*shape, "category"))


def shares_of_the_time(n: int, repeats: int = 5) -> list[Block]:
    """Measure what fit and transform spend their time on."""
    rows = []
    for kind in KINDS:
        times = race(_up_to_each_step(*make_frames(n, FEATURES, CATEGORIES, kind)), repeats)
        reached = [found.total for found in times.values()]
        rows.append((kind, *(f"{100 * step / reached[-1]:.0f} %" for step in np.diff(reached, prepend=0.0))))
    return [
        "### Where the time goes",
        f"Shares of the time of TIWSEncoder's fit and transform, {n:,} rows, {FEATURES} features of {CATEGORIES} "
        "categories: the encoder, and its first steps alone, take turns, and the differences are shown.",
        Table(("columns hold", "labels to codes", "counting pairs", "targets, similarities, output"), tuple(rows)),
        "Labels become codes in pandas.factorize, which looks at each string once.",
    ]


def _up_to_each_step(X, y, X_new):
    """Return jobs that do the first step, the first two, and all of fit and transform."""
    frames = (X, X_new)
    return {
        "codes": lambda: [seconds(lambda: [encode_column(column) for frame in frames for column in columns_of(frame)])],
        "counts": lambda: [seconds(lambda: _all_tables(X, X_new))],
        "all": PEERS[TIWS].job(X, y, X_new),
    }


def _all_tables(X, X_new):
    """Return all counts of both frames; those of a batch are made when they are asked for."""
    return list(CategoryCounts.of_training(X)[1].with_rows(X_new)[1].tables.values())
