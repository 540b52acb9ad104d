"""Answers to the exercises of notebook 03: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np

from tiws_teach.wctf_idf import class_vocabulary


def choose(frequencies, quotas, skip=True, used=True):
    lists, taken = [], []
    for label, quota in zip(frequencies.index, quotas, strict=True):
        row = frequencies.loc[label].drop(taken if skip else [])
        own = (row[row > 0] if used else row).nlargest(quota).index.tolist()
        lists.append(own)
        taken += own
    return lists


def losing_a_place(frequencies, quotas):
    """Cut to the quota first, and drop what is taken afterwards."""
    lists, taken = [], set()
    for label, quota in zip(frequencies.index, quotas, strict=True):
        row = frequencies.loc[label]
        lists.append([word for word in row[row > 0].nlargest(quota).index if word not in taken])
        taken |= set(lists[-1])
    return lists


def ties_reversed(frequencies, quotas):
    return choose(frequencies[frequencies.columns[::-1]], quotas)


def all_classes(frequencies, quotas):
    return list(class_vocabulary(frequencies * 0 + frequencies.sum(), quotas).values())


IDF = {"bad": np.log(11 / 7) + 1, "acting": np.log(11 / 4) + 1, "film": np.log(11 / 8) + 1}
UNSMOOTHED = {"bad": np.log(10 / 6) + 1, "acting": np.log(10 / 3) + 1, "film": np.log(10 / 7) + 1}
ALL_WORDS, EQUAL = 0.94004, 0.85045  # average precision on the messages of the test
LENGTH, OTHER = (sum(value**2 for value in idf.values()) ** 0.5 for idf in (IDF, UNSMOOTHED))

RIGHT = {
    1: [choose, class_vocabulary, lambda table, quotas: class_vocabulary(table, quotas)],
    3: [("Bo", "test rows")],
    4: [32],
    5: [[6, 3, 1]],
    7: [["good", "great", "fun"], {"Fun", "Good", "Great"}],
    6: [IDF["film"] / LENGTH],
    2: [ALL_WORDS - EQUAL, 0.0896],
}
WRONG = {
    1: [
        (lambda frequencies, quotas: ["bad", "good"], "other shape"),
        (lambda frequencies, quotas: choose(frequencies, quotas, skip=False), "taken twice"),
        (lambda frequencies, quotas: choose(frequencies, quotas, used=False), "never used"),
        (losing_a_place, "place lost"),
        (ties_reversed, "ties"),
        (all_classes, "all classes"),
    ],
    3: [(("Ada", "test rows"), "the honest one"), (("Bo", "too many features"), "wrong rule")],
    4: [(65, "not scaled"), (43, "quota"), (120, "upside down"), (184, "equal classes"), (138, "equal words")],
    5: [
        ([6, 2, 1], "rounded down"),
        ([7, 3, 2], "rounded up"),
        ([7, 2, 1], "to the largest class"),
        ([4, 3, 3], "equal"),
    ],
    7: [(["good", "great", "film"], "already taken"), (["good", "great"], "quota")],
    6: [
        (IDF["film"], "not normalised"),
        (np.log(10 / 7), "textbook"),
        (IDF["film"] / sum(IDF.values()), "divided by the sum"),
        (UNSMOOTHED["film"] / OTHER, "not smoothed"),
    ],
    2: [(EQUAL - ALL_WORDS, "other way round"), (-0.0221, "one half"), (-0.0154, "labels")],
}
NOT_YET = {
    1: [lambda frequencies, quotas: [[f"{label} {i}" for i in range(q)] for label, q in enumerate(quotas)]],
    4: [31],
    5: [[5, 4, 1]],
    7: [["good", "great", "superb"]],
    6: [0.99],
    2: [0.2],
}
KIND = {
    1: [([1, 2], "Expected a function of frequencies, quotas")],
    3: [(["Bo"], "Expected a pair of a name and a rule"), (("Eve", "test rows"), "Expected one of Ada, Bo; got 'Eve'")],
    4: [(0.4, "Expected one whole number from 0 to 300")],
    5: [([6, 3], "Expected 3 numbers")],
    7: [("good", "Expected a list of names")],
    6: [(-1, "Expected one number")],
    2: [([0.94, 0.85], "Expected one number")],
}
