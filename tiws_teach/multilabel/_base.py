"""What the multi-label estimators have in common: scikit-learn's tags, the score, and predictions with names."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin

from tiws_teach._validation import check_choice
from tiws_teach.multilabel._input import indicators_of, multilabel_tags


class _MultilabelBase(ClassifierMixin, BaseEstimator):
    """Base of an estimator that notes `labels_` in `fit` and predicts an array of 0 and 1, a column for each label."""

    def score(self, X, y, sample_weight=None):
        """Return the share of the rows whose labelset is predicted exactly, as scikit-learn's accuracy: 1 - 0/1 loss.

        Label sets are compared by name, so that the default score of `cross_validate` and `GridSearchCV` is right for
        them too: a row with a label that no training row of its fold had counts as wrong. For scikit-learn's own
        scorers (``scoring="f1_micro"``) and for `cross_val_predict`, encode label sets once for the whole data set,
        with its `MultiLabelBinarizer`: each fold would have columns of its own.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
        y : array-like or sparse matrix of shape (n_rows, n_labels), or list of sets
            0 or 1 for each label, or the labels of each row.
        sample_weight : array-like of shape (n_rows,), default=None
            Weight of each row; None: all are equal.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If y does not have the rows of X and the labels of training; a frame, these in their order.
        """
        predicted = self.predict(X)
        truth, strange = indicators_of(y, self.labels_, len(predicted))
        return float(np.average((truth == predicted).all(axis=1) & ~strange, weights=sample_weight))

    def predict_frame(self, X, method="predict"):
        """Return the predictions in a frame: a column for each label, named as in `labels_`, and the index of X.

        `predict` itself returns an array whatever X and Y are, as all classifiers of scikit-learn do; its `set_output`
        is for transformers, and scorers, `cross_val_predict` and ensembles work on arrays.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)
        method : {"predict", "predict_proba", "decision_function"}, default="predict"
            What to ask for, of those that the estimator has.

        Returns
        -------
        pandas.DataFrame of shape (n_queries, n_labels)

        Raises
        ------
        ValueError
            If the estimator has no such method.
        """
        known = ("predict", "predict_proba", "decision_function")
        check_choice("method", method, [each for each in known if hasattr(self, each)])
        index = X.index if isinstance(X, pd.DataFrame) else None
        return pd.DataFrame(getattr(self, method)(X), index=index, columns=self.labels_)

    def __sklearn_tags__(self):
        return multilabel_tags(super().__sklearn_tags__())
