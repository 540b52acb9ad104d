"""Binary relevance: one classifier for each label, fitted and asked as if there were no other label."""

from __future__ import annotations

import numpy as np
from sklearn.utils.parallel import Parallel, delayed

from tiws_teach._validation import check_choice
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import check_probabilities, fit_label, label_probability, label_score


class BinaryRelevance(_MultilabelBase):
    """One binary classifier for each label, independent of the others.

    It can predict a labelset that no row of the training data has. A label that all rows have, or none, is predicted
    so, with probability 1 or 0.

    Parameters
    ----------
    estimator : classifier, default=None
        Copied for each label. None: a linear SVM, C = 1, with Platt's probabilities; where fewer than five rows have
        (or lack) a label, these come from fewer folds, and with a single row from the label's share of the rows.
    prediction : {"score", "probability"}, default="score"
        A label is predicted where its score is above 0, or where its probability is above 1/2. The two differ: Platt's
        sigmoid is not 1/2 where the score is 0. A classifier without a score is asked for its probability.
    n_jobs : int, default=None
        Labels that are fitted at the same time; None: 1, -1: as many as there are processors.

    Attributes
    ----------
    labels_ : ndarray of shape (n_labels,)
        Names of the labels: columns of the frame, labels of the sets, or 0, 1, ...
    estimators_ : list
        The fitted classifier of each label.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, Y = [[0], [1], [2], [3]], [{"low"}, {"low"}, {"high", "odd"}, {"high"}]
    >>> model = BinaryRelevance(LogisticRegression()).fit(X, Y)
    >>> model.labels_.tolist(), model.predict([[0], [3]]).tolist()
    (['high', 'low', 'odd'], [[0, 1, 0], [1, 0, 0]])

    Source: Gweon (2017), section 2.2 (Tsoumakas and Katakis, 2007).
    """

    def __init__(self, estimator=None, prediction="score", n_jobs=None):
        self.estimator = estimator
        self.prediction = prediction
        self.n_jobs = n_jobs

    def fit(self, X, Y):
        """Fit a classifier to each label.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Numbers.
        Y : array-like or sparse matrix of shape (n_rows, n_labels), or list of sets
            0 or 1 for each label, or the labels of each row.

        Returns
        -------
        BinaryRelevance
            Itself.
        """
        check_choice("prediction", self.prediction, ("score", "probability"))
        if self.prediction == "probability":
            check_probabilities(self.estimator)
        X, Y = check_training(self, X, Y)
        jobs = (delayed(fit_label)(self.estimator, X, y) for y in Y.T)
        self.estimators_ = list(Parallel(n_jobs=self.n_jobs)(jobs))
        return self

    def predict_proba(self, X):
        """Return the probability of each label.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_labels)
        """
        X = check_queries(self, X)
        check_probabilities(self.estimator)
        return np.column_stack([label_probability(model, X) for model in self.estimators_])

    def decision_function(self, X):
        """Return the score of each label, above 0 where it is predicted.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_labels)
        """
        X = check_queries(self, X)
        return np.column_stack([label_score(model, X) for model in self.estimators_])

    def predict(self, X):
        """Return the labels of each row.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        ndarray of int, shape (n_queries, n_labels)
        """
        if self.prediction == "probability":
            return (self.predict_proba(X) > 0.5).astype(np.int64)
        return (self.decision_function(X) > 0).astype(np.int64)
