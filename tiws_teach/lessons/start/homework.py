"""Homework of the primer: a z-score and target means."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.homework import Drawn, item


@item(expect.number())
def z_score(rng: np.random.Generator) -> Drawn:
    """Give the z-score of one of six heights."""
    heights = rng.choice(np.arange(150, 200), 6, replace=False)
    gap = heights[0] - heights.mean()
    right = gap / heights.std(ddof=1)
    ways = {"right": right, "divided by n": gap / heights.std(), "variance": gap / heights.var(ddof=1)}
    return Drawn({"heights": heights, "height": heights[0]}, ways | {"centred only": gap, "wrong sign": -right})


@item(expect.mapping("Oslo", "Paris", "Rome"))
def target_means(rng: np.random.Generator) -> Drawn:
    """Give the target mean of each of three cities."""
    cities, bought = rng.permutation(np.repeat(["Oslo", "Paris", "Rome"], [3, 4, 5])), rng.integers(0, 2, 12)
    rows = {city: bought[cities == city] for city in ("Oslo", "Paris", "Rome")}
    ways = {
        "right": {city: values.mean() for city, values in rows.items()},
        "sums": {city: values.sum() for city, values in rows.items()},
        "counts": {city: len(values) for city, values in rows.items()},
        "global mean": {city: bought.mean() for city in rows},
    }
    return Drawn({"cities": cities, "bought": bought}, ways)
