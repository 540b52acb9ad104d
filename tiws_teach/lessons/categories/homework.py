"""Homework of lesson 11: a smoothed mean, and codes without a row's own target."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.number(0, 1))
def smoothed_mean(rng: np.random.Generator) -> Drawn:
    """Give the smoothed mean of a rare category."""
    n, overall, m = int(rng.integers(3, 8)), round(float(rng.uniform(0.2, 0.8)), 2), int(rng.integers(2, 9))
    survivors = int(rng.integers(1, n))
    ways = {
        "right": (survivors + m * overall) / (n + m),
        "plain mean": survivors / n,
        "counted once": (survivors + overall) / (n + m),
        "averaged": (survivors / n + overall) / 2,
    }
    return Drawn({"n": n, "survivors": survivors, "overall": overall, "m": m}, ways)


@item(expect.function("codes", "y"), within=1e-4)
def without_own_target(rng: np.random.Generator) -> Drawn:
    """Judge a function that codes each row by the other rows of its category."""
    return Drawn({}, _coded, [(rng.permutation(list("aaabbbbcd"[:n])), rng.integers(0, 2, n)) for n in (8, 9, 9)])


def _coded(codes: np.ndarray, y: np.ndarray) -> Ways:
    """Return the mean target of each row's category without the row, and what each slip gives."""
    same = codes[:, np.newaxis] == codes
    others, rest = same & ~np.eye(len(y), dtype=bool), (y.sum() - y) / (len(y) - 1)
    counts = others.sum(axis=1)
    right = np.where(counts > 0, others @ y / np.maximum(counts, 1), rest)
    every = np.where(counts > 0, right, y.mean())
    return {"right": right, "own target": same @ y / same.sum(axis=1), "overall of all": every, "overall": rest}
