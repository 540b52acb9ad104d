"""Homework of lesson 06: a reachability distance, and a factor."""

from __future__ import annotations

import numpy as np

from tiws_teach import lof
from tiws_teach.course import expect
from tiws_teach.course.homework import Drawn, item


def _road(rng: np.random.Generator) -> np.ndarray:
    """Draw the places of six houses on a road, the last one far away."""
    near = np.sort(rng.choice(np.arange(12), 5, replace=False))
    return np.append(near, near[-1] + rng.integers(4, 9)).astype(float)


@item(expect.number(0))
def reach(rng: np.random.Generator) -> Drawn:
    """Give the reachability distance of the third house from the fourth."""
    road = _road(rng)
    distances = lof.k_distance(road[:, np.newaxis], 2)
    gap = road[3] - road[2]
    ways = {"right": max(gap, distances[3]), "distance": gap, "own k-distance": max(gap, distances[2])}
    return Drawn({"road": road}, ways)


@item(expect.number(0))
def factor(rng: np.random.Generator) -> Drawn:
    """Give the factor of the last house."""
    road = _road(rng)
    near = lof.neighborhood(road[:, np.newaxis], 2)
    reach = lof.reachability_distance(near.distances, near.k_distance[near.rows])
    density, plain = (lof.local_reachability_density(far, near.starts) for far in (reach, near.distances))
    right = lof.density_ratio(density, density[near.rows], near.starts)[-1]
    ways = {"right": right, "turned round": 1 / right, "no ratio": 1 / density[-1]}
    ways["plain distances"] = lof.density_ratio(plain, plain[near.rows], near.starts)[-1]
    return Drawn({"road": road}, ways)
