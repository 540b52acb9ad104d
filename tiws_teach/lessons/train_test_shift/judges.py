"""Judges of lesson 10: an AUC and a promise by hand, the method for persons, and a broken twin."""

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Ways, Written, exercise, first, matched, twin
from tiws_teach.lessons.train_test_shift.experiments import People, people
from tiws_teach.shift import auc_from_ranks

RANKS = ((1, 2.5, 4), (2.5, 5))  # of the training and the test scores .2 .4 .5 and .4 .9
TRAINED, CLINIC, ACCURACY = np.array([0.8, 0.2]), np.array([0.3, 0.7]), np.array([0.9, 0.5])  # young, old


@matched("train_test_shift.1", expect.number(0, 1))
def auc_of_five() -> Ways:
    """Give the AUC of three training and two test scores."""
    right = auc_from_ranks([*RANKS[0], *RANKS[1]], [False] * 3 + [True] * 2)
    return {"right": right, "reversed": 1 - right, "tie as win": 5 / 6, "tie as loss": 4 / 6, "count": 0.5}


@matched("train_test_shift.4", expect.number(0, 1))
def promise() -> Ways:
    """Give the accuracy to expect where the shares of two groups differ."""
    weights = CLINIC / TRAINED
    shares = {
        "right": TRAINED * weights,
        "training mix": TRAINED,
        "equal": np.ones(2),
        "turned round": TRAINED / weights,
        "groups": weights,
    }
    return {name: np.average(ACCURACY, weights=share) for name, share in shares.items()}


@exercise("train_test_shift.2", expect.function("X", "X_new", "person", "person_new"))
def method_of_your_own(answer: Written) -> Judged:
    """Return an AUC that is near one half without a shift and high with one, however many rows a person gives."""
    single, none, moved, turned = (
        np.mean([_asked(answer, people(*place, seed)) for seed in range(n_seeds)])
        for place, n_seeds in (((0, 0, 1), 12), ((0, 0, 20), 12), ((3, 0, 20), 3), ((0, 90, 20), 3))
    )
    shows = {
        "reversed": moved < 0.5,
        "fitted rows": single > 0.58,
        "same person": none > 0.65,
        "blind": moved < 0.7,
        "linear": turned <= 0.7,
    }
    return first(shows)


def _asked(answer: Written, drawn: People) -> float:
    """Return the learner's AUC, which has to lie between 0 and 1."""
    auc = float(answer(drawn.X, drawn.X_new, drawn.person, drawn.person_new))
    if not 0 <= auc <= 1:
        raise ValueError(f"the AUC is {auc:g}, not from 0 to 1")
    return auc


@twin("train_test_shift.3")
def splitting_twin() -> str:
    """Return whose test rows share their writers with the training rows: the higher accuracy."""
    X, y = load_digits(return_X_y=True)
    splits = [train_test_split(X, y, test_size=600, **way) for way in ({"random_state": 0}, {"shuffle": False})]
    ada, bo = (KNeighborsClassifier(1).fit(A, a).score(B, b) for A, B, a, b in splits)
    return "Ada" if ada > bo else "Bo"
