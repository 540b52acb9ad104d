"""Find the nearest training row of each labelset for many queries: fast matrix products, exact where it matters.

Rows with one labelset share Dy, so only the nearest of them in the features can be chosen. The squares of Dx are
expanded, |x|^2 - 2 x z + |z|^2, and computed in single precision, which is fast and has a bounded rounding error.
Every candidate for the smallest within that error is then measured again from the differences, so that duplicates are
at distance 0 and ties are exact.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import gen_batches

from tiws_teach._neighbors import squared_norms
from tiws_teach.multilabel.nldd_equations import TIE, label_distances

CHUNK = 4_000_000
"""Number of squared distances held at a time (16 MB, or 32 MB if X is sparse)."""

DIFFERENCES = 1_000_000
"""Number of values subtracted at a time."""

LONG = 1e30
"""Squared length above which single precision could overflow."""


@dataclass(frozen=True)
class LabelsetIndex:
    """Training rows, grouped by labelset."""

    X: Any  # standardised features, dense or sparse by rows, in the order of `rows`
    factor: Any  # X with its squared lengths as a last column, in single precision if X is dense
    longest: np.ndarray  # largest squared length of the rows of each labelset
    rows: np.ndarray  # training row numbers, ascending within a labelset
    labelsets: np.ndarray  # each labelset once
    starts: np.ndarray  # start of the rows of each labelset
    sizes: np.ndarray  # number of rows of each labelset


@dataclass(frozen=True)
class Chunk:
    """Some queries and the nearest training row of each labelset.

    All arrays but `lines` have shape (n_queries, n_labelsets). Where exact values were requested, Dx is exact and
    `rows` has row numbers; elsewhere Dx has rounding errors and `rows` is the number of training rows.
    """

    lines: slice
    Dx: np.ndarray
    Dy: np.ndarray
    rows: np.ndarray


def labelset_index(X: Any, Y: np.ndarray) -> LabelsetIndex:
    """Return the training rows sorted by labelset."""
    labelsets, codes, sizes = np.unique(Y, axis=0, return_inverse=True, return_counts=True)
    rows = np.argsort(codes.ravel(), kind="stable")
    X, starts = X[rows], np.cumsum(sizes) - sizes
    squares = squared_norms(X)
    factor = _with_column(X, squares, np.float32 if squares.max() < LONG else np.float64)
    return LabelsetIndex(X, factor, np.maximum.reduceat(squares, starts), rows, labelsets, starts, sizes)


def nearest_of_labelsets(
    index: LabelsetIndex, Z: Any, P: np.ndarray, wanted: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
) -> Iterator[Chunk]:
    """Yield the queries Z, with probabilities P, in chunks; ``wanted(Dx, Dy, error)`` selects the exact ones."""
    step = max(1, CHUNK // len(index.rows))
    for lines in gen_batches(Z.shape[0], step):
        yield _chunk(index, lines, Z[lines], P[lines], wanted)


def _chunk(index, lines, Z, P, wanted):
    lengths = squared_norms(Z)[:, np.newaxis]
    single = index.factor.dtype == np.float32 and lengths.max() < LONG
    factor = _with_column(-2 * Z, np.ones(len(lengths)), np.float32 if single else np.float64)
    products = factor @ index.factor.T
    squares = products.toarray() if sparse.issparse(products) else products  # minus the queries' own squared lengths
    least = np.minimum.reduceat(squares, index.starts, axis=1) + lengths
    # the error of a sum of d products is at most d roundings of |x| |z|; the extra terms are for the other steps
    error = (Z.shape[1] + 8) * np.finfo(index.factor.dtype).eps * (lengths + index.longest)
    Dx, Dy = np.sqrt(np.maximum(least, 0)), label_distances(P, index.labelsets)
    exact = wanted(Dx, Dy, error / np.maximum(Dx, np.sqrt(error) + np.finfo(float).tiny))
    rows = np.full(Dx.shape, len(index.rows))
    Dx[exact], rows[exact] = _measure(index, Z, squares, exact, least + 2 * error - lengths)
    return Chunk(lines, Dx, Dy, rows)


def _measure(index, Z, squares, exact, bounds):
    """Return the exact distance and the number of the nearest row in each requested labelset, line by line."""
    queries, sets = np.nonzero(exact)
    sizes = index.sizes[sets]
    case = np.repeat(np.arange(len(sets)), sizes)
    columns = np.arange(len(case)) + np.repeat(index.starts[sets] - (np.cumsum(sizes) - sizes), sizes)
    near = squares[queries[case], columns] <= bounds[queries, sets][case]
    case, columns = case[near], columns[near]
    distances = _row_distances(Z, queries[case], index.X, columns)
    first = np.flatnonzero(np.diff(case, prepend=-1))
    least = np.minimum.reduceat(distances, first)
    tied = distances <= least[case] * (1 + TIE)
    return least, np.minimum.reduceat(np.where(tied, index.rows[columns], len(index.rows)), first)


def _row_distances(Z, queries, X, rows):
    """Return the distances of pairs of query and row, computed from the differences."""
    distances, step = np.empty(len(rows)), max(1, DIFFERENCES // X.shape[1])
    for part in gen_batches(len(rows), step):
        distances[part] = np.sqrt(squared_norms(Z[queries[part]] - X[rows[part]]))
    return distances


def _with_column(X, column, dtype):
    """Return X with one more column, in single or double precision; a sparse X stays sparse and double."""
    if sparse.issparse(X):
        return sparse.hstack([X, column[:, np.newaxis]], format="csr")
    return np.column_stack([X, column]).astype(dtype)
