"""Nearest neighbours with class weights, in two readings; only one of them is the same as repeating rows.

votes    the k nearest rows vote, each with its class's weight: who the neighbours are does not change
mass     rows are gathered, nearest first, until their weights reach k: with whole-numbered weights this is what
plain nearest neighbours find where each row stands as often as its weight says
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._neighbors import nearest_rows
from tiws_teach._validation import check_choice, check_count, check_number, check_one_type, check_same_index, fail
from tiws_teach.resampling.equations import class_weights

READINGS = ("votes", "mass")
DIGITS = 12
"""Decimals of the shares of the votes, so that equal shares stay equal however they were summed."""


def gathered_mass(weights, mass):
    """Return how much each of a query's rows counts when they are gathered, nearest first, until they weigh `mass`.

    Parameters
    ----------
    weights : array-like of shape (n_queries, n_rows) or (n_rows,)
        Of the rows, nearest first, > 0.
    mass : float
        What the rows weigh together in the end.

    Returns
    -------
    ndarray of the shape of `weights`
        The weight of each row; of the last that is gathered, what is missing to `mass`; 0 behind it.

    Examples
    --------
    >>> gathered_mass([1, 3, 1, 3], 6)
    array([1., 3., 1., 1.])

    Source: course notes, Imbalanced vs balanced data set, class weights in place of repetition.
    """
    weights = np.asarray(weights, dtype=float)
    before = np.cumsum(weights, axis=-1) - weights
    return np.clip(mass - before, 0, weights)


class ClassWeightedKNNClassifier(ClassifierMixin, BaseEstimator):
    """K nearest neighbours with class weights, which scikit-learn's own does not have.

    Weighted votes cannot change anything at ``n_neighbors=1``, and with few neighbours they can do nothing where the
    small class is not among them. Gathering by mass is repetition: it takes fewer rows where they are heavy. Balanced
    weights sum to the number of rows, repetition up to the largest class to more: the weights {0: 1, 1: 9} with a mass
    of k do what repeating class 1 nine times does to k neighbours.

    Equally near rows are taken in the order of training; equal votes go to the first class in sorted order.

    Parameters
    ----------
    n_neighbors : int, default=5
        Neighbours that vote, or the mass that is gathered.
    class_weight : "balanced", dict or None, default="balanced"
        "balanced": `class_weights`, n / (C n_c). dict of class -> weight, > 0; a class that is left out weighs 1. None:
        all weigh 1, and both readings are plain nearest neighbours.
    reading : {"votes", "mass"}, default="votes"
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    class_weight_ : dict of class -> float
    n_gathered_ : int
        Rows that are looked at for each query: enough for the lightest ones.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [0, 0, 0, 0, 1, 1]
    >>> ClassWeightedKNNClassifier(n_neighbors=3, class_weight=None).fit(X, y).predict([[3.1]])
    array([0])
    >>> ClassWeightedKNNClassifier(n_neighbors=3, class_weight={1: 4}).fit(X, y).predict_proba([[3.1]]).round(3)
    array([[0.333, 0.667]])

    Source: course notes, Imbalanced vs balanced data set, class weights for kNN.
    """

    def __init__(self, n_neighbors=5, class_weight="balanced", reading="votes", metric="euclidean"):
        self.n_neighbors = n_neighbors
        self.class_weight = class_weight
        self.reading = reading
        self.metric = metric

    def fit(self, X, y):
        """Store the rows and the weights of their classes.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Numbers.
        y : array-like of shape (n_rows,)
            Classes.

        Returns
        -------
        ClassWeightedKNNClassifier
            Itself.
        """
        check_choice("reading", self.reading, READINGS)
        k = check_count("n_neighbors", self.n_neighbors, 1)
        check_same_index(X, y)
        check_one_type("y", y)
        X, y = validate_data(self, X, y, dtype=np.float64, copy=True)
        check_classification_targets(y)
        self.classes_, self._codes = np.unique(y, return_inverse=True)
        self.class_weight_ = _weights(self.class_weight, y, self.classes_.tolist())
        self._row_weights = np.array(list(self.class_weight_.values()))[self._codes]
        self.n_gathered_ = _enough(k, self._row_weights) if self.reading == "mass" else k
        if self.n_gathered_ > len(X):
            n, advice = len(X), f"Lower n_neighbors or fit on at least {k} rows."
            fail("n_neighbors", f"be in [1, n_samples = {n}]", f"n_neighbors = {k}", advice)
        self._X = X
        return self

    def predict_proba(self, X):
        """Return each class's share of the weighted votes, or of the gathered mass.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_classes)
            In the order of `classes_`, rounded to twelve decimals.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        _, rows = nearest_rows(X, self._X, self.n_gathered_, self.metric)
        credit = self._row_weights[rows]
        if self.reading == "mass":
            credit = gathered_mass(credit, self.n_neighbors)
        votes = np.column_stack([np.sum(credit * (self._codes[rows] == c), axis=1) for c in range(len(self.classes_))])
        return np.round(votes / votes.sum(axis=1, keepdims=True), DIGITS)

    def predict(self, X):
        """Return the class with the largest share; of equal ones the first in sorted order.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]


def _weights(class_weight, y, classes):
    """Return the weight of each class, in the order of `classes`."""
    if class_weight is None:
        return dict.fromkeys(classes, 1.0)
    if isinstance(class_weight, str) and class_weight == "balanced":
        return class_weights(y)
    if not isinstance(class_weight, Mapping):
        advice = "Pass 'balanced' for n / (C n_c)."
        fail("class_weight", "be 'balanced', None or a dict of class -> weight", repr(class_weight), advice)
    unknown = [c for c in class_weight if c not in classes]
    if unknown:
        fail("class_weight", "name classes of y", repr(unknown[0]), f"The classes of y are {classes}.")
    low = {c: check_number(f"class_weight[{c!r}]", w, 0, open_low=True) for c, w in class_weight.items()}
    return {c: low.get(c, 1.0) for c in classes}


def _enough(mass, row_weights):
    """Return how many rows are enough to reach a mass, even if they are the lightest ones."""
    reached = np.cumsum(np.sort(row_weights))
    if reached[-1] < mass * (1 - 1e-9):
        rule = f"be at most what all rows weigh, {reached[-1]:g}, if reading='mass' (n_samples = {len(row_weights)})"
        fail("n_neighbors", rule, mass, "Lower n_neighbors or raise the weights.")
    return min(int(np.searchsorted(reached, mass * (1 - 1e-9))) + 1, len(row_weights))
