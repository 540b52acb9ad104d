"""Homework of lesson 03: quotas, and an idf."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.homework import Drawn, item
from tiws_teach.wctf_idf import class_quotas, smoothed_idf


@item(expect.array(3))
def quotas(rng: np.random.Generator) -> Drawn:
    """Give the quotas of three classes by largest remainder."""
    sizes, places = rng.integers(8, 90, 3), int(rng.integers(7, 30))
    shares = places * sizes / sizes.sum()
    down = np.floor(shares)
    ways = {
        "right": class_quotas(sizes, places),
        "rounded down": down,
        "rounded up": np.ceil(shares),
        "to the largest class": down + (places - down.sum()) * (sizes.max() == sizes),
    }
    return Drawn({"sizes": sizes, "places": places}, ways)


@item(expect.number())
def idf(rng: np.random.Generator) -> Drawn:
    """Give scikit-learn's idf of a word."""
    n, df = 10 * int(rng.integers(3, 30)), int(rng.integers(3, 20))
    ways = {"right": smoothed_idf([df], n)[0], "not smoothed": smoothed_idf([df], n, smooth=False)[0]}
    ways |= {
        "without one": ways["right"] - 1,
        "base 10": np.log10((1 + n) / (1 + df)) + 1,
        "upside down": 2 - ways["right"],
    }
    return Drawn({"n": n, "df": df}, ways)
