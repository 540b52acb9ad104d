"""Search in a table of all distances, a block of queries at a time, or, among many rows, by `candidates`."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances
from sklearn.metrics.pairwise import PAIRWISE_BOOLEAN_FUNCTIONS

from tiws_teach._neighbors.candidates import Found, by_products, by_tree, smallest
from tiws_teach._neighbors.checks import EUCLIDEAN, as_table, check_tables
from tiws_teach._neighbors.repeats import first_copies
from tiws_teach._validation import check_count, fail

Metric = str | Callable[..., float]

FEW_PAIRS, FEW_QUERIES = 2**15, 4  # up to this many pairs of query and row, or queries, all distances at once
TREE_FEATURES = 7  # up to this many features, a tree is faster than the distances of all pairs
FEW_VALUES = 2**16  # differences held at a time, or distances by another metric


class Search(NamedTuple):
    """Checked queries and rows, the row number that each query has itself (-1 if none), and how to measure them."""

    queries: Any
    rows: Any
    own: np.ndarray
    metric: Metric = "euclidean"
    params: dict | None = None
    n_jobs: int | None = None


def nearest_rows(
    queries: Any, rows: Any, k: int, metric: Metric = "euclidean", *, leave_out_self: bool = False, **how: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Return distances and row numbers of each query's k nearest rows, nearest first: two tables (n_queries, k).

    Ties go to the lower row number. With "precomputed" the queries are the distances, (n_queries, n_rows). With
    `leave_out_self` the queries are the rows, and none is its own neighbour; a duplicate may be. `how` has the
    metric_params and n_jobs of scikit-learn.
    """
    search = prepared(queries, rows, metric, leave_out_self, **how)
    check_count("k", k, 1, search.rows.shape[0] - leave_out_self)
    distances, indices, _ = find(search, k, ties=False)
    return distances.reshape(-1, k), indices.reshape(-1, k)


