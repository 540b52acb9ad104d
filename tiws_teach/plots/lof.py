"""Draw points with their scores, circles of k-distances, and what the local outlier factor is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from tiws_teach.plots._palette import COLORS, LINES, MARKERS

if TYPE_CHECKING:  # the floor above makes the result; drawing needs its attributes only
    from tiws_teach.explore.lof import Placed
    from tiws_teach.explore.lof_rows import Suspects

GROUPS = {"village": (MARKERS[0], COLORS[0]), "farms": (MARKERS[1], COLORS[1]), "outside": (MARKERS[2], COLORS[2])}


def plot_scored_groups(table: pd.DataFrame, score: str, figure: Figure) -> Figure:
    """Draw points on a map, and beside it their scores from the highest to the lowest.

    Parameters
    ----------
    table : DataFrame
        Columns east, north, group ("village", "farms", "outside") and the score.
    score : str
    figure : Figure
        Empty.

    Returns
    -------
    Figure

    Source: course notes, Local Outlier Factor, simple solution.
    """
    place, order = figure.subplots(1, 2, width_ratios=(1.1, 1))
    rank = table[score].rank(ascending=False, method="first")
    for name, (marker, color) in GROUPS.items():
        part = table[table["group"] == name]
        look = {"marker": marker, "color": color, "edgecolors": "black", "linewidths": 0.5}
        place.scatter(part["east"], part["north"], s=10 if name != "outside" else 80, label=name, **look)
        order.scatter(rank[part.index], part[score], s=10 if name != "outside" else 80, **look)
    for name, row in table[table["group"] == "outside"].iterrows():
        place.annotate(str(name), (row["east"], row["north"]), xytext=(9, -4), textcoords="offset points")
        order.annotate(str(name), (rank[name], row[score]), xytext=(9, -4), textcoords="offset points")
    place.set(xlabel="east", ylabel="north", aspect="equal")
    place.legend(frameon=False, fontsize=8, loc="upper left")
    order.set(xlabel="place by the score, 1 = highest", ylabel=score, ylim=(0, 1.12 * table[score].max()))
    return figure


def describe_scored_groups(table: pd.DataFrame, score: str) -> str:
    """Return the places and scores of the points outside, and the ranges in the village and of the farms, in words.

    Parameters
    ----------
    table : DataFrame
    score : str

    Returns
    -------
    str

    Source: course notes, Local Outlier Factor, simple solution.
    """
    rank = table[score].rank(ascending=False, method="min").astype(int)
    outside = [
        f"{name} has {table.loc[name, score]:.2f}, place {rank[name]}"
        for name in table.index[table["group"] == "outside"]
    ]
    by = table.groupby("group", sort=False)[score]
    ranges = [f"the {name} {by.min()[name]:.2f} to {by.max()[name]:.2f}" for name in ("village", "farms")]
    told = "; ".join([*outside, *ranges])
    return f"A village, farms and two houses outside; {score}: {told}; {len(table)} houses in all."


def plot_circles(points: pd.DataFrame, radii: np.ndarray, factors: np.ndarray, ax: Axes, circled=()) -> Axes:
    """Draw named points with their factors, and circles of the k-distance around some of them.

    Parameters
    ----------
    points : DataFrame
        Columns east and north; the index names the points.
    radii : ndarray of shape (n_points,)
        k-distances.
    factors : ndarray of shape (n_points,)
    ax : Axes
    circled : sequence of str, default=()
        The points that get a circle.

    Returns
    -------
    Axes

    Source: Breunig et al. (2000), Definitions 3 and 7.
    """
    ax.scatter(points["east"], points["north"], s=190, color="white", edgecolors="black", zorder=3)
    for name, radius, factor in zip(points.index, radii, factors, strict=True):
        at = tuple(points.loc[name, ["east", "north"]])
        ax.annotate(str(name), at, ha="center", va="center", zorder=4)
        ax.annotate(
            f"{factor:.2f}", at, xytext=(0, -17), textcoords="offset points", ha="center", va="center", fontsize=9,
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
    """Return the factors of all points and the radii of the circles, in words.

    Parameters
    ----------
    points : DataFrame
    radii : ndarray of shape (n_points,)
    factors : ndarray of shape (n_points,)
    circled : sequence of str, default=()

    Returns
    -------
    str

    Source: Breunig et al. (2000), Definitions 3 and 7.
    """
    told = ", ".join(f"{name} {factor:.2f}" for name, factor in zip(points.index, factors, strict=True))
    around = dict(zip(points.index, radii, strict=True))
    drawn = ", ".join(f"{name} with radius {around[name]:.2f}" for name in circled)
    return f"{len(points)} points and their factors: {told}. Circles of the k-distance: {drawn or 'none'}."


def plot_suspects(found: Suspects, figure: Figure) -> Figure:
    """Draw images in one line, the highest factor first; those of another digit than the class in a frame.

    Parameters
    ----------
    found : Suspects
    figure : Figure
        Empty.

    Returns
    -------
    Figure

    Source: Breunig et al. (2000), Definition 7.
    """
    axes = figure.subplots(1, len(found.images))
    for ax, image, truth, factor in zip(axes, found.images, found.truth, found.factors, strict=True):
        wrong = truth != found.digit
        ax.imshow(image, cmap="Greys", vmin=0, vmax=16)
        ax.set(xticks=[], yticks=[], xlabel=f"is: {truth}")
        ax.set_title(f"{factor:.2f}", fontsize=10)
        ax.spines[:].set(linewidth=3 if wrong else 0.8, color=COLORS[2] if wrong else "black")
    return figure


def describe_suspects(found: Suspects) -> str:
    """Return which digits the images are, with their factors, in words.

    Parameters
    ----------
    found : Suspects

    Returns
    -------
    str

    Source: Breunig et al. (2000), Definition 7.
    """
    told = ", ".join(f"{truth} ({factor:.2f})" for truth, factor in zip(found.truth, found.factors, strict=True))
    wrong = int((found.truth != found.digit).sum())
    return (
        f"The {len(found.images)} images with the highest factors in the class {found.digit}: {told}. Wrong labels, "
        f"in a thick frame: {wrong}."
    )


def plot_placed(result: Placed, figure: Figure) -> Figure:
    """Draw the houses with the placed one, its neighbours and k-distances, and its distances beside the reachability.

    Parameters
    ----------
    result : Placed
    figure : Figure
        Empty.

    Returns
    -------
    Figure

    Source: Breunig et al. (2000), Definitions 3 to 7.
    """
    figure.subplots_adjust(left=0.06, right=0.98, bottom=0.15, top=0.9, wspace=0.22)
    place, parts = figure.subplots(1, 2, width_ratios=(1.55, 1))
    at, near = result.points[-1], result.points[result.neighbors]
    for point, row in zip(near, result.neighbors, strict=True):
        place.plot([at[0], point[0]], [at[1], point[1]], color="black", linewidth=0.8, zorder=1)
        place.add_patch(
            Circle(tuple(point), result.k_distance[row], fill=False, linestyle=":", color=COLORS[1], linewidth=1.1)
        )
    place.add_patch(Circle(tuple(at), result.k_distance[-1], fill=False, linestyle="--", color="black", linewidth=1.4))
    sizes = 34 * np.minimum(result.factors, 9)
    look = {"edgecolors": "black", "linewidths": 0.6, "zorder": 3}
    place.scatter(*result.points[:-1].T, s=sizes[:-1], color=COLORS[0], **look)
    place.scatter(*near.T, s=sizes[result.neighbors], color=COLORS[1], **look)
    place.scatter(at[0], at[1], s=sizes[-1] + 60, marker="*", color=COLORS[2], **look)
    place.set(xlim=(-0.6, 10.6), ylim=(-0.6, 6.6), xlabel="east", ylabel="north", aspect="equal")
    place.set_title(f"LOF of the star {_told(result.factors[-1])}", fontsize=11)
    _plot_parts(result, parts)
    return figure


def _plot_parts(result: Placed, ax: Axes) -> None:
    """Draw distance and reachability distance of each neighbour as two bars, the farthest below."""
    places = np.arange(len(result.neighbors))
    ax.barh(places - 0.2, result.distances, height=0.36, color=COLORS[0], label="distance")
    ax.barh(places + 0.2, result.reachability, height=0.36, color=COLORS[1], hatch="///", edgecolor="white",
            label="reachability distance")  # fmt: skip
    ax.set_yticks(places, [str(place + 1) for place in places], fontsize=8 if len(places) <= 12 else 6)
    ax.set(ylabel="neighbour, nearest first", xlabel="in the units of the map", xlim=(0, None))
    ax.invert_yaxis()
    ax.legend(frameon=False, fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)


def describe_placed(result: Placed) -> str:
    """Return where the star stands, its neighbours, density and factor, and who has the highest factors, in words.

    Parameters
    ----------
    result : Placed

    Returns
    -------
    str

    Source: Breunig et al. (2000), Definitions 3 to 7.
    """
    x, y = result.points[-1]
    lifted = int((result.reachability > result.distances).sum())
    dense = int((result.neighbors < result.n_dense).sum())
    who = f"{len(result.neighbors)} neighbour{'s' * (len(result.neighbors) > 1)} ({dense} in the village)"
    theirs = np.mean(result.density[result.neighbors])
    own, k_distance = _told(result.density[-1]), result.k_distance[-1]
    lof, mean = _told(result.factors[-1]), result.mean_distances[-1]
    return (
        f"Star at ({x:.2f}, {y:.2f}), k = {result.k}: {who}, k-distance {k_distance:.2f}; {lifted} of its reachability "
        f"distances {'is' if lifted == 1 else 'are'} larger than the distance. Its density is {own}, that of its "
        f"neighbours {_told(theirs)} on average: LOF {lof}, place {_place(result.factors)} of {len(result.factors)}; "
        f"by the mean distance, {mean:.2f}, place {_place(result.mean_distances)}."
    )


def _place(scores: np.ndarray) -> int:
    """Return the place of the last score, 1 for the highest; sums that differ in the last digits only are equal."""
    return int((scores[:-1] > scores[-1] * (1 + 1e-9)).sum()) + 1


def _told(value: float) -> str:
    """Return a number with two decimals, or the word infinite."""
    return "infinite" if np.isinf(value) else f"{value:.2f}"
