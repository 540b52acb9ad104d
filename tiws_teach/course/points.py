"""Points that can be moved, added and removed: with the keyboard by sliders, with the mouse on a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from tiws_teach.course.explorer import lay_out

NARROW = {"width": "270px"}  # of a slider beside a picture
_STEP = 0.1
_CSS = (
    ".tiws-sheet { position: absolute !important; left: 0; top: 0; margin: 0 !important; touch-action: none }\n"
    ".tiws-under-sheet { position: relative; overflow: visible }\n"
)
Point = tuple[float, float, int]


class PointSheet(anywidget.AnyWidget):
    """A transparent sheet over a picture that reports dragged points and places for new ones."""

    _esm = Path(__file__).with_name("_points.js").read_text(encoding="utf-8")
    _css = _CSS
    box: Any = traitlets.List().tag(sync=True)  # left, top, width and height of the axes in pixels
    limits: Any = traitlets.List().tag(sync=True)  # greatest values of the two features; the least are 0
    places: Any = traitlets.List().tag(sync=True)
    done = traitlets.Dict().tag(sync=True)  # kind ("move" or "add"), index, x, y, number


class PointEditor(ipywidgets.VBox):
    """A control whose value is a tuple of points (x, y, class) and the number of the one that the sliders move."""

    value = traitlets.Tuple()
    description = traitlets.Unicode("points")

    def __init__(self, points: tuple[Point, ...], limits: tuple[float, float], most: int) -> None:
        self._limits, self._most, self._busy = limits, most, False
        self._chooser = ipywidgets.IntSlider(1, 1, len(points), description="point", layout=NARROW)
        across, up = ({"min": 0, "max": limit, "step": _STEP, "layout": NARROW} for limit in limits)
        self._x = ipywidgets.FloatSlider(0, **across, description="its feature 1")
        self._y = ipywidgets.FloatSlider(0, **up, description="its feature 2")
        for slider in (self._x, self._y):
            slider.readout_format = ".1f"
        buttons = {"button_width": "auto"}
        self._class = ipywidgets.ToggleButtons(options=[0, 1], description="its class", style=buttons)
        self.add_button = ipywidgets.Button(description="Add a point", tooltip="Add a point beside the chosen one")
        self.remove_button = ipywidgets.Button(description="Remove it", tooltip="Remove the chosen point")
        for control in (self._chooser, self._x, self._y, self._class):
            lay_out(control)
        row = {"flex_flow": "row wrap"}
        super().__init__(
            [
                ipywidgets.HBox([self._chooser, self._x, self._y], layout=row),
                ipywidgets.HBox([self._class, self.add_button, self.remove_button], layout=row),
            ]
        )
        self.observe(self._show, "value")
        self.value = (points, 0)
        self._chooser.observe(self._choose, "value")
        for control in (self._x, self._y, self._class):
            control.observe(self._edit, "value")
        self.add_button.on_click(lambda _: self.add_beside())
        self.remove_button.on_click(lambda _: self.remove())

    @property
    def style(self) -> Any:
        """The style of the first control, which explorers lay out."""
        return self._chooser.style

    def move(self, index: int, x: float, y: float) -> None:
        """Select a point and move it to another place inside the picture."""
        points, _ = self.value
        self.value = (_with(points, index, (*self._inside(x, y), points[index][2])), index)

    def add(self, x: float, y: float) -> None:
        """Add a point of the selected point's class and select it; do nothing if the maximum is reached."""
        points, chosen = self.value
        if len(points) < self._most:
            self.value = ((*points, (*self._inside(x, y), points[chosen][2])), len(points))

    def add_beside(self) -> None:
        """Add a point half a unit from the selected one, towards the centre."""
        points, chosen = self.value
        x, y, _ = points[chosen]
        self.add(x + (0.5 if x < self._limits[0] / 2 else -0.5), y)

    def remove(self) -> None:
        """Remove the selected point, unless it is the last of its class."""
        points, chosen = self.value
        if sum(point[2] == points[chosen][2] for point in points) > 1:
            self.value = ((*points[:chosen], *points[chosen + 1 :]), max(chosen - 1, 0))

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        """Return a place on the sliders' grid, inside the picture."""
        across, up = (min(max(each, 0.0), limit) for each, limit in zip((x, y), self._limits, strict=True))
        return round(round(across / _STEP) * _STEP, 6), round(round(up / _STEP) * _STEP, 6)

    def _choose(self, _: Any) -> None:
        if not self._busy:
            self.value = (self.value[0], self._chooser.value - 1)

    def _edit(self, _: Any) -> None:
        if not self._busy:
            points, chosen = self.value
            point = (*self._inside(self._x.value, self._y.value), self._class.value)
            self.value = (_with(points, chosen, point), chosen)

    def _show(self, _: Any) -> None:
        """Set the sliders to the selected point."""
        points, chosen = self.value
        self._busy = True
        try:
            self._chooser.max = len(points)
            self._chooser.value = chosen + 1
            self._x.value, self._y.value, self._class.value = points[chosen]
        finally:
            self._busy = False
        self.add_button.disabled = len(points) >= self._most
        self.remove_button.disabled = sum(point[2] == points[chosen][2] for point in points) < 2


def _with(points: tuple[Point, ...], index: int, point: Point) -> tuple[Point, ...]:
    """Return the points with one of them replaced."""
    return (*points[:index], point, *points[index + 1 :])
