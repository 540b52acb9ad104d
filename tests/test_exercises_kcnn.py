"""The exercises of notebook 04: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from tiws_teach.course import exercises


def judge(key, answer):
    return exercises.find(key).judge(answer)


def stable(d, p, r):
    return softmax(-(p / r) * np.log(d + 1e-7), axis=1)


def plain(d, p, r):
    weight = (d + 1e-7) ** (-p / r)
    return weight / weight.sum(axis=1, keepdims=True)


def by_the_least_of_all(d, p, r):
    near = d + 1e-7
    weight = (near / near.min()) ** (-p / r)
    return weight / weight.sum(axis=1, keepdims=True)


def by_the_least_of_each_line(d, p, r):
    near = d + 1e-7
    weight = (near / near.min(axis=1, keepdims=True)) ** (-p / r)
    return weight / weight.sum(axis=1, keepdims=True)


RIGHT = [
    ("kcnn.1", 0.8),
    ("kcnn.2", 2 / 3),
    ("kcnn.2", 0.67),
    ("kcnn.3", "C"),
    ("kcnn.3", " c "),
    ("kcnn.4", ("Ada", "leave yourself out")),
    ("kcnn.5", ["Dan", "Cleo"]),
    ("kcnn.5", {"Cleo", "Dan"}),
    ("kcnn.6", stable),
    ("kcnn.6", by_the_least_of_each_line),
    ("kcnn.7", 81),
    ("kcnn.7", 81.0),
]
WRONG = [
    ("kcnn.1", 0.5, "no power"),
    ("kcnn.1", 2 / 3, "square"),
    ("kcnn.1", 1 / 17, "turned round"),
    ("kcnn.1", 1 / 3, "class sizes"),
    ("kcnn.7", 9, "as meant"),
    ("kcnn.7", 18, "doubled"),
    ("kcnn.7", 1 / 81, "one side"),
    ("kcnn.7", 3, "no power of p"),
    ("kcnn.2", 0.8, "the truth"),
    ("kcnn.2", 4**0.25 / (1 + 4**0.25), "r = p"),
    ("kcnn.2", 0.8**0.5, "root of the probability"),
    ("kcnn.2", 16 / 17, "sharper"),
    ("kcnn.3", "A", "nearest"),
    ("kcnn.3", "B", "most"),
    ("kcnn.4", ("Bo", "leave yourself out"), "the honest one"),
    ("kcnn.4", ("Ada", "same scale"), "wrong rule"),
    ("kcnn.5", ["Dan"], "only Dan"),
    ("kcnn.5", ["Cleo"], "only Cleo"),
    ("kcnn.5", ["Eva"], "Eva"),
    ("kcnn.5", ["Cleo", "Dan", "Eva"], "Eva"),
    ("kcnn.5", [], "none"),
    ("kcnn.6", lambda d, p, r: None, "nothing returned"),
    ("kcnn.6", lambda d, p, r: d[0], "other shape"),
    ("kcnn.6", lambda d, p, r: (d + 1e-7) ** (-p / r), "sum"),
    ("kcnn.6", lambda d, p, r: stable(d, p, 1.0), "no smoothing"),
    ("kcnn.6", lambda d, p, r: stable(d, -p, r), "turned round"),
    ("kcnn.6", plain, "overflow"),
    ("kcnn.6", by_the_least_of_all, "overflow"),
    ("kcnn.6", lambda d, p, r: softmax(-(p / r) * np.log(d), axis=1), "no epsilon"),
    ("kcnn.6", lambda d, p, r: plain(d - 1e-7, p, r), "no epsilon"),
]


@pytest.mark.parametrize(("key", "answer"), RIGHT)
def test_the_right_answer_is_right(key, answer):
    verdict = judge(key, answer)
    assert verdict.right, verdict


@pytest.mark.parametrize(("key", "answer", "name"), WRONG)
def test_a_misconception_is_named(key, answer, name):
    verdict = judge(key, answer)
    assert verdict.misconception == name, verdict


def test_a_wrong_answer_without_a_name_is_not_yet():
    assert judge("kcnn.1", 0.99).kind == "not yet"
    assert judge("kcnn.6", lambda d, p, r: stable(d, 2 * p, r)).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("kcnn.1", "four fifths", "Expected one number"),
        ("kcnn.2", 2, "Expected one number from 0 to 1; got 2"),
        ("kcnn.3", "D", "Expected one of 'A', 'B', 'C'; got 'D'"),
        ("kcnn.4", ["Ada"], "Expected a pair of a name and a rule"),
        ("kcnn.4", ("Ada", "be careful"), "Expected one of leave yourself out, same scale, k for each class"),
        ("kcnn.5", ["Fay"], "'Fay' is none of them"),
        ("kcnn.6", 0.5, "Expected a function of d, p, r"),
        ("kcnn.6", lambda d: d, "could not be judged"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_all_exercises_have_hints():
    for number in range(1, 7):
        assert exercises.find(f"kcnn.{number}").hints
