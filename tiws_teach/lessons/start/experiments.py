"""The rows nearest to a query among a few points: state -> result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tiws_teach._validation import check_count

# Two features of sixteen rows and their class: small enough to count by eye.
POINTS = np.array(
    [
        [1.0, 2.1], [1.6, 3.4], [2.2, 1.3], [2.9, 2.6], [1.9, 4.8], [3.3, 3.9], [0.8, 3.9], [3.6, 1.1],
        [5.1, 4.4], [6.0, 3.1], [4.6, 5.6], [6.6, 4.7], [5.4, 2.2], [7.1, 2.5], [4.3, 3.4], [6.2, 5.9],
    ]
)  # fmt: skip
CLASSES = np.repeat([0, 1], 8)


@dataclass(frozen=True)
class Neighbors:
    """The nearest rows to a query, and the share of them in class 1."""

    points: np.ndarray  # (16, 2), all rows
    classes: np.ndarray  # (16,), their class, 0 or 1
    query: tuple[float, float]  # the point whose class is asked for
    k: int  # number of neighbours
    rows: np.ndarray  # (k,), the nearest rows, nearest first
    radius: float  # distance of the farthest of them
    share: float  # share of them in class 1


def nearest(k: int, x: float = 3.8, y: float = 3.0) -> Neighbors:
    """Return the k rows nearest to the query (x, y); ties go to the lower row."""
    count = check_count("k", k, 1, len(POINTS))
    distance = np.hypot(*(POINTS - [x, y]).T)
    rows = np.argsort(distance, kind="stable")[:count]
    return Neighbors(POINTS, CLASSES, (x, y), count, rows, float(distance[rows[-1]]), float(CLASSES[rows].mean()))


def vote_runs(k: int, step: float = 0.05) -> list[tuple[float, float, float, float, str]]:
    """Return stripes of equal vote over the map: left, right, bottom, top, and "class 0", "class 1" or "tie"."""
    across, up = np.arange(0, 8, step) + step / 2, np.arange(0.4, 6.6, step) + step / 2
    places = np.stack(np.meshgrid(across, up), axis=-1)
    distance = np.hypot(*np.moveaxis(places[:, :, np.newaxis] - POINTS, -1, 0))
    rows = np.argsort(distance, axis=2, kind="stable")[:, :, :k]
    votes = np.sign(CLASSES[rows].mean(axis=2) - 0.5).astype(int)  # -1, 0 for a tie, 1
    names = {-1: "class 0", 0: "tie", 1: "class 1"}
    runs = []
    for y, line in zip(up, votes, strict=True):
        starts = np.flatnonzero(np.r_[True, np.diff(line) != 0])
        for start, end in zip(starts, np.r_[starts[1:], len(line)], strict=True):
            left, right, bottom, top = np.round([start * step, end * step, y - step / 2, y + step / 2], 2).tolist()
            runs.append((left, right, bottom, top, names[int(line[start])]))
    return runs
