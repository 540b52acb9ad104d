"""Exercises of notebook 13: a promise, scores and ties by hand, repeated answers, and NN-3 from scratch."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tiws_teach.course.exercises import exercise, function, match_number, number
from tiws_teach.lessons.occupation.experiments import cross_validated_accuracy, survey_of_persons
from tiws_teach.occupation import (
    AnswerVectorizer,
    NearestNeighborCoder,
    accuracy_bound,
    binary_cosine,
    hybrid_scores,
    neighbor_scores,
    production_curve,
)
from tiws_teach.occupation.threshold import DESIGN_EFFECT


@exercise(
    "occupation.1",
    expects=number(1),
    hints=[
        "If all of m counted codes are right, the bound is the accuracy b with b^m = 0.1. Which m gives 0.95?",
        "0.95^m must not be above 0.1: try m = 44 and m = 45. And how many answers count as m?",
    ],
    misconceptions={
        "not halved": "That many have to *count*. Two coded answers count as one.",
        "still above": "0.95^44 is 0.105, still above 0.1. And is your number one of answers or of counts?",
        "too few": "44 counts are not enough: 0.95^44 is 0.105, still above 0.1.",
        "level": "You took a level of 0.95: a probability of 0.05. The level is 0.9; 0.95 is the target.",
        "level and halves": "You took a level of 0.95. It is 0.9: a probability of 0.1. And two answers count as one.",
    },
    praise="45 counts, so 90 answers without an error: that is why a few hundred coded answers rarely suffice.",
)
def answers_for_a_promise(answer: float) -> bool | str:
    """Give the number of right answers that a bound of 0.95 needs."""
    right = next(n for n in range(1, 1000) if accuracy_bound(n / DESIGN_EFFECT, n / DESIGN_EFFECT) >= 0.95)
    wrong = {"not halved": 45, "still above": 44, "too few": 88, "level": 118, "level and halves": 59}
    return match_number(answer, right, wrong)


@exercise(
    "occupation.6",
    expects=number(0),
    hints=[
        "Three factors: the share of the code among the neighbours, the cosine, and K / (K + 0.1).",
        "The query has two terms, each neighbour has one, and they share one. What is the cosine?",
    ],
    misconceptions={
        "no similarity": "The cosine is missing: the neighbours share only one of the two terms of the query.",
        "no number": "The factor K / (K + 0.1) is missing.",
        "cosine without root": "The cosine divides by the *root* of the product of the sizes.",
        "one neighbour": "You took K = 1. Both neighbours are equally similar, so both count.",
    },
    praise="Half of the neighbours agree, the similarity is 0.707, and two neighbours cost 5 %.",
)
def score_by_hand(answer: float) -> bool | str:
    """Give the score of a code by hand."""
    s = float(binary_cosine(1, 2, 1))
    right = float(neighbor_scores([[0.5]], [s], [2])[0, 0])
    wrong = {"no similarity": 0.5 * 2 / 2.1, "no number": 0.5 * s, "cosine without root": 0.25 * 2 / 2.1,
             "one neighbour": 0.5 * s / 1.1}  # fmt: skip
    return match_number(answer, right, wrong)


@exercise(
    "occupation.4",
    expects=number(0),
    hints=[
        "M = 3 duplicates, and the learner counts as one more. What are the two weights?",
        "The weight of the duplicates is 3/4. Their share of the code is 2/3.",
    ],
    misconceptions={
        "equal weights": "You took the plain mean. The learner has the weight of a *single* duplicate.",
        "turned round": "You gave the weight of the duplicates to the learner.",
        "duplicates alone": "That is the duplicates' share alone. Add the learner, with weight 1 / (M + 1).",
    },
    praise="Three duplicates outweigh one learner three to one.",
)
def hybrid_by_hand(answer: float) -> bool | str:
    """Give a hybrid score by hand."""
    right = float(hybrid_scores([[2 / 3]], [3], [[0.2]])[0, 0])
    wrong = {"equal weights": (2 / 3 + 0.2) / 2, "turned round": 2 / 3 / 4 + 0.2 * 3 / 4, "duplicates alone": 2 / 3}
    return match_number(answer, right, wrong)


@exercise(
    "occupation.5",
    expects=number(0),
    hints=[
        "The first answer is coded for sure. Which of the other three are coded is a matter of chance.",
        "Two of three tied answers are taken, and one in three is correct: 2/3 correct codes on average.",
    ],
    misconceptions={
        "row order": "You took the tied answers in the order of the rows. Another order gives another number.",
        "worst order": "You put the wrong ones first. The order of tied answers is chance: average over all orders.",
        "all of them": "You coded all four answers. At a rate of 0.75, three are coded.",
    },
    praise="1 + 2/3 correct codes of 3: a number that does not depend on the order of the rows.",
)
def ties_on_a_curve(answer: float) -> bool | str:
    """Give the accuracy within a group of equal confidences."""
    curve = production_curve([0.9, 0.5, 0.5, 0.5], [True, True, False, False])
    wrong = {"row order": 2 / 3, "worst order": 1 / 3, "all of them": 0.5}
    return match_number(answer, float(curve.accuracy_at(0.75)), wrong)


@exercise(
    "occupation.2",
    expects=number(0, 1),
    hints=[
        "The calls differ in the folds, the stop words and the groups. Which of them lets an answer meet its own copy?",
        "Take a person with three answers. Where are they when one of them is in the test fold?",
    ],
    misconceptions={
        "not repaired": "A person's answers are still on both sides, as in Bo's call. Where are they in his folds?",
        "folds": "You changed Bo's number of folds, a matter of taste. A person's answers are still on both sides.",
        "Ada": "That is Ada's estimate. Her call breaks no rule: repair Bo's.",
        "Ada's call": "You took the groups out of Ada's call. They were right: Bo's call lacks them.",
        "also the folds": "The persons are in one fold now, but you changed the number of folds, too.",
        "also the stop words": "The persons are in one fold now, but you changed the stop words, too.",
    },
    praise="Bo's persons were spread over the folds, so that each repeated answer was a duplicate.",
)
def repeated_person(answer: float) -> bool | str:
    """Give the accuracy of the call that had a person's answers on both sides, once it is repaired."""
    right, wrong = _calls()
    return match_number(answer, right, wrong)


