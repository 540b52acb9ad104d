"""Answers to the exercises of lesson 11."""

from __future__ import annotations

import numpy as np


def cross_fit(codes, y, folds, unseen="others"):
    found = np.empty(len(y))
    for i, (code, fold) in enumerate(zip(codes, folds, strict=True)):
        others = folds != fold
        known = y[others & (codes == code)]
        lone = {"others": y[others].mean(), "all": y.mean(), "gap": np.nan}[unseen]
        found[i] = known.mean() if len(known) else lone
    return found


RIGHT = {
    1: [0.56],
    2: [8],
    3: [cross_fit],
    4: [("Bo", "code a row without its own target")],
    5: [["itself", "other", "random"]],
}
WRONG = {
    1: [(2 / 3, "plain mean"), (0.48, "counted once"), (2.8 / 3, "divided by n"), (8 / 15, "averaged")],
    2: [(10, "unchanged"), (6.4, "no root"), (6, "missing share")],
    3: [
        (lambda codes, y, folds: y.groupby(codes).transform("mean"), "own rows"),
        (lambda codes, y, folds: y.groupby([codes, folds]).transform("mean"), "turned round"),
        (lambda codes, y, folds: cross_fit(codes, y, folds, "gap"), "gaps"),
        (lambda codes, y, folds: cross_fit(codes, y, folds, "all"), "overall of all"),
    ],
    4: [
        (("Ada", "code a row without its own target"), "the honest one"),
        (("Bo", "smooth rare categories"), "wrong rule"),
    ],
    5: [
        (["random", "other", "itself"], "income"),
        (["itself", "random", "random"], "on file"),
        (["itself", "other", "other"], "printer"),
    ],
}
NOT_YET = {1: [0.1], 2: [1.0], 3: [lambda codes, y, folds: y * 0.0], 5: [["random", "other"]]}
KIND = {1: [("high", "number")], 4: [("Bo", "pair")]}
