"""The exercises of notebook 03: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import numpy as np
import pytest

from tiws_teach.course import exercises
from tiws_teach.lessons.wctf import exercises as wctf
from tiws_teach.lessons.wctf.experiments import vocabulary
from tiws_teach.wctf_idf import class_quotas


def judge(key, answer):
    return exercises.find(key).judge(answer)


def guaranteed(class_sizes, max_features):
    quotas = np.array(class_quotas(class_sizes, max_features))
    for empty in np.flatnonzero(quotas == 0):
        quotas[quotas.argmax()] -= 1
        quotas[empty] = 1
    return quotas


def all_from_one(class_sizes, max_features):
    """Take every missing place from one class, which may be left with none."""
    quotas = np.array(class_quotas(class_sizes, max_features))
    missing = quotas == 0
    quotas[missing] = 1
    quotas[quotas.argmax()] -= missing.sum()
    return quotas


IDF = {"bad": np.log(11 / 7) + 1, "acting": np.log(11 / 4) + 1, "film": np.log(11 / 8) + 1}
UNSMOOTHED = {"bad": np.log(10 / 6) + 1, "acting": np.log(10 / 3) + 1, "film": np.log(10 / 7) + 1}
LENGTH, OTHER = (sum(value**2 for value in idf.values()) ** 0.5 for idf in (IDF, UNSMOOTHED))
RIGHT = [
    ("wctf.1", [6, 3, 1]),
    ("wctf.2", ["good", "great", "fun"]),
    ("wctf.2", {"Fun", "Good", "Great"}),
    ("wctf.3", IDF["film"] / LENGTH),
    ("wctf.4", guaranteed),
    ("wctf.4", lambda sizes, places: guaranteed(sizes, places).tolist()),
    ("wctf.5", ("Bo", "test rows")),
    ("wctf.6", vocabulary(400, 0.16)),
]
WRONG = [
    ("wctf.1", [6, 2, 1], "rounded down"),
    ("wctf.1", [7, 3, 2], "rounded up"),
    ("wctf.1", [7, 2, 1], "to the largest class"),
    ("wctf.1", [4, 3, 3], "equal"),
    ("wctf.2", ["good", "great", "film"], "already taken"),
    ("wctf.2", ["good", "great"], "quota"),
    ("wctf.3", IDF["film"], "not normalised"),
    ("wctf.3", np.log(10 / 7), "textbook"),
    ("wctf.3", IDF["film"] / sum(IDF.values()), "divided by the sum"),
    ("wctf.3", UNSMOOTHED["film"] / OTHER, "not smoothed"),
    ("wctf.4", lambda class_sizes, max_features: None, "nothing returned"),
    ("wctf.4", all_from_one, "without a place"),
    ("wctf.4", lambda class_sizes, max_features: [max_features], "other length"),
    ("wctf.4", lambda class_sizes, max_features: np.maximum(class_quotas(class_sizes, max_features), 1), "sum"),
    ("wctf.4", class_quotas, "without a place"),
    (
        "wctf.4",
        lambda class_sizes, max_features: class_quotas(class_sizes * 0 + 1, max_features),
        "changed without need",
    ),
    ("wctf.5", ("Ada", "test rows"), "the honest one"),
    ("wctf.5", ("Bo", "too many features"), "wrong rule"),
    ("wctf.6", vocabulary(50), "gain"),
    ("wctf.6", vocabulary(5000), "same words"),
]


@pytest.mark.parametrize(("key", "answer"), RIGHT)
def test_the_right_answer_is_right(key, answer):
    verdict = judge(key, answer)
    assert verdict.right, verdict


@pytest.mark.parametrize(("key", "answer", "name"), WRONG)
def test_a_misconception_is_named(key, answer, name):
    verdict = judge(key, answer)
    assert verdict.misconception == name, verdict


@pytest.mark.parametrize(
    ("key", "answer"), [("wctf.1", [5, 4, 1]), ("wctf.2", ["good", "great", "superb"]), ("wctf.3", 0.99)]
)
def test_other_wrong_answers_are_not_right(key, answer):
    assert judge(key, answer).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("wctf.1", [6, 3], "Expected 3 numbers"),
        ("wctf.2", "good", "Expected a list of names"),
        ("wctf.3", -1, "Expected one number"),
        ("wctf.4", [1, 2], "Expected a function of class_sizes, max_features"),
        ("wctf.5", ["Bo"], "Expected a pair of a name and a rule"),
        ("wctf.5", ("Eve", "test rows"), "Expected one of Ada, Bo; got 'Eve'"),
        ("wctf.6", 0.4, r"Expected what vocabulary(...) returns; got a float"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_the_honest_colleague_is_near_a_coin_and_the_other_is_not():
    areas = wctf._test_areas()
    assert areas["Ada"] == pytest.approx(0.5, abs=0.05)
    assert areas["Bo"] > 0.7


def test_all_exercises_have_hints():
    for number in range(1, 7):
        assert exercises.find(f"wctf.{number}").hints
