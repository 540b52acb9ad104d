"""Homework of lesson 09: a scaled value, and a vote by similarity."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.number())
def scaled_value(rng: np.random.Generator) -> Drawn:
    """Give what a scaler that was fitted on the training values makes of a test value."""
    values, new = rng.choice(np.arange(10, 60), 4, replace=False), int(rng.integers(10, 60))
    gap, every = new - values.mean(), np.append(values, new)
    ways = {"right": gap / values.std(), "n minus one": gap / values.std(ddof=1), "not divided": gap}
    ways |= {"all rows": (new - every.mean()) / every.std(), "range": (new - values.min()) / np.ptp(values)}
    return Drawn({"values": values, "new": new}, ways)


@item(expect.function("S", "y", "k"))
def weighted_vote(rng: np.random.Generator) -> Drawn:
    """Judge a function that gives each object the label with the largest sum of similarities among k others."""
    cases = []
    for k in (3, 5, 4):
        points, y = rng.normal(size=(12, 2)), rng.permutation(np.repeat([0, 1], 6))
        S = np.round(np.exp(-2 * np.linalg.norm(points[:, np.newaxis] + 0.2 * y[:, np.newaxis] - points, axis=2)), 6)
        cases.append(((S + S.T) / 2, y, k))
    return Drawn({}, _votes, cases)


def _votes(S: np.ndarray, y: np.ndarray, k: int) -> Ways:
    """Return the weighted vote of the k most similar other objects, and that of each slip."""
    others = S - np.diag(np.diag(S)) - 9 * np.eye(len(S))

    def vote(table: np.ndarray, weights: np.ndarray) -> np.ndarray:
        near = np.argsort(-table, axis=1, kind="stable")[:, :k]
        return (np.take_along_axis(weights * (2 * y - 1), near, axis=1).sum(axis=1) > 0).astype(int)

    return {
        "right": vote(others, S),
        "itself": vote(S, S),
        "farthest": vote(-S, S),
        "one each": vote(others, S * 0 + 1),
    }
