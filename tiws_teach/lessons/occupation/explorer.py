"""The explorer of notebook 13: a threshold, and the answers on either side of it."""

from __future__ import annotations

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, slider
from tiws_teach.lessons.occupation.experiments import AtThreshold, coded_survey
from tiws_teach.lessons.occupation.plots import describe_split, plot_split

NOISE, ZIPF = (0.0, 0.15, 0.3, 0.5, 0.8), (0.0, 0.4, 0.7, 1.0, 1.3)


class CodingExplorer(Explorer):
    """Move the threshold of NN-3; change how noisy the answers are, and how many have a duplicate."""

    title = "Which answers are coded, and which go to a person?"
    size = (10.4, 4.0)
    strip_states = ({"threshold": 0.3}, {"threshold": 0.92}, {"threshold": 0.8, "zipf": 0.0, "noise": 0.8})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "threshold": ipywidgets.FloatSlider(0.5, min=0.0, max=1.0, step=0.02, description="threshold"),
            "noise": slider("noise", NOISE, 0.3),
            "zipf": slider("Zipf exponent", ZIPF, 0.7),
        }

    def compute(self, state: State) -> AtThreshold:
        return AtThreshold(coded_survey(state["noise"], state["zipf"]), round(float(state["threshold"]), 2))

    def draw(self, result: AtThreshold, figure: Figure) -> None:
        plot_split(result, figure)

    def describe(self, result: AtThreshold) -> str:
        return describe_split(result)

    def before(self, previous: AtThreshold) -> str:
        return f"Before, {previous.rate:.0%} were coded."
