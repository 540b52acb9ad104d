"""The explorer of notebook 09: change k and the unit of one column; see which neighbours decide."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.knn_in_practice.experiments import WineMap, wine_map
from tiws_teach.lessons.knn_in_practice.plots import describe_wine_map, plot_wine_map

UNITS = (("1 mg", 1), ("10 mg", 10), ("100 mg", 100), ("1 g", 1000))


class UnitExplorer(Explorer):
    """Choose k, the unit of proline and whether the columns are standardised; see the map and the accuracy."""

    title = "Who is near, in which unit?"
    size = (6.4, 3.8)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the number of neighbours, the unit and the scaling."""
        scaling = (("as measured", False), ("standardised", True))
        return {
            "k": ipywidgets.SelectionSlider(options=(1, 3, 5, 15, 45, 135), value=5, description="neighbours k"),
            "unit": ipywidgets.SelectionSlider(options=UNITS, value=1, description="unit of proline"),
            "standardised": ipywidgets.ToggleButtons(
                options=scaling, description="columns", style={"button_width": "110px"}
            ),
        }

    def compute(self, state: State) -> WineMap:
        """Vote at each place of the map, and leave one wine out at a time."""
        return wine_map(state["k"], state["unit"], state["standardised"])

    def draw(self, result: WineMap, figure: Figure) -> None:
        """Draw the map."""
        figure.subplots_adjust(left=0.12, right=0.98, bottom=0.15, top=0.96)
        plot_wine_map(result, figure.subplots())

    def words(self, result: WineMap, previous: Any) -> str:
        """Say the settings and the accuracy, and the accuracy before."""
        said = describe_wine_map(result)
        return said if previous is None else f"{said} Before: {previous.accuracy:.2f}."

    def strip_states(self) -> list[State]:
        """Return three units."""
        return [{"unit": 1}, {"unit": 100}, {"unit": 1000}]
