"""Search the k nearest rows, all rows up to the k-th distance, or the nearest rows of each class."""

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
    """Return the k nearest rows of each query, nearest first; ties are ordered by row number.

    Parameters
    ----------
    queries : array-like or sparse matrix of shape (n_queries, n_features)
        The distances themselves, of shape (n_queries, n_rows), if `metric` is "precomputed".
    rows : array-like or sparse matrix of shape (n_rows, n_features)
        If `metric` is "precomputed", only their number matters.
    k : int
        In [1, n_rows], or in [1, n_rows - 1] with `leave_out_self`.
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`.
    leave_out_self : bool, default=False
        The queries are the rows, and row i is not a neighbour of query i; a duplicate of it may be.
    metric_params : dict, default=None
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    n_jobs : int, default=None
        Threads, as in scikit-learn; the result does not depend on them.

    Returns
    -------
    distances : ndarray of shape (n_queries, k)
        In feature units, ascending.
    indices : ndarray of int64, shape (n_queries, k)
        Row numbers.

    Raises
    ------
    ValueError
        If k is out of bounds, if the shapes do not match, if the numbers of queries and rows differ with
        `leave_out_self`, if a distance is negative or undefined, or if a value is beyond 1e140.
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
    """Return all rows that are no farther from a query than its k-th nearest: more than k if distances are tied.

    Parameters
    ----------
    queries, rows, k, metric, leave_out_self, metric_params, n_jobs
        As in `nearest_rows`.

    Returns
    -------
    distances : ndarray of shape (n_found,)
        In feature units; those of query i are at ``starts[i]:starts[i + 1]``, ascending.
    indices : ndarray of int64, shape (n_found,)
        Row numbers; ties are ordered by row number.
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
    """Return the k nearest rows of each query in each class, with the same tie rule.

    Parameters
    ----------
    queries, rows, metric
        As in `nearest_rows`.
    labels : array-like of int, shape (n_rows,)
        Class of each row, in 0, ..., n_classes - 1.
    k : int
        At least 1; a class may have fewer rows.
    n_classes : int, default=None
        None: the highest label plus one.
    metric_params, n_jobs
        As in `nearest_rows`.

    Returns
    -------
    distances : ndarray of shape (n_queries, k, n_classes)
        Entry [:, w - 1, c] is the distance to the w-th nearest row of class c, infinite if it has fewer than w rows.
    indices : ndarray of int64, shape (n_queries, k, n_classes)
        Row numbers, -1 if there is none.

    Raises
    ------
    ValueError
        If k is below 1, if a label is not a class, or if the shapes do not match.
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

    With `leave_out_self` each query is one of the rows and not its own neighbour.
    """
    once = search.distinct(asked, among)
    found = _distinct_rows(once, min(k + search.leave_out_self, once.n_rows), ties=True)
    return counted_neighborhoods(found, among.counts, k, search.leave_out_self)


def _rows(search: Search, k: int, ties: bool) -> Found:
    """Return the k nearest rows, or with `ties` all up to the k-th distance; rows repeated often are searched once."""
    if search.is_given or search.is_small:
        return _distinct_rows(search, k, ties)
    among = find_repeats(search.rows)
    if among.largest <= SPARE:
        return _distinct_rows(search, k, ties)
    asked = among if search.leave_out_self else find_repeats(search.queries)
    near = counted(search, asked, among, k)
    return members_of(near, asked.member, among, k, search.leave_out_self, ties)


def _distinct_rows(search: Search, k: int, ties: bool) -> Found:
    """Return the same, with a search that is slow if rows are repeated often."""
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
