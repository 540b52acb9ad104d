"""Draw the map of wines and accuracies by k, and say the same numbers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap

from tiws_teach.lessons.knn_in_practice.experiments import SPAN
from tiws_teach.plots import COLORS, MARKERS, plot_lines

if TYPE_CHECKING:  # drawing needs the attributes of the result only
    from tiws_teach.lessons.knn_in_practice.experiments import WineMap


def plot_wine_map(result: WineMap, ax: Axes) -> Axes:
    """Draw the wines and the class of each place."""
    extent = (*SPAN[0], *SPAN[1])
    ax.imshow(result.field, ListedColormap(COLORS[:3]), origin="lower", extent=extent, aspect="auto", alpha=0.3,
              vmin=0, vmax=2, interpolation="nearest")  # fmt: skip
    for label in range(3):
        wines = result.X[result.y == label]
        ax.plot(*wines.T, MARKERS[label], color=COLORS[label], markeredgecolor="black", markersize=5,
                label=f"cultivar {label}")  # fmt: skip
    ax.set(xlim=SPAN[0], ylim=SPAN[1], xlabel="flavanoids", ylabel="proline, mg")
    ax.legend(loc="upper left")
    return ax


def describe_wine_map(result: WineMap) -> str:
    """Return the settings and the accuracy in words."""
    columns = "standardised" if result.standardised else "as measured"
    plural = "s" if result.k > 1 else ""
    return (
        f"{result.k} neighbour{plural}, proline in units of {result.unit:g} mg, columns {columns}: "
        f"leave-one-out accuracy {result.accuracy:.2f}."
    )


def plot_by_k(table: pd.DataFrame, ax: Axes) -> Axes:
    """Draw accuracies by k, a line for each column."""
    plot_lines(table, ax, "accuracy on test rows")
    ax.set_ylim(0.7, 1)
    ax.legend(loc="lower right")
    return ax


def describe_by_k(table: pd.DataFrame) -> str:
    """Return the accuracy of each column for the smallest, the best and the largest k, in words."""
    first, last = table.index[0], table.index[-1]
    lines = [
        f"{name}: {line[first]:.3f} at k = {first}, {line.max():.3f} at its best k = {line.idxmax()}, "
        f"{line[last]:.3f} at k = {last}"
        for name, line in table.items()
    ]
    return "; ".join(lines) + "."


def plot_search(scores: pd.DataFrame, ax: Axes) -> Axes:
    """Draw the mean score of each k and the range over the shuffles, one column each."""
    mean, low, high = scores.mean(axis=1), scores.min(axis=1), scores.max(axis=1)
    ax.fill_between(scores.index, low, high, color=COLORS[0], alpha=0.3, label="lowest to highest shuffle")
    ax.plot(mean, marker=MARKERS[0], color=COLORS[0], markeredgecolor="black", label="mean of the shuffles")
    ax.plot(mean.idxmax(), mean.max(), "*", color=COLORS[2], markeredgecolor="black", markersize=15, label="best mean")
    ax.set(xlabel="k", ylabel="accuracy in the inner folds")
    ax.legend(loc="lower left", fontsize=10)
    return ax


def describe_search(scores: pd.DataFrame) -> str:
    """Return the mean and the range of the first, the best and the last k, in words."""
    means = scores.mean(axis=1)
    parts = [
        f"k = {k}: {means[k]:.3f}, shuffles from {scores.loc[k].min():.3f} to {scores.loc[k].max():.3f}"
        for k in dict.fromkeys([scores.index[0], means.idxmax(), scores.index[-1]])
    ]
    return f"Inner accuracy by k, best at k = {means.idxmax()}. {'; '.join(parts)}."
