"""Answers to the exercises of notebook 01: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np


def synthetic_row(X, y, i, k, rng):
    ill = np.flatnonzero(y == 1)
    distance = ((X[ill] - X[i]) ** 2).sum(axis=1)
    neighbour = X[rng.choice(ill[distance.argsort()[1 : k + 1]])]
    return X[i] + rng.uniform() * (neighbour - X[i])


def from_the_neighbour(X, y, i, k, rng):
    """Start at the other end of the line, loop over the rows, and return a list of one row."""
    near = sorted((np.hypot(*(X[row] - X[i])), row) for row in range(len(X)) if y[row] == 1 and row != i)[:k]
    other = X[near[rng.integers(k)][1]]
    u = rng.random()
    return [[u * a + (1 - u) * b for a, b in zip(X[i], other, strict=True)]]


def slip(rows="ill", first=1, last=1, draw=None, back=1, start="X"):
    """Return the solution with one thing changed."""

    def step(X, y, i, k, rng):
        among = np.arange(len(X)) if rows == "all" else np.flatnonzero(y == 1)
        x = X[i] if start == "X" else X[y == 1][i]
        near = among[((X[among] - x) ** 2).sum(axis=1).argsort()[first : k + last]]
        u = rng.uniform() if draw is None else draw(rng)
        return x + back * u * (X[rng.choice(near)] - x)

    return step


def in_place(X, y, i, k, rng):
    """Change what it was given: row i becomes the origin and is no longer ill."""
    x = X[i].copy()
    X -= x
    y[i] = 0
    ill = np.flatnonzero(y == 1)
    near = ill[(X[ill] ** 2).sum(axis=1).argsort()[:k]]
    return x + rng.random() * X[rng.choice(near)]


def overwritten(threshold):
    """Return an answer that writes its calls into the scores it was given."""

    def calls(score, false_alarm, miss):
        score[:] = score >= threshold(false_alarm, miss)
        return score

    return calls


def by_cost(score, false_alarm, miss):
    return (score > false_alarm / (false_alarm + miss)).astype(int)


RIGHT = {
    2: [synthetic_row, from_the_neighbour, in_place],
    3: [165, 165.0],
    1: [
        by_cost,
        lambda score, false_alarm, miss: score * miss > (1 - score) * false_alarm,
        overwritten(lambda false_alarm, miss: false_alarm / (false_alarm + miss)),
    ],
    4: [0.05],
    5: [(1 + 2 / 3 + 1 / 2) / 3],
    6: [["threshold", "weighted votes"], ("weighted votes", "threshold"), ["threshold", "weighted votes", "threshold"]],
    7: [2 / 3, 0.67],
}
WRONG = {
    2: [
        (lambda X, y, i, k, rng: X[y == 1], "other shape"),
        (lambda X, y, i, k, rng: X[i], "the row itself"),
        (slip(first=0), "the row itself"),
        (slip(first=0, last=0), "the row itself"),
        (slip(rows="all"), "other class"),
        (slip(start="ill"), "other start"),
        (lambda X, y, i, k, rng: X[rng.choice(np.flatnonzero(y))] * rng.uniform(), "other start"),
        (slip(back=-1), "beyond"),
        (slip(draw=lambda rng: rng.uniform(0, 2)), "beyond"),
        (slip(draw=lambda rng: rng.uniform(0, 1.3)), "beyond"),
        (slip(last=4), "too far"),
        (slip(last=2), "too far"),
        (slip(draw=lambda rng: rng.uniform(size=2)), "u per coordinate"),
        (slip(draw=lambda rng: 0.5), "fixed u"),
        (slip(draw=lambda rng: 1), "fixed u"),
        (slip(draw=lambda rng: rng.uniform(0, 0.5)), "fixed u"),
        (slip(last=0), "same neighbour"),
        (lambda X, y, i, k, rng: slip()(X, y, i, 1, rng), "same neighbour"),
    ],
    3: [(0, "the honest one"), (155, "training set"), (320, "both parts"), (180, "all buyers")],
    1: [
        (lambda score, false_alarm, miss: 1 if score > false_alarm / (false_alarm + miss) else 0, "one score"),
        (lambda score, false_alarm, miss: 1, "other shape"),
        (lambda score, false_alarm, miss: score, "other shape"),
        (lambda score, false_alarm, miss: score > 0.5, "one half"),
        (overwritten(lambda false_alarm, miss: 0.5), "one half"),
        (lambda score, false_alarm, miss: score > miss / (false_alarm + miss), "turned round"),
        (lambda score, false_alarm, miss: score > false_alarm / miss, "odds"),
    ],
    4: [(30 / 570, "odds"), (0.95, "turned round"), (0.5, "equal costs")],
    5: [((1 + 1 / 2 + 2 / 3 + 1 / 2 + 2 / 5 + 1 / 2) / 6, "all places"), (0.5, "share"), (2 / 3, "first three")],
    6: [(["plain vote", "threshold"], "plain vote"), (["threshold"], "one of two"), ([], "none")],
    7: [(0.6, "precision"), (0.75, "recall"), (0.675, "plain mean"), (0.925, "accuracy"), (0.5, "not doubled")],
}
NOT_YET = {
    7: [0.1],
    3: [144],
    1: [
        lambda score, false_alarm, miss: np.ones(100),
        lambda score, false_alarm, miss: score > 1 / (1 + miss),  # a false alarm always costs 1
        lambda score, false_alarm, miss: score > false_alarm / (false_alarm + round(miss)),  # whole costs only
        lambda score, false_alarm, miss: by_cost(score, max(false_alarm, miss / 4), miss),  # no threshold below 0.2
    ],
}
KIND = {
    2: [(0.5, "Expected a function of X, y, i, k, rng"), (lambda X, y: X[0], "could not be judged")],
    3: [("Ada", "Expected one whole number"), (164.5, "Expected one whole number")],
    1: [
        (0.1, "Expected a function of score, false_alarm, miss"),
        (lambda score: score, "could not be judged"),
        (lambda score, false_alarm, miss: int("ill"), "could not be judged"),
    ],
    4: [(19, "Expected one number from 0 to 1; got 19")],
    6: [(["votes"], "'votes' is none of them")],
    7: [("two thirds", "Expected one number")],
}
