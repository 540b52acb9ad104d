"""The explorers of notebook 04: drag a plant; see what a rule states for it, for the map, and for 1,000 new plants.

What to see: a vote of three stands on four columns; kCNN fills the square between them, and is no nearer to the line on
average than a vote of seven; r = 2 draws all of it to the middle; logistic regression stays on the line.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, in_columns, place, steps
from tiws_teach.lessons.kcnn.experiments.fields import ACROSS, KS, N_KNOWN, RIVAL, UP, Stated, field, states
from tiws_teach.lessons.kcnn.experiments.rules import METHODS
from tiws_teach.lessons.kcnn.plots import SPECIES, words_of_stated

SHOWN = 250
"""New plants in the picture; all 1,000 count in the words."""
_CORNERS = np.linspace(0, 2 * np.pi, 49)


class StatedExplorer(ChartExplorer):
    """Drag a plant and move k; see what the vote states, on the map and for new plants, against the truth."""

    title = "Is this plant a weed? What the vote states, and the truth"
    strip_states = ({"k": 1}, {"k": 3}, {"k": 15})
    drag = {"label": "the plant", "view": "map", "table": "query", "x": "x", "y": "y"}  # noqa: RUF012  (read only)
    rules: ClassVar[tuple[str, ...]] = METHODS[:1]
    smoothings: ClassVar[tuple[int, ...]] = (1,)
    letters = 300

    def controls(self) -> dict[str, Control]:
        across, up = (np.arange(low + 0.25, high, 0.25).tolist() for low, high in (ACROSS, UP))
        inputs = {"k": steps("neighbours k", KS, 3)}
        if len(self.rules) > 1:
            inputs = {"rule": buttons("rule", self.rules, self.rules[1])} | inputs
        if len(self.smoothings) > 1:
            inputs["r"] = steps("smoothing r", self.smoothings, 1)
        return inputs | {"x": place("length", across, 1.0), "y": place("width", up, 0.5)}

    def page(self) -> dict[str, Iterable[Any]]:
        if len(self.rules) > 2:
            return {"x": (-0.5, 1.0, 2.5), "y": (0.5,), "k": (1, 3, 7, 15, 31), "r": (1, 2)}
        return {"x": (-1.5, -0.5, 0.25, 1.0, 2.5), "y": (-1.0, 0.5, 1.5), "k": (1, 3, 7, 15, 31)}

    def compute(self, state: State) -> Stated:
        return states(state.get("rule", self.rules[0]), state["k"], state.get("r", 1), state["x"], state["y"])

    def tables(self, result: Stated) -> Tables:
        X, species, cells = field()
        (x, y), shown = result.query, slice(0, SHOWN)
        names = np.array(SPECIES)
        whose = ["both"] if len(result.radii) == 1 else SPECIES
        rings = [
            (name, corner, x + radius * np.cos(angle), y + radius * np.sin(angle))
            for name, radius in zip(whose, result.radii, strict=False)
            for corner, angle in enumerate(_CORNERS)
        ]
        return {
            "cells": {"x": cells[:, 0] - 0.125, "x2": cells[:, 0] + 0.125, "y": cells[:, 1] - 0.125,
                      "y2": cells[:, 1] + 0.125, "p": result.cells.round(3)},
            "rings": in_columns(("whose", "corner", "x", "y"), rings),
            "known": {"x": X[:N_KNOWN, 0], "y": X[:N_KNOWN, 1], "species": names[species[:N_KNOWN]]},
            "query": {"x": [x], "y": [y]},
            "new": {"stated": result.stated[shown].round(3), "truth": result.truth[shown].round(3)},
            "now": {"stated": [result.now], "truth": [result.true_now],
                    "label": [f"squared error {result.error:.3f}"]},
        }  # fmt: skip

    def describe(self, result: Stated) -> str:
        return words_of_stated(result)

    def before(self, previous: Stated) -> str:
        return f"Before: {previous.now:.2f}, squared error {previous.error:.3f}."


class KCNNExplorer(StatedExplorer):
    """The same with kCNN: a circle for each species in place of one for both."""

    title = "The same plant: a vote, or the k-th row of each species"
    strip_states = ({"rule": "vote"}, {"rule": "kCNN"}, {"rule": "vote", "k": 7})
    rules = METHODS[:2]


class RuleExplorer(StatedExplorer):
    """All rules of the lesson, the smoothing, and logistic regression."""

    title = "Every rule, and logistic regression"
    strip_states = ({"rule": "kCNN", "r": 2}, {"rule": "EkCNN", "k": 7}, {"rule": RIVAL})
    rules = (*METHODS, RIVAL)
    smoothings = (1, 2, 4)
