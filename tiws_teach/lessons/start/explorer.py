"""The explorer of notebook 00: the number of neighbours and their vote."""

from __future__ import annotations

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.start.experiments import POINTS, Neighbors, nearest
from tiws_teach.lessons.start.plots import plot_neighbors


class NeighborExplorer(Explorer):
    """Move k and the query; see the nearest neighbours and the share of them in class 1."""

    title = "Nearest neighbours of a query"
    size = (8.4, 4.6)
    strip_states = ({"k": 1}, {"k": 5}, {"k": len(POINTS)})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "k": ipywidgets.IntSlider(3, 1, len(POINTS), description="neighbours k"),
            "x": ipywidgets.FloatSlider(3.8, min=0.0, max=8.0, step=0.2, description="query, feature 1"),
        }

    def compute(self, state: State) -> Neighbors:
        return nearest(state["k"], x=state["x"])

    def draw(self, result: Neighbors, figure: Figure) -> None:
        figure.subplots_adjust(left=0.1, bottom=0.15, right=0.75, top=0.9)
        plot_neighbors(result, figure.subplots())

    def describe(self, result: Neighbors) -> str:
        of_one = int(result.classes[result.rows].sum())
        return (
            f"k = {result.k}, query at {result.query[0]:.1f}: class 1 has {of_one} of the {result.k} nearest rows, "
            f"a share of {result.share:.2f}; the farthest of them is {result.radius:.2f} away."
        )

    def before(self, previous: Neighbors) -> str:
        return f"Before, the share was {previous.share:.2f}."
