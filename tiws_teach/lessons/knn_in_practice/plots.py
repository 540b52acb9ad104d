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
