"""The explorer of notebook 08: twenty tides, their mean, and the parts of the error."""

from __future__ import annotations

from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, slider
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
    strip_states = ({"k": "1"}, {"k": "10"}, {"k": _ALL})

    def controls(self) -> dict[str, Widget]:
        return {
            "k": slider("neighbours k", _NEIGHBORS, "5"),
            "readings": slider("readings n", _READINGS, 50),
            "noise": slider("noise sd (dm)", _NOISES, 10),
        }

    def compute(self, state: State) -> ManyTides:
        n = int(state["readings"])
        k = n if state["k"] == _ALL else int(state["k"])
        return many_tides(k, n, float(state["noise"]))

    def draw(self, result: ManyTides, figure: Figure) -> None:
        draw_state(result, figure)

    def describe(self, result: ManyTides) -> str:
        return describe_state(result)

    def before(self, previous: ManyTides) -> str:
        return f"Before, the expected error was {previous.parts['error']:.1f}."
