"""Local means of each class: the nearest one (LMkNN), or the harmonic mean of their distances (MLM-kHNN).

x       query                                    k, w   number of a class's nearest rows that are averaged
m_w     mean of a class's w nearest rows         HMD    harmonic mean of |x - m_1|, ..., |x - m_k|
"""

import numpy as np
from scipy import sparse

from tiws_teach._docs import documented
from tiws_teach._neighbors import check_classes, nearest_by_class
from tiws_teach._validation import LARGEST, check_floats


@documented
def local_means(queries, rows, labels, k, n_classes=None) -> np.ndarray:
    """Return the means of each query's 1, 2, ..., k nearest rows of each class.

    Parameters
    ----------
    queries : array-like of shape (n_queries, n_features)
    rows : array-like of shape (n_rows, n_features)
    {labels}
    k : int
        At least 1.
    {n_classes}

    Returns
    -------
    ndarray of shape (n_queries, k, n_classes, n_features)
        Entry [:, w - 1, c] is the mean of the w nearest rows of class c, NaN if it has fewer than w rows.

    Source: Mitani and Hamamoto (2006); Gweon (2017), equation (3.1).
    Equation: 4.5.
    """
    rows = np.asarray(rows, dtype=float)
    codes, n_classes = check_classes(labels, len(rows), k, n_classes)
    return means_of(rows, nearest_by_class(queries, rows, codes, k, n_classes)[1])


def means_of(rows, indices) -> np.ndarray:
    """Return the means of the first 1, 2, ..., k listed rows of each query and class; NaN where the number is -1."""
    nearest = rows[indices.ravel()]
    nearest = (nearest.toarray() if sparse.issparse(nearest) else nearest).reshape(*indices.shape, rows.shape[1])
    k = indices.shape[1]
    means = nearest.cumsum(axis=1) / np.arange(1, k + 1)[:, np.newaxis, np.newaxis]
    return np.where(indices[..., np.newaxis] < 0, np.nan, means)


def local_mean_distances(queries, means) -> np.ndarray:
    """Return the distances from each query to its local means.

    Parameters
    ----------
    queries : array-like of shape (n_queries, n_features)
    means : array-like of shape (n_queries, k, n_classes, n_features)
        As returned by `local_means`.

    Returns
    -------
    ndarray of shape (n_queries, k, n_classes)
        Euclidean, in feature units; infinite if there is no mean.

    Source: Mitani and Hamamoto (2006); Gweon (2017), equation (3.2).
    Equation: 4.5.
    """
    queries = check_floats("queries", queries, 2, -LARGEST, LARGEST)
    differences = queries[:, np.newaxis, np.newaxis] - means
    distances = np.sqrt(np.einsum("...j,...j", differences, differences))
    return np.where(np.isnan(distances), np.inf, distances)


def harmonic_mean_distance(distances) -> np.ndarray:
    """Return k divided by the sum of the inverse distances to the k local means of each class.

    Parameters
    ----------
    distances : array-like of shape (n_queries, k, n_classes)
        As returned by `local_mean_distances`. Infinite ones are ignored, so a class with fewer means has a smaller k.

    Returns
    -------
    ndarray of shape (n_queries, n_classes)
        In feature units; 0 if one of the distances is 0.

    Source: Pan, Wang and Ku (2017); Gweon (2017), equation (3.3).
    Equation: 4.6.
    """
    distances = check_floats("distances", distances, 3, 0, infinite=True)
    counted = np.isfinite(distances).sum(axis=1)
    with np.errstate(divide="ignore"):
        return counted / (1 / distances).sum(axis=1)
