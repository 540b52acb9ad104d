"""The explorer of notebook 07: dimensions, metric and kind of rows, and the distances from one query."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach._validation import check_choice
from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.curse.experiments.distances import DIMENSIONS, KINDS, OneQuery, one_query
from tiws_teach.lessons.curse.plots import describe_distances, plot_distances

_METRICS = ("euclidean", "manhattan", "cosine")


class DimensionExplorer(Explorer):
    """Add dimensions, switch metric and kind of rows; see how far away the nearest and the farthest row are.

    Parameters
    ----------
    only : str or None, default=None
        Name of the one control to show; None shows all of them.
    """

    title = "How near is the nearest of a thousand rows?"
    size = (7.2, 3.4)

    def __init__(self, only: str | None = None) -> None:
        super().__init__()
        check_choice("only", only, (None, *self.inputs))
        for name, control in self.inputs.items():
            if only not in (None, name):
                control.layout.display = "none"

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return dimensions, kind of rows and metric."""
        buttons = {"button_width": "auto"}
        return {
            "d": ipywidgets.SelectionSlider(options=DIMENSIONS, value=2, description="dimensions d"),
            "kind": ipywidgets.ToggleButtons(options=KINDS, description="rows", style=buttons),
            "metric": ipywidgets.ToggleButtons(options=_METRICS, description="distance", style=buttons),
        }

    def compute(self, state: State) -> OneQuery:
        """Return the distances of the query with the median contrast."""
        return one_query(state["kind"], int(state["d"]), state["metric"])

    def draw(self, result: OneQuery, figure: Figure) -> None:
        """Draw the histogram of the distances."""
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.32, top=0.91)
        plot_distances(result, figure.subplots())

    def words(self, result: OneQuery, previous: Any) -> str:
        """Say nearest, farthest and contrast, and the contrast before."""
        said = describe_distances(result)
        if previous is None:
            return said
        before = f"{previous.kind}, d = {previous.d:,}, {previous.metric} distance"
        return f"{said} Before ({before}), the contrast was {previous.contrast:.3g}."

    def strip_states(self) -> list[State]:
        """Return two, twenty and a thousand dimensions; the other rows stay for the learner to find."""
        return [{"d": 2}, {"d": 20}, {"d": 1000}]
