"""Nearest neighbours in one place: exact distances, one tie rule, and never a table of all pairs.

Of equally near rows the lower row number comes first, also at the last place. Distances are exact: the Euclidean one
is summed from the differences, so that a duplicate is at distance 0 wherever it lies. (The usual expansion of the
square, |x|^2 - 2 x y + |y|^2, loses small distances far from the origin.) Rows are searched in chunks, and memory grows
with the number of queries times k.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.metrics import pairwise_distances_chunked

from tiws_teach._validation import check_count, fail

CHUNK = 16
"""MiB of distances that are held at a time."""

GROUP = 16
"""Columns whose least value stands for them while the k-th smallest is bounded."""


def nearest_rows(
    queries: Any,
    rows: Any,
    k: int,
    metric: str | Callable[..., float] = "euclidean",
    *,
    leave_out_self: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the k nearest rows of each query, nearest first; of equally near ones the lower row first.

    Parameters
    ----------
    queries : ndarray of shape (n_queries, n_features)
    rows : ndarray of shape (n_rows, n_features)
    k : int
        In [1, n_rows], or in [1, n_rows - 1] with `leave_out_self`.
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`, "precomputed" apart.
    leave_out_self : bool, default=False
        The queries are the rows, and row i is not among the neighbours of query i; a duplicate of it may be.

    Returns
    -------
    distances : ndarray of shape (n_queries, k)
        In feature units, rising.
    indices : ndarray of int64, shape (n_queries, k)
        Row numbers.

    Raises
    ------
    ValueError
        If k is out of bounds, or if with `leave_out_self` there are not as many queries as rows.
    """
    if leave_out_self and len(queries) != len(rows):
        fail("queries", f"be the {len(rows)} rows themselves", f"{len(queries)} queries", "Pass the same array twice.")
    check_count("k", k, 1, len(rows) - leave_out_self)
    if len(queries) == 0:
        return np.empty((0, k)), np.empty((0, k), dtype=np.int64)

    def reduce(distances, start):
        if leave_out_self:
            here = np.arange(len(distances))
            distances[here, start + here] = np.inf
        return k_smallest(distances, k)

    # scipy sums differences for "minkowski" (p = 2); scikit-learn expands the square for "euclidean"
    summed = "minkowski" if metric in ("euclidean", "l2") else metric
    held = max(CHUNK, 8 * len(rows) / 2**20)  # one query's distances at least
    found = list(pairwise_distances_chunked(queries, rows, reduce_func=reduce, metric=summed, working_memory=held))
    return np.concatenate([d for d, _ in found]), np.concatenate([i for _, i in found])


def k_smallest(distances: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the k smallest values of each line and their columns, smallest first, ties by column.

    Parameters
    ----------
    distances : ndarray of shape (n_lines, n_columns)
    k : int
        In [1, n_columns].

    Returns
    -------
    values : ndarray of shape (n_lines, k)
    columns : ndarray of int64, shape (n_lines, k)
    """
    n_lines, n_columns = distances.shape
    least, n_groups = distances, n_columns // GROUP
    if n_groups >= 2 * k:  # the k-th of the groups' least values is no less than the k-th of all, and far sooner found
        least = distances[:, : n_groups * GROUP].reshape(n_lines, GROUP, n_groups).min(axis=1)
    bound = np.partition(least, k - 1, axis=1)[:, k - 1 : k]
    lines, columns = np.divmod(np.flatnonzero(distances <= bound), n_columns)  # line by line, columns rising
    values = distances[lines, columns]
    order = np.lexsort((values, lines))  # stable, so that equal values stay in the order of the columns
    first = np.searchsorted(lines, np.arange(n_lines))
    taken = order[first[:, np.newaxis] + np.arange(k)]
    return values[taken], columns[taken]
