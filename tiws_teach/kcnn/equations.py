"""K conditional nearest neighbours (kCNN) and their ensemble (EkCNN), in the thesis's order.

c      class, of L                              k, w   rank of a class's neighbour: the k-th or the w-th
d      distance from the query x to the         p      number of features
       k-th nearest row of class c              r      smoothing: 1 for the posterior itself, p in the thesis's ensemble
N_c    rows of class c, of N                    eps    added to each distance, so that none is 0
V_c    volume of the ball of radius d around x, which holds k of the N_c rows: the density is k / (N_c V_c)
"""

import numpy as np
from scipy.special import gammaln

from tiws_teach._docs import documented
from tiws_teach._neighbors import as_table, check_classes, nearest_by_class
from tiws_teach._validation import check_count, check_floats, check_number, fail

EPSILON = 1e-7  # the thesis's eps


@documented
def conditional_distances(
    queries, rows, labels, k, metric="euclidean", n_classes=None, metric_params=None, n_jobs=None
) -> np.ndarray:
    """Return the distances from each query to its k nearest rows of each class.

    Parameters
    ----------
    queries : array-like or sparse matrix of shape (n_queries, n_features)
        Of shape (n_queries, n_rows), the distances themselves, if `metric` is "precomputed".
    rows : array-like or sparse matrix of shape (n_rows, n_features)
        Ignored if `metric` is "precomputed".
    {labels}
    k : int
        At least 1.
    {metric}
    {n_classes}
    {metric_params}
    {n_jobs}

    Returns
    -------
    ndarray of shape (n_queries, k, n_classes)
        Entry [:, w - 1, c] is the distance to the w-th nearest row of class c, infinite if it has fewer than w rows.

    Examples
    --------
    >>> conditional_distances([[0.0]], [[1.0], [2.0], [4.0]], [0, 0, 1], k=2)
    array([[[ 1.,  4.],
            [ 2., inf]]])

    Source: Gweon (2017), section 3.2.1, Algorithm 3, steps (a) and (b).
    """
    rows = as_table(rows)
    codes, n_classes = check_classes(labels, rows.shape[0], k, n_classes)
    how = {"metric": metric, "metric_params": metric_params, "n_jobs": n_jobs}
    return nearest_by_class(queries, rows, codes, k, n_classes, **how)[0]


def conditional_densities(distances, k, class_sizes, n_features) -> np.ndarray:
    """Return k / (N_c V_c), the density of each class given the distance of its k-th neighbour.

    Parameters
    ----------
    distances : array-like of shape (n_queries, n_classes)
        To the k-th nearest row of each class, in feature units; infinite if it has fewer.
    k : int
    class_sizes : array-like of int, shape (n_classes,)
        N_c, the rows of each class.
    n_features : int
        p.

    Returns
    -------
    ndarray of shape (n_queries, n_classes)
        Share of the class's rows per unit of volume; infinite at distance 0.

    Runs as: `kcnn.conditional_posteriors`, because densities overflow, and their ratio by logarithms does not.

    Source: Gweon (2017), equation (3.5); Fukunaga and Hostetler (1975).
    Equation: 4.1.
    """
    d = check_floats("distances", distances, low=0, infinite=True)
    p = check_number("n_features", n_features, 0, open_low=True)
    log_unit_ball = p / 2 * np.log(np.pi) - gammaln(p / 2 + 1)
    with np.errstate(divide="ignore", over="ignore"):
        log_volume = log_unit_ball + p * np.log(d)
        return check_count("k", k, 1) / check_floats("class_sizes", class_sizes, 1, 1) * np.exp(-log_volume)


def bayes_posteriors(densities, class_sizes) -> np.ndarray:
    """Return the class posteriors by Bayes' rule, with the class shares of the rows as priors.

    Parameters
    ----------
    densities : array-like of shape (n_queries, n_classes)
        p(x | c), finite, >= 0, above 0 for at least one class.
    class_sizes : array-like of int, shape (n_classes,)
        N_c, the rows of each class.

    Returns
    -------
    ndarray of shape (n_queries, n_classes)
        Each row sums to 1.

    Runs as: `kcnn.conditional_posteriors`, because it is this rule for the densities of 4.1, by logarithms.

    Source: Gweon (2017), equation (3.6).
    Equation: 4.2.
    """
    densities = check_floats("densities", densities, low=0, infinite=True)
    sizes = check_floats("class_sizes", class_sizes, 1, 1)
    if not (np.isfinite(densities).all() and densities.any(axis=-1).all()):
        advice = "Use conditional_posteriors, which works with logarithms."
        fail("densities", "be finite, and above 0 for one class of each query", "infinite values or only zeros", advice)
    priors = sizes / sizes.sum()
    joint = priors * densities
    return joint / joint.sum(axis=-1, keepdims=True)


def conditional_posteriors(distances, n_features, smoothing=1.0, epsilon=EPSILON) -> np.ndarray:
    """Return (d + eps)^(-p/r), normalised over the classes.

    Parameters
    ----------
    distances : array-like of shape (..., n_classes)
        To the k-th nearest row of each class; infinite if it has fewer: its posterior is 0.
    n_features : int
        p.
    smoothing : float, default=1.0
        r, > 0: 1 gives the Bayes posterior; as r grows, all posteriors approach 1/L.
    epsilon : float, default=1e-7
        eps, >= 0, in feature units. With 0, classes at distance 0 share the posterior equally.

    Returns
    -------
    ndarray of the shape of `distances`
        Sums to 1 along the last axis.

    Source: Gweon (2017), equation (3.7).
    Equation: 4.3.
    """
    p = check_number("n_features", n_features, 0, open_low=True)
    r = check_number("smoothing", smoothing, 0, open_low=True)
    d = check_floats("distances", distances, low=0, infinite=True) + check_number("epsilon", epsilon, 0)
    nearest = d.min(axis=-1, keepdims=True)
    if np.isinf(nearest).any():
        fail("distances", "be finite for one class of each query", "inf for all", "Lower k to the largest class.")
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.where(d == nearest, 0, np.log(d) - np.log(nearest))  # so that no power overflows
    share = np.exp(-(p / r) * gap)
    return share / share.sum(axis=-1, keepdims=True)


def ensemble_posteriors(distances, n_features, smoothing=None, epsilon=EPSILON) -> np.ndarray:
    """Return the mean of the posteriors by the 1st, 2nd, ..., k-th neighbours.

    Parameters
    ----------
    distances : array-like of shape (n_queries, k, n_classes)
        As returned by `conditional_distances`.
    n_features : int
        p.
    smoothing : float, default=None
        r, > 0. None: p, as in the thesis.
    epsilon : float, default=1e-7
        eps, >= 0, in feature units.

    Returns
    -------
    ndarray of shape (n_queries, n_classes)
        Each row sums to 1.

    Source: Gweon (2017), section 3.2.4.
    Equation: 4.4.
    """
    r = n_features if smoothing is None else smoothing
    distances = check_floats("distances", distances, 3, 0, infinite=True)
    return conditional_posteriors(distances, n_features, r, epsilon).mean(axis=1)
