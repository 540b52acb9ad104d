"""Find neighbours: the first two steps of the local outlier factor, and the simple solution that it replaces.

p, o     a point, and a neighbour of it      k           smallest number of neighbours
d(p, o)  distance of the two                 k-dist(p)   distance of p's k-th nearest neighbour
N_k(p)   the neighbourhood: all points no further away than k-dist(p), p itself left out
"""

from dataclasses import dataclass

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._neighbors import nearest_rows, neighborhoods, weighted_neighborhoods
from tiws_teach._validation import check_choice, check_count, fail

TIES = ("all", "first")


@dataclass(frozen=True)
class Neighborhoods:
    """The neighbours of several points, point by point, nearest first.

    Attributes
    ----------
    distances : ndarray of shape (n_neighbors_in_all,)
        d(p, o), in feature units.
    rows : ndarray of int64, shape (n_neighbors_in_all,)
        Row number of o.
    starts : ndarray of int64, shape (n_points + 1,)
        The neighbours of point i are at [starts[i]:starts[i + 1]].
    weights : ndarray of int64, shape (n_neighbors_in_all,), or None
        Number of equal rows that o stands for; None: all 1.

    Source: Breunig et al. (2000), Definition 4.
    """

    distances: np.ndarray
    rows: np.ndarray
    starts: np.ndarray
    weights: np.ndarray | None = None

    @property
    def sizes(self) -> np.ndarray:
        """Number of neighbours of each point, equal rows counted once; an ndarray of shape (n_points,)."""
        return np.diff(self.starts)

    @property
    def k_distance(self) -> np.ndarray:
        """Distance of each point's last neighbour, which is its k-distance; an ndarray of shape (n_points,)."""
        return self.distances[self.starts[1:] - 1]

    def of(self, point: int) -> np.ndarray:
        """Return the row numbers of one point's neighbours.

        Parameters
        ----------
        point : int

        Returns
        -------
        ndarray of int64
        """
        return self.rows[self.starts[point] : self.starts[point + 1]]


@documented
def k_distance(X, k, metric="euclidean", queries=None) -> np.ndarray:
    """Return the distance of each point's k-th nearest neighbour, k-dist(p).

    {points_and_k}
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`; "precomputed": X, or `queries`, holds distances to the rows.
    {new_points}

    Returns
    -------
    ndarray of shape (n_points,), in feature units.

    Examples
    --------
    >>> k_distance([[0], [1], [3], [7]], 2)
    array([3., 2., 3., 6.])

    Runs as: `lof.Neighborhoods.k_distance`, because one search gives the neighbours and the distance of the last one.

    Source: Breunig et al. (2000), Definition 3; course notes, k-distance.
    Equation: 6.1.
    """
    points, rows, alone = _points(X, k, queries)
    return nearest_rows(points, rows, k, metric, leave_out_self=alone)[0][:, -1]


@documented
def neighborhood(X, k, ties="all", metric="euclidean", queries=None) -> Neighborhoods:
    """Return the neighbours N_k(p) of each point: all rows o other than p with d(p, o) <= k-dist(p).

    Distances are equal only if their floating-point values are equal: a grid with a step of 0.1 has fewer ties than one
    with a step of 1, because 0.3 - 0.2 is not exactly 0.1.

    {points_and_k}
    {ties}
    {metric}
    {new_points}

    Returns
    -------
    Neighborhoods

    Examples
    --------
    >>> near = neighborhood([[0], [1], [2], [4]], 1)
    >>> [near.of(point).tolist() for point in range(4)]
    [[1], [0, 2], [1], [2]]

    Source: Breunig et al. (2000), Definition 4; course notes, k-distance: `is_neighbor` of all points.
    """
    check_choice("ties", ties, TIES)
    points, rows, alone = _points(X, k, queries)
    if ties == "all":
        return Neighborhoods(*neighborhoods(points, rows, k, metric, leave_out_self=alone))
    return _exactly_k(*nearest_rows(points, rows, k, metric, leave_out_self=alone))


def distinct_neighborhood(queries, rows, counts, k, ties, **how) -> Neighborhoods:
    """Return the same neighbours as `neighborhood`, among distinct rows, each of which stands for its copies.

    Written out, n equal rows have n - 1 neighbours each, which is quadratic; here they are one row of weight n. `how`
    has the metric, metric_params and n_jobs.
    """
    alone = queries is None
    queries = rows if alone else queries
    if ties == "all":
        return Neighborhoods(*weighted_neighborhoods(queries, rows, counts, k, leave_out_self=alone, **how))
    return _exactly_k(*nearest_rows(queries, rows, k, leave_out_self=alone, **how))


@documented
def mean_neighbor_distance(X, k, metric="euclidean") -> np.ndarray:
    """Return the mean distance of each row from its k nearest neighbours: a simple score that ignores local density.

    {points_and_k}
    {metric}

    Returns
    -------
    ndarray of shape (n_rows,), in feature units.

    Examples
    --------
    >>> mean_neighbor_distance([[0], [1], [3], [7]], 2)
    array([2. , 1.5, 2.5, 5. ])

    Source: course notes, Local Outlier Factor, simple solution.
    """
    points, rows, alone = _points(X, k, None)
    return nearest_rows(points, rows, k, metric, leave_out_self=alone)[0].mean(axis=1)


def _exactly_k(distances, indices):
    """Return the k neighbours of each point in flat arrays."""
    return Neighborhoods(distances.ravel(), indices.ravel(), indices.shape[1] * np.arange(len(indices) + 1))


def _points(X, k, queries):
    """Return the points, the rows among which their neighbours are, and whether the points are the rows."""
    rows = np.asarray(X, dtype=float)
    if rows.ndim != 2:
        fail("X", "have two dimensions, rows and features", f"{rows.ndim}", "Use X[:, np.newaxis] for one feature.")
    alone = queries is None
    highest, of_what = len(rows) - alone, "n_samples - 1" if alone else "n_samples"
    if check_count("k", k, 1) > highest:
        advice = f"Lower k or pass at least {k + alone} rows."
        fail("k", f"be in [1, {of_what} = {highest}]", f"k = {k}", advice)
    return rows if alone else np.asarray(queries, dtype=float), rows, alone
