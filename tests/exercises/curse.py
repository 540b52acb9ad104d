"""Answers to the exercises of notebook 07: right ones, misconceptions by name, neither, and of the wrong kind."""

import math

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def right(X):
    apart = cdist(X, X)
    np.fill_diagonal(apart, np.nan)
    return np.nanmax(apart, axis=1) / np.nanmin(apart, axis=1) - 1


def by_the_farthest(X):
    return right(X) / (1 + right(X))


def ratio(X):
    return 1 + right(X)


def with_itself(X):
    apart = cdist(X, X)
    with np.errstate(divide="ignore"):
        return (apart.max(axis=1) - apart.min(axis=1)) / apart.min(axis=1)


def infinite_diagonal(X):
    apart = cdist(X, X)
    np.fill_diagonal(apart, np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (apart.max(axis=1) - apart.min(axis=1)) / apart.min(axis=1)


def missing(X):
    apart = cdist(X, X)
    np.fill_diagonal(apart, np.nan)
    return apart.max(axis=1) / apart.min(axis=1) - 1


def without_zeros(X):
    apart = cdist(X, X)
    apart[apart == 0] = np.nan
    return np.nanmax(apart, axis=1) / np.nanmin(apart, axis=1) - 1


def in_plain_python(X):
    others = [[math.dist(row, other) for j, other in enumerate(X) if j != i] for i, row in enumerate(X)]
    return [(max(found) - min(found)) / min(found) for found in others]


def in_folds(model, X, y):
    return cross_val_score(model, X, y, cv=3).mean()


def searched(name="selectkbest__k", scaled=True, kept=(3, 10, 100)):
    steps = [StandardScaler()] * scaled + [SelectKBest(), KNeighborsClassifier(5)]
    return GridSearchCV(make_pipeline(*steps), {name: kept}, cv=3)


def unselected(X, y, scaled=True):
    return in_folds(make_pipeline(*[StandardScaler()] * scaled, KNeighborsClassifier(5)), X, y)


def compare(X, y):
    return in_folds(searched(), X, y), unselected(X, y)


def tried(kept):
    return lambda X, y: (in_folds(searched(kept=kept), X, y), unselected(X, y))


def chosen_outside(X, y):
    return unselected(SelectKBest(k=10).fit_transform(X, y), y), unselected(X, y)


def tuned_outside(X, y):
    k = searched().fit(X, y).best_params_["selectkbest__k"]
    return unselected(SelectKBest(k=k).fit_transform(X, y), y), unselected(X, y)


RIGHT = {
    1: [96],
    2: [("Ada", "choose inside the folds")],
    3: [compare, lambda X, y: np.array(compare(X, y))],
    4: [729],
    5: [["mixtures", "copies"]],
    6: [0.1 ** (1 / 20), 0.89],
    7: [right, in_plain_python],
}
WRONG = {
    1: [(12, "mean"), (6, "one column"), (4, "no square"), (576, "no six"), (288, "per value"), (72, "all pairs")],
    2: [(("Bo", "choose inside the folds"), "the honest one"), (("Ada", "scale first"), "wrong rule")],
    3: [
        (lambda X, y: compare(X, y)[0], "other shape"),
        (lambda X, y: (searched("k").fit(X, y).best_score_, unselected(X, y)), "parameter name"),
        (lambda X, y: (in_folds(searched("SelectKBest__k"), X, y), unselected(X, y)), "parameter name"),
        (lambda X, y: (searched().fit(X, y).score(X, y), unselected(X, y)), "training rows"),
        (lambda X, y: (searched().fit(X, y).best_score_, unselected(X, y)), "best score"),
        (lambda X, y: compare(X, y)[::-1], "turned round"),
        (lambda X, y: (in_folds(searched(scaled=False), X, y), unselected(X, y)), "not standardised"),
        (lambda X, y: (compare(X, y)[0], unselected(X, y, scaled=False)), "not standardised"),
        (chosen_outside, "outside"),
        (tuned_outside, "outside"),
    ],
    4: [(64, "binary"), (18, "product"), (216, "turned round")],
    5: [
        (["copies", "mixtures", "shuffled"], "shuffled"),
        (["copies", "independent"], "independent"),
        (["mixtures"], "too few"),
        ([], "none"),
    ],
    6: [
        (0.1, "share itself"),
        (0.005, "divided"),
        (0.11, "one minus"),
        (1e-20, "multiplied"),
        (0.794, "other share"),
        (0.9, "nine tenths"),
    ],
    7: [
        (lambda X: 1.0, "other shape"),
        (with_itself, "itself"),
        (infinite_diagonal, "farthest from itself"),
        (missing, "missing"),
        (by_the_farthest, "by the farthest"),
        (ratio, "ratio"),
        (without_zeros, "drops zeros"),
    ],
}
GRIDS = [(3, 10), (10, 100), (3, 100)]
NOT_YET = {1: [95], 3: [lambda X, y: (0.1, 0.2), *map(tried, GRIDS)], 4: [100], 7: [lambda X: np.ones(len(X))]}
KIND = {
    1: [(50.5, "Expected one whole number")],
    2: [(("Eve", "scale first"), "Expected one of Ada, Bo; got 'Eve'")],
    3: [(0.9, "Expected a function of X, y"), (lambda X, y: [][0], "IndexError")],
    4: [(2.5, "Expected one whole number")],
    5: [(["noise"], "'noise' is none of them")],
    6: [(20, "Expected one number from 0 to 1; got 20")],
    7: [(3, "Expected a function of X")],
}
