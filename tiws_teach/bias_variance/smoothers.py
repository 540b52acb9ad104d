"""Models whose predictions are weighted sums of the training values: g(x) = sum_i w_i(x) y_i, w free of y."""

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._neighbors import nearest_rows
from tiws_teach._validation import check_number, fail


def neighbor_weights(queries, rows, k, metric="euclidean"):
    """Return the weights with which k nearest neighbours average the training values: 1/k for each neighbour.

    Parameters
    ----------
    queries : array-like of shape (n_queries, n_features)
    rows : array-like of shape (n_rows, n_features)
    k : int
        In [1, n_rows]; ties go to the lower row number.
    metric : str or callable, default="euclidean"

    Returns
    -------
    ndarray of shape (n_queries, n_rows)
        Each row sums to 1.

    Source: Geman, Bienenstock and Doursat (1992), section 3.5.
    """
    queries, rows = np.asarray(queries, dtype=float), np.asarray(rows, dtype=float)
    neighbors = nearest_rows(queries, rows, k, metric)[1]
    weights = np.zeros((len(queries), len(rows)))
    np.put_along_axis(weights, neighbors, 1 / k, axis=1)
    return weights


@documented
def smoother_parts(weights, row_truth, truth, noise):
    """Return the exact squared bias, variance and noise at each point of a model that is a weighted sum.

    The training rows are fixed; only their values are drawn again. The mean prediction is then the same
    weighted sum of the truth at the rows, and the variance is the noise times the sum of the squared weights.

    Parameters
    ----------
    weights : array-like of shape (n_points, n_rows)
        Row x: the weight of each training value in the prediction at x.
    row_truth : array-like of shape (n_rows,)
        f at the training rows, in the unit of y.
    truth : array-like of shape (n_points,)
        f at the points.
    noise : float
        Variance of y around f, the same everywhere, in squared units of y.

    {squared_parts}

    Examples
    --------
    >>> smoother_parts([[0.5, 0.5, 0]], [6, 10, 40], [7], noise=4)
       squared_bias  variance  noise  error
    0           1.0       2.0    4.0    7.0

    Source: Hastie, Tibshirani and Friedman (2009), section 7.3, equation 7.10 (neighbours) and 7.11 (lines).
    Equation: 8.2.
    """
    w, rows, f = (np.asarray(values, dtype=float) for values in (weights, row_truth, truth))
    if w.ndim != 2 or w.shape != (len(f), len(rows)):
        rule = f"have shape ({len(f)}, {len(rows)}), points by rows"
        fail("weights", rule, f"shape {w.shape}", "Pass, for example, neighbor_weights(points, rows, k).")
    noise = check_number("noise", noise, 0)
    squared_bias, variance = (w @ rows - f) ** 2, noise * (w**2).sum(axis=1)
    error = squared_bias + variance + noise
    return pd.DataFrame({"squared_bias": squared_bias, "variance": variance, "noise": noise, "error": error})


def optimism(weights, noise):
    """Return how much the expected error on new values at the training rows exceeds the training error.

    It is 2 noise / n times the sum of the weights of the training values in their own predictions. With k
    neighbours, where each row is its own neighbour, this is 2 noise / k.

    Parameters
    ----------
    weights : array-like of shape (n_rows, n_rows)
        Row i: the weight of each training value in the prediction at row i.
    noise : float
        Variance of y around f, in squared units of y.

    Returns
    -------
    float, in squared units of y

    Examples
    --------
    >>> optimism([[0.5, 0.5], [0.5, 0.5]], noise=4)
    4.0

    Source: Efron (1986), How biased is the apparent error rate; Hastie, Tibshirani and Friedman (2009), section 7.4.
    Equation: 8.3.
    """
    w = np.asarray(weights, dtype=float)
    if w.ndim != 2 or w.shape[0] != w.shape[1]:
        fail("weights", "be square, training rows by training rows", f"shape {w.shape}", "Predict at the rows.")
    return float(2 * check_number("noise", noise, 0) * np.trace(w) / len(w))
