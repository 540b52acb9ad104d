"""Homework of lesson 11: a smoothed mean, and codes without a row's own target."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item


@item(expect.number(0, 1), within=0.0006)
def smoothed_mean(rng: np.random.Generator) -> tuple:
    n, overall, m = int(rng.integers(3, 8)), int(rng.integers(20, 80)) / 100, int(rng.integers(2, 9))
    survivors = int(rng.integers(1, n))
    ways = {"right": (survivors + m * overall) / (n + m), "plain mean": survivors / n}
    ways |= {"counted once": (survivors + overall) / (n + m), "averaged": (survivors / n + overall) / 2}
    return {"n": n, "survivors": survivors, "overall": overall, "m": m}, ways


@item(expect.function("codes", "y"), within=1e-4)
def without_own_target(rng: np.random.Generator) -> tuple:
    return {}, _coded, [(rng.permutation(list("aaabbbbcd"[:n])), rng.integers(0, 2, n)) for n in (8, 9, 9)]


def _coded(codes: np.ndarray, y: np.ndarray) -> Ways:
    same, rest = codes[:, np.newaxis] == codes, (y.sum() - y) / (len(y) - 1)
    counts = same.sum(axis=1) - 1
    means = (same @ y - y) / np.maximum(counts, 1)
    right, every = (np.where(counts > 0, means, other) for other in (rest, y.mean()))
    return {"right": right, "own target": same @ y / (counts + 1), "overall of all": every, "overall": rest}
