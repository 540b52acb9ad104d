"""Points on maps and their local outlier factors: state -> result."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._validation import check_count, check_number
from tiws_teach.lof import (
    density_ratio,
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
    """A lodge placed among the houses of a village and some farms, with its neighbours and the scores of all houses."""

    points: np.ndarray  # (26, 2) or (29, 2): the houses, then the lodge's companions, the lodge last
    k: int
    neighbors: np.ndarray  # rows of its neighbours, nearest first
    distances: np.ndarray  # from the lodge to them
    reachability: np.ndarray  # its reachability distances from its neighbours
    k_distance: np.ndarray  # (n_houses,)
    density: np.ndarray  # (n_houses,), local reachability densities
    factors: np.ndarray  # (n_houses,)
    mean_distances: np.ndarray  # (n_houses,), to the k nearest: the everyday score

    def rank(self, scores: np.ndarray) -> int:
        """Return the rank of the lodge, 1 for the highest; scores that differ only by rounding are equal."""
        return int((scores[:-1] > scores[-1] * (1 + 1e-9)).sum()) + 1


def place_lodge(x: float = 3.5, y: float = 2.75, k: int = 3, companions: bool = False) -> Placed:
    """Place a lodge, alone or as the corner of a square of four, among the houses, and score all of them.

    Source: Breunig et al. (2000), Definitions 3 to 7.
    """
    x, y, k = check_number("x", x, 0, WIDE), check_number("y", y, 0, HIGH), check_count("k", k, 1, 12)
    points = np.vstack([TOWN, _grid(2, 0.25, x, y)[:0:-1] if companions else TOWN[:0], [[x, y]]])
    near = neighborhood(points, k)
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


def cloud_sample(seed: int = 0, spread: float = 10, around: str = "dense") -> pd.DataFrame:
    """Draw 100 points of a dense cloud, 100 of one that is wider, and six odd points on a circle around either."""
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi, 6)
    dense, wide = 0.3 * rng.normal(size=(100, 2)), [40, 0] + 0.3 * spread * rng.normal(size=(100, 2))
    circle = 1.6 * np.column_stack([np.cos(angle), np.sin(angle)])
    points = np.vstack([dense, wide, circle if around == "dense" else [40, 0] + spread * circle])
    groups = ["dense cloud"] * 100 + ["wide cloud"] * 100 + ["odd points"] * 6
    return pd.DataFrame(points, columns=["x", "y"]).assign(group=groups)
