"""The local outlier factor as an estimator with scikit-learn's names."""

from __future__ import annotations

import sys

import numpy as np
from sklearn.base import BaseEstimator, OutlierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._validation import check_choice, check_count, check_number, fail
from tiws_teach.lof.equations import density_ratio, local_reachability_density, reachability_distance
from tiws_teach.lof.neighborhoods import TIES, neighborhood

CUSTOM = -1.5
"""The border of contamination="auto", scikit-learn's custom; no theory stands behind it."""


def _novelty(estimator):
    if not estimator.novelty:
        raise AttributeError("new rows can be judged if novelty=True only; for the rows of fit use fit_predict.")
    return True


def _no_novelty(estimator):
    if estimator.novelty:
        raise AttributeError("fit_predict is there if novelty=False only; with novelty=True judge new rows by predict.")
    return True


class LocalOutlierFactor(OutlierMixin, BaseEstimator):
    """Find rows around which it is much sparser than around their neighbours.

    With ``novelty=False`` the rows of `fit` are judged, each among the others: `fit_predict`. With ``novelty=True`` new
    rows are judged among those of `fit`: `predict`, `decision_function`, `score_samples`. A row of `fit` is not to be
    asked again in that way, since it would be its own neighbour.

    Parameters
    ----------
    n_neighbors : int, default=20
        k, in [1, n_rows - 1].
    ties : {"all", "first"}, default="all"
        "all": every row as far away as the k-th is a neighbour too, as in the paper. "first": exactly k, as
        scikit-learn has it; of equally near rows the ones that stand first.
    contamination : "auto" or float in (0, 0.5], default="auto"
        The share of outliers among the rows of `fit`. "auto": every row with a factor above 1.5, which is custom only.
    novelty : bool, default=False
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`; "precomputed": X holds distances, in `fit` of all rows to
        all, for new rows of these to the rows of `fit`.

    Attributes
    ----------
    negative_outlier_factor_ : ndarray of shape (n_rows,)
        Minus the factor of each row of `fit`; -inf beside more than k duplicates.
    offset_ : float
        Rows below it are outliers: -1.5, or the quantile of `negative_outlier_factor_` at `contamination`. Rows with an
        infinite factor are outliers at any share.
    n_neighbors_ : int
    n_samples_fit_ : int
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    Examples
    --------
    >>> X = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]]
    >>> LocalOutlierFactor(n_neighbors=2).fit_predict(X)
    array([ 1,  1,  1,  1,  1,  1, -1])
    >>> LocalOutlierFactor(n_neighbors=2, novelty=True).fit(X).predict([[0.5, 0.5], [-3, 0]])
    array([ 1, -1])

    Source: Breunig et al. (2000), sections 4 and 5; course notes, Local Outlier Factor.
    """

    def __init__(self, n_neighbors=20, ties="all", contamination="auto", novelty=False, metric="euclidean"):
        self.n_neighbors = n_neighbors
        self.ties = ties
        self.contamination = contamination
        self.novelty = novelty
        self.metric = metric

    def fit(self, X, y=None):  # noqa: ARG002  (scikit-learn passes y to every step)
        """Compute densities and factors of the rows.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Numbers; distances of shape (n_rows, n_rows) if ``metric="precomputed"``.
        y : None
            Not used.

        Returns
        -------
        LocalOutlierFactor
            Itself.
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2, copy=True)
        self._check(X)
        near = neighborhood(X, self.n_neighbors_, self.ties, self.metric)
        self._rows, self._k_distance = X, near.k_distance
        reachability = reachability_distance(near.distances, self._k_distance[near.rows])
        self._density = local_reachability_density(reachability, near.starts)
        self.negative_outlier_factor_ = -density_ratio(self._density, self._density[near.rows], near.starts)
        self.n_samples_fit_ = len(X)
        self.offset_ = self._offset()
        return self

    @available_if(_no_novelty)
    def fit_predict(self, X, y=None):  # noqa: ARG002
        """Compute the factors of the rows and say which are outliers.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
        y : None
            Not used.

        Returns
        -------
        ndarray of int, shape (n_rows,)
            1 for inliers, -1 for outliers.
        """
        return np.where(self.fit(X).negative_outlier_factor_ < self.offset_, -1, 1)

    @available_if(_novelty)
    def score_samples(self, X):
        """Return minus the factor of new rows among those of `fit`.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        near = neighborhood(self._rows, self.n_neighbors_, self.ties, self.metric, queries=X)
        reachability = reachability_distance(near.distances, self._k_distance[near.rows])
        density = local_reachability_density(reachability, near.starts)
        return -density_ratio(density, self._density[near.rows], near.starts)

    @available_if(_novelty)
    def decision_function(self, X):
        """Return `score_samples` minus `offset_`: negative for outliers.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries,)
        """
        return self.score_samples(X) - self.offset_

    @available_if(_novelty)
    def predict(self, X):
        """Say which new rows are outliers among those of `fit`.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)

        Returns
        -------
        ndarray of int, shape (n_queries,)
            1 for inliers, -1 for outliers.
        """
        return np.where(self.decision_function(X) < 0, -1, 1)

    def _check(self, X):
        """Check the parameters against the rows, and keep the number of neighbours."""
        check_choice("ties", self.ties, TIES)
        check_choice("novelty", self.novelty, (False, True))
        if not (isinstance(self.contamination, str) and self.contamination == "auto"):
            check_number("contamination", self.contamination, 0, 0.5, open_low=True)
        k = self.n_neighbors_ = check_count("n_neighbors", self.n_neighbors, 1)
        if k > len(X) - 1:
            mend = f"Lower n_neighbors or fit on at least {k + 1} rows."
            fail("n_neighbors", f"be in [1, n_samples - 1 = {len(X) - 1}]", f"n_neighbors = {k}", mend)
        if self.metric == "precomputed" and X.shape[0] != X.shape[1]:
            fail("X", "be square if metric='precomputed'", X.shape, "Pass the distances of all rows to all.")

    def _offset(self):
        """Return the border between outliers and inliers."""
        if self.contamination == "auto":
            return CUSTOM
        finite = np.maximum(self.negative_outlier_factor_, -sys.float_info.max)  # between infinities lies no quantile
        return float(np.percentile(finite, 100 * self.contamination))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags
