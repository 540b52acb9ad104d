"""Answers to the exercises of notebook 00: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np
import pandas as pd

Z = (190 - 170) / np.std([150, 160, 170, 180, 190], ddof=1)
MEANS = {"Paris": 1.0, "Rome": 1 / 3}
RIGHT = {1: ["C", " c "], 2: [Z, np.array([1.26])], 3: [MEANS, pd.Series(MEANS)]}
WRONG = {
    1: [("D", "one side only"), ("a", "farthest")],
    2: [
        (20 / np.std([150, 160, 170, 180, 190]), "divided by n"),
        (20 / 250, "variance"),
        (20, "centred only"),
        (-Z, "wrong sign"),
    ],
    3: [
        ({"Paris": 2, "Rome": 1}, "sums"),
        ({"Paris": 2, "Rome": 3}, "counts"),
        (pd.Series({"Paris": 0.6, "Rome": 0.6}), "global mean"),
    ],
}
NOT_YET = {1: ["B"], 2: [3.3], 3: [{"Paris": 0, "Rome": 0}]}
KIND = {
    1: [(True, "Expected one of"), ("Z", "Expected one of"), (pd.DataFrame(), "Expected one of")],
    2: [(True, "Expected one number"), ("", "Expected one number"), (pd.DataFrame(), "Expected one number")],
    3: [(True, "Expected a dict or Series"), ("Z", "Expected a dict or Series")],
}
