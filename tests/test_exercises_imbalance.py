"""The exercises of notebook 01: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import numpy as np
import pytest

from tiws_teach.course import exercises


def judge(key, answer):
    return exercises.find(key).judge(answer)


def by_cost(score, false_alarm, miss):
    return (score > false_alarm / (false_alarm + miss)).astype(int)


RIGHT = [
    ("imbalance.1", 2 / 3),
    ("imbalance.1", 0.67),
    ("imbalance.2", (1 + 2 / 3 + 1 / 2) / 3),
    ("imbalance.3", 0.05),
    ("imbalance.4", ["threshold", "weighted votes"]),
    ("imbalance.4", ("weighted votes", "threshold")),
    ("imbalance.5", ("Ada", "cut first")),
    ("imbalance.6", by_cost),
    ("imbalance.6", lambda score, false_alarm, miss: score * miss > (1 - score) * false_alarm),
]
WRONG = [
    ("imbalance.1", 0.6, "precision"),
    ("imbalance.1", 0.75, "recall"),
    ("imbalance.1", 0.675, "plain mean"),
    ("imbalance.1", 0.925, "accuracy"),
    ("imbalance.1", 0.5, "not doubled"),
    ("imbalance.2", (1 + 1 / 2 + 2 / 3 + 1 / 2 + 2 / 5 + 1 / 2) / 6, "all places"),
    ("imbalance.2", 0.5, "share"),
    ("imbalance.2", 2 / 3, "first three"),
    ("imbalance.3", 30 / 570, "odds"),
    ("imbalance.3", 0.95, "turned round"),
    ("imbalance.3", 0.5, "equal costs"),
    ("imbalance.4", ["plain vote", "threshold"], "plain vote"),
    ("imbalance.4", ["threshold"], "one of two"),
    ("imbalance.4", [], "none"),
    ("imbalance.5", ("Bo", "cut first"), "the honest one"),
    ("imbalance.5", ("Ada", "same shares"), "wrong rule"),
    ("imbalance.6", lambda score, false_alarm, miss: None, "nothing returned"),
    ("imbalance.6", lambda score, false_alarm, miss: 1, "other shape"),
    ("imbalance.6", lambda score, false_alarm, miss: score, "other shape"),
    ("imbalance.6", lambda score, false_alarm, miss: score > 0.5, "one half"),
    ("imbalance.6", lambda score, false_alarm, miss: score > miss / (false_alarm + miss), "turned round"),
    ("imbalance.6", lambda score, false_alarm, miss: score > false_alarm / miss, "odds"),
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
    assert judge("imbalance.1", 0.1).kind == "not yet"
    assert judge("imbalance.6", lambda score, false_alarm, miss: np.ones(100)).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("imbalance.1", "two thirds", "Expected one number"),
        ("imbalance.3", 19, "Expected one number from 0 to 1; got 19"),
        ("imbalance.4", ["votes"], "'votes' is none of them"),
        ("imbalance.5", ["Ada"], "Expected a pair of a name and a rule"),
        ("imbalance.5", ("Eve", "cut first"), "Expected one of Ada, Bo; got 'Eve'"),
        ("imbalance.5", ("Ada", "be careful"), "Expected one of cut first, same shares, scale first"),
        ("imbalance.6", 0.1, "Expected a function of score, false_alarm, miss"),
        ("imbalance.6", lambda score: score, "could not be judged"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_all_exercises_have_hints():
    for number in range(1, 7):
        assert exercises.find(f"imbalance.{number}").hints
