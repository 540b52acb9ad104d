"""Answers to the exercises of notebook 01: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import numpy as np


def by_cost(score, false_alarm, miss):
    return (score > false_alarm / (false_alarm + miss)).astype(int)


RIGHT = {
    1: [2 / 3, 0.67],
    2: [(1 + 2 / 3 + 1 / 2) / 3],
    3: [0.05],
    4: [["threshold", "weighted votes"], ("weighted votes", "threshold")],
    5: [("Ada", "cut first")],
    6: [by_cost, lambda score, false_alarm, miss: score * miss > (1 - score) * false_alarm],
}
WRONG = {
    1: [(0.6, "precision"), (0.75, "recall"), (0.675, "plain mean"), (0.925, "accuracy"), (0.5, "not doubled")],
    2: [((1 + 1 / 2 + 2 / 3 + 1 / 2 + 2 / 5 + 1 / 2) / 6, "all places"), (0.5, "share"), (2 / 3, "first three")],
    3: [(30 / 570, "odds"), (0.95, "turned round"), (0.5, "equal costs")],
    4: [(["plain vote", "threshold"], "plain vote"), (["threshold"], "one of two"), ([], "none")],
    5: [(("Bo", "cut first"), "the honest one"), (("Ada", "same shares"), "wrong rule")],
    6: [
        (lambda score, false_alarm, miss: None, "nothing returned"),
        (lambda score, false_alarm, miss: 1, "other shape"),
        (lambda score, false_alarm, miss: score, "other shape"),
        (lambda score, false_alarm, miss: score > 0.5, "one half"),
        (lambda score, false_alarm, miss: score > miss / (false_alarm + miss), "turned round"),
        (lambda score, false_alarm, miss: score > false_alarm / miss, "odds"),
    ],
}
NOT_YET = {1: [0.1], 6: [lambda score, false_alarm, miss: np.ones(100)]}
KIND = {
    1: [("two thirds", "Expected one number")],
    3: [(19, "Expected one number from 0 to 1; got 19")],
    4: [(["votes"], "'votes' is none of them")],
    5: [
        (["Ada"], "Expected a pair of a name and a rule"),
        (("Eve", "cut first"), "Expected one of Ada, Bo; got 'Eve'"),
        (("Ada", "be careful"), "Expected one of cut first, same shares, scale first"),
    ],
    6: [(0.1, "Expected a function of score, false_alarm, miss"), (lambda score: score, "could not be judged")],
}
