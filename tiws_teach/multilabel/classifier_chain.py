"""Classifier chain: each label's classifier uses the labels before it in the chain as features.

These are the true labels in training and the predicted labels in prediction, so an early mistake is passed on.
"""

from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state

from tiws_teach._docs import documented
from tiws_teach._validation import fail
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import check_probabilities, fit_label, label_probability, label_score


def with_labels(X, labels) -> Any:
    """Return the features with labels appended as further columns."""
    if sparse.issparse(X):
        return sparse.hstack([X, sparse.csr_matrix(labels, dtype=X.dtype)], format="csr")
    return np.hstack([X, labels])


def fit_chain(estimator, X, Y, order) -> list[Any]:
    """Return the classifiers of a chain, each fitted on the features and the true labels before it."""
    return [fit_label(estimator, with_labels(X, Y[:, order[:i]]), Y[:, label]) for i, label in enumerate(order)]


def follow_chain(models, X, order) -> np.ndarray:
    """Return the labels that a chain predicts, each from the features and the predicted labels before it."""
    predicted = np.zeros((X.shape[0], len(order)), dtype=np.int64)
    for i, label in enumerate(order):
        predicted[:, label] = label_score(models[i], with_labels(X, predicted[:, order[:i]])) > 0
    return predicted


@documented
class ClassifierChain(_MultilabelBase):
    """Fit a chain of binary classifiers, one for each label; each also uses the labels before it.

    A label that all rows have, or none, is predicted accordingly. The prediction depends on the order of the chain.

    Parameters
    ----------
    {label_classifier}
        A label is predicted if its score is above 0 or, without a score, if its probability is above 1/2.
    order : "random", array-like of shape (n_labels,) or None, default=None
        The labels' column numbers in the order of the chain; None: as in Y.
    random_state : int, RandomState or None, default=None
        For the random order.

    Attributes
    ----------
    {labels_}
    order_ : ndarray of int, shape (n_labels,)
    estimators_ : list
        The fitted classifiers in the order of the chain.
    {features_in_}

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, Y = [[0], [1], [2], [3]], [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}]
    >>> model = ClassifierChain(LogisticRegression(), order=[2, 0, 1]).fit(X, Y)
    >>> model.predict([[0], [3]]).tolist(), model.estimators_[2].n_features_in_
    ([[0, 1, 0], [1, 0, 1]], 3)

    Source: Read et al. (2011), section 3; Gweon (2017), section 2.2.
    """

    def __init__(self, estimator=None, order=None, random_state=None):
        self.estimator = estimator
        self.order = order
        self.random_state = random_state

    def fit(self, X, Y) -> Self:
        """Fit the classifiers one after the other, each with the true labels before it.

        {labeled_rows}
        """
        X, Y = check_training(self, X, Y)
        self.order_ = _chain_order(self.order, Y.shape[1], self.random_state)
        self.estimators_ = fit_chain(self.estimator, X, Y, self.order_)
        return self

    def predict(self, X) -> np.ndarray:
        """Return the labels of each row, each predicted from those before it.

        {queries_to_labels}
        """
        X = check_queries(self, X)
        return follow_chain(self.estimators_, X, self.order_)

    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label, given the labels that are predicted before it.

        {queries_to_label_shares}
            These are not marginal probabilities, which would sum over all paths through the chain.
        """
        X = check_queries(self, X)
        check_probabilities(self.estimator)
        predicted = follow_chain(self.estimators_, X, self.order_)
        probabilities = np.empty(predicted.shape)
        for i, label in enumerate(self.order_):
            before = with_labels(X, predicted[:, self.order_[:i]])
            probabilities[:, label] = label_probability(self.estimators_[i], before)
        return probabilities


def _chain_order(order, n_labels, random_state):
    """Return the label columns in the order of a chain."""
    if order is None:
        return np.arange(n_labels)
    if isinstance(order, str) and order == "random":
        return check_random_state(random_state).permutation(n_labels)
    columns = np.asarray(order)
    if columns.shape != (n_labels,) or not np.array_equal(np.sort(columns), np.arange(n_labels)):
        rule = f"be None, 'random' or name each of the columns 0 ... {n_labels - 1} once"
        fail("order", rule, repr(order), "Pass None for the order of Y.")
    return columns.astype(np.int64)
