"""Judges of the primer: nearest neighbours, z-scores, target means."""

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Ways, exercise, match, matched

POINTS = {"A": 2.0, "B": 5.0, "C": 9.0, "D": 6.0}  # places on a line
QUERY = 7.6
HEIGHTS = np.array([150.0, 160.0, 170.0, 180.0, 190.0])  # centimetres; the exercise asks for the last one
PORTS = np.array(["Paris", "Rome", "Rome", "Paris", "Rome"])
OUTCOMES = np.array([1.0, 0.0, 1.0, 1.0, 0.0])


@matched("start.1", expect.choice(*POINTS))
def nearest_neighbor() -> Ways:
    """Name the point on a line that is nearest to the query."""
    distance = {name: abs(place - QUERY) for name, place in POINTS.items()}
    below = [name for name in POINTS if POINTS[name] < QUERY]
    nearest, farthest = min(distance, key=distance.__getitem__), max(distance, key=distance.__getitem__)
    return {"right": nearest, "one side only": min(below, key=distance.__getitem__), "farthest": farthest}


@matched("start.2", expect.number())
def z_score() -> Ways:
    """Standardise the last height, with ddof = 1; two decimals are enough."""
    gap = HEIGHTS[-1] - HEIGHTS.mean()
    right = gap / HEIGHTS.std(ddof=1)
    ways = {"right": right, "divided by n": gap / HEIGHTS.std(), "variance": gap / HEIGHTS.var(ddof=1)}
    return ways | {"centred only": gap, "wrong sign": -right}


@exercise("start.3", expect.mapping("Paris", "Rome"))
def target_mean(answer: dict[str, float]) -> Judged:
    """Give the mean outcome of each city."""
    rows = {city: OUTCOMES[city == PORTS] for city in answer}
    ways = {
        "right": {city: values.mean() for city, values in rows.items()},
        "sums": {city: values.sum() for city, values in rows.items()},
        "counts": {city: len(values) for city, values in rows.items()},
        "global mean": {city: OUTCOMES.mean() for city in rows},
    }
    return match(answer, ways)
