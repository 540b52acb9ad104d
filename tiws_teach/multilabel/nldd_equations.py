"""The equations of NLDD: two distances, the pairs for the regression, and the weights of the distances.

x      features of a row, standardised unless they are 0/1         d    number of features
y      labelset of a row, a corner of the unit cube                L    number of labels
p      label probabilities of a row from the labels' classifiers, a point in the cube
Dx     distance between a row's features and those of a training row
Dy     distance between a row's p and the labelset of a training row
theta  probability that a label of the training row's labelset is wrong for the row
b0, b1, b2   coefficients of the regression of the losses on Dx and Dy
"""

from typing import Any

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist
from scipy.special import expit
from sklearn.utils.sparsefuncs import mean_variance_axis, min_max_axis

from tiws_teach._validation import LARGEST, check_choice, check_floats, fail

TIE = 1e-12
"""Distances with a relative difference of at most this are equal."""

COMBINATIONS = ("sum", "product")


def feature_scaling(X) -> tuple[np.ndarray, np.ndarray]:
    """Return the centre and the scale of each feature.

    Parameters
    ----------
    X : ndarray or sparse matrix of shape (n_rows, n_features)
        The training rows.

    Returns
    -------
    center, scale : ndarray of shape (n_features,)
        Mean and standard deviation (n - 1 in the denominator), in feature units; 0 and 1 for a feature that is 0 or 1
        in every row. A feature that never changes has scale 1.

    Source: Gweon (2017), section 2.4.3.
    """
    X = X if sparse.issparse(X) else check_floats("X", X, 2, -LARGEST, LARGEST)
    n = X.shape[0]
    low, high = min_max_axis(X, axis=0) if sparse.issparse(X) else (X.min(axis=0), X.max(axis=0))
    center, variance = mean_variance_axis(X, axis=0) if sparse.issparse(X) else (X.mean(axis=0), X.var(axis=0))
    scale = np.sqrt(variance * n / max(n - 1, 1))
    scale[(low == high) | (scale == 0)] = 1.0
    binary = _zero_one_columns(X)
    center, scale = np.where(low == high, low, center), np.where(binary, 1.0, scale)
    return np.where(binary, 0.0, center), scale


def _zero_one_columns(X):
    """Return which columns hold only 0 and 1."""
    if not sparse.issparse(X):
        return np.all((X == 0) | (X == 1), axis=0)
    strays = X.tocoo()
    return np.bincount(strays.col, weights=(strays.data != 0) & (strays.data != 1), minlength=X.shape[1]) == 0


def standardized_features(X, center, scale) -> Any:
    """Return the features in standard deviations from their mean; 0/1 features are unchanged.

    Parameters
    ----------
    X : ndarray or sparse matrix of shape (n_rows, n_features)
    center, scale : ndarray of shape (n_features,)
        From the training rows, by `feature_scaling`.

    Returns
    -------
    ndarray or sparse matrix of shape (n_rows, n_features)
        A sparse X is only divided, so that it stays sparse: subtracting the mean does not change distances.

    Source: Gweon (2017), section 2.4.3.
    Equation: 5.5.
    """
    if sparse.issparse(X):
        return sparse.csr_array(X.multiply(1 / scale))
    return (X - center) / scale


def feature_distances(X, training) -> np.ndarray:
    """Return Dx, the Euclidean distance of each row from each training row in the features.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        Standardised.
    training : array-like of shape (n_training, n_features)
        Standardised.

    Returns
    -------
    ndarray of shape (n_rows, n_training)
        In standard deviations, >= 0; exact, so that a duplicate is at 0.

    Runs as: `multilabel._search.nearest_of_labelsets`, because the table of all pairs would not fit into memory; it
    goes through the queries block by block.

    Source: Gweon (2017), section 2.3.2.
    Equation: 5.6.
    """
    return cdist(*(check_floats("X and training", table, 2, -LARGEST, LARGEST) for table in (X, training)))


def label_distances(probabilities, labelsets) -> np.ndarray:
    """Return Dy, the Euclidean distance of each point p in the cube from each labelset, a corner of it.

    Parameters
    ----------
    probabilities : array-like of shape (n_rows, n_labels)
        In [0, 1].
    labelsets : array-like of shape (n_training, n_labels)
        0 or 1.

    Returns
    -------
    ndarray of shape (n_rows, n_training)
        In [0, sqrt(n_labels)].

    Examples
    --------
    >>> label_distances([[0.6, 0.2]], [[1, 0], [1, 1]]).round(3)
    array([[0.447, 0.894]])

    Source: Gweon (2017), section 2.3.1 and Figure 2.1.
    Equation: 5.7.
    """
    return cdist(check_floats("probabilities", probabilities, 2, 0, 1), check_floats("labelsets", labelsets, 2, 0, 1))


