"""Draw the rows nearest to a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from tiws_teach.plots._palette import COLORS, MARKERS

if TYPE_CHECKING:  # the floor below gives the result; drawing needs its attributes only
    from tiws_teach.explore.neighbours import Neighbors


def plot_neighbors(result: Neighbors, ax: Axes) -> Axes:
    """Draw the points by class, the query, and the circle that holds its neighbours.

    Parameters
    ----------
    result : Neighbors
        From `tiws_teach.explore.neighbours.nearest`.
    ax : Axes
        Where to draw.

    Returns
    -------
    Axes

    Source: primer of notebook 00.
    """
    for label, marker in enumerate(MARKERS[:2]):
        x, y = result.points[result.classes == label].T
        ax.scatter(x, y, s=45, marker=marker, color=COLORS[label], edgecolors="black", label=f"class {label}")
    chosen = result.points[result.rows]
    ax.scatter(
        chosen[:, 0], chosen[:, 1], s=160, facecolors="none", edgecolors="black", linewidths=1.6, label="neighbour"
    )
    ax.scatter(result.query[0], result.query[1], s=110, marker="X", color="black", label="query")
    ax.add_patch(Circle(result.query, result.radius, fill=False, linestyle="--", color="black"))
    ax.set(
        xlim=(-0.5, 8.5), ylim=(0, 7), xlabel="feature 1", ylabel="feature 2", aspect="equal", title=f"k = {result.k}"
    )
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return ax
