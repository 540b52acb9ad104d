"""Answers to the exercises of notebook 08: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np


def parts(predictions, truth):
    return (predictions.mean() - truth) ** 2, predictions.var()


RIGHT = {
    1: [15],
    4: [18, 18.0],
    5: [parts, lambda p, truth: np.array([(np.mean(p) - truth) ** 2, np.mean((p - np.mean(p)) ** 2)])],
    3: [("Ada", "judge on untouched rows")],
    2: ["a cubic curve"],
    6: [0.66, 1 - 0.3 * 0.9 - 0.7 * 0.1],
    7: [6],
    8: [("A", "C"), ["A", "C"]],
}
WRONG = {
    1: [
        (11, "no noise"),
        (13, "standard deviation"),
        (5, "no variance"),
        (14, "no bias"),
        (1 + 40 / 3 + 4, "half a correction"),
    ],
    4: [(9, "variance only"), (3, "standard deviation"), (72, "without k"), (1.8, "by n"), (36, "noise")],
    5: [
        (lambda predictions, truth: 1.0, "other shape"),
        (lambda p, truth: parts(p, truth)[::-1], "swapped"),
        (lambda p, truth: (p.mean() - truth, p.var()), "not squared"),
        (lambda p, truth: ((p.mean() - truth) ** 2, p.var(ddof=1)), "divided by n - 1"),
        (lambda p, truth: ((p.mean() - truth) ** 2 - p.var(ddof=1) / len(p), p.var(ddof=1)), "corrected"),
        (lambda p, truth: ((p.mean() - truth) ** 2, p.std()), "standard deviation"),
        (lambda p, truth: ((p.mean() - truth) ** 2, ((p - truth) ** 2).mean()), "around the truth"),
    ],
    3: [
        (("Bo", "judge on untouched rows"), "the honest one"),
        (("Ada", "scale first"), "wrong rule"),
        (("Ada", "more rows to judge on"), "wrong rule"),
    ],
    2: [("2,000 readings", "2,000 readings"), ("the average of 25 straight lines", "the average of 25 straight lines")],
    6: [
        (0.7, "noise forgotten"),
        (0.74, "noise turned round"),
        (1.4, "plain sum"),
        (0.8, "noise unsigned"),
        (0.9, "main prediction"),
        (0.1, "best prediction"),
        (0.34, "complement"),
    ],
    7: [(2, "independent"), (5, "one short"), (4, "too few"), (7, "too many")],
    8: [
        (("C", "A"), "turned round"),
        (("B", "C"), "the best one"),
        (("A", "A"), "one of two"),
        (("A", "C", "B"), "not two"),
    ],
}
NOT_YET = {1: [100], 5: [lambda predictions, truth: (0.0, 0.0)]}
KIND = {
    1: [("fifteen", "Expected one number")],
    5: [(3, "Expected a function of predictions, truth"), (lambda predictions: 1, "could not be judged")],
    3: [(("Eve", "scale first"), "Expected one of Ada, Bo; got 'Eve'")],
    2: [("a parabola", "Expected one of '2,000 readings'")],
    6: [(-1, "Expected one number from 0 to 3; got -1")],
    7: [(0.5, "Expected one whole number")],
    8: [
        ("AC", "Expected a list of names in order out of A, B, C; got 'AC'"),
        (("A", "D"), "Expected a list of names in order out of A, B, C; 'D' is none of them"),
    ],
}
