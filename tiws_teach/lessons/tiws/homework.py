"""Homework of lesson 02: an entry of T, and a weighted estimate."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.number())
def entry_of_t(rng: np.random.Generator) -> Drawn:
    """Give the first entry of a row of T."""
    row = rng.choice(np.arange(1, 30), 5, replace=False)
    gap = row[0] - row.mean()
    right = gap / row.std(ddof=1)
    ways = {"right": right, "divided by n": gap / row.std(), "not divided": gap, "wrong sign": -right}
    return Drawn({"row": row}, ways)


@item(expect.function("similarity", "means", "sharpness"), within=1e-4)
def weighted_estimate(rng: np.random.Generator) -> Drawn:
    """Judge a function that takes the similarity-weighted mean."""
    cases = [(np.round(rng.uniform(0.1, 1, 4), 2), np.round(rng.random(4), 2), power) for power in (1, 2, 3)]
    return Drawn({}, _ways_to_weigh, cases)


def _ways_to_weigh(similarity: np.ndarray, means: np.ndarray, sharpness: int) -> Ways:
    """Return the estimate for an unseen category, and what each slip gives."""
    power = similarity**sharpness
    return {
        "right": power @ means / power.sum(),
        "not divided": power @ means,
        "no sharpness": similarity @ means / similarity.sum(),
        "power last": (similarity / similarity.sum()) ** sharpness @ means,
        "mean": means.mean(),
        "nearest": means[similarity.argmax()],
    }
