"""Draw both scores of a table, and the decision chart; say what the explorer of the lodge shows."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tiws_teach.course import show
from tiws_teach.lessons.lof.experiments.maps import N_DENSE, TOWN, Placed
from tiws_teach.plots import COLORS, MARKERS

DECISIONS = {
    "Do you know a column in which odd rows stand out?": {
        "yes": "Sort by it, too. It found 3.92 of five tumours, 2.42 and 3.17 tiles; LOF 3.17, 2.75 and 3.58.",
        "no": "Could odd rows come in groups?",
    },
    "Could odd rows come in groups?": {
        "yes": "Try more than one k. Of ten close ones, LOF found below two at k = 10, all at 20.",
        "no": "Score with LOF and mean distance. "
        "Standardised, they found 3.58 and 0.42 of five on the pagoda, 2.75 and 2.42 on the flower.",
    },
}


def show_scores(table: pd.DataFrame, mean_distance: float, factor: float) -> None:
    """Show LOF against the mean distance, a mark for each group, and a dashed line at a value of each score."""
    figure = Figure(figsize=(7.2, 3.4), layout="constrained")
    ax = figure.subplots()
    *others, last = table["group"].unique()
    markers = [*MARKERS[: len(others)], "*"]
    for i, name in enumerate([*others, last]):
        part = table[table["group"] == name]
        look = {"s": 36 if name != last else 200, "color": COLORS[i], "edgecolors": "black", "linewidths": 0.6}
        ax.scatter(part["mean distance"], part["LOF"], marker=markers[i], label=name, zorder=2 + i, **look)
    ax.axvline(mean_distance, color="grey", linestyle="--", linewidth=1)
    ax.axhline(factor, color="grey", linestyle="--", linewidth=1)
    ax.set(xlabel="mean distance", ylabel="LOF")
    ax.legend(frameon=False, fontsize=11)
    show(figure, words_of_scores(table))


def words_of_scores(table: pd.DataFrame) -> str:
    """Return the ranges of both scores in each group, in words."""
    parts = [
        f"{name}: mean distance {_range(part['mean distance'])}, LOF {_range(part['LOF'])}"
        for name, part in table.groupby("group", sort=False)
    ]
    return f"{'; '.join(parts)}."


def _range(values: pd.Series) -> str:
    low, high = f"{values.min():.2f}", f"{values.max():.2f}"
    return low if low == high else f"{low} to {high}"


def words_of_placed(placed: Placed, show: str) -> str:
    """Return where the lodge is and how both scores rank it; with its circles, how its factor comes about."""
    x, y = placed.points[-1]
    lof, mean = told_factor(placed.factors[-1]), placed.mean_distances[-1]
    who = "Lodge" if len(placed.points) == len(TOWN) + 1 else "Lodge with three companions"
    said = (
        f"{who} at ({x:.2f}, {y:.2f}), k = {placed.k}: its mean distance of {mean:.2f} has rank "
        f"{placed.rank(placed.mean_distances)} of {len(placed.points)}, its LOF of {lof} rank "
        f"{placed.rank(placed.factors)}.{_told_infinite(placed)}"
    )
    return f"{said} {_told_circles(placed)}" if show == "its circles" else said


def _told_circles(placed: Placed) -> str:
    """Return the neighbours, the k-distance, the reachability distances and the densities, in words."""
    many, dense = len(placed.neighbors), int((placed.neighbors < N_DENSE).sum())
    lifted = int((placed.reachability > placed.distances).sum())
    theirs = np.mean(placed.density[placed.neighbors])
    are = "is" if lifted == 1 else "are"
    return (
        f"It has {many} neighbour{'s' * (many > 1)} ({dense} in the village) and k-distance "
        f"{placed.k_distance[-1]:.2f}; {lifted} of its reachability distances {are} larger than the distance. "
        f"Its density is {told_factor(placed.density[-1])}, that of its neighbours {told_factor(theirs)} on average."
    )


def _told_infinite(placed: Placed) -> str:
    """Return how many other houses have an infinite factor, as a sentence; nothing if there is none."""
    count = int(np.isinf(placed.factors[:-1]).sum())
    return f" The factor of {count} other house{'s' * (count > 1)} is infinite (∞): two coincide." if count else ""


def told_factor(value: float) -> str:
    """Return a factor or a density with two decimals, or the word infinite."""
    return "infinite" if np.isinf(value) else f"{value:.2f}"
