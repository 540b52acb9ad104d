"""Random forest of predictive clustering trees, built with scikit-learn's multi-output forest.

A predictive clustering tree chooses the split with the largest fall of the labels' summed variances. For labels of 0
and 1 the Gini impurity is twice the variance, so scikit-learn's trees with several outputs use the same criterion. They
lack Clus's pruning by an F-test: these trees grow until their leaves are pure.
"""

from typing import Self

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from tiws_teach._docs import documented
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training


@documented
class RandomForestPCT(_MultilabelBase):
    """Fit one random forest to all labels: scikit-learn's `RandomForestClassifier` with the interface of this package.

    It replaces the forests of predictive clustering trees (RF-PCT) of the Clus system; the trees are not pruned.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    max_features : {"sqrt", "log2"}, int, float or None, default="sqrt"
        Number of features tried at each split, as in `RandomForestClassifier`.
    min_samples_leaf : int or float, default=1
        Smallest number of rows in a leaf, as in `RandomForestClassifier`.
    random_state : int, RandomState or None, default=None
        Draws rows and features.
    {n_jobs_of_models}

    Attributes
    ----------
    {labels_}
    forest_ : RandomForestClassifier
        Fitted.
    {features_in_}

    Examples
    --------
    >>> X, Y = [[0], [1], [2], [3]] * 5, [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}] * 5
    >>> model = RandomForestPCT(n_estimators=10, random_state=0).fit(X, Y)
    >>> model.predict([[0], [3]]).tolist()
    [[0, 1, 0], [1, 0, 1]]

    Source: Kocev et al. (2007); Gweon (2017), section 2.2; scikit-learn's multi-output RandomForestClassifier.
    """

    def __init__(self, n_estimators=100, max_features="sqrt", min_samples_leaf=1, random_state=None, n_jobs=None):
        self.n_estimators = n_estimators
        self.max_features = max_features
        self.min_samples_leaf = min_samples_leaf
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X, Y) -> Self:
        """Grow the trees.

        {labeled_rows}
        """
        X, Y = check_training(self, X, Y)
        # scikit-learn treats a single label as a one-output problem; a second, constant column changes no split
        outputs = Y if Y.shape[1] > 1 else np.column_stack([Y, np.zeros_like(Y)])
        self.forest_ = RandomForestClassifier(**self.get_params()).fit(X, outputs)
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label, the mean of its shares in the leaves that a row reaches.

        {queries_to_label_shares}
            Rounded to twelve decimals, so that a tie at one half does not depend on the order of the trees.
        """
        X = check_queries(self, X)
        shares = self.forest_.predict_proba(X)
        pairs = zip(shares, self.forest_.classes_, strict=True)
        probabilities = np.column_stack([share[:, classes == 1].sum(axis=1) for share, classes in pairs])
        return np.round(probabilities[:, : len(self.labels_)], 12)

    def predict(self, X) -> np.ndarray:
        """Return the labels whose probability is above 1/2.

        {queries_to_labels}
        """
        return (self.predict_proba(X) > 0.5).astype(np.int64)
