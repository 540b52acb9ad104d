"""What a lesson needs: show, predict, reveal, check, hint."""

from __future__ import annotations

import base64
import importlib
import json
import re
import threading
from collections import namedtuple
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from tiws_teach.course import (
    _answers,
    _figures,
    _predictions,
    _store,
    check,
    exercises,
    hint,
    paired_wins,
    predict,
    reveal,
    show,
)
from tiws_teach.course.exercises import array, choice, exercise, function, mapping, names, number, whole
from tiws_teach.lessons.start import exercises as start

Shown = namedtuple("Shown", "html text")
ALT = "Line from (0, 1) to (1, 3), rising by 2."


@pytest.fixture(autouse=True)
def _agg():
    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture
def shown(monkeypatch):
    """Collect what is displayed."""
    seen: list[Shown] = []

    def collect(bundle, raw):
        assert raw
        seen.append(Shown(bundle["text/html"], bundle["text/plain"]))

    for module in (_figures, _predictions, exercises):
        monkeypatch.setattr(module, "display", collect)
    monkeypatch.setattr(_predictions, "_asked", {})
    monkeypatch.setattr(exercises, "_hints_given", {})
    return seen


@pytest.fixture
def live(monkeypatch, tmp_path):
    """Work as a learner does, with a folder of one's own."""
    monkeypatch.setenv("TIWS_TEACH_CANNED", "0")
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def line() -> plt.Axes:
    figure, ax = plt.subplots(figsize=(3, 2))
    ax.plot([0, 1], [1, 3])
    return figure.axes[0]


def png_in(page: str) -> bytes:
    return base64.b64decode(re.search(r"base64,([^\"]+)", page)[1])


# show ---------------------------------------------------------------------------------------------------------------


def test_show_gives_alt_caption_and_text(shown):
    show(line(), ALT)
    (out,) = shown
    assert f'alt="{ALT}"' in out.html
    assert f">{ALT}</p>" in out.html
    assert out.text == f"[figure] {ALT}"


def test_show_closes_the_figure(shown):
    show(line(), ALT)
    assert plt.get_fignums() == []


def test_show_gives_the_same_bytes_each_time(shown):
    show(line(), ALT)
    show(line(), ALT)
    first, second = (png_in(out.html) for out in shown)
    assert first == second
    assert first.startswith(b"\x89PNG")
    assert b"Software" not in first
    assert b"matplotlib" not in first


def test_dpi_sets_the_size(shown):
    show(line(), ALT, dpi=40)
    width = int.from_bytes(png_in(shown[0].html)[16:20], "big")
    assert width == 3 * 40


def test_show_takes_figures_subfigures_and_seaborn_grids(shown):
    import seaborn as sns

    frame = pd.DataFrame({"x": [1.0, 2.0, 4.0], "y": [2.0, 1.0, 5.0]})
    figure = plt.figure()
    part = figure.subfigures(1, 2)[1]
    grid = sns.clustermap(frame, figsize=(3, 3))
    for thing in (line().figure, part, part.subplots(), sns.FacetGrid(frame, height=2), grid, Figure()):
        show(thing, ALT)
    assert len(shown) == 6


def test_words_are_escaped_and_on_one_line(shown):
    show(line(), 'Share < 1 & "more"\n  than a half of the rows.')
    assert 'alt="Share &lt; 1 &amp; &quot;more&quot; than a half of the rows."' in shown[0].html
    assert shown[0].text == '[figure] Share < 1 & "more" than a half of the rows.'


@pytest.mark.parametrize("alt", ["", "  ", "A plot of x and y."])
def test_a_short_alt_says_the_mend(alt, shown):
    with pytest.raises(ValueError, match=r"alt must have at least 25 characters.*Say what the picture shows"):
        show(line(), alt)
    assert not shown


def test_no_alt_and_no_figure_are_told(shown):
    with pytest.raises(TypeError, match="alt must be a text; got NoneType"):
        show(line(), None)
    with pytest.raises(TypeError, match=r"figure must be a matplotlib Figure or Axes.*got list"):
        show([1, 2], ALT)


