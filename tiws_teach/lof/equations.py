"""Density around points and around their neighbours: from reachability distances to the local outlier factor.

p, o     a point, and a neighbour of it      k-dist(o)   distance of o's k-th nearest neighbour
d(p, o)  distance of the two                 reach       reachability distance
LOF      local outlier factor                lrd         local reachability density, 1 / feature unit
w        number of equal rows that o stands for, 1 unless said otherwise
"""

import reprlib

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._validation import check_floats, fail
from tiws_teach.lof.neighborhoods import neighborhood


def is_neighbor(distance, k_distance) -> np.ndarray:
    """Return whether other points o belong to the neighbourhood of p: d(p, o) <= k-dist(p).

    Parameters
    ----------
    distance : array-like of float
        d(p, o) of points o other than p, in feature units.
    k_distance : float or array-like of float, of a broadcastable shape
        k-dist(p).

    Returns
    -------
    ndarray of bool, of the shape of `distance`

    Examples
    --------
    >>> is_neighbor([1, 2, 2, 3], 2)
    array([ True,  True,  True, False])

    Runs as: `lof.neighborhood`, because a search finds the same points without a table of all distances.

    Source: Breunig et al. (2000), Definition 4; course notes, k-distance.
    Equation: 6.2.
    """
    return check_floats("distance", distance, low=0, infinite=True) <= check_floats("k_distance", k_distance, low=0)


def reachability_distance(distance, k_distance) -> np.ndarray:
    """Return max(k-dist(o), d(p, o)) for points p and neighbours o: never less than the k-distance of o.

    Parameters
    ----------
    distance : array-like of float
        d(p, o), in feature units.
    k_distance : array-like of float, of the same shape
        k-dist(o), of the neighbour, not of p.

    Returns
    -------
    ndarray of the same shape, in feature units.

    Examples
    --------
    >>> reachability_distance([1, 5], [2, 2])
    array([2., 5.])

    Source: Breunig et al. (2000), Definition 5; course notes, Reachability-Distance.
    Equation: 6.3.
    """
    distance = check_floats("distance", distance, low=0, infinite=True)
    return np.maximum(distance, check_floats("k_distance", k_distance, low=0, infinite=True))


@documented
def local_reachability_density(reachability, starts, weights=None) -> np.ndarray:
    """Return 1 over the mean reachability distance of each point from its neighbours, lrd(p).

    A point whose reachability distances are all 0, because it has k duplicates that have k duplicates themselves, gets
    an infinite density.

    Parameters
    ----------
    reachability : array-like of shape (n_neighbors_in_all,)
        In feature units, >= 0.
    {neighbor_starts}

    Returns
    -------
    ndarray of shape (n_points,), > 0, in 1 / feature unit.

    Examples
    --------
    >>> local_reachability_density([2, 2, 5, 1], [0, 3, 4])
    array([0.33333333, 1.        ])

    Source: Breunig et al. (2000), Definition 6; course notes, Local Reachability-density.
    Equation: 6.4.
    """
    with np.errstate(divide="ignore"):  # duplicates
        return 1 / _means(reachability, starts, weights)


@documented
def density_ratio(density, neighbor_density, starts, weights=None) -> np.ndarray:
    """Return the mean of lrd(o) / lrd(p) over the neighbours o of each point p, LOF(p).

    If a point and its neighbour both have infinite density, their ratio is 1. A point of finite density with a
    neighbour of infinite density has an infinite factor.

    Parameters
    ----------
    density : array-like of shape (n_points,)
        lrd(p), > 0, in 1 / feature unit.
    neighbor_density : array-like of shape (n_neighbors_in_all,)
        lrd(o), > 0, in 1 / feature unit.
    {neighbor_starts}

    Returns
    -------
    ndarray of shape (n_points,), > 0.

    Examples
    --------
    >>> density_ratio([0.5, 1], [1, 1, 2, 0.5], [0, 3, 4])
    array([2.66666667, 0.5       ])

    Source: Breunig et al. (2000), Definition 7; course notes, Local Outlier Factor.
    Equation: 6.5.
    """
    neighbor_density = check_floats("neighbor_density", neighbor_density, 1, 0, infinite=True)
    starts = _checked_starts(starts, len(neighbor_density))
    own = np.repeat(check_floats("density", density, 1, 0, infinite=True), np.diff(starts))
    both = np.isinf(own) & np.isinf(neighbor_density)
    return _means(np.divide(neighbor_density, own, out=np.ones_like(own), where=~both), starts, weights)


@documented
def local_outlier_factor(X, k, ties="all", metric="euclidean") -> np.ndarray:
    """Return the local outlier factor of each row among the others: about 1 inside a cluster, larger for outliers.

    More than k duplicates in one place have infinite density: the factor is 1 for the duplicates, and infinite for
    every other row with one of them among its neighbours, where scikit-learn's is very large.

    {points_and_k}
    {ties}
    {metric}

    Returns
    -------
    ndarray of shape (n_rows,), > 0.

    Examples
    --------
    >>> local_outlier_factor([[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]], k=2).round(3)
    array([0.879, 1.073, 1.073, 0.879, 1.134, 1.134, 3.893])

    Source: Breunig et al. (2000), Definitions 3 to 7; course notes, Local Outlier Factor.
    """
    near = neighborhood(X, k, ties, metric)
    reachability = reachability_distance(near.distances, near.k_distance[near.rows])
    density = local_reachability_density(reachability, near.starts)
    return density_ratio(density, density[near.rows], near.starts)


def _checked_starts(starts, n_neighbors):
    """Return the starts if they rise from 0 to the number of neighbours in all."""
    array = np.asarray(starts)
    is_rising = array.ndim == 1 and array.dtype.kind in "iu" and len(array) > 1 and (np.diff(array) > 0).all()
    if not is_rising or (array[0], array[-1]) != (0, n_neighbors):
        rule = f"rise from 0 to {n_neighbors}, the number of neighbours in all"
        fail("starts", rule, reprlib.repr(starts), "Pass the starts of a Neighborhoods.")
    return array


def _means(values, starts, weights=None):
    """Return the weighted mean of each point's values."""
    values = check_floats("reachability", values, 1, 0, infinite=True)
    starts = _checked_starts(starts, len(values))
    if weights is None:
        return np.add.reduceat(values, starts[:-1]) / np.diff(starts)
    return np.add.reduceat(values * weights, starts[:-1]) / np.add.reduceat(weights, starts[:-1])
