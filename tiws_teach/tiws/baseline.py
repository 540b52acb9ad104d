"""A baseline: what the other columns say of a category, before similar categories correct it.

A regression predicts the target of each row from the columns other than j. The mean prediction over the rows of an
unseen category is a first estimate of its mean target. What each seen category adds to such predictions is its mean
residual; similarity carries the residuals over to the unseen category, as it carries over estimates without a baseline.

    m_j(x)  prediction of the baseline from the columns other than j     `_baseline.FittedBaseline`
    e_jk    shrunken mean residual of a seen category                    `category_residuals`
    y_u     mean of m_j over the rows of u, plus w times e               `estimates_with_baseline`
"""

import numpy as np

from tiws_teach._docs import documented
from tiws_teach.tiws.equations import smoothed_means


@documented
def category_residuals(codes, targets, predictions, n_categories, smooth=1.0, weights=None):
    """Return (sum of y - m) / (count + a) for each category: its mean residual, shrunken towards 0.

    Parameters
    ----------
    {category_codes}
    targets, predictions : ndarray of float, shape (n_rows, n_targets)
        y and m, in units of the target.
    n_categories : int
    smooth : float or "auto", default=1.0
        a >= 0, in rows; "auto" as in `empirical_bayes_smoothing`.
    weights : ndarray of float, shape (n_rows,), optional

    Returns
    -------
    ndarray of float, shape (n_categories, n_targets), in units of the target.
        0 for a category without rows.

    Source: this project; a regression's residuals, smoothed as in Bang et al. (2020).
    Equation: 2.13.
    """
    nothing = np.zeros(targets.shape[1])
    return smoothed_means(codes, targets - predictions, n_categories, smooth, nothing, weights)[0]


def estimates_with_baseline(predictions, weights, residuals):
    """Return the mean prediction of each unseen category plus the weighted mean of the seen categories' residuals.

    Parameters
    ----------
    predictions : array-like of shape (n_unseen,) or (n_unseen, n_targets)
        Mean of the baseline's predictions over the rows of each unseen category, in units of the target.
    weights : array-like of shape (n_unseen, n_seen)
        As from `unseen_weights`.
    residuals : array-like of shape (n_seen,) or (n_seen, n_targets)
        As from `category_residuals`, in the order of the weights' columns.

    Returns
    -------
    ndarray of shape (n_unseen,) or (n_unseen, n_targets), in units of the target.

    Examples
    --------
    >>> estimates_with_baseline([0.25], [[0.5, 0.5]], [0.25, 0.75])
    array([0.75])

    Source: this project; a regression corrected by the estimate of Bang et al. (2020).
    Equation: 2.14.
    """
    return np.asarray(predictions, dtype=float) + np.asarray(weights, dtype=float) @ np.asarray(residuals, dtype=float)
