"""The two classifiers: they check, call the equations a batch of queries at a time, and keep what was learned."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._validation import check_count
from tiws_teach.local_mean.equations import harmonic_mean_distance, local_mean_distances, local_means

EPSILON = 1e-7
"""Added to a distance before it is inverted."""

BATCH = 2**21
"""Numbers in the local means that are held at a time."""


class LMKNNClassifier(ClassifierMixin, BaseEstimator):
    """Local mean k nearest neighbours: the class whose k nearest rows have the nearest mean.

    Of equally near means the first class in sorted order is predicted. The metric is Euclidean, since it is points that
    are averaged.

    Parameters
    ----------
    n_neighbors : int, default=5
        k; a class with fewer rows takes part with all of them.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    class_sizes_ : ndarray of int, shape (n_classes,)
        Rows of each class.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> LMKNNClassifier(n_neighbors=2).fit([[0.0], [1.0], [4.0], [9.0]], ["a", "a", "b", "b"]).predict([[3.0]])
    array(['a'], dtype='<U1')

    Source: Mitani and Hamamoto (2006), A local mean-based nonparametric classifier.
    """

    def __init__(self, n_neighbors=5):
        self.n_neighbors = n_neighbors

    def fit(self, X, y):
        """Store the rows and their classes.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Numbers.
        y : array-like of shape (n_rows,)
            Classes.

        Returns
        -------
        LMKNNClassifier
            Itself.
        """
        return _fit(self, X, y)

    def class_distances(self, X):
        """Return the distance from each query to the local mean of each class.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`, in feature units.
        """
        check_is_fitted(self)
        last = np.minimum(self.n_neighbors, self.class_sizes_) - 1
        return _by_class(self, X, lambda distances: distances[:, last, np.arange(len(last))])

    def predict_proba(self, X):
        """Return the classes' shares of the inverse distances: an order of the classes, not their posteriors.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`.
        """
        return _shares(self.class_distances(X))

    def predict(self, X):
        """Return the class with the nearest local mean; of equally near ones the first in sorted order.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        distances = self.class_distances(X)
        return self.classes_[distances.argmin(axis=1)]


class MLMKHNNClassifier(ClassifierMixin, BaseEstimator):
    """Multi-local means k-harmonic nearest neighbours: the class with the smallest harmonic mean distance.

    The distances are those to the means of the 1, 2, ..., k nearest rows of a class. Of equal ones the first class in
    sorted order is predicted. The metric is Euclidean, since it is points that are averaged.

    Parameters
    ----------
    n_neighbors : int, default=5
        k; a class with fewer rows takes part with as many means as it has rows.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    class_sizes_ : ndarray of int, shape (n_classes,)
        Rows of each class.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> MLMKHNNClassifier(n_neighbors=2).fit([[0.0], [1.0], [4.0], [9.0]], ["a", "a", "b", "b"]).predict([[3.0]])
    array(['b'], dtype='<U1')

    Source: Pan, Wang and Ku (2017), A new k-harmonic nearest neighbor classifier based on the multi-local means.
    """

    def __init__(self, n_neighbors=5):
        self.n_neighbors = n_neighbors

    def fit(self, X, y):
        """Store the rows and their classes.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Numbers.
        y : array-like of shape (n_rows,)
            Classes.

        Returns
        -------
        MLMKHNNClassifier
            Itself.
        """
        return _fit(self, X, y)

    def class_distances(self, X):
        """Return the harmonic mean distance from each query to each class.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`, in feature units.
        """
        check_is_fitted(self)
        return _by_class(self, X, harmonic_mean_distance)

    def predict_proba(self, X):
        """Return the classes' shares of the inverse distances: an order of the classes, not their posteriors.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`.
        """
        return _shares(self.class_distances(X))

    def predict(self, X):
        """Return the class with the smallest distance; of equal ones the first in sorted order.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        distances = self.class_distances(X)
        return self.classes_[distances.argmin(axis=1)]


def _fit(model, X, y):
    """Check the parameters and the data, and store them in the model."""
    check_count("n_neighbors", model.n_neighbors, 1)
    X, y = validate_data(model, X, y, dtype=np.float64, copy=True)
    check_classification_targets(y)
    model.classes_, model._codes, model.class_sizes_ = np.unique(y, return_inverse=True, return_counts=True)
    model._X = X
    return model


def _by_class(model, X, combine):
    """Return what `combine` makes of the distances to the local means, a batch of queries at a time."""
    X = validate_data(model, X, reset=False, dtype=np.float64)
    n_classes = len(model.classes_)
    k = min(model.n_neighbors, int(model.class_sizes_.max()))
    step = max(1, BATCH // (k * n_classes * X.shape[1]))
    found = np.empty((len(X), n_classes))
    for start in range(0, len(X), step):
        batch = X[start : start + step]
        means = local_means(batch, model._X, model._codes, k, n_classes)
        found[start : start + step] = combine(local_mean_distances(batch, means))
    return found


def _shares(distances):
    """Return the classes' shares of the inverse distances."""
    return softmax(-np.log(distances + EPSILON), axis=1)
