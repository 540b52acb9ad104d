"""Homework of lesson 06: a reachability distance, and a factor."""

import numpy as np

from tiws_teach import lof
from tiws_teach.course.homework import expect, item


def _road(rng: np.random.Generator) -> np.ndarray:
    near = np.sort(rng.choice(np.arange(400), 5, replace=False))
    return np.append(near, near[-1] + rng.integers(90, 300)) / 10


@item(expect.number(0))
def reach(rng: np.random.Generator) -> tuple:
    road = _road(rng)
    gap, own, other = road[3] - road[2], *lof.k_distance(road[:, np.newaxis], 2)[2:4]
    return {"road": road}, {"right": max(gap, other), "distance": gap, "own k-distance": max(gap, own)}


@item(expect.number(0), within=0.0006)
def factor(rng: np.random.Generator) -> tuple:
    road = _road(rng)
    near = lof.neighborhood(road[:, np.newaxis], 2)
    reaches = (lof.reachability_distance(near.distances, near.k_distance[near.rows]), near.distances)
    densities = [lof.local_reachability_density(far, near.starts) for far in reaches]
    right, plain = (float(lof.density_ratio(one, one[near.rows], near.starts)[-1]) for one in densities)
    ways = {"right": right, "plain distances": plain, "turned round": 1 / right}
    return {"road": road}, ways | {"no ratio": 1 / densities[0][-1]}
