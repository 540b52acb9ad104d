"""Uncertainty of the estimate of an unseen category: bootstrap and jackknife over the rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm
from sklearn.base import clone
from sklearn.utils import check_random_state

from tiws_teach._validation import check_choice, check_count, check_number, fail
from tiws_teach.tiws._input import check_targets
from tiws_teach.tiws.encoder import TIWSEncoder


@dataclass(frozen=True)
class TIWSInterval:
    """An estimate with its standard error and interval.

    Attributes
    ----------
    estimate, standard_error, low, high : float
        In units of the target.
    level : float
        Nominal coverage of [low, high].
    method : {"bootstrap", "jackknife"}
    n_used : int
        Number of resamples with the category; the others give no estimate.

    Source: Bang and Lin (poster), Case Studies: bootstrapped or jackknifed estimates.
    """

    estimate: float
    standard_error: float
    low: float
    high: float
    level: float
    method: str
    n_used: int


def tiws_intervals(
    X,
    y,
    X_unlabeled,
    feature,
    category,
    *,
    encoder=None,
    method="bootstrap",
    n_resamples=200,
    level=0.95,
    random_state=None,
):
    """Return the estimate of one unseen category with its standard error and interval.

    The training rows and the unlabelled rows are resampled separately. The bootstrap draws rows with
    replacement and takes percentiles; the jackknife leaves out one group of rows at a time and takes a normal
    interval. Both measure how the estimate varies with the sample. Neither measures how far the unseen category's own
    mean lies from any mixture of the seen ones, so the intervals need not cover that mean.

    Parameters
    ----------
    X : DataFrame of shape (n_rows, n_features)
    y : array-like of shape (n_rows,)
        Binary or numeric.
    X_unlabeled : DataFrame of shape (n_more_rows, n_features)
        Rows with the category.
    feature, category : hashable
    encoder : TIWSEncoder, optional
        Provides the options; by default ``TIWSEncoder()``.
    method : {"bootstrap", "jackknife"}, default="bootstrap"
    n_resamples : int, default=200
        Number of bootstrap draws, or of jackknife groups (at most one for each row).
    level : float, default=0.95
        In (0, 1).
    random_state : int, RandomState instance or None, default=None

    Returns
    -------
    TIWSInterval

    Raises
    ------
    ValueError
        If the target has more than two classes, or if fewer than two resamples have the category.

    Source: Bang and Lin (poster), Case Studies: bootstrapped or jackknifed estimates; Efron (1979).
    """
    check_choice("method", method, ("bootstrap", "jackknife"))
    check_count("n_resamples", n_resamples, 2)
    if not 0 < check_number("level", level, 0, 1) < 1:
        fail("level", "lie between 0 and 1", level, "Pass, for example, 0.95.")
    encoder = TIWSEncoder() if encoder is None else encoder
    rng = check_random_state(random_state)
    targets, target_type, classes = check_targets(X, y, encoder.target_type)
    if target_type == "multiclass":
        advice = "Pass (y == class) for one class at a time, or an encoder with target_type='continuous'."
        fail("y", "be binary or numeric", f"{len(classes)} classes", advice)
    # decided once: a resample may lack a class, or the values that make the target continuous
    y, encoder = targets[:, 0], clone(encoder).set_params(target_type=target_type)
    estimate = _estimate_of(encoder, X, y, X_unlabeled, feature, category)
    resamples = _bootstrap if method == "bootstrap" else _jackknife
    draws = [
        _estimate_of(encoder, X.iloc[train], y[train], X_unlabeled.iloc[new], feature, category)
        for train, new in resamples(len(X), len(X_unlabeled), n_resamples, rng)
        if (X_unlabeled[feature].iloc[new] == category).any()
    ]
    if len(draws) < 2:
        fail("X_unlabeled", f"have {category!r} in at least two resamples", len(draws), "Pass more rows of it.")
    if method == "bootstrap":
        error = float(np.std(draws, ddof=1))
        low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    else:
        error = float(np.sqrt((len(draws) - 1) * np.var(draws)))
        low, high = estimate + norm.ppf([(1 - level) / 2, (1 + level) / 2]) * error
    return TIWSInterval(estimate, error, float(low), float(high), level, method, len(draws))


def _bootstrap(n_train, n_new, n_resamples, rng):
    """Yield row numbers drawn with replacement, of both frames."""
    for _ in range(n_resamples):
        yield rng.randint(n_train, size=n_train), rng.randint(n_new, size=n_new)


def _jackknife(n_train, n_new, n_resamples, rng):
    """Yield the row numbers of both frames that remain when one random group of rows is left out."""
    n_rows = n_train + n_new
    group = rng.permutation(np.arange(n_rows) % min(n_resamples, n_rows))
    for left_out in range(group.max() + 1):
        stays = group != left_out
        yield np.flatnonzero(stays[:n_train]), np.flatnonzero(stays[n_train:])


def _estimate_of(encoder, X, y, X_unlabeled, feature, category):
    """Return the estimate of one category by an encoder with the same options, fitted on these rows."""
    table = clone(encoder).fit(X, y, [X_unlabeled]).explain(feature, category)
    return float(table["weight"] @ table["estimate"])
