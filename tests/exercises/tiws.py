"""Answers to the exercises of notebook 02: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import pandas as pd


def shares(document):
    return document.div(document.sum(axis=1), axis=0)


def in_place(document):
    document.iloc[:, :] = shares(document)
    return document


RIGHT = {
    1: [-2 / (10 / 3) ** 0.5, -1.1],
    2: [shares, lambda document: 100 * shares(document), lambda document: shares(document).to_numpy()],
    3: [("Bo", "own target")],
    4: [(0.04 * 0.1 + 0.09 * 0.4 + 0.25 * 0.8) / 0.38],
    5: [("titanic_voyage", "class", "Crew"), ["titanic_voyage", "class", "Third"]],
    6: [0.75],
}
WRONG = {
    1: [(-1.265, "divided by n"), (-2, "not divided"), (-0.199, "column"), (1.095, "wrong sign")],
    2: [
        (lambda document: None, "nothing returned"),
        (lambda document: document.T, "other shape"),
        (lambda document: document.div(document.sum(axis=1), axis=1), "misaligned"),
        (lambda document: document / document.sum(axis=1), "misaligned"),
        (lambda document: document.div(document.sum(), axis=0), "misaligned"),
        (lambda document: document / document.sum(), "columns"),
        (lambda document: document.to_numpy() / document.to_numpy().sum(axis=0), "columns"),
        (in_place, "document changed"),
        (lambda document: document * 2, "size still counts"),
        (lambda document: document * 0 + 1, "constant"),
    ],
    3: [(("Ada", "own target"), "the honest one"), (("Bo", "no scaling"), "wrong rule")],
    4: [
        (0.2 * 0.1 + 0.3 * 0.4 + 0.5 * 0.8, "sharpness 1"),
        (0.04 * 0.1 + 0.09 * 0.4 + 0.25 * 0.8, "not divided"),
        (1.3 / 3, "mean"),
        (0.8, "nearest"),
        (0.02**2 + 0.12**2 + 0.4**2, "weights squared"),
    ],
    5: [
        (("titanic_ports", "class", "First"), "nearer"),
        (("titanic_ports", "embarked", "Q"), "own example"),
        (("titanic_voyage", "sex", "male"), "tie"),  # farther by 1e-17
        (("titanic_voyage", "age", "adult"), "tie"),
    ],
    6: [
        (2.0 / 2.4, "absent category"),
        (0.25, "right instead of left"),
        (2 / 3, "training share"),
        (1.2, "not divided"),
    ],
}
NOT_YET = {1: [-1.0]}
KIND = {
    1: [("minus one", "Expected one number")],
    2: [(pd.DataFrame(), "Expected a function of document"), (lambda: 1, "could not be judged")],
    3: [
        (["Bo"], "Expected a pair of a name and a rule"),
        (("Eve", "own target"), "Expected one of Ada, Bo; got 'Eve'"),
    ],
    4: [(1.5, "Expected one number from 0 to 1; got 1.5")],
    5: [
        (0.52, "Expected data set, column and category"),
        (("titanic", "class", "First"), "Expected one of the data sets titanic_ports, titanic_voyage; got 'titanic'"),
        (("titanic_ports", "age", "child"), "Expected a column of titanic_ports, one of embarked, class, sex"),
        (("titanic_ports", "class", "Crew"), "Expected a category of class, one of First, Second, Third; got 'Crew'"),
    ],
}
