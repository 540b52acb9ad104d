"""Answers to the exercises of notebook 03: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import numpy as np

from tiws_teach.lessons.wctf.experiments import vocabulary
from tiws_teach.wctf_idf import class_quotas


def guaranteed(class_sizes, max_features):
    quotas = np.array(class_quotas(class_sizes, max_features))
    for empty in np.flatnonzero(quotas == 0):
        quotas[quotas.argmax()] -= 1
        quotas[empty] = 1
    return quotas


def all_from_one(class_sizes, max_features):
    """Take every missing place from one class, which may be left with none."""
    quotas = np.array(class_quotas(class_sizes, max_features))
    missing = quotas == 0
    quotas[missing] = 1
    quotas[quotas.argmax()] -= missing.sum()
    return quotas


IDF = {"bad": np.log(11 / 7) + 1, "acting": np.log(11 / 4) + 1, "film": np.log(11 / 8) + 1}
UNSMOOTHED = {"bad": np.log(10 / 6) + 1, "acting": np.log(10 / 3) + 1, "film": np.log(10 / 7) + 1}
LENGTH, OTHER = (sum(value**2 for value in idf.values()) ** 0.5 for idf in (IDF, UNSMOOTHED))

RIGHT = {
    1: [[6, 3, 1]],
    2: [["good", "great", "fun"], {"Fun", "Good", "Great"}],
    3: [IDF["film"] / LENGTH],
    4: [guaranteed, lambda sizes, places: guaranteed(sizes, places).tolist()],
    5: [("Bo", "test rows")],
    6: [vocabulary(400, 0.16)],
}
WRONG = {
    1: [
        ([6, 2, 1], "rounded down"),
        ([7, 3, 2], "rounded up"),
        ([7, 2, 1], "to the largest class"),
        ([4, 3, 3], "equal"),
    ],
    2: [(["good", "great", "film"], "already taken"), (["good", "great"], "quota")],
    3: [
        (IDF["film"], "not normalised"),
        (np.log(10 / 7), "textbook"),
        (IDF["film"] / sum(IDF.values()), "divided by the sum"),
        (UNSMOOTHED["film"] / OTHER, "not smoothed"),
    ],
    4: [
        (lambda class_sizes, max_features: None, "nothing returned"),
        (all_from_one, "without a place"),
        (lambda class_sizes, max_features: [max_features], "other length"),
        (lambda class_sizes, max_features: np.maximum(class_quotas(class_sizes, max_features), 1), "sum"),
        (class_quotas, "without a place"),
        (lambda class_sizes, max_features: class_quotas(class_sizes * 0 + 1, max_features), "changed without need"),
    ],
    5: [(("Ada", "test rows"), "the honest one"), (("Bo", "too many features"), "wrong rule")],
    6: [(vocabulary(50), "gain"), (vocabulary(5000), "same words")],
}
NOT_YET = {1: [[5, 4, 1]], 2: [["good", "great", "superb"]], 3: [0.99]}
KIND = {
    1: [([6, 3], "Expected 3 numbers")],
    2: [("good", "Expected a list of names")],
    3: [(-1, "Expected one number")],
    4: [([1, 2], "Expected a function of class_sizes, max_features")],
    5: [(["Bo"], "Expected a pair of a name and a rule"), (("Eve", "test rows"), "Expected one of Ada, Bo; got 'Eve'")],
    6: [(0.4, r"Expected what vocabulary(...) returns; got a float")],
}
