"""How far a learner is: what predictions and exercises leave behind, on screen and in files."""

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from tiws_teach import lessons
from tiws_teach._cli import main
from tiws_teach.course import _concepts, _renamed, _review, _store, _words, check, progress, reveal
from tiws_teach.course._progress import hit_rate, keys_of, next_step
from tiws_teach.course._series import series
from tiws_teach.course.questions import find

LESSON = "04 kCNN"
KEY, QUESTION = "kcnn.1", "kcnn.9"


@pytest.fixture
def learner(monkeypatch, tmp_path):
    """Give a folder of a learner's own, outside canned mode."""
    monkeypatch.setenv("TIWS_TEACH_CANNED", "0")
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path / "home"))
    return tmp_path


def test_a_new_learner_has_done_nothing_and_starts_at_the_start(learner):
    table = progress()
    assert len(table) == sum(lesson.is_there for lesson in series())
    assert table[["predicted", "right", "solved"]].to_numpy().sum() == 0
    assert (table[["predictions", "exercises"]] >= 1).all(axis=None)
    assert next_step(table).startswith("Next: 00 Start here, 0 of ")
    assert hit_rate(table) == "No predictions yet."


@pytest.mark.parametrize(("guess", "right"), [(4.0, 1), (1.0, 0)])
def test_a_prediction_counts_and_is_a_hit_once_it_is_revealed(learner, guess, right, capsys):
    _store.write_guess(QUESTION, find(QUESTION).text, guess)
    assert tuple(progress().loc[LESSON, ["predicted", "right"]]) == (1, 0)
    reveal(QUESTION, 4, kcnn=1, mlm=1)
    assert tuple(progress().loc[LESSON, ["predicted", "right"]]) == (1, right)
    assert hit_rate(progress()) == f"{right} of 1 predictions were right."


def test_a_guess_at_an_earlier_wording_does_not_count(learner):
    _store.write_guess(QUESTION, "Once this was asked.", 4.0)
    assert progress().loc[LESSON, "predicted"] == 0


def test_only_a_right_answer_solves_an_exercise(learner, capsys):
    check(KEY, 0.2)
    assert progress().loc[LESSON, "solved"] == 0
    check(KEY, 0.8)
    check(KEY, 0.8)
    assert progress().loc[LESSON, "solved"] == 1


RENAMED = {"exercises": {"kcnn.1": "kcnn.3", "kcnn.2": "kcnn.1", "kcnn.9": ""}, "questions": {"kcnn.2": QUESTION}}


@pytest.fixture
def renamed(learner, monkeypatch):
    """Let lesson 04 number its exercises and questions anew, after the first two exercises were solved."""
    _store.write_solved("kcnn.1")
    _store.write_solved("kcnn.9")
    _store.write_guess("kcnn.2", "Once this was the second question.", 4.0)
    monkeypatch.setattr(_renamed, "renamed_in", lambda folder: RENAMED if folder.name == "kcnn" else {})


def test_what_was_solved_under_an_old_key_counts_under_the_new_one(renamed, capsys):
    assert _store.read_records()["solved"] == {"kcnn.3": True, "kcnn.9 (gone)": True}
    assert progress().loc[LESSON, "solved"] == 1
    check(KEY, 0.8)  # what has this number today is another exercise
    assert _store.read_records()["solved"] == {"kcnn.3": True, "kcnn.9 (gone)": True, KEY: True}
    assert progress().loc[LESSON, "solved"] == 2


def test_a_guess_under_an_old_key_answers_the_same_question_of_today(renamed):
    assert _store.read_guess(QUESTION, find(QUESTION).text) == 4.0
    assert progress().loc[LESSON, "predicted"] == 1
    _store.write_guess("kcnn.2", find("kcnn.2").text, find("kcnn.2").typical)
    assert _store.read_guess(QUESTION, find(QUESTION).text) == 4.0
    assert progress().loc[LESSON, "predicted"] == 2


def test_a_record_of_a_lesson_that_is_not_here_is_kept(learner):
    _store.write_solved("nobody.1")
    assert _store.read_records()["solved"] == {"nobody.1": True}


@pytest.mark.parametrize("lesson", [lesson for lesson in series() if lesson.is_there], ids=lambda each: each.topic)
def test_an_old_key_leads_to_a_key_of_today(lesson):
    known = dict(zip(("questions", "exercises"), keys_of(lesson), strict=True))
    folder = Path(lessons.__file__).parent / lesson.topic
    for kind, keys in _words.renamed_in(folder).items():
        assert set(keys.values()) - {""} <= set(known[kind])
        assert len(set(keys.values()) - {""}) == len([key for key in keys.values() if key]), "two keys for one"


def test_when_everything_is_solved_nothing_is_next(learner):
    for lesson in series():
        if lesson.is_there:
            for key in keys_of(lesson)[1]:
                _store.write_solved(key)
    assert next_step(progress()) == "You have solved every exercise of the series."


def test_canned_mode_neither_reads_nor_writes(learner, monkeypatch, capsys):
    _store.write_guess(QUESTION, find(QUESTION).text, 4.0)
    monkeypatch.setenv("TIWS_TEACH_CANNED", "1")
    check(KEY, 0.8)
    assert progress()[["predicted", "solved"]].to_numpy().sum() == 0
    assert not _store.read_records()["solved"]


def test_a_folder_that_cannot_be_written_stops_nobody(learner, monkeypatch, capsys):
    (learner / "home").write_text("a file where the folder should be", encoding="utf-8")
    check(KEY, 0.8)
    assert "Right." in capsys.readouterr().out


