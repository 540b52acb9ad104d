"""The exercises of notebook 06: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tiws_teach.course import exercises


def judge(key, answer):
    return exercises.find(key).judge(answer)


def suspects(factors, share):
    chosen = np.zeros(len(factors), dtype=bool)
    chosen[np.argsort(-factors)[: round(share * len(factors))]] = True
    return chosen


RIGHT = [
    ("lof.1", 4),
    ("lof.1", np.int64(4)),
    ("lof.2", 3),
    ("lof.2", np.array([3.0])),
    ("lof.3", 2.6),
    ("lof.4", 15),
    ("lof.5", ("Ada", "leave out itself")),
    ("lof.6", suspects),
    ("lof.6", lambda factors, share: factors >= np.sort(factors)[-round(share * len(factors))]),
]
WRONG = [
    ("lof.1", 3, "exactly k"),
    ("lof.1", 5, "itself"),
    ("lof.1", 2, "nearest only"),
    ("lof.2", 1, "distance"),
    ("lof.2", 2, "own k-distance"),
    ("lof.3", 0.385, "turned round"),
    ("lof.3", 3.79, "plain distances"),
    ("lof.3", 6.5, "no ratio"),
    ("lof.4", 14, "companions"),
    ("lof.4", 16, "one too many"),
    ("lof.5", ("Bo", "leave out itself"), "right rule"),
    ("lof.5", ("Bo", "all ties"), "ties"),
    ("lof.5", ("Bo", "whose k-distance"), "same line"),
    ("lof.5", ("Ada", "all ties"), "wrong rule"),
    ("lof.6", lambda factors, share: None, "nothing returned"),
    ("lof.6", lambda factors, share: factors, "other shape"),
    ("lof.6", lambda factors, share: True, "other shape"),
    ("lof.6", lambda factors, share: suspects(-factors, share), "lowest"),
    ("lof.6", lambda factors, share: factors > 1.5, "fixed border"),
    ("lof.6", lambda factors, share: suspects(factors, 0.1), "fixed border"),
    ("lof.6", lambda factors, share: suspects(factors, share / 2), "other number"),
    ("lof.6", lambda factors, share: factors >= np.sort(factors)[-int(share * len(factors) + 1e-9)], "rounding"),
    ("lof.6", lambda factors, share: factors >= np.sort(factors)[-math.ceil(share * len(factors) - 1e-9)], "rounding"),
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
    assert judge("lof.3", 9.1).kind == "not yet"
    assert judge("lof.6", lambda factors, share: np.arange(len(factors)) % 2 == 0).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("lof.1", "four", "Expected one whole number"),
        ("lof.1", 4.5, "Expected one whole number from 0 to 6; got 4.5"),
        ("lof.2", -1, "got -1"),
        ("lof.4", 0, "Expected one whole number from 1 to 5000; got 0"),
        ("lof.5", ["Ada"], "Expected a pair of a name and a rule"),
        ("lof.5", ("Ada", "be careful"), "Expected one of leave out itself, all ties, whose k-distance"),
        ("lof.6", 0.1, "Expected a function of factors, share"),
        ("lof.6", lambda factors: factors, "could not be judged"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_all_exercises_have_hints():
    for number in range(1, 7):
        assert exercises.find(f"lof.{number}").hints
