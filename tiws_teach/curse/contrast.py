"""Contrast between the farthest and the nearest row, and the intrinsic dimension of the rows."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances_chunked
from sklearn.utils import check_array

from tiws_teach._neighbors import check_size, nearest_rows
from tiws_teach._validation import check_choice, check_count, fail
from tiws_teach.curse._input import check_rows

METRICS = ("euclidean", "manhattan", "cosine")
CHUNK = 64  # MiB of distances held at a time

_ROUNDING = 1e-14  # cosine distances are differences from 1; below this they are only rounding error


def distance_contrast(X: Any, queries: Any, metric: str = "euclidean") -> np.ndarray:
    """Return (d_max - d_min) / d_min for each query: d_max to its farthest row of X, d_min to its nearest.

    To get one number for a data set, take a statistic over the queries; the lesson uses the median. The contrast also
    grows with the number of rows, so report both with it. A query that is itself a row of X has d_min = 0: remove it
    from X first.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_features)
    queries : array-like or sparse matrix of shape (n_queries, n_features)
    metric : {"euclidean", "manhattan", "cosine"}, default="euclidean"
        The cosine distance is one minus the cosine; for a row of zeros it is 1. The Euclidean distance is summed from
        the differences. For sparse rows, the two extreme ones are first selected with the expanded square, which cannot
        distinguish distances below about 1e-8 of the rows' length.

    Returns
    -------
    ndarray of shape (n_queries,)
        >= 0, no unit; inf if d_min = 0 < d_max, and 0 if both are 0.

    Examples
    --------
    >>> distance_contrast([[3, 4], [6, 8], [0, 20]], [[0, 0]])
    array([3.])

    Source: Beyer et al. (1999), section 3.
    Equation: 7.5.
    """
    check_choice("metric", metric, METRICS)
    X, queries = check_rows(X, queries)
    nearest, farthest = _extremes(X, queries, metric)
    with np.errstate(divide="ignore", invalid="ignore"):
        contrast = (farthest - nearest) / nearest
    return np.where(farthest == nearest, 0.0, contrast)


def relative_spread(distances: Any) -> np.ndarray:
    """Return standard deviation over mean of each query's distances; if it tends to 0, so does the contrast.

    Parameters
    ----------
    distances : array-like of shape (n_queries, n_rows) or (n_rows,)
        In feature units, >= 0, not all 0.

    Returns
    -------
    ndarray of shape (n_queries,), or float
        No unit. The standard deviation is that of these rows (divided by n_rows).

    Examples
    --------
    >>> float(relative_spread([1, 3]))
    0.5

    Source: Beyer et al. (1999), Theorem 1.
    Equation: 7.6.
    """
    distances = check_array(distances, dtype=np.float64, ensure_2d=False, input_name="distances")
    check_size(distances, "distances")
    mean = distances.mean(axis=-1)
    if distances.min() < 0:
        fail("distances", "be 0 or more", f"{distances.min():g}", "Pass distances, not differences.")
    if np.min(mean) == 0:
        fail("distances", "not all be 0 for a query", "a mean of 0", "Pass distances to rows other than the query.")
    return distances.std(axis=-1) / mean


def intrinsic_dimension(X: Any, k: int = 10) -> float:
    """Estimate the local dimension of the rows from how fast the distances to their k nearest rows grow.

    In D dimensions the number of rows within a radius r grows as r ** D. The estimate is the inverse of the mean of
    log(T_k / T_j), over all rows and j = 1..k-1, with T_j the distance to the j-th nearest other row. It is too small
    in many dimensions, where no sample is dense enough for local distances.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        Without duplicates, which are at distance 0 and carry no information about dimensions.
    k : int, default=10
        Number of nearest rows, in [2, n_rows - 1].

    Returns
    -------
    float
        Above 0; inf if the k nearest rows are equally far from every row.

    Source: Levina and Bickel (2004), equation 8, averaged as in MacKay and Ghahramani (2005).
    Equation: 7.7.
    """
    X = check_array(X, dtype=np.float64, ensure_min_samples=3)
    check_size(X)
    distances, _ = nearest_rows(X, X, check_count("k", k, 2, len(X) - 1), leave_out_self=True)
    if distances[:, 0].min() == 0:
        twice = int((distances[:, 0] == 0).sum())
        fail("X", "hold each row once", f"{twice} rows that have a duplicate", "Drop the duplicates first.")
    growth = np.log(distances[:, -1:] / distances[:, :-1]).mean()
    return float(1 / growth) if growth > 0 else float("inf")


def _extremes(X: Any, queries: Any, metric: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the distances from each query to its nearest and farthest row, without storing all distances."""

    def reduce(distances, start):
        if metric == "cosine":
            distances[distances < _ROUNDING] = 0.0
        elif sparse.issparse(X) and metric == "euclidean":
            return _exact_ends(X, queries[start : start + len(distances)], distances)
        return distances.min(axis=1), distances.max(axis=1)

    # scipy sums differences for "minkowski" (p = 2); scikit-learn expands the square for "euclidean"
    summed = "minkowski" if metric == "euclidean" and not sparse.issparse(X) else metric
    held = max(CHUNK, 8 * X.shape[0] / 2**20)  # at least one query's distances
    chunks = pairwise_distances_chunked(queries, X, reduce_func=reduce, metric=summed, working_memory=held)
    nearest, farthest = zip(*chunks, strict=True)
    return np.concatenate(nearest), np.concatenate(farthest)


def _exact_ends(X: Any, queries: Any, distances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Recompute the extreme distances of sparse rows from the differences, so that a duplicate is at 0."""
    ends = []
    for rows in (distances.argmin(axis=1), distances.argmax(axis=1)):
        differences = queries - X[rows]
        ends.append(np.sqrt(np.asarray(differences.multiply(differences).sum(axis=1)).ravel()))
    return ends[0], ends[1]
