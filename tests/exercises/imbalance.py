"""Answers to the exercises of notebook 01: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import numpy as np


def by_cost(score, false_alarm, miss):
    return (score > false_alarm / (false_alarm + miss)).astype(int)


RIGHT = {
    1: [2 / 3, 0.67],
    2: [165, 165.0],
    3: [by_cost, lambda score, false_alarm, miss: score * miss > (1 - score) * false_alarm],
    4: [0.05],
    5: [(1 + 2 / 3 + 1 / 2) / 3],
    6: [["threshold", "weighted votes"], ("weighted votes", "threshold"), ["threshold", "weighted votes", "threshold"]],
}
WRONG = {
    1: [(0.6, "precision"), (0.75, "recall"), (0.675, "plain mean"), (0.925, "accuracy"), (0.5, "not doubled")],
    2: [(0, "the honest one"), (155, "training set"), (320, "both parts"), (180, "all the ill")],
    3: [
        (lambda score, false_alarm, miss: 1 if score > false_alarm / (false_alarm + miss) else 0, "one score"),
        (lambda score, false_alarm, miss: None, "nothing returned"),
        (lambda score, false_alarm, miss: 1, "other shape"),
        (lambda score, false_alarm, miss: score, "other shape"),
        (lambda score, false_alarm, miss: score > 0.5, "one half"),
        (lambda score, false_alarm, miss: score > miss / (false_alarm + miss), "turned round"),
        (lambda score, false_alarm, miss: score > false_alarm / miss, "odds"),
    ],
    4: [(30 / 570, "odds"), (0.95, "turned round"), (0.5, "equal costs")],
    5: [((1 + 1 / 2 + 2 / 3 + 1 / 2 + 2 / 5 + 1 / 2) / 6, "all places"), (0.5, "share"), (2 / 3, "first three")],
    6: [(["plain vote", "threshold"], "plain vote"), (["threshold"], "one of two"), ([], "none")],
}
NOT_YET = {1: [0.1], 2: [144], 3: [lambda score, false_alarm, miss: np.ones(100)]}
KIND = {
    1: [("two thirds", "Expected one number")],
    2: [("Ada", "Expected one whole number"), (164.5, "Expected one whole number")],
    3: [(0.1, "Expected a function of score, false_alarm, miss"), (lambda score: score, "could not be judged")],
    4: [(19, "Expected one number from 0 to 1; got 19")],
    6: [(["votes"], "'votes' is none of them")],
}
