"""The explorer of notebook 05: one test digit, its two distances from each training row, and their weights."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, choice
from tiws_teach.lessons.nldd.experiments.songs import IMAGES, N_SHOWN, Sweep, label_words, sweep
from tiws_teach.lessons.nldd.plots import describe_sweep, plot_sweep


class LabelsetExplorer(Explorer):
    """Shift the weight between two distances; see which training row, and so which labelset, is chosen."""

    title = "Whose labelset: the most similar row, or the row closest to the predicted probabilities?"
    size = (9.2, 4.0)
    strip_states = ({"weight": 0}, {"weight": 100}, {"weights": "fitted"})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        weight = ipywidgets.IntSlider(50, 0, 100, step=2, description="% of weight on Dy")
        weights = choice("weights by", ["slider", "fitted"])
        weights.observe(lambda change: setattr(weight, "disabled", change["new"] == "fitted"), "value")
        images = choice("images", IMAGES)
        digit = ipywidgets.IntSlider(1, 1, N_SHOWN, description="test image")
        return {"images": images, "digit": digit, "weight": weight, "weights": weights}

    def compute(self, state: State) -> Sweep:
        return sweep(state["digit"], state["weight"] / 100, state["weights"], state["images"])

    def draw(self, result: Sweep, figure: Figure) -> None:
        plot_sweep(result, figure)

    def describe(self, result: Sweep) -> str:
        return describe_sweep(result)

    def before(self, previous: Sweep) -> str:
        labels = label_words(previous.labelset, previous.names)
        return f"Before, the chosen row showed the digit {previous.chosen_digit}: {labels}."

    def words(self, result: Sweep, previous: Any) -> str:
        if previous is None or (previous.images, previous.number) != (result.images, result.number):
            return self.describe(result)
        if previous.chosen == result.chosen:
            return f"{self.describe(result)} The chosen row is the same as before."
        return super().words(result, previous)
