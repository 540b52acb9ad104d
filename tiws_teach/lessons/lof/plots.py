"""Draw points with their scores, circles of k-distances, and the parts of the local outlier factor."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from tiws_teach.lessons.lof.experiments.maps import Placed
from tiws_teach.plots import COLORS, LINES, MARKERS

GROUPS = {"village": (MARKERS[0], COLORS[0]), "farms": (MARKERS[1], COLORS[1]), "outside": (MARKERS[2], COLORS[2])}


def plot_scored_groups(table: pd.DataFrame, score: str, figure: Figure) -> Figure:
    """Draw points on a map, and next to it their scores from the highest to the lowest."""
    place, order = figure.subplots(1, 2, width_ratios=(1.1, 1))
    closer = place.inset_axes((0.14, 0.24, 0.46, 0.42))  # on the map the village is a single blot
    rank = table[score].rank(ascending=False, method="first")
    for name, (marker, color) in GROUPS.items():
        part = table[table["group"] == name]
        look = {"marker": marker, "color": color, "edgecolors": "black", "linewidths": 0.5}
        place.scatter(part["east"], part["north"], s=10 if name != "outside" else 80, label=name, **look)
        closer.scatter(part["east"], part["north"], s=14 if name != "outside" else 60, **look)
        order.scatter(rank[part.index], part[score], s=10 if name != "outside" else 80, **look)
    for name, row in table[table["group"] == "outside"].iterrows():
        place.annotate(str(name), (row["east"], row["north"]), xytext=(9, -4), textcoords="offset points")
        order.annotate(str(name), (rank[name], row[score]), xytext=(9, -4), textcoords="offset points")
    dense = table[table["group"] == "village"]
    closer.set(xlim=(dense["east"].min() - 1, dense["east"].max() + 8), xticks=[], yticks=[], aspect="equal")
    closer.set_ylim(dense["north"].min() - 1.5, dense["north"].max() + 1.5)
    closer.set_title("the village, closer", fontsize=10)
    place.indicate_inset_zoom(closer, edgecolor="black")
    place.set(xlabel="east", ylabel="north", aspect="equal")
    place.legend(frameon=False, fontsize=10, loc="upper left")
    order.set(xlabel="rank by the score, 1 = highest", ylabel=score, ylim=(0, 1.12 * table[score].max()))
    return figure


def describe_scored_groups(table: pd.DataFrame, score: str) -> str:
    """Return the ranks and scores of the points outside, and the ranges in the village and of the farms, in words."""
    rank = table[score].rank(ascending=False, method="min").astype(int)
    outside = [
        f"{name} has {table.loc[name, score]:.2f}, rank {rank[name]}"
        for name in table.index[table["group"] == "outside"]
    ]
    by = table.groupby("group", sort=False)[score]
    ranges = [f"the {name} {by.min()[name]:.2f} to {by.max()[name]:.2f}" for name in ("village", "farms")]
    parts = "; ".join([*outside, *ranges])
    return f"A village, farms and two houses outside; {score}: {parts}; {len(table)} houses in all."


def plot_clouds(table: pd.DataFrame, figure: Figure) -> Figure:
    """Draw the points of three groups, and the dense cloud once more, enlarged."""
    whole, closer = figure.subplots(1, 2)
    for number, (name, part) in enumerate(table.groupby("group", sort=False)):
        for ax in (whole, closer):
            ax.plot(part["x"], part["y"], MARKERS[number], color=COLORS[number], markersize=4, label=name)
    whole.legend(frameon=False, fontsize=10)
    closer.set(xlim=(-2, 2), ylim=(-2, 2), aspect="equal", title="the dense cloud, enlarged")
    return figure


def describe_clouds(table: pd.DataFrame) -> str:
    """Return the number of points of each group and the ranges of their coordinates, in words."""
    parts = [
        f"{name}: {len(part)} points, x from {part['x'].min():.1f} to {part['x'].max():.1f}, "
        f"y from {part['y'].min():.1f} to {part['y'].max():.1f}"
        for name, part in table.groupby("group", sort=False)
    ]
    return "; ".join(parts) + "."


def plot_circles(points: pd.DataFrame, radii: np.ndarray, factors: np.ndarray, ax: Axes, circled=(), above=()) -> Axes:
    """Draw named points with their factors, and some k-distances (Breunig et al., 2000, Definitions 3 and 7)."""
    ax.scatter(points["east"], points["north"], s=190, color="white", edgecolors="black", zorder=3)
    for name, radius, factor in zip(points.index, radii, factors, strict=True):
        at = tuple(points.loc[name, ["east", "north"]])
        offset = (-24, 0) if at[0] == points["east"].min() else (0, -17)
        ax.annotate(str(name), at, ha="center", va="center", zorder=4)
        ax.annotate(
            f"{factor:.2f}", at, xytext=(0, 17) if name in above else offset, textcoords="offset points",
            ha="center", va="center", fontsize=10,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
        )  # fmt: skip
        if name in circled:
            number = list(circled).index(name)
            look = {"color": COLORS[number], "linestyle": LINES[number], "linewidth": 1.6}
            ax.add_patch(Circle(at, radius, fill=False, **look))
    low, high = points.min() - 1.2, points.max() + 1.2  # the circles may run out of the picture, the points may not
    ax.set(xlabel="east", ylabel="north", aspect="equal", xlim=(low["east"], high["east"]))
    ax.set_ylim(low["north"], high["north"])
    return ax


def describe_circles(points: pd.DataFrame, radii: np.ndarray, factors: np.ndarray, circled=()) -> str:
    """Return the factors of all points and the radii of the circles, in words."""
    named = ", ".join(f"{name} {factor:.2f}" for name, factor in zip(points.index, factors, strict=True))
    around = dict(zip(points.index, radii, strict=True))
    drawn = ", ".join(f"{name} with radius {around[name]:.2f}" for name in circled)
    return f"{len(points)} points and their factors: {named}. Circles of the k-distance: {drawn or 'none'}."


def words_of_placed(result: Placed) -> str:
    """Return the position of the star, its neighbours, density, factor and ranks, in words."""
    x, y = result.points[-1]
    lifted = int((result.reachability > result.distances).sum())
    dense = int((result.neighbors < result.n_dense).sum())
    who = f"{len(result.neighbors)} neighbour{'s' * (len(result.neighbors) > 1)} ({dense} in the village)"
    theirs = np.mean(result.density[result.neighbors])
    own, k_distance = told_factor(result.density[-1]), result.k_distance[-1]
    lof, mean = told_factor(result.factors[-1]), result.mean_distances[-1]
    return (
        f"Star at ({x:.2f}, {y:.2f}), k = {result.k}: {who}, k-distance {k_distance:.2f}; {lifted} of its reachability "
        f"distances {'is' if lifted == 1 else 'are'} larger than the distance. Its density is {own}, that of its "
        f"neighbours {told_factor(theirs)} on average: LOF {lof}, rank {result.rank} of {len(result.factors)}; "
        f"by the mean distance, {mean:.2f}, rank {result.rank_by_distance}.{_told_infinite(result)}"
    )


def _told_infinite(result: Placed) -> str:
    """Return how many other houses have an infinite factor, as a sentence; nothing if there is none."""
    count = int(np.isinf(result.factors[:-1]).sum())
    if not count:
        return ""
    return f" {count} other house{'s have' if count > 1 else ' has'} an infinite factor (∞): two points coincide."


def told_factor(value: float) -> str:
    """Return a factor or a density with two decimals, or the word infinite."""
    return "infinite" if np.isinf(value) else f"{value:.2f}"
