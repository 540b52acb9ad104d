"""Judges of lesson 12: a broken twin, write the search, apply the rule, count fits, a step by hand."""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
import pandas as pd
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Ways, Written, compare, exercise, match, matched, twin
from tiws_teach.lessons.feature_selection.experiments import noise
from tiws_teach.literal import selection
from tiws_teach.selection import number_of_fits, one_standard_error

D, M, K, OUTER = 10, 3, 5, 4
FOLDS = pd.DataFrame([[70, 74, 72, 76], [80, 84, 78, 82], [84, 80, 86, 82], [85, 81, 87, 83], [90, 78, 88, 84]])  # %
SCORES = {
    "a": 0.80, "b": 0.78, "c": 0.60, "d": 0.55, "ab": 0.81, "ac": 0.88, "ad": 0.83, "bc": 0.90, "bd": 0.80, "cd": 0.65,
}  # fmt: skip
Score = Callable[[Collection[Any]], float]


@matched("feature_selection.4", expect.whole(1))
def fits_of_a_search() -> Ways:
    """Give the number of fits of a forward selection of three of ten columns, five folds inside each of four."""
    one = number_of_fits(D, M, K)
    return {
        "right": OUTER * one,
        "one search": one,
        "no inner folds": OUTER * one // K,
        "not falling": OUTER * D * M * K,
        "all sets": OUTER * 120 * K,
        "to the end": OUTER * number_of_fits(D, D, K),
    }


@exercise("feature_selection.5", expect.names(*"abcd", ordered=True))
def step_by_hand(answer: list[str]) -> Judged:
    """Give the two columns that forward selection takes, in order."""
    right = selection.forward_selection(lambda chosen: SCORES["".join(sorted(chosen))], "abcd", 2)
    if answer == right:
        return Right()
    return match(sorted(answer), {"ranked": ["a", "b"], "best pair": ["b", "c"], "order": sorted(right)})


@exercise("feature_selection.2", expect.function("score", "columns", "m"))
def search_of_your_own(answer: Written) -> Judged:
    """Return the columns that forward selection takes, in order."""
    rng = np.random.default_rng(0)
    return compare(answer, [(_random_scores(rng), list(range(5)), 3) for _ in range(5)], _searches)


def _searches(score: Score, columns: list[int], m: int) -> Ways:
    """Return the columns that forward selection takes, and those of each slip."""
    again: list[int] = []
    for _ in range(m):
        again.append(max(columns, key=lambda column: score([*again, column])))
    return {
        "right": selection.forward_selection(score, columns, m),
        "ranked": selection.ranked_singly(score, columns, m),
        "backward": selection.backward_selection(score, columns, m),
        "lowest": selection.forward_selection(lambda chosen: -score(chosen), columns, m),
        "again": again,
    }


def _random_scores(rng: np.random.Generator) -> Score:
    """Return a score that gives every set of columns its own number."""
    table: dict[frozenset[Any], float] = {}

    def score(chosen: Collection[Any]) -> float:
        if not isinstance(chosen, Collection):
            raise TypeError(f"score takes a list of columns; got {chosen!r}. Write score([*chosen, column]).")
        return table.setdefault(frozenset(chosen), float(rng.random()))

    return score


@twin("feature_selection.1")
def selecting_twin() -> str:
    """Return who reports the score that has chosen the number of columns: the higher accuracy on tossed labels."""
    X, y = noise(80, 1000, 5)
    search = GridSearchCV(make_pipeline(SelectKBest(), GaussianNB()), {"selectkbest__k": [1, 2, 4, 8, 16, 32]}, cv=5)
    return "Ada" if search.fit(X, y).best_score_ > cross_val_score(search, X, y, cv=5).mean() else "Bo"


@matched("feature_selection.3", expect.whole(1, 5))
def smallest_within_one_error() -> Ways:
    """Give the number of columns that the one-standard-error rule keeps."""
    means = FOLDS.mean(axis=1)
    below = {"maximum": 0, "sd": FOLDS.std(axis=1)[means.idxmax()], "own error": FOLDS.sem(axis=1)}
    rows = {way: (means >= means.max() - error).idxmax() for way, error in below.items()}
    return {way: 1 + row for way, row in (rows | {"right": one_standard_error(FOLDS)}).items()}
