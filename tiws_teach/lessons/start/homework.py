"""Homework of the primer: a z-score and target means."""

import numpy as np

from tiws_teach.course.homework import expect, item


@item(expect.number())
def z_score(rng: np.random.Generator) -> tuple:
    heights = rng.choice(np.arange(150, 200), 6, replace=False)
    gap, sd = heights[0] - heights.mean(), heights.std(ddof=1)
    ways = {"right": gap / sd, "divided by n": gap / heights.std(), "variance": gap / sd**2, "centred only": gap}
    return {"heights": heights, "height": heights[0]}, ways | {"wrong sign": -gap / sd}


@item(expect.mapping("Oslo", "Paris", "Rome"))
def target_means(rng: np.random.Generator) -> tuple:
    cities = rng.permutation(np.repeat(["Oslo", "Paris", "Rome"], [6, 7, 8]))
    bought = rng.binomial(1, rng.random(3)[np.unique(cities, return_inverse=True)[1]])
    rows = {city: bought[cities == city] for city in ("Oslo", "Paris", "Rome")}
    ways = {
        "right": {city: values.mean() for city, values in rows.items()},
        "sums": {city: values.sum() for city, values in rows.items()},
        "counts": {city: len(values) for city, values in rows.items()},
        "global mean": {city: bought.mean() for city in rows},
    }
    return {"cities": cities, "bought": bought}, ways
