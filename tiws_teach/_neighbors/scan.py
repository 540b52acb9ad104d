"""Search among all rows, a block of queries at a time: the k smallest of each line of a table, ties by row."""

from __future__ import annotations

import numpy as np

from tiws_teach._neighbors.arrays import blocks, in_turn
from tiws_teach._neighbors.measures import Measure

Found = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Distances and rows, query after query, nearest first; and how many of them belong to each query."""

GROUP = 16
"""Columns whose least value stands for them while the k-th smallest is bounded."""


def scan(asked, n_rows, k, measure: Measure, leave_out_self, ties, n_jobs=None) -> Found:
    """Return the k nearest rows of the queries of some numbers, or with `ties` all up to the k-th distance.

    The blocks do not depend on `n_jobs`, and so neither does the result.
    """

    def of(block):
        table = measure.table(block)
        if leave_out_self:
            table[np.arange(len(block)), block] = np.inf
        near = np.flatnonzero(table <= measure.limit(_bound(table, k), block))  # far sooner than nonzero on two axes
        lines, columns = np.divmod(near, n_rows)
        values = measure.distances(table[lines, columns], block[lines], columns)
        return _in_order(lines, columns, values, len(block), k, ties)

    return _joined(in_turn(of, blocks(asked, n_rows), n_jobs))


def merged(parts: list) -> Found:
    """Return what was found for the queries, in parts, in the order of the queries."""
    asked, distances, indices, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(np.repeat(asked, counts), kind="stable")
    return distances[order], indices[order], counts[np.argsort(asked)]


def _joined(parts: list[Found]) -> Found:
    """Return the parts as one."""
    if not parts:  # no query
        return np.empty(0), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    distances, indices, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    return distances, indices, counts


def _bound(table: np.ndarray, k: int) -> np.ndarray:
    """Return, for each line, a value that is no less than its k-th smallest, and seldom much more."""
    n_lines, n_columns = table.shape
    least, n_groups = table, n_columns // GROUP
    if n_groups >= 2 * k:  # the k-th of the groups' least values is no less than the k-th of all, and far sooner found
        least = table[:, : n_groups * GROUP].reshape(n_lines, GROUP, n_groups).min(axis=1)
    return np.partition(least, k - 1, axis=1)[:, k - 1 : k]


def _in_order(lines, columns, values, n_lines, k, ties) -> Found:
    """Return the k smallest values of each line, or all up to the k-th; lines and each line's columns are rising."""
    order = np.lexsort((values, lines))  # stable, so that equal values stay in the order of the columns
    lines, columns, values = lines[order], columns[order], values[order]
    first = np.searchsorted(lines, np.arange(n_lines))
    kept = values <= values[first + k - 1][lines] if ties else np.arange(len(lines)) - first[lines] < k
    return values[kept], columns[kept], np.bincount(lines[kept], minlength=n_lines)
