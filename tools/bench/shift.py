"""Adversarial validation: seconds by rows, next to scikit-learn's permutation test with refits."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import permutation_test_score

from tiws_teach.shift import distribution_shift
from tools.bench._measure import by_size, compare, timed
from tools.bench._report import Block

PERMUTATIONS = 99


def measure(quick: bool) -> Iterator[Block]:
    small = 50 if quick else 1
    label, sizes = "rows of both sides", [n // small for n in (1_000, 10_000, 100_000)]
    yield "### Adversarial validation"
    yield (
        "Seconds of distribution_shift, of `shift`, with its two default classifiers and 999 permutations, for frames "
        "of 10 columns of numbers and 10 of 30 categories:"
    )
    yield compare(label, by_size(sizes), _alone, 1, ratios={}).table
    yield (
        f"The same for 20 columns of numbers, logistic regression alone and {PERMUTATIONS} permutations, next to "
        "scikit-learn's permutation_test_score, which fits the classifier again for each permutation:"
    )
    yield compare(
        label, by_size([n // small for n in (1_000, 4_000)]), _against_refits, 1, ratios={"times faster": (1, 0)}
    ).table


def sides(n: int, n_columns: int = 20) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return 7 training rows for each 3 test rows: half numbers with gaps, half categories; no shift."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({f"x{j}": rng.normal(size=n) for j in range(n_columns)})
    for j in range(n_columns // 2, n_columns):
        X[f"x{j}"] = pd.Series(rng.integers(0, 30, n)).map("c{}".format)
    X.loc[::7, "x0"] = np.nan
    return X[: 7 * n // 10], X[7 * n // 10 :]


def _alone(n: int):
    return {"distribution_shift": timed(distribution_shift, *sides(n), random_state=0)}


def _against_refits(n: int):
    X, side, model = np.random.default_rng(0).normal(size=(n, 20)), np.arange(n) >= n // 2, LogisticRegression()
    how = {"n_permutations": PERMUTATIONS, "random_state": 0}
    return {
        "distribution_shift": timed(distribution_shift, X[~side], X[side], None, {"linear": model}, **how),
        "permutation_test_score": timed(permutation_test_score, model, X, side, cv=2, scoring="roc_auc", **how),
    }
