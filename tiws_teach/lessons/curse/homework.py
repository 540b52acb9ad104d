"""Homework of lesson 07: the side of a cube, and a contrast."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item
from tiws_teach.curse import distance_contrast, side_for_share


@item(expect.number(0, 1), within=0.004)
def side_of_a_cube(rng: np.random.Generator) -> Drawn:
    """Give the side of a cube with a share of the volume."""
    percent, d = int(rng.integers(2, 30)), int(rng.integers(5, 40))
    share = percent / 100
    right = float(side_for_share(share, d))
    ways = {"right": right, "share itself": share, "divided": share / d, "one minus": 1 - right, "multiplied": share**d}
    return Drawn({"percent": percent, "d": d}, ways)


@item(expect.function("X", "query"), within=1e-4)
def contrast(rng: np.random.Generator) -> Drawn:
    """Judge a function that gives the contrast of a query."""
    return Drawn({}, _contrasts, [(np.round(rng.random(shape), 3), np.round(rng.random(shape[1]), 3))
                                  for shape in ((8, 2), (12, 5), (9, 3))])  # fmt: skip


def _contrasts(X: np.ndarray, query: np.ndarray) -> Ways:
    """Return the contrast of a query against some rows, and what each slip gives."""
    far = np.sqrt(((X - query) ** 2).sum(axis=1))
    return {
        "right": distance_contrast(X, query[np.newaxis])[0],
        "by the farthest": np.ptp(far) / far.max(),
        "ratio": far.max() / far.min(),
        "gap": np.ptp(far),
        "squares": np.ptp(far**2) / (far**2).min(),
    }
