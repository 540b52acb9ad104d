"""TIWSEncoder next to TargetEncoder, category_encoders and the imputers: time, growth and memory."""

import math
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from scipy import sparse
from sklearn.experimental import enable_iterative_imputer  # noqa: F401  (opens the import of IterativeImputer)
from sklearn.impute import IterativeImputer, KNNImputer
from sklearn.linear_model import BayesianRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder, TargetEncoder

from tiws_teach import TIWSEncoder
from tiws_teach._categories import columns_of, encode_column
from tiws_teach.scale import CategoryCounts, _similarity
from tools.bench._frames import KINDS, make_frames
from tools.bench._measure import compare, fitted, memory_table, race, seconds, timed
from tools.bench._report import Block, Table, figure

FEATURES, CATEGORIES = 10, 50
MANY = ((10_000, 1000), (10_000, 3000), (100_000, 10_000), (1_000_000, 100_000))
"""Rows, and categories of each feature."""

DENSE_CELLS = 1e8
"""Most cells of a document that the benchmark makes dense (0.8 GB, and several times that while it is standardised)."""

TIWS, TARGET = "TIWSEncoder", "TargetEncoder"


class Peer(NamedTuple):
    """A way to encode, and the most rows that it is given: more would take it minutes."""

    make: Callable[[], Any]
    most_rows: float = math.inf


def on_ordinal_codes(imputer):
    """Return an imputer that takes a category for its number, and an unseen one for a missing value."""
    return make_pipeline(OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan), imputer)


PEERS = {
    TIWS: Peer(TIWSEncoder),
    TARGET: Peer(TargetEncoder),
    "category_encoders' TargetEncoder": Peer(lambda: import_module("category_encoders").TargetEncoder()),
    "KNNImputer": Peer(lambda: on_ordinal_codes(KNNImputer()), most_rows=30_000),
    "IterativeImputer": Peer(lambda: on_ordinal_codes(IterativeImputer(BayesianRidge()))),
}


def measure(quick: bool) -> Iterator[Block]:
    small = 20 if quick else 1
    many, some = 1_000_000 // small, 10_000 // small
    yield from headline(many, repeats=1 if quick else 4)
    yield from cross_fitted(many, repeats=1 if quick else 2)
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

    def pair(kind: str):
        return jobs((TIWS, TARGET), *make_frames(n, FEATURES, CATEGORIES, kind))

    steps = ("fit", "transform", "both")
    compared = compare("columns hold", {kind: (kind,) for kind in KINDS}, pair, repeats, steps=steps, budget=30)
    return [
        f"### {n:,} rows, {FEATURES} features of {CATEGORIES} categories",
        "Seconds to fit, and to transform as many new rows. The target has two classes, and each feature of the new "
        "rows has a category without a training row.",
        compared.table,
        f"TIWSEncoder takes {compared.span()} of TargetEncoder's time.",
    ]


def cross_fitted(n: int, repeats: int) -> list[Block]:
    """Compare `fit_transform`, in which both encoders cross-fit in five folds."""
    rows = {kind: (n, FEATURES, CATEGORIES, kind) for kind in KINDS}
    compared = compare("columns hold", rows, _cross_fit, repeats, budget=30)
    return [
        "Seconds of `fit_transform` on the training rows, which both encoders cross-fit in five folds:",
        compared.table,
        f"TIWSEncoder takes {compared.span()} of TargetEncoder's time.",
    ]


def jobs(names, X, y, X_new):
    """Return jobs that fit the encoders of these names, and transform the new rows."""
    return {name: fitted(PEERS[name].make, (X, y), X_new, "transform") for name in names}


def _cross_fit(*shape):
    X, y, _ = make_frames(*shape)
    return {name: timed(PEERS[name].make().fit_transform, X, y) for name in (TIWS, TARGET)}


