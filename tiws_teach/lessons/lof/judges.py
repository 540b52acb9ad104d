"""Judges of notebook 06: LOF by hand, groups of outliers, and a point as its own neighbour."""

import numpy as np

from tiws_teach import lof
from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, compare, exercise, matched, twin

ROAD = np.array([0.0, 1, 3, 5, 6, 12])[:, np.newaxis]
AT_3, AT_5, AT_6, AT_12 = 2, 3, 4, 5
GROUP = 15


@exercise("lof.7", expect.function("factors", "share"))
def known_share(answer: Written) -> Judged:
    """Judge a function that picks the highest factors."""
    rng = np.random.default_rng(0)
    judged: list[Judged] = []
    for n, share in ((20, 0.1), (40, 0.25), (50, 0.06), (20, 0.13), (30, 0.11)):  # the last two: 2.6 and 3.3 rows
        factors = 0.9 + rng.permutation(np.geomspace(0.01, 4, n))
        made = answer.like(factors > 1, factors, share)
        judged.append(_picked(made.astype(bool), factors, round(share * n)))
        if Slip("other number") in judged and np.array_equal(made, answer(factors, 3 * share)):
            return Slip("fixed threshold")
    if judged[:3] == [Right()] * 3 and set(judged[3:]) <= {Right(), Slip("other number")}:
        if set(judged) != {Right()}:
            return Slip("rounding")
        return Slip("none to pick") if np.any(answer(factors, 0.01)) else Right()  # 0.3 of 30 rows
    return judged[0] if len(set(judged)) == 1 else Slip()


def _picked(made: np.ndarray, factors: np.ndarray, wanted: int) -> Judged:
    """Say what was picked: the right rows, other rows, or another number of them."""
    order, picked = np.argsort(-factors), int(made.sum())
    if made[order[:picked]].all():
        return Right() if picked == wanted else Slip("other number")
    return Slip("lowest" if made[order[len(factors) - picked :]].all() else "")


@matched("lof.2", expect.number(0))
def factor_at_the_end_of_the_road() -> Ways:
    """Give the factor of the last house."""
    right = lof.local_outlier_factor(ROAD, 2)[AT_12]
    near = lof.neighborhood(ROAD, 2)
    plain = lof.local_reachability_density(near.distances, near.starts)
    reach = lof.reachability_distance(near.distances, near.k_distance[near.rows])
    own = np.repeat(near.k_distance, near.sizes)
    lifted = lof.local_reachability_density(lof.reachability_distance(near.distances, own), near.starts)
    return {
        "right": right,
        "turned round": 1 / right,
        "plain distances": lof.density_ratio(plain, plain[near.rows], near.starts)[AT_12],
        "own k-distance": lof.density_ratio(lifted, lifted[near.rows], near.starts)[AT_12],
        "no ratio": 1 / lof.local_reachability_density(reach, near.starts)[AT_12],
    }


@twin("lof.3")
def own_neighbour() -> str:
    """Return who made rows their own neighbours."""
    rows = np.random.default_rng(3).normal(size=(60, 2))
    near = lof.neighborhood(rows, 3, queries=rows)
    return "Ada" if any(row in near.of(row) for row in range(len(rows))) else "Bo"


@matched("lof.4", expect.number(0))
def reach_of_a_neighbour() -> Ways:
    """Give one reachability distance."""
    k_distances, near = lof.k_distance(ROAD, 2), abs(ROAD[AT_5] - ROAD[AT_6])
    right, own = (lof.reachability_distance(near, k_distances[[place]])[0] for place in (AT_6, AT_5))
    return {"right": right, "distance": near[0], "own k-distance": own}


@matched("lof.5", expect.whole(1, 5000))
def smallest_k_for_a_group() -> Ways:
    """Give the smallest k that reaches beyond a group."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(60, 2)), [50, 50] + 0.1 * rng.normal(size=(GROUP, 2))])
    reaches = next(k for k in range(1, 30) if _all_reach_out(X, k))
    return {"right": reaches, "companions": GROUP - 1, "one too many": GROUP + 1}


def _all_reach_out(X: np.ndarray, k: int) -> bool:
    """Return whether each of the last rows has a neighbour outside their group."""
    near, first = lof.neighborhood(X, k), len(X) - GROUP
    return all((near.of(row) < first).any() for row in range(first, len(X)))


@matched("lof.6", expect.whole(0, 6))
def neighbours_with_ties() -> Ways:
    """Count the neighbours of a house."""
    right = int(lof.neighborhood(ROAD, 3).sizes[AT_3])
    return {"right": right, "exactly k": 3, "itself": right + 1, "nearest only": 2}


@exercise("lof.1", expect.function("distance", "k"))
def five_lines(answer: Written) -> Judged:
    """Judge a function that computes the factors from a table of distances with an infinite diagonal."""
    cases = []
    cloud = np.random.default_rng(0).normal(size=(20, 2))
    for X, k in ((cloud, 2), (np.column_stack([ROAD, ROAD[::-1]]), 2), (ROAD, 2), (cloud, 3)):
        cases.append((np.abs(X[:, np.newaxis] - X).sum(axis=2) + np.diag([np.inf] * len(X)), k))
    with np.errstate(divide="ignore", invalid="ignore"):  # who has no neighbour divides by 0
        return compare(answer, cases, _by_steps)


def _by_steps(distance: np.ndarray, k: int) -> Ways:
    """Return the factors, and what each slip gives."""
    k_dist, next_one = np.sort(distance, axis=1)[:, k - 1 : k + 1].T
    near, reach = distance <= k_dist[:, np.newaxis], np.maximum(distance, k_dist)
    first = np.argsort(np.argsort(distance, axis=1, kind="stable"), axis=1) < k
    right, dense = _ratios(near, reach)
    return {
        "right": right,
        "next one": _ratios(distance <= next_one[:, np.newaxis], np.maximum(distance, next_one))[0],
        "turned round": 1 / right,
        "exactly k": _ratios(first, reach)[0],
        "whose k-distance": _ratios(distance <= k_dist, reach)[0],
        "less than": _ratios(distance < k_dist[:, np.newaxis], reach)[0],
        "plain distances": _ratios(near, distance)[0],
        "own k-distance": _ratios(near, np.maximum(distance, k_dist[:, np.newaxis]))[0],
        "densities": dense,
        "inf times 0": right * np.nan,
        "always 2": right if k == 2 else _by_steps(distance, 2)["right"],
    }


def _ratios(near: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the factors and the densities, by equations 6.4 and 6.5."""
    sizes = near.sum(axis=1)
    dense = sizes / np.where(near, reach, 0).sum(axis=1)
    return near @ dense / sizes / dense, dense
