"""Answers to the exercises of notebook 06: right ones, misconceptions by name, neither, and of the wrong kind."""

import math

import numpy as np


def suspects(factors, share):
    chosen = np.zeros(len(factors), dtype=bool)
    chosen[np.argsort(-factors)[: round(share * len(factors))]] = True
    return chosen


def five_lines(distance, k, own=False, plain=False, is_near=lambda apart, k_dist: apart <= k_dist[:, np.newaxis]):
    """Return the factors and the densities by the five steps, or with a slip."""
    k_dist = np.sort(distance, axis=1)[:, k - 1]
    near = is_near(distance, k_dist)
    reach = distance if plain else np.maximum(distance, k_dist[:, np.newaxis] if own else k_dist)
    lrd = near.sum(axis=1) / np.where(near, reach, 0).sum(axis=1)
    return near @ lrd / near.sum(axis=1) / lrd, lrd


def factors(distance, k, **slip):
    return five_lines(distance, k, **slip)[0]


RIGHT = {
    7: [suspects, lambda factors, share: factors > np.sort(factors)[::-1][round(share * len(factors))]],
    2: [2.6],
    3: [("Ada", "leave out itself")],
    4: [3, np.array([3.0])],
    5: [15],
    6: [4, np.int64(4)],
    1: [factors],
}
WRONG = {
    7: [
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
    1: [
        (lambda distance, k: 1 / factors(distance, k), "turned round"),
        (lambda distance, k: factors(distance, k, is_near=lambda far, _: far.argsort(1).argsort(1) < k), "exactly k"),
        (lambda distance, k: factors(distance, k, is_near=np.less_equal), "whose k-distance"),
        (lambda distance, k: factors(distance, k, is_near=lambda far, k_dist: far < k_dist[:, None]), "less than"),
        (lambda distance, k: factors(distance, k, plain=True), "plain distances"),
        (lambda distance, k: factors(distance, k, own=True), "own k-distance"),
        (lambda distance, k: five_lines(distance, k)[1], "densities"),
        (lambda distance, k: factors(distance, k + 1), "next one"),
        (lambda distance, k: factors(distance, 2), "always 2"),
        (lambda distance, k: factors(distance, k) * np.nan, "inf times 0"),
        (lambda distance, k: factors(distance, k)[:3], "other shape"),
    ],
}
NOT_YET = {
    7: [lambda factors, share: np.arange(len(factors)) % 2 == 0],
    2: [9.1],
    1: [lambda distance, k: np.arange(len(distance))],
}
KIND = {
    7: [(0.1, "Expected a function of factors, share"), (lambda factors: factors, "could not be judged")],
    3: [
        (["Ada"], "Expected a pair of a name and a rule"),
        (("Ada", "be careful"), "Expected one of leave out itself, all ties, whose k-distance"),
    ],
    4: [(-1, "got -1")],
    5: [(0, "Expected one whole number from 1 to 5000; got 0")],
    6: [("four", "Expected one whole number"), (4.5, "Expected one whole number from 0 to 6; got 4.5")],
}
