"""Two people who train NLDD on the same rows, one of them wrongly."""

import numpy as np
from sklearn.linear_model import LogisticRegression

from tiws_teach.datasets import make_labelsets
from tiws_teach.multilabel import (
    BinaryRelevance,
    feature_scaling,
    halves,
    nearness_model,
    standardized_features,
    training_pairs,
)

_ROWS = make_labelsets(200, random_state=3)
X, Y = _ROWS.data.to_numpy(), _ROWS.target.to_numpy()
Z = standardized_features(X, *feature_scaling(X))


def ada():
    """Train on pairs of all rows with all rows."""
    p = BinaryRelevance(LogisticRegression()).fit(X, Y).predict_proba(X)
    distances, wrong = training_pairs(Z, p, Y, Z, Y)
    Dx, Dy = distances.T
    return np.median(Dx).round(3), nearness_model(Dx, Dy, wrong, n_labels=5).round(2)


def bo():
    """Train on pairs of two halves."""
    T1, T2 = halves(200, np.random.default_rng(3))
    p = BinaryRelevance(LogisticRegression()).fit(X[T1], Y[T1]).predict_proba(X[T2])
    distances, wrong = training_pairs(Z[T2], p, Y[T2], Z[T1], Y[T1])
    Dx, Dy = distances.T
    return np.median(Dx).round(3), nearness_model(Dx, Dy, wrong, n_labels=5).round(2)
