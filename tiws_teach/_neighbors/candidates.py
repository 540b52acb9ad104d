"""Find candidates fast, and let exact distances decide: the Euclidean distance of many rows.

Among few features the candidates come from scipy's tree, among many from one matrix product, the expanded square
|q|^2 - 2 q r + |r|^2. Each row that rounding may hide among the k nearest is a candidate, and its distance is computed
again from the differences. Queries with ties where the tree's candidates end are searched by the product, too.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from scipy.spatial import KDTree
from threadpoolctl import ThreadpoolController

SPARE = 2  # a tree's candidates beyond k: the query itself, and one that shows how far the others are at least
ROOM = 4  # MiB of distances or differences held at a time: they stay in the processor's cache
LINES = 16  # queries for which the rows are read once, at least
GROUP = 32  # columns of which only the least value takes part in the search for the k-th smallest
BLAS = ThreadpoolController()  # the libraries behind matrix products


class Found(NamedTuple):
    """Neighbours, query by query, and how many each query has."""

    distances: np.ndarray
    indices: np.ndarray
    counts: np.ndarray


class Expanded(NamedTuple):
    """How wrong the expanded squares of some queries are at most, and their distances without that error."""

    queries: Any
    rows: Any
    norms: np.ndarray  # of the queries
    largest: float  # norm of a row

    def limit(self, bound: np.ndarray) -> np.ndarray:
        """Return what no square of a neighbour exceeds, if the k-th of each query is at most `bound`."""
        reach = np.sqrt(np.maximum(bound, 0))
        return bound + 2 * rounding(self.norms, self.largest, reach, self.rows.shape[1])

    def distances(self, lines: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return the distances of pairs of query and row, summed from the differences."""
        parts = [
            squares(_dense(self.rows[columns[part]]) - _dense(self.queries[lines[part]]))
            for part in blocks(len(lines), self.rows.shape[1])
        ]
        return np.sqrt(np.concatenate(parts))


def by_products(queries: Any, rows: Any, own: np.ndarray, k: int, ties: bool) -> Found:
    """Return the nearest rows of each query, as `smallest` does.

    `own` has the row that each query is itself, -1 if none; that row is not its neighbour. Expanded squares of whole
    numbers, such as 0 and 1, are exact.
    """
    whole, is_sparse = are_whole(queries, rows), sparse.issparse(rows)
    centre = 0 if whole or is_sparse else rows.mean(axis=0)
    near_q, near_r = (queries, rows) if whole or is_sparse else (queries - centre, rows - centre)
    squares_q, squares_r = squared_norms(near_q)[:, np.newaxis], squared_norms(near_r)[:, np.newaxis]
    stack = partial(sparse.hstack, format="csr") if is_sparse else np.hstack
    left = stack([near_q, squares_q, np.ones_like(squares_q)])
    right = stack([-2 * near_r, np.ones_like(squares_r), squares_r]).T.copy()  # (q, |q|^2, 1) (-2 r, 1, |r|^2)
    each, parts = blocks(len(own), len(squares_r), LINES), []
    held = np.empty((len(own[each[0]]), len(squares_r)))  # one table for all blocks, since a new one costs time
    with BLAS.limit(limits=1, user_api="blas"):  # several threads wait for each other in products as small as these
        for block in each:
            table = held[: len(own[block])]
            (left[block] @ right).toarray(out=table) if is_sparse else np.matmul(left[block], right, out=table)
            exact = Expanded(queries[block], rows, np.sqrt(squares_q[block]), np.sqrt(squares_r.max()))
            table = np.sqrt(table, out=table) if whole else table
            parts.append(smallest(table, own[block], k, ties, None if whole else exact))
    return Found(*map(np.concatenate, zip(*parts, strict=True)))


