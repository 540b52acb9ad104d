"""The guide for instructors: its plans fit, its pages are those of the lessons, its answers are proved."""

import re
from operator import attrgetter

import numpy as np
import pytest

import tiws_teach as tt
from tiws_teach.course._series import Lesson, series
from tiws_teach.course.exercises import find
from tools.site import lecture
from tools.site.guide import instructor_page, lesson_guide, plan
from tools.site.lecture import BUDGETS, END, clock, cut_order, lectures, needed, notes, page_of, timed, votes
from tools.site.notebooks import NOTEBOOKS

LESSONS = [lesson for lesson in series() if lesson.is_there]
NOTED = [lesson for lesson in LESSONS if lesson.topic in notes()]
TOLD = (", and that is the result", "; the result is ")
EXAM = [(lesson.topic, item) for lesson in NOTED for item in notes()[lesson.topic]["exam"]]
topic = attrgetter("topic")


@pytest.mark.parametrize(("of", "item"), EXAM, ids=[f"{of}-{place % 3 + 1}" for place, (of, _) in enumerate(EXAM)])
def test_the_line_of_code_gives_the_stated_answer_and_the_words_name_its_numbers(of, item):
    code, result = item["proof"]
    assert np.asarray(eval(code, {"np": np, "tt": tt}), dtype=float).round(3).tolist() == result, of
    words = item["answer"].replace("Two thirds", "0.667").replace("1/2", "0.5").replace("1/3", "0.333")
    for number in np.ravel(result):
        if number not in (0, 1):
            assert f"{number:g}" in words, (of, number)


def test_a_typical_guess_is_right_in_about_a_third():
    stored = "".join((NOTEBOOKS / f"{lesson.notebook}.ipynb").read_text(encoding="utf-8") for lesson in LESSONS)
    right, wrong = (len(re.findall(f"A plausible guess is .{{1,60}}{end}", stored)) for end in TOLD)
    assert 0.25 < right / (right + wrong) < 0.4


@pytest.mark.parametrize("lesson", LESSONS, ids=topic)
def test_a_lesson_fits_each_session_with_a_task_and_an_exit_question(lesson):
    for budget, exercises in BUDGETS.items():
        starts = clock(lesson, budget)
        assert starts[END][1] >= exercises, "name more sections in `cut`"
        assert starts[END][0] >= 22, "a session keeps enough to be worth it"
    noted = notes().get(lesson.topic, {}).get("cut", cut_order(lesson))
    assert len(set(cut_order(lesson))) == len(noted), "each entry of `cut` begins the title of a section"


def test_a_lesson_without_notes_cuts_its_exercises_first_and_then_from_the_end():
    lesson = next(lesson for lesson in LESSONS if lesson.topic == "curse")
    new = Lesson(99, "New", "new", (0,), "new", lesson.notebook)
    assert "xercises" in cut_order(new)[0].title
    places = [section.place for section in cut_order(new)[1:]]
    assert places == sorted(places, reverse=True)
    assert "Exam" not in lesson_guide(new)


@pytest.mark.parametrize("lesson", LESSONS, ids=topic)
def test_the_page_for_tomorrow_says_all_that_a_lecture_needs(lesson):
    assert lesson.topic in lectures(), "lectures.toml has an entry for each lesson"
    page = page_of(lesson)
    for part in ("the pay-off**", "**Late?**", "**Vote 2.**", "**On the board**", "**Task** (5 ", "**Exit question.**"):
        assert page.count(part) == 1, part
    assert page.count("**vote 1 (") == page.count("**vote 2 (") == page.count("Answer: ") == 1
    lost = [each.title for each in needed(lesson) for budget in BUDGETS if each.place not in clock(lesson, budget)]
    assert not lost, "pay-off, votes, settings, the chart and what `needs` names stay in each plan: change `cut`"
    titles = "\n".join(section.title for section in timed(lesson))
    entry = lectures()[lesson.topic]
    assert all(re.search(f"(?m)^{re.escape(start)}", titles) for start in entry.get("needs", []))
    assert "answer" not in entry or find(entry["task"]).judge(entry["answer"]).right
    assert re.search(r"Answer: (\*\*[(\d\"]|\*\*\w\*\*|[^*].*\n\n```python)", page), "say `answer`"
    assert 400 < len(page.split()) < 1100, "one sheet, read in a few minutes"
    beliefs = [belief for *_, wrong in votes(lesson) for belief in wrong.values()]
    assert all(len(belief.split()) >= 8 and belief.count(". ") == 1 for belief in beliefs), "a belief, and a reply"
    assert len(re.findall(r"(?m)^- .+: \*.+\.\* Reply: \S.+", page)) == len(beliefs)


def test_a_vote_whose_question_changed_is_refused_with_its_new_mark(monkeypatch):
    lesson = LESSONS[0]
    entry = lectures()[lesson.topic]
    key, vote = next(iter(entry["votes"].items()))
    for changed, told in (
        ({key: vote | {"mark": "old"}}, f'write mark = "{vote["mark"]}"'),
        ({"start.99": vote}, "be a prediction of the lesson's core"),
        ({key: vote | {"wrong": {}}}, "name every wrong answer and not the right one"),
    ):
        monkeypatch.setattr(lecture, "lectures", lambda c=changed: {lesson.topic: entry | {"votes": c}})
        with pytest.raises(ValueError, match=re.escape(told)):
            list(votes(lesson))


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
