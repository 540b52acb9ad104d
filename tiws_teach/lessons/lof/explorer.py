"""The explorer of notebook 06: move one point between a village and some farms."""

from __future__ import annotations

import ipywidgets
import numpy as np
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, choice
from tiws_teach.lessons.lof.experiments.maps import HIGH, WIDE, Placed, place_point
from tiws_teach.lessons.lof.plots import describe_placed, plot_placed


class LOFExplorer(Explorer):
    """Move a point between a village and some farms; see neighbours, k-distances, reachability and factors."""

    title = "One more house: is it an outlier?"
    size = (10.4, 4.4)
    strip_states = ({}, {"x": 6.0, "y": 4.0}, {"x": 1.75, "y": 5.0})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "x": ipywidgets.FloatSlider(3.5, min=0.0, max=WIDE, step=0.25, description="star: east"),
            "y": ipywidgets.FloatSlider(2.75, min=0.0, max=HIGH, step=0.25, description="star: north"),
            "k": ipywidgets.IntSlider(3, 1, 12, description="neighbours k"),
            "ties": choice("ties", ["all", "first"]),
        }

    def compute(self, state: State) -> Placed:
        return place_point(round(float(state["x"]), 2), round(float(state["y"]), 2), state["k"], state["ties"])

    def draw(self, result: Placed, figure: Figure) -> None:
        plot_placed(result, figure)

    def describe(self, result: Placed) -> str:
        return describe_placed(result)

    def before(self, previous: Placed) -> str:
        factor = previous.factors[-1]
        return f"Before, its LOF was {'infinite' if np.isinf(factor) else f'{factor:.2f}'}."
