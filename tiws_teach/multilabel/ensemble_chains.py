"""Ensemble of classifier chains: many chains in random orders, on resampled rows, which vote label by label."""

from typing import Self

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.parallel import Parallel, delayed

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_number
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import base_classifier, svm
from tiws_teach.multilabel.classifier_chain import ClassifierChain, follow_chain


def draw_chain(shape, n_labels, rng, max_samples=1.0, max_features=1.0, bootstrap=True) -> tuple[np.ndarray, ...]:
    """Return the rows, the features and the order of labels for one chain."""
    n_rows, n_columns = int(np.ceil(max_samples * shape[0])), int(np.ceil(max_features * shape[1]))
    rows = rng.choice(shape[0], size=n_rows, replace=bootstrap)
    columns = np.sort(rng.choice(shape[1], size=n_columns, replace=False))
    return rows, columns, rng.permutation(n_labels)


@documented
class EnsembleClassifierChain(_MultilabelBase):
    """Fit classifier chains in random orders, each on rows drawn with replacement; a label needs half of the votes.

    Parameters
    ----------
    estimator : "logistic", "svm" or classifier, default=None
        Copied for each label of each chain. Start with "logistic". None and "svm" are a linear SVM, C = 1, which is
        slow with many rows.
    n_estimators : int, default=10
        Number of chains.
    max_samples, max_features : float, default=1.0
        Shares of the rows and of the features (without replacement) that each chain draws, in (0, 1].
    bootstrap : bool, default=True
        Rows are drawn with replacement; False: without.
    threshold : float, default=0.5
        A label is predicted if at least this share of the chains votes for it; in (0, 1].
    random_state : int, RandomState or None, default=None
        Draws rows, features and orders.
    {n_jobs_of_models}

    Attributes
    ----------
    {labels_}
    estimators_ : list of ClassifierChain
    columns_ : list of ndarray of int
        The features of each chain.
    {features_in_}

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, Y = [[0], [1], [2], [3]] * 5, [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}] * 5
    >>> model = EnsembleClassifierChain(LogisticRegression(), n_estimators=4, random_state=0).fit(X, Y)
    >>> model.predict_proba([[0], [3]]).tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]]

    Source: Read et al. (2011), ensembles of classifier chains; Gweon (2017), sections 2.2 and 2.4.3.
    """

    def __init__(
        self,
        estimator=None,
        n_estimators=10,
        max_samples=1.0,
        max_features=1.0,
        bootstrap=True,
        threshold=0.5,
        random_state=None,
        n_jobs=None,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.threshold = threshold
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X, Y) -> Self:
        """Draw and fit the chains.

        {labeled_rows}
        """
        check_count("n_estimators", self.n_estimators, 1)
        for name in ("max_samples", "max_features", "threshold"):
            check_number(name, getattr(self, name), 0, 1, open_low=True)
        check_choice("bootstrap", self.bootstrap, (True, False))
        X, Y = check_training(self, X, Y)
        rng = check_random_state(self.random_state)
        share = (self.max_samples, self.max_features, self.bootstrap)
        draws = [draw_chain(X.shape, Y.shape[1], rng, *share) for _ in range(self.n_estimators)]
        base = base_classifier(self.estimator)
        base = svm() if base is None else base
        jobs = (delayed(ClassifierChain(base, order).fit)(X[rows][:, part], Y[rows]) for rows, part, order in draws)
        self.estimators_ = list(Parallel(n_jobs=self.n_jobs)(jobs))
        self.columns_ = [columns for _, columns, _ in draws]
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the share of the chains that vote for each label.

        {queries_to_label_shares}
        """
        X = check_queries(self, X)
        parts = zip(self.estimators_, self.columns_, strict=True)
        return np.mean([follow_chain(each.estimators_, X[:, part], each.order_) for each, part in parts], axis=0)
