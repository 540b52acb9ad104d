"""HOMER: a tree of label groups, where each group is a small multi-label problem.

The labels are split into k groups of nearly equal size, and each group again, down to single labels. A node predicts
for each of its groups whether the row has any label of it (the group's meta-label). Prediction continues only in groups
whose meta-label is predicted. A node learns from the rows that have one of its labels; the root learns from all rows,
because it must also handle rows without any label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils import check_random_state

from tiws_teach._docs import documented
from tiws_teach._validation import check_count
from tiws_teach.multilabel._balanced import balanced_k_means
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import check_probabilities, fit_label, label_probability, label_score


@dataclass(frozen=True)
class LabelNode:
    """A group of labels; a leaf is a single label or a group of labels that no training row of the node has."""

    labels: tuple[int, ...]  # columns, ascending
    children: tuple[LabelNode, ...] = ()  # the node's groups
    models: tuple[Any, ...] = ()  # the classifier of each child's meta-label


def build_hierarchy(estimator, X, Y, k, rng, n_iter=10, labels=None) -> LabelNode:
    """Return the fitted node of a group of labels with all nodes below it."""
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


def predicted_labels(node, X, n_labels) -> np.ndarray:
    """Return the labels of each row, using a node only if its parent predicts its meta-label."""
    predicted = np.zeros((X.shape[0], n_labels), dtype=np.int64)
    for child, model in zip(node.children, node.models, strict=True):
        yes = np.flatnonzero(label_score(model, X) > 0)
        if child.children and len(yes):
            predicted[yes] += predicted_labels(child, X[yes], n_labels)
        elif len(yes):
            predicted[np.ix_(yes, child.labels)] = 1
    return predicted


def path_probabilities(node, X, n_labels) -> np.ndarray:
    """Return the probability of each label: the product of the probabilities on the path to it."""
    probabilities = np.zeros((X.shape[0], n_labels))
    for child, model in zip(node.children, node.models, strict=True):
        columns = list(child.labels)
        below = path_probabilities(child, X, n_labels)[:, columns] if child.children else 1.0
        probabilities[:, columns] = label_probability(model, X)[:, np.newaxis] * below
    return probabilities


@documented
class HOMERClassifier(_MultilabelBase):
    """Fit a hierarchy of multi-label classifiers over groups of similar labels; each node is a binary relevance model.

    With `k` labels or fewer the hierarchy has one level and equals binary relevance.

    Parameters
    ----------
    {label_classifier}
        A label is predicted if its score is above 0 or, without a score, if its probability is above 1/2.
    k : int, default=3
        Number of groups into which a node is split, at least 2.
    n_iter : int, default=10
        Largest number of rounds of the balanced k-means.
    random_state : int, RandomState or None, default=None
        Draws the first centres.

    Attributes
    ----------
    {labels_}
    root_ : LabelNode
    {features_in_}

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

    def fit(self, X, Y) -> Self:
        """Split the labels and fit the nodes, from the root down.

        {labeled_rows}
        """
        check_count("k", self.k, 2)
        check_count("n_iter", self.n_iter, 1)
        X, Y = check_training(self, X, Y)
        rng = check_random_state(self.random_state)
        self.root_ = build_hierarchy(self.estimator, X, Y, self.k, rng, self.n_iter)
        return self

    def predict(self, X) -> np.ndarray:
        """Return the labels of each row, from the root down.

        {queries_to_labels}
        """
        X = check_queries(self, X)
        return predicted_labels(self.root_, X, len(self.labels_))

    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label, the product along its path.

        {queries_to_label_shares}
        """
        X = check_queries(self, X)
        check_probabilities(self.estimator)
        return path_probabilities(self.root_, X, len(self.labels_))
