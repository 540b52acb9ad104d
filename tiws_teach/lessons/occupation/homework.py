"""Homework of lesson 13: a score by hand, and a promise."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.homework import Drawn, item
from tiws_teach.occupation import accuracy_bound, binary_cosine, neighbor_scores


@item(expect.number(0, 1))
def score(rng: np.random.Generator) -> Drawn:
    """Give the NN-3 score of the best code."""
    own, theirs, count = (int(rng.integers(*ends)) for ends in ((2, 6), (2, 6), (2, 6)))
    shared, votes = int(rng.integers(1, min(own, theirs) + 1)), int(rng.integers(1, count + 1))
    s, p = float(binary_cosine(shared, own, theirs)), votes / count
    ways = {
        "right": neighbor_scores([[p]], [s], [count])[0, 0],
        "NN-2": p * s,
        "NN-1": p,
        "no share": s * count / (count + 0.1),
    }
    ways["cosine without root"] = p * shared / (own * theirs) * count / (count + 0.1)
    return Drawn({"own": own, "theirs": theirs, "shared": shared, "count": count, "votes": votes}, ways)


@item(expect.whole(1))
def answers_for_a_promise(rng: np.random.Generator) -> Drawn:
    """Give the number of right answers that a bound needs."""
    percent = int(rng.integers(75, 98))
    level = float(rng.choice([0.8, 0.9, 0.95]))
    right = next(n for n in range(1, 1000) if accuracy_bound(n, n, level) >= percent / 100)
    other = next(n for n in range(1, 1000) if accuracy_bound(n, n, (1 + level) / 2) >= percent / 100)
    ways = {"right": right, "one short": right - 1, "two-sided": other, "share": round(100 / (100 - percent))}
    return Drawn({"percent": percent, "level": level}, ways)
