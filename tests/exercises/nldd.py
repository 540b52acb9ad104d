"""Answers to the exercises of notebook 05: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np

from tiws_teach.multilabel import feature_scaling, nearest_double_distance, standardized_features


def scaled(X):
    return standardized_features(X, *feature_scaling(X))


def plain(X):
    spread = X.std(axis=0, ddof=1)
    return (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1)


def by_n(X):
    center, _ = feature_scaling(X)
    spread = np.where(np.isin(X, (0, 1)).all(axis=0), 1, X.std(axis=0))
    return (X - center) / np.where(spread > 0, spread, 1)


def broken(X):
    with np.errstate(all="ignore"):
        return (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)


def choose(Dx, Dy, b, Y):
    return Y[(b[1] * Dx + b[2] * Dy).argmin(axis=1)]


def by_theta(Dx, Dy, b, Y):
    theta = 1 / (1 + np.exp(-(b[0] + b[1] * Dx + b[2] * Dy)))
    return Y[theta.argmin(axis=1)].tolist()


def largest(Dx, Dy, b, Y):
    return Y[(b[0] + b[1] * Dx + b[2] * Dy).argmax(axis=1)]


def weighted(wx, wy):
    """Return a choice whose weights of Dx and Dy are made of b."""
    return lambda Dx, Dy, b, Y: Y[(wx(b) * Dx + wy(b) * Dy).argmin(axis=1)]


def invented(Y_pred, Y_train):
    has = set(map(tuple, Y_train))
    return np.mean([tuple(row) not in has for row in Y_pred])


def not_among(Y_pred, Y_train):
    return 1 - (Y_pred[:, np.newaxis] == Y_train).all(axis=2).any(axis=1).mean()


def best_answers(sets, chance):
    return (chance @ sets > 0.5).astype(int), sets[chance.argmax()]


def by_losses(sets, chance):
    every = np.array(np.meshgrid(*[[0, 1]] * sets.shape[1])).reshape(sets.shape[1], -1).T
    wrong = every[:, np.newaxis] != sets
    return [every[(of_set @ chance).argmin()] for of_set in (wrong.mean(axis=2), wrong.any(axis=2))]


def among_the_given(sets, chance):
    wrong = [((one != sets).mean(axis=1) * chance).sum() for one in sets]
    return sets[np.argmin(wrong)], sets[chance.argmax()]


RIGHT = {1: [best_answers, by_losses], 2: [choose, by_theta], 3: [("Ada", "fresh pairs")], 4: [invented, not_among],
         5: ["Hamming loss"], 6: [scaled]}  # fmt: skip
WRONG = {
    1: [
        (lambda sets, chance: best_answers(sets, chance)[0], "one answer"),
        (lambda sets, chance: best_answers(sets, chance)[::-1], "swapped"),
        (among_the_given, "given sets only"),
        (lambda sets, chance: [sets[chance.argmax()]] * 2, "one set for both"),
        (lambda sets, chance: [best_answers(sets, chance)[0]] * 2, "labels for both"),
        (lambda sets, chance: [sets.mean(axis=0) > 0.5, sets[chance.argmax()]], "not weighted"),
        (lambda sets, chance: [chance @ sets, sets[chance.argmax()]], "probabilities"),
    ],
    2: [
        (lambda Dx, Dy, b, Y: Y[nearest_double_distance(Dx, Dy, b)], "the library"),
        (lambda Dx, Dy, b, Y: (b[1] * Dx + b[2] * Dy).argmin(axis=1), "row numbers"),
        (lambda Dx, Dy, b, Y: (b[1] * Dx + b[2] * Dy).min(axis=1), "row numbers"),
        (lambda Dx, Dy, b, Y: Y[(b[1] * Dx + b[2] * Dy).argmin()], "one for all"),
        (lambda Dx, Dy, b, Y: Y[(b[1] * Dx + b[2] * Dy).argmin(axis=0)], "other axis"),
        (lambda Dx, Dy, b, Y: b[1] * Dx + b[2] * Dy, "other shape"),
        (largest, "largest"),
        (weighted(lambda b: -b[1], lambda b: -b[2]), "largest"),
        (weighted(lambda b: 1, lambda b: 0), "Dx only"),
        (weighted(lambda b: 0, lambda b: b[2]), "Dy only"),
        (weighted(lambda b: 1, lambda b: 1), "no slopes"),
        (weighted(lambda b: b[0], lambda b: b[1]), "b0 as a slope"),
        (weighted(lambda b: b[2], lambda b: b[1]), "swapped slopes"),
        (weighted(lambda b: -b[1], lambda b: b[2]), "Dx subtracted"),
        (weighted(lambda b: b[1], lambda b: -b[2]), "Dy subtracted"),
    ],
    3: [(("Bo", "fresh pairs"), "the honest one"), (("Ada", "more rows"), "wrong rule")],
    4: [
        (lambda Y_pred, Y_train: [tuple(row) not in set(map(tuple, Y_train)) for row in Y_pred], "one for each row"),
        (lambda Y_pred, Y_train: invented(Y_pred, Y_train) * len(Y_pred), "a count"),
        (lambda Y_pred, Y_train: invented(Y_pred, Y_train) * len(Y_pred) / len(Y_train), "training rows"),
        (lambda Y_pred, Y_train: invented(np.unique(Y_pred, axis=0), Y_train), "each once"),
        (lambda Y_pred, Y_train: 1 - invented(Y_pred, Y_train), "seen ones"),
        (lambda Y_pred, Y_train: invented(Y_train, Y_pred), "turned round"),
        (lambda Y_pred, Y_train: np.mean([row not in Y_train for row in Y_pred]), "single entries"),
        (lambda Y_pred, Y_train: 1 - np.isin(Y_pred, Y_train).all(axis=1).mean(), "single entries"),
        (lambda Y_pred, Y_train: np.mean([tuple(row) not in Y_train.tolist() for row in Y_pred]), "never equal"),
    ],
    5: [("0/1 loss", "0/1 loss"), ("both", "both"), ("neither", "neither")],
    6: [
        (lambda X: X[0], "other shape"),
        (lambda X: X, "left alone"),
        (plain, "standardised 0/1"),
        (by_n, "divided by n"),
        (broken, "not finite"),
    ],
}
NOT_YET = {2: [lambda Dx, Dy, b, Y: Y[:5]], 6: [lambda X: X * [3, 1, 0, 1, 1]]}
NOT_YET[4] = [lambda Y_pred, Y_train: 0.43, lambda Y_pred, Y_train: float("nan")]
KIND = {
    2: [(1, "Expected a function of Dx, Dy, b, Y"), (lambda Dx: Dx, "could not be judged")],
    3: [(["Ada"], "Expected a pair of a name and a rule")],
    4: [(0.215, "Expected a function of Y_pred, Y_train"), (lambda Y_pred, Y_train: Y_pred, "has to return the share")],
    6: [(1, "Expected a function of X"), (lambda: 1, "could not be judged")],
}
