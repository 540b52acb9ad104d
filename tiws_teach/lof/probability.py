"""Local outlier probabilities (LoOP): a comparison of densities that ends on a scale from 0 to 1.

p, o       a row, and a neighbour of it           sigma(p)   standard distance of p from its neighbours
lambda     extent, in standard deviations         PLOF(p)    probabilistic local outlier factor
"""

import numpy as np
from scipy.special import erf

from tiws_teach._docs import documented
from tiws_teach._validation import check_floats, check_number, fail
from tiws_teach.lof.equations import _means
from tiws_teach.lof.neighborhoods import neighborhood


def standard_distance(distances, starts) -> np.ndarray:
    """Return the root mean square distance of each point from its neighbours, sigma(p).

    The paper's probabilistic distance is lambda times sigma; its lambda cancels in `probabilistic_factor`.

    Parameters
    ----------
    distances : array-like of shape (n_neighbors_in_all,)
        d(p, o), in feature units.
    starts : array-like of int, shape (n_points + 1,)
        The neighbours of point i are at [starts[i]:starts[i + 1]], at least one.

    Returns
    -------
    ndarray of shape (n_points,), in feature units.

    Examples
    --------
    >>> standard_distance([1, 7, 2], [0, 2, 3])
    array([5., 2.])

    Source: Kriegel, Kröger, Schubert and Zimek (2009), LoOP: standard distance.
    """
    return np.sqrt(_means(np.square(check_floats("distances", distances, 1, 0)), starts))


def probabilistic_factor(sigma, neighbor_sigma, starts) -> np.ndarray:
    """Return sigma(p) over the mean sigma(o) of the neighbours, minus 1: PLOF(p), 0 for a row as dense as they are.

    Among rows of which all have k copies it is 0 / 0 and set to 0; beside such rows it is infinite.

    Parameters
    ----------
    sigma : array-like of shape (n_points,)
        Standard distances, >= 0, in feature units.
    neighbor_sigma : array-like of shape (n_neighbors_in_all,)
        Those of the neighbours.
    starts : array-like of int, shape (n_points + 1,)
        The neighbours of point i are at [starts[i]:starts[i + 1]], at least one.

    Returns
    -------
    ndarray of shape (n_points,), >= -1.

    Examples
    --------
    >>> probabilistic_factor([6, 1], [1, 3, 2], [0, 2, 3])
    array([ 2. , -0.5])

    Source: Kriegel, Kröger, Schubert and Zimek (2009), LoOP: probabilistic local outlier factor.
    """
    sigma, usual = check_floats("sigma", sigma, 1, 0), _means(neighbor_sigma, starts)
    if len(sigma) != len(usual):
        fail("sigma", f"have {len(usual)} values", len(sigma), "Pass a value and a start for each point.")
    with np.errstate(divide="ignore"):  # beside copies
        return np.divide(sigma, usual, out=np.ones_like(sigma), where=(sigma > 0) | (usual > 0)) - 1


def outlier_probability(factors, extent=3.0) -> np.ndarray:
    """Return max(0, erf(PLOF / (lambda s sqrt 2))), where s is the root mean square of the factors of all rows.

    Infinite factors get 1 and do not count in s.

    Parameters
    ----------
    factors : array-like of shape (n_rows,)
        PLOF of all rows of a table, >= -1.
    extent : float, default=3.0
        lambda, > 0: as far as this many standard deviations is usual; 3 in the paper's experiments.

    Returns
    -------
    ndarray of shape (n_rows,), in [0, 1].

    Examples
    --------
    >>> outlier_probability([0, -0.5, 0.1, 2], extent=2).round(3)
    array([0.   , 0.   , 0.039, 0.667])

    Source: Kriegel, Kröger, Schubert and Zimek (2009), LoOP: nPLOF and LoOP.
    """
    factors = check_floats("factors", factors, 1, -1, infinite=True)
    finite = factors[np.isfinite(factors)]
    scale = check_number("extent", extent, 0, open_low=True) * np.sqrt(2 * np.mean(finite**2)) if finite.size else 1.0
    return np.maximum(0, erf(np.divide(factors, scale, out=np.where(factors > 0, np.inf, 0), where=scale > 0)))


@documented
def local_outlier_probability(X, k=20, extent=3.0, ties="all", metric="euclidean") -> np.ndarray:
    """Return the local outlier probability of each row: 0 for rows as dense as their neighbours, at most 1.

    It says how far a row lies beyond the spread of its table, so that tables can be compared. Its order resembles that
    of the local outlier factor: rank correlations of .75 to .96 in the tables below.

    **It is no calibrated probability**, because it does not know how many outliers there are. Among 500 normal rows in
    two columns (20 samples, k = 20) it exceeds one half for 25 of them without any outlier. With five outliers, spread
    evenly over a wide square, it exceeds one half for 15 rows, three in ten of them outliers; its mean is .075, and its
    Brier score is .021, where the share of outliers for every row has .010. It is of use where outliers are frequent
    and far: with 25 of them in ten columns it exceeds one half for 25 rows, all outliers, and has .010 against .047.

    If the rate of false alarms has to hold, compare new rows with ordinary rows that fit has not seen, as in conformal
    prediction: with scores s of these, ``(1 + (s <= new).sum()) / (1 + len(s))`` of `LocalOutlierFactor.score_samples`
    is at most a for a share of at most a of ordinary new rows. (.048 of them at a = .05, in 100 samples.)

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        In feature units; standardise features of different units first.
    k : int, default=20
        In [1, n_rows - 1].
    extent : float, default=3.0
        lambda, > 0; a larger one lowers all probabilities and keeps their order.
    {ties}
    {metric}

    Returns
    -------
    ndarray of shape (n_rows,), in [0, 1].

    Examples
    --------
    >>> town = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]]
    >>> local_outlier_probability(town, k=2).round(2)
    array([0.  , 0.  , 0.  , 0.  , 0.06, 0.06, 0.62])

    Source: Kriegel, Kröger, Schubert and Zimek (2009), LoOP; its limits are our measurement. Vovk, Gammerman and
    Shafer (2005) for the last paragraph.
    """
    near = neighborhood(X, k, ties, metric)
    sigma = standard_distance(near.distances, near.starts)
    return outlier_probability(probabilistic_factor(sigma, sigma[near.rows], near.starts), extent)
