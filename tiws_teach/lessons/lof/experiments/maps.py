"""Points on maps and what the local outlier factor says of them: state -> result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._validation import check_choice, check_count, check_number
from tiws_teach.course import paired_wins
from tiws_teach.lof import (
    LocalOutlierFactor,
    density_ratio,
    local_outlier_factor,
    local_reachability_density,
    mean_neighbor_distance,
    neighborhood,
    reachability_distance,
)

SEVEN = pd.DataFrame(
    [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]], index=list("abcdefg"), columns=["east", "north"]
)
"""Seven points for the hand: six of a small town, and one outside."""


def _grid(side: int, step: float, x: float, y: float) -> np.ndarray:
    """Return side times side points, the first at (x, y)."""
    return np.array([[x + step * i, y + step * j] for i in range(side) for j in range(side)])


# all coordinates are whole quarters, so that equal distances are equal numbers
TOWN = np.vstack([_grid(4, 0.5, 1, 2), _grid(3, 2, 5, 1)])
N_DENSE = 16
WIDE, HIGH = 10.0, 6.0


def two_clusters() -> pd.DataFrame:
    """Return two clusters of 25 points, one ten times as dense in each direction, and two points outside.

    Columns east, north and group: "village" (a step of 1), "farms" (a step of 10), "outside": the lodge, 6 from the
    village, and the tower, far from both.
    """
    points = np.vstack([_grid(5, 1, 0, 0), _grid(5, 10, 100, 0), [[10, 2], [50, 100]]])
    names = [*(f"house {i}" for i in range(25)), *(f"farm {i}" for i in range(25)), "lodge", "tower"]
    groups = ["village"] * 25 + ["farms"] * 25 + ["outside"] * 2
    return pd.DataFrame(points, index=names, columns=["east", "north"]).assign(group=groups)


@dataclass(frozen=True)
class Placed:
    """A point among the houses of a village and some farms, its neighbours, and what follows for its factor.

    Attributes
    ----------
    points : ndarray of shape (26, 2)
        The houses, the placed point last.
    k : int
    neighbors : ndarray of int64
        Rows of its neighbours, nearest first.
    distances : ndarray of float
        From the placed point to them.
    reachability : ndarray of float
        Its reachability distances from them.
    k_distance : ndarray of shape (26,)
    density : ndarray of shape (26,)
        Local reachability densities.
    factors : ndarray of shape (26,)
    mean_distances : ndarray of shape (26,)
        To the k nearest, the simple score.
    n_dense : int
        The first so many houses are the village.
    """

    points: np.ndarray
    k: int
    neighbors: np.ndarray
    distances: np.ndarray
    reachability: np.ndarray
    k_distance: np.ndarray
    density: np.ndarray
    factors: np.ndarray
    mean_distances: np.ndarray
    n_dense: int = N_DENSE

    @property
    def rank(self) -> int:
        """Rank of the placed point by the factor, 1 = highest."""
        return _rank_of_last(self.factors)

    @property
    def rank_by_distance(self) -> int:
        """Its rank by the mean distance, 1 = highest."""
        return _rank_of_last(self.mean_distances)


def _rank_of_last(scores: np.ndarray) -> int:
    """Return the rank of the last score, 1 for the highest; sums that differ in the last digits only are equal."""
    return int((scores[:-1] > scores[-1] * (1 + 1e-9)).sum()) + 1


def place_point(x: float = 3.5, y: float = 2.75, k: int = 3, ties: str = "all") -> Placed:
    """Place one point among the houses of a village and some farms, and judge all.

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


def compare_places(places, k: int = 3) -> pd.DataFrame:
    """Put one point at several places of the map, one after the other, and give its two scores and ranks there.

    Index (east, north); columns LOF, "rank by LOF", "mean distance", "rank by distance". Ranks are among all 26 houses,
    1 = highest.
    """
    placed = [place_point(x, y, k) for x, y in places]
    table = {
        "LOF": [result.factors[-1] for result in placed],
        "rank by LOF": [result.rank for result in placed],
        "mean distance": [result.mean_distances[-1] for result in placed],
        "rank by distance": [result.rank_by_distance for result in placed],
    }
    return pd.DataFrame(table, index=pd.MultiIndex.from_tuples(places, names=["east", "north"]))


# clouds by the random generator -------------------------------------------------------------------------------------


def cloud_sample(seed: int = 0) -> pd.DataFrame:
    """Draw a dense cloud, a wide one, and six points around the dense one.

    The dense cloud has 100 points with a standard deviation of 0.3, the wide one 100 with 3, its middle 10 away; the
    six lie on a circle of 1.6 around the middle of the dense one.

    Columns x, y and group: "dense cloud", "wide cloud", "odd points", in this order.
    """
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi, 6)
    dense, wide = 0.3 * rng.normal(size=(100, 2)), [10, 0] + 3 * rng.normal(size=(100, 2))
    points = np.vstack([dense, wide, 1.6 * np.column_stack([np.cos(angle), np.sin(angle)])])
    groups = ["dense cloud"] * 100 + ["wide cloud"] * 100 + ["odd points"] * 6
    return pd.DataFrame(points, columns=["x", "y"]).assign(group=groups)


