"""Shared parts of the multi-label estimators: scikit-learn's tags, the score, and predictions with names."""

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice
from tiws_teach.multilabel._input import indicators_of
from tiws_teach.multilabel.measures import zero_one_loss


@documented
class _MultilabelBase(ClassifierMixin, BaseEstimator):
    """Base of estimators that set `labels_` in `fit` and predict an array of 0 and 1 with a column for each label."""

    _measures_distances = False

    def predict(self, X) -> np.ndarray:
        """Return the labels whose probability, or share of the votes, is at least `threshold`; 1/2 if there is none.

        {queries_to_labels}
        """
        return (self.predict_proba(X) >= getattr(self, "threshold", 0.5)).astype(np.int64)

    def score(self, X, Y, sample_weight=None) -> float:
        """Return the share of rows whose labelset is predicted exactly: 1 - 0/1 loss, as scikit-learn's accuracy.

        Label sets are compared by name, so the default score of `cross_validate` and `GridSearchCV` is correct for
        them: a row with a label that no training row of its fold had counts as wrong. For scikit-learn's own
        scorers (``scoring="f1_micro"``) and for `cross_val_predict`, encode label sets once for the whole data set
        with `MultiLabelBinarizer`; otherwise each fold would have different columns.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
        Y : array-like or sparse matrix of shape (n_rows, n_labels), or list of sets
            0 or 1 for each label, or the labels of each row; of a frame, the columns are in the order of training.
        sample_weight : array-like of shape (n_rows,), default=None
            Weight of each row; None: equal weights.

        Returns
        -------
        float
        """
        predicted = self.predict(X)
        truth, strange = indicators_of(Y, self.labels_, len(predicted))
        right = zero_one_loss(truth, predicted, per_row=True) == 0
        return float(np.average(right & ~strange, weights=sample_weight))

    def predict_frame(self, X, method="predict") -> pd.DataFrame:
        """Return the predictions as a frame with the columns of `labels_` and the index of X.

        `predict` itself always returns an array, as all classifiers of scikit-learn do: `set_output` is for
        transformers, and scorers, `cross_val_predict` and ensembles work on arrays.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)
        method : {"predict", "predict_proba", "decision_function"}, default="predict"
            Method to call; the estimator must have it.

        Returns
        -------
        pandas.DataFrame of shape (n_queries, n_labels)
        """
        known = ("predict", "predict_proba", "decision_function")
        check_choice("method", method, [each for each in known if hasattr(self, each)])
        index = X.index if isinstance(X, pd.DataFrame) else None
        return pd.DataFrame(getattr(self, method)(X), index=index, columns=self.labels_)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.two_d_labels = tags.target_tags.multi_output = True
        tags.target_tags.single_output = False
        tags.classifier_tags.multi_label, tags.classifier_tags.multi_class = True, False
        return tags
