"""Nearest neighbours with class weights: the nearest rows vote with them, or rows are collected until they reach k.

With whole-number weights the second equals plain nearest neighbours after repeating each row as often as its weight.
"""

from collections.abc import Mapping

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._docs import documented
from tiws_teach._neighbors import check_size, nearest_rows
from tiws_teach._validation import check_choice, check_count, check_number, check_one_type, check_same_index, fail
from tiws_teach.resampling.equations import class_weights

READINGS = ("votes", "mass")
DIGITS = 12  # decimals of the vote shares: equal shares must stay equal in any order of summation


def gathered_mass(weights, mass):
    """Return the weight of each of a query's rows when they are collected, nearest first, up to a total of `mass`.

    Parameters
    ----------
    weights : array-like of shape (n_queries, n_rows) or (n_rows,)
        Row weights, nearest first, > 0.
    mass : float
        Total weight of the collected rows.

    Returns
    -------
    ndarray of the shape of `weights`
        The weight of each row; for the last collected row, the rest up to `mass`; 0 after it.

    Examples
    --------
    >>> gathered_mass([1, 3, 1, 3], 6)
    array([1., 3., 1., 1.])

    Source: course notes, Imbalanced vs balanced data set, class weights in place of repetition.
    """
    weights = np.asarray(weights, dtype=float)
    before = np.cumsum(weights, axis=-1) - weights
    return np.clip(mass - before, 0, weights)


@documented
class ClassWeightedKNNClassifier(ClassifierMixin, BaseEstimator):
    """Classify by k nearest neighbours with class weights, which scikit-learn's own classifier lacks.

    Weighted votes change nothing at ``n_neighbors=1``, and nothing where no neighbour is of the small class. The
    reading "mass" is equivalent to repetition: it uses fewer rows where they have large weights. Balanced weights sum
    to the number of rows, repetition up to the largest class to more: the weights {0: 1, 1: 9} with a mass of k are
    equivalent to repeating class 1 nine times and taking k neighbours.

    Ties in distance are in training order; ties in votes go to the first class in sorted order.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbours that vote, or the mass to collect.
    class_weight : "balanced", dict or None, default="balanced"
        "balanced": `class_weights`, n / (C n_c). dict of class -> weight, > 0; a missing class has weight 1. None:
        all weights are 1, and both readings are plain nearest neighbours.
    reading : {"votes", "mass"}, default="votes"
    {metric}

    Attributes
    ----------
    {classes_}
    class_weight_ : dict of class -> float
    n_gathered_ : int
        Number of rows searched for each query: enough even if they have the smallest weights.
    {features_in_}

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

        {class_fit}
        """
        check_choice("reading", self.reading, READINGS)
        k = check_count("n_neighbors", self.n_neighbors, 1)
        check_same_index(X, y)
        check_one_type("y", y)
        X, y = validate_data(self, X, y, dtype=np.float64, copy=True)
        check_size(X)
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
        """Return each class's share of the weighted votes, or of the collected mass, rounded to twelve decimals.

        {queries_to_posteriors}
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        check_size(X)
        _, rows = nearest_rows(X, self._X, self.n_gathered_, self.metric)
        credit = self._row_weights[rows]
        if self.reading == "mass":
            credit = gathered_mass(credit, self.n_neighbors)
        votes = np.column_stack([np.sum(credit * (self._codes[rows] == c), axis=1) for c in range(len(self.classes_))])
        return np.round(votes / votes.sum(axis=1, keepdims=True), DIGITS)

    def predict(self, X):
        """Return the class with the largest share; ties go to the first class in sorted order.

        {queries_to_classes}
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
    """Return how many rows are enough to reach a mass, even if they have the smallest weights."""
    reached = np.cumsum(np.sort(row_weights))
    if reached[-1] < mass * (1 - 1e-9):
        rule = f"be at most the weight of all rows, {reached[-1]:g}, if reading='mass' (n_samples = {len(row_weights)})"
        fail("n_neighbors", rule, mass, "Lower n_neighbors or raise the weights.")
    return min(int(np.searchsorted(reached, mass * (1 - 1e-9))) + 1, len(row_weights))