@cache
def _calls() -> tuple[float, dict[str, float]]:
    """Return the accuracy of the repaired call, and those of the calls with another change or none."""
    survey = survey_of_persons()
    all_words, persons = NearestNeighborCoder(vectorizer=AnswerVectorizer()), survey["person"]
    return cross_validated_accuracy(survey, persons, all_words, cv=10), {
        "not repaired": cross_validated_accuracy(survey, None, all_words, cv=10),
        "folds": cross_validated_accuracy(survey, None, all_words),
        "Ada": cross_validated_accuracy(survey, persons),
        "Ada's call": cross_validated_accuracy(survey, None),
        "also the folds": cross_validated_accuracy(survey, persons, all_words),
        "also the stop words": cross_validated_accuracy(survey, persons, cv=10),
    }


@exercise(
    "occupation.3",
    expects=function("X", "codes", "x"),
    hints=[
        "The cosines in one line: shared = X @ x, then divide by np.sqrt(X.sum(axis=1) * x.sum()).",
        "near = np.isclose(cosine, cosine.max()); then np.unique(codes[near], return_counts=True).",
        "Before you divide: if shared.max() is 0, there is nothing to suggest.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return a pair: the code and its score.",
        "no pair": "Your function has to return a pair: the code and its score.",
        "NN-2": "The factor K / (K + 0.1) is missing.",
        "NN-1": "The similarity and the factor K / (K + 0.1) are missing.",
        "one neighbour": "You used one nearest answer. All answers with the same, largest cosine are neighbours.",
        "dot product": "You took the number of shared terms for the similarity. Divide by the root of the two sizes.",
        "code": "The score is right, but not the code: return the code with the highest share.",
        "no shared term": "With a query that shares no term with any training answer, return (None, 0.0).",
    },
    praise="That is NN-3, with all ties, and with nothing suggested where nothing is shared.",
)
def nn3_from_scratch(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that codes one answer by its nearest neighbours."""
    said = [_judged(answer, *case) for case in _cases()]
    missed = [each for each in said if each is not True]
    if missed:
        return missed[0]
    made = answer(np.eye(3, 4, dtype=int), np.array(["7131", "7136", "8251"]), np.array([0, 0, 0, 1]))
    return True if isinstance(made, tuple | list) and tuple(made) == (None, 0) else "no shared term"


def _cases() -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return training vectors, codes and queries with one best code each."""
    rng = np.random.default_rng(0)
    cases: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    while len(cases) < 12:
        X, x = (rng.random((14, 6)) < 0.4).astype(int), (rng.random(6) < 0.5).astype(int)
        X[:, 0] |= X.sum(axis=1) == 0
        codes = rng.choice(["7131", "7136", "8251"], size=14)
        shares = _shares(X, codes, x) if (X @ x).max() > 0 else np.zeros(2)
        if (np.sort(shares)[-1:] > np.sort(shares)[-2:-1] + 1e-9).all() and len(shares) > 1:
            cases.append((X, codes, x))
    return cases


def _near(similarity: np.ndarray) -> np.ndarray:
    return np.isclose(similarity, similarity.max())


def _shares(X: np.ndarray, codes: np.ndarray, x: np.ndarray) -> np.ndarray:
    near = codes[_near(binary_cosine(X @ x, X.sum(axis=1), x.sum()))]
    return np.array([np.mean(near == code) for code in np.unique(codes)])


def _judged(answer: Callable[..., Any], X: np.ndarray, codes: np.ndarray, x: np.ndarray) -> bool | str:
    made = answer(X.copy(), codes.copy(), x.copy())
    if made is None or made is ...:
        return "nothing returned"
    if not isinstance(made, tuple | list) or len(made) != 2:
        return "no pair"
    cosine = binary_cosine(X @ x, X.sum(axis=1), x.sum())
    shares, k, best = _shares(X, codes, x), int(_near(cosine).sum()), cosine.max()
    code, score = str(made[0]), float(made[1])
    wrong = {"NN-2": shares.max() * best, "NN-1": shares.max(), "one neighbour": best / 1.1}
    dot = X @ x
    shared = codes[_near(dot)]
    top = max(np.mean(shared == each) for each in shared)
    wrong["dot product"] = top * dot.max() * len(shared) / (len(shared) + 0.1)
    if np.isclose(score, shares.max() * best * k / (k + 0.1)):
        return True if code == np.unique(codes)[shares.argmax()] else "code"
    return next((name for name, value in wrong.items() if np.isclose(score, value)), False)
