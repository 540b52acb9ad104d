"""Adversarial validation: seconds by rows, next to scikit-learn's permutation test with refits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import permutation_test_score

from tiws_teach.shift import distribution_shift
from tools.bench._measure import race, seconds
from tools.bench._report import Block, Table, figure

PERMUTATIONS = 99


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on training and test rows."""
    small, repeats = (50, 1) if quick else (1, 1)
    yield from growth_in_rows([n // small for n in (1_000, 10_000, 100_000)], repeats)
    yield from against_refits([n // small for n in (1_000, 4_000)], repeats)


def sides(n: int, n_columns: int = 20) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return 7 training rows for each 3 test rows: half numbers with gaps, half categories; no shift."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({f"x{j}": rng.normal(size=n) for j in range(n_columns)})
    for j in range(n_columns // 2, n_columns):
        X[f"x{j}"] = pd.Series(rng.integers(0, 30, n)).map("c{}".format)
    X.loc[::7, "x0"] = np.nan
    return X[: 7 * n // 10], X[7 * n // 10 :]


def growth_in_rows(sizes: list[int], repeats: int) -> list[Block]:
    """Measure both default classifiers on frames of categories and numbers."""
    rows = []
    for n in sizes:
        X, X_new = sides(n)
        job = {"ours": lambda X=X, X_new=X_new: [seconds(lambda: distribution_shift(X, X_new, random_state=0))]}
        taken = race(job, repeats)["ours"].total
        rows.append((f"{n:,}", figure(taken)))
    return [
        "### Adversarial validation",
        "Seconds of distribution_shift, of `shift`, with its two default classifiers and 999 permutations, for frames "
        "of 10 columns of numbers and 10 of 30 categories:",
        Table(("rows of both sides", "distribution_shift"), tuple(rows)),
    ]


def against_refits(sizes: list[int], repeats: int) -> list[Block]:
    """Compare with a permutation test that fits the classifier again for each permutation."""
    rows, model = [], LogisticRegression()
    for n in sizes:
        X = np.random.default_rng(0).normal(size=(n, 20))
        side = np.arange(n) >= n // 2
        jobs = {"ours": _ours(model, X, side), "peer": _refits(model, X, side)}
        times = race(jobs, repeats)
        taken = times["ours"].total, times["peer"].total
        rows.append((f"{n:,}", *map(figure, (*taken, taken[1] / taken[0]))))
    return [
        f"The same for 20 columns of numbers, logistic regression alone and {PERMUTATIONS} permutations, next to "
        "scikit-learn's permutation_test_score, which fits the classifier again for each permutation:",
        Table(("rows of both sides", "distribution_shift", "permutation_test_score", "times faster"), tuple(rows)),
    ]


def _ours(model: Any, X: np.ndarray, side: np.ndarray) -> Callable[[], list[float]]:
    given, n = {"linear": model}, PERMUTATIONS
    return lambda: [
        seconds(lambda: distribution_shift(X[~side], X[side], None, given, n_permutations=n, random_state=0))
    ]


def _refits(model: Any, X: np.ndarray, side: np.ndarray) -> Callable[[], list[float]]:
    options = {"cv": 2, "n_permutations": PERMUTATIONS, "scoring": "roc_auc", "random_state": 0}
    return lambda: [seconds(lambda: permutation_test_score(model, X, side, **options))]
