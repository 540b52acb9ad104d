"""Answers to the exercises of notebook 05: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import numpy as np

from tiws_teach.multilabel import feature_scaling, standardized_features


def scaled(X):
    return standardized_features(X, *feature_scaling(X))


def plain(X):
    spread = X.std(axis=0, ddof=1)
    return (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1)


def by_n(X):
    center, _ = feature_scaling(X)
    spread = np.where(np.isin(X, (0, 1)).all(axis=0), 1, X.std(axis=0))
    return (X - center) / np.where(spread > 0, spread, 1)


def broken(X):
    with np.errstate(all="ignore"):
        return (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)


RIGHT = {
    1: ["b"],
    2: [0.6546],
    3: [("Ada", "fresh pairs")],
    4: [1 / 3, 0.33],
    5: [np.int64(5)],
    6: ["Hamming loss"],
    7: [scaled],
}
WRONG = {
    1: [("A", "nearest in the features"), ("C", "nearest in the labels")],
    2: [(0.109, "one label"), (4.266, "without b0"), (5.345, "sign"), (0.735, "odds")],
    3: [(("Bo", "fresh pairs"), "the honest one"), (("Ada", "more rows"), "wrong rule")],
    4: [(0.5, "F"), (0.6, "right share"), (0.4, "hamming"), (0.667, "only one")],
    5: [(3, "reachable"), (2, "rows"), (8, "all"), (7, "all but none"), (4, "without none")],
    6: [("0/1 loss", "0/1 loss"), ("both", "both"), ("neither", "neither")],
    7: [
        (lambda X: None, "nothing returned"),
        (lambda X: X[0], "other shape"),
        (lambda X: X, "left alone"),
        (plain, "standardised 0/1"),
        (by_n, "divided by n"),
        (broken, "not finite"),
    ],
}
NOT_YET = {2: [3], 5: [6], 7: [lambda X: X * [3, 1, 0, 1, 1]]}
KIND = {
    1: [("D", "Expected one of 'A', 'B', 'C'")],
    3: [(["Ada"], "Expected a pair of a name and a rule")],
    4: [("a third", "Expected one number from 0 to 1"), (3, "Expected one number from 0 to 1; got 3")],
    5: [(4.5, "Expected one whole number from 0 to 64")],
    7: [(1, "Expected a function of X"), (lambda: 1, "could not be judged")],
}
