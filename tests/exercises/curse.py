"""Answers to the exercises of notebook 07: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import math

import numpy as np
from scipy.spatial.distance import cdist


def ends(X):
    apart = cdist(X, X)
    np.fill_diagonal(apart, np.nan)
    return np.nanmin(apart, axis=1), np.nanmax(apart, axis=1)


def right(X):
    low, high = ends(X)
    return (high - low) / low


def by_the_farthest(X):
    low, high = ends(X)
    return (high - low) / high


def ratio(X):
    low, high = ends(X)
    return high / low


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


RIGHT = {
    1: [0.1 ** (1 / 20), 0.89],
    2: [right, in_plain_python],
    3: [("Ada", "choose inside the folds")],
    4: [729],
    5: [["mixtures", "copies"]],
    6: [3.5],
}
WRONG = {
    1: [
        (0.1, "share itself"),
        (0.005, "divided"),
        (0.11, "one minus"),
        (1e-20, "multiplied"),
        (0.794, "other share"),
        (0.9, "nine tenths"),
    ],
    2: [
        (lambda X: None, "nothing returned"),
        (lambda X: 1.0, "other shape"),
        (with_itself, "itself"),
        (infinite_diagonal, "farthest from itself"),
        (missing, "missing"),
        (by_the_farthest, "by the farthest"),
        (ratio, "ratio"),
        (without_zeros, "drops zeros"),
    ],
    3: [(("Bo", "choose inside the folds"), "the honest one"), (("Ada", "scale first"), "wrong rule")],
    4: [(64, "binary"), (18, "product"), (216, "turned round")],
    5: [
        (["copies", "mixtures", "shuffled"], "shuffled"),
        (["copies", "independent"], "independent"),
        (["mixtures"], "too few"),
        ([], "none"),
    ],
    6: [(4.5, "ratio"), (7 / 9, "by the farthest"), (7, "difference"), (7 / 4.75, "by the mean")],
}
NOT_YET = {2: [lambda X: np.ones(len(X))], 4: [100]}
KIND = {
    1: [(20, "Expected one number from 0 to 1; got 20")],
    2: [(3, "Expected a function of X")],
    3: [(("Eve", "scale first"), "Expected one of Ada, Bo; got 'Eve'")],
    4: [(2.5, "Expected one whole number")],
    5: [(["noise"], "'noise' is none of them")],
}
