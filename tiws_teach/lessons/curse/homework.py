"""Homework of lesson 07: the side of a cube, and a contrast."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item
from tiws_teach.curse import distance_contrast, side_for_share


@item(expect.number(0, 1), within=0.0006)
def side_of_a_cube(rng: np.random.Generator) -> tuple:
    percent, d = int(rng.integers(2, 30)), int(rng.integers(5, 40))
    share, right = percent / 100, float(side_for_share(percent / 100, d))
    ways = {"right": right, "share itself": share, "divided": share / d, "one minus": 1 - right, "multiplied": share**d}
    return {"percent": percent, "d": d}, ways


@item(expect.function("X", "query"), within=1e-4)
def contrast(rng: np.random.Generator) -> tuple:
    return {}, _contrasts, [(rng.random((n, d)).round(3), rng.random(d).round(3)) for n, d in ((8, 2), (12, 5), (9, 3))]


def _contrasts(X: np.ndarray, query: np.ndarray) -> Ways:
    far = np.sqrt(((X - query) ** 2).sum(axis=1))
    ways = {"right": distance_contrast(X, query[np.newaxis])[0], "by the farthest": np.ptp(far) / far.max()}
    return ways | {"ratio": far.max() / far.min(), "gap": np.ptp(far), "squares": np.ptp(far**2) / far.min() ** 2}
