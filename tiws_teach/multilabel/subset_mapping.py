"""Subset mapping: binary relevance followed by the nearest labelset of the training data."""

from typing import Self

import numpy as np

from tiws_teach._docs import documented
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training, zeros_and_ones
from tiws_teach.multilabel.binary_relevance import BinaryRelevance, with_names


def seen_labelsets(Y) -> np.ndarray:
    """Return the distinct labelsets of the rows by descending frequency; ties are in order of first occurrence.

    Parameters
    ----------
    Y : ndarray of shape (n_rows, n_labels)
        0 or 1.

    Returns
    -------
    ndarray of shape (n_labelsets, n_labels)

    Examples
    --------
    >>> seen_labelsets(np.array([[1, 0], [0, 1], [0, 0], [0, 1]])).tolist()
    [[0, 1], [1, 0], [0, 0]]

    Source: Gweon (2017), section 2.2, Subset-Mapping; the order is the tie rule of this library.
    """
    different, first, counts = np.unique(zeros_and_ones(np.asarray(Y)), axis=0, return_index=True, return_counts=True)
    return different[np.lexsort((first, -counts))]


def nearest_labelset(predicted, labelsets) -> np.ndarray:
    """Return the labelset that differs from a prediction in the fewest labels; ties go to the first.

    Parameters
    ----------
    predicted : ndarray of shape (n_queries, n_labels)
        0 or 1.
    labelsets : ndarray of shape (n_labelsets, n_labels)
        The candidates.

    Returns
    -------
    ndarray of int, shape (n_queries, n_labels)

    Examples
    --------
    >>> nearest_labelset(np.array([[1, 1, 0]]), np.array([[0, 0, 1], [1, 0, 0]])).tolist()
    [[1, 0, 0]]

    Source: Schapire and Singer (1999); Read et al. (2011); Gweon (2017), section 2.2, Subset-Mapping.
    """
    named = ("predicted", predicted), ("labelsets", labelsets)
    predicted, labelsets = (zeros_and_ones(np.asarray(Y), name).astype(np.int64) for name, Y in named)
    hamming = predicted @ (1 - labelsets).T + (1 - predicted) @ labelsets.T
    return labelsets[hamming.argmin(axis=1)]


@documented
class SubsetMapping(_MultilabelBase):
    """Fit binary relevance, and replace its prediction by the nearest labelset of the training data.

    The distance is the number of labels that differ (Hamming distance). Ties go to the labelset of more training rows,
    then to the one that occurs first. The method predicts only labelsets of the training data and has no probabilities.

    Parameters
    ----------
    {label_classifier}
    prediction : {"score", "probability"}, default="score"
        As in `BinaryRelevance`.
    {n_jobs_of_models}

    Attributes
    ----------
    {labels_}
    binary_relevance_ : BinaryRelevance
        Fitted.
    labelsets_ : ndarray of shape (n_labelsets, n_labels)
        Labelsets of the training data, the most frequent first.
    {features_in_}

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, Y = [[0], [1], [2], [3]], [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}]
    >>> model = SubsetMapping(LogisticRegression()).fit(X, Y)
    >>> model.predict([[0], [3]]).tolist()
    [[0, 1, 0], [1, 0, 1]]

    Source: Gweon (2017), section 2.2, Subset-Mapping (Schapire and Singer, 1999; Read et al., 2011).
    """

    def __init__(self, estimator=None, prediction="score", n_jobs=None):
        self.estimator = estimator
        self.prediction = prediction
        self.n_jobs = n_jobs

    def fit(self, X, Y) -> Self:
        """Fit binary relevance and store the labelsets.

        {labeled_rows}
        """
        X, Y = check_training(self, X, Y)
        inner = BinaryRelevance(self.estimator, self.prediction, self.n_jobs)._fit(X, Y)
        self.binary_relevance_ = with_names(inner, self)
        self.labelsets_ = seen_labelsets(Y)
        return self

    def predict(self, X) -> np.ndarray:
        """Return the training labelset nearest to the prediction of binary relevance.

        {queries_to_labels}
        """
        X = check_queries(self, X)
        return nearest_labelset(self.binary_relevance_._predict(X), self.labelsets_)
