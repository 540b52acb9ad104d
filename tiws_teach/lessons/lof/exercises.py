"""Exercises of notebook 06: LOF by hand, groups of outliers, and a point as its own neighbour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tiws_teach.course.exercises import exercise, function, match_number, number, pair, whole
from tiws_teach.lof import (
    density_ratio,
    k_distance,
    local_outlier_factor,
    local_reachability_density,
    neighborhood,
    reachability_distance,
)

ROAD = np.array([0.0, 1, 3, 5, 6, 12])[:, np.newaxis]
AT_3, AT_5, AT_6, AT_12 = 2, 3, 4, 5
GROUP = 15
TWINS = ("Ada", "Bo")
RULES = ("leave out itself", "all ties", "whose k-distance")


@exercise(
    "lof.1",
    expects=function("factors", "share"),
    hints=[
        "The number of rows to pick is round(share * len(factors)). It may be 0.",
        "np.argsort(-factors) gives the rows with the highest factor first. Start from an array of False.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return True or False for each row.",
        "other shape": "The result does not have one entry, True or False, for each row.",
        "lowest": "Your function picks the *lowest* factors. Outliers have the highest.",
        "fixed threshold": "Your function uses a fixed threshold or number. The number has to follow from the share.",
        "other number": "Your function picks the highest factors, but not as many as the share says.",
        "rounding": "Right when share times rows is a whole number. Otherwise round to the *nearest* whole number.",
        "none to pick": "Right, unless the number rounds to 0: then pick no row. (Of an array, [-0:] is everything.)",
    },
    praise="You did not have to choose a threshold: the share says how many rows, and the factors say which.",
)
def known_share(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that picks the highest factors."""
    rng = np.random.default_rng(0)
    said: list[bool | str] = []
    for n, share in ((20, 0.1), (40, 0.25), (50, 0.06), (20, 0.13), (30, 0.11)):  # the last two: 2.6 and 3.3 rows
        factors = 0.9 + rng.permutation(np.geomspace(0.01, 4, n))
        made = answer(factors.copy(), share)
        if made is None or made is ...:
            return "nothing returned"
        made = np.asarray(made)
        if made.shape != (n,) or not np.isin(made, (0, 1)).all():
            return "other shape"
        said.append(_picked(made.astype(bool), factors, round(share * n)))
        if "other number" in said and np.array_equal(made, answer(factors.copy(), 3 * share)):
            return "fixed threshold"
    if said[:3] == [True] * 3 and set(said[3:]) <= {True, "other number"}:
        picks_of_none = np.any(answer(factors.copy(), 0.01))  # 0.3 of 30 rows
        return "rounding" if set(said) != {True} else "none to pick" if picks_of_none else True
    return said[0] if len(set(said)) == 1 else False


def _picked(made: np.ndarray, factors: np.ndarray, wanted: int) -> bool | str:
    """Say what was picked: the right rows, other rows, or another number of them."""
    order = np.argsort(-factors)
    picked = int(made.sum())
    if made[order[:picked]].all():
        return True if picked == wanted else "other number"
    return "lowest" if made[order[len(factors) - picked :]].all() else False


@exercise(
    "lof.2",
    expects=number(0),
    hints=[
        "The neighbours of 12 are 6 and 5. First the mean reachability distance of 12, then those of 6 and of 5.",
        "Divide the mean of the neighbours' densities, 1/2.5, by the density at 12, 1/6.5.",
    ],
    misconceptions={
        "turned round": "You divided its own density by that of the neighbours. An outlier has a *large* factor.",
        "plain distances": "You averaged plain distances. Take the reachability distances, for the neighbours too.",
        "own k-distance": "You took the k-distance of the point itself. In reach(p, o) it is that of the neighbour o.",
        "no ratio": "That is the mean reachability distance of 12. Divide it by that of the neighbours.",
    },
    praise="Around 12 it is 2.6 times sparser than around its neighbours.",
)
def factor_at_the_end_of_the_road(answer: float) -> bool | str:
    """Give the factor of the last house."""
    right = local_outlier_factor(ROAD, 2)[AT_12]
    near = neighborhood(ROAD, 2)
    plain = local_reachability_density(near.distances, near.starts)
    reach = reachability_distance(near.distances, near.k_distance[near.rows])
    own = np.repeat(near.k_distance, near.sizes)
    lifted = local_reachability_density(reachability_distance(near.distances, own), near.starts)
    wrong = {
        "turned round": 1 / right,
        "plain distances": density_ratio(plain, plain[near.rows], near.starts)[AT_12],
        "own k-distance": density_ratio(lifted, lifted[near.rows], near.starts)[AT_12],
        "no ratio": 1 / local_reachability_density(reach, near.starts)[AT_12],
    }
    return match_number(answer, right, wrong)


