"""Ten points for hand arithmetic, and posterior fields of points that can be moved: state -> result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tiws_teach._validation import check_count, fail
from tiws_teach.datasets import make_gaussian_classes
from tiws_teach.kcnn import conditional_distances, conditional_posteriors
from tiws_teach.lessons.kcnn.experiments.rules import FRESH_SEED, expected_error, search

POINTS = np.array([[0, 0], [1, 0], [0, 2], [3, 1], [2, 2], [4, 4], [5, 3], [4, 1], [3, 4], [6, 0]], dtype=float)
CLASSES = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 2])
QUERIES = {"q1": (2.0, 1.0), "q2": (4.0, 2.0), "q3": (5.0, 1.0)}

# Two features and the class of the points that the explorer starts with.
START = (
    (1.0, 1.4, 0), (1.8, 3.6, 0), (2.6, 2.2, 0), (3.4, 4.6, 0), (3.0, 0.8, 0), (4.8, 3.4, 0), (1.2, 5.0, 0),
    (4.4, 1.6, 1), (5.6, 2.4, 1), (6.4, 4.2, 1), (5.2, 5.2, 1), (7.0, 1.4, 1), (4.2, 3.0, 1), (6.6, 5.6, 1),
)  # fmt: skip
LIMITS = (8.0, 6.4)  # of the two features, from 0 on
_SHAPE = (49, 61)  # lines and columns of the grid

Point = tuple[float, float, int]


@dataclass(frozen=True)
class Reach:
    """Distances from a query to the k-th nearest row of every class, and the posteriors that follow."""

    points: np.ndarray  # (n_points, 2)
    classes: np.ndarray  # (n_points,)
    query: tuple[float, float]
    k: int
    distances: np.ndarray  # (n_classes,), to the k-th nearest row of each class; infinite if it has fewer
    posteriors: np.ndarray  # (n_classes,)


def reach(query: tuple[float, float], k: int, smoothing: float = 1.0) -> Reach:
    """Return the distances from a query to the k-th nearest row of every class (Gweon, 2017, Figure 3.2)."""
    distances = conditional_distances([query], POINTS, CLASSES, k)[0, k - 1]
    return Reach(POINTS, CLASSES, query, k, distances, conditional_posteriors(distances, 2, smoothing))


@dataclass(frozen=True)
class Field:
    """The posterior of class 1 over a grid, for one rule."""

    points: np.ndarray  # (n_points, 2)
    classes: np.ndarray  # (n_points,), 0 or 1
    method: str  # "vote" or "kCNN" or "EkCNN"
    k: int
    smoothing: float
    x: np.ndarray  # places of the columns and of the lines of the grid
    y: np.ndarray
    posterior: np.ndarray  # (n_lines, n_columns), of class 1
    chosen: int | None = None  # the point that is being moved

    @property
    def too_small(self) -> list[int]:
        """The classes that have fewer than k points."""
        return np.flatnonzero(np.bincount(self.classes, minlength=2) < self.k).tolist()

    @property
    def levels(self) -> int:
        """The number of different posteriors on the grid, to three decimals."""
        return len(np.unique(self.posterior.round(3)))

    @property
    def share_of_one(self) -> float:
        """The share of the grid in which class 1 is predicted; a tie, also a rounded one, is class 0."""
        return float((self.posterior > 0.5 + 1e-9).mean())

    @property
    def steepest(self) -> float:
        """The greatest difference of the posterior between neighbouring places of the grid."""
        steps = (np.abs(np.diff(self.posterior, axis=axis)).max() for axis in (0, 1))
        return float(max(steps))


def field_of(X: Any, y: Any, method: str, k: int, smoothing: float, limits: Sequence[float]) -> Field:
    """Return the posterior of class 1 over a grid of two features (Gweon, 2017, section 3.4.2)."""
    points, classes = np.asarray(X, dtype=float), np.asarray(y)
    across, up = np.linspace(limits[0], limits[1], _SHAPE[1]), np.linspace(limits[2], limits[3], _SHAPE[0])
    places = np.column_stack([axis.ravel() for axis in np.meshgrid(across, up)])
    searched = search(points, classes, places, check_count("k", k, 1), n_classes=2)
    posterior = searched.posteriors(method, k, smoothing)[:, 1].reshape(_SHAPE)
    return Field(points, classes, method, k, smoothing, across, up, posterior)


@lru_cache(maxsize=512)  # moved points make ever new states
def field(points: tuple[Point, ...], method: str, k: int, smoothing: float) -> Field:
    """Return the posterior field for one state of the explorer: computed once for each."""
    table = np.array(points, dtype=float).reshape(-1, 3)
    largest = int(np.bincount(table[:, 2].astype(int), minlength=2).max())
    if k > largest and method != "vote":
        fail("k", f"be in [1, {largest}], the size of the larger class", k, "Lower k, or add points.")
    return field_of(table[:, :2], table[:, 2].astype(int), method, k, smoothing, (0, LIMITS[0], 0, LIMITS[1]))


@dataclass(frozen=True)
class Fields:
    """Posterior fields of several rules on the same rows, and the true one."""

    fields: list[list[Field]]  # a line for each method, in it a field for each k
    truth: np.ndarray  # (n_lines, n_columns), the true posterior of class 1 on the same grid
    bayes_error: float  # the Bayes error: the smallest possible error rate on the test rows
    errors: list[list[float]]  # the expected error rate of each rule on the same test rows


def fields(methods: Sequence[str], ks: Sequence[int], n_known: int = 200) -> Fields:
    """Return fields of several methods and k, classes with a curved boundary (Gweon, 2017, Figures 3.9 to 3.11)."""
    known = make_gaussian_classes(n_known, random_state=0)
    fresh = make_gaussian_classes(2000, random_state=FRESH_SEED)
    searched, truth = search(known.data, known.target, fresh.data, max(ks), 2), known.posterior(fresh.data)
    limits = (-3.5, 3.5, -3.2, 3.6)
    drawn = [[field_of(known.data, known.target, name, k, 1.0, limits) for k in ks] for name in methods]
    first = drawn[0][0]
    places = np.column_stack([axis.ravel() for axis in np.meshgrid(first.x, first.y)])
    return Fields(
        fields=drawn,
        truth=known.posterior(places)[:, 1].reshape(first.posterior.shape),
        bayes_error=expected_error(truth, truth),
        errors=[[expected_error(searched.posteriors(name, k), truth) for k in ks] for name in methods],
    )


def bent(probability: Any, power: float) -> np.ndarray:
    """Return the probability whose odds are those of the given one, raised to a power (Gweon, 2017, equation 3.7)."""
    p = np.asarray(probability, dtype=float)
    return p**power / (p**power + (1 - p) ** power)
