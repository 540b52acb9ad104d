"""Draw the map of wines and accuracies by k, and say the same numbers in words."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap

from tiws_teach.lessons.knn_in_practice.experiments import SPAN, WineMap
from tiws_teach.plots import COLORS, MARKERS


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
