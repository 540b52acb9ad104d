"""Exercises of the primer: nearest neighbours, z-scores, target means."""

from __future__ import annotations

import numpy as np

from tiws_teach.course.exercises import choice, exercise, mapping, number

POINTS = {"A": 2.0, "B": 5.0, "C": 9.0, "D": 6.0}  # places on a line
QUERY = 7.6
HEIGHTS = np.array([150.0, 160.0, 170.0, 180.0, 190.0])  # centimetres; the exercise asks for the last one
PORTS = np.array(["Paris", "Rome", "Rome", "Paris", "Rome"])
OUTCOMES = np.array([1.0, 0.0, 1.0, 1.0, 0.0])


@exercise(
    "start.1",
    expects=choice(*POINTS),
    hints=[
        "Write down the distance of each point to the query.",
        "A distance has no sign: it is |point - query|, for points above and below the query.",
    ],
    misconceptions={
        "one side only": "That is the nearest point below the query. A distance has no sign: look above it as well.",
        "farthest": "That is the point farthest away. The nearest one has the smallest distance.",
    },
    praise="The nearest neighbour is the row with the smallest distance.",
)
def nearest_neighbor(answer: str) -> bool | str:
    """Name the point on a line that is nearest to the query."""
    distance = {name: abs(place - QUERY) for name, place in POINTS.items()}
    below = {name: gap for name, gap in distance.items() if POINTS[name] < QUERY}
    if answer == min(distance, key=distance.__getitem__):
        return True
    if answer == min(below, key=below.__getitem__):
        return "one side only"
    return "farthest" if answer == max(distance, key=distance.__getitem__) else False


@exercise(
    "start.2",
    expects=number(),
    hints=[
        "How far is the height from the mean of all five?",
        "Divide that by the standard deviation. Its variance divides the sum of squares by n - 1 = 4.",
        "numpy's std divides by n unless you write ddof=1.",
    ],
    misconceptions={
        "divided by n": "Your standard deviation divides by n. For a sample it divides by n - 1 (ddof=1).",
        "variance": "You divided by the variance. Take its square root: a z-score has no unit.",
        "centred only": "You subtracted the mean. Now divide by the standard deviation.",
        "wrong sign": "The size is right, but the sign is not. Compute value minus mean; this value is above the mean.",
    },
    praise="It says how many standard deviations a value lies above the mean.",
)
def z_score(answer: float) -> bool | str:
    """Standardise the last height, with ddof = 1; two decimals are enough."""
    gap = HEIGHTS[-1] - HEIGHTS.mean()
    right = gap / HEIGHTS.std(ddof=1)
    wrong = {
        "divided by n": gap / HEIGHTS.std(ddof=0),
        "variance": gap / HEIGHTS.var(ddof=1),
        "centred only": gap,
        "wrong sign": -right,
    }
    if np.isclose(answer, right, atol=0.006):
        return True
    return next((name for name, value in wrong.items() if np.isclose(answer, value, atol=0.006)), False)


@exercise(
    "start.3",
    expects=mapping("Paris", "Rome"),
    hints=[
        "Take the rows of one city only. What is the mean of their outcomes?",
        "frame.groupby(city)[outcome].mean() gives all of them at once.",
    ],
    misconceptions={
        "sums": "Those are the sums. Divide each by the number of rows of its city, or a large city always wins.",
        "counts": "Those are the numbers of rows. The target mean is the mean outcome of those rows.",
        "global mean": "That is the mean of all rows, twice. Use only the rows of each city.",
    },
    praise="The target mean turns a category into the number that a model can use.",
)
def target_mean(answer: dict[str, float]) -> bool | str:
    """Give the mean outcome of each city."""
    rows = {city: OUTCOMES[city == PORTS] for city in answer}
    wrong = {
        "sums": {city: values.sum() for city, values in rows.items()},
        "counts": {city: float(len(values)) for city, values in rows.items()},
        "global mean": {city: OUTCOMES.mean() for city in rows},
    }
    if _close(answer, {city: values.mean() for city, values in rows.items()}):
        return True
    return next((name for name, values in wrong.items() if _close(answer, values)), False)


def _close(left: dict[str, float], right: dict[str, float]) -> bool:
    """Tell whether two tables of numbers agree to two decimals."""
    return all(abs(left[key] - right[key]) < 0.006 for key in right)
