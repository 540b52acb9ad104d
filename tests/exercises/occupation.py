"""Answers to the exercises of notebook 13: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import numpy as np


def nn(X, codes, x, factors=3, root=True, ties=True):
    cosine = X @ x / np.sqrt(X.sum(axis=1) * x.sum()) if root else X @ x
    near = np.isclose(cosine, cosine.max()) if ties else np.arange(len(X)) == cosine.argmax()
    names, counts = np.unique(codes[near], return_counts=True)
    k = near.sum()
    score = counts.max() / k * (cosine.max() if factors > 1 else 1) * (k / (k + 0.1) if factors > 2 else 1)
    return names[counts.argmax()], score


def careful(X, codes, x):
    return nn(X, codes, x) if (X @ x).max() else (None, 0.0)


RIGHT = {
    1: [45],
    6: [0.33672, 0.5 / np.sqrt(2) * 2 / 2.1],
    4: [0.55],
    5: [0.5556, 5 / 9],
    2: [0.40375, 0.404, 0.4],
    3: [careful],
}
WRONG = {
    1: [(44, "still above"), (59, "level"), (20, "one in twenty"), (90, "halved")],
    6: [(0.4762, "no similarity"), (0.3536, "no number"), (0.2381, "cosine without root"), (0.3214, "one neighbour")],
    4: [(0.4333, "equal weights"), (0.3167, "turned round"), (0.6667, "duplicates alone")],
    5: [(0.6667, "row order"), (0.3333, "worst order"), (0.5, "all of them")],
    2: [
        (0.844, "not repaired"),
        (0.811, "folds"),
        (0.8475, "not repaired"),  # with stop words removed, too
        (0.425, "Ada"),
        (0.8225, "Ada's call"),
        (0.386, "also the folds"),
        (0.444, "also the stop words"),
    ],
    3: [
        (lambda X, codes, x: codes[0], "other shape"),
        (lambda X, codes, x: nn(X, codes, x, 2), "NN-2"),
        (lambda X, codes, x: nn(X, codes, x, 1), "NN-1"),
        (lambda X, codes, x: nn(X, codes, x, ties=False), "one neighbour"),
        (lambda X, codes, x: nn(X, codes, x, root=False), "dot product"),
        (lambda X, codes, x: ("7199", nn(X, codes, x)[1]), "code"),
        (nn, "no shared term"),
    ],
}
NOT_YET = {1: [46, 85], 6: [0.9], 2: [0.6], 3: [lambda X, codes, x: ("7131", 7.0)]}
KIND = {
    1: [(0, "got 0")],
    6: [(-1, "got -1")],
    2: [(1.2, "got 1.2"), ("Bo", "Expected one number from 0 to 1")],
    3: [(0.1, "Expected a function of X, codes, x"), (lambda X: X, "could not be judged")],
}
