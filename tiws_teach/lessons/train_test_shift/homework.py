"""Homework of lesson 10: an AUC, and a promise."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.function("old", "new"), within=1e-4)
def auc(rng: np.random.Generator) -> Drawn:
    """Judge a function that gives the AUC of old and new scores."""
    return Drawn(
        {}, _areas, [(rng.integers(1, 9, n) / 10, rng.integers(3, 10, m) / 10) for n, m in ((6, 5), (8, 4), (5, 5))]
    )


def _areas(old: np.ndarray, new: np.ndarray) -> Ways:
    """Return the share of pairs in which the new row scores higher, and what each slip gives."""
    wins, ties = (new[:, np.newaxis] > old).mean(), (new[:, np.newaxis] == old).mean()
    right = wins + ties / 2
    return {"right": right, "reversed": 1 - right, "tie as win": wins + ties, "tie as loss": wins}


@item(expect.number(0, 1))
def promise(rng: np.random.Generator) -> Drawn:
    """Give the accuracy to expect where the shares of three groups differ."""
    trained, clinic = (np.round(rng.dirichlet(np.full(3, 4.0)), 2) for _ in range(2))
    trained[0], clinic[0] = 1 - trained[1:].sum(), 1 - clinic[1:].sum()
    accuracy = rng.choice(np.arange(50, 99), 3, replace=False) / 100
    ways = {"right": clinic @ accuracy, "training mix": trained @ accuracy, "equal": accuracy.mean()}
    return Drawn({"training_shares": trained.round(2), "clinic_shares": clinic.round(2), "accuracy": accuracy}, ways)
