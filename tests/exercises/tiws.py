"""Answers to the exercises of notebook 02: right ones, misconceptions by name, neither, and of the wrong kind."""

from __future__ import annotations

import pandas as pd

from tiws_teach.datasets import load
from tiws_teach.lessons.tiws.experiments.hidden import hide_category


def shares(document):
    return document.div(document.sum(axis=1), axis=0)


def in_place(document):
    document.iloc[:, :] = shares(document)
    return document


ports = load("titanic_ports")
queenstown = hide_category(ports.data, ports.target, "embarked", "Q")
first = hide_category(ports.data, ports.target, "class", "First")
second = hide_category(ports.data, ports.target, "class", "Second", similarity="tfidf", sharpness=8)

RIGHT = {
    1: [-(0.75**0.5)],
    2: [(0.04 * 0.1 + 0.09 * 0.4 + 0.25 * 0.8) / 0.38],
    3: [0.75],
    4: [shares, lambda document: 100 * shares(document)],
    5: [("Bo", "own target")],
    6: [second],
}
WRONG = {
    1: [(-1.0, "divided by n"), (-0.873, "column"), (0.866, "wrong sign")],
    2: [
        (0.2 * 0.1 + 0.3 * 0.4 + 0.5 * 0.8, "sharpness 1"),
        (0.04 * 0.1 + 0.09 * 0.4 + 0.25 * 0.8, "not divided"),
        (1.3 / 3, "mean"),
        (0.8, "nearest"),
        (0.02**2 + 0.12**2 + 0.4**2, "weights squared"),
    ],
    3: [
        (2.0 / 2.4, "absent category"),
        (0.25, "right instead of left"),
        (2 / 3, "training share"),
        (1.2, "not divided"),
    ],
    4: [
        (lambda document: None, "nothing returned"),
        (lambda document: document.T, "other shape"),
        (lambda document: document / document.sum(), "columns"),
        (in_place, "document changed"),
        (lambda document: document * 2, "size still counts"),
        (lambda document: document * 0 + 1, "constant"),
    ],
    5: [(("Ada", "own target"), "the honest one"), (("Bo", "no scaling"), "wrong rule")],
    6: [(first, "nearer"), (queenstown, "own example")],
}
NOT_YET = {}
KIND = {
    1: [("minus one", "Expected one number")],
    2: [(1.5, "Expected one number from 0 to 1; got 1.5")],
    4: [(pd.DataFrame(), "Expected a function of document"), (lambda: 1, "could not be judged")],
    5: [
        (["Bo"], "Expected a pair of a name and a rule"),
        (("Eve", "own target"), "Expected one of Ada, Bo; got 'Eve'"),
    ],
    6: [(0.52, "Expected what hide_category returns")],
}
