"""The explorer of notebook 09: change k and the unit of one column; see which neighbours decide."""

from __future__ import annotations

from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, choice, slider
from tiws_teach.lessons.knn_in_practice.experiments import WineMap, wine_map
from tiws_teach.lessons.knn_in_practice.plots import describe_wine_map, plot_wine_map

UNITS = (("1 mg", 1), ("10 mg", 10), ("100 mg", 100), ("1 g", 1000))


class UnitExplorer(Explorer):
    """Choose k, the unit of proline and whether the columns are standardised; see the map and the accuracy."""

    title = "Who is near, in which unit?"
    size = (6.4, 3.8)
    strip_states = ({"unit": 1}, {"unit": 100}, {"unit": 1000})

    def controls(self) -> dict[str, Widget]:
        scaling = (("as measured", False), ("standardised", True))
        return {
            "k": slider("neighbours k", (1, 3, 5, 15, 45, 135), 5),
            "unit": slider("unit of proline", UNITS, 1),
            "standardised": choice("columns", scaling, style={"button_width": "110px"}),
        }

    def compute(self, state: State) -> WineMap:
        return wine_map(state["k"], state["unit"], state["standardised"])

    def draw(self, result: WineMap, figure: Figure) -> None:
        figure.subplots_adjust(left=0.12, right=0.98, bottom=0.15, top=0.96)
        plot_wine_map(result, figure.subplots())

    def describe(self, result: WineMap) -> str:
        return describe_wine_map(result)

    def before(self, previous: WineMap) -> str:
        return f"Before: {previous.accuracy:.2f}."
