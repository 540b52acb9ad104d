"""What is asked of the neighbours: the k nearest rows, all rows up to the k-th distance, the nearest of each class."""

from __future__ import annotations

from typing import Any

import numpy as np

from tiws_teach._neighbors.inputs import Metric, Search, check_classes, prepared
from tiws_teach._neighbors.measures import (
    Measure,
    are_whole,
    by_differences,
    by_metric,
    by_products,
    by_whole_numbers,
    given,
)
from tiws_teach._neighbors.repeats import Counted, Repeats, counted_neighborhoods, find_repeats, members_of
from tiws_teach._neighbors.scan import Found, merged, scan
from tiws_teach._neighbors.tree import SPARE, by_tree, takes_tree
from tiws_teach._validation import check_count


def nearest_rows(
    queries: Any,
    rows: Any,
    k: int,
    metric: Metric = "euclidean",
    *,
    leave_out_self: bool = False,
    metric_params: dict | None = None,
    n_jobs: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the k nearest rows of each query, nearest first; of equally near ones the lower row first.

    Parameters
    ----------
    queries : array-like or sparse matrix of shape (n_queries, n_features)
        The distances themselves, of shape (n_queries, n_rows), if `metric` is "precomputed".
    rows : array-like or sparse matrix of shape (n_rows, n_features)
        If `metric` is "precomputed", only their number counts.
    k : int
        In [1, n_rows], or in [1, n_rows - 1] with `leave_out_self`.
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`.
    leave_out_self : bool, default=False
        The queries are the rows, and row i is not among the neighbours of query i; a duplicate of it may be.
    metric_params : dict, default=None
        What else the metric takes, such as ``{"p": 3}`` of "minkowski".
    n_jobs : int, default=None
        Threads, as in scikit-learn; the result does not depend on them.

    Returns
    -------
    distances : ndarray of shape (n_queries, k)
        In feature units, rising.
    indices : ndarray of int64, shape (n_queries, k)
        Row numbers.

    Raises
    ------
    ValueError
        If k is out of bounds, if the shapes do not belong together, if with `leave_out_self` there are not as many
        queries as rows, or if a distance is negative or undefined.
    """
    search = prepared(queries, rows, k, metric, metric_params, leave_out_self, n_jobs)
    distances, indices, _ = _rows(search, k, ties=False)
    return distances.reshape(-1, k), indices.reshape(-1, k)


def neighborhoods(
    queries: Any,
    rows: Any,
    k: int,
    metric: Metric = "euclidean",
    *,
    leave_out_self: bool = False,
    metric_params: dict | None = None,
    n_jobs: int | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all rows that are no farther from a query than its k-th nearest, so more than k where distances are tied.

    Parameters
    ----------
    queries, rows, k, metric, leave_out_self, metric_params, n_jobs
        As in `nearest_rows`.

    Returns
    -------
    distances : ndarray of shape (n_found,)
        In feature units; those of query i in places ``starts[i]:starts[i + 1]``, rising.
    indices : ndarray of int64, shape (n_found,)
        Row numbers; of equally near rows the lower first.
    starts : ndarray of int64, shape (n_queries + 1,)

    Raises
    ------
    ValueError
        As in `nearest_rows`.
    """
    search = prepared(queries, rows, k, metric, metric_params, leave_out_self, n_jobs)
    distances, indices, counts = _rows(search, k, ties=True)
    return distances, indices, np.concatenate([[0], counts.cumsum()])


def nearest_by_class(
    queries: Any,
    rows: Any,
    labels: Any,
    k: int,
    metric: Metric = "euclidean",
    n_classes: int | None = None,
    metric_params: dict | None = None,
    n_jobs: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the k nearest rows of each query in each class, by the same rule.

    Parameters
    ----------
    queries, rows, metric
        As in `nearest_rows`.
    labels : array-like of int, shape (n_rows,)
        Class of each row, in 0, ..., n_classes - 1.
    k : int
        At least 1; a class may have fewer rows.
    n_classes : int, default=None
        None: the highest label and one.
    metric_params, n_jobs
        As in `nearest_rows`.

    Returns
    -------
    distances : ndarray of shape (n_queries, k, n_classes)
        In place [:, w - 1, c] the one to the w-th nearest row of class c, infinite if it has fewer than w rows.
    indices : ndarray of int64, shape (n_queries, k, n_classes)
        Row numbers, -1 where there is none.

    Raises
    ------
    ValueError
        If k is below 1, if a label is no class, or if the shapes do not belong together.
    """
    check_count("k", k, 1)
    search = prepared(queries, rows, 1, metric, metric_params, False, n_jobs)
    labels, n_classes = check_classes(labels, search.n_rows, n_classes)
    distances = np.full((search.n_queries, k, n_classes), np.inf)
    indices = np.full((search.n_queries, k, n_classes), -1, dtype=np.int64)
    for c in np.unique(labels):
        members = np.flatnonzero(labels == c)
        taken = min(k, len(members))
        found, places, _ = _rows(search.among(members), taken, ties=False)
        distances[:, :taken, c] = found.reshape(-1, taken)
        indices[:, :taken, c] = members[places.reshape(-1, taken)]
    return distances, indices


def counted(search: Search, asked: Repeats, among: Repeats, k: int) -> Counted:
    """Return the distinct rows no farther from each distinct query than its k-th nearest row.

    With `leave_out_self` each query is one of the rows, and not among its own neighbours.
    """
    once = search.distinct(asked, among)
    found = _distinct_rows(once, min(k + search.leave_out_self, once.n_rows), ties=True)
    return counted_neighborhoods(found, among.counts, k, search.leave_out_self)


def _rows(search: Search, k: int, ties: bool) -> Found:
    """Return the k nearest rows, or with `ties` all up to the k-th distance; rows repeated often are searched once."""
    if search.is_given or search.is_small or (search.is_euclidean and search.is_plain):
        return _distinct_rows(search, k, ties)
    among = find_repeats(search.rows)
    if among.largest <= SPARE:
        return _distinct_rows(search, k, ties)
    asked = among if search.leave_out_self else find_repeats(search.queries)
    near = counted(search, asked, among, k)
    return members_of(near, asked.member, among, k, search.leave_out_self, ties)


def _distinct_rows(search: Search, k: int, ties: bool) -> Found:
    """Return the same, with a search that is slow where rows are repeated often."""
    asked: np.ndarray = np.arange(search.n_queries)
    parts: list = []
    if not search.is_plain and not search.is_sparse and takes_tree(*search.queries.shape):
        asked, parts = by_tree(search.queries, search.rows, k, search.leave_out_self, ties, search.n_jobs)
    if len(asked) or not parts:
        found = scan(asked, search.n_rows, k, _measure(search), search.leave_out_self, ties, search.n_jobs)
        parts.append((asked, *found))
    return merged(parts)


def _measure(search: Search) -> Measure:
    """Return how the pairs are measured."""
    queries, rows = search.queries, search.rows
    if search.is_given:
        return given(queries)
    if not search.is_euclidean:
        return by_metric(queries, rows, search.metric, search.metric_params)
    if search.is_plain:
        return by_differences(queries, rows)
    return by_whole_numbers(queries, rows) if are_whole(queries, rows) else by_products(queries, rows)
