"""Answers to the exercises of lesson 09."""

from __future__ import annotations

from collections import Counter

import numpy as np


def labels(S, y, k, itself=False, sign=-1):
    found = []
    for i in range(len(y)):
        order = [j for j in np.argsort(sign * S[i], kind="stable") if itself or j != i]
        found.append(Counter(y[j] for j in order[:k]).most_common(1)[0][0])
    return found


RIGHT = {
    1: [1.4142],
    2: [4],
    3: [3],
    4: [labels],
    5: [("Ada", "learn the scaler on training rows")],
}
WRONG = {
    1: [(3.3333, "not divided"), (1.1547, "n minus one"), (1.0, "range"), (-1.4142, "reversed"), (0.6, "variance")],
    2: [(1, "smallest"), (6, "largest of all"), (3, "odd")],
    3: [(9, "no root"), (3.3166, "once"), (-1, "complement"), (4.1231, "plus"), (-0.5, "reciprocal")],
    4: [
        (lambda S, y, k: labels(S, y, k, itself=True), "itself"),
        (lambda S, y, k: labels(S, y, k, sign=1), "farthest"),
        (lambda S, y, k: labels(S, y, 1), "one only"),
    ],
    5: [
        (("Bo", "learn the scaler on training rows"), "the honest one"),
        (("Ada", "stratify the split"), "wrong rule"),
    ],
}
NOT_YET = {1: [0.5], 2: [5], 3: [1], 4: [lambda S, y, k: np.zeros(len(y), dtype=int), lambda S, y, k: [0]]}
KIND = {1: [("high", "number")], 5: [("Ada", "pair")]}
