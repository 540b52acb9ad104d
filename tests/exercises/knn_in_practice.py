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
    1: [2.2627],
    2: [{"k": 11, "accuracy": 0.93}],
    3: [labels],
    4: [("Ada", "learn the scaler on training rows")],
}
WRONG = {
    1: [
        (5.3333, "not divided"),
        (1.8475, "n minus one"),
        (1.4, "range"),
        (-2.2627, "reversed"),
        (0.96, "variance"),
        (1.2978, "all rows"),
    ],
    2: [
        ({"k": 11, "accuracy": 0.949}, "inner score"),
        ({"k": 4, "accuracy": 0.93}, "chosen on the test rows"),
        ({"k": 8, "accuracy": 0.93}, "chosen on the test rows"),
        ({"k": 4, "accuracy": 0.89}, "never scaled"),
    ],
    3: [
        (lambda S, y, k: labels(S, y, k, itself=True), "itself"),
        (lambda S, y, k: labels(S, y, k, sign=1), "farthest"),
        (lambda S, y, k: labels(S, y, 1), "one only"),
    ],
    4: [
        (("Bo", "learn the scaler on training rows"), "the honest one"),
        (("Ada", "drop outliers before scaling"), "drop outliers before scaling"),
        (("Ada", "tune on the training rows"), "wrong rule"),
    ],
}
NOT_YET = {
    1: [0.5],
    2: [{"k": 10, "accuracy": 0.915}],
    3: [lambda S, y, k: np.zeros(len(y), dtype=int)],
}
KIND = {1: [("high", "number")], 2: [(10, "dict")], 4: [("Ada", "pair")]}
