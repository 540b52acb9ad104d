"""Answers to the exercises of notebook 06: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import math

import numpy as np


def suspects(factors, share):
    chosen = np.zeros(len(factors), dtype=bool)
    chosen[np.argsort(-factors)[: round(share * len(factors))]] = True
    return chosen


RIGHT = {
    1: [suspects, lambda factors, share: factors > np.sort(factors)[::-1][round(share * len(factors))]],
    2: [2.6],
    3: [("Ada", "leave out itself")],
    4: [3, np.array([3.0])],
    5: [15],
    6: [4, np.int64(4)],
}
WRONG = {
    1: [
        (lambda factors, share: factors, "other shape"),
        (lambda factors, share: True, "other shape"),
        (lambda factors, share: suspects(-factors, share), "lowest"),
        (lambda factors, share: factors > 1.5, "fixed threshold"),
        (lambda factors, share: suspects(factors, 0.1), "fixed threshold"),
        (lambda factors, share: suspects(factors, share / 2), "other number"),
        (lambda factors, share: factors >= np.sort(factors)[-int(share * len(factors) + 1e-9)], "rounding"),
        (lambda factors, share: factors >= np.sort(factors)[-math.ceil(share * len(factors) - 1e-9)], "rounding"),
        (lambda factors, share: factors >= np.sort(factors)[-round(share * len(factors))], "none to pick"),
        (lambda factors, share: suspects(factors, max(share, 0.05)), "none to pick"),
    ],
    2: [(0.385, "turned round"), (3.79, "plain distances"), (2.917, "own k-distance"), (6.5, "no ratio")],
    3: [
        (("Bo", "leave out itself"), "Bo: leave out itself"),
        (("Bo", "all ties"), "Bo: all ties"),
        (("Bo", "whose k-distance"), "the honest one"),
        (("Ada", "all ties"), "wrong rule"),
    ],
    4: [(1, "distance"), (2, "own k-distance")],
    5: [(14, "companions"), (16, "one too many")],
    6: [(3, "exactly k"), (5, "itself"), (2, "nearest only")],
}
NOT_YET = {1: [lambda factors, share: np.arange(len(factors)) % 2 == 0], 2: [9.1]}
KIND = {
    1: [(0.1, "Expected a function of factors, share"), (lambda factors: factors, "could not be judged")],
    3: [
        (["Ada"], "Expected a pair of a name and a rule"),
        (("Ada", "be careful"), "Expected one of leave out itself, all ties, whose k-distance"),
    ],
    4: [(-1, "got -1")],
    5: [(0, "Expected one whole number from 1 to 5000; got 0")],
    6: [("four", "Expected one whole number"), (4.5, "Expected one whole number from 0 to 6; got 4.5")],
}
