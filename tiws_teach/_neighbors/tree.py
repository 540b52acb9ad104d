"""Search with a tree, for many pairs of dense rows with few features.

1. Scikit-learn's tree finds a few more than k candidates, in tables whose mean was subtracted. Their distances are
   recomputed from the differences.
2. No other row can be among the k nearest if the k-th exact square is smaller than the last candidate's by more than
   the rounding error. The few undecided queries, mostly those with ties at the border, are searched again with more
   candidates. The caller has to search the rest against all rows.
"""

from __future__ import annotations

import numpy as np
from sklearn.neighbors import NearestNeighbors

from tiws_teach._neighbors.arrays import blocks, in_turn, squared_norms, squares
from tiws_teach._neighbors.measures import rounding
from tiws_teach._neighbors.scan import Found

SPARE = 3
"""Number of candidates beyond the requested k."""

FEATURES, QUERIES = 4, 100
"""A tree is used if there are at most this many features and at least this many queries."""

ROOM = 16
"""MiB of candidate differences held at a time (by each thread)."""


def takes_tree(n_queries: int, n_features: int) -> bool:
    """Return whether a tree is faster than a table."""
    return n_features <= FEATURES and n_queries >= QUERIES


def by_tree(queries, rows, k, leave_out_self, ties, n_jobs=None) -> tuple[np.ndarray, list]:
    """Return the queries that the candidates cannot decide, and the results of the others, in parts."""
    centre = rows.mean(axis=0)
    near_q, near_r = queries - centre, rows - centre
    norms, largest = np.sqrt(squared_norms(near_q)), np.sqrt(squared_norms(near_r).max())
    search = NearestNeighbors(algorithm="kd_tree").fit(near_r)
    parts: list = []
    open_ = np.arange(len(queries))

    def ask(asked):
        approximate, indices = search.kneighbors(near_q[asked], n_candidates)
        reach = approximate[:, -1]
        limit = reach**2 - rounding(norms[asked], largest, reach, rows.shape[1])
        decided, part = _decide(queries[asked], rows, indices, k, limit, asked if leave_out_self else None, ties)
        return asked[~decided], (asked[decided], *part)

    for n_candidates in (k + leave_out_self + SPARE, 8 * (k + SPARE)):
        if 2 * n_candidates > len(rows):
            break
        answers = in_turn(ask, blocks(open_, n_candidates * rows.shape[1], ROOM), n_jobs)
        parts += [part for _, part in answers]
        open_ = np.concatenate([open_[:0], *(left for left, _ in answers)])
    return open_, parts


def _decide(queries, rows, indices, k, limit, left_out, ties) -> tuple[np.ndarray, Found]:
    """Return which queries certainly have their neighbours among the candidates, and those neighbours."""
    indices = np.sort(indices, axis=1)
    distances = np.sqrt(squares(rows[indices] - queries[:, np.newaxis]))
    if left_out is not None:
        distances[indices == left_out[:, np.newaxis]] = np.inf
    order = np.argsort(distances, axis=1, kind="stable")  # ties stay in the order of the rows
    distances, indices = (np.take_along_axis(each, order, axis=1) for each in (distances, indices))
    last = distances[:, k - 1]
    decided = last**2 < limit
    kept = distances <= last[:, np.newaxis] if ties else np.arange(order.shape[1]) < k
    kept = kept & decided[:, np.newaxis]
    return decided, (distances[kept], indices[kept], kept.sum(axis=1)[decided])
