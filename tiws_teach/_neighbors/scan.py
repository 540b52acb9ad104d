"""Search all rows, a block of queries at a time: the k smallest values of each table row, ties by row number."""

from __future__ import annotations

import numpy as np

from tiws_teach._neighbors.arrays import blocks, in_turn
from tiws_teach._neighbors.measures import Measure

Found = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Distances and rows, query by query, nearest first, and the number of them for each query."""

GROUP = 16
"""Number of columns represented by their smallest value when bounding the k-th smallest."""


def scan(asked, n_rows, k, measure: Measure, leave_out_self, ties, n_jobs=None) -> Found:
    """Return the k nearest rows of the queries `asked`, or with `ties` all up to the k-th distance.

    The blocks do not depend on `n_jobs`, so neither does the result.
    """

    def of(block):
        table = measure.table(block)
        if leave_out_self:
            table[np.arange(len(block)), block] = np.inf
        near = np.flatnonzero(table <= measure.limit(_bound(table, k), block))  # much faster than nonzero on two axes
        lines, columns = np.divmod(near, n_rows)
        values = measure.distances(table[lines, columns], block[lines], columns)
        return _in_order(lines, columns, values, len(block), k, ties)

    return _joined(in_turn(of, blocks(asked, n_rows), n_jobs))


def merged(parts: list) -> Found:
    """Merge the parts into one result, in the order of the queries."""
    asked, distances, indices, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(np.repeat(asked, counts), kind="stable")
    return distances[order], indices[order], counts[np.argsort(asked)]


def _joined(parts: list[Found]) -> Found:
    """Return the parts joined into one."""
    if not parts:  # no query
        return np.empty(0), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    distances, indices, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    return distances, indices, counts


def _bound(table: np.ndarray, k: int) -> np.ndarray:
    """Return an upper bound of the k-th smallest value of each line, usually a tight one."""
    n_lines, n_columns = table.shape
    least, n_groups = table, n_columns // GROUP
    if n_groups >= 2 * k:  # the k-th smallest group minimum bounds the k-th smallest value and is much faster to find
        least = table[:, : n_groups * GROUP].reshape(n_lines, GROUP, n_groups).min(axis=1)
    return np.partition(least, k - 1, axis=1)[:, k - 1 : k]


def _in_order(lines, columns, values, n_lines, k, ties) -> Found:
    """Return the k smallest values of each line, or all up to the k-th; lines and their columns are ascending."""
    order = np.lexsort((values, lines))  # stable, so that equal values stay in the order of the columns
    lines, columns, values = lines[order], columns[order], values[order]
    first = np.searchsorted(lines, np.arange(n_lines))
    kept = values <= values[first + k - 1][lines] if ties else np.arange(len(lines)) - first[lines] < k
    return values[kept], columns[kept], np.bincount(lines[kept], minlength=n_lines)
