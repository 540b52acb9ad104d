"""Conformal intervals: how far off the estimates of seen categories are when they are hidden in turn.

If an unseen category is a draw from the same population as the seen ones, its error is as likely to have any rank among
theirs. The half width is the error that all but a share 1 - level of them do not exceed.
"""

from __future__ import annotations

import numpy as np

from tiws_teach._validation import check_floats, check_number
from tiws_teach.tiws._estimates import feature_estimates

MIN_ROWS = 10
"""Rows of a category that is hidden for its error; the own mean of a smaller one is little but chance."""


def conformal_half_width(errors, level):
    """Return the ceil((m + 1) level)-th smallest of m absolute errors, or the largest if there are too few.

    Parameters
    ----------
    errors : array-like of shape (m,)
        In units of the target.
    level : float
        In (0, 1).

    Returns
    -------
    float, in units of the target.

    Examples
    --------
    >>> conformal_half_width([0.1, -0.3, 0.2, 0.4], 0.6)
    0.3

    Source: Vovk, Gammerman and Shafer (2005); Lei et al. (2018), split conformal intervals.
    Equation: 2.15.
    """
    ordered = np.sort(np.abs(check_floats("errors", errors, 1)))
    rank = int(np.ceil((len(ordered) + 1) * check_number("level", level, 0, 1, open_low=True, open_high=True) - 1e-9))
    return float(ordered[min(rank, len(ordered)) - 1])


def hidden_errors(rows, feature, level, options, rng, most):
    """Return the errors of seen categories that are hidden in turn; all columns' if the own column's are too few.

    A level of .95 needs 19 errors. With fewer categories of `MIN_ROWS` rows in the column, those of the other columns
    are added.

    Parameters
    ----------
    rows : TrainingRows
    feature : int
    level : float
    options : TIWSEncoder
    rng : RandomState
        Draws the categories of a column with more than `most`.
    most : int

    Returns
    -------
    ndarray of float, in units of the target: own mean minus estimate.

    Source: this project.
    """
    errors = _errors_of(rows, feature, options, rng, most)
    if (len(errors) + 1) * level <= len(errors):
        return errors
    others = [_errors_of(rows, j, options, rng, most) for j in rows.counts.others(feature)]
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
