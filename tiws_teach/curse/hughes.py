"""The Hughes phenomenon on Trunk's example: more features, lower accuracy.

Two classes are equally frequent and normal with unit variances; feature i has the mean +s / sqrt(i) in one class and
-s / sqrt(i) in the other, where s is the `separation`. Every feature helps, each less than the last.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr
from sklearn.base import clone

from tiws_teach._docs import documented
from tiws_teach._validation import LARGEST, check_count, check_number, fail
from tiws_teach.curse._input import check_dimensions


@documented
def known_means_accuracy(d: Any, separation: float = 1.0) -> Any:
    """Return the accuracy of the best possible rule, which knows the means: Phi(s sqrt(1 + 1/2 + ... + 1/d)).

    Parameters
    ----------
    d : int or array-like of int
        Numbers of features.
    {separated}
        Share of new rows classified correctly; it grows to 1 with d.

    Source: Trunk (1979), known means.
    Equation: 7.8.
    """
    return ndtr(np.sqrt(_distance(d, separation)))[()]


@documented
def estimated_means_accuracy(d: Any, n: int, separation: float = 1.0) -> Any:
    """Return the accuracy of the same rule with the means estimated from n training rows; it falls to 1/2 with d.

    The score of a new row is assumed normal, as in the paper. This is nearly true for d of about 10 or more.

    Parameters
    ----------
    d : int or array-like of int
        Numbers of features.
    n : int
        Number of training rows, both classes together; at least 1.
    {separated}
        Phi(m / sqrt((1 + 1/n) m + d/n)) with m = s ** 2 (1 + 1/2 + ... + 1/d).

    Source: Trunk (1979), unknown means.
    Equation: 7.9.
    """
    n, m = check_count("n", n, 1), _distance(d, separation)
    return ndtr(m / np.sqrt((1 + 1 / n) * m + check_dimensions(d) / n))[()]


def _distance(d: Any, separation: float) -> np.ndarray:
    """Return the squared distance of a class mean from the middle, s ** 2 (1 + 1/2 + ... + 1/d)."""
    s, d = check_number("separation", separation, 0, LARGEST), check_dimensions(d)
    return s**2 * np.cumsum(1 / np.arange(1, d.max() + 1))[d - 1]


def trunk_example(
    n: int, d: int, separation: float = 1.0, random_state: int | np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows of Trunk's example with alternating classes 0 and 1.

    Parameters
    ----------
    n : int
        Number of rows, at least 1.
    d : int
        Number of features, at least 1. With the same seed the first features stay the same as d grows.
    separation : float, default=1.0
        Feature i has the mean -separation / sqrt(i) in class 0 and +separation / sqrt(i) in class 1.
    random_state : int, numpy.random.Generator or None, default=None

    Returns
    -------
    X : ndarray of shape (n, d)
        In standard deviations of a feature within a class.
    y : ndarray of int, shape (n,)

    Source: Trunk (1979), A problem of dimensionality: a simple example.
    """
    n, d = check_count("n", n, 1), check_count("d", d, 1)
    means = check_number("separation", separation, 0, LARGEST) / np.sqrt(np.arange(1, d + 1))
    y = np.arange(n) % 2
    noise = np.random.default_rng(random_state).normal(size=(d, n)).T  # feature by feature: a prefix stays the same
    return noise + np.outer(2 * y - 1, means), y


def hughes_curve(
    estimator: Any,
    dimensions: Sequence[int],
    n_train: int = 40,
    n_repeats: int = 50,
    *,
    n_test: int = 1000,
    separation: float = 1.0,
    random_state: int | np.random.Generator | None = None,
) -> pd.DataFrame:
    """Fit a classifier to the first d features of Trunk's example, for each d and many training sets.

    Parameters
    ----------
    estimator : classifier
        With `fit` and `predict`; a clone of it is fitted.
    dimensions : sequence of int
        Numbers of features d.
    n_train : int, default=40
        Number of training rows, with alternating classes; at least 2.
    n_repeats : int, default=50
        Number of training sets, each with its own test rows; at least 2. All d use the same rows.
    n_test : int, default=1000
        Number of test rows in each repetition.
    separation : float, default=1.0
        See `trunk_example`.
    random_state : int, numpy.random.Generator or None, default=None

    Returns
    -------
    DataFrame of shape (n_dimensions, 4), indexed by d
        "accuracy", mean over the repetitions; "standard error" of that mean; "known means" and "estimated means",
        the reference values of equations 7.8 and 7.9.

    Source: Hughes (1968), On the mean accuracy of statistical pattern recognizers; Trunk (1979), the example.
    """
    _check_classifier(estimator)
    d = np.atleast_1d(check_dimensions(dimensions))
    counts = check_count("n_train", n_train, 2), check_count("n_test", n_test, 1)
    repeats = np.random.default_rng(random_state).spawn(check_count("n_repeats", n_repeats, 2))
    right = np.array([_accuracies(estimator, d, counts, separation, repeat) for repeat in repeats])
    curve = {
        "accuracy": right.mean(axis=0),
        "standard error": right.std(axis=0, ddof=1) / np.sqrt(len(right)),
        "known means": known_means_accuracy(d, separation),
        "estimated means": estimated_means_accuracy(d, n_train, separation),
    }
    return pd.DataFrame(curve, index=pd.Index(d, name="d"))


def _accuracies(estimator, dimensions, counts, separation, rng) -> list[float]:
    """Return the accuracy for each number of features, on one training and one test set."""
    drawn = [trunk_example(n, dimensions.max(), separation, part) for n, part in zip(counts, rng.spawn(2), strict=True)]
    (X, y), (X_new, y_new) = drawn
    fitted = ((d, clone(estimator).fit(X[:, :d], y)) for d in dimensions)
    return [float((model.predict(X_new[:, :d]) == y_new).mean()) for d, model in fitted]


def _check_classifier(estimator: Any) -> None:
    """Refuse an object without fit and predict."""
    for method in ("fit", "predict"):
        if not hasattr(estimator, method) or isinstance(estimator, type):
            fail("estimator", "be a classifier with fit and predict", repr(estimator),
                 "Pass an instance such as KNeighborsClassifier(5).", TypeError)  # fmt: skip
