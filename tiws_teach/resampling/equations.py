"""The two equations of resampling: the weight of a class, and a point between two rows.

n    rows          C    classes          n_c    rows of class c          w_c    weight of each row of class c
x    a row         x'   a nearby row of the same class                   u      step length, in [0, 1)
"""

import numpy as np

from tiws_teach.resampling._targets import rows_by_class


def class_weights(y):
    """Return the balanced weight of each class, n / (C n_c): every class then has total weight n / C.

    Parameters
    ----------
    y : array-like of shape (n_rows,)
        Classes: strings, integers or booleans.

    Returns
    -------
    dict of class -> float
        In sorted order of the classes; valid as `class_weight` of scikit-learn's classifiers.

    Examples
    --------
    >>> class_weights(["healthy"] * 9 + ["ill"])
    {'healthy': 0.5555555555555556, 'ill': 5.0}

    Source: King and Zeng (2001), weighting by class, to equal shares; course notes, Imbalanced vs balanced data set.
    Equation: 1.1.
    """
    counts = {c: len(rows) for c, rows in rows_by_class(y).items()}
    n = sum(counts.values())
    return {c: n / (len(counts) * n_c) for c, n_c in counts.items()}


def interpolate(x, neighbour, u):
    """Return the points x + u (x' - x) between rows and their neighbours.

    Parameters
    ----------
    x : array-like of shape (n_points, n_features) or (n_features,)
        In feature units.
    neighbour : array-like of the same shape
        x', in feature units.
    u : float or array-like of shape (n_points,)
        0 is the row itself, 1 its neighbour.

    Returns
    -------
    ndarray of shape (n_points, n_features) or (n_features,), in feature units.

    Examples
    --------
    >>> interpolate([[0, 0], [1, 1]], [[4, 2], [1, 3]], [0.25, 0.5])
    array([[1. , 0.5],
           [1. , 2. ]])

    Source: Chawla et al. (2002), SMOTE, section 4.2.
    Equation: 1.2.
    """
    x, neighbour = np.asarray(x, dtype=float), np.asarray(neighbour, dtype=float)
    return x + np.asarray(u, dtype=float)[..., np.newaxis] * (neighbour - x)