def nearest_pairs(Dx, Dy, rows=None) -> np.ndarray:
    """Return for each row of T2 its nearest row of T1 in the features and its nearest in the labels.

    Ties in one distance go to the nearest row in the other distance, then to the lower row. If one row of T1 is the
    nearest in both, there is one pair.

    Parameters
    ----------
    Dx, Dy : array-like of shape (n_T2, n_T1)
        Distances between the rows of T2 and of T1.
    rows : array-like of int, shape (n_T2, n_T1), default=None
        Row number of each column; None: column j is row j.

    Returns
    -------
    ndarray of int, shape (n_pairs, 2)
        Row of T2 and column of T1, for each row of T2 first the pair nearest in the features.

    Examples
    --------
    >>> nearest_pairs([[1, 1, 2], [3, 2, 1]], [[0.9, 0.4, 0.4], [0.2, 0.3, 0.1]]).tolist()
    [[0, 1], [1, 2]]

    Source: Gweon (2017), section 2.3.3 and Figure 2.2.
    Equation: 5.8.
    """
    Dx, Dy = (check_floats(f"D{of}", D, low=0, infinite=True, empty=True) for of, D in (("x", Dx), ("y", Dy)))
    if Dx.shape != Dy.shape or Dx.ndim != 2 or Dx.shape[1] == 0:
        rule = f"have the shape of Dx, {Dx.shape}, with at least 1 column"
        fail("Dy", rule, f"{Dy.shape}", "Pass both for the same rows.")
    rows = np.broadcast_to(np.arange(Dx.shape[1]), Dx.shape) if rows is None else np.asarray(rows)
    in_x, in_y = smallest(Dx, Dy, rows), smallest(Dy, Dx, rows)
    pairs = np.column_stack([np.repeat(np.arange(len(Dx)), 2), np.column_stack([in_x, in_y]).ravel()])
    kept = np.ones(len(pairs), dtype=bool)
    kept[1::2] = in_x != in_y
    return pairs[kept]


def smallest(*keys) -> np.ndarray:
    """Return for each line the column with the smallest first key; the second key breaks ties (to `TIE`), and so on."""
    left = np.ones(keys[0].shape, dtype=bool)
    for key in keys:
        least = np.where(left, key, np.inf).min(axis=1, keepdims=True)
        left &= key <= least * (1 + TIE)
        if left.sum() == len(left):
            break
    return left.argmax(axis=1)


def combined_distance(Dx, Dy, coefficients, combination="sum") -> np.ndarray:
    """Return the combined distance that NLDD minimises: b1 Dx + b2 Dy, or Dx^b1 Dy^b2.

    Parameters
    ----------
    Dx, Dy : array-like of one shape
        Distances, >= 0.
    coefficients : array-like of 3 floats
        b0, b1, b2.
    combination : {"sum", "product"}, default="sum"

    Returns
    -------
    ndarray of the shape of Dx

    Examples
    --------
    >>> combined_distance([1.0, 2.0], [0.4, 0.3], [-3.4, 0.2, 4.7]).round(2)
    array([2.08, 1.81])

    Source: Gweon (2017), equation (2.3); the product, section 2.5.
    """
    check_choice("combination", combination, COMBINATIONS)
    _, b1, b2 = check_floats("coefficients", coefficients, 1)
    if combination == "sum":
        return b1 * np.asarray(Dx) + b2 * np.asarray(Dy)
    return np.asarray(Dx, dtype=float) ** b1 * np.asarray(Dy, dtype=float) ** b2


def misclassification_probability(Dx, Dy, coefficients, combination="sum") -> np.ndarray:
    """Return theta, the probability that a label is wrong: its log-odds are b0 + b1 Dx + b2 Dy.

    Parameters
    ----------
    Dx, Dy : array-like of one shape
        Distances, >= 0.
    coefficients : array-like of 3 floats
        b0, b1, b2.
    combination : {"sum", "product"}, default="sum"
        With "product" the log-odds are b0 + Dx^b1 Dy^b2.

    Returns
    -------
    ndarray of the shape of Dx
        In (0, 1). L times theta is the expected number of wrong labels.

    Examples
    --------
    >>> misclassification_probability([0.0, 1.0], [0.0, 0.5], [-3.5023, 0.0134, 1.8269]).round(4)
    array([0.0292, 0.0707])

    Source: Gweon (2017), equation (2.2).
    Equation: 5.9.
    """
    return expit(combined_distance(Dx, Dy, coefficients, combination) + np.asarray(coefficients)[0])


def nearest_double_distance(Dx, Dy, coefficients, combination="sum", rows=None) -> np.ndarray:
    """Return for each query the column with the smallest combined distance.

    Ties go to the smaller Dx, then to the smaller Dy, then to the lower row.

    Parameters
    ----------
    Dx, Dy : array-like of shape (n_queries, n_rows)
        Distances of the queries from the training rows.
    coefficients : array-like of 3 floats
        b0, b1 and b2; b1, b2 >= 0.
    combination : {"sum", "product"}, default="sum"
    rows : array-like of int, shape (n_queries, n_rows), default=None
        Row number of each column; None: column j is row j.

    Returns
    -------
    ndarray of int, shape (n_queries,)

    Examples
    --------
    >>> nearest_double_distance([[1.0, 2.0, 4.0]], [[0.9, 0.2, 0.1]], [-3, 0.1, 2.0]).tolist()
    [1]

    Source: Gweon (2017), equation (2.3) and Algorithm 2.
    Equation: 5.11.
    """
    Dx, Dy = check_floats("Dx", Dx, 2, 0), check_floats("Dy", Dy, 2, 0)
    rows = np.broadcast_to(np.arange(Dx.shape[1]), Dx.shape) if rows is None else np.asarray(rows)
    return smallest(combined_distance(Dx, Dy, coefficients, combination), Dx, Dy, rows)