@exercise(
    "lof.3",
    expects=pair(TWINS, RULES, ("Bo", "all ties")),
    hints=[
        "No two of the 60 rows are equal. Print apart.min() for both colleagues. What would a 0 mean?",
        "Compare the diagonals of the two tables `apart` with the diagonal of `distance` in section 3.",
    ],
    misconceptions={
        "right rule": "The rule is right, but the person is not. Print apart.min() for both colleagues.",
        "ties": "Without equal distances, both rules for ties give the same result. Look at the other colleague.",
        "same line": "That line is the same for both colleagues. Look at their tables of distances.",
        "wrong rule": "The person is right, but the rule is not. Print apart.min(): between which points is that?",
    },
    praise="With 0 on the diagonal each row is its own nearest neighbour, in place of a real one.",
)
def own_neighbour(answer: tuple[str, str]) -> bool | str:
    """Name the colleague who made rows their own neighbours, and the broken rule."""
    rows = np.random.default_rng(3).normal(size=(60, 2))
    found = {"Ada": neighborhood(rows, 3, queries=rows), "Bo": neighborhood(rows, 3)}
    own = {name: any(row in near.of(row) for row in range(len(rows))) for name, near in found.items()}
    person, rule = answer
    if not own[person]:
        return {RULES[0]: "right rule", RULES[1]: "ties"}.get(rule, "same line")
    return True if rule == RULES[0] else "wrong rule"


@exercise(
    "lof.4",
    expects=number(0),
    hints=[
        "You need two numbers: the distance between the two houses, and the k-distance of one of them. Which one?",
        "The k-distance of the neighbour, the house at 6: how far is its second nearest?",
    ],
    misconceptions={
        "distance": "That is the plain distance. A reachability distance is at least the neighbour's k-distance.",
        "own k-distance": "You took the k-distance of the house at 5. Take that of the neighbour, the house at 6.",
    },
    praise="The second nearest house to 6 is the one at 3. So no house counts as nearer to 6 than 3 km.",
)
def reach_of_a_neighbour(answer: float) -> bool | str:
    """Give one reachability distance."""
    k_distances, near = k_distance(ROAD, 2)[:, np.newaxis], abs(ROAD[AT_5] - ROAD[AT_6])
    right = reachability_distance(near, k_distances[AT_6])[0]
    wrong = {"distance": float(near[0]), "own k-distance": reachability_distance(near, k_distances[AT_5])[0]}
    return match_number(answer, right, wrong)


@exercise(
    "lof.5",
    expects=whole(1, 5000),
    hints=[
        "How many companions does each of the 15 have inside the group?",
        "With that many neighbours, all of them may be companions. One more has to come from outside.",
    ],
    misconceptions={
        "companions": "Each of the 15 has this many companions, so all its neighbours may still be in the group.",
        "one too many": "A smaller k is enough: a point is not its own neighbour.",
    },
    praise="Each has 14 companions, so the fifteenth neighbour comes from outside. That is the minimum: in section 8, "
    "with k equal to the size of the group, most of the group was still missed. Use a larger k.",
)
def smallest_k_for_a_group(answer: int) -> bool | str:
    """Give the smallest k that reaches beyond a group."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(60, 2)), [50, 50] + 0.1 * rng.normal(size=(GROUP, 2))])
    reaches = [k for k in range(1, 30) if _all_reach_out(X, k)]
    return match_number(answer, reaches[0], {"companions": GROUP - 1, "one too many": GROUP + 1})


def _all_reach_out(X: np.ndarray, k: int) -> bool:
    """Return whether each of the last rows has a neighbour outside their group."""
    near, first = neighborhood(X, k), len(X) - GROUP
    return all((near.of(row) < first).any() for row in range(first, len(X)))


@exercise(
    "lof.6",
    expects=whole(0, 6),
    hints=[
        "Write down the five distances from 3, smallest first. Which is the third?",
        "All houses that are no farther away than the third nearest are neighbours.",
    ],
    misconceptions={
        "exactly k": "The third and the fourth nearest are equally far away. What does the definition do with ties?",
        "itself": "Did you count the house itself? A point is not its own neighbour.",
        "nearest only": "You counted only the two nearest. The k-distance is the distance to the third nearest.",
    },
    praise="Two houses at 2 km and two at 3 km: the k-distance is 3, and both houses of the tie are neighbours.",
)
def neighbours_with_ties(answer: int) -> bool | str:
    """Count the neighbours of a house."""
    right = int(neighborhood(ROAD, 3).sizes[AT_3])
    wrong = {"exactly k": 3, "itself": right + 1, "nearest only": 2}
    return match_number(answer, right, wrong)