# predict and reveal -------------------------------------------------------------------------------------------------


def ask(**changes):
    given_ = {"options": ["S", "C"], "typical": "S"} | changes
    predict("tiws.1", "Which port is most like Queenstown?", **given_)


def form():
    """Return the widgets of the one question's form: the answers, the button, what is said."""
    _, answers, commit, said = _predictions._form(_predictions._asked["tiws.1"]).children
    return answers, commit, said


def test_question_and_options_are_in_the_stored_output(shown):
    ask()
    for words in ("Which port is most like Queenstown?", "S / C"):
        assert words in shown[0].html
        assert words in shown[0].text


def test_the_number_question_names_range_and_unit(shown):
    predict("tiws.1", "How many?", numeric=(0, 100, "%"), typical=50)
    assert shown[0].text == "[predict tiws.1] How many?\nYour answer: a number from 0 to 100 %"


def test_canned_reveal_uses_the_typical_guess(shown, monkeypatch, tmp_path):
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path / "none"))
    ask()
    form()[1].click()
    reveal("tiws.1", "C", "Both took few in third class.")
    expected = "A common guess: S. Measured: C. They differ. Both took few in third class."
    assert shown[1].text == f"[reveal tiws.1] Which port is most like Queenstown?\n{expected}"
    assert '<th scope="col">A common guess</th>' in shown[1].html
    assert not (tmp_path / "none").exists()


def test_canned_mode_never_reads_what_is_on_record(shown, live, monkeypatch):
    ask()
    _predictions._asked["tiws.1"].commit("C")
    monkeypatch.setenv("TIWS_TEACH_CANNED", "1")
    ask()
    reveal("tiws.1", "C")
    assert "A common guess: S. Measured: C." in shown[-1].text


def test_a_committed_guess_stands_beside_the_result(shown, live):
    ask()
    answers, commit, said = form()
    assert answers.value is None
    commit.click()
    assert said.value == "Choose an answer first."
    answers.value = "C"
    commit.click()
    assert said.value == "Noted: C."
    reveal("tiws.1", "C")
    assert shown[-1].text.endswith("Your guess: C. Measured: C. They agree.")


def test_a_guess_survives_the_kernel_and_can_be_changed(shown, live):
    ask()
    _predictions._asked["tiws.1"].commit("S")
    _predictions._asked.clear()
    ask()
    answers, commit, said = form()
    assert (answers.value, said.value) == ("S", "Noted earlier: S.")
    answers.value = "C"
    commit.click()
    reveal("tiws.1", "S")
    assert "Your guess: C. Measured: S. They differ." in shown[-1].text


def test_a_guess_at_another_question_does_not_count(shown, live):
    ask()
    _predictions._asked["tiws.1"].commit("S")
    _predictions._asked.clear()
    predict("tiws.1", "Another question?", options=["S", "C"], typical="S")
    reveal("tiws.1", "S")
    assert "You have not predicted yet" in shown[-1].text


def test_a_guess_that_is_no_longer_an_option_does_not_count(shown, live):
    ask(options=["S", "Q"])
    _predictions._asked["tiws.1"].commit("Q")
    _predictions._asked.clear()
    ask()
    assert form()[0].value is None


def test_without_a_guess_the_result_is_folded_up_not_blocked(shown, live):
    ask()
    reveal("tiws.1", "C", "So it is.")
    assert "You have not predicted yet" in shown[1].html
    assert re.search(r"<details><summary>.*</summary><p>Measured: C. So it is.</p></details>", shown[1].html)
    assert "open" not in shown[1].html


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("40", 40), ("40 %", 40), ("40%", 40), ("12,5", 12.5), ("12.5", 12.5), (" 7 ", 7), ("1e1", 10)],
)
def test_numbers_are_read_as_people_type_them(typed, expected, shown, live):
    predict("tiws.1", "How many?", numeric=(0, 100, "%"), typical=50)
    answers, commit, said = form()
    answers.value = typed
    commit.click()
    assert said.value == f"Noted: {expected:g} %."


