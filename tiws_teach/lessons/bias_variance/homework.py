"""Homework of lesson 08: an expected error by hand, and its two parts."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.number(0))
def expected_error(rng: np.random.Generator) -> Drawn:
    """Give the expected squared error from five predictions."""
    truth, sd = int(rng.integers(8, 20)), int(rng.integers(2, 6))
    predictions = truth + rng.choice(np.arange(-6, 9), 5, replace=False)
    squared_bias, variance, noise = _parts(predictions, truth)["right"] + (sd**2,)
    ways = {"right": squared_bias + variance + noise, "no noise": squared_bias + variance, "no bias": variance + noise}
    ways |= {"standard deviation": squared_bias + variance + sd, "no variance": squared_bias + noise}
    return Drawn({"truth": truth, "sd": sd, "predictions": predictions}, ways)


@item(expect.function("predictions", "truth"), within=1e-4)
def two_parts(rng: np.random.Generator) -> Drawn:
    """Judge a function that splits predictions at one point into bias² and variance."""
    return Drawn(
        {}, _parts, [(rng.choice(np.arange(30), n, replace=False), int(rng.integers(5, 25))) for n in (4, 5, 7)]
    )


def _parts(predictions: np.ndarray, truth: int) -> Ways:
    """Return bias² and variance, and what each slip gives in their place."""
    bias, variance = predictions.mean() - truth, predictions.var()
    return {
        "right": (bias**2, variance),
        "swapped": (variance, bias**2),
        "not squared": (bias, variance),
        "divided by n - 1": (bias**2, predictions.var(ddof=1)),
        "around the truth": (bias**2, bias**2 + variance),
    }
