"""Homework of lesson 03: quotas, and an idf."""

import numpy as np

from tiws_teach.course.homework import expect, item
from tiws_teach.wctf_idf import class_quotas, smoothed_idf


@item(expect.array(3))
def quotas(rng: np.random.Generator) -> tuple:
    sizes, places = rng.integers(8, 90, 3), int(rng.integers(7, 30))
    shares = places * sizes / sizes.sum()
    down = np.floor(shares)
    ways = {"right": class_quotas(sizes, places), "rounded down": down, "rounded up": np.ceil(shares)}
    largest = down + (places - down.sum()) * (sizes.max() == sizes)
    return {"sizes": sizes, "places": places}, ways | {"to the largest class": largest}


@item(expect.number())
def idf(rng: np.random.Generator) -> tuple:
    n, df = 10 * int(rng.integers(10, 100)), int(rng.integers(3, 80))
    right, rough = (float(smoothed_idf([df], n, smooth)[0]) for smooth in (True, False))
    ways = {"right": right, "not smoothed": rough, "without one": right - 1, "upside down": 2 - right}
    return {"n": n, "df": df}, ways | {"base 10": np.log10((1 + n) / (1 + df)) + 1}
