"""Label powerset: each labelset of the training data is one class of a single-label problem."""

from typing import Self

import numpy as np
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.utils.metaestimators import available_if

from tiws_teach._docs import documented
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import base_classifier, svm, tells_probabilities


def labelset_classes(Y) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct labelsets and the class of each row, which is the number of its labelset.

    >>> labelsets, classes = labelset_classes(np.array([[1, 0], [0, 1], [1, 0]]))
    >>> labelsets.tolist(), classes.tolist()
    ([[0, 1], [1, 0]], [1, 0, 1])

    Source: Tsoumakas and Katakis (2007), section 2.1; Gweon (2017), section 2.2.
    """
    labelsets, classes = np.unique(Y, axis=0, return_inverse=True)
    return labelsets, np.ravel(classes)


def marginal_probabilities(class_probabilities, labelsets) -> np.ndarray:
    """Return the probability of each label, summed over the labelsets that have it.

    >>> marginal_probabilities(np.array([[0.5, 0.25, 0.25]]), np.array([[0, 1], [1, 0], [1, 1]]))
    array([[0.5 , 0.75]])

    Source: Tsoumakas, Katakis and Vlahavas (2010), Mining Multi-label Data, section 2.1, label powerset.
    """
    return np.clip(class_probabilities @ labelsets, 0, 1)


@documented
class LabelPowerset(_MultilabelBase):
    """Fit one classifier whose classes are the labelsets of the training data; it cannot predict other labelsets.

    Parameters
    ----------
    estimator : "logistic", "svm" or classifier, default=None
        A multiclass classifier. "logistic" is `LogisticRegression` with max_iter=1000, the recommended start. None and
        "svm" are a linear SVM, C = 1, one-versus-one; it is slow with many rows and has no probabilities.

    Attributes
    ----------
    {labels_}
    labelsets_ : ndarray of shape (n_labelsets, n_labels)
        Sorted; class i of the classifier is labelset i.
    estimator_ : classifier
        Fitted; if all rows have one labelset, it always predicts that one.
    {features_in_}

    Examples
    --------
    >>> X, Y = [[0], [1], [2], [3]], [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}]
    >>> model = LabelPowerset().fit(X, Y)
    >>> model.predict([[0], [3]]).tolist(), model.labelsets_.tolist()
    ([[0, 1, 0], [1, 0, 1]], [[0, 1, 0], [1, 0, 1]])

    Source: Tsoumakas and Katakis (2007), section 2.1; Gweon (2017), section 2.2.
    """

    def __init__(self, estimator=None):
        self.estimator = estimator

    def fit(self, X, Y) -> Self:
        """Fit the classifier to the labelsets.

        {labeled_rows}
        """
        base = base_classifier(self.estimator)
        base = svm() if base is None else clone(base)
        X, Y = check_training(self, X, Y)
        self.labelsets_, classes = labelset_classes(Y)
        self.estimator_ = (DummyClassifier() if len(self.labelsets_) == 1 else base).fit(X, classes)
        return self

    def predict(self, X) -> np.ndarray:
        """Return the labelset of each row.

        {queries_to_labels}
        """
        X = check_queries(self, X)
        return self.labelsets_[self.estimator_.predict(X)].astype(np.int64)

    @available_if(lambda model: tells_probabilities(model.estimator))
    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label, summed over the labelsets; only if the classifier has `predict_proba`.

        {queries_to_label_shares}
        """
        X = check_queries(self, X)
        return marginal_probabilities(self.estimator_.predict_proba(X), self.labelsets_)
