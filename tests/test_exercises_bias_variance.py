"""The exercises of notebook 08: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import numpy as np
import pytest

from tiws_teach.course import exercises


def judge(key, answer):
    return exercises.find(key).judge(answer)


def parts(predictions, truth):
    return (predictions.mean() - truth) ** 2, predictions.var()


RIGHT = [
    ("bias_variance.1", 15),
    ("bias_variance.2", 18),
    ("bias_variance.2", 18.0),
    ("bias_variance.3", ("A", "C")),
    ("bias_variance.3", ["A", "C"]),
    ("bias_variance.4", "a cubic curve"),
    ("bias_variance.5", 6),
    ("bias_variance.6", 0.66),
    ("bias_variance.6", 1 - 0.3 * 0.9 - 0.7 * 0.1),
    ("bias_variance.7", ("Ada", "judge on untouched rows")),
    ("bias_variance.8", parts),
    ("bias_variance.8", lambda p, truth: np.array([(np.mean(p) - truth) ** 2, np.mean((p - np.mean(p)) ** 2)])),
]
WRONG = [
    ("bias_variance.1", 11, "no noise"),
    ("bias_variance.1", 13, "standard deviation"),
    ("bias_variance.1", 5, "no variance"),
    ("bias_variance.1", 14, "no bias"),
    ("bias_variance.1", 1 + 40 / 3 + 4, "half a correction"),
    ("bias_variance.2", 9, "variance only"),
    ("bias_variance.2", 3, "standard deviation"),
    ("bias_variance.2", 72, "without k"),
    ("bias_variance.2", 1.8, "by n"),
    ("bias_variance.2", 36, "noise"),
    ("bias_variance.3", ("C", "A"), "turned round"),
    ("bias_variance.3", ("B", "C"), "the best one"),
    ("bias_variance.3", ("A", "A"), "one of two"),
    ("bias_variance.3", ("A", "C", "B"), "not two"),
    ("bias_variance.4", "2,000 readings", "2,000 readings"),
    ("bias_variance.4", "the average of 25 straight lines", "the average of 25 straight lines"),
    ("bias_variance.5", 2, "independent"),
    ("bias_variance.5", 5, "one short"),
    ("bias_variance.5", 4, "too few"),
    ("bias_variance.5", 7, "too many"),
    ("bias_variance.6", 0.7, "noise forgotten"),
    ("bias_variance.6", 0.74, "noise turned round"),
    ("bias_variance.6", 1.4, "plain sum"),
    ("bias_variance.6", 0.8, "noise unsigned"),
    ("bias_variance.6", 0.9, "main prediction"),
    ("bias_variance.6", 0.1, "best prediction"),
    ("bias_variance.6", 0.34, "complement"),
    ("bias_variance.7", ("Bo", "judge on untouched rows"), "the honest one"),
    ("bias_variance.7", ("Ada", "scale first"), "wrong rule"),
    ("bias_variance.7", ("Ada", "more rows to judge on"), "wrong rule"),
    ("bias_variance.8", lambda predictions, truth: None, "nothing returned"),
    ("bias_variance.8", lambda predictions, truth: 1.0, "no pair"),
    ("bias_variance.8", lambda p, truth: parts(p, truth)[::-1], "swapped"),
    ("bias_variance.8", lambda p, truth: (p.mean() - truth, p.var()), "not squared"),
    ("bias_variance.8", lambda p, truth: ((p.mean() - truth) ** 2, p.var(ddof=1)), "divided by n - 1"),
    (
        "bias_variance.8",
        lambda p, truth: ((p.mean() - truth) ** 2 - p.var(ddof=1) / len(p), p.var(ddof=1)),
        "corrected",
    ),
    ("bias_variance.8", lambda p, truth: ((p.mean() - truth) ** 2, p.std()), "standard deviation"),
    ("bias_variance.8", lambda p, truth: ((p.mean() - truth) ** 2, ((p - truth) ** 2).mean()), "around the truth"),
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
    assert judge("bias_variance.1", 100).kind == "not yet"
    assert judge("bias_variance.8", lambda predictions, truth: (0.0, 0.0)).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("bias_variance.1", "fifteen", "Expected one number"),
        ("bias_variance.3", "AC", "Expected a list of names in order out of A, B, C; got 'AC'"),
        ("bias_variance.3", ("A", "D"), "Expected a list of names in order out of A, B, C; 'D' is none of them"),
        ("bias_variance.4", "a parabola", "Expected one of '2,000 readings'"),
        ("bias_variance.5", 0.5, "Expected one whole number"),
        ("bias_variance.6", -1, "Expected one number from 0 to 3; got -1"),
        ("bias_variance.7", ("Eve", "scale first"), "Expected one of Ada, Bo; got 'Eve'"),
        ("bias_variance.8", 3, "Expected a function of predictions, truth"),
        ("bias_variance.8", lambda predictions: 1, "could not be judged"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_all_exercises_have_hints():
    for number in range(1, 9):
        assert exercises.find(f"bias_variance.{number}").hints
