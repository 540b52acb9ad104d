"""HOMER: a tree of label groups, each group a small multi-label problem of its own.

The labels are split into k groups of nearly equal size, each group again, down to single labels. A node asks, for each
of its groups, "does the row have any label of it?" (the group's meta-label), and only groups that are answered with
yes are looked into. A node learns from the rows that have a label of it; the root learns from all rows, since somebody
must know the rows without any label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from tiws_teach._validation import check_count
from tiws_teach.multilabel._balanced import balanced_k_means
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import check_probabilities, fit_label, label_probability, label_score


@dataclass(frozen=True)
class LabelNode:
    """A group of labels; a leaf is a single label, or labels that no training row of the node has.

    Attributes
    ----------
    labels : tuple of int
        Columns, rising.
    children : tuple of LabelNode
        Its groups; empty for a leaf.
    models : tuple
        The classifier of each child's meta-label.

    Source: Tsoumakas, Katakis and Vlahavas (2008), section 3.
    """

    labels: tuple[int, ...]
    children: tuple[LabelNode, ...] = ()
    models: tuple[Any, ...] = ()


def build_hierarchy(estimator, X, Y, k, rng, n_iter=10, labels=None):
    """Return the node of a group of labels, with all nodes below it, fitted.

    Parameters
    ----------
    estimator : classifier or None
        None: a linear SVM, C = 1.
    X : ndarray or sparse matrix of shape (n_rows, n_features)
        The rows from which the node learns.
    Y : ndarray of shape (n_rows, n_labels)
        All labels.
    k : int
        Groups that a node is split into; with k labels or fewer each is a group.
    rng : numpy.random.RandomState
    n_iter : int, default=10
        Of `balanced_k_means`.
    labels : sequence of int, default=None
        The group; None: all labels, the root.

    Returns
    -------
    LabelNode

    Source: Tsoumakas, Katakis and Vlahavas (2008), section 3.
    """
    labels = range(Y.shape[1]) if labels is None else labels
    own = Y[:, list(labels)]
    if len(labels) <= k:
        groups = [[label] for label in labels]
    else:
        groups = [[labels[i] for i in group] for group in balanced_k_means(own.T, k, rng, n_iter)]
    children, models = [], []
    for group in groups:
        any_of_group = Y[:, group].max(axis=1)
        models.append(fit_label(estimator, X, any_of_group))
        rows = any_of_group == 1
        if len(group) == 1 or not rows.any():
            children.append(LabelNode(tuple(group)))
        else:
            children.append(build_hierarchy(estimator, X[rows], Y[rows], k, rng, n_iter, group))
    return LabelNode(tuple(labels), tuple(children), tuple(models))


def predicted_labels(node, X, n_labels):
    """Return the labels of each row, asking a node only where its parent said yes.

    Parameters
    ----------
    node : LabelNode
        With children.
    X : ndarray or sparse matrix of shape (n_queries, n_features)
    n_labels : int

    Returns
    -------
    ndarray of int, shape (n_queries, n_labels)

    Source: Tsoumakas, Katakis and Vlahavas (2008), section 3.
    """
    predicted = np.zeros((X.shape[0], n_labels), dtype=np.int64)
    for child, model in zip(node.children, node.models, strict=True):
        yes = np.flatnonzero(label_score(model, X) > 0)
        if child.children and len(yes):
            predicted[yes] += predicted_labels(child, X[yes], n_labels)
        elif len(yes):
            predicted[np.ix_(yes, child.labels)] = 1
    return predicted


def path_probabilities(node, X, n_labels):
    """Return the probability of each label: the product of the probabilities on the way down to it.

    Parameters
    ----------
    node : LabelNode
        With children.
    X : ndarray or sparse matrix of shape (n_queries, n_features)
    n_labels : int

    Returns
    -------
    ndarray of shape (n_queries, n_labels)
        0 for labels that are not below the node.

    Source: Tsoumakas, Katakis and Vlahavas (2008), section 3; the chain rule.
    """
    found = np.zeros((X.shape[0], n_labels))
    for child, model in zip(node.children, node.models, strict=True):
        columns = list(child.labels)
        below = path_probabilities(child, X, n_labels)[:, columns] if child.children else 1.0
        found[:, columns] = label_probability(model, X)[:, np.newaxis] * below
    return found


class HOMERClassifier(_MultilabelBase):
    """A hierarchy of multi-label classifiers over groups of similar labels, each node a binary relevance.

    With `k` labels or fewer the hierarchy has one level and is binary relevance itself.

    Parameters
    ----------
    estimator : classifier, default=None
        Copied for each group of labels. None: a linear SVM, C = 1, with Platt's probabilities, as in `BinaryRelevance`.
        The answer is yes where the score is above 0, or without a score, where the probability is above 1/2.
    k : int, default=3
        Groups that a node is split into, at least 2.
    n_iter : int, default=10
        Rounds of the balanced k-means, at most.
    random_state : int, RandomState or None, default=None
        Draws the first centres.

    Attributes
    ----------
    labels_ : ndarray of shape (n_labels,)
        Names of the labels: columns of the frame, labels of the sets, or 0, 1, ...
    root_ : LabelNode
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, Y = [[0], [1], [2], [3]], [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}]
    >>> model = HOMERClassifier(LogisticRegression(), k=2, random_state=0).fit(X, Y)
    >>> sorted(child.labels for child in model.root_.children), model.predict([[0], [3]]).tolist()
    ([(0, 2), (1,)], [[0, 1, 0], [1, 0, 1]])

    Source: Tsoumakas, Katakis and Vlahavas (2008); Gweon (2017), sections 2.2 and 2.4.3.
    """

    def __init__(self, estimator=None, k=3, n_iter=10, random_state=None):
        self.estimator = estimator
        self.k = k
        self.n_iter = n_iter
        self.random_state = random_state

    def fit(self, X, Y):
        """Split the labels and fit the nodes, from the root down.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Numbers.
        Y : array-like or sparse matrix of shape (n_rows, n_labels), or list of sets
            0 or 1 for each label, or the labels of each row.

        Returns
        -------
        HOMERClassifier
            Itself.
        """
        check_count("k", self.k, 2)
        check_count("n_iter", self.n_iter, 1)
        X, Y = check_training(self, X, Y)
        rng = check_random_state(self.random_state)
        self.root_ = build_hierarchy(self.estimator, X, Y, self.k, rng, self.n_iter)
        return self

    def predict(self, X):
        """Return the labels of each row, from the root down.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        ndarray of int, shape (n_queries, n_labels)
        """
        X = check_queries(self, X)
        return predicted_labels(self.root_, X, len(self.labels_))

    def predict_proba(self, X):
        """Return the probability of each label, the product along its path.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_labels)
        """
        X = check_queries(self, X)
        check_probabilities(self.estimator)
        return path_probabilities(self.root_, X, len(self.labels_))
