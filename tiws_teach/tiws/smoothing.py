"""How many pseudo-rows with the mean target to add to each category: a given number, or as many as its rows suggest."""

import numpy as np

from tiws_teach._docs import documented


@documented
def empirical_bayes_smoothing(codes, targets, n_categories, weights=None):
    """Return a_k, the variance of the target within category k divided by its variance over all rows.

    A category whose rows agree is trusted as it is; one that varies like the whole table counts as one more row.

    Parameters
    ----------
    {category_codes}
    targets : ndarray of float, shape (n_rows, n_targets)
    n_categories : int
    {row_weights}

    Returns
    -------
    ndarray of float, shape (n_categories, n_targets), in rows.
        1 for a category without rows; 0 if all targets are equal.

    Source: Micci-Barreca (2001), empirical Bayes; as in scikit-learn's TargetEncoder with smooth="auto".
    Equation: 2.12.
    """
    sums = _sums(codes, targets, n_categories, weights)
    n = _sums(codes, np.ones((len(codes), 1)), n_categories, weights)
    means = np.divide(sums, n, out=np.zeros_like(sums), where=n > 0)
    squares = _sums(codes, (targets - means[codes]) ** 2, n_categories, weights)
    variance = np.average((targets - np.average(targets, axis=0, weights=weights)) ** 2, axis=0, weights=weights)
    within = np.divide(squares, n, out=np.tile(variance, (n_categories, 1)), where=n > 0)
    return np.divide(within, variance, out=np.zeros_like(within), where=variance > 0)


def _sums(codes, values, n_categories, weights):
    """Return the weighted sums of the columns of `values` in each category."""
    weighted = values if weights is None else values * weights[:, np.newaxis]
    return np.stack([np.bincount(codes + 1, v, minlength=n_categories + 1)[1:] for v in weighted.T], axis=1)