def test_percent_of_a_share_and_grouped_thousands(shown, live):
    predict("tiws.1", "What share?", numeric=(0, 1, ""), typical=0.5)
    assert _predictions._asked["tiws.1"].read("40 %") == pytest.approx(0.4)
    predict("tiws.1", "How many rows?", numeric=(0, 5000, "rows"), typical=50)
    assert _predictions._asked["tiws.1"].read("2,201 rows") == 2201


@pytest.mark.parametrize(
    ("typed", "said_"),
    [
        ("", "Type a number from 0 to 100 % first."),
        ("many", "the answer must be a number; got &#x27;many&#x27;. Type a number from 0 to 100."),
        ("101", "the answer must be in [0, 100]; got 101. Type a number from 0 to 100."),
        ("nan", "the answer must be in [0, 100]; got nan. Type a number from 0 to 100."),
    ],
)
def test_a_wrong_number_gets_an_answer_not_a_traceback(typed, said_, shown, live):
    predict("tiws.1", "How many?", numeric=(0, 100, "%"), typical=50)
    answers, commit, said = form()
    answers.value = typed
    commit.click()
    assert said.value == said_
    assert not _store.predictions_file().exists()


@pytest.mark.parametrize(
    ("guess", "result", "verdict"),
    [
        (0.5, 1 / 3, "The guess is 0.167 above the measurement."),
        (0.1, np.float64(0.25), "The guess is 0.15 below the measurement."),
        (0.25, 0.25, "They agree."),
        (0.25, 0.2500001, "They agree."),
    ],
)
def test_numbers_say_how_far_off(guess, result, verdict, shown):
    predict("tiws.1", "What share?", numeric=(0, 1, ""), typical=guess)
    reveal("tiws.1", result)
    assert shown[-1].text.endswith(verdict)


def test_booleans_read_as_yes_and_no(shown):
    predict("tiws.1", "Does it?", options=["yes", "no"], typical="no")
    reveal("tiws.1", np.bool_(True))
    assert "A common guess: no. Measured: yes. They differ." in shown[-1].text


def test_html_in_a_question_is_words(shown):
    predict("tiws.1", "Is a < b & <b>bold</b>?", options=["a<b", "a>b"], typical="a<b")
    reveal("tiws.1", "a>b", "<script>")
    for out in shown:
        assert "<b>" not in out.html
        assert "<script>" not in out.html


@pytest.mark.parametrize(
    ("key", "arguments", "match"),
    [
        ("tiws", {}, "key must be a topic, a dot and a number"),
        ("tiws.x", {}, "key must be a topic"),
        (7, {}, "key must be a topic"),
        ("tiws.1", {"options": ["S"]}, "options must be a list of at least two answers"),
        ("tiws.1", {"options": "SC"}, "options must be a list"),
        ("tiws.1", {"options": ["S", "S"]}, "options must differ"),
        ("tiws.1", {"typical": "Q"}, "the answer must be one of S, C; got Q"),
        ("tiws.1", {"options": None}, "given one without the other; got neither"),
        ("tiws.1", {"numeric": (0, 1, "")}, "given one without the other; got both"),
        ("tiws.1", {"options": None, "numeric": (1, 0, "")}, "numeric must have low < high"),
        ("tiws.1", {"options": None, "numeric": (1, 2)}, "numeric must be"),
        ("tiws.1", {"options": None, "numeric": (0, 1, ""), "typical": 2}, r"the answer must be in \[0, 1\]"),
    ],
)
def test_wrong_questions_are_told(key, arguments, match, shown):
    with pytest.raises(ValueError, match=match):
        predict(key, "Which?", **({"options": ["S", "C"], "typical": "S"} | arguments))


def test_an_empty_question_and_an_unasked_key_are_told(shown):
    with pytest.raises(ValueError, match="question must be a sentence"):
        predict("tiws.1", " ", options=["S", "C"], typical="S")
    with pytest.raises(ValueError, match=r"key must belong to a question that was asked; got 'tiws.9'"):
        reveal("tiws.9", 1)


def test_a_result_that_is_no_option_is_told(shown):
    ask()
    with pytest.raises(ValueError, match="the answer must be one of S, C; got Q"):
        reveal("tiws.1", "Q")


