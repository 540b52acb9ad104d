"""Predict before reveal: the form, the guess, the sentence, and where guesses are kept."""

import importlib
import tempfile
import threading
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiws_teach.course import _normalise, _predictions, _store, predict, questions, reveal
from tiws_teach.course._rooms import rooms
from tiws_teach.course._words import renamed_in
from tiws_teach.course.questions import Choice, Number

QUESTIONS = questions.table("tiws_teach.lessons.tiws")

Shown = namedtuple("Shown", "html text")
KEY = "tiws.99"
PORTS = Choice("Which port is most like Queenstown?", ("S", "C"), typical="S", why="Both took few in third class.")
SHARE = Number("What share?", 0, 1, typical=0.5, why="It is {result:.2f}, of {rows} rows.")
PERCENT = Number("How many?", 0, 100, typical=50, why="So it is.", unit="%")


@pytest.fixture
def shown(monkeypatch):
    """Collect what is displayed."""
    seen: list[Shown] = []

    def collect(bundle, raw, display_id=None):
        assert raw
        if set(bundle) != {_normalise.WIDGET_VIEW}:  # a form has an output of its own
            seen.append(Shown(bundle["text/html"], bundle["text/plain"]))

    def update(bundle, raw, display_id):
        before = [place for place, out in enumerate(seen) if out.text.startswith(f"[predict {display_id}]")]
        seen[before[-1]] = Shown(bundle["text/html"], bundle["text/plain"])

    monkeypatch.setattr(_predictions, "display", collect)
    monkeypatch.setattr(_predictions, "update_display", update)
    monkeypatch.setattr(_predictions, "_guesses", {})
    return seen


@pytest.fixture
def live(monkeypatch, tmp_path):
    """Work as a learner does, with a folder of one's own."""
    monkeypatch.setenv("TIWS_TEACH_CANNED", "0")
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def ask(monkeypatch, shown):
    """Ask a question of one's own, and return what can be handled in its form: the answers, Commit, what is said."""

    def put(question):
        monkeypatch.setitem(QUESTIONS, KEY, question)
        predict(KEY)
        return _predictions._form(KEY, question).children

    return put


# the question ---------------------------------------------------------------------------------------------------------


def test_question_and_options_are_in_the_stored_output_and_the_typical_guess_is_not(ask, shown):
    ask(PERCENT)
    assert shown[0].text == f"[predict {KEY}] How many?\nYour answer: a number from 0 to 100 %"
    assert "50" not in shown[0].html
    ask(PORTS)
    for words in (PORTS.text, "S / C"):
        assert words in shown[1].html
        assert words in shown[1].text


def test_html_in_a_question_is_words(ask, shown):
    ask(Choice("Is a < b & <b>bold</b>?", ("a<b", "a>b"), typical="a<b", why="<script>"))
    reveal(KEY, "a>b")
    for out in shown:
        assert "<b>" not in out.html
        assert "<script>" not in out.html


# the guess ------------------------------------------------------------------------------------------------------------


def test_an_option_is_committed_by_the_button(ask, shown, live):
    answers, commit, said = ask(PORTS)
    assert answers.value is None
    commit.click()
    assert said.value == "Choose an answer first."
    answers.value = "C"
    assert said.value == "Choose an answer first."  # choosing is not committing
    commit.click()
    assert said.value == "Noted: C."
    reveal(KEY, "C")
    assert shown[-1].text.endswith("You guessed C, and that is the result. Both took few in third class.")


def test_enter_in_the_box_commits(ask, shown, live):
    answers, _, said = ask(PERCENT)
    assert shown[0].text == f"[predict {KEY}] How many?\nYour answer: a number from 0 to 100 %"
    answers.value = "40"  # what Enter sends
    assert said.value == "Noted: 40 %."
    assert _store.read_guess(KEY, "How many?") == 40
    assert shown[0].text == f"[predict {KEY}] How many?\nYour answer: 40 %"  # in the notebook, when it is saved
    assert "Your answer: 40 %" in shown[0].html


