"""Comparisons over data sets next to scipy's tests, and what the table of scores adds to the fits themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.model_selection import KFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier

from tiws_teach import evaluation
from tools.bench._measure import race, seconds
from tools.bench._report import Block, Table, figure


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on evaluation."""
    rounds = 1 if quick else 5
    rows: list[tuple[str, ...]] = []
    for n in (15, 50):
        scores = np.random.default_rng(0).normal(size=(n, 5))
        pairs: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
            "friedman": (partial(evaluation.friedman, scores), partial(stats.friedmanchisquare, *scores.T)),
            "wilcoxon_hochberg": (partial(evaluation.wilcoxon_hochberg, scores, 0), partial(_scipy_pairs, scores)),
        }
        for name, (ours, theirs) in pairs.items():
            rows.append((f"{name}, {n} data sets", *_compared(ours, theirs, rounds, scale=1000)))
    yield "Milliseconds of the tests in `evaluation` for five methods; scipy's exact test of four pairs, without ties:"
    yield Table(("test", "tiws_teach", "scipy", "ratio"), tuple(rows))
    X, y = make_classification(500 if quick else 5_000, random_state=0)
    tree, folds = DecisionTreeClassifier(random_state=0), KFold(10, shuffle=True, random_state=0)
    times = _compared(
        lambda: evaluation.cross_validated_table({"tree": tree}, {"made": (X, y)}),
        lambda: cross_val_score(tree, X, y, cv=folds),
        rounds,
    )
    yield "Seconds for the ten folds of a decision tree:"
    yield Table(("function", "tiws_teach", "scikit-learn", "ratio"), (("cross_validated_table", *times),))


def _scipy_pairs(scores: np.ndarray) -> list[Any]:
    return [stats.wilcoxon(scores[:, j], scores[:, 0], method="exact") for j in range(1, scores.shape[1])]


def _compared(ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int, scale: int = 1) -> tuple[str, ...]:
    """Return the times of both, in seconds times `scale`, and their ratio."""
    jobs = {"o": lambda: [seconds(ours)], "p": lambda: [seconds(theirs)]}
    times = race(jobs, rounds)
    taken = times["o"].total, times["p"].total
    return figure(scale * taken[0]), figure(scale * taken[1]), figure(taken[0] / taken[1])
