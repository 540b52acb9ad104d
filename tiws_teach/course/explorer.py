"""The base class of all explorers: controls, a picture, and a text that says what changed.

A subclass only combines the parts and computes nothing itself::

    class NeighborExplorer(Explorer):
        title = "How many neighbours?"
        strip_states = ({"k": 1}, {"k": 5}, {"k": 15})

        def controls(self):
            return {"k": ipywidgets.IntSlider(3, 1, 15, description="neighbours k")}

        def compute(self, state):  # pure, from a lesson's experiments
            return neighbors.nearest(state["k"])

        def draw(self, result, figure):  # from tiws_teach.plots
            plot_neighbors(result, figure.subplots())

        def describe(self, result):
            return f"k = {result.k}: ..."

        def before(self, previous):
            return f"Before, k was {previous.k}."
"""

from __future__ import annotations

import gc
import html
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import ipywidgets
from ipywidgets import Widget
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tiws_teach._validation import fail
from tiws_teach.course._figures import DENSITY, check_alt, fast_png, picture_html, png_source, small_png
from tiws_teach.course._picture import LONGEST_READOUT, Picture

_DPI = 80
_STRIP_DPI = 60
_WIDE = 6.5  # inches
_TRACK, _LETTER = 200, 8  # pixels of a slider's track and of a letter
_NUMBER = 5  # letters of a number
State = dict[str, Any]


