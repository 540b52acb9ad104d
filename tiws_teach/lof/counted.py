"""Compute the factor of each distinct row once: m equal rows are m neighbours, but one row in the sums.

Equal rows have the same neighbours, hence the same density and the same factor. Written out, n equal rows have n - 1
neighbours each, which is quadratic; counted, they are one row of weight n. The sums of `equations` become weighted:

w    number of rows that a distinct neighbour o represents; one less if p is one of them
"""

from __future__ import annotations

import numpy as np

from tiws_teach._neighbors import Counted, Repeats, counted, each_alone, find_repeats, nearest_rows, prepared
from tiws_teach.lof.equations import reachability_distance


def repeats_of(X, metric, ties) -> Repeats:
    """Return the groups of equal rows: no groups if X holds distances, or if each row has exactly k neighbours."""
    return find_repeats(X) if ties == "all" and metric != "precomputed" else each_alone(X.shape[0])


def neighbors_of(queries, rows, among: Repeats, k, ties, **how) -> tuple[Counted, np.ndarray]:
    """Return the neighbours of each distinct query among the distinct rows, and the distinct query of each query.

    With `queries` None, search the neighbours of the rows themselves; `how` has metric, metric_params and n_jobs.
    """
    alone = queries is None
    queries = rows if alone else queries
    if ties == "all":
        asked = among if alone else repeats_of(queries, how["metric"], ties)
        search = prepared(queries, rows, k, leave_out_self=alone, **how)
        return counted(search, asked, among, k), asked.member
    distances, indices = nearest_rows(queries, rows, k, leave_out_self=alone, **how)
    starts = k * np.arange(len(indices) + 1)
    near = Counted(distances.ravel(), indices.ravel(), np.ones(indices.size, dtype=np.int64), starts)
    return near, np.arange(len(indices))


def counted_density(near: Counted, k_distance) -> np.ndarray:
    """Return lrd(p) of each point: 1 over the weighted mean of its reachability distances.

    `k_distance` has one value for each distinct row.
    """
    reachability = reachability_distance(near.distances, k_distance[near.rows])
    with np.errstate(divide="ignore"):  # duplicates
        return 1 / _weighted_means(reachability, near)


def counted_ratio(density, near: Counted, known_density) -> np.ndarray:
    """Return LOF(p) of each point: the weighted mean of lrd(o) / lrd(p), with ratio 1 if both are infinite.

    `density` has lrd of the points, `known_density` lrd of the distinct rows.
    """
    own, others = np.repeat(density, np.diff(near.starts)), known_density[near.rows]
    both = np.isinf(own) & np.isinf(others)
    return _weighted_means(np.divide(others, own, out=np.ones_like(own), where=~both), near)


def _weighted_means(values, near: Counted) -> np.ndarray:
    """Return the weighted mean of each point's values."""
    sums = np.add.reduceat(values * near.weights, near.starts[:-1])
    return sums / np.add.reduceat(near.weights, near.starts[:-1])
