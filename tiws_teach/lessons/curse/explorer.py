"""The explorer of notebook 07: dimensions, metric and kind of rows, and the distances from one query."""

from __future__ import annotations

from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach._validation import check_choice
from tiws_teach.course.explorer import Explorer, State, choice, slider
from tiws_teach.lessons.curse.experiments import DIMENSIONS, KINDS, OneQuery, one_query
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
    strip_states = ({"d": 2}, {"d": 20}, {"d": 1000})

    def __init__(self, only: str | None = None) -> None:
        super().__init__()
        check_choice("only", only, (None, *self.inputs))
        for name, control in self.inputs.items():
            if only not in (None, name):
                control.layout.display = "none"

    def controls(self) -> dict[str, Widget]:
        return {
            "d": slider("dimensions d", DIMENSIONS, 2),
            "kind": choice("rows", KINDS),
            "metric": choice("distance", _METRICS),
        }

    def compute(self, state: State) -> OneQuery:
        return one_query(state["kind"], int(state["d"]), state["metric"])

    def draw(self, result: OneQuery, figure: Figure) -> None:
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.32, top=0.91)
        plot_distances(result, figure.subplots())

    def describe(self, result: OneQuery) -> str:
        return describe_distances(result)

    def before(self, previous: OneQuery) -> str:
        state = f"{previous.kind}, d = {previous.d:,}, {previous.metric} distance"
        return f"Before ({state}), the contrast was {previous.contrast:.3g}."
