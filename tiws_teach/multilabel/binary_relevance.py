"""Binary relevance: one classifier for each label, fitted and applied as if there were no other label."""

from typing import Self

import numpy as np
from sklearn.utils.parallel import Parallel, delayed

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import by_label, check_probabilities, fit_label, label_probability, label_score


@documented
class BinaryRelevance(_MultilabelBase):
    """Fit one binary classifier for each label, independently of the others.

    It can predict a labelset that no training row has. A label that all rows have, or none, is predicted accordingly,
    with probability 1 or 0.

    Parameters
    ----------
    estimator : "logistic", "svm" or classifier, default=None
        Copied for each label. "logistic" is `LogisticRegression` with max_iter=1000, the recommended start. None and
        "svm" are the thesis's base: a linear SVM, C = 1, with Platt's probabilities. If fewer than five rows have
        (or lack) a label, these use fewer folds; with a single row, the label's share of the rows.
        The SVM is much slower and not more accurate: see Notes.
    prediction : {"score", "probability"}, default="score"
        Predict a label if its score is above 0, or if its probability is above 1/2. The two differ because Platt's
        sigmoid is not 1/2 at score 0. For a classifier without a score the probability is used.
    {n_jobs_of_models}

    Attributes
    ----------
    {labels_}
    estimators_ : list
        The fitted classifier of each label.
    {features_in_}

    Notes
    -----
    The SVM is fitted six times for each label. Seconds to fit, and Hamming loss on new rows, of "svm" and "logistic":
    16.9 against 0.07 (240 times), .182 against .156 with 2,000 simulated sparse rows, 1,000 features and 10 labels;
    6.4 against 0.11 (58 times), .050 against .038 with 2,000 rows of slashdot, 1,079 features and 22 labels; 27 against
    0.49 (55 times), .061 against .051 with 1,200 rows of enron, 1,001 features and 53 labels; one sample each. The SVM
    predicted more labels. Its F-measure was larger on the first two data sets and smaller on enron.

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

    def fit(self, X, Y) -> Self:
        """Fit a classifier to each label.

        {labeled_rows}
        """
        return self._fit(*check_training(self, X, Y))

    def _fit(self, X, Y):
        """Fit the classifiers to checked arrays."""
        check_choice("prediction", self.prediction, ("score", "probability"))
        if self.prediction == "probability":
            check_probabilities(self.estimator)
        jobs = (delayed(fit_label)(self.estimator, X, y) for y in Y.T)
        self.estimators_ = list(Parallel(n_jobs=self.n_jobs)(jobs))
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label.

        {queries_to_label_shares}
        """
        check_probabilities(self.estimator)
        return by_label(label_probability, check_queries(self, X), self.estimators_)

    def decision_function(self, X) -> np.ndarray:
        """Return the score of each label, above 0 if it is predicted.

        {queries_to_label_shares}
        """
        return by_label(label_score, check_queries(self, X), self.estimators_)

    def predict(self, X) -> np.ndarray:
        """Return the labels of each row.

        {queries_to_labels}
        """
        return self._predict(check_queries(self, X))

    def _predict(self, X):
        """Return the labels of checked rows."""
        values, border = (label_probability, 0.5) if self.prediction == "probability" else (label_score, 0)
        return (by_label(values, X, self.estimators_) > border).astype(np.int64)


def with_names(relevance, around) -> BinaryRelevance:
    """Return a BinaryRelevance fitted to checked arrays with the names of the estimator around it, for its frames."""
    checked = ("labels_", "classes_", "n_features_in_", "feature_names_in_")
    vars(relevance).update({name: value for name, value in vars(around).items() if name in checked})
    return relevance
