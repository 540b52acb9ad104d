"""The base of all explorers, without a browser; tests/lessons/test_explorers.py sweeps those of the lessons."""

from __future__ import annotations

import gc
import re

import ipywidgets
import pytest

from tiws_teach.course import Explorer, Picture


class Squares(Explorer):
    """The smallest explorer there is; it fails at 4 when it computes, at 5 when it draws."""

    title = "Squares & more"
    size = (2.0, 1.0)
    strip_states = ({"n": 1}, {"n": 3, "up": True}, {"n": 6})

    def controls(self):
        self.drawn = []
        return {"n": ipywidgets.IntSlider(2, 0, 9, description="side n"), "up": ipywidgets.Checkbox(description="up")}

    def compute(self, state):
        if state["n"] == 4:
            raise ValueError("n must not be 4 <here>")
        return state["n"] ** 2 * (-1 if state["up"] else 1)

    def draw(self, result, figure):
        if result == 25:
            raise RuntimeError("cannot draw 25")
        self.drawn.append((result, id(figure), len(figure.axes)))
        figure.subplots().bar([0], [result])

    def describe(self, result):
        return f"The square is {result} & nothing else."

    def before(self, previous):
        return f"Before, it was {previous}."


def test_the_first_picture_stands_before_any_change():
    explorer = Squares()
    assert explorer.result == 4
    assert explorer.picture.png.startswith(b"\x89PNG")
    assert explorer.picture.alt == "The square is 4 & nothing else."
    assert explorer.text == "The square is 4 & nothing else."


def test_a_control_moves_result_picture_alt_and_words():
    explorer = Squares()
    before = explorer.picture.png
    explorer.inputs["n"].value = 3
    assert explorer.result == 9
    assert explorer.picture.png != before
    assert explorer.picture.alt == "The square is 9 & nothing else."
    assert explorer.text == "The square is 9 & nothing else. Before, it was 4."


def test_one_figure_is_used_again_and_comes_empty():
    explorer = Squares()
    for n in (1, 3, 6):
        explorer.inputs["n"].value = n
    assert len({figure for _, figure, _ in explorer.drawn}) == 1
    assert {axes for _, _, axes in explorer.drawn} == {0}


def test_no_pyplot_figure_is_left_behind():
    from matplotlib import pyplot as plt

    before = plt.get_fignums()
    Squares().strip()
    assert plt.get_fignums() == before


def test_the_same_state_gives_the_same_bytes():
    one, two = Squares(), Squares()
    two.inputs["n"].value = 7
    two.reset()
    assert one.picture.png == two.picture.png


def test_reset_and_set_state_redraw_once():
    explorer = Squares()
    explorer.set_state(n=3, up=True)
    assert explorer.result == -9
    drawn = len(explorer.drawn)
    explorer._reset.click()
    assert explorer.state == {"n": 2, "up": False}
    assert len(explorer.drawn) == drawn + 1


def test_set_state_names_what_it_does_not_know():
    with pytest.raises(ValueError, match="the state must name controls out of n, up; got m"):
        Squares().set_state(m=1)


@pytest.mark.parametrize(
    ("n", "raised"), [(4, "ValueError: n must not be 4 &lt;here&gt;"), (5, "RuntimeError: cannot draw 25")]
)
def test_an_error_is_shown_the_last_picture_stays_and_the_next_change_mends_it(n, raised):
    explorer = Squares()
    before = explorer.picture.png
    explorer.inputs["n"].value = n
    assert raised in explorer._error.value
    assert "test_explorer.py, line" in explorer._error.value
    assert isinstance(explorer.error, ValueError | RuntimeError)
    assert explorer.result == 4
    assert explorer.picture.png == before
    assert explorer.text.startswith("The square is 4")
    explorer.inputs["n"].value = 6
    assert explorer._error.value == ""
    assert explorer.error is None
    assert explorer.result == 36


@pytest.mark.parametrize(
    ("part", "made", "message"),
    [
        ("describe", lambda self, result: "9", "alt must have at least 25 characters"),
        ("controls", lambda self: {"n": ipywidgets.IntSlider()}, "the control 'n' must have a value and .*; got IntSl"),
        (
            "controls",
            lambda self: {"n": ipywidgets.IntSlider(4, description="n"), "up": ipywidgets.Checkbox(description="up")},
            "n must not be 4",
        ),
    ],
)
def test_a_fault_in_the_first_state_is_raised(part, made, message, monkeypatch):
    monkeypatch.setattr(Squares, part, made)
    with pytest.raises(ValueError, match=message):
        Squares()


def test_a_subclass_that_forgets_a_part_fails_at_once():
    with pytest.raises(NotImplementedError):
        Explorer()


def test_readers_without_a_kernel_get_words_and_three_pictures():
    explorer = Squares()
    explorer.inputs["n"].value = 3
    bundle = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == "[explorer] Squares & more\nThe square is 9 & nothing else."
    alts = re.findall(r'<img alt="([^"]+)" src="data:image/png;base64,', bundle["text/html"])
    assert alts == [f"The square is {square} &amp; nothing else." for square in (1, -9, 36)]
    assert "<strong>Squares &amp; more</strong>" in bundle["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_strip_does_not_follow_the_controls():
    explorer = Squares()
    before = explorer.strip()
    explorer.inputs["n"].value = 8
    assert explorer.strip() == before == Squares().strip()


def test_the_page_gets_what_screen_readers_need():
    explorer = Squares()
    assert explorer.picture.title == "Squares & more"
    assert (explorer.picture.width, explorer.picture.height) == (160, 80)
    assert "tiws-explorer" in explorer._dom_classes
    assert "tiws-words" in explorer._words._dom_classes
    assert "tiws-error" in explorer._error._dom_classes


def test_the_picture_and_its_alt_travel_in_one_message(monkeypatch):
    sent = []
    picture = Picture()
    monkeypatch.setattr(picture, "send_state", lambda key=None: sent.append(set(key)))
    picture.swap(b"png", "a picture")
    assert sent == [{"png", "alt"}]


def test_controls_get_the_room_they_need_and_keep_a_width_of_their_own():
    class Wide(Squares):
        def controls(self):
            self.drawn = []
            fixed = ipywidgets.IntSlider(2, 0, 9, description="side n", layout={"width": "500px"})
            long = ipywidgets.SelectionSlider(options=["short", "a much longer one"], description="which")
            buttons = ipywidgets.ToggleButtons(options=["a", "b"], description="up")
            return {"n": fixed, "long": long, "up": buttons}

    inputs = Wide().inputs
    assert inputs["n"].layout.width == "500px"
    assert inputs["long"].layout.width == f"{200 + 8 * (len('which') + len('a much longer one'))}px"
    assert "tiws-readout-17" in inputs["long"]._dom_classes
    assert ".tiws-readout-17 .widget-readout" in str(Picture._css)
    assert inputs["up"].layout.width == "auto"
    assert {control.style.description_width for control in inputs.values()} == {"initial"}


def test_no_collection_of_garbage_delays_a_picture(monkeypatch):
    seen, draw = [], Squares.draw
    monkeypatch.setattr(Squares, "draw", lambda *parts: seen.append(gc.isenabled()) or draw(*parts))
    explorer = Squares()
    explorer.set_state(n=5)  # fails
    assert seen == [False, False]
    assert isinstance(explorer.error, RuntimeError)
    assert gc.isenabled()