def growth_in_rows(sizes: list[int]) -> list[Block]:
    """Compare times against the number of rows."""
    table, faster = _growth("rows n", {n: (n, FEATURES, CATEGORIES) for n in sizes}, 3)
    return [
        "### Growth",
        "Seconds of fit and transform; the columns hold pandas str. The imputers read ordinal codes, which treat the "
        "number of a category as a quantity; an unseen category is a missing value to them. The exponent is the b of "
        "time = a size^b, fitted to the three largest sizes. A dash: the peer would need minutes. First the rows n, "
        f"with {FEATURES} features of {CATEGORIES} categories:",
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

    def able(*shape: int):
        return jobs([name for name, peer in PEERS.items() if shape[0] <= peer.most_rows], *make_frames(*shape))

    rows = {f"{size:,}": shape for size, shape in sizes.items()}
    compared = compare(label, rows, able, repeats, ratios={}, budget=10, exponent_of=list(sizes))
    return compared.table, where_faster(list(rows), compared.totals)


def where_faster(sizes: list[str], totals: np.ndarray) -> str:
    """Return which peers took less time than TIWSEncoder, the first column, at which sizes."""
    peers: dict[str, list[str]] = {}
    for name, times in zip(PEERS, totals.T, strict=True):
        where = ", ".join(size for size, taken, ours in zip(sizes, times, totals[:, 0], strict=True) if taken < ours)
        peers.setdefault(where, []).append(name)
    lines = [f"Faster than TIWSEncoder at {where}: {', '.join(names)}." for where, names in peers.items() if where]
    return " ".join(lines) or "TIWSEncoder is the fastest at each of these sizes."


def many_categories(shapes: list[tuple[int, int]], repeats: int) -> list[Block]:
    """Compare the sparse form of the documents with the dense one and with TargetEncoder."""

    def forms(n: int, size: int):
        ours = jobs((TIWS, TARGET), *make_frames(n, FEATURES, size, "category"))
        return ours | ({"dense form": _dense(ours[TIWS])} if size**2 * (FEATURES - 1) <= DENSE_CELLS else {})

    ratios = {"dense / TIWSEncoder": (2, 0), "TIWSEncoder / TargetEncoder": (0, 1)}
    compared = compare("categories in rows", in_rows(shapes), forms, repeats, ratios=ratios, budget=30)
    return [
        "### Many categories",
        f"Seconds of fit and transform with {FEATURES} features, each with a category that only the new rows have. The "
        "dense form is the same encoder, made to use a dense document matrix for every feature; a dash: it would need "
        "several times 0.8 GB.",
        compared.table,
        "Both forms give the same estimates; a test holds them together.",
    ]


def _dense(job):
    """Return the job with every document matrix dense."""

    def run():
        with patch.object(_similarity, "find_similarity", partial(_similarity.find_similarity, form="dense")):
            return job()

    return run


def in_rows(shapes: list[tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return the row of a table for each number of rows and of categories."""
    return {f"{size:,} in {n:,}": (n, size) for n, size in shapes}


def many_cross_fitted(shapes: list[tuple[int, int]], repeats: int) -> list[Block]:
    """Compare `fit_transform` at many categories, of which some are unseen for some folds."""
    compared = compare(
        "categories in rows",
        in_rows(shapes),
        lambda n, size: _cross_fit(n, FEATURES, size, "category"),
        repeats,
        budget=30,
    )
    return [
        "Seconds of `fit_transform`. A category whose rows all lie in one fold is unseen for that fold; all folds use "
        "the same similarities, computed once.",
        compared.table,
        "TargetEncoder gives such a category the mean.",
    ]


def small_requests(shapes: list[tuple[int, int]]) -> list[Block]:
    """Measure one row at a time, and the size of a pickle, after a fit with unlabelled rows."""
    rows = []
    for name, (n, size) in in_rows(shapes).items():
        X, y, X_new = make_frames(n, FEATURES, size, "category")
        encoder = PEERS[TIWS].make().fit(X, y, X_unlabeled=X_new)
        one_row = min(seconds(partial(encoder.transform, X_new.iloc[[row]])) for row in range(20))
        sizes = len(pickle.dumps(encoder)), sum(map(_bytes, encoder._counts.tables.values()))
        rows.append((name, figure(1000 * one_row), *(figure(part / 2**20) for part in sizes)))
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

    def row(n: int, size: int):
        peaks = {f"{name} adds": (prepare, name, (n, FEATURES, size)) for name in (TIWS, TARGET)}
        cells = {
            "frame": n * FEATURES,
            "document matrix": size**2 * (FEATURES - 1),
            "dense one-hot": n * FEATURES * size,
        }
        return peaks | {name: 8 * count for name, count in cells.items()}

    shapes = [(100_000, 50), (1_000_000, 50), (100_000, 300), (100_000, 1000), *MANY[1:]]
    smaller = [(n // small, size // (small if size > 1000 else 1)) for n, size in shapes]
    table = memory_table("categories in rows", {name: row(*shape) for name, shape in in_rows(smaller).items()})
    return [
        "### Memory",
        "MiB by which fit and transform raise the resident memory of a fresh process at most, next to the size of some "
        f"tables at 8 bytes a cell: the frame with its {FEATURES} features (each encoder returns as much), a document "
        "matrix, and one-hot codes of the rows, which TIWS does not make.",
        table,
        "TIWS keeps the counts of all pairs of features, and makes the document of one feature after the other: as a "
        "dense array where many of its cells are filled, else as a sparse one, which grows with the rows and not with "
        "the square of the categories. TargetEncoder keeps neither.",
    ]


def prepare(name: str, shape: tuple[int, int, int]):
    """Return the job of a child process: fit and transform, after a small run that loads what is loaded late."""
    jobs([name], *make_frames(1000, 3, 10, "category"))[name]()
    return jobs([name], *make_frames(*shape, "category"))[name]


def shares_of_the_time(n: int, repeats: int = 5) -> list[Block]:
    """Measure what fit and transform spend their time on."""
    rows = []
    for kind in KINDS:
        times = race(_up_to_each_step(*make_frames(n, FEATURES, CATEGORIES, kind)), repeats)
        reached = [step.total for step in times.values()]
        rows.append((kind, *(f"{100 * step / reached[-1]:.0f} %" for step in np.diff(reached, prepend=0.0))))
    return [
        "### Where the time goes",
        f"Shares of the time of TIWSEncoder's fit and transform, {n:,} rows, {FEATURES} features of {CATEGORIES} "
        "categories: the encoder, and its first steps alone, take turns, and the differences are shown.",
        Table(("columns hold", "labels to codes", "counting pairs", "targets, similarities, output"), tuple(rows)),
        "Labels become codes in pandas.factorize, which looks at each string once.",
    ]


def _up_to_each_step(X, y, X_new):
    """Return jobs that do the first step, the first two (tables are made when asked for), and fit and transform."""
    return {
        "codes": timed(lambda: [encode_column(column) for frame in (X, X_new) for column in columns_of(frame)]),
        "counts": timed(lambda: list(CategoryCounts.of_training(X)[1].with_rows(X_new)[1].tables.values())),
        **jobs([TIWS], X, y, X_new),
    }
