"""The explorer of notebook 06: move one point between a village and some farms."""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.lof.experiments.maps import HIGH, WIDE, Placed, place_point
from tiws_teach.lessons.lof.plots import describe_placed, plot_placed


class LOFExplorer(Explorer):
    """Move a point between a village and some farms; see neighbours, k-distances, reachability and factors."""

    title = "One more house: is it an outlier?"
    size = (10.4, 4.4)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the position of the star, the number of neighbours and the rule for ties."""
        return {
            "x": ipywidgets.FloatSlider(3.5, min=0.0, max=WIDE, step=0.25, description="star: east"),
            "y": ipywidgets.FloatSlider(2.75, min=0.0, max=HIGH, step=0.25, description="star: north"),
            "k": ipywidgets.IntSlider(3, 1, 12, description="neighbours k"),
            "ties": ipywidgets.ToggleButtons(
                options=["all", "first"], description="ties", style={"button_width": "auto"}
            ),
        }

    def compute(self, state: State) -> Placed:
        """Score all houses with the star at its position."""
        return place_point(round(float(state["x"]), 2), round(float(state["y"]), 2), state["k"], state["ties"])

    def draw(self, result: Placed, figure: Figure) -> None:
        """Draw the map with its circles, and the distances."""
        plot_placed(result, figure)

    def words(self, result: Placed, previous: Any) -> str:
        """Say how the star's factor comes about, and what it was before."""
        said = describe_placed(result)
        if previous is None:
            return said
        before = previous.factors[-1]
        return f"{said} Before, its LOF was {'infinite' if np.isinf(before) else f'{before:.2f}'}."

    def strip_states(self) -> list[State]:
        """Return the star next to the village, in the middle of four farms, and above the village."""
        return [{}, {"x": 6.0, "y": 4.0}, {"x": 1.75, "y": 5.0}]