def test_a_guess_survives_the_kernel_and_can_be_changed(ask, shown, live):
    ask(PORTS)
    _predictions._commit(KEY, PORTS, "S")
    _predictions._guesses.clear()
    answers, commit, said = ask(PORTS)
    assert (answers.value, said.value) == ("S", "Noted earlier: S.")
    answers.value = "C"
    commit.click()
    reveal(KEY, "S")
    assert "Your guess was C; the result is S." in shown[-1].text


@pytest.mark.parametrize(
    "before", [Choice("Another question?", ("S", "C"), "S", "So."), Choice(PORTS.text, ("S", "Q"), "S", "So.")]
)
def test_a_guess_at_another_question_or_another_option_does_not_count(before, ask, shown, live):
    ask(before)
    _predictions._commit(KEY, before, before.options[1])
    _predictions._guesses.clear()
    assert ask(PORTS)[0].value is None
    reveal(KEY, "S")
    assert "Commit first." in shown[-1].text


@pytest.mark.parametrize(
    ("typed", "said_"),
    [
        *((typed, "Noted: 40 %.") for typed in ("40", "40 %", "40%")),
        *((typed, "Noted: 12.5 %.") for typed in ("12,5", "12.5")),
        (" 7 ", "Noted: 7 %."),
        ("1e1", "Noted: 10 %."),
        ("", "Type a number from 0 to 100 % first."),
        ("many", "the answer must be a number; got 'many'. Type a number from 0 to 100."),
        ("101", "the answer must be in [0, 100]; got 101. Type a number from 0 to 100."),
        ("nan", "the answer must be in [0, 100]; got nan. Type a number from 0 to 100."),
    ],
)
def test_numbers_are_read_as_people_type_them_and_others_get_an_answer(typed, said_, ask, live):
    answers, commit, said = ask(PERCENT)
    answers.value = typed
    commit.click()
    assert said.value == said_
    assert _store.records_file().exists() is said_.startswith("Noted")


def test_percent_of_a_share_and_grouped_thousands():
    assert SHARE.read("40 %") == pytest.approx(0.4)
    assert Number("How many?", 0, 5000, 50, "So.", unit="rows").read("2,201 rows") == 2201


@pytest.mark.parametrize("typed", ["0,125", "0.125", ",125", "12,5 %"])
def test_a_comma_before_three_digits_after_a_zero_is_a_decimal_comma(typed):
    """Groups of thousands begin with another digit than 0; read as one, the answer would be 125."""
    assert SHARE.read(typed) == 0.125


# the reveal -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "guess", "result", "sentence"),
    [
        (SHARE, 0.337, 0.382, "guessed 0.337; the result is 0.382 (0.045 higher)."),
        (SHARE, 0.5, 1 / 3, "guessed 0.5; the result is 0.333 (0.167 lower)."),
        (SHARE, 0.25, np.float64(0.2500001), "guessed 0.25, and that is the result."),
        (SHARE, 0.09, 1 / 11, "guessed 0.09, and that is the result (0.091)."),
        (SHARE, 0.091, 1 / 11, "guessed 0.091, and that is the result."),
        (SHARE, 0.1, 0.104, "guessed 0.1, and that is the result (0.104)."),
        (SHARE, 0.1, 1 / 11, "guessed 0.1; the result is 0.091 (0.009 lower)."),
        (SHARE, 0.094, 1 / 11, "guessed 0.094; the result is 0.091 (0.003 lower)."),
        (SHARE, 1.0, 0.995, "guessed 1; the result is 0.995 (0.005 lower)."),
        (SHARE, 0.0, 0.004, "guessed 0; the result is 0.004 (0.004 higher)."),
        (PERCENT, 33.33, 100 / 3, "guessed 33.33 %, and that is the result (33.333 %)."),
        (PERCENT, 50, np.int64(40), "guessed 50 %; the result is 40 % (10 lower)."),
        (PORTS, "S", "C", "guess was S; the result is C."),
        (PORTS, "S", "S", "guessed S, and that is the result."),
    ],
)
def test_the_sentence_repeats_guess_and_result(question, guess, result, sentence):
    answer = question.measured(result)
    found = questions.compared(question, guess, answer)
    assert found == f"{'Your' if sentence.startswith('guess ') else 'You'} {sentence}"
    canned = questions.compared(question, guess, answer, is_canned=True)
    assert canned == "A plausible guess is" + sentence.removeprefix("guessed").removeprefix("guess was")


