"""Answers to the exercises of notebook 13: right ones, misconceptions by name, neither, and of the wrong kind."""

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
    1: [careful],
    2: [45],
    3: [0.7475, 0.748],
    4: [0.55],
    5: [0.5556, 5 / 9],
    6: [0.33672, 0.5 / np.sqrt(2) * 2 / 2.1],
}
WRONG = {
    1: [
        (lambda X, codes, x: codes[0], "other shape"),
        (lambda X, codes, x: nn(X, codes, x, 2), "NN-2"),
        (lambda X, codes, x: nn(X, codes, x, 1), "NN-1"),
        (lambda X, codes, x: nn(X, codes, x, ties=False), "one neighbour"),
        (lambda X, codes, x: nn(X, codes, x, root=False), "dot product"),
        (lambda X, codes, x: ("7199", nn(X, codes, x)[1]), "code"),
        (nn, "no shared term"),
    ],
    2: [(44, "still above"), (59, "level"), (20, "one in twenty"), (90, "halved")],
    3: [
        (0.786, "not repaired"),
        (0.7648, "folds"),
        (0.7588, "Ada"),
        (0.788, "Ada's call"),
        (0.7282, "also the folds"),
        (0.7741, "also the words"),
    ],
    4: [(0.4333, "equal weights"), (0.3167, "turned round"), (0.6667, "duplicates alone")],
    5: [(0.6667, "row order"), (0.3333, "worst order"), (0.5, "all of them")],
    6: [(0.4762, "no similarity"), (0.3536, "no number"), (0.2381, "cosine without root"), (0.3214, "one neighbour")],
}
NOT_YET = {1: [lambda X, codes, x: ("7131", 7.0)], 2: [46, 85], 3: [0.6], 6: [0.9]}
KIND = {
    1: [(0.1, "Expected a function of X, codes, x"), (lambda X: X, "could not be judged")],
    2: [(0, "got 0")],
    3: [(1.2, "got 1.2"), ("Bo", "Expected one number from 0 to 1")],
    6: [(-1, "got -1")],
}
