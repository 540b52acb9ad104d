"""Homework of lesson 02: an entry of T, and a weighted estimate."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item


@item(expect.number())
def entry_of_t(rng: np.random.Generator) -> tuple:
    row = rng.choice(np.arange(1, 30), 5, replace=False)
    gap, sd = row[0] - row.mean(), row.std(ddof=1)
    return {"row": row}, {
        "right": gap / sd,
        "divided by n": gap / row.std(),
        "not divided": gap,
        "wrong sign": -gap / sd,
    }


@item(expect.function("similarity", "means", "sharpness"), within=1e-4)
def weighted_estimate(rng: np.random.Generator) -> tuple:
    return {}, _estimates, [(rng.uniform(0.1, 1, 4).round(2), rng.random(4).round(2), power) for power in (1, 2, 3)]


def _estimates(similarity: np.ndarray, means: np.ndarray, sharpness: int) -> Ways:
    power, shares = similarity**sharpness, similarity / similarity.sum()
    ways = {"right": power @ means / power.sum(), "not divided": power @ means, "no sharpness": shares @ means}
    return ways | {"power last": shares**sharpness @ means, "mean": means.mean(), "nearest": means[similarity.argmax()]}