# where guesses are kept -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "canned"),
    [
        ({}, False),
        ({"TIWS_TEACH_CANNED": "1"}, True),
        ({"TIWS_TEACH_CANNED": "0", "PYTEST_VERSION": "9"}, False),
        ({"PYTEST_VERSION": "9"}, True),
        ({"PYTEST_CURRENT_TEST": "x"}, True),
        ({"TIWS_TEACH_CANNED": " "}, False),
    ],
)
def test_the_rule_of_canned_mode(environ, canned):
    assert _store.is_canned(environ) is canned


def test_another_setting_is_told():
    with pytest.raises(ValueError, match="TIWS_TEACH_CANNED must be 0 or 1; got 'maybe'"):
        _store.is_canned({"TIWS_TEACH_CANNED": "maybe"})


def test_the_systems_own_folder_is_used_when_none_is_named(monkeypatch):
    monkeypatch.delenv("TIWS_TEACH_HOME")
    assert _store.home().name == "tiws_teach"


def test_kernels_do_not_lose_each_others_guesses(live):
    def work(kernel):
        for number_ in range(8):
            _store.write_guess(f"tiws.{kernel * 8 + number_}", "Which?", number_)

    kernels = [threading.Thread(target=work, args=(kernel,)) for kernel in range(4)]
    for kernel in kernels:
        kernel.start()
    for kernel in kernels:
        kernel.join()
    assert len(json.loads(_store.predictions_file().read_text(encoding="utf-8"))) == 32
    assert [path.name for path in live.iterdir()] == ["predictions.json"]


@pytest.mark.parametrize("content", ["", '{"tiws.1": {"gue', "[1, 2]", '{"tiws.1": 3}', "\xff"])
def test_a_damaged_file_counts_as_empty_and_is_mended(content, live):
    live.mkdir()
    _store.predictions_file().write_bytes(content.encode("latin-1"))
    assert _store.read_guess("tiws.1", "Which?") is None
    _store.write_guess("tiws.1", "Which?", "S")
    assert _store.read_guess("tiws.1", "Which?") == "S"


def test_a_lock_left_by_a_killed_kernel_is_taken_over(live, monkeypatch):
    live.mkdir()
    _store.predictions_file().with_suffix(".lock").touch()
    monkeypatch.setattr(_store, "_LOCK_STALE", -1.0)
    _store.write_guess("tiws.1", "Which?", "S")
    assert _store.read_guess("tiws.1", "Which?") == "S"


def test_a_held_lock_gives_up_and_the_guess_lasts_the_session(shown, live, monkeypatch):
    live.mkdir()
    _store.predictions_file().with_suffix(".lock").touch()
    monkeypatch.setattr(_store, "_LOCK_WAIT", 0.05)
    ask()
    answers, commit, said = form()
    answers.value = "C"
    commit.click()
    assert said.value.startswith("Noted: C. It is kept until the kernel stops only")
    reveal("tiws.1", "C")
    assert "Your guess: C." in shown[-1].text


def test_a_folder_that_cannot_be_made_is_told(shown, live):
    live.write_text("a file where the folder should be", encoding="utf-8")
    ask()
    answers, commit, said = form()
    answers.value = "C"
    commit.click()
    assert "your folder cannot be written" in said.value


@given(st.floats(0, 100), st.text(max_size=20))
def test_any_guess_comes_back_as_it_was(guess, question):
    with pytest.MonkeyPatch.context() as patch:
        records: dict = {}
        patch.setattr(_store, "_replace", lambda path, found: records.update(json.loads(json.dumps(found))))
        patch.setattr(_store, "_read", lambda path: records)
        _store.write_guess("tiws.1", question, guess)
        assert _store.read_guess("tiws.1", question) == guess


# exercises ------------------------------------------------------------------------------------------------------------

RIGHT = {
    "start.1": "C",
    "start.2": (190 - 170) / np.std([150, 160, 170, 180, 190], ddof=1),
    "start.3": {"Paris": 1.0, "Rome": 1 / 3},
}


