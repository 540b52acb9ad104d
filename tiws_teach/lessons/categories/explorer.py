"""The explorer of notebook 11: how the number of values changes the means."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course._explorer import Explorer, State
from tiws_teach.lessons.categories.experiments import Means, sample_means
from tiws_teach.lessons.categories.plots import describe_means, plot_means


class CategoriesExplorer(Explorer):
    """Move n; see how the means of 500 samples spread around the truth."""

    title = "Means of samples"

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the number of values in a sample."""
        return {"n": ipywidgets.IntSlider(4, 1, 50, description="values n")}

    def compute(self, state: State) -> Means:
        """Draw the samples."""
        return sample_means(state["n"])

    def draw(self, result: Means, figure: Figure) -> None:
        """Draw the histogram."""
        plot_means(result, figure.add_subplot())

    def words(self, result: Means, previous: Any) -> str:
        """Say how wide the means spread, and how wide they spread before."""
        said = describe_means(result)
        return said if previous is None else f"{said} Before, it was {previous.spread:.3f}."

    def strip_states(self) -> list[State]:
        """Return few, more and many values."""
        return [{"n": 1}, {"n": 4}, {"n": 25}]
