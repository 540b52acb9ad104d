"""The explorer of notebook 12: how many columns of noise it takes to invent an accuracy."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
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

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the numbers of columns, kept columns and rows."""
        return {
            "columns": ipywidgets.SelectionSlider(options=(10, 30, 100, 300, 1000), value=100, description="columns"),
            "kept": ipywidgets.SelectionSlider(options=(1, 3, 10), value=3, description="kept"),
            "rows": ipywidgets.SelectionSlider(options=(20, 60, 200, 600), value=60, description="rows"),
        }

    def compute(self, state: State) -> Invented:
        """Select and judge in both ways."""
        return invented(state["rows"], state["columns"], state["kept"])

    def draw(self, result: Invented, figure: Figure) -> None:
        """Draw the best column and both accuracies side by side."""
        figure.subplots_adjust(left=0.1, right=0.98, bottom=0.2, top=0.96, wspace=0.3)
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        plot_best_column(result, left)
        plot_invented(result, right)

    def words(self, result: Invented, previous: Any) -> str:
        """Say both accuracies, and those before."""
        said = f"{describe_best_column(result)} {describe_invented(result)}"
        return said if previous is None else f"{said} Before: {previous.outside:.2f} and {previous.inside:.2f}."

    def strip_states(self) -> list[State]:
        """Return few, many and very many columns."""
        return [{"columns": 10}, {"columns": 100}, {"columns": 1000}]
