"""Homework of lesson 10: an AUC, and a promise."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item


@item(expect.function("old", "new"), within=1e-4)
def auc(rng: np.random.Generator) -> tuple:
    sizes = ((6, 5), (8, 4), (5, 5))
    return {}, _areas, [(rng.integers(1, 9, n) / 10, rng.integers(3, 10, m) / 10) for n, m in sizes]


def _areas(old: np.ndarray, new: np.ndarray) -> Ways:
    wins, ties = (new[:, np.newaxis] > old).mean(), (new[:, np.newaxis] == old).mean()
    right = wins + ties / 2
    return {"right": right, "reversed": 1 - right, "tie as win": wins + ties, "tie as loss": wins}


@item(expect.number(0, 1), within=0.0006)
def promise(rng: np.random.Generator) -> tuple:
    trained, clinic = rng.multinomial(100, np.full(3, 1 / 3), 2) / 100
    accuracy = rng.choice(np.arange(50, 99), 3, replace=False) / 100
    ways = {"right": clinic @ accuracy, "training mix": trained @ accuracy, "equal": accuracy.mean()}
    return {"training_shares": trained, "clinic_shares": clinic, "accuracy": accuracy}, ways
