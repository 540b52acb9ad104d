"""The explorer of notebook 08: twenty tides, their mean, and the parts of the error."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.bias_variance.experiments.tides import ManyTides, many_tides
from tiws_teach.lessons.bias_variance.plots import describe_state, draw_state

_ALL = "all"
_NEIGHBORS = ["1", "2", "3", "4", "5", "8", "10", "15", "20", "24", "30", "40", _ALL]
_READINGS = [50, 100, 200]
_NOISES = [0, 2, 5, 10, 20]


class BiasVarianceExplorer(Explorer):
    """Choose k, the number of readings and the noise; see twenty curves, their mean, the truth and the three parts."""

    title = "Twenty tides: bias, variance and noise"
    size = (9.6, 4.6)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the sliders of k, n and the noise."""
        return {
            "k": ipywidgets.SelectionSlider(options=_NEIGHBORS, value="5", description="neighbours k"),
            "readings": ipywidgets.SelectionSlider(options=_READINGS, value=50, description="readings n"),
            "noise": ipywidgets.SelectionSlider(options=_NOISES, value=10, description="noise sd (dm)"),
        }

    def compute(self, state: State) -> ManyTides:
        """Return the twenty curves and their parts."""
        n = int(state["readings"])
        k = n if state["k"] == _ALL else int(state["k"])
        return many_tides(k, n, float(state["noise"]))

    def draw(self, result: ManyTides, figure: Figure) -> None:
        """Draw the curves and the parts."""
        draw_state(result, figure)

    def words(self, result: ManyTides, previous: Any) -> str:
        """Return the parts, and the error before the change."""
        said = describe_state(result)
        if previous is None:
            return said
        return f"{said} Before, the expected error was {previous.parts['error']:.1f}."

    def strip_states(self) -> list[State]:
        """Return one neighbour, ten, and all."""
        return [{"k": "1"}, {"k": "10"}, {"k": _ALL}]
