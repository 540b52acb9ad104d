"""Every exercise, by the tables beside this file: RIGHT, WRONG (a misconception), NOT_YET, KIND (no such answer).

Each table maps the exercise's number to answers; WRONG and KIND hold pairs of an answer and what is said to it.
"""

import importlib
from itertools import chain

import numpy as np
import pandas as pd
import pytest

from tiws_teach.course._rooms import rooms
from tiws_teach.course.exercises import _registered, find, load
from tiws_teach.course.expect import EVERYWHERE

TOPICS = list(rooms())
TABLES = {topic: importlib.import_module(f"{__package__}.{topic}") for topic in TOPICS}
STRANGE = (None, "?", b"C", [], {}, object(), float("nan"), 1j, pd.NA, np.zeros((2, 2)), lambda: 1)


def cases(name):
    """Return all answers of the tables called `name`, as parameters with an id."""
    return [
        pytest.param(f"{topic}.{number}", answer, id=f"{topic}.{number}-{place}")
        for topic, module in TABLES.items()
        for number, answers in getattr(module, name).items()
        for place, answer in enumerate(answers)
    ]


def keys(topic):
    """Return the exercises of a topic, loaded from its room."""
    load(rooms()[topic])
    return [key for key in _registered if key.startswith(f"{topic}.")]


@pytest.mark.parametrize(("key", "answer"), cases("RIGHT"))
def test_the_right_answer_is_right(key, answer):
    verdict = find(key).judge(answer)
    assert verdict.right, verdict


@pytest.mark.parametrize(("key", "case"), cases("WRONG"))
def test_a_misconception_is_named(key, case):
    answer, name = case
    verdict = find(key).judge(answer)
    assert verdict.misconception == name, verdict
    assert verdict.words == find(key).texts.slips.get(name, verdict.words)


@pytest.mark.parametrize(("key", "answer"), cases("NOT_YET"))
def test_a_wrong_answer_without_a_name_is_not_yet(key, answer):
    assert find(key).judge(answer).words == f'Not yet. hint("{key}") helps.'


@pytest.mark.parametrize(("key", "case"), cases("KIND"))
def test_an_answer_of_the_wrong_kind_is_told_so(key, case):
    answer, words = case
    verdict = find(key).judge(answer)
    assert not verdict.right
    assert words in verdict.words


@pytest.mark.parametrize("topic", TOPICS)
def test_every_exercise_has_hints_a_right_answer_and_a_case_for_each_misconception(topic):
    table = TABLES[topic]
    for key in keys(topic):
        task, number = find(key), int(key.split(".")[1])
        assert len(task.texts.hints) >= 2, key
        assert task.judge_answer.__doc__, key
        assert table.RIGHT[number], key
        assert {name for _, name in table.WRONG[number]} - set(EVERYWHERE) == set(task.texts.slips) - set(EVERYWHERE), (
            key
        )
    assert set(chain(table.RIGHT, table.WRONG, table.KIND)) == set(range(1, len(keys(topic)) + 1))


@pytest.mark.parametrize("topic", TOPICS)
def test_what_each_way_gives_has_words(topic):
    for key in keys(topic):
        ways = getattr(find(key).judge_answer, "__wrapped__", str)()
        if isinstance(ways, dict):
            assert set(find(key).texts.slips) == set(ways) - {"right", str(ways["right"])}, key


@pytest.mark.parametrize("topic", TOPICS)
def test_a_function_that_returns_nothing_is_told(topic):
    for key in keys(topic):
        told = find(key).texts.returns
        assert bool(told) == find(key).expects.words.startswith("a function"), key
        if told:
            verdict = find(key).judge(lambda *_: None)
            assert verdict.words == f"Your function returns ... or None. It has to return {told}.", key


@pytest.mark.parametrize("topic", TOPICS)
def test_no_answer_crashes(topic):
    for key in keys(topic):
        for answer in STRANGE:
            verdict = find(key).judge(answer)
            assert verdict.kind in ("kind", "misconception", "not yet"), (key, answer)
            assert "\n" not in verdict.words
            assert " at 0x" not in verdict.words