def test_the_records_are_shown_exported_and_deleted(learner, capsys):
    _store.write_guess(QUESTION, find(QUESTION).text, 4.0)
    _store.write_solved("start.1")
    assert main(["progress"]) == 0
    assert "Next: 00 Start here, 1 of " in capsys.readouterr().out
    out = learner / "mine.json"
    assert main(["progress", "--export", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["solved"] == {"start.1": True}
    assert main(["progress", "--export", str(out)]) == 1
    told = f"tiws_teach: --export must be a new file; got {out}, which exists. Choose another name.\n"
    assert capsys.readouterr().err == told
    assert main(["progress", "--delete"]) == 0
    assert not any(_store.read_records().values())
    assert main(["progress", "--delete"]) == 0
    assert "nothing, there were no records" in capsys.readouterr().out


NOW = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def answered(learner, capsys):
    """A learner who missed two predictions, saw their results, and solved an exercise."""
    for key, guess, result, values in (("lof.8", 4.0, 1.025, {}), ("lof.4", "from 3 to 5", 5.9, {})):
        _store.write_guess(key, find(key).text, guess)
        reveal(key, result, **values)
    check(KEY, 0.8)
    capsys.readouterr()


def typed(monkeypatch, replies):
    """Let someone type these replies."""
    left = iter(replies)
    monkeypatch.setattr("builtins.input", lambda _: next(left))


def test_what_is_not_revealed_and_what_is_asked_otherwise_today_does_not_come_back(learner):
    _store.write_guess(QUESTION, find(QUESTION).text, 4.0)
    _store.write_guess("lof.8", "Once this was asked.", 4.0)
    assert not _review.items()
    assert main(["review"]) == 0


def test_reviews_come_back_later_if_remembered_and_soon_if_not(answered):
    assert [item.key for item in _review.items()] == ["lof.4", "lof.8", KEY], "missed ones come first"
    assert _review.items()[0].card.due > datetime.now(UTC)
    gaps = []
    for _ in range(4):
        item = next(each for each in _review.items() if each.key == "lof.8")
        gaps.append((_review.record(item, True, item.card.due) - item.card.due).days)
    assert all(later > 2 * gap for gap, later in pairwise(gaps))
    item = next(each for each in _review.items() if each.key == "lof.8")
    assert (_review.record(item, False, item.card.due) - item.card.due).days < gaps[1]
    assert _review.items()[-1].key == "lof.8", "what is due first comes first"


@pytest.mark.parametrize(
    ("guess", "rating"), [(1.025, "Good"), (1.03, "Good"), (1.9, "Hard"), (2.2, "Again"), (4.0, "Again")]
)
def test_a_number_is_right_close_or_wrong(guess, rating):
    assert _review.rate(find("lof.8"), guess, 1.025).name == rating


def test_the_command_asks_what_is_due_and_says_when_it_comes_back(answered, capsys, monkeypatch):
    monkeypatch.setattr("tiws_teach.course._store.now", lambda: NOW)
    typed(monkeypatch, ["3", "nonsense", "1.0", "later", "y"])
    assert main(["review", "--most", "3"]) == 0
    told = capsys.readouterr().out
    assert "solve exercise kcnn.1 once more" in told
    assert "the answer must be a number" in told
    assert 'You guessed "more than 5", and that is the result.' in told
    assert "3 reviewed, 0 more due. The next is due on " in told
    assert min(item.card.due for item in _review.items()) > NOW
    assert main(["review"]) == 0
    assert "0 reviewed, 0 more due." in capsys.readouterr().out


def test_enter_or_the_end_of_the_input_stops_and_keeps_what_is_due(answered, capsys, monkeypatch):
    monkeypatch.setattr("tiws_teach.course._store.now", lambda: NOW)
    typed(monkeypatch, [""])
    assert main(["review"]) == 0
    assert "0 reviewed, 3 more due." in capsys.readouterr().out
    assert not any("due" in card for card in _store.read_records()["reviews"].values())
    assert main(["review", "--most", "0"]) == 1
    assert "--most must be in [1, inf]; got 0." in capsys.readouterr().err


def test_the_concept_test_has_twenty_questions_on_all_lessons_with_the_right_answer_in_each_place():
    asked = _concepts.concepts()
    assert len(asked) == len({concept.text for concept in asked}) == 20
    assert {concept.lesson for concept in asked} == {lesson.number for lesson in series()}
    assert all(len(set(concept.options)) == 4 for concept in asked)
    places = [concept.shown(number).index(concept.right) for number, concept in enumerate(asked, 1)]
    assert sorted(places) == sorted([0, 1, 2, 3] * 5)


def test_the_concept_test_shows_answers_the_second_time_only_and_exports_no_person(learner, capsys, monkeypatch):
    asked, out = _concepts.concepts(), learner / "concepts.csv"
    for known in (9, 18):
        answers = [concept.right if i < known else concept.options[1] for i, concept in enumerate(asked)]
        typed(monkeypatch, answers)
        assert main(["concepts"]) == 0
        told = capsys.readouterr().out
        assert f"Right: {known} of 20." in told
        assert ("The first time: 9." in told) == (f"(lesson 13) {asked[-1].right}" in told) == (known == 18)
    assert main(["concepts", "--export", str(out)]) == 0
    table = pd.read_csv(out)
    assert list(table) == ["question", "lesson", "first", "last", "times"]
    assert (table["first"].sum(), table["last"].sum(), *table["times"].unique()) == (9, 18, 2)


def test_a_concept_test_that_is_stopped_leaves_nothing(learner, capsys, monkeypatch):
    typed(monkeypatch, ["1", "5", "2", ""])
    assert main(["concepts"]) == 0
    assert "Stopped at question 3; nothing is kept." in capsys.readouterr().out
    assert not any(_store.read_records().values())
