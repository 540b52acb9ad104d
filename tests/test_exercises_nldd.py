"""The exercises of notebook 05: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import numpy as np
import pytest

from tiws_teach.course import exercises
from tiws_teach.multilabel import feature_scaling, standardized_features


def judge(key, answer):
    return exercises.find(key).judge(answer)


def scaled(X):
    return standardized_features(X, *feature_scaling(X))


def plain(X):
    spread = X.std(axis=0, ddof=1)
    return (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1)


def by_n(X):
    center, _ = feature_scaling(X)
    spread = np.where(np.isin(X, (0, 1)).all(axis=0), 1, X.std(axis=0))
    return (X - center) / np.where(spread > 0, spread, 1)


def broken(X):
    with np.errstate(all="ignore"):
        return (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)


RIGHT = [
    ("nldd.1", 1 / 3),
    ("nldd.1", 0.33),
    ("nldd.2", "b"),
    ("nldd.3", 0.6546),
    ("nldd.4", np.int64(5)),
    ("nldd.5", ("Ada", "fresh pairs")),
    ("nldd.6", "Hamming loss"),
    ("nldd.7", scaled),
]
WRONG = [
    ("nldd.1", 0.5, "F"),
    ("nldd.1", 0.6, "right share"),
    ("nldd.1", 0.4, "hamming"),
    ("nldd.1", 0.667, "only one"),
    ("nldd.2", "A", "nearest in the features"),
    ("nldd.2", "C", "nearest in the labels"),
    ("nldd.3", 0.109, "one label"),
    ("nldd.3", 4.266, "without b0"),
    ("nldd.3", 5.345, "sign"),
    ("nldd.3", 0.735, "odds"),
    ("nldd.4", 3, "reachable"),
    ("nldd.4", 2, "rows"),
    ("nldd.4", 8, "all"),
    ("nldd.4", 7, "all but none"),
    ("nldd.4", 4, "without none"),
    ("nldd.5", ("Bo", "fresh pairs"), "the honest one"),
    ("nldd.5", ("Ada", "more rows"), "wrong rule"),
    ("nldd.6", "0/1 loss", "0/1 loss"),
    ("nldd.6", "both", "both"),
    ("nldd.6", "neither", "neither"),
    ("nldd.7", lambda X: None, "nothing returned"),
    ("nldd.7", lambda X: X[0], "other shape"),
    ("nldd.7", lambda X: X, "left alone"),
    ("nldd.7", plain, "standardised 0/1"),
    ("nldd.7", by_n, "divided by n"),
    ("nldd.7", broken, "not finite"),
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
    assert judge("nldd.3", 3).kind == "not yet"
    assert judge("nldd.4", 6).kind == "not yet"
    assert judge("nldd.7", lambda X: X * [3, 1, 0, 1, 1]).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("nldd.1", "a third", "Expected one number from 0 to 1"),
        ("nldd.1", 3, "Expected one number from 0 to 1; got 3"),
        ("nldd.2", "D", "Expected one of 'A', 'B', 'C'"),
        ("nldd.4", 4.5, "Expected one whole number from 0 to 64"),
        ("nldd.5", ["Ada"], "Expected a pair of a name and a rule"),
        ("nldd.7", 1, "Expected a function of X"),
        ("nldd.7", lambda: 1, "could not be judged"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_all_exercises_have_hints():
    for number in range(1, 8):
        assert exercises.find(f"nldd.{number}").hints
