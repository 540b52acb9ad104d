"""The base of explorers that the browser draws, without a browser; test_browser_explorers.py has one."""

import json
import math
import re

import altair as alt
import pytest

from tiws_teach.course import ChartExplorer, _built
from tiws_teach.course.charts import Control, buttons, place, steps
from tools.explorers import bundle, page_script, rows_of, still


class Squares(ChartExplorer):
    """The smallest explorer that the browser draws; it fails at 4."""

    title = "Squares & more"
    strip_states = ({"n": 1}, {"n": 3, "sign": "minus"}, {"n": 6})

    def controls(self):
        return {"n": steps("side n", range(10), 2), "sign": buttons("sign", ["plus", "minus"], "plus")}

    def page(self):
        return {"n": (1, 2, 3)}

    def compute(self, state):
        if state["n"] == 4:
            raise ValueError("n must not be 4 <here>")
        return state["n"] ** 2 * (-1 if state["sign"] == "minus" else 1)

    def tables(self, result):
        return {"bars": {"name": ["square"], "value": [result]}}

    def chart(self, wide):
        bars = alt.Chart(alt.NamedData("bars"), width=200 if wide else 100).mark_bar()
        return bars.encode(x="name:N", y=alt.Y("value:Q", scale=alt.Scale(domain=(-81, 81))))

    def describe(self, result):
        return f"The square is {result} & nothing else."

    def before(self, previous):
        return f"Before, it was {previous}."


def ask(explorer, number, **at):
    """Ask for a state as the browser does: places of the values, and the number of the request."""
    explorer.view.asked = {"number": number, "at": {"n": 2, "sign": 0} | at}
    return explorer.view.frame


def test_the_first_frame_stands_before_any_question():
    explorer = Squares()
    assert explorer.view.frame == {
        "number": 0,
        "at": {"n": 2, "sign": 0},
        "tables": {"bars": {"name": ["square"], "value": [4]}},
        "words": "The square is 4 & nothing else.",
        "alt": "The square is 4 & nothing else.",
    }
    assert (explorer.state, explorer.result, explorer.error) == ({"n": 2, "sign": "plus"}, 4, None)


def test_an_answer_carries_the_number_of_the_question_and_says_what_was_before():
    explorer = Squares()
    frame = ask(explorer, 7, n=3, sign=1)
    assert (frame["number"], frame["at"]) == (7, {"n": 3, "sign": 1})
    assert frame["tables"]["bars"]["value"] == [-9]
    assert frame["words"] == explorer.text == "The square is -9 & nothing else. Before, it was 4."
    assert frame["alt"] == "The square is -9 & nothing else."
    assert ask(explorer, 8, n=3, sign=1)["words"] == frame["alt"]  # nothing changed


def test_an_error_is_said_and_the_last_good_state_stays():
    explorer = Squares()
    frame = ask(explorer, 3, n=4)
    assert frame == {"number": 3, "at": {"n": 4, "sign": 0}, "error": frame["error"]}
    assert frame["error"] == "This setting failed. ValueError: n must not be 4 <here>"
    assert (explorer.result, explorer.state["n"]) == (4, 2)
    assert "error" not in ask(explorer, 4, n=5)
    assert explorer.error is None


def test_a_program_sets_and_resets_the_state():
    explorer = Squares()
    ask(explorer, 5, n=1)
    explorer.set_state(n=3, sign="minus")
    assert (explorer.view.frame["number"], explorer.result) == (5, -9)
    explorer.reset()
    assert explorer.state == {"n": 2, "sign": "plus"}
    with pytest.raises(ValueError, match="the state must name controls out of n, sign; got m"):
        explorer.set_state(m=1)
    with pytest.raises(ValueError, match=r"sign must be one of plus, minus; got 'up'\. Choose another"):
        explorer.set_state(sign="up")


def test_what_does_not_change_is_sent_once_for_all():
    face = Squares().view.face
    assert face["controls"]["n"]["labels"] == [str(n) for n in range(10)]
    assert face["controls"]["sign"] == {
        "label": "sign", "look": "buttons", "values": ("plus", "minus"), "labels": ["plus", "minus"], "longest": 5,
    }  # fmt: skip
    assert (face["title"], face["drag"], face["start"]) == ("Squares & more", None, {"n": 2, "sign": 0})
    assert [face["charts"][width]["width"] for width in ("wide", "narrow")] == [200, 100]
    json.dumps(face)


@pytest.mark.parametrize("fault", [{"label": ""}, {"start": 9}])
def test_a_control_that_cannot_be_is_refused(fault):
    with pytest.raises(ValueError, match="a control must have a label and start at one of its values"):
        Control(**{"label": "n", "options": (1, 2), "start": 1} | fault)
    assert place("east", [0.25, 1.0], 1.0).face()["labels"] == ["0.25", "1"]


