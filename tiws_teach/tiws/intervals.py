"""Uncertainty of the estimate of an unseen category: over hidden categories, or over the rows only."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm
from sklearn.base import clone
from sklearn.utils import check_random_state

from tiws_teach._validation import check_choice, check_count, check_number, check_same_index, fail
from tiws_teach.tiws._estimates import ALL_ROWS, feature_estimates, read_rows
from tiws_teach.tiws._input import as_frame, check_targets, find_column, warn_of_numbers
from tiws_teach.tiws._reports import find_unseen
from tiws_teach.tiws.conformal import conformal_half_width
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
    method : {"conformal", "bootstrap", "jackknife"}
    n_used : int
        Number of hidden categories, or of resamples with the category; the others give no estimate.
    covers : str
        What the level is about: "the category's own mean", or "sampling error only".

    Source: Bang and Lin (poster), Case Studies: bootstrapped or jackknifed estimates.
    """

    estimate: float
    standard_error: float
    low: float
    high: float
    level: float
    method: str
    n_used: int
    covers: str


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

    "conformal" hides the seen categories of the column in turn and takes the quantile of their errors as half width;
    the interval is to cover the unseen category's own mean. If fewer than 19 categories (for .95) have ten rows or
    more, those of the other columns are hidden too. On three public data sets 95 % intervals covered 65 of 66 hidden
    means, the bootstrap 11; they are wide where similarity says little.

    The other two measure how the estimate varies with the sample, and nothing else: they need not cover that mean. The
    training rows and the unlabelled rows are resampled separately. The bootstrap draws rows with replacement and takes
    percentiles; the jackknife leaves out one group of rows at a time and takes a normal interval.

    Parameters
    ----------
    X : DataFrame or array-like of shape (n_rows, n_features)
    y : array-like of shape (n_rows,)
        Binary or numeric.
    X_unlabeled : DataFrame or array-like of shape (n_more_rows, n_features)
        Rows with the category.
    feature : str or int
        Name of the column, or its position if the columns have no names.
    category : object
    encoder : TIWSEncoder, optional
        Provides the options; by default ``TIWSEncoder()``.
    method : {"bootstrap", "jackknife", "conformal"}, default="bootstrap"
    n_resamples : int, default=200
        Number of bootstrap draws, of jackknife groups (at most one for each row), or of categories that are hidden in
        a column (at most all).
    level : float, default=0.95
        In (0, 1).
    random_state : int, RandomState instance or None, default=None

    Returns
    -------
    TIWSInterval
        A conformal interval of a binary target is cut to [0, 1]; its standard error is the root mean square error.

    Raises
    ------
    ValueError
        If the target has more than two classes, if fewer than two resamples have the category, or if no column has
        two seen categories, one of them with ten rows.

    Source: Bang and Lin (poster), Case Studies: bootstrapped or jackknifed estimates; Efron (1979); Lei et al. (2018).
    """
    check_choice("method", method, METHODS)
    check_count("n_resamples", n_resamples, 2)
    check_number("level", level, 0, 1, open_low=True, open_high=True)
    encoder = TIWSEncoder() if encoder is None else encoder
    if not isinstance(encoder, TIWSEncoder):
        fail("encoder", "be a TIWSEncoder or None", repr(encoder), "Pass TIWSEncoder() with the options.", TypeError)
    check_same_index(X, y)
    targets, target_type, classes = check_targets(X, y, encoder.target_type)
    if target_type == "multiclass":
        advice = "Pass (y == class) for one class at a time, or an encoder with target_type='continuous'."
        fail("y", "be binary or numeric", f"{len(classes)} classes", advice)
    # decided once: a resample may lack a class, or the values that make the target continuous
    y, encoder = targets[:, 0], clone(encoder).set_params(target_type=target_type)
    X, X_unlabeled, rng = as_frame(X), as_frame(X_unlabeled), check_random_state(random_state)
    warn_of_numbers(X, [encoder])
    feature = X.columns[feature] if isinstance(feature, int) and feature in range(X.shape[1]) else feature
    interval = _conformal if method == "conformal" else _resampled
    return interval(encoder, X, y, X_unlabeled, feature, category, method, n_resamples, level, rng)


METHODS = ("bootstrap", "jackknife", "conformal")
MIN_ROWS = 10
"""Rows of a category that is hidden for its error; the own mean of a smaller one is little but chance."""


def _conformal(encoder, X, y, X_unlabeled, feature, category, method, n_resamples, level, rng):
    """Return the estimate plus or minus a quantile of the errors of hidden seen categories."""
    estimate = _estimate_of(encoder, X, y, X_unlabeled, feature, category)
    reading, *_ = read_rows(encoder, X, y, [X_unlabeled])
    encoder._learn(reading, parts=())  # no estimates
    j, _ = find_column(encoder, feature)
    errors = _hidden_errors(reading.rows[j], j, level, reading.options, rng, n_resamples)
    if len(errors) == 0:
        rule = "have a column with two seen categories, one of them with ten rows"
        fail("X", rule, "none", "Use method='bootstrap'.")
    width, binary = conformal_half_width(errors, level), encoder.target_type_ == "binary"
    low, high = np.clip([estimate - width, estimate + width], *([0, 1] if binary else [-np.inf, np.inf]))
    error = float(np.sqrt(np.mean(errors**2)))
    return TIWSInterval(estimate, error, float(low), float(high), level, method, len(errors), "the category's own mean")


def _hidden_errors(rows, feature, level, options, rng, most):
    """Return the errors of seen categories that are hidden in turn; all columns' if the own column's are too few.

    A level of .95 needs 19 errors. With fewer categories of `MIN_ROWS` rows in the column, those of the other columns
    are added.

    Source: this project.
    """
    errors = _errors_of(rows, feature, options[feature], rng, most)
    if (len(errors) + 1) * level <= len(errors):
        return errors
    others = [_errors_of(rows, j, o, rng, most) for j, o in enumerate(options) if j != feature]
    return np.concatenate([errors, *others])


def _errors_of(rows, feature, options, rng, most):
    """Return own mean minus estimate of the seen categories of a feature with `MIN_ROWS` rows or more."""
    code, n_seen = rows.codes[feature], rows.counts.n_seen[feature]
    hidden = np.flatnonzero(np.bincount(code + 1, minlength=n_seen + 1)[1 : n_seen + 1] >= MIN_ROWS)
    if n_seen < 2 or hidden.size == 0:
        return np.zeros(0)
    hidden = hidden if len(hidden) <= most else np.sort(rng.choice(hidden, most, replace=False))
    parts = [np.flatnonzero(code != k) for k in hidden]
    tables = feature_estimates(rows, feature, parts, options)
    return np.array([rows.prior(code == k)[0] - table[k, 0] for table, k in zip(tables, hidden, strict=True)])


def _resampled(encoder, X, y, X_unlabeled, feature, category, method, n_resamples, level, rng):
    """Return the estimate with the spread of its resamples."""
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
    return TIWSInterval(estimate, error, float(low), float(high), level, method, len(draws), "sampling error only")


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
    encoder = clone(encoder)
    reading, *_ = read_rows(encoder, X, y, [X_unlabeled])
    encoder._learn(reading, parts=())  # the column's alone
    j, name = find_column(encoder, feature)
    (estimates,) = feature_estimates(reading.rows[j], j, [ALL_ROWS], encoder._options[j])
    return float(estimates[find_unseen(reading.counts, j, category, name), 0])
