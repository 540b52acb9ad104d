"""Answers to the exercises of lesson 10."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier


def sides(X, X_new):
    return np.vstack([X, X_new]), np.repeat([0, 1], [len(X), len(X_new)])


def held_out(model):
    def auc(X, X_new):
        A, B, a, b = train_test_split(*sides(X, X_new), test_size=0.5, random_state=0)
        return roc_auc_score(b, model.fit(A, a).predict_proba(B)[:, 1])

    return auc


def fitted_rows(X, X_new):
    rows, side = sides(X, X_new)
    return roc_auc_score(side, KNeighborsClassifier(3).fit(rows, side).predict_proba(rows)[:, 1])


def accuracy(X, X_new):
    A, B, a, b = train_test_split(*sides(X, X_new), test_size=0.5, random_state=0)
    return KNeighborsClassifier(31).fit(A, a).score(B, b)


RIGHT = {
    1: [0.75],
    2: [0.025],
    3: [lambda q, n_train, n_test: q / (1 - q) * n_train / n_test],
    4: [held_out(KNeighborsClassifier(15))],
    5: [("Ada", "test on later rows")],
}
WRONG = {
    1: [(0.25, "reversed"), (5 / 6, "tie as win"), (4 / 6, "tie as loss"), (0.5, "count")],
    2: [(24 / 999, "not counted"), (0.975, "one minus"), (0.024, "half counted")],
    3: [
        (lambda q, n_train, n_test: q / (1 - q), "no sizes"),
        (lambda q, n_train, n_test: (1 - q) / q * n_test / n_train, "turned round"),
        (lambda q, n_train, n_test: q / (1 - q) * n_test / n_train, "sizes turned round"),
    ],
    4: [
        (fitted_rows, "fitted rows"),
        (accuracy, "accuracy"),
        (lambda X, X_new: 1 - held_out(KNeighborsClassifier(15))(X, X_new), "reversed"),
        (held_out(LogisticRegression()), "linear"),
    ],
    5: [(("Bo", "test on later rows"), "the honest one"), (("Ada", "shuffle before splitting"), "wrong rule")],
}
NOT_YET = {1: [0.1], 2: [0.5], 3: [lambda q, n_train, n_test: q], 4: [lambda X, X_new: 2.0]}
KIND = {1: [("high", "number")], 5: [("Ada", "pair")]}
