"""Answers to the exercises of lesson 11."""

import numpy as np


def cross_fit(codes, y, folds, unseen="others"):
    found = np.empty(len(y))
    for i, (code, fold) in enumerate(zip(codes, folds, strict=True)):
        others = folds != fold
        known = y[others & (codes == code)]
        lone = {"others": y[others].mean(), "all": y.mean(), "gap": np.nan, "zero": 0}
        lone = (lone | {"means": y[others].groupby(codes[others]).mean().mean()})[unseen]
        found[i] = known.mean() if len(known) else lone
    return found


def pool(estimates, squared_errors, ddof=1, times=1.0, within=1.0):
    m = len(estimates)
    T = within * np.mean(squared_errors) + times * (1 + 1 / m) * np.var(estimates, ddof=ddof)
    return np.mean(estimates), T**0.5


def averaged(estimates, squared_errors):
    return pool(estimates, np.mean(np.sqrt(squared_errors)) ** 2)


def squared(estimates, squared_errors):
    mean, error = pool(estimates, squared_errors)
    return mean, error**2


RIGHT = {
    1: [cross_fit],
    2: [pool],
    3: [("Bo", "code a row without its own target")],
    4: [0.56],
    5: [["itself", "other", "random"]],
    6: [8],
}
WRONG = {
    1: [
        (lambda codes, y, folds: y.groupby(codes).transform("mean"), "own rows"),
        (lambda codes, y, folds: y.groupby([codes, folds]).transform("mean"), "turned round"),
        (lambda codes, y, folds: cross_fit(codes, y, folds, "gap"), "gaps"),
        (lambda codes, y, folds: cross_fit(codes, y, folds, "all"), "overall of all"),
        (lambda codes, y, folds: cross_fit(codes, y, folds)[np.argsort(folds, kind="stable")], "fold by fold"),
        (lambda codes, y, folds: cross_fit(codes, y, np.arange(len(y))), "one row out"),
        (lambda codes, y, folds: cross_fit(codes, y, folds, "zero"), "zero"),
        (lambda codes, y, folds: cross_fit(codes, y, folds, "means"), "mean of means"),
    ],
    2: [
        (lambda q, u: pool(q, u, times=0), "W alone"),
        (lambda q, u: pool(q, u, within=0), "B alone"),
        (lambda q, u: (q.mean(), (u.mean() + q.var(ddof=1)) ** 0.5), "no 1/m"),
        (lambda q, u: (q.mean(), (u.mean() + q.var()) ** 0.5), "both"),
        (lambda q, u: (q.mean(), q.std(ddof=1) / len(q) ** 0.5), "of a mean"),
        (lambda q, u: pool(q, u, ddof=0), "wrong ddof"),
        (squared, "squared"),
        (averaged, "averaged errors"),
        (lambda q, u: (q.mean(), (u.mean() + q.var(ddof=1) / len(q)) ** 0.5), "1/m alone"),
        (lambda q, u: (q.mean(), ((1 + 1 / len(q)) * (u.mean() + q.var(ddof=1))) ** 0.5), "W as well"),
        (lambda q, u: (q.mean(), (u.mean() + (1 + 1 / len(q)) * q.std(ddof=1)) ** 0.5), "spread"),
    ],
    3: [
        (("Ada", "code a row without its own target"), "the honest one"),
        (("Bo", "smooth rare categories"), "wrong rule"),
    ],
    4: [(2 / 3, "plain mean"), (0.48, "counted once"), (2.8 / 3, "divided by n"), (8 / 15, "averaged")],
    5: [
        (["random", "other", "itself"], "income"),
        (["itself", "random", "random"], "on file"),
        (["itself", "other", "other"], "printer"),
    ],
    6: [(10, "unchanged"), (6.4, "no root"), (6, "missing share")],
}
NOT_YET = {
    1: [lambda codes, y, folds: y * 0.0],
    2: [lambda q, u: (0.0, 1.0)],
    4: [0.1],
    5: [["random", "other"]],
    6: [1.0],
}
KIND = {4: [("high", "number")], 3: [("Bo", "pair")]}
