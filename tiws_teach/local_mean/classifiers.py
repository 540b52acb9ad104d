"""The two classifiers: check the input, store the rows, and apply the equations to batches of queries."""

from typing import Self

import numpy as np
from scipy import sparse
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import gen_batches
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._docs import documented
from tiws_teach._neighbors import as_table, check_size, nearest_by_class
from tiws_teach._validation import check_count, check_one_type, check_same_index
from tiws_teach.local_mean.equations import harmonic_mean_distance, local_mean_distances, means_of

EPSILON = 1e-7  # added to a distance before it is inverted

BATCH = 2**21  # number of values in the local means held at a time


@documented
class _LocalMeanBase(ClassifierMixin, BaseEstimator):
    """Shared base of both classifiers: everything except the distance to a class."""

    def __init__(self, n_neighbors=5):
        self.n_neighbors = n_neighbors

    def fit(self, X, y) -> Self:
        """Store the rows and their classes.

        {class_fit}
        """
        check_count("n_neighbors", self.n_neighbors, 1)
        check_same_index(X, y)
        check_one_type("y", y)
        X, y = validate_data(self, X, y, dtype=np.float64, accept_sparse="csr", copy=True)
        check_size(X)
        check_classification_targets(y)
        self.classes_, self._codes, self.class_sizes_ = np.unique(y, return_inverse=True, return_counts=True)
        self._X = as_table(X)
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the classes' shares of the inverse distances, which rank the classes but are not posteriors.

        {queries_to_posteriors}
        """
        return softmax(-np.log(self.class_distances(X) + EPSILON), axis=1)

    def predict(self, X) -> np.ndarray:
        """Return the class with the smallest of the `class_distances`; ties go to the first class in sorted order.

        {queries_to_classes}
        """
        distances = self.class_distances(X)
        return self.classes_[distances.argmin(axis=1)]

    def __sklearn_tags__(self):
        """Declare that sparse rows are accepted."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _by_class(self, X, combine):
        """Return `combine` of the distances to the local means, computed a batch of queries at a time."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        check_size(X)
        n_classes = len(self.classes_)
        k = min(self.n_neighbors, int(self.class_sizes_.max()))
        near = nearest_by_class(X, self._X, self._codes, k, n_classes)[1]
        step = max(1, BATCH // (k * n_classes * X.shape[1]))
        distances = np.empty((X.shape[0], n_classes))
        for part in gen_batches(len(distances), step):
            batch = X[part].toarray() if sparse.issparse(X) else X[part]
            distances[part] = combine(local_mean_distances(batch, means_of(self._X, near[part])))
        return distances


@documented
class LMKNNClassifier(_LocalMeanBase):
    """Classify by local means (LMkNN): predict the class whose k nearest rows have the nearest mean.

    Ties go to the first class in sorted order. The metric is Euclidean, because the method averages points.

    Parameters
    ----------
    n_neighbors : int, default=5
        k; a class with fewer rows uses all of them.

    Attributes
    ----------
    {classes_}
    {class_sizes_}
    {features_in_}

    Examples
    --------
    >>> LMKNNClassifier(n_neighbors=2).fit([[0.0], [1.0], [4.0], [9.0]], ["a", "a", "b", "b"]).predict([[3.0]])
    array(['a'], dtype='<U1')

    Source: Mitani and Hamamoto (2006), A local mean-based nonparametric classifier.
    """

    def class_distances(self, X) -> np.ndarray:
        """Return the distance from each query to the local mean of each class.

        {queries_to_distances}
        """
        check_is_fitted(self)
        last = np.minimum(self.n_neighbors, self.class_sizes_) - 1
        return self._by_class(X, lambda distances: distances[:, last, np.arange(len(last))])


@documented
class MLMKHNNClassifier(_LocalMeanBase):
    """Classify by multi-local means (MLM-kHNN): predict the class with the smallest harmonic mean distance.

    The distances are those to the means of the 1, 2, ..., k nearest rows of a class. Ties go to the first class in
    sorted order. The metric is Euclidean, because the method averages points.

    Parameters
    ----------
    n_neighbors : int, default=5
        k; a class with fewer rows uses as many means as it has rows.

    Attributes
    ----------
    {classes_}
    {class_sizes_}
    {features_in_}

    Examples
    --------
    >>> MLMKHNNClassifier(n_neighbors=2).fit([[0.0], [1.0], [4.0], [9.0]], ["a", "a", "b", "b"]).predict([[3.0]])
    array(['b'], dtype='<U1')

    Source: Pan, Wang and Ku (2017), A new k-harmonic nearest neighbor classifier based on the multi-local means.
    """

    def class_distances(self, X) -> np.ndarray:
        """Return the harmonic mean distance from each query to each class.

        {queries_to_distances}
        """
        return self._by_class(X, harmonic_mean_distance)
