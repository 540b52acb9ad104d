"""Answers to the exercises of lesson 09."""

from collections import Counter

import numpy as np
import pandas as pd


def labels(S, y, k, itself=False, sign=-1):
    found = []
    for i in range(len(y)):
        order = [j for j in np.argsort(sign * S[i], kind="stable") if itself or j != i]
        found.append(Counter(y[j] for j in order[:k]).most_common(1)[0][0])
    return found


def gower(a, b, ranges, gap=None, divide=True, scale=True):
    parts = []
    for name in a.index:
        if pd.isna(a[name]) or pd.isna(b[name]):
            parts += [] if gap is None else [gap]
        else:
            is_number = name in ranges
            parts.append(abs(a[name] - b[name]) / (ranges[name] if scale else 1) if is_number else a[name] != b[name])
    return sum(parts) / (len(parts) if divide else 1)


RIGHT = {1: [gower], 2: [0.53], 3: [("Ada", "learn the scaler on training rows")], 4: [labels]}
WRONG = {
    1: [
        (lambda *rows: gower(*rows, divide=False), "not divided"),
        (lambda *rows: gower(*rows, gap=0), "all columns"),
        (lambda *rows: gower(*rows, gap=1), "gaps differ"),
        (lambda a, b, ranges: gower(a, b, ranges, gap=1) + 0 * (a["age"] - b["age"]), "not skipped"),
        (lambda *rows: gower(*rows, scale=False), "no ranges"),
        (lambda *rows: 1 - gower(*rows), "alike"),
    ],
    2: [(0.4, "one each"), (0.29, "far counts more"), (2.5, "not divided"), (0.47, "no"), (53, "per cent")],
    3: [
        (("Bo", "learn the scaler on training rows"), "the honest one"),
        (("Ada", "drop outliers before scaling"), "drop outliers before scaling"),
        (("Ada", "tune on the training rows"), "wrong rule"),
    ],
    4: [
        (lambda S, y, k: labels(S, y, k, itself=True), "itself"),
        (lambda S, y, k: labels(S, y, k, sign=1), "farthest"),
        (lambda S, y, k: labels(S, y, 1), "one only"),
    ],
}
NOT_YET = {1: [lambda a, b, ranges: 7.0], 2: [0.9], 4: [lambda S, y, k: np.zeros(len(y), dtype=int)]}
KIND = {2: [("high", "number")], 3: [("Ada", "pair")]}
