"""Answers to the exercises of lesson 10."""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupShuffleSplit, cross_val_score
from sklearn.neighbors import KNeighborsClassifier


def sides(X, X_new):
    return np.vstack([X, X_new]), np.repeat([0, 1], [len(X), len(X_new)])


def by_person(model):
    def auc(X, X_new, person, person_new):
        rows, side = sides(X, X_new)
        splitter = GroupShuffleSplit(1, test_size=0.5, random_state=0)
        fit, judge = next(splitter.split(rows, side, np.concatenate([person, person_new])))
        return roc_auc_score(side[judge], model.fit(rows[fit], side[fit]).predict_proba(rows[judge])[:, 1])

    return auc


def by_row(X, X_new, person, person_new):
    given = {"cv": 5, "scoring": "roc_auc"}  # not shuffled: rows in the order of persons would hide the slip
    return cross_val_score(KNeighborsClassifier(15), *sides(X, X_new), **given).mean()


def fitted_rows(X, X_new, person, person_new):
    rows, side = sides(X, X_new)
    return roc_auc_score(side, KNeighborsClassifier(3).fit(rows, side).predict_proba(rows)[:, 1])


def accuracy(X, X_new, person, person_new):
    rows, side = sides(X, X_new)
    persons = np.concatenate([person, person_new])
    fit, judge = next(GroupShuffleSplit(1, test_size=0.5, random_state=0).split(rows, side, persons))
    return KNeighborsClassifier(1).fit(rows[fit], side[fit]).score(rows[judge], side[judge])


RIGHT = {
    1: [0.75],
    4: [0.62],
    2: [by_person(KNeighborsClassifier(15)), by_person(KNeighborsClassifier(51))],
    3: [("Ada", "split by group")],
}
WRONG = {
    1: [(0.25, "reversed"), (5 / 6, "tie as win"), (4 / 6, "tie as loss"), (0.5, "count")],
    4: [(0.82, "training mix"), (0.7, "equal"), (0.8896, "turned round"), (0.5387, "groups")],
    2: [
        (by_row, "same person"),
        (fitted_rows, "fitted rows"),
        (accuracy, "fitted rows"),
        (lambda *given: 1 - by_person(KNeighborsClassifier(15))(*given), "reversed"),
        (lambda *given: 0.5, "blind"),
        (by_person(LogisticRegression()), "linear"),
    ],
    3: [(("Bo", "split by group"), "the honest one"), (("Ada", "shuffle before splitting"), "wrong rule")],
}
NOT_YET = {1: [0.1], 4: [0.1]}
KIND = {1: [("high", "number")], 2: [(lambda *given: 2.0, "not from 0 to 1")], 3: [("Ada", "pair")]}
