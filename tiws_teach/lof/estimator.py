"""The local outlier factor as an estimator with scikit-learn's names."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, OutlierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from tiws_teach._docs import documented
from tiws_teach._neighbors import SPARSE_NAMES, as_table, check_measurable, each_alone, find_repeats, nearest_rows
from tiws_teach._validation import check_choice, check_count, check_number, fail
from tiws_teach.lof.equations import density_ratio, local_reachability_density, reachability_distance
from tiws_teach.lof.neighborhoods import TIES, distinct_neighborhood

CUSTOM = -1.5
"""The threshold of contamination="auto": scikit-learn's convention, not a theoretical bound."""

LEAST = -1e300  # the finite score of a row whose factor is infinite


def _novelty(estimator):
    if not estimator.novelty:
        raise AttributeError(
            "scoring new rows is available only when novelty=True; use fit_predict for the rows of fit."
        )
    return True


def _no_novelty(estimator):
    if estimator.novelty:
        raise AttributeError("fit_predict is available only when novelty=False; use predict for new rows.")
    return True


@documented
class LocalOutlierFactor(OutlierMixin, BaseEstimator):
    """Find rows whose local density is much lower than that of their neighbours.

    With ``novelty=False``, `fit_predict` scores each row of `fit` among the others. With ``novelty=True``, `predict`,
    `decision_function` and `score_samples` score new rows among those of `fit`. Do not pass rows of `fit` to them: each
    would be its own neighbour.

    Parameters
    ----------
    n_neighbors : int, default=20
        k, in [1, n_rows - 1].
    {ties}
    contamination : "auto" or float in (0, 0.5], default="auto"
        Share of outliers among the rows of `fit`. "auto": every row with a factor above 1.5, a convention.
    novelty : bool, default=False
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`; "precomputed": X holds distances, in `fit` between all
        rows, for new rows from these to the rows of `fit`.
    {metric_params}
    {n_jobs}

    Attributes
    ----------
    negative_outlier_factor_ : ndarray of shape (n_rows,)
        Minus the factor of each row of `fit`; -inf next to more than k duplicates. Ranking metrics such as
        `sklearn.metrics.roc_auc_score` refuse infinite scores; pass them `-scores_`.
    scores_ : ndarray of shape (n_rows,)
        `negative_outlier_factor_` with -1e300 in place of -inf.
    offset_ : float
        Rows with a score below it are outliers: -1.5, or the quantile of `negative_outlier_factor_` at
        `contamination`. Rows with an infinite factor are always outliers.
    n_neighbors_ : int
    n_samples_fit_ : int
    {features_in_}

    Examples
    --------
    >>> X = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]]
    >>> LocalOutlierFactor(n_neighbors=2).fit_predict(X)
    array([ 1,  1,  1,  1,  1,  1, -1])
    >>> LocalOutlierFactor(n_neighbors=2, novelty=True).fit(X).predict([[0.5, 0.5], [-3, 0]])
    array([ 1, -1])

    Source: Breunig et al. (2000), sections 4 and 5; course notes, Local Outlier Factor.
    """

    def __init__(
        self,
        n_neighbors=20,
        ties="all",
        contamination="auto",
        novelty=False,
        metric="euclidean",
        metric_params=None,
        n_jobs=None,
    ):
        self.n_neighbors = n_neighbors
        self.ties = ties
        self.contamination = contamination
        self.novelty = novelty
        self.metric = metric
        self.metric_params = metric_params
        self.n_jobs = n_jobs

    def fit(self, X, y=None) -> Self:  # noqa: ARG002  (scikit-learn passes y to every step)
        """Compute densities and factors of the rows.

        {unlabeled_rows}

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2, accept_sparse="csr", copy=True)
        self._check(X)
        self._rows, self.n_samples_fit_ = as_table(X), X.shape[0]
        counted = self.ties == "all" and self.metric != "precomputed"
        self._repeats = find_repeats(self._rows) if counted else each_alone(X.shape[0])
        near = self._neighborhood(None)
        self._k_distance = near.k_distance
        reachability = reachability_distance(near.distances, self._k_distance[near.rows])
        self._density = local_reachability_density(reachability, near.starts, near.weights)
        factor = density_ratio(self._density, self._density[near.rows], near.starts, near.weights)
        self.negative_outlier_factor_ = -factor[self._repeats.member]
        self.offset_ = self._offset()
        return self

    @available_if(_no_novelty)
    def fit_predict(self, X, y=None) -> np.ndarray:  # noqa: ARG002
        """Compute the factors of the rows and classify them as outliers or inliers.

        {unlabeled_rows}

        Returns
        -------
        ndarray of int, shape (n_rows,)
            1 for inliers, -1 for outliers.
        """
        return np.where(self.fit(X).negative_outlier_factor_ < self.offset_, -1, 1)

    @property
    def scores_(self) -> np.ndarray:
        """The finite scores of the rows of `fit`."""
        check_is_fitted(self)
        return np.maximum(self.negative_outlier_factor_, LEAST)

    @available_if(_novelty)
    def exact_score_samples(self, X) -> np.ndarray:
        """Return minus the factor of new rows among those of `fit`; -inf next to more than k duplicates.

        {queries_to_classes}
        """
        check_is_fitted(self)
        near = self._neighborhood(self._queries(X))
        reachability = reachability_distance(near.distances, self._k_distance[near.rows])
        density = local_reachability_density(reachability, near.starts, near.weights)
        return -density_ratio(density, self._density[near.rows], near.starts, near.weights)

    @available_if(_novelty)
    def score_samples(self, X) -> np.ndarray:
        """Return minus the factor of new rows among those of `fit`, with -1e300 in place of -inf.

        {queries_to_classes}
            Finite, as ranking metrics require.
        """
        return np.maximum(self.exact_score_samples(X), LEAST)

    @available_if(_novelty)
    def decision_function(self, X) -> np.ndarray:
        """Return `score_samples` minus `offset_`: negative for outliers.

        {queries_to_classes}
        """
        return self.score_samples(X) - self.offset_

    @available_if(_novelty)
    def predict(self, X) -> np.ndarray:
        """Classify new rows as outliers or inliers among the rows of `fit`.

        Parameters
        ----------
        {queries}

        Returns
        -------
        ndarray of int, shape (n_queries,)
            1 for inliers, -1 for outliers; a row at the threshold is an inlier.
        """
        return np.where(self.decision_function(X) < 0, -1, 1)

    def kneighbors(self, X=None, n_neighbors=None, return_distance=True) -> Any:
        """Return the nearest rows of `fit`; ties go to the lower row number.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), default=None
            None: the rows of `fit`, none of which is its own neighbour.
        n_neighbors : int, default=None
            None: the estimator's.
        return_distance : bool, default=True

        Returns
        -------
        distances : ndarray of shape (n_queries, n_neighbors)
            Ascending; only with `return_distance`.
        indices : ndarray of int64, shape (n_queries, n_neighbors)
        """
        check_is_fitted(self)
        k = self.n_neighbors_ if n_neighbors is None else n_neighbors
        highest = self.n_samples_fit_ - (X is None)
        check_count("n_neighbors", k, 1, highest)
        queries = self._rows if X is None else self._queries(X)
        how = {"leave_out_self": X is None, "metric_params": self.metric_params, "n_jobs": self.n_jobs}
        distances, indices = nearest_rows(queries, self._rows, k, self.metric, **how)
        return (distances, indices) if return_distance else indices

    def _queries(self, X):
        """Check new rows against those of `fit` and return them."""
        X = validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        return as_table(X)

    def _neighborhood(self, queries):
        """Return the neighbours of new points, or of the distinct rows, among the distinct rows."""
        groups = self._repeats
        rows = self._rows if len(groups.first) == self.n_samples_fit_ else self._rows[groups.first]
        how = {"metric": self.metric, "metric_params": self.metric_params, "n_jobs": self.n_jobs}
        return distinct_neighborhood(queries, rows, groups.counts, self.n_neighbors_, self.ties, **how)

    def _check(self, X):
        """Check the parameters against the rows, and store the number of neighbours."""
        check_choice("ties", self.ties, TIES)
        check_choice("novelty", self.novelty, (False, True))
        if not (isinstance(self.contamination, str) and self.contamination == "auto"):
            check_number("contamination", self.contamination, 0, 0.5, open_low=True)
        k = self.n_neighbors_ = check_count("n_neighbors", self.n_neighbors, 1)
        if k > X.shape[0] - 1:
            advice = f"Lower n_neighbors or fit on at least {k + 1} rows."
            fail("n_neighbors", f"be in [1, n_samples - 1 = {X.shape[0] - 1}]", f"n_neighbors = {k}", advice)
        check_measurable(X, self.metric, self.metric_params, self.n_jobs)

    def _offset(self):
        """Return the threshold between outliers and inliers."""
        if self.contamination == "auto":
            return CUSTOM
        quantile = np.percentile(self.scores_, 100 * self.contamination)  # undefined between infinite values
        return max(float(quantile), np.nextafter(LEAST, 0))  # an infinite factor is beyond any threshold

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        tags.input_tags.sparse = self.metric in SPARSE_NAMES
        return tags
