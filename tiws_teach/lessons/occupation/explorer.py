"""The explorer of notebook 13: a threshold, and the answers on either side of it."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.occupation.experiments import AtThreshold, coded_survey
from tiws_teach.lessons.occupation.plots import describe_split, plot_split

NOISE, ZIPF = (0.0, 0.15, 0.3, 0.5, 0.8), (0.0, 0.4, 0.7, 1.0, 1.3)


class CodingExplorer(Explorer):
    """Move the threshold of NN-3; change how noisy the answers are, and how many have a duplicate."""

    title = "Which answers are coded, and which go to a person?"
    size = (10.4, 4.0)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the threshold, the share of answers with words that say nothing, and the exponent of Zipf's law."""
        return {
            "threshold": ipywidgets.FloatSlider(0.5, min=0.0, max=1.0, step=0.02, description="threshold"),
            "noise": ipywidgets.SelectionSlider(options=NOISE, value=0.3, description="noise"),
            "zipf": ipywidgets.SelectionSlider(options=ZIPF, value=0.7, description="Zipf exponent"),
        }

    def compute(self, state: State) -> AtThreshold:
        """Code the survey, which is kept, and divide it at the threshold."""
        return AtThreshold(coded_survey(state["noise"], state["zipf"]), round(float(state["threshold"]), 2))

    def draw(self, result: AtThreshold, figure: Figure) -> None:
        """Draw the curve and the answers next to the threshold."""
        plot_split(result, figure)

    def words(self, result: AtThreshold, previous: Any) -> str:
        """Say what is coded, and what was coded before."""
        said = describe_split(result)
        return said if previous is None else f"{said} Before, {previous.rate:.0%} were coded."

    def strip_states(self) -> list[State]:
        """Return a low and a high threshold, and few duplicates."""
        return [{"threshold": 0.3}, {"threshold": 0.92}, {"threshold": 0.8, "zipf": 0.0, "noise": 0.8}]
