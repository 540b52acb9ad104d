"""The two classifiers: they check, call the equations, and keep what was learned."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.kcnn.equations import EPSILON, conditional_distances, conditional_posteriors, ensemble_posteriors

PRECOMPUTED = "precomputed"


class KCNNClassifier(ClassifierMixin, BaseEstimator):
    """K conditional nearest neighbours: the nearer the k-th neighbour of a class, the higher its posterior.

    Of equal posteriors the first class in sorted order is predicted. A class with fewer than k rows has posterior 0.
    The smoothing changes the posteriors and not the prediction.

    Parameters
    ----------
    n_neighbors : int, default=5
        k, at most the size of the largest class.
    smoothing : float, default=1.0
        r, > 0.
    epsilon : float, default=1e-7
        eps, > 0, in feature units: added to each distance.
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`. "precomputed": X holds distances, to fit those between the
        training rows and to predict those from each query to the training rows.
    dimension : float, default=None
        p of the formulas, > 0. None: the number of features. To be given with precomputed distances, whose number of
        features is not known.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    class_sizes_ : ndarray of int, shape (n_classes,)
        Rows of each class.
    dimension_ : float
        p.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> model = KCNNClassifier(n_neighbors=1).fit([[0.0], [1.0], [4.0]], ["a", "a", "b"])
    >>> model.predict_proba([[3.0]]).round(3)
    array([[0.333, 0.667]])

    Source: Gweon (2017), section 3.2.1, Algorithm 3.
    """

    def __init__(self, n_neighbors=5, smoothing=1.0, epsilon=EPSILON, metric="euclidean", dimension=None):
        self.n_neighbors = n_neighbors
        self.smoothing = smoothing
        self.epsilon = epsilon
        self.metric = metric
        self.dimension = dimension

    def __sklearn_tags__(self):
        """Tell scikit-learn that splits take rows and columns of precomputed distances."""
        return _tags(super().__sklearn_tags__(), self.metric)

    def fit(self, X, y):
        """Store the rows and their classes.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Numbers; distances of shape (n_rows, n_rows) if they are precomputed.
        y : array-like of shape (n_rows,)
            Classes.

        Returns
        -------
        KCNNClassifier
            Itself.
        """
        check_number("smoothing", self.smoothing, 0, open_low=True)
        return _fit(self, X, y, needs_dimension=True)

    def predict_proba(self, X):
        """Return the posterior of each class.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)
            Distances of shape (n_queries, n_rows) if they are precomputed.

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`.
        """
        distances = _distances(self, X)[:, -1]
        return conditional_posteriors(distances, self.dimension_, self.smoothing, self.epsilon)

    def predict(self, X):
        """Return the class with the highest posterior; of equal ones the first in sorted order.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)
            Distances of shape (n_queries, n_rows) if they are precomputed.

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        posteriors = self.predict_proba(X)
        return self.classes_[posteriors.argmax(axis=1)]


class EKCNNClassifier(ClassifierMixin, BaseEstimator):
    """The ensemble of kCNN over 1, 2, ..., k neighbours: the mean of their posteriors.

    Of equal means the first class in sorted order is predicted. A class with fewer than w rows has posterior 0 in the
    w-th member. The smoothing changes the prediction, too: as it grows, the class with the smallest geometric mean of
    its distances wins.

    Parameters
    ----------
    n_neighbors : int, default=5
        k, at most the size of the largest class.
    smoothing : float, default=None
        r, > 0. None: p, as in the thesis; the mean is then no estimate of the posterior of Bayes' rule.
    epsilon : float, default=1e-7
        eps, > 0, in feature units: added to each distance.
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`. "precomputed": X holds distances, to fit those between the
        training rows and to predict those from each query to the training rows.
    dimension : float, default=None
        p of the formulas, > 0. None: the number of features. To be given with precomputed distances, unless
        `smoothing` is None, where p and r cancel.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    class_sizes_ : ndarray of int, shape (n_classes,)
        Rows of each class.
    dimension_ : float
        p.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> model = EKCNNClassifier(n_neighbors=2).fit([[0.0], [1.0], [4.0], [6.0]], ["a", "a", "b", "b"])
    >>> model.predict_proba([[3.0]]).round(3)
    array([[0.417, 0.583]])

    Source: Gweon (2017), section 3.2.4.
    """

    def __init__(self, n_neighbors=5, smoothing=None, epsilon=EPSILON, metric="euclidean", dimension=None):
        self.n_neighbors = n_neighbors
        self.smoothing = smoothing
        self.epsilon = epsilon
        self.metric = metric
        self.dimension = dimension

    def __sklearn_tags__(self):
        """Tell scikit-learn that splits take rows and columns of precomputed distances."""
        return _tags(super().__sklearn_tags__(), self.metric)

    def fit(self, X, y):
        """Store the rows and their classes.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Numbers; distances of shape (n_rows, n_rows) if they are precomputed.
        y : array-like of shape (n_rows,)
            Classes.

        Returns
        -------
        EKCNNClassifier
            Itself.
        """
        if self.smoothing is not None:
            check_number("smoothing", self.smoothing, 0, open_low=True)
        return _fit(self, X, y, needs_dimension=self.smoothing is not None)

    def predict_proba(self, X):
        """Return the mean posterior of each class.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)
            Distances of shape (n_queries, n_rows) if they are precomputed.

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`.
        """
        return ensemble_posteriors(_distances(self, X), self.dimension_, self.smoothing, self.epsilon)

    def predict(self, X):
        """Return the class with the highest mean posterior; of equal ones the first in sorted order.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)
            Distances of shape (n_queries, n_rows) if they are precomputed.

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        posteriors = self.predict_proba(X)
        return self.classes_[posteriors.argmax(axis=1)]


def _tags(tags, metric):
    """Return the tags of an estimator with what its metric makes of the input."""
    tags.input_tags.pairwise = isinstance(metric, str) and metric == PRECOMPUTED
    return tags


def _fit(model, X, y, needs_dimension):
    """Check the parameters and the data, and store them in the model."""
    k = check_count("n_neighbors", model.n_neighbors, 1)
    check_number("epsilon", model.epsilon, 0, open_low=True)
    given = model.__sklearn_tags__().input_tags.pairwise
    X, y = validate_data(model, X, y, dtype=np.float64, copy=True)
    if given and len(X) != X.shape[1]:
        mend = "Pass the distances between all training rows."
        fail("X", "be square if metric='precomputed'", f"shape {X.shape}", mend)
    check_classification_targets(y)
    model.classes_, model._codes, model.class_sizes_ = np.unique(y, return_inverse=True, return_counts=True)
    largest = int(model.class_sizes_.max())
    if k > largest:
        rule = f"be in [1, {largest}], the size of the largest class (n_samples = {len(X)})"
        fail("n_neighbors", rule, f"n_neighbors = {k}", f"Lower n_neighbors, or fit on {k} rows of one class at least.")
    model.dimension_ = _dimension(model.dimension, X.shape[1], needed=given and needs_dimension)
    model._X = X
    return model


def _dimension(dimension, n_features, needed):
    """Return p: what was given, else the number of features."""
    if dimension is not None:
        return check_number("dimension", dimension, 0, open_low=True)
    if needed:
        fail("dimension", "be given if metric='precomputed'", None, "Pass the number of features behind the distances.")
    return float(n_features)


def _distances(model, X):
    """Return the distances from queries to their k nearest rows of each class."""
    check_is_fitted(model)
    X = validate_data(model, X, reset=False, dtype=np.float64)
    return conditional_distances(X, model._X, model._codes, model.n_neighbors, model.metric, len(model.classes_))
