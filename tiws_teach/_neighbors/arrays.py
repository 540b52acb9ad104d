"""Small tools for the searches: blocks that fit into memory, threads, sums of squares, dense or sparse."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from scipy import sparse
from sklearn.utils.parallel import Parallel, delayed

CHUNK = 4
"""MiB of a distance table held at a time (by each thread); more would not fit the processor's cache."""

PAIRS = 0.5
"""MiB of pair differences held at a time."""


def blocks(numbers, width, room=None) -> list[np.ndarray]:
    """Return the numbers in blocks such that `width` values for each fit into `room` MiB (default `CHUNK`)."""
    step = max(1, int((room or CHUNK) * 2**17 / width))
    return [numbers[start : start + step] for start in range(0, len(numbers), step)]


def in_turn(function: Callable, parts: Iterable, n_jobs: int | None) -> list:
    """Return the results of a function for each part, in order, computed by `n_jobs` threads."""
    parts = list(parts)
    if n_jobs in (None, 1) or len(parts) < 2:
        return [function(part) for part in parts]
    return list(Parallel(n_jobs=n_jobs, prefer="threads")(delayed(function)(part) for part in parts))


def pair_distances(queries, rows, asked, columns) -> np.ndarray:
    """Return the Euclidean distances of pairs, each summed from its differences, in the same order dense or sparse."""
    found = np.empty(len(asked))
    for part in blocks(np.arange(len(asked)), rows.shape[1], PAIRS):
        found[part] = np.sqrt(squares(dense(rows[columns[part]]) - dense(queries[asked[part]])))
    return found


def dense(rows) -> np.ndarray:
    """Return rows as a dense array."""
    return rows.toarray() if sparse.issparse(rows) else rows


def squared_norms(rows) -> np.ndarray:
    """Return the squared length of each row."""
    return np.asarray(rows.multiply(rows).sum(axis=1)).ravel() if sparse.issparse(rows) else squares(rows)


def squares(differences) -> np.ndarray:
    """Return the sums of squares along the last axis."""
    return np.einsum("...j,...j", differences, differences)