class Explorer(ipywidgets.VBox):
    """Controls above a picture that follows them, with a text, a reset and a static strip for use without a kernel.

    Attributes
    ----------
    title : str
        Name of the explorer, also for screen readers; set by the subclass.
    size : (float, float)
        Width and height of the picture in inches of 80 pixels.
    strip_states : tuple of dict
        The three states of the static strip; controls that a state does not name have their first value.
    inputs : dict of str to Widget
        The controls by name.
    result : object
        Last result of `compute` without an error.
    error : Exception or None
        Error raised by the last change; shown in the widget.
    """

    title: ClassVar[str] = ""
    size: ClassVar[tuple[float, float]] = (6.0, 3.6)
    strip_states: ClassVar[tuple[dict[str, Any], ...]] = ()

    # What a subclass says -----------------------------------------------------------------------------------------

    def controls(self) -> dict[str, Widget]:
        """Return the controls by name, each with a `value` and a `description`."""
        raise NotImplementedError

    def compute(self, state: State) -> Any:
        """Return the result for the controls' values: a pure function from a lesson's experiments."""
        raise NotImplementedError

    def draw(self, result: Any, figure: Figure) -> None:
        """Draw the result on an empty figure, which is reused; do not use pyplot."""
        raise NotImplementedError

    def describe(self, result: Any) -> str:
        """Return what the picture shows: its alt text, and the first part of the text below it."""
        raise NotImplementedError

    def before(self, previous: Any) -> str:
        """Return what the previous picture showed: the second part of the text."""
        raise NotImplementedError

    def arrange(
        self, heading: Widget, controls: ipywidgets.HBox, error: Widget, picture: Picture, words: Widget
    ) -> list[Widget]:
        """Return the parts from top to bottom; a subclass may put them side by side or add one."""
        return [heading, controls, error, picture, words]

    # What it does with it -----------------------------------------------------------------------------------------

    def __init__(self) -> None:
        self.inputs = self.controls()
        for name, control in self.inputs.items():
            _check_control(name, control)
            lay_out(control)
        self._start = self.state
        self._held = False
        self.result: Any = None
        self.error: Exception | None = None
        self._figure = _figure(self.size, DENSITY * _DPI)
        self._strip: str | None = None
        self._picture, self._words, self._error, self._reset = self._parts()
        heading = ipywidgets.HTML(f"<strong>{html.escape(self.title)}</strong>")
        controls = ipywidgets.HBox([*self.inputs.values(), self._reset], layout={"flex_flow": "row wrap"})
        super().__init__(self.arrange(heading, controls, self._error, self._picture, self._words))
        self.add_class("tiws-explorer")
        self._update(self.state)
        for control in self.inputs.values():
            control.observe(self._redraw, "value")
        self._reset.on_click(lambda _: self.reset())

    @property
    def state(self) -> State:
        """The values of the controls by name."""
        return {name: control.value for name, control in self.inputs.items()}

    @property
    def picture(self) -> Any:
        """The picture, with `png` and `alt`."""
        return self._picture

    @property
    def text(self) -> str:
        """The text under the picture."""
        return html.unescape(self._words.value)

    def words(self, result: Any, previous: Any) -> str:
        """Return what the picture shows, and what the previous one showed (None at first); a subclass may compare."""
        text = self.describe(result)
        return text if previous is None else f"{text} {self.before(previous)}"

    def set_state(self, **values: Any) -> None:
        """Set several controls and redraw once."""
        strange = sorted(set(values) - set(self.inputs))
        if strange:
            fail("the state", f"name controls out of {', '.join(self.inputs)}", strange[0], "Correct the name.")
        self._held = True
        try:
            for name, value in values.items():
                self.inputs[name].value = value
        finally:
            self._held = False
        self._redraw()

    def reset(self) -> None:
        """Reset every control to its first value."""
        self.set_state(**self._start)

    def _parts(self) -> tuple[Any, ipywidgets.HTML, ipywidgets.HTML, ipywidgets.Button]:
        """Return the picture, the text, the area for errors and the reset button."""
        width, height = (round(inches * _DPI) for inches in self.size)
        picture = Picture(title=self.title, width=width, height=height)
        words, error = ipywidgets.HTML(), ipywidgets.HTML()
        words.add_class("tiws-words")
        error.add_class("tiws-error")
        reset = ipywidgets.Button(description="Reset", tooltip="Put every control back to its first value")
        return picture, words, error, reset

    def _redraw(self, _: Any = None) -> None:
        """Redraw for the controls; show an error in the widget and keep the last good picture."""
        if self._held:
            return
        try:
            self._update(self.state)
        except Exception as error:  # of any kind; otherwise a callback's error would be lost
            self.error = error
            self._error.value = _error_html(error)

    def _update(self, state: State) -> None:
        """Compute, draw and describe; show nothing until all three have succeeded."""
        with _no_collection():
            result = self.compute(state)
            text = self.words(result, self.result)
            alt = check_alt(self.describe(result))
            png = fast_png(self._drawn(self._figure, result))
            self.result, self.error = result, None
            self._picture.swap(png, alt)
        self._words.value = html.escape(text, quote=False)
        self._error.value = ""

    def _drawn(self, figure: Figure, result: Any) -> Figure:
        """Clear the figure, draw the result on it and return it."""
        for ax in figure.axes:  # clear() alone would first reset every Axes that it discards
            figure.delaxes(ax)
        figure.clear()
        self.draw(result, figure)
        return figure

    def strip(self) -> str:
        """Return the static strip: the pictures and texts of three states, as HTML."""
        if self._strip is None:
            width = "32%" if self.size[0] <= _WIDE else "100%"  # side by side the words of a wide picture are too small
            self._strip = f"<p><strong>{html.escape(self.title)}</strong></p>" + "".join(
                f'<div style="display: inline-block; width: {width}; vertical-align: top">{self._still(state)}</div>'
                for state in self.strip_states
            )
        return self._strip

    def _still(self, state: State) -> str:
        """Return one picture of the strip; controls not in `state` have their first value."""
        result = self.compute(self._start | state)
        png = small_png(self._drawn(_figure(self.size, _STRIP_DPI), result), _STRIP_DPI)
        return picture_html(png_source(png), check_alt(self.describe(result)), round(self.size[0] * _STRIP_DPI))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Add the text and the strip to the live widget, for readers without a kernel."""
        bundle = dict(super()._repr_mimebundle_(**kwargs) or {})
        bundle["text/plain"] = f"[explorer] {self.title}\n{self.describe(self.result)}"
        bundle["text/html"] = self.strip()
        return bundle


def choice(description: str, options: Iterable[Any], **more: Any) -> ipywidgets.ToggleButtons:
    """Return buttons as wide as their words, for a choice without order; the first is pressed, or that of `value`."""
    settings = {"style": {"button_width": "auto"}} | more
    return ipywidgets.ToggleButtons(options=list(options), description=description, **settings)


def slider(description: str, options: Iterable[Any], value: Any = None, **more: Any) -> ipywidgets.SelectionSlider:
    """Return a slider over values, or (label, value) pairs, in their order; it starts at the first, or at `value`."""
    start = {} if value is None else {"value": value}
    return ipywidgets.SelectionSlider(options=list(options), description=description, **start, **more)


def _check_control(name: str, control: Widget) -> None:
    """Raise unless a control has a value and a label."""
    if not hasattr(control, "value") or not getattr(control, "description", ""):
        advice = "Give it a description."
        fail(f"the control {name!r}", "have a value and a description", type(control).__name__, advice)


def lay_out(control: Widget) -> None:
    """Set the width of a control to fit its label and its longest value; keep a width that is already set."""
    control.style.description_width = "initial"
    control.layout.margin = control.layout.margin or "2px 24px 2px 0"
    if isinstance(control, ipywidgets.ToggleButtons):
        control.layout.width = control.layout.width or "auto"
    elif hasattr(control, "readout"):
        labels = [str(label) for label in getattr(control, "_options_labels", ())]
        longest = max(map(len, labels), default=_NUMBER)
        control.add_class(f"tiws-readout-{min(longest, LONGEST_READOUT)}")
        control.layout.width = control.layout.width or f"{_TRACK + _LETTER * (len(control.description) + longest)}px"


@contextmanager
def _no_collection() -> Iterator[None]:
    """Put off the collection of garbage: a full one takes longer than a picture, which would have to wait for it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _figure(size: tuple[float, float], dpi: int) -> Figure:
    """Return an empty figure that draws into memory, outside pyplot."""
    figure = Figure(figsize=size, dpi=dpi)
    FigureCanvasAgg(figure)
    return figure


def _error_html(error: Exception) -> str:
    """Return an error as a red box: its message and its place in the project."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    words = html.escape(f"{type(error).__name__}: {error}{place}")
    return (
        f'<div style="border: 2px solid #b3261e; padding: 4px 8px; color: #8c1d18">This setting failed. {words}</div>'
    )
