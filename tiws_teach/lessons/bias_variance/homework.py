"""Homework of lesson 08: an expected error by hand, and its two parts."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item


@item(expect.number(0))
def expected_error(rng: np.random.Generator) -> tuple:
    truth, sd = int(rng.integers(8, 20)), int(rng.integers(2, 6))
    predictions = truth + rng.choice(np.arange(-6, 9), 5, replace=False)
    bias, variance = _parts(predictions, truth)["right"]
    error = bias + variance + sd**2
    ways = {"right": error, "no noise": error - sd**2, "no bias": error - bias, "no variance": error - variance}
    ways["standard deviation"] = bias + variance + sd
    return {"truth": truth, "sd": sd, "predictions": predictions}, ways


@item(expect.function("predictions", "truth"), within=1e-4)
def two_parts(rng: np.random.Generator) -> tuple:
    numbers = np.arange(30)
    return {}, _parts, [(rng.choice(numbers, n, replace=False), int(rng.integers(5, 25))) for n in (4, 5, 7)]


def _parts(predictions: np.ndarray, truth: int) -> Ways:
    bias, variance, larger = predictions.mean() - truth, predictions.var(), predictions.var(ddof=1)
    ways = {"right": (bias**2, variance), "swapped": (variance, bias**2), "not squared": (bias, variance)}
    return ways | {"divided by n - 1": (bias**2, larger), "around the truth": (bias**2, bias**2 + variance)}