@pytest.mark.parametrize(
    ("part", "made", "message"),
    [
        ("describe", lambda self, result: "9", "alt must have at least 25 characters"),
        ("compute", lambda self, state: 1 / 0, "division by zero"),
    ],
)
def test_a_fault_in_the_first_state_is_raised(part, made, message, monkeypatch):
    monkeypatch.setattr(Squares, part, made)
    with pytest.raises((ValueError, ZeroDivisionError), match=message):
        Squares()


def test_a_subclass_that_forgets_a_part_fails_at_once():
    with pytest.raises(NotImplementedError):
        ChartExplorer()


def test_numbers_are_rounded_and_what_json_lacks_is_missing():
    packed = _built.packed({"a": {"x": [1 / 3, -1e-9, math.nan, math.inf], "y": ["é", "b", "c", "d"]}})
    assert packed == {"a": {"x": [0.3333, 0.0, None, None], "y": ["é", "b", "c", "d"]}}
    assert _built.compact(packed) == '{"a":{"x":[0.3333,0.0,null,null],"y":["é","b","c","d"]}}'
    assert rows_of(packed["a"])[1] == {"x": 0.0, "y": "b"}


def test_a_page_stores_every_combination_and_each_column_once():
    explorer = Squares()
    stored = _built.page_states(explorer)
    assert [alt for _, alt, _ in stored["states"]] == [
        f"The square is {n * n * sign} & nothing else." for n in (1, 2, 3) for sign in (1, -1)
    ]
    assert stored["states"][3][2] == "Before, it was -4."
    assert stored["face"]["start"] == {"n": 1, "sign": 0}  # among the values of the page
    assert stored["columns"].count(["square"]) == 1
    name, value = (stored["states"][5][0]["bars"][key] for key in ("name", "value"))
    assert (stored["columns"][name], stored["columns"][value]) == (["square"], [-9])
    script = page_script(explorer)
    assert json.loads(script.split(" = ", 1)[1].rstrip(";\n")) == json.loads(_built.compact(stored))


def test_a_page_with_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(_built, "MOST_STATES", 5)
    with pytest.raises(ValueError, match=r"page\(\) must have at most 5 states; got 6"):
        _built.page_states(Squares())


def test_a_still_is_a_picture_of_its_tables_and_the_same_each_time():
    explorer = Squares()
    chart, tables = explorer.view.face["charts"]["narrow"], explorer.view.frame["tables"]
    first = still(chart, tables)
    assert first.startswith(b"\x89PNG")
    assert still(chart, tables) == first
    assert still(chart, _built.packed(explorer.tables(9))) != first


def test_stored_charts_count_only_while_the_code_is_the_same(tmp_path, monkeypatch):
    source = tmp_path / "explorer.py"
    source.write_text("one", encoding="utf-8")
    monkeypatch.setattr(_built, "room", lambda kind: tmp_path / "built")
    monkeypatch.setattr(_built.inspect, "getfile", lambda kind: str(source))
    assert _built.charts(Squares) == {}
    (tmp_path / "built").mkdir()
    stored = {"code": _built.code_hash(Squares), "charts": {"wide": {}, "narrow": {"mark": "bar"}}}
    (tmp_path / "built" / "Squares.json").write_text(json.dumps(stored), encoding="utf-8")
    assert _built.charts(Squares) == stored["charts"]
    source.write_text("two", encoding="utf-8")
    assert _built.charts(Squares) == {}


def test_readers_without_a_kernel_get_words_and_stills(tmp_path, monkeypatch):
    paths = [tmp_path / f"{number}.png" for number in range(3)]
    for path in paths:
        path.write_bytes(b"\x89PNG")
    monkeypatch.setattr(_built, "still_paths", lambda kind: paths)
    explorer = Squares()
    explorer.set_state(n=3)
    bundle = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == "[explorer] Squares & more\nThe square is 9 & nothing else."
    alts = re.findall(r'<img alt="([^"]+)" src="data:image/png;base64,', bundle["text/html"])
    assert alts == [f"The square is {square} &amp; nothing else." for square in (1, -9, 36)]
    begins = """<figure data-tiws-explorer="Squares" data-tiws-state='{&quot;n&quot;:3}'>"""
    assert bundle["text/html"].startswith(f"{begins}<p><strong>Squares &amp; more</strong></p>")
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_script_that_draws_comes_when_the_browser_asks_and_is_what_the_command_makes(monkeypatch):
    sent = []
    explorer = Squares()
    monkeypatch.setattr(explorer.view, "send", sent.append)
    explorer.view._handle_custom_msg({"ask": "vega"}, [])
    assert sent == [{"vega": _built.BUNDLE.read_text(encoding="utf-8")}]
    assert sent[0]["vega"] == bundle()
    licences = (_built.BUNDLE.parent / "LICENSES.txt").read_text(encoding="utf-8")
    for package in ("vega 6.2.0", "vega-lite 6.4", "vega-embed 7.0.2", "d3-scale"):
        assert package in licences
