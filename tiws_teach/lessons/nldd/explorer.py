"""The explorer of notebook 05: one test digit, its two distances from each training row, and their weights."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.nldd.experiments.songs import IMAGES, N_SHOWN, Sweep, label_words, sweep
from tiws_teach.lessons.nldd.plots import describe_sweep, plot_sweep


class LabelsetExplorer(Explorer):
    """Shift the weight between two distances; see which training row, and so which labelset, is chosen."""

    title = "Whose labelset: the most similar row, or the row closest to the predicted probabilities?"
    size = (9.2, 4.0)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the kind of images, the test digit, the weight of the label distance, and the source of the weights.

        The slider is disabled while the weights are those of the regression.
        """
        weight = ipywidgets.IntSlider(50, 0, 100, step=2, description="% of weight on Dy")
        weights = ipywidgets.ToggleButtons(
            options=["slider", "fitted"], description="weights by", style={"button_width": "auto"}
        )
        weights.observe(lambda change: setattr(weight, "disabled", change["new"] == "fitted"), "value")
        images = ipywidgets.ToggleButtons(options=IMAGES, description="images", style={"button_width": "auto"})
        digit = ipywidgets.IntSlider(1, 1, N_SHOWN, description="test image")
        return {"images": images, "digit": digit, "weight": weight, "weights": weights}

    def compute(self, state: State) -> Sweep:
        """Choose the row with the smallest weighted sum."""
        return sweep(state["digit"], state["weight"] / 100, state["weights"], state["images"])

    def draw(self, result: Sweep, figure: Figure) -> None:
        """Draw the plane of the two distances, both images and the labelsets."""
        plot_sweep(result, figure)

    def words(self, result: Sweep, previous: Any) -> str:
        """Say which row is chosen, and which one was chosen before for the same digit."""
        said = describe_sweep(result)
        if previous is None or (previous.images, previous.number) != (result.images, result.number):
            return said
        if previous.chosen == result.chosen:
            return f"{said} The chosen row is the same as before."
        return f"{said} Before, the chosen row showed the digit {previous.chosen_digit}: {_set(previous)}."

    def strip_states(self) -> list[State]:
        """Return one digit with all weight on Dx, with all weight on Dy, and with the fitted weights."""
        return [{"weight": 0}, {"weight": 100}, {"weights": "fitted"}]


def _set(result: Sweep) -> str:
    """Return the chosen labelset in words."""
    return label_words(result.labelset, result.names)
