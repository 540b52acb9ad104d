"""The rows nearest to a query among a few points: state -> result."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from tiws_teach._validation import check_count

# Sixteen pumps: hours a day in use, vibration in mm/s, and whether they broke down; small enough to count by eye.
POINTS = np.array(
    [
        [1.0, 2.1], [1.6, 3.4], [2.2, 1.3], [2.9, 2.6], [1.9, 4.8], [3.3, 3.9], [0.8, 3.9], [3.6, 1.1],
        [5.1, 4.4], [6.0, 3.1], [4.6, 5.6], [6.6, 4.7], [5.4, 2.2], [7.1, 2.5], [4.3, 3.4], [6.2, 5.9],
    ]
)  # fmt: skip
CLASSES = np.repeat([0, 1], 8)
NAMES = ("keeps running", "breaks down")
UNITS = {"mm/s": np.ones(2), "µm/s": np.array([1.0, 1000.0]), "z-scores": 1 / POINTS.std(axis=0, ddof=1)}
"""What both features are multiplied by where the vibration is in another unit, or both are z-scores."""


@dataclass(frozen=True)
class Neighbors:
    """The nearest rows to a query, and the share of them that break down."""

    points: np.ndarray  # (16, 2), all rows
    classes: np.ndarray  # (16,), their class, 0 or 1
    query: tuple[float, float]  # the point whose class is asked for
    k: int  # number of neighbours
    unit: str  # of the vibration
    distance: np.ndarray  # (16,), of each row from the query, in these units
    rows: np.ndarray  # (k,), the nearest rows, nearest first
    radius: float  # distance of the farthest of them
    share: float  # share of them in class 1


def nearest(k: int, x: float = 3.8, y: float = 3.0, unit: str = "mm/s") -> Neighbors:
    """Return the k rows nearest to the query (x, y); ties go to the lower row."""
    count = check_count("k", k, 1, len(POINTS))
    distance = np.hypot(*((POINTS - [x, y]) * UNITS[unit]).T)
    rows = np.argsort(distance, kind="stable")[:count]
    share = float(CLASSES[rows].mean())
    return Neighbors(POINTS, CLASSES, (x, y), count, unit, distance, rows, float(distance[rows[-1]]), share)


@cache
def n_right(k: int, unit: str) -> int:
    """Return how many rows get their class from the k nearest other rows; a tie keeps running."""
    places = POINTS * UNITS[unit]
    distance = np.hypot(*(places[:, np.newaxis] - places).T)
    np.fill_diagonal(distance, np.inf)
    rows = np.argsort(distance, axis=1, kind="stable")[:, : min(k, len(POINTS) - 1)]
    return int(((CLASSES[rows].mean(axis=1) > 0.5) == CLASSES).sum())


def vote_runs(k: int, step: float = 0.05, unit: str = "mm/s") -> list[tuple[float, float, float, float, str]]:
    """Return stripes of equal vote over the map: left, right, bottom, top, and the name of the vote, or "tie"."""
    across, up = np.arange(0, 8, step) + step / 2, np.arange(0.4, 6.6, step) + step / 2
    places = np.stack(np.meshgrid(across, up), axis=-1)
    distance = np.hypot(*np.moveaxis((places[:, :, np.newaxis] - POINTS) * UNITS[unit], -1, 0))
    rows = np.argsort(distance, axis=2, kind="stable")[:, :, :k]
    votes = np.sign(CLASSES[rows].mean(axis=2) - 0.5).astype(int)  # -1, 0 for a tie, 1
    names = {-1: NAMES[0], 0: "tie", 1: NAMES[1]}
    runs = []
    for y, line in zip(up, votes, strict=True):
        starts = np.flatnonzero(np.r_[True, np.diff(line) != 0])
        for start, end in zip(starts, np.r_[starts[1:], len(line)], strict=True):
            left, right, bottom, top = np.round([start * step, end * step, y - step / 2, y + step / 2], 2).tolist()
            runs.append((left, right, bottom, top, names[int(line[start])]))
    return runs
