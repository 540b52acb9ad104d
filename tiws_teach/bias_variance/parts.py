"""The parts of the expected loss at each point, from the predictions of many training sets."""

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number, fail


@documented
def squared_loss_parts(predictions, truth, noise=0.0):
    """Return squared bias, variance and noise at each point, and their sum, the expected squared error.

    Both estimates are unbiased: the squared distance of the mean prediction from the truth is too large by variance
    / R, which is subtracted and can make it slightly negative. The sum is exactly the mean of (g_r - f)^2 plus noise.

    Parameters
    ----------
    predictions : array-like of shape (n_sets, n_points)
        Line r has the predictions of the model fitted to training set r; at least 2 lines.
    truth : array-like of shape (n_points,)
        f at each point, in the unit of y.
    noise : float or array-like of shape (n_points,), default=0.0
        Variance of a new y around f, in squared units of y, >= 0.

    {squared_parts}

    Examples
    --------
    >>> squared_loss_parts([[9], [13]], [8], noise=4)
       squared_bias  variance  noise  error
    0           5.0       8.0    4.0   17.0

    Source: Geman, Bienenstock and Doursat (1992), Neural networks and the bias/variance dilemma, section 2.2.
    Equation: 8.1.
    """
    g, f, noise = check_squared(predictions, truth, noise)
    variance = g.var(axis=0, ddof=1)
    squared_bias = (g.mean(axis=0) - f) ** 2 - variance / len(g)
    parts = {"squared_bias": squared_bias, "variance": variance, "noise": noise}
    return pd.DataFrame(parts | {"error": squared_bias + variance + noise})


def zero_one_parts(predictions, probabilities):
    """Return bias, variance and noise of the 0/1 loss at each point, and how they add up to the expected error rate.

    The main prediction is the class predicted most often, the optimal prediction the most probable class; ties go to
    the lower code. The bias is 1 where they differ, else 0. The variance is the share of training sets whose prediction
    is not the main one, the noise the probability of any class but the optimal one. Variance adds to the error where
    the bias is 0, and reduces it where it is 1: bias + net_variance + net_noise = error, exactly. The main prediction
    is found in the same training sets, so near a tie the variance is slightly too low; the error is not.

    Parameters
    ----------
    predictions : array-like of int, shape (n_sets, n_points)
        Class codes, 0 to C - 1; line r for the model fitted to training set r.
    probabilities : array-like of shape (n_points, C)
        True probability of each class at each point.

    Returns
    -------
    DataFrame of shape (n_points, 6)
        Columns bias, variance, noise, net_variance, net_noise and error.

    Examples
    --------
    >>> zero_one_parts([[0], [0], [1]], [[0.2, 0.8]]).round(3)
       bias  variance  noise  net_variance  net_noise  error
    0   1.0     0.333    0.2        -0.333     -0.067    0.6

    Source: Domingos (2000), A unified bias-variance decomposition, theorem 3 (for two classes theorem 2).
    Equation: 8.5.
    """
    codes, p = check_codes(predictions, probabilities)
    q = class_shares(codes, p.shape[1])
    here = np.arange(len(p))
    main, optimal = q.argmax(axis=1), p.argmax(axis=1)
    bias, variance, noise = (main != optimal).astype(float), 1 - q[here, main], 1 - p[here, optimal]
    right = q[here, optimal]
    hits = (q * p).sum(axis=1) - right * p[here, optimal]  # right although the prediction is not optimal
    net_variance = np.where(bias == 1, -right, variance)
    net_noise = right * noise - hits
    error = bias + net_variance + net_noise
    columns = {"bias": bias, "variance": variance, "noise": noise}
    return pd.DataFrame(columns | {"net_variance": net_variance, "net_noise": net_noise, "error": error})


def variance_of_average(variance, correlation, n):
    """Return the variance of the average of n correlated predictions: rho v + (1 - rho) v / n.

    Parameters
    ----------
    variance : float or ndarray
        Variance of one prediction, in squared units of y, >= 0.
    correlation : float or ndarray
        Correlation of any two predictions, in [-1 / (n - 1), 1]: three or more cannot all be negatives of one another.
    n : int
        Number of predictions in the average, at least 1.

    Returns
    -------
    float or ndarray, in squared units of y

    Examples
    --------
    >>> variance_of_average(100, 0.4, 6)
    50.0

    Source: Hastie, Tibshirani and Friedman (2009), section 15.2, equation 15.1.
    Equation: 8.4.
    """
    n = check_count("n", n, 1)
    _check_within("variance", variance, 0, np.inf)
    _check_within("correlation", correlation, -1 / max(n - 1, 1), 1)
    return correlation * variance + (1 - correlation) * variance / n


def _check_within(name, values, low, high):
    """Refuse numbers that are not finite or not in [low, high], up to rounding."""
    array = np.ravel(values)
    wrong = array[~(np.isfinite(array) & (array >= low - 1e-9) & (array <= high + 1e-9))]
    if len(wrong):
        fail(name, f"be in [{low:g}, {high:g}]", f"{wrong[0]:g}", "Pass one number, or one for each case.")


def class_shares(codes, n_classes):
    """Return the share of training sets that predict each class at each point: (n_points, n_classes)."""
    return np.stack([(codes == code).mean(axis=0) for code in range(n_classes)], axis=1)


def check_squared(predictions, truth, noise):
    """Return predictions (n_sets, n_points), truth and noise (n_points,) as finite floats."""
    g, f = np.asarray(predictions, dtype=float), np.asarray(truth, dtype=float)
    _check_lines("predictions", g)
    if f.shape != g.shape[1:]:
        fail(
            "truth", f"have one value for each of the {g.shape[1]} points", f"shape {f.shape}", "Pass f at the points."
        )
    for name, values in (("predictions", g), ("truth", f)):
        if not np.isfinite(values).all():
            fail(name, "be finite", "NaN or infinity", "Fix the model or the data.")
    if np.ndim(noise) == 0:
        return g, f, np.full(len(f), check_number("noise", noise, 0))
    noise = np.asarray(noise, dtype=float)
    if noise.shape != f.shape or not (np.isfinite(noise).all() and (noise >= 0).all()):
        fail("noise", f"be one variance >= 0, or one for each of the {len(f)} points", noise, "Pass sd ** 2.")
    return g, f, noise


def check_codes(predictions, probabilities):
    """Return codes (n_sets, n_points) and probabilities (n_points, C)."""
    codes, p = np.asarray(predictions), np.asarray(probabilities, dtype=float)
    _check_lines("predictions", codes)
    if p.ndim != 2 or len(p) != codes.shape[1] or p.shape[1] < 2:
        rule = f"have a line for each of the {codes.shape[1]} points and a column for each class"
        fail("probabilities", rule, f"shape {p.shape}", "Pass an array of shape (n_points, n_classes).")
    if not ((p >= 0).all() and np.allclose(p.sum(axis=1), 1)):
        fail("probabilities", "be >= 0 and sum to 1 at each point", "other values", "Divide each line by its sum.")
    if not np.isin(codes, np.arange(p.shape[1])).all():
        fail("predictions", f"be class codes, 0 to {p.shape[1] - 1}", "other values", "Number the classes from 0.")
    return codes.astype(int), p


def _check_lines(name, values):
    if values.ndim != 2 or len(values) < 2 or values.shape[1] < 1:
        rule = "have a line for each of at least 2 training sets and a column for each point"
        fail(name, rule, f"shape {values.shape}", "Fit on more training sets.")