def test_options_of_several_words_are_quoted():
    question = Choice("What does it do?", ("it falls", "it rises"), "it falls", "So.")
    assert (
        questions.compared(question, "it falls", "it rises") == 'Your guess was "it falls"; the result is "it rises".'
    )


def test_canned_reveal_uses_the_typical_guess(ask, shown, monkeypatch, tmp_path):
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path / "none"))
    ask(PORTS)[1].click()
    reveal(KEY, "C")
    sentence, why = "A plausible guess is S; the result is C.", "Both took few in third class."
    assert shown[1].text == f"[reveal {KEY}] {PORTS.text}\n{sentence} {why}"
    assert f"<strong>{sentence}</strong> {why}" in shown[1].html
    assert not (tmp_path / "none").exists()


def test_canned_mode_never_reads_what_is_on_record(ask, shown, live, monkeypatch):
    ask(PORTS)
    _predictions._commit(KEY, PORTS, "C")
    monkeypatch.setenv("TIWS_TEACH_CANNED", "1")
    ask(PORTS)
    reveal(KEY, "C")
    assert "A plausible guess is S; the result is C." in shown[-1].text


def test_without_a_guess_the_result_is_withheld(ask, shown, live):
    ask(PERCENT)
    reveal(KEY, 40)
    assert shown[1].text.startswith(f"[reveal {KEY}]\nHow many?\nCommit first. Go back to where this is asked")
    assert "<strong>Commit first.</strong> Go back" in shown[1].html
    for withheld in ("40", "So it is.", "50"):  # the result, the explanation, the typical guess
        assert not any(withheld in out.html + out.text for out in shown[1:])
    with pytest.raises(ValueError, match="must be in"):  # a wrong call is told all the same
        reveal(KEY, 400)


@pytest.mark.parametrize(
    ("result", "option"),
    [(-2, "it falls"), (-1, "it falls"), (0, "it stays"), (np.float64(1), "it stays"), (7, "it rises")],
)
def test_a_number_falls_into_its_range(result, option):
    question = Choice("What does it do?", ("it falls", "it stays", "it rises"), "it stays", "So.", cuts=(-1, 1))
    assert question.measured(result) == option


def test_booleans_and_numbers_read_as_labels():
    assert Choice("Does it?", ("yes", "no"), "no", "So.").measured(np.bool_(True)) == "yes"
    assert Choice("How many?", ("1", "2"), "1", "So.").measured(np.int64(2)) == "2"


def test_the_explanation_takes_measured_values(ask, shown):
    ask(SHARE)
    reveal(KEY, 0.25, rows=7)
    assert shown[-1].text.endswith("It is 0.25, of 7 rows.")
    with pytest.raises(ValueError, match=r"the values must be those that the explanation names: rows; got none\. Pass"):
        reveal(KEY, 0.25)
    with pytest.raises(ValueError, match="names: rows; got lines, rows"):
        reveal(KEY, 0.25, rows=7, lines=3)


def test_a_result_that_is_no_answer_is_told(ask, shown):
    ask(PORTS)
    with pytest.raises(ValueError, match="the answer must be one of S, C; got Q"):
        reveal(KEY, "Q")


# the tables of questions ----------------------------------------------------------------------------------------------


def test_unknown_questions_are_told(shown):
    with pytest.raises(ValueError, match=r"key must name one of the topics .*start.*; got 'nothing.1'"):
        predict("nothing.1")
    with pytest.raises(ValueError, match=r"key must be one of start.1, start.2, start.3, start.4; got 'start.99'"):
        reveal("start.99", 1)
    with pytest.raises(ValueError, match="key must name one of the topics"):
        predict(3)