def two_clouds(n_seeds: int = 50, ks=(5, 10, 20)) -> pd.DataFrame:
    """Count in the samples of `cloud_sample` how many of the six odd points stand among the six highest scores.

    Columns seed, k, LOF and mean distance (hits, of six).
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X = cloud_sample(seed)[["x", "y"]]
        rows += [{"seed": seed, "k": k, **hits(X, 6, k)} for k in ks]
    return pd.DataFrame(rows)


def uniform_scores(ks=(5, 10, 20, 50), n_seeds: int = 20, n_features: int = 2, n_rows: int = 500) -> pd.DataFrame:
    """Return the highest factors among points that lie evenly at random, without any outlier.

    Index k; columns "median highest" (median over the seeds of the highest factor), "above 1.5" (mean number of points
    above 1.5), "seeds with any above 1.5".
    """
    highest, above = [], []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X = np.random.default_rng(seed).uniform(size=(n_rows, n_features))
        factors = [local_outlier_factor(X, k) for k in ks]
        highest.append([factor.max() for factor in factors])
        above.append([(factor > 1.5).sum() for factor in factors])
    table = {"median highest": np.median(highest, axis=0), "above 1.5": np.mean(above, axis=0)}
    return pd.DataFrame(
        {**table, "seeds with any above 1.5": (np.array(above) > 0).sum(axis=0)}, index=pd.Index(ks, name="k")
    )


def edge_of_the_square(k: int = 5, border: float = 1.5, width: float = 0.05, n_seeds: int = 20) -> pd.Series:
    """Tell where the points above a border lie, of those of `uniform_scores` in the plane.

    "points above the border" and "of these at the edge" (numbers over all seeds), "share at the edge" (the second
    divided by the first), "share of the area" (of the strip).
    """
    above = at_the_edge = 0
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X = np.random.default_rng(seed).uniform(size=(500, 2))
        high = X[local_outlier_factor(X, k) > border]
        above += len(high)
        at_the_edge += int((np.minimum(high, 1 - high).min(axis=1) < width).sum())
    return pd.Series(
        {
            "points above the border": above,
            "of these at the edge": at_the_edge,
            "share at the edge": at_the_edge / above if above else np.nan,
            "share of the area": 1 - (1 - 2 * width) ** 2,
        }
    )


def group_by_k(ks=(3, 5, 8, 9, 10, 12, 15, 20, 30), size: int = 10, n_seeds: int = 20) -> pd.DataFrame:
    """Return what the factor says of a small group of outliers, by the number of neighbours.

    Two hundred points of a Gaussian cloud with standard deviation 1, and a group with 0.3 around (6, 6).

    Index k; means over the seeds: "median of the group" and "highest of the others" (factors), "found" (how many of the
    group stand among the `size` highest).
    """
    found = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        rng = np.random.default_rng(seed)
        X = np.vstack([rng.normal(size=(200, 2)), [6, 6] + 0.3 * rng.normal(size=(size, 2))])
        factors = [local_outlier_factor(X, k) for k in ks]
        found.append([(np.median(f[200:]), f[:200].max(), _among_the_highest(f, size)) for f in factors])
    columns = ["median of the group", "highest of the others", "found"]
    return pd.DataFrame(np.mean(found, axis=0), index=pd.Index(ks, name="k"), columns=columns)


def highest_by_features(numbers=(2, 10, 30), k: int = 5, n_seeds: int = 20) -> pd.Series:
    """Return the median over the seeds of the highest factor of 500 points evenly at random, by number of features.

    Index features.
    """
    found = [uniform_scores([k], n_seeds, n_features)["median highest"].iloc[0] for n_features in numbers]
    return pd.Series(found, index=pd.Index(numbers, name="features"), name="median highest")


def asked_again(ks=(1, 3, 10), n_rows: int = 200, seed: int = 0) -> pd.DataFrame:
    """Judge the same rows twice: each among the others, and as if they were new.

    Index k; for "among the others" and "asked as new" the lowest and the highest factor. In the second each row is its
    own nearest neighbour.
    """
    X = np.random.default_rng(seed).normal(size=(n_rows, 2))
    rows = []
    for k in ks:
        model = LocalOutlierFactor(k, novelty=True).fit(X)
        factors = {"among the others": -model.negative_outlier_factor_, "asked as new": -model.score_samples(X)}
        rows.append({(way, end): getattr(f, end)() for way, f in factors.items() for end in ("min", "max")})
    table = pd.DataFrame(rows, index=pd.Index(ks, name="k"))
    return table.set_axis(pd.MultiIndex.from_tuples(table.columns), axis=1)


# counting -----------------------------------------------------------------------------------------------------------


def hits(X, n_last: int, k: int) -> dict[str, int]:
    """Count how many of the last rows stand among the as many highest scores.

    For LOF and for the mean distance.
    """
    scores = {"LOF": local_outlier_factor(X, k), "mean distance": mean_neighbor_distance(X, k)}
    return {name: _among_the_highest(score, n_last) for name, score in scores.items()}


def _among_the_highest(score: np.ndarray, n_last: int) -> int:
    """Count the last rows among the highest scores; of equal scores the earlier row first."""
    highest = np.argsort(-score, kind="stable")[:n_last]
    return int((highest >= len(score) - n_last).sum())


def compare_hits(results: pd.DataFrame, first: str, second: str, by: str | list[str] = "k") -> pd.DataFrame:
    """Return mean hits of two columns, and in how many seeds each finds more.

    Index `by`; the two means, "<first> ahead", "equal", "<second> ahead" (numbers of seeds).
    """
    check_choice("first", first, list(results.columns))
    check_choice("second", second, list(results.columns))
    wide = results.set_index(by)[[first, second]]
    counted = paired_wins(wide[first] - wide[second], by, f"{first} ahead", f"{second} ahead")
    return wide.groupby(level=by, sort=False).mean().join(counted.drop(columns="mean difference"))
