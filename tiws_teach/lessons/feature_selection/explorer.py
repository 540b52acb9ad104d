"""The explorer of notebook 12: how many columns of noise it takes to invent an accuracy."""

from __future__ import annotations

from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, slider
from tiws_teach.lessons.feature_selection.experiments import Invented, invented
from tiws_teach.lessons.feature_selection.plots import (
    describe_best_column,
    describe_invented,
    plot_best_column,
    plot_invented,
)


class NoiseExplorer(Explorer):
    """Choose how many columns of noise there are and how many are kept; see both accuracies."""

    title = "Accuracy from nothing"
    size = (7.6, 3.6)
    strip_states = ({"columns": 10}, {"columns": 100}, {"columns": 1000})

    def controls(self) -> dict[str, Widget]:
        return {
            "columns": slider("columns", (10, 30, 100, 300, 1000), 100),
            "kept": slider("kept", (1, 3, 10), 3),
            "rows": slider("rows", (20, 60, 200, 600), 60),
        }

    def compute(self, state: State) -> Invented:
        return invented(state["rows"], state["columns"], state["kept"])

    def draw(self, result: Invented, figure: Figure) -> None:
        figure.subplots_adjust(left=0.1, right=0.98, bottom=0.2, top=0.96, wspace=0.3)
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        plot_best_column(result, left)
        plot_invented(result, right)

    def describe(self, result: Invented) -> str:
        return f"{describe_best_column(result)} {describe_invented(result)}"

    def before(self, previous: Invented) -> str:
        return f"Before: {previous.outside:.2f} and {previous.inside:.2f}."
