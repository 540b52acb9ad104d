"""Comparisons over data sets next to scipy's tests, and what the table of scores adds to the fits themselves."""

from collections.abc import Iterator

import numpy as np
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.model_selection import KFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier

from tiws_teach import evaluation
from tools.bench._measure import compare, timed
from tools.bench._report import Block


def measure(quick: bool) -> Iterator[Block]:
    rounds = 1 if quick else 5
    scores = {n: np.random.default_rng(0).normal(size=(n, 5)) for n in (15, 50)}
    rows = {f"{name}, {n} data sets": (name, scores[n]) for n in scores for name in ("friedman", "wilcoxon_hochberg")}
    yield "Milliseconds of the tests in `evaluation` for five methods; scipy's exact test of four pairs, without ties:"
    yield compare("test", rows, _tests, rounds, scale=1000).table
    X, y = make_classification(500 if quick else 5_000, random_state=0)
    yield "Seconds for the ten folds of a decision tree:"
    yield compare("function", {"cross_validated_table": (X, y)}, _folds, rounds).table


def _tests(name: str, scores: np.ndarray):
    if name == "friedman":
        return {"tiws_teach": timed(evaluation.friedman, scores), "scipy": timed(stats.friedmanchisquare, *scores.T)}
    others = range(1, scores.shape[1])
    return {
        "tiws_teach": timed(evaluation.wilcoxon_hochberg, scores, 0),
        "scipy": timed(lambda: [stats.wilcoxon(scores[:, j], scores[:, 0], method="exact") for j in others]),
    }


def _folds(X, y):
    tree, folds = DecisionTreeClassifier(random_state=0), KFold(10, shuffle=True, random_state=0)
    return {
        "tiws_teach": timed(evaluation.cross_validated_table, {"tree": tree}, {"made": (X, y)}),
        "scikit-learn": timed(cross_val_score, tree, X, y, cv=folds),
    }
