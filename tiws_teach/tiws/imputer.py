"""TIWSImputer: replace an unseen category by the most similar seen one."""

import numbers

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from tiws_teach._docs import documented
from tiws_teach.tiws._estimates import similarity_in_chunks
from tiws_teach.tiws._input import CategoriesMixin, check_parameters, check_rows, count_rows
from tiws_teach.tiws._reports import most_similar


@documented
class TIWSImputer(CategoriesMixin, OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Replace each unseen category by the most similar seen one; keep seen categories and missing values.

    A model that knows only the seen categories, such as a tree, then follows the path of the most similar one.
    Pass unlabelled rows to `fit` or `transform` as in `TIWSEncoder`.

    Parameters
    ----------
    similarity : {"tfidf", "conditional", "hellinger"}, default="tfidf"
        How categories are compared: see `category_similarity`. Ties go to the first category in sorted order.

    Attributes
    ----------
    categories_ : list of ndarray
        The seen categories of each feature, sorted.
    replacements_ : list of dict
        For each feature, the unseen categories of `X_unlabeled` and their replacements.
    {features_in_}

    See Also
    --------
    TIWSEncoder : a weighted mean of all seen categories instead of the nearest.

    Examples
    --------
    >>> import pandas as pd
    >>> train = pd.DataFrame({"color": ["red", "red", "blue"], "size": ["S", "M", "L"]})
    >>> new = pd.DataFrame({"color": ["pink"], "size": ["S"]})
    >>> TIWSImputer(similarity="hellinger").fit(train).transform(new).tolist()
    [['red', 'S']]

    Source: Bang et al. (2020), Conclusion: an unseen category follows the path of its most similar seen one.
    """

    def __init__(self, similarity="tfidf"):
        self.similarity = similarity

    def fit(self, X, y=None, X_unlabeled=None):  # noqa: ARG002  (scikit-learn passes y to every step)
        """Learn the seen categories and the replacements of those that only `X_unlabeled` has.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_rows, n_features)
        y : ignored
        X_unlabeled : DataFrame or array-like of shape (n_more_rows, n_features), optional

        Returns
        -------
        self
        """
        check_parameters(self)
        X = check_rows(self, X, reset=True)
        _, self._counts = count_rows(self, X, X_unlabeled)
        self.categories_ = [labels[:n] for labels, n in zip(self._counts.labels, self._counts.n_seen, strict=True)]
        self._numeric = all(_is_number(label) for labels in self.categories_ for label in labels)
        self.replacements_ = []
        for j, (labels, n_seen) in enumerate(zip(self._counts.labels, self._counts.n_seen, strict=True)):
            stand_ins = self._stand_ins(self._counts, j, np.arange(n_seen, len(labels)))
            self.replacements_.append(dict(zip(labels[n_seen:], stand_ins, strict=True)))
        return self

    def transform(self, X):
        """Replace the unseen categories.

        {of_rows}
        ndarray or DataFrame of shape (n_rows, n_features)
            Dtype object, or float if all seen categories are numbers. Missing values are NaN.
        """
        check_is_fitted(self)
        codes, counts = self._counts.with_rows(check_rows(self, X, reset=False))
        out = np.empty((len(codes[0]), len(codes)), dtype=object)
        for j, code in enumerate(codes):
            at_fit = list(self.replacements_[j].values())
            n_known = counts.n_seen[j] + len(at_fit)
            new = self._stand_ins(counts, j, np.arange(n_known, len(counts.labels[j])))
            out[:, j] = np.array([*self.categories_[j], *at_fit, *new, np.nan], dtype=object)[code]
        return out.astype(float) if self._numeric else out

    def _stand_ins(self, counts, feature, rows):
        """Return the most similar seen label for each of the unseen categories `rows` of a feature."""
        chunks = similarity_in_chunks(counts, feature, rows, self.similarity)
        nearest = [most_similar(s[:, : counts.n_seen[feature]]) for _, s in chunks]
        return self.categories_[feature][np.concatenate([np.array([], dtype=int), *nearest])]


def _is_number(label):
    """Return whether a label is a number that a float represents exactly."""
    return isinstance(label, numbers.Real) and not isinstance(label, bool | np.bool_) and float(label) == label
