"""Homework of lesson 13: a score by hand, and a promise."""

from bisect import bisect_left

import numpy as np

from tiws_teach.course.homework import expect, item
from tiws_teach.occupation import accuracy_bound, binary_cosine, neighbor_scores


@item(expect.number(0, 1), within=0.0006)
def score(rng: np.random.Generator) -> tuple:
    own, theirs, count = (int(number) for number in rng.integers(2, 9, 3))
    shared, votes = int(rng.integers(1, min(own, theirs) + 1)), int(rng.integers(1, count + 1))
    s, p, many = float(binary_cosine(shared, own, theirs)), votes / count, count / (count + 0.1)
    ways = {"right": neighbor_scores([[p]], [s], [count])[0, 0], "NN-2": p * s, "NN-1": p, "no share": s * many}
    ways["cosine without root"] = p * many * shared / (own * theirs)
    return {"own": own, "theirs": theirs, "shared": shared, "count": count, "votes": votes}, ways


@item(expect.whole(1))
def answers_for_a_promise(rng: np.random.Generator) -> tuple:
    percent, level = int(rng.integers(920, 990)) / 10, int(rng.integers(80, 100)) / 100
    right, sides = (bisect_left(range(1000), percent / 100, 1, key=lambda n: accuracy_bound(n, n, each))
                    for each in (level, (1 + level) / 2))  # fmt: skip
    ways = {"right": right, "one short": right - 1, "two-sided": sides, "share": round(100 / (100 - percent))}
    return {"percent": percent, "level": level}, ways
