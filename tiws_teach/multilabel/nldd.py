"""NLDD: the labelset of the training row that is near in the features and near the labels' predicted probabilities."""

import warnings
from collections.abc import Callable
from typing import Self

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_number, fail
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel._labels import by_label, check_probabilities, label_probability
from tiws_teach.multilabel._search import labelset_index, nearest_of_labelsets
from tiws_teach.multilabel.binary_relevance import BinaryRelevance, with_names
from tiws_teach.multilabel.misclassification import misclassification_model, nearness_model, product_model
from tiws_teach.multilabel.nldd_equations import (
    COMBINATIONS,
    TIE,
    combined_distance,
    feature_distances,
    feature_scaling,
    label_distances,
    misclassification_probability,
    nearest_double_distance,
    standardized_features,
)
from tiws_teach.multilabel.nldd_pairs import halves, training_pairs

MODELS: dict[str, Callable[..., np.ndarray]] = {"sum": nearness_model, "product": product_model}


@documented
class NLDDClassifier(_MultilabelBase):
    """Predict the nearest labelset using double distances.

    Each training row has two distances from a query: Dx in the features, and Dy between the query's label probabilities
    and the row's labelset. A binomial regression on pairs of training rows estimates how the share of wrong labels
    rises with both distances. NLDD predicts the labelset of the row with the smallest expected share. It is always a
    labelset of the training data: NLDD cannot predict an unseen one.

    Ties go to the nearer row in the features, then to the lower row number. A label that all rows have, or none, is
    predicted accordingly. The coefficients of the distances are never negative: if the regression finds that farther
    pairs have fewer wrong labels, that distance is dropped with a warning, and the other one decides alone. If the
    regression has no solution (for example, no label of the pairs is ever wrong), both distances get the same weight.
    See `nearness_model`.

    Parameters
    ----------
    {label_classifier}
        Fitted to the unscaled features; it needs predict_proba.
    train_fraction : float in (0, 1], default=1.0
        Share of the training rows to use, drawn at random.
    random_state : int, RandomState or None, default=None
        Draws the fraction and the halves T1 and T2.
    combination : {"sum", "product"}, default="sum"
        Combined distance to minimise: b1 Dx + b2 Dy, or Dx^b1 Dy^b2.
    {n_jobs_of_models}

    Attributes
    ----------
    {labels_}
    coefficients_ : ndarray of 3 floats
        b0, b1 and b2; b1 and b2 are at least 0.
    unconstrained_coefficients_ : ndarray of 3 floats
        The same with slopes of either sign, from `misclassification_model`; only with combination="sum".
    binary_relevance_ : BinaryRelevance
        The labels' classifiers, fitted on all rows in use.
    pair_distances_ : ndarray of shape (n_pairs, 2)
        Dx and Dy of the pairs of a T2 row and a T1 row in the regression.
    pair_losses_ : ndarray of int, shape (n_pairs,)
        Labels in which the two rows differ.
    center_, scale_ : ndarray of shape (n_features,)
        Mean and standard deviation of the features; 0 and 1 for 0/1 features.
    rows_ : ndarray of int
        Training rows in use: all of them unless train_fraction is below 1.
    {features_in_}

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = [[0, 0], [0, 9], [1, 0], [1, 9], [5, 0], [5, 9], [6, 0], [6, 9]]
    >>> Y = [{"calm"}, {"calm", "sad"}, {"calm"}, {"calm", "sad"}, {"loud"}, {"loud"}, {"loud"}, {"loud"}]
    >>> model = NLDDClassifier(LogisticRegression(), random_state=0).fit(X, Y)
    >>> model.labels_.tolist(), model.predict([[0, 8]]).tolist(), model.nearest_labelset_row([[0, 8]]).tolist()
    (['calm', 'loud', 'sad'], [[1, 0, 1]], [1])

    Source: Gweon (2017), section 2.3, Algorithms 1 and 2.
    """

    _measures_distances = True

    def __init__(self, estimator=None, train_fraction=1.0, random_state=None, combination="sum", n_jobs=None):
        self.estimator = estimator
        self.train_fraction = train_fraction
        self.random_state = random_state
        self.combination = combination
        self.n_jobs = n_jobs

    def fit(self, X, Y) -> Self:
        """Estimate the weights of the two distances on two halves of the rows, then fit the labels' classifiers to all.

        {labeled_rows}
        """
        check_choice("combination", self.combination, COMBINATIONS)
        check_number("train_fraction", self.train_fraction, 0, 1, open_low=True)
        check_probabilities(self.estimator)
        X, Y = check_training(self, X, Y)
        rng = check_random_state(self.random_state)
        self.rows_ = self._draw(X.shape[0], rng)
        X, Y = X[self.rows_], Y[self.rows_]
        self.center_, self.scale_ = feature_scaling(X)
        Z = standardized_features(X, self.center_, self.scale_)
        self._weigh(X, Z, Y, *halves(len(Y), rng))
        self.binary_relevance_ = with_names(BinaryRelevance(self.estimator, n_jobs=self.n_jobs)._fit(X, Y), self)
        self._index, self._Y = labelset_index(Z, Y), Y
        return self

    def _draw(self, n, rng):
        """Return the rows in use, ascending."""
        used = round(n * self.train_fraction)
        if used < 2:
            rule = f"have at least 2 rows in use, at train_fraction = {self.train_fraction:g}"
            fail("X", rule, f"n_samples = {n}, of which {used} in use", "Pass more rows; NLDD splits them into halves.")
        return np.arange(n) if used == n else np.sort(rng.permutation(n)[:used])

    def _weigh(self, X, Z, Y, T1, T2):
        """Estimate the coefficients on pairs of the halves."""
        half = BinaryRelevance(self.estimator, n_jobs=self.n_jobs)._fit(X[T1], Y[T1])
        P = by_label(label_probability, X[T2], half.estimators_)
        self.pair_distances_, self.pair_losses_ = training_pairs(Z[T2], P, Y[T2], Z[T1], Y[T1])
        pairs = (*self.pair_distances_.T, self.pair_losses_, Y.shape[1])
        self.coefficients_ = MODELS[self.combination](*pairs)
        self.__dict__.pop("unconstrained_coefficients_", None)  # of an earlier fit
        if self.combination == "sum":
            self.unconstrained_coefficients_ = misclassification_model(*pairs)
            warn_of_dropped(self.unconstrained_coefficients_[1:], self.coefficients_[1:])

    def _choose(self, X):
        """Return for each query the number of the chosen row among the rows in use, and its theta."""
        X, b = check_queries(self, X), self.coefficients_
        Z = standardized_features(X, self.center_, self.scale_)
        P = by_label(label_probability, X, self.binary_relevance_.estimators_)
        rows, theta = np.empty(len(P), dtype=np.int64), np.empty(len(P))

        def wanted(Dx, Dy, error):
            return could_win(Dx, Dy, error, b, self.combination)

        for chunk in nearest_of_labelsets(self._index, Z, P, wanted):
            chosen = nearest_double_distance(chunk.Dx, chunk.Dy, b, self.combination, chunk.rows)[:, np.newaxis]
            Dx, Dy, row = (np.take_along_axis(a, chosen, axis=1)[:, 0] for a in (chunk.Dx, chunk.Dy, chunk.rows))
            rows[chunk.lines], theta[chunk.lines] = row, misclassification_probability(Dx, Dy, b, self.combination)
        return rows, theta

    def predict(self, X) -> np.ndarray:
        """Return the labelset of the chosen training row of each query.

        {queries_to_labels}
        """
        rows, _ = self._choose(X)
        return self._Y[rows].astype(np.int64)

    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label from its own classifier: those of ``binary_relevance_``.

        Use them for ranking and calibrated scores. `predict` instead finds the known labelset with the fewest expected
        wrong labels, so a predicted label can have a probability below 1/2. On emotions, scene, yeast and medical these
        probabilities had a lower log loss (.436, .236, .446 and .036) than the mean labelset, weighted by the
        probability (1 - theta)^L that all labels of a labelset are right (.439, .279, .470 and .056).

        {queries_to_label_shares}
        """
        return by_label(label_probability, check_queries(self, X), self.binary_relevance_.estimators_)

    def misclassification_probability(self, X) -> np.ndarray:
        """Return theta, the probability that a label of the prediction is wrong; reject predictions with a high one.

        It is above 1/2 for rows that are far from all training rows.

        {queries_to_classes}
        """
        return self._choose(X)[1]

    def nearest_labelset_row(self, X) -> np.ndarray:
        """Return the training row whose labelset is predicted, which explains the prediction.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        ndarray of int, shape (n_queries,)
            Row numbers of the X that was passed to `fit`.
        """
        return self.rows_[self._choose(X)[0]]

    def double_distances(self, X) -> tuple[np.ndarray, np.ndarray]:
        """Return both distances of each query from all training rows in use; `predict` never stores them all.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features)

        Returns
        -------
        Dx, Dy : ndarray of shape (n_queries, n_rows)
            The columns are `rows_`.
        """
        X = check_queries(self, X)
        P = by_label(label_probability, X, self.binary_relevance_.estimators_)
        Z = standardized_features(X, self.center_, self.scale_)
        training = self._index.X[np.argsort(self._index.rows)]
        Z, training = (table.toarray() if sparse.issparse(table) else table for table in (Z, training))
        return feature_distances(Z, training), label_distances(P, self._Y)


def could_win(Dx, Dy, error, coefficients, combination) -> np.ndarray:
    """Return which labelsets can include the row with the smallest combined distance, within the error of Dx."""
    low = combined_distance(np.maximum(Dx - error, 0), Dy, coefficients, combination)
    high = combined_distance(Dx + error, Dy, coefficients, combination)
    return low <= high.min(axis=1, keepdims=True) * (1 + TIE)


def warn_of_dropped(slopes, kept) -> None:
    """Warn if a distance has no positive slope in the regression, so that it is dropped or both weigh the same."""
    Dx, Dy = (f"{name} (slope {slope:.3g})" for name, slope in zip(("Dx", "Dy"), slopes, strict=True))
    if min(kept) == 0:
        dropped, other = (Dx, "Dy") if kept[0] == 0 else (Dy, "Dx")
        problem = f"drops {dropped}: pairs that are nearer by it do not have fewer wrong labels. {other} alone decides"
    elif min(slopes) < 0:
        problem = f"cannot weigh {Dx} and {Dy}: nearer pairs do not have fewer wrong labels. Both weigh the same"
    else:
        return
    advice = "Compare the predictions with those of binary_relevance_; see unconstrained_coefficients_."
    warnings.warn(f"NLDD {problem}. {advice}", UserWarning, stacklevel=4)
