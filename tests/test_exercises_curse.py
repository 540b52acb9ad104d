"""The exercises of notebook 07: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from tiws_teach.course import exercises
from tiws_teach.lessons.curse import exercises as curse


def judge(key, answer):
    return exercises.find(key).judge(answer)


def ends(X):
    apart = cdist(X, X)
    np.fill_diagonal(apart, np.nan)
    return np.nanmin(apart, axis=1), np.nanmax(apart, axis=1)


def right(X):
    low, high = ends(X)
    return (high - low) / low


def by_the_farthest(X):
    low, high = ends(X)
    return (high - low) / high


def ratio(X):
    low, high = ends(X)
    return high / low


def with_itself(X):
    apart = cdist(X, X)
    with np.errstate(divide="ignore"):
        return (apart.max(axis=1) - apart.min(axis=1)) / apart.min(axis=1)


def without_zeros(X):
    apart = cdist(X, X)
    apart[apart == 0] = np.nan
    return np.nanmax(apart, axis=1) / np.nanmin(apart, axis=1) - 1


def in_plain_python(X):
    others = [[math.dist(row, other) for j, other in enumerate(X) if j != i] for i, row in enumerate(X)]
    return [(max(found) - min(found)) / min(found) for found in others]


RIGHT = [
    ("curse.1", 729),
    ("curse.2", 0.1 ** (1 / 20)),
    ("curse.2", 0.89),
    ("curse.3", 3.5),
    ("curse.4", ["mixtures", "copies"]),
    ("curse.5", ("Ada", "choose inside the folds")),
    ("curse.6", right),
    ("curse.6", in_plain_python),
]
WRONG = [
    ("curse.1", 64, "binary"),
    ("curse.1", 18, "product"),
    ("curse.1", 216, "turned round"),
    ("curse.2", 0.1, "share itself"),
    ("curse.2", 0.005, "divided"),
    ("curse.2", 0.11, "one minus"),
    ("curse.2", 1e-20, "multiplied"),
    ("curse.2", 0.794, "other share"),
    ("curse.2", 0.9, "nine tenths"),
    ("curse.3", 4.5, "ratio"),
    ("curse.3", 7 / 9, "by the farthest"),
    ("curse.3", 7, "difference"),
    ("curse.3", 7 / 4.75, "by the mean"),
    ("curse.4", ["copies", "mixtures", "shuffled"], "shuffled"),
    ("curse.4", ["copies", "independent"], "independent"),
    ("curse.4", ["mixtures"], "too few"),
    ("curse.4", [], "none"),
    ("curse.5", ("Bo", "choose inside the folds"), "the honest one"),
    ("curse.5", ("Ada", "scale first"), "wrong rule"),
    ("curse.6", lambda X: None, "nothing returned"),
    ("curse.6", lambda X: 1.0, "other shape"),
    ("curse.6", with_itself, "itself"),
    ("curse.6", by_the_farthest, "by the farthest"),
    ("curse.6", ratio, "ratio"),
    ("curse.6", without_zeros, "drops zeros"),
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
    assert judge("curse.1", 100).kind == "not yet"
    assert judge("curse.6", lambda X: np.ones(len(X))).kind == "not yet"


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("curse.1", 2.5, "Expected one whole number"),
        ("curse.2", 20, "Expected one number from 0 to 1; got 20"),
        ("curse.4", ["noise"], "'noise' is none of them"),
        ("curse.5", ("Eve", "scale first"), "Expected one of Ada, Bo; got 'Eve'"),
        ("curse.6", 3, "Expected a function of X"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_every_exercise_has_hints_and_none_is_left_out():
    for number in range(1, 7):
        assert exercises.find(f"curse.{number}").hints


def test_the_honest_twin_reports_about_one_half():
    promised = curse._promises()
    assert abs(promised["Bo"] - 0.5) < 0.1
    assert promised["Ada"] > 0.7


def test_the_copies_have_the_contrast_of_the_three_columns():
    rows, queries = curse._table("copies")
    apart, few = cdist(queries, rows), cdist(queries[:, :3], rows[:, :3])
    np.testing.assert_allclose(apart.max(axis=1) / apart.min(axis=1), few.max(axis=1) / few.min(axis=1))
