"""Homework of lesson 12: count fits, and take two steps by hand."""

from itertools import combinations

import numpy as np

from tiws_teach.course.homework import expect, item
from tiws_teach.literal import selection
from tiws_teach.selection import number_of_fits


@item(expect.whole(1))
def fits(rng: np.random.Generator) -> tuple:
    d, m, inner, outer = (int(rng.integers(*ends)) for ends in ((8, 20), (3, 6), (4, 8), (3, 11)))
    one = number_of_fits(d, m, inner)
    ways = {"right": outer * one, "one search": one, "no inner folds": outer * one // inner}
    return {"d": d, "m": m, "inner": inner, "outer": outer}, ways | {"not falling": outer * d * m * inner}


@item(expect.names(*"abcde", ordered=True))
def four_steps(rng: np.random.Generator) -> tuple:
    sets = ["".join(chosen) for size in (1, 2, 3, 4) for chosen in combinations("abcde", size)]
    scores = dict(zip(sets, (rng.choice(np.arange(500, 950), 30, replace=False) / 1000).tolist(), strict=True))
    right = selection.forward_selection(lambda chosen: scores["".join(sorted(chosen))], "abcde", 4)
    ways = {"right": right, "ranked": sorted("abcde", key=scores.__getitem__)[:0:-1], "order": right[::-1]}
    return {"scores": scores}, ways | {"best four": list(sorted(sets[25:], key=scores.__getitem__)[-1])}
