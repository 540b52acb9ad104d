"""The guide for instructors: its plans fit, its misconceptions are those of the exercises, its answers are proved."""

from __future__ import annotations

import numpy as np
import pytest

import tiws_teach as tt
from tiws_teach.course._series import Lesson, series
from tiws_teach.course.exercises import find
from tools.site.guide import BUDGETS, cut_order, instructor_page, left_out, lesson_guide, notes, plan, sections

LESSONS = [lesson for lesson in series() if lesson.is_there]
NOTED = [lesson for lesson in LESSONS if lesson.topic in notes()]
EXAM = [(lesson.topic, item) for lesson in NOTED for item in notes()[lesson.topic]["exam"]]


def topic(lesson):
    """Return the name of a lesson for a test's id."""
    return lesson.topic


@pytest.mark.parametrize(("of", "item"), EXAM, ids=[f"{of}-{place % 3 + 1}" for place, (of, _) in enumerate(EXAM)])
def test_the_line_of_code_gives_the_stated_answer(of, item):
    found = np.asarray(eval(item["code"], {"np": np, "tt": tt}), dtype=float)
    assert found.round(3).tolist() == item["result"], of


@pytest.mark.parametrize(("of", "item"), EXAM, ids=[f"{of}-{place % 3 + 1}" for place, (of, _) in enumerate(EXAM)])
def test_an_answer_in_words_names_its_numbers(of, item):
    words = item["answer"].replace("Two thirds", "0.667").replace("1/2", "0.5").replace("1/3", "0.333")
    for number in np.ravel(item["result"]):
        if number not in (0, 1):
            assert f"{number:g}" in words, (of, number)


@pytest.mark.parametrize("lesson", NOTED, ids=topic)
def test_three_misconceptions_and_three_questions(lesson):
    entry = notes()[lesson.topic]
    assert len(entry["slips"]) == len(entry["exam"]) == 3
    for _, key, name in entry["slips"]:
        assert key.partition(".")[0] == lesson.topic
        assert name in find(key).told.slips, key


@pytest.mark.parametrize("lesson", LESSONS, ids=topic)
def test_a_lesson_fits_each_session(lesson):
    for budget in BUDGETS:
        cut, minutes = left_out(lesson, budget)
        assert minutes <= budget
        assert minutes + sum(took for _, took in cut) == sum(took for _, took in sections(lesson))
        assert minutes >= 25, "a session keeps enough to be worth it"


@pytest.mark.parametrize("lesson", NOTED, ids=topic)
def test_the_sections_to_cut_are_those_of_the_lesson(lesson):
    assert len(cut_order(lesson)) == len(set(cut_order(lesson))) == len(notes()[lesson.topic]["cut"])
    assert len(sections(lesson)) >= (7 if lesson.edition == 1 else 4)


def test_a_lesson_without_notes_cuts_its_exercises_first_and_then_from_the_end():
    lesson = next(lesson for lesson in LESSONS if lesson.topic == "kcnn")
    new = Lesson(99, "New", "new", (0,), "new", lesson.notebook)
    order = cut_order(new)
    assert "xercises" in order[0]
    titles = [title for title, _ in sections(new)]
    assert order[1:] == [title for title in titles[:2:-1] if "xercises" not in title]
    text = lesson_guide(new)
    assert "| 45 |" in text
    assert "misconceptions" not in text


def test_a_plan_names_what_to_read_before_and_what_does_not_fit():
    of = {lesson.number: lesson for lesson in LESSONS}
    text = plan([of[5], of[1], of[2]], 2)
    assert "| 1 | [05 NLDD](notebooks/05_nldd.ipynb) | read 04 |" in text
    assert "| 2 | [01 Imbalance](notebooks/01_imbalance_and_resampling.ipynb) | read 00 |" in text
    assert text.endswith("for another lesson: [02 TIWS](notebooks/02_tiws_derivation.ipynb).")
    spare = plan([of[0]], 6).splitlines()
    assert len(spare) == 2 + 6
    assert "exam" in spare[-1]


def test_the_page_holds_both_plans_and_every_lesson():
    page = instructor_page()
    assert "<!--" not in page
    assert page.count("| 6 | ") == 2
    for lesson in LESSONS:
        assert f"### [{lesson.number:02d} " in page