def by_tree(queries: np.ndarray, rows: np.ndarray, own: np.ndarray, k: int, ties: bool, n_jobs: int | None) -> Found:
    """Return the same from the candidates of a tree; where these end with a tie, the product searches again."""
    (n_queries, n_features), width = queries.shape, min(k + SPARE, len(rows))
    tree = KDTree(rows, leafsize=30, balanced_tree=False)
    indices = tree.query(queries, np.arange(width) + 1, workers=effective_n_jobs(n_jobs))[1]
    indices.sort(axis=1)  # ties go to the lower row
    pairs = np.repeat(np.arange(n_queries), width), indices.ravel()
    distances = Expanded(queries, rows, own, 0).distances(*pairs).reshape(indices.shape)
    reach = distances.max(axis=1) * (1 - (n_features + 10) * np.finfo(float).eps)  # other rows are as far, but rounded
    mine = indices == own[:, np.newaxis]
    last = np.partition(np.where(mine, np.inf, distances), k - 1, axis=1)[:, k - 1]
    sure = (last < reach) | (width == len(rows))
    place = np.where(mine.any(axis=1), mine.argmax(axis=1), -1)
    values, columns, counts = smallest(distances[sure], place[sure], k, ties)
    nearest = values, indices[sure][np.repeat(np.arange(len(counts)), counts), columns], counts
    again = by_products(queries[~sure], rows, own[~sure], k, ties)
    values, indices, counts = map(np.concatenate, zip(nearest, again, strict=True))
    asked = np.concatenate([np.flatnonzero(sure), np.flatnonzero(~sure)])
    order = np.argsort(np.repeat(asked, counts), kind="stable")
    return Found(values[order], indices[order], counts[np.argsort(asked)])


def smallest(table: np.ndarray, own: np.ndarray, k: int, ties: bool, exact: Expanded | None = None) -> Found:
    """Return the k smallest distances of each line, or all up to the k-th, without the query's own row.

    The k-th smallest value is at most the k-th smallest of the minima of groups of columns.
    """
    (n_lines, n_columns), here = table.shape, np.flatnonzero(own >= 0)
    table[here, own[here]] = np.inf
    size = max(1, min(GROUP, n_columns // (8 * k)))
    groups = table[:, : n_columns // size * size].reshape(n_lines, size, n_columns // size)
    bound = np.partition(groups.min(axis=1), k - 1, axis=1)[:, k - 1 : k]
    table[here, own[here]] = np.nan  # never <= a number
    places = np.flatnonzero(table <= (exact.limit(bound) if exact else bound))
    lines, columns = np.divmod(places, n_columns)
    key = np.empty(len(places), complex)  # sorted by the real part, then by the imaginary one
    key.real, key.imag = lines, exact.distances(lines, columns) if exact else table.ravel()[places]
    order = key.argsort(kind="stable")  # equal distances stay in the order of the columns
    distances, columns, starts = key.imag[order], columns[order], np.searchsorted(lines, np.arange(n_lines))
    kept = distances <= distances[starts + k - 1][lines] if ties else np.arange(len(lines)) - starts[lines] < k
    return Found(distances[kept], columns[kept], np.bincount(lines[kept], minlength=n_lines))


def rounding(query_norms: np.ndarray, largest: float, reach: np.ndarray, n_features: int) -> np.ndarray:
    """Return a bound on the rounding error of an expanded squared distance, for rows within the reach of each query.

    The error of a sum of p products is at most about p units of rounding times the sum of their sizes (Higham 2002,
    section 3.1), which for the expanded square is (|q| + |r|)^2. Subtracting the mean adds two units of it, the sums
    and the root some more. A row of norm beyond 2 |q| + 2 reach is farther than the reach, whatever the rounding.
    """
    row_norms = np.minimum(largest, 2 * (query_norms + reach))
    unit, smallest = np.finfo(float).eps, np.finfo(float).tiny
    return (n_features + 10) * (unit * (query_norms + row_norms) ** 2 + smallest)


def are_whole(*tables) -> bool:
    """Return whether all values are whole numbers so small that no sum of the expanded square is rounded."""
    values = [table.data if sparse.issparse(table) else table for table in tables]
    if not all((part[:1] % 1 == 0).all() and (part % 1 == 0).all() for part in values):  # one row rules out most tables
        return False
    return 4 * max(squared_norms(table).max(initial=0) for table in tables) < 2.0**53


def squares(differences: np.ndarray) -> np.ndarray:
    """Return the sums of squares along the last axis."""
    return np.einsum("...j,...j", differences, differences)


def squared_norms(rows) -> np.ndarray:
    """Return the squared length of each row."""
    return np.asarray(rows.multiply(rows).sum(axis=1)).ravel() if sparse.issparse(rows) else squares(rows)


def blocks(number: int, width: int, least: int = 1) -> list[slice]:
    """Return slices of this many numbers, at least one, such that `width` values for each fit into `ROOM`."""
    step = max(least, int(ROOM * 2**17 / max(1, width)))
    return [slice(start, start + step) for start in range(0, max(1, number), step)]


def _dense(rows) -> np.ndarray:
    return rows.toarray() if sparse.issparse(rows) else rows
