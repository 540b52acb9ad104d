"""Points on maps and their local outlier factors: state -> result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._validation import check_choice, check_count, check_number
from tiws_teach.course import paired_wins
from tiws_teach.lof import (
    density_ratio,
    local_outlier_factor,
    local_reachability_density,
    mean_neighbor_distance,
    neighborhood,
    reachability_distance,
)


def _grid(side: int, step: float, x: float, y: float) -> np.ndarray:
    """Return a square grid of side * side points, the first at (x, y)."""
    return np.array([[x + step * i, y + step * j] for i in range(side) for j in range(side)])


# all coordinates are multiples of a quarter, so that equal distances are equal floats
TOWN = np.vstack([_grid(4, 0.5, 1, 2), _grid(3, 2, 5, 1)])
N_DENSE = 16
WIDE, HIGH = 10.0, 6.0


@dataclass(frozen=True)
class Placed:
    """A point placed among the houses of a village and some farms, with its neighbours and factors."""

    points: np.ndarray  # (26, 2), the houses, the placed point last
    k: int
    neighbors: np.ndarray  # rows of its neighbours, nearest first
    distances: np.ndarray  # from the placed point to them
    reachability: np.ndarray  # its reachability distances from its neighbours
    k_distance: np.ndarray  # (26,)
    density: np.ndarray  # (26,), local reachability densities
    factors: np.ndarray  # (26,)
    mean_distances: np.ndarray  # (26,), to the k nearest: the simple score
    n_dense: int = N_DENSE  # number of houses in the village; they come first

    @property
    def rank(self) -> int:
        """Rank of the placed point by the factor, 1 = highest."""
        return _rank_of_last(self.factors)

    @property
    def rank_by_distance(self) -> int:
        """Its rank by the mean distance, 1 = highest."""
        return _rank_of_last(self.mean_distances)


def _rank_of_last(scores: np.ndarray) -> int:
    """Return the rank of the last score, 1 for the highest; scores that differ only by rounding are equal."""
    return int((scores[:-1] > scores[-1] * (1 + 1e-9)).sum()) + 1


def place_point(x: float = 3.5, y: float = 2.75, k: int = 3, ties: str = "all") -> Placed:
    """Place one point among the houses of a village and some farms, and score all of them.

    Source: Breunig et al. (2000), Definitions 3 to 7.
    """
    x, y, k = check_number("x", x, 0, WIDE), check_number("y", y, 0, HIGH), check_count("k", k, 1, 12)
    points = np.vstack([TOWN, [[x, y]]])
    near = neighborhood(points, k, ties)
    reach = reachability_distance(near.distances, near.k_distance[near.rows])
    density = local_reachability_density(reach, near.starts)
    own = slice(near.starts[-2], near.starts[-1])
    return Placed(
        points=points,
        k=k,
        neighbors=near.rows[own],
        distances=near.distances[own],
        reachability=reach[own],
        k_distance=near.k_distance,
        density=density,
        factors=density_ratio(density, density[near.rows], near.starts),
        mean_distances=mean_neighbor_distance(points, k),
    )


# clouds by the random generator -------------------------------------------------------------------------------------


def cloud_sample(seed: int = 0) -> pd.DataFrame:
    """Draw 100 points of a dense and of a wide cloud, and six odd points on a circle around the dense one."""
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi, 6)
    dense, wide = 0.3 * rng.normal(size=(100, 2)), [10, 0] + 3 * rng.normal(size=(100, 2))
    points = np.vstack([dense, wide, 1.6 * np.column_stack([np.cos(angle), np.sin(angle)])])
    groups = ["dense cloud"] * 100 + ["wide cloud"] * 100 + ["odd points"] * 6
    return pd.DataFrame(points, columns=["x", "y"]).assign(group=groups)


# counting -----------------------------------------------------------------------------------------------------------


def hits(X, n_last: int, k: int) -> dict[str, int]:
    """Count for LOF and for the mean distance how many of the last rows are among the n_last highest scores."""
    scores = {"LOF": local_outlier_factor(X, k), "mean distance": mean_neighbor_distance(X, k)}
    return {name: _among_the_highest(score, n_last) for name, score in scores.items()}


def _among_the_highest(score: np.ndarray, n_last: int) -> int:
    """Count the last rows among the highest scores; among equal scores the earlier row comes first."""
    highest = np.argsort(-score, kind="stable")[:n_last]
    return int((highest >= len(score) - n_last).sum())


def compare_hits(results: pd.DataFrame, first: str, second: str, by: str | list[str] = "k") -> pd.DataFrame:
    """Return the mean hits of two columns, and in how many seeds each finds more."""
    check_choice("first", first, list(results.columns))
    check_choice("second", second, list(results.columns))
    wide = results.set_index(by)[[first, second]]
    counted = paired_wins(wide[first] - wide[second], by, f"{first} ahead", f"{second} ahead")
    return wide.groupby(level=by, sort=False).mean().join(counted.drop(columns="mean difference"))