@pytest.mark.parametrize("key", RIGHT)
def test_the_right_answer_is_right(key, shown):
    check(key, RIGHT[key])
    assert shown[0].text.startswith(f"[check {key}] Right. ")
    assert ">Right. " in shown[0].html


@pytest.mark.parametrize("key", RIGHT)
def test_no_answer_yet(key, shown):
    check(key, ...)
    assert shown[0].text == f"[check {key}] No answer yet: replace the ... in this cell and run it again."


@pytest.mark.parametrize(
    ("key", "answer", "misconception"),
    [
        ("start.1", "D", "one side only"),
        ("start.1", "a", "farthest"),
        ("start.2", 20 / np.std([150, 160, 170, 180, 190]), "divided by n"),
        ("start.2", 20 / 250, "variance"),
        ("start.2", 20, "centred only"),
        ("start.2", -RIGHT["start.2"], "wrong sign"),
        ("start.3", {"Paris": 2, "Rome": 1}, "sums"),
        ("start.3", {"Paris": 2, "Rome": 3}, "counts"),
        ("start.3", pd.Series({"Paris": 0.6, "Rome": 0.6}), "global mean"),
    ],
)
def test_misconceptions_are_named(key, answer, misconception):
    verdict = exercises.find(key).judge(answer)
    assert verdict.kind == "misconception"
    assert verdict.misconception == misconception
    assert verdict.words == exercises.find(key).misconceptions[misconception]


@pytest.mark.parametrize(("key", "answer"), [("start.1", "B"), ("start.2", 3.3), ("start.3", {"Paris": 0, "Rome": 0})])
def test_any_other_answer_is_not_yet_and_offers_the_hint(key, answer):
    verdict = exercises.find(key).judge(answer)
    assert verdict.words == f'Not yet. hint("{key}") helps.'
    assert not verdict.right


@pytest.mark.parametrize("key", RIGHT)
@pytest.mark.parametrize(
    "answer",
    [None, True, "", "Z", [], {}, object(), np.zeros((2, 2)), float("nan"), 1j, pd.NA, pd.DataFrame(), lambda: 1, b"C"],
)
def test_strange_answers_say_what_is_expected(key, answer):
    verdict = exercises.find(key).judge(answer)
    assert verdict.kind == "kind"
    assert "xpected" in verdict.words
    assert " at 0x" not in verdict.words
    assert "\n" not in verdict.words


def test_right_answers_of_the_right_kind_but_another_type_count():
    assert exercises.find("start.1").judge(" c ").right
    assert exercises.find("start.2").judge(np.array([1.26])).right
    assert exercises.find("start.3").judge(pd.Series(RIGHT["start.3"])).right


def test_hints_come_one_by_one_and_the_last_stays(shown):
    for _ in range(4):
        hint("start.2")
    assert [out.text.partition("] ")[2][:11] for out in shown] == [
        "Hint 1 of 3",
        "Hint 2 of 3",
        "Hint 3 of 3",
        "Hint 3 of 3",
    ]


def test_unknown_exercises_are_told():
    with pytest.raises(ValueError, match=r"key must name one of the topics .*start.*; got 'nothing.1'"):
        check("nothing.1", 1)
    with pytest.raises(ValueError, match=r"key must be one of start.1, start.2, start.3; got 'start.99'"):
        hint("start.99")
    with pytest.raises(ValueError, match="key must name one of the topics"):
        check(3, 1)


def test_every_exercise_has_hints_and_tells_its_misconceptions():
    for topic in exercises.topics():
        importlib.import_module(f"tiws_teach.lessons.{topic}.exercises")
    for key, found in exercises._registered.items():
        assert len(found.hints) >= 2, key
        assert found.misconceptions, key
        assert found.rule.__doc__, key


def test_the_answers_do_not_stand_in_the_rules():
    """A rule computes its answer: no literal of it stands in the file."""
    source = Path(start.__file__).read_text(encoding="utf-8")
    for literal in ("1.26", "0.33", "1 / 3"):
        assert literal not in source


@pytest.fixture
def registered(monkeypatch):
    monkeypatch.setattr(exercises, "_registered", {})
    return exercises._registered