def neighborhoods(
    queries: Any, rows: Any, k: int, metric: Metric = "euclidean", *, leave_out_self: bool = False, **how: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return distances and numbers of all rows no farther than the k-th, and where those of each query start.

    Those of query i are at ``starts[i]:starts[i + 1]``: k or, with ties, more, in the order of `nearest_rows`.
    """
    search = prepared(queries, rows, metric, leave_out_self, **how)
    check_count("k", k, 1, search.rows.shape[0] - leave_out_self)
    distances, indices, counts = find(search, k, ties=True)
    return distances, indices, np.concatenate([[0], counts.cumsum()])


def nearest_by_class(
    queries: Any, rows: Any, codes: np.ndarray, k: int, n_classes: int, metric: Metric = "euclidean", **how: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Return distances and numbers of each query's k nearest rows in each class: tables (n_queries, k, n_classes).

    A class with fewer than k rows fills the places with infinity and -1. `check_classes` checks the codes.
    """
    search = prepared(queries, rows, metric, **how)
    distances = np.full((len(search.own), k, n_classes), np.inf)
    indices = np.full(distances.shape, -1, dtype=np.int64)
    for c in np.unique(codes):
        members = np.flatnonzero(codes == c)
        taken = min(k, len(members))
        of_class = search._replace(rows=search.rows[members])
        if metric == "precomputed":
            of_class = of_class._replace(queries=search.queries[:, members])
        nearest, places, _ = find(of_class, taken, ties=False)
        distances[:, :taken, c] = nearest.reshape(-1, taken)
        indices[:, :taken, c] = members[places.reshape(-1, taken)]
    return distances, indices


def weighted_neighborhoods(
    queries: Any, rows: Any, counts: np.ndarray, k: int, metric: Metric, *, leave_out_self: bool = False, **how: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return `neighborhoods` among distinct rows, and the number of copies of each neighbour.

    With `leave_out_self` a query counts one copy less of itself.
    """
    most = min(k + leave_out_self, len(counts))  # this many distinct rows are always enough
    distances, rows, n_found = find(prepared(queries, rows, metric, **how), most, ties=True)
    lines = np.repeat(np.arange(len(n_found)), n_found)  # of 2 and 3 neighbours: [0, 0, 1, 1, 1]
    weights = counts[rows] - (rows == lines if leave_out_self else 0)  # such as [2, 1, 1, 1, 3]
    upto = np.cumsum(weights)  # [2, 3, 4, 5, 8]
    before = np.concatenate([[0], upto])[np.cumsum(n_found) - n_found]  # of each query's first neighbour: [0, 3]
    last = np.searchsorted(upto, before + k)  # where the k-th row is reached, for k = 2: [0, 3]
    kept = (distances <= distances[last][lines]) & (weights > 0)
    starts = np.concatenate([[0], np.bincount(lines[kept], minlength=len(n_found)).cumsum()])
    return distances[kept], rows[kept], starts, weights[kept]


def prepared(
    queries: Any,
    rows: Any,
    metric: Metric,
    leave_out_self: bool = False,
    metric_params: dict | None = None,
    n_jobs: int | None = None,
) -> Search:
    """Check that queries, rows and metric match, and return the search."""
    queries, rows = as_table(queries), as_table(rows)
    check_tables(queries, rows, metric, metric_params, leave_out_self)
    if metric != "precomputed" and sparse.issparse(queries) != sparse.issparse(rows):
        queries, rows = sparse.csr_array(queries), sparse.csr_array(rows)
    own = np.arange(queries.shape[0]) if leave_out_self else np.full(queries.shape[0], -1)
    return Search(queries, rows, own, metric, metric_params, n_jobs)


def find(search: Search, k: int, ties: bool) -> Found:
    """Return the k nearest rows of each query, or with `ties` all up to the k-th distance."""
    queries, rows, own = search.queries, search.rows, search.own
    n_queries, (n_rows, n_features) = len(own), rows.shape
    few = n_queries <= FEW_QUERIES or n_queries * n_rows <= FEW_PAIRS
    if search.metric in EUCLIDEAN and (not few or sparse.issparse(rows)):
        return _find_euclidean(queries, rows, own, k, ties, search.n_jobs)
    step = max(1, int(FEW_VALUES / n_rows / max(1, n_features)))
    blocks = [slice(start, start + step) for start in range(0, max(1, n_queries), step)]
    parts = [smallest(_distances(search, block), own[block], k, ties) for block in blocks]
    return Found(*map(np.concatenate, zip(*parts, strict=True)))


def _find_euclidean(queries, rows, own, k: int, ties: bool, n_jobs: int | None) -> Found:
    """Return the same among many rows, without a row's surplus copies if exactly k are asked for."""
    kept = np.arange(rows.shape[0]) if ties else first_copies(rows, k + 1)
    if len(kept) < rows.shape[0]:
        place = np.full(rows.shape[0] + 1, -1)  # where a row stands among those kept; the last entry is for own = -1
        place[kept] = np.arange(len(kept))
        rows, own = rows[kept], place[own]
    if sparse.issparse(rows) or rows.shape[1] > TREE_FEATURES:
        nearest = by_products(queries, rows, own, k, ties)
    else:
        nearest = by_tree(queries, rows, own, k, ties, n_jobs)
    return nearest._replace(indices=kept[nearest.indices])


def _distances(search: Search, block: slice) -> np.ndarray:
    """Return the distances from some queries to all rows, as a new table; Euclidean ones from the differences."""
    queries, rows, metric = search.queries[block], search.rows, search.metric
    if metric == "precomputed":
        return queries.copy()
    if metric in EUCLIDEAN:
        differences = rows - queries[:, np.newaxis]
        return np.sqrt(np.einsum("...j,...j", differences, differences))
    if metric in PAIRWISE_BOOLEAN_FUNCTIONS:
        queries, rows = queries != 0, rows != 0
    table = pairwise_distances(queries, rows, metric=metric, n_jobs=search.n_jobs, **(search.params or {}))
    if np.isnan(table.min(initial=0)):
        advice = "Drop the rows for which it is undefined, such as constant rows, or use another metric."
        fail("metric", "be defined for all pairs of rows", f"NaN by {metric!r}", advice)
    if callable(metric) and table.min(initial=0) < 0:
        fail("metric", "return distances, which are >= 0", f"{table.min():g}", "Return 0 for the most similar rows.")
    return np.maximum(table, 0, dtype=float)  # rounding can make a distance slightly negative
