"""The exercises of notebook 02: right answers, named misconceptions, answers of the wrong kind."""

from __future__ import annotations

import pandas as pd
import pytest

from tiws_teach.course import exercises
from tiws_teach.datasets import load
from tiws_teach.lessons.tiws.experiments.hidden import hide_category


def judge(key, answer):
    return exercises.find(key).judge(answer)


def shares(document):
    return document.div(document.sum(axis=1), axis=0)


def in_place(document):
    document.iloc[:, :] = shares(document)
    return document


def cases():
    ports = load("titanic_ports")
    queenstown = hide_category(ports.data, ports.target, "embarked", "Q")
    first = hide_category(ports.data, ports.target, "class", "First")
    second = hide_category(ports.data, ports.target, "class", "Second", similarity="tfidf", sharpness=8)
    right = [
        ("tiws.1", -(0.75**0.5)),
        ("tiws.2", (0.04 * 0.1 + 0.09 * 0.4 + 0.25 * 0.8) / 0.38),
        ("tiws.3", 0.75),
        ("tiws.4", shares),
        ("tiws.4", lambda document: 100 * shares(document)),
        ("tiws.5", ("Bo", "own target")),
        ("tiws.6", second),
    ]
    wrong = [
        ("tiws.1", -1.0, "divided by n"),
        ("tiws.1", -0.873, "column"),
        ("tiws.1", 0.866, "wrong sign"),
        ("tiws.2", 0.2 * 0.1 + 0.3 * 0.4 + 0.5 * 0.8, "sharpness 1"),
        ("tiws.2", 0.04 * 0.1 + 0.09 * 0.4 + 0.25 * 0.8, "not divided"),
        ("tiws.2", 1.3 / 3, "mean"),
        ("tiws.2", 0.8, "nearest"),
        ("tiws.2", 0.02**2 + 0.12**2 + 0.4**2, "weights squared"),
        ("tiws.3", 2.0 / 2.4, "absent category"),
        ("tiws.3", 0.25, "right instead of left"),
        ("tiws.3", 2 / 3, "training share"),
        ("tiws.4", lambda document: None, "nothing returned"),
        ("tiws.4", lambda document: document.T, "other shape"),
        ("tiws.4", lambda document: document / document.sum(), "columns"),
        ("tiws.4", in_place, "document changed"),
        ("tiws.4", lambda document: document * 2, "size still counts"),
        ("tiws.4", lambda document: document * 0 + 1, "constant"),
        ("tiws.5", ("Ada", "own target"), "the honest one"),
        ("tiws.5", ("Bo", "no scaling"), "wrong rule"),
        ("tiws.6", first, "nearer"),
        ("tiws.6", queenstown, "own example"),
    ]
    return right, wrong


RIGHT, WRONG = cases()


@pytest.mark.parametrize(("key", "answer"), RIGHT)
def test_the_right_answer_is_right(key, answer):
    verdict = judge(key, answer)
    assert verdict.right, verdict


@pytest.mark.parametrize(("key", "answer", "name"), WRONG)
def test_a_misconception_is_named(key, answer, name):
    verdict = judge(key, answer)
    assert verdict.misconception == name, verdict


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("tiws.1", "minus one", "Expected one number"),
        ("tiws.2", 1.5, "Expected one number from 0 to 1; got 1.5"),
        ("tiws.4", pd.DataFrame(), "Expected a function of document"),
        ("tiws.4", lambda: 1, "could not be judged"),
        ("tiws.5", ["Bo"], "Expected a pair of a name and a rule"),
        ("tiws.5", ("Eve", "own target"), "Expected one of Ada, Bo; got 'Eve'"),
        ("tiws.6", 0.52, "Expected what hide_category returns"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_told_so(key, answer, words):
    verdict = judge(key, answer)
    assert not verdict.right
    assert words in verdict.words


def test_all_exercises_have_hints():
    for number in range(1, 7):
        assert exercises.find(f"tiws.{number}").hints