def test_a_rule_that_raises_is_told_not_shown(registered):
    @exercise("demo.1", expects=function("x"), hints=[])
    def call_it(answer):
        return answer(3) == 9

    judge = registered["demo.1"].judge
    assert judge(lambda x: x * x).words == "Right."
    assert judge(lambda x: x + 1).words == "Not yet."
    told = judge(lambda x: x / 0).words
    assert told == "Your answer could not be judged: ZeroDivisionError: division by zero. Expected a function of x."
    assert "TypeError" in judge(lambda: 1).words


def test_one_key_for_one_exercise(registered):
    def first(answer):
        return True

    def second(answer):
        return True

    exercise("demo.1", expects=number(), hints=[])(first)
    exercise("demo.1", expects=number(), hints=[])(first)
    with pytest.raises(ValueError, match=r"key must be used once; got 'demo\.1'"):
        exercise("demo.1", expects=number(), hints=[])(second)


# kinds of answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "answer", "read"),
    [
        (number(), np.int64(3), 3.0),
        (number(), pd.Series([2.5]), 2.5),
        (whole(0, 5), 3.0, 3),
        (whole(), np.int8(7), 7),
        (choice("S", "C"), "c", "C"),
        (names("a", "b"), ("b", "a"), ["a", "b"]),
        (names("a", "b"), {"b"}, ["b"]),
        (names(ordered=True), pd.Index(["z", "a"]), ["z", "a"]),
        (mapping("a"), {"a": np.float32(1)}, {"a": 1.0}),
    ],
)
def test_kinds_read(kind, answer, read):
    assert kind.read(answer) == read


def test_arrays_read():
    frame = pd.DataFrame([[1, 2], [3, 4]])
    np.testing.assert_array_equal(array(2, 2).read(frame), [[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(array().read([1, 2]), [1.0, 2.0])


@pytest.mark.parametrize(
    ("kind", "answer", "words"),
    [
        (number(0, 1), 2, "Expected one number from 0 to 1; got 2."),
        (number(), "2", "Expected one number; got '2'."),
        (number(), np.zeros(3), "Expected one number; got a ndarray of shape 3."),
        (whole(), 2.5, "Expected one whole number; got 2.5."),
        (whole(1, 3), 4, "Expected one whole number from 1 to 3; got 4."),
        (whole(), "4", "Expected one whole number; got '4'."),
        (choice("S", "C"), "Q", "Expected one of 'S', 'C'; got 'Q'."),
        (choice("S", "C"), object(), "Expected one of 'S', 'C'; got a object."),
        (names("a", "b"), "ab", "Expected a list of names out of a, b; got 'ab'."),
        (names("a", "b"), ["a", "c"], "Expected a list of names out of a, b; 'c' is none of them."),
        (array(2, 3), np.zeros((3, 2)), "Expected 2 x 3 numbers; got 3 x 2."),
        (array(3), 1.0, "Expected 3 numbers; got a single number."),
        (array(), ["x"], "Expected an array of numbers; got a list."),
        (mapping("a", "b"), {"a": 1}, "Expected a dict or Series with a number for each of a, b; got a dict."),
        (function("x"), 3, "Expected a function of x; got 3."),
    ],
)
def test_kinds_tell_what_they_expect(kind, answer, words):
    with pytest.raises(_answers.WrongKindError) as told:
        kind.read(answer)
    assert str(told.value) == words


# paired comparisons ---------------------------------------------------------------------------------------------------


def test_paired_wins_count_by_group_and_forgive_rounding():
    index = pd.MultiIndex.from_product([["b", "a"], range(4)], names=["way", "seed"])
    found = paired_wins(pd.Series([1, 2, 1e-13, -1, -1, -2, -3, -2], index=index), "way", "A ahead", "B ahead")
    assert found.index.tolist() == ["b", "a"]
    assert found.loc["b"].tolist() == pytest.approx([2, 1, 1, 0.5])
    assert found.loc["a"].tolist() == pytest.approx([0, 0, 4, -2])
    assert found.columns.tolist() == ["A ahead", "equal", "B ahead", "mean difference"]
