"""The explorer of notebook 11: why values are missing, and how they are filled in."""

from __future__ import annotations

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, slider
from tiws_teach.lessons.categories.experiments import METHODS, REASONS, Filled, filled
from tiws_teach.lessons.categories.plots import describe_columns, describe_filled, plot_columns, plot_filled


class MissingValuesExplorer(Explorer):
    """Choose why values are missing, how many, and a method to fill them in."""

    title = "Why is it missing, and what fills the gap?"
    size = (8.2, 3.6)
    strip_states = ({"percent": 10}, {"percent": 40}, {"percent": 70})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "reason": slider("missing", REASONS),
            "percent": ipywidgets.IntSlider(40, 10, 70, 10, description="missing, %"),
            "method": slider("filled by", METHODS),
        }

    def compute(self, state: State) -> Filled:
        return filled(state["reason"], state["percent"], state["method"])

    def draw(self, result: Filled, figure: Figure) -> None:
        figure.subplots_adjust(left=0.07, right=0.98, bottom=0.16, top=0.96, wspace=0.2)
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        plot_filled(result, left)
        plot_columns(result, right)

    def describe(self, result: Filled) -> str:
        return f"{describe_filled(result)} {describe_columns(result)}"

    def before(self, previous: Filled) -> str:
        return f"Before: mean {previous.column.mean():.1f}."
