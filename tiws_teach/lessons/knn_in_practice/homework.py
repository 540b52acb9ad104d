"""Homework of lesson 09: a scaled value, and a vote by similarity."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item


@item(expect.number())
def scaled_value(rng: np.random.Generator) -> tuple:
    values, new = rng.choice(np.arange(10, 60), 4, replace=False), int(rng.integers(10, 60))
    gap, every = new - values.mean(), np.append(values, new)
    ways = {"right": gap / values.std(), "n minus one": gap / values.std(ddof=1), "not divided": gap}
    ways |= {"all rows": (new - every.mean()) / every.std(), "range": (new - values.min()) / np.ptp(values)}
    return {"values": values, "new": new}, ways


@item(expect.function("S", "y", "k"))
def weighted_vote(rng: np.random.Generator) -> tuple:
    cases = []
    for k in (3, 5, 4):
        points, y = rng.normal(size=(12, 2)), rng.permutation(np.repeat([0, 1], 6))
        cases.append((np.exp(-2 * np.linalg.norm(points[:, np.newaxis] - points, axis=2)).round(6), y, k))
    return {}, _votes, cases


def _votes(S: np.ndarray, y: np.ndarray, k: int) -> Ways:
    others, alike = S - 9 * np.eye(len(S)), np.ones_like(S)

    def vote(table: np.ndarray, weights: np.ndarray) -> np.ndarray:
        near = np.argsort(-table, axis=1, kind="stable")[:, :k]
        return (np.take_along_axis(weights * (2 * y - 1), near, axis=1).sum(axis=1) > 0).astype(int)

    return {"right": vote(others, S), "itself": vote(S, S), "farthest": vote(-S, S), "one each": vote(others, alike)}
