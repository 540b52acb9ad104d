"""The explorer of lesson 04: points that can be moved, the posterior field, and its decision boundary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets
from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach.course import Picture
from tiws_teach.course.explorer import Explorer, State, choice, slider
from tiws_teach.course.points import NARROW, PointEditor, PointSheet
from tiws_teach.lessons.kcnn.experiments.fields import LIMITS, START, Field, field
from tiws_teach.lessons.kcnn.experiments.rules import METHODS
from tiws_teach.lessons.kcnn.plots import contour_lines, describe_field, plot_field

_MOST = 30  # points
_LARGEST_K = 7
_SMOOTHINGS = [1, 2, 4, 8, 16]
_AXES = (0.095, 0.125, 0.7, 0.845)  # left, bottom, width, height of the axes, in shares of the picture


class KCNNExplorer(Explorer):
    """Move, add and remove points; change rule, k and r; see the posterior and its decision boundary."""

    title = "Votes, kCNN and EkCNN on points that you move"
    size = (6.6, 4.6)
    strip_states = ({"method": "vote"}, {"method": "kCNN"}, {"method": "EkCNN", "r": 2})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "k": ipywidgets.IntSlider(3, 1, _LARGEST_K, description="neighbours k", layout=NARROW),
            "r": slider("smoothing r", _SMOOTHINGS, 1, layout=NARROW),
            "method": choice("rule", METHODS, value="kCNN"),
            "points": PointEditor(START, LIMITS, _MOST),
        }

    def arrange(
        self, heading: Widget, controls: ipywidgets.HBox, error: Widget, picture: Picture, words: Widget
    ) -> list[Widget]:
        """Return the controls beside the picture, and above it in a narrow window; the points' sheet lies over it."""
        width, height = picture.width, picture.height
        left, bottom, across, up = _AXES
        self._sheet = PointSheet(limits=list(LIMITS), layout={"width": f"{width}px", "height": f"{height}px"})
        self._sheet.box = [left * width, (1 - bottom - up) * height, across * width, up * height]
        self._sheet.add_class("tiws-sheet")
        self._sheet.observe(self._follow, "done")
        self.inputs["points"].observe(self._place, "value")
        self._place()
        holder = ipywidgets.Box([picture, self._sheet], layout={"flex": "0 0 auto"})
        holder.add_class("tiws-under-sheet")
        controls.layout.flex, controls.layout.align_content = f"1 1 {NARROW['width']}", "flex-start"
        main = ipywidgets.HBox([controls, holder], layout={"flex_flow": "row wrap"})
        return [heading, error, main, words]

    def _place(self, _: Any = None) -> None:
        """Tell the sheet the places of the points."""
        self._sheet.places = [list(point) for point in self.inputs["points"].value[0]]

    def _follow(self, change: Any) -> None:
        """Repeat what was done on the sheet; ignore points that are gone, and double clicks outside the axes."""
        done, editor = change["new"], self.inputs["points"]
        if done.get("kind") == "add":
            if 0 <= done["x"] <= LIMITS[0] and 0 <= done["y"] <= LIMITS[1]:
                editor.add(done["x"], done["y"])
        elif done.get("kind") == "move" and 0 <= done["index"] < len(editor.value[0]):
            editor.move(done["index"], done["x"], done["y"])

    def compute(self, state: State) -> Field:
        points, chosen = state["points"]
        return replace(field(points, state["method"], state["k"], float(state["r"])), chosen=chosen)

    def draw(self, result: Field, figure: Figure) -> None:
        ax = figure.add_axes(_AXES)
        plot_field(result, ax)
        ax.set(xlabel="feature 1", ylabel="feature 2")
        ax.plot([], [], color="black", linewidth=2, label="one half")
        lines = "{:g}, {:g},\n{:g}, {:g}".format(*contour_lines(result.posterior))
        ax.plot([], [], color="dimgrey", linewidth=0.7, label=lines)
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=10)

    def describe(self, result: Field) -> str:
        text, i = describe_field(result), result.chosen
        if i is None:
            return text
        x, y = result.points[i]
        return f"{text} Ringed: point {i + 1}, of class {result.classes[i]}, at ({x:.1f}, {y:.1f})."

    def before(self, previous: Field) -> str:
        return f"Before, class 1 was predicted in {previous.share_of_one:.1%}."
