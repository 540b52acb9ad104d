"""The base class of explorers that the browser draws: controls, tables of a result, and one chart over these tables.

A subclass combines the parts and computes nothing itself::

    class NeighborExplorer(ChartExplorer):
        title = "How many neighbours?"
        strip_states = ({"k": 1}, {"k": 5}, {"k": 15})

        def controls(self):
            return {"k": steps("neighbours k", range(1, 16), 3)}

        def compute(self, state):  # pure, from a lesson's experiments
            return neighbors.nearest(state["k"])

        def tables(self, result):  # what is drawn, as columns
            return {"rows": {"x": result.points[:, 0], "y": result.points[:, 1]}}

        def describe(self, result):
            return f"k = {result.k}: ..."

        def before(self, previous):
            return f"Before, k was {previous.k}."

        def page(self):  # the values on a page without a kernel: every combination is stored
            return {"k": (1, 3, 5, 15)}

`python -m tools.explorers` stores the chart and three stills of each explorer in the folder ``built`` of its room.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import ipywidgets
import traitlets
from IPython.display import display

from tiws_teach._validation import fail
from tiws_teach.course import _built
from tiws_teach.course._figures import check_alt, picture_html, png_source
from tiws_teach.course._store import is_canned

SCRIPT = Path(__file__).with_name("_explorer.js")
STYLE = Path(__file__).with_name("_explorer.css")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# In a notebook opened again JupyterLab writes an error in the place of a widget; then only the stills are shown.
_STYLE = """<style>
.jp-OutputArea-child:has(+ .jp-OutputArea-child .tiws-face) figure[data-tiws-explorer] { display: none }
.jp-OutputArea-child:has(figure[data-tiws-explorer]) + * .jp-OutputArea-output:not(:has(*)) { display: none }
</style>"""
WIDTH = 740
"""Pixels of a wide chart; that for phones has about 320."""
State = dict[str, Any]
Tables = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Control:
    """A control with finitely many values: a slider, buttons, or a place in the picture that is dragged."""

    label: str
    options: tuple[Any, ...]
    start: Any
    look: str = "slider"

    def __post_init__(self) -> None:
        if not self.label or self.start not in self.options:
            fail("a control", "have a label and start at one of its values", repr(self.start), "Correct the start.")

    def limited(self, options: Iterable[Any]) -> Control:
        """Return the control with fewer values, as a page has it."""
        return replace(self, options=tuple(options))

    def face(self) -> dict[str, Any]:
        """Return what the browser needs to know."""
        labels = [f"{each:g}" if isinstance(each, float) else str(each) for each in self.options]
        longest = max(map(len, labels))
        return {"label": self.label, "look": self.look, "values": self.options, "labels": labels, "longest": longest}


def in_columns(names: Iterable[str], rows: Iterable[Iterable[Any]]) -> dict[str, list[Any]]:
    """Return rows as a table of columns with these names."""
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def steps(label: str, options: Iterable[Any], start: Any) -> Control:
    """Return a slider over values in their order."""
    return Control(label, tuple(options), start)


def buttons(label: str, options: Iterable[Any], start: Any) -> Control:
    """Return buttons, for a choice without order."""
    return Control(label, tuple(options), start, "buttons")


def again(label: str, options: Iterable[Any]) -> Control:
    """Return one button that goes to the next value, such as another sample, and from the last to the first."""
    every = tuple(options)
    return Control(label, every, every[0], "again")


def place(label: str, options: Iterable[float], start: float) -> Control:
    """Return a coordinate of what is dragged in the picture, and moved by the arrow keys; it has no slider."""
    return Control(label, tuple(options), start, "place")


class View(anywidget.AnyWidget):
    """The part of an explorer that runs in the browser; the kernel answers what it asks."""

    _esm = SCRIPT.read_text(encoding="utf-8") + "\nexport default { render: globalThis.tiwsExplorer.render };\n"
    _css = STYLE.read_text(encoding="utf-8")
    face = traitlets.Dict().tag(sync=True)  # title, controls and charts: what does not change
    frame = traitlets.Dict().tag(sync=True)  # what is shown: request, places of the controls, tables, words
    asked = traitlets.Dict().tag(sync=True)  # number of the request, places of the controls

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._send_vega)

    def _send_vega(self, *_: Any) -> None:
        self.send({"vega": _built.BUNDLE.read_text(encoding="utf-8")})


class ChartExplorer(ipywidgets.VBox):
    """Controls above a chart that the browser draws and moves, with words, a reset, and stills without a kernel.

    Attributes
    ----------
    title : str
        Name of the explorer, also for screen readers; set by the subclass.
    strip_states : tuple of dict
        The three states of the stills; controls that a state does not name have their first value.
    drag : dict of str to str
        What is dragged: its ``label``, the name of the ``view`` of the chart, the controls of its ``x`` and ``y``, the
        ``table`` with the columns x and y that places it, and how many pixels it is ``below`` the axis of x.
    letters : int
        Length of the longest words; so much room is kept below the picture.
    inputs : dict of str to Control
        The controls by name.
    state : dict
        The values of the controls by name.
    result : object
        Last result of `compute` without an error.
    error : Exception or None
        Error raised by the last change; shown in the explorer.
    text : str
        The words under the picture.
    """

    title: ClassVar[str] = ""
    strip_states: ClassVar[tuple[State, ...]] = ()
    drag: ClassVar[dict[str, str]] = {}
    letters: ClassVar[int] = 300

    # What a subclass says -----------------------------------------------------------------------------------------

    def controls(self) -> dict[str, Control]:
        """Return the controls by name; at most three beside what is dragged."""
        raise NotImplementedError

    def compute(self, state: State) -> Any:
        """Return the result for the controls' values: a pure function from a lesson's experiments."""
        raise NotImplementedError

    def tables(self, result: Any) -> Tables:
        """Return what is drawn: the columns of each named table of the chart."""
        raise NotImplementedError

    def chart(self, wide: bool) -> Any:
        """Return the altair chart of the chart.py beside it, for a page or a phone; its scales never change."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.chart").chart(wide)

    def describe(self, result: Any) -> str:
        """Return what the picture shows: its alt text, and the first part of the words below it."""
        raise NotImplementedError

    def before(self, previous: Any) -> str:
        """Return what the previous picture showed: the second part of the words."""
        raise NotImplementedError

    def page(self) -> dict[str, Iterable[Any]]:
        """Return the values of the controls on a page without a kernel; one that is not named keeps all."""
        return {}

    # What it does with it -----------------------------------------------------------------------------------------

    def __init__(self) -> None:
        self.inputs = self.controls()
        self._start = {name: control.start for name, control in self.inputs.items()}
        self.state, self.result, self.text = self._start, None, ""
        self.error: Exception | None = None
        self.view = View(face=self.face(self.inputs))
        super().__init__([self.view])
        self.add_class("tiws-explorer")
        self._update(self._start, 0)
        self.view.observe(self._answer, "asked")

    def face(self, inputs: Mapping[str, Control]) -> dict[str, Any]:
        """Return what does not change: title, controls, charts for wide and narrow pages, what is dragged."""
        controls = {name: control.face() for name, control in inputs.items()}
        start = {name: control.options.index(control.start) for name, control in inputs.items()}
        charts = _built.charts(type(self)) or _built.made_charts(self)
        looks = {"title": self.title, "drag": self.drag or None, "letters": self.letters, "width": WIDTH}
        return looks | {"controls": controls, "start": start, "charts": charts}

    def words(self, result: Any, previous: Any) -> str:
        """Return what the picture shows, and what the previous one showed, if there was one and that differs."""
        text, told = self.describe(result), "" if previous is None else self.before(previous)
        return text if told in ("", self.before(result)) else f"{text} {told}"

    def set_state(self, **values: Any) -> None:
        """Set several controls and redraw once."""
        for name, value in values.items():
            if name not in self.inputs:
                fail("the state", f"name controls out of {', '.join(self.inputs)}", name, "Correct the name.")
            if value not in self.inputs[name].options:
                known = ", ".join(map(str, self.inputs[name].options))
                fail(name, f"be one of {known}", repr(value), "Choose another.")
        self._show(self.state | values, self.view.asked.get("number", 0))

    def reset(self) -> None:
        """Reset every control to its first value."""
        self.set_state(**self._start)

    def _answer(self, change: Any) -> None:
        """Show the state that the browser asks for."""
        at, number = change["new"]["at"], change["new"]["number"]
        self._show({name: control.options[at[name]] for name, control in self.inputs.items()}, number)

    def _show(self, state: State, number: int) -> None:
        """Show a state; say an error in the explorer and keep the last good picture."""
        try:
            self._update(state, number)
        except Exception as error:  # of any kind; otherwise a callback's error would be lost
            self.error = error
            words = f"This setting failed. {type(error).__name__}: {error}"
            self.view.frame = {"number": number, "at": self._at(state), "error": words}

    def _update(self, state: State, number: int) -> None:
        """Compute, describe and send; show nothing until all have succeeded."""
        result = self.compute(state)
        alt, text = check_alt(self.describe(result)), self.words(result, self.result)
        tables = _built.packed(self.tables(result))
        self.state, self.result, self.error, self.text = state, result, None, text
        self.view.frame = {"number": number, "at": self._at(state), "tables": tables, "words": text, "alt": alt}

    def _at(self, state: State) -> dict[str, int]:
        """Return the places of the controls' values."""
        return {name: control.options.index(state[name]) for name, control in self.inputs.items()}

    def strip(self) -> str:
        """Return the stills with their words as HTML, or that of a set state; a page puts the live explorer there."""
        states = [self._start | state for state in self.strip_states]
        stills = [path.read_bytes() for path in _built.still_paths(type(self)) if path.is_file()]
        changed = {name: value for name, value in self.state.items() if value != self._start[name]}
        every = list(zip(states, stills, strict=False))
        kept = [each for each in every if changed and each[0] == self.state] or every
        style = "display: inline-block; width: 32%; vertical-align: top" if len(kept) > 1 else ""
        shown = [(png_source(png), check_alt(self.describe(self.compute(state)))) for state, png in kept]
        pictures = "".join(f'<div style="{style}">{picture_html(png, alt, 320)}</div>' for png, alt in shown)
        name, title = type(self).__name__, html.escape(self.title)
        setting = f" data-tiws-state='{html.escape(_built.compact(changed))}'" if changed else ""
        live = "" if is_canned() else _STYLE
        return f'<figure data-tiws-explorer="{name}"{setting}><p><strong>{title}</strong></p>{pictures}</figure>{live}'

    def _ipython_display_(self, **_: Any) -> None:
        """Show the stills, and the live explorer as an output of its own, which hides them while there is a kernel."""
        self.view.face = self.view.face | {"start": self._at(self.state)}  # where the browser's reset leads
        bundle = self._repr_mimebundle_()
        live = {WIDGET_VIEW: bundle.pop(WIDGET_VIEW)}
        display({kind: bundle[kind] for kind in ("text/html", "text/plain")}, raw=True)
        display(live, raw=True)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Add the words and the stills to the live widget, for readers without a kernel."""
        bundle = dict(super()._repr_mimebundle_(**kwargs) or {})
        bundle["text/plain"] = f"[explorer] {self.title}\n{self.describe(self.result)}"
        bundle["text/html"] = self.strip()
        return bundle
