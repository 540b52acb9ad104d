"""MLkNN: the posterior probability of each label, given how many of the k nearest neighbours have it.

k         number of neighbours
s         smoothing: as if each outcome had been seen s times more
H1, H0    the row has the label, does not have it
E_j       exactly j of the row's k neighbours have the label
"""

from typing import Self

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._neighbors import nearest_rows
from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training

DIGITS = 12
"""Decimals of the probabilities: a tie at one half must be a tie on every machine."""


def label_priors(Y, smoothing=1.0) -> np.ndarray:
    """Return P(H1) of each label: (s + rows with the label) / (2 s + rows).

    >>> label_priors(np.array([[1, 0], [1, 0], [1, 1], [0, 0]]))
    array([0.66666667, 0.33333333])

    Source: Zhang and Zhou (2007), Figure 1, prior probabilities.
    """
    return (smoothing + Y.sum(axis=0, dtype=np.int64)) / (2 * smoothing + len(Y))


def neighbor_counts(Y, indices) -> np.ndarray:
    """Count how many of each row's neighbours have each label."""
    return Y[indices].sum(axis=1, dtype=np.int64)


def count_likelihoods(counts, Y, k, smoothing=1.0) -> np.ndarray:
    """Return P(E_j | H0) and P(E_j | H1) of each label, j = 0 ... k, shape (2, n_labels, k + 1)."""
    has = Y.astype(bool)
    seen = np.array([[np.sum((counts == j) & group, axis=0) for j in range(k + 1)] for group in (~has, has)])
    seen = seen.transpose(0, 2, 1)
    return (smoothing + seen) / (smoothing * (k + 1) + seen.sum(axis=2, keepdims=True))


def label_posteriors(priors, likelihoods, counts) -> np.ndarray:
    """Return P(H1 | E_j) of each label, by Bayes' rule."""
    label = np.arange(len(priors))
    without, with_label = likelihoods[:, label, counts]
    for_label, against = priors * with_label, (1 - priors) * without
    return for_label / (for_label + against)


@documented
class MLkNNClassifier(_MultilabelBase):
    """Predict each label from its posterior probability, given how many of the k nearest rows have it.

    In training a row is not its own neighbour. Distances are Euclidean on the unscaled features. Ties go to the lower
    row number. A label that all rows have, or none, is predicted accordingly if `smoothing` is small compared with the
    number of rows; its probability stays below 1, or above 0.

    Parameters
    ----------
    n_neighbors : int, default=10
    smoothing : float, default=1.0
        > 0; 1 is Laplace smoothing.
    {n_jobs}

    Attributes
    ----------
    {labels_}
    priors_ : ndarray of shape (n_labels,)
        P(H1).
    likelihoods_ : ndarray of shape (2, n_labels, n_neighbors + 1)
        P(E_j | H0) and P(E_j | H1).
    {features_in_}

    Examples
    --------
    >>> X, Y = [[0], [1], [2], [7], [8], [9]], [{"low"}] * 3 + [{"high"}] * 3
    >>> model = MLkNNClassifier(n_neighbors=2).fit(X, Y)
    >>> model.labels_.tolist(), model.predict_proba([[0.4], [8.4]]).round(3).tolist()
    (['high', 'low'], [[0.2, 0.8], [0.8, 0.2]])

    Source: Zhang and Zhou (2007), Figure 1; Gweon (2017), sections 2.2 and 2.4.3.
    """

    _measures_distances = True

    def __init__(self, n_neighbors=10, smoothing=1.0, n_jobs=None):
        self.n_neighbors = n_neighbors
        self.smoothing = smoothing
        self.n_jobs = n_jobs

    def fit(self, X, Y) -> Self:
        """Store the rows, and count the labels of each row's neighbours.

        {labeled_rows}
        """
        check_number("smoothing", self.smoothing, 0, open_low=True)
        k = check_count("n_neighbors", self.n_neighbors, 1)
        X, Y = check_training(self, X, Y)
        if k > len(Y) - 1:
            advice = f"Lower n_neighbors or fit on at least {k + 1} rows."
            rule = f"be in [1, n_samples - 1 = {len(Y) - 1}], as no row is its own neighbour (n_samples = {len(Y)})"
            fail("n_neighbors", rule, f"n_neighbors = {k}", advice)
        self._X, self._Y = X.copy(), Y
        counts = neighbor_counts(Y, nearest_rows(X, X, k, leave_out_self=True, n_jobs=self.n_jobs)[1])
        self.priors_ = label_priors(Y, self.smoothing)
        self.likelihoods_ = count_likelihoods(counts, Y, k, self.smoothing)
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the posterior probability of each label.

        {queries_to_label_shares}
            Rounded to twelve decimals.
        """
        X = check_queries(self, X)
        k = self.likelihoods_.shape[2] - 1
        counts = neighbor_counts(self._Y, nearest_rows(X, self._X, k, n_jobs=self.n_jobs)[1])
        return np.round(label_posteriors(self.priors_, self.likelihoods_, counts), DIGITS)