@pytest.mark.parametrize(
    ("kind", "changes", "match"),
    [
        (Choice, {"options": ("S",)}, "options must be at least two distinct answers"),
        (Choice, {"options": ("S", "S")}, "options must be at least two distinct"),
        (Choice, {"typical": "Q"}, "the answer must be one of S, C; got Q"),
        (Choice, {"cuts": (1, 2)}, "cuts must rise, and be one fewer than the options"),
        (Choice, {"options": ("S", "C", "Q"), "cuts": (2, 1)}, "cuts must rise"),
        (Choice, {"why": " "}, "why must be a sentence"),
        (Number, {"low": 1}, "low, high must be finite, low < high; got 1, 1"),
        (Number, {"typical": 2}, r"the answer must be in \[0, 1\]; got 2"),
        (Number, {"text": ""}, "text must be a sentence"),
    ],
)
def test_wrong_questions_are_told(kind, changes, match):
    good = {"text": "Which?", "why": "So."}
    good |= {"options": ("S", "C"), "typical": "S"} if kind is Choice else {"low": 0, "high": 1, "typical": 0.5}
    with pytest.raises(ValueError, match=match):
        kind(**(good | changes))


def test_every_room_numbers_its_questions():
    for topic, package in rooms().items():
        table = questions.table(package)
        gone = renamed_in(Path(str(importlib.import_module(package).__file__)).parent).get("questions", {})
        numbers = [int(key.split(".")[1]) for key in table]
        assert numbers == sorted(numbers)
        assert {f"{topic}.{number}" for number in range(1, max(numbers) + 1)} <= {*table, *gone}
        for key in table:
            assert questions.find(key) is table[key]


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
    assert len(_store.read_records()["predictions"]) == 32
    assert [path.name for path in live.iterdir()] == ["records.jsonl"]


@pytest.mark.parametrize(
    "content", ["", '{"tiws.1": {"gue', "[1, 2]", '["solved", 3]', '["none", "tiws.1", 1]', "\xff"]
)
def test_a_damaged_file_counts_as_empty_and_is_mended(content, live):
    live.mkdir()
    _store.records_file().write_bytes(content.encode("latin-1"))
    assert _store.read_guess("tiws.1", "Which?") is None
    _store.write_guess("tiws.1", "Which?", "S")
    assert _store.read_guess("tiws.1", "Which?") == "S"


def test_a_damaged_place_costs_the_records_of_its_line_only(live):
    for number in range(30):
        _store.write_solved(f"start.{number}")
    whole = _store.records_file().read_bytes()
    for place in range(0, len(whole) - 1, 7):
        _store.records_file().write_bytes(whole[:place] + b"\xff\x00" + whole[place + 2 :])
        assert len(_store.read_records()["solved"]) >= 28
    _store.records_file().write_bytes(whole[:-9])  # a kernel was killed while it wrote the last line
    _store.write_solved("start.30")
    assert [len(_store.read_records()[kind]) for kind in ("solved", "reviews")] == [31, 30]


def test_records_of_an_older_version_are_read(live):
    live.mkdir()
    old = _store.old_files()
    old["predictions"].write_text('{"tiws.1": {"question": "Which?", "guess": "C"}}', encoding="utf-8")
    old["solved"].write_text('{"start.1": true}', encoding="utf-8")
    assert _store.read_guess("tiws.1", "Which?") == "C"
    _store.write_guess("tiws.1", "Which?", "S")
    assert _store.read_guess("tiws.1", "Which?") == "S"
    assert _store.read_records()["solved"] == {"start.1": True}
    assert len(_store.delete_records()) == 3
    assert not any(_store.read_records().values())


def test_a_folder_that_cannot_be_made_is_told(ask, live):
    live.write_text("a file where the folder should be", encoding="utf-8")
    answers, commit, said = ask(PORTS)
    answers.value = "C"
    commit.click()
    assert "your folder cannot be written" in said.value


@given(st.floats(0, 100), st.text(max_size=20))
def test_any_guess_comes_back_as_it_was(guess, question):
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        patch.setattr(_store, "home", lambda: folder)
        _store.write_guess("tiws.1", question, guess)
        assert _store.read_guess("tiws.1", question) == guess
