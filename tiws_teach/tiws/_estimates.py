"""Tables of estimates, one for each feature: of the training rows, of further rows, and cross-fitted by folds."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold, check_cv

from tiws_teach._validation import fail
from tiws_teach.tiws._counting import CategoryCounts
from tiws_teach.tiws._unseen import UnseenRows, fill_unseen
from tiws_teach.tiws.baseline import FittedBaseline, fill_with_baseline, fit_baseline
from tiws_teach.tiws.equations import smoothed_means
from tiws_teach.tiws.smoothing import smoothing_of

ALL_ROWS = slice(None)


@dataclass(frozen=True)
class TrainingRows:
    """What the estimates are made from.

    Attributes
    ----------
    counts : CategoryCounts
    codes : list of ndarray of int, shape (n_rows,)
        Of the training rows, one array for each feature.
    targets : ndarray of float, shape (n_rows, n_targets)
    weights : ndarray of float, shape (n_rows,), or None
    unlabeled : list of ndarray of int, shape (n_more_rows,)
        Of the rows without a target, one array for each feature; used by a baseline only.
    fitted : dict of int -> FittedBaseline
        The baselines of all training rows, by feature, made when they are first needed.
    """

    counts: CategoryCounts
    codes: list[np.ndarray]
    targets: np.ndarray
    weights: np.ndarray | None
    unlabeled: list[np.ndarray]
    fitted: dict[int, FittedBaseline] = field(default_factory=dict)

    def prior(self, part):
        """Return the mean target of a part of the rows."""
        return np.average(self.targets[part], axis=0, weights=None if self.weights is None else self.weights[part])

    def means(self, feature, part, smooth):
        """Return the smoothed means of the categories over a part of the rows; those without a row wait for theirs."""
        code, targets, n_categories = self.codes[feature][part], self.targets[part], len(self.counts.labels[feature])
        code = np.where(code < self.counts.n_seen[feature], code, -1)  # others are not among the given `categories`
        weights = None if self.weights is None else self.weights[part]
        a = smoothing_of(smooth, code, targets, n_categories, weights)
        found, rows = smoothed_means(code, targets, n_categories, a, self.prior(part), weights)
        return UnseenRows(found, np.flatnonzero(rows == 0), rows > 0)

    def baseline(self, feature, part, options):
        """Return the baseline of a part of the rows; that of all rows is fitted once."""
        if part is not ALL_ROWS:
            return fit_baseline(self, feature, part, options)
        if feature not in self.fitted:
            self.fitted[feature] = fit_baseline(self, feature, part, options)
        return self.fitted[feature]

    def compact(self):
        """Return the same training rows in the smallest integers that hold their codes."""
        codes = [
            code.astype(np.min_scalar_type(-len(labels) - 1))
            for code, labels in zip(self.codes, self.counts.labels, strict=True)
        ]
        return TrainingRows(self.counts, codes, self.targets, self.weights, [], self.fitted)


def feature_estimates(rows, feature, parts, options):
    """Return the estimates of all categories of a feature, once for each part of the rows.

    A category without a row in the part counts as unseen there. All parts share one computation of S.
    """
    tables = [rows.means(feature, part, options.smooth) for part in parts]
    waiting = [(table, part) for table, part in zip(tables, parts, strict=True) if table.rows.size]
    if options.baseline is not None and waiting:
        fits = [rows.baseline(feature, part, options) for _, part in waiting]
        codes = [np.concatenate(both) for both in zip(rows.codes, rows.unlabeled, strict=True)]
        n_more = len(rows.unlabeled[0])
        weights = None if rows.weights is None else np.append(rows.weights, np.ones(n_more))
        fill_with_baseline([table for table, _ in waiting], fits, codes, weights, rows.counts, options)
    elif options.similarity is not None:
        fill_unseen([table for table, _ in waiting if table.seen.any()], rows.counts, feature, options)
    return [table.means for table in tables]


def with_new_categories(known, counts, codes, feature, encoder):
    """Return the `known` estimates of a feature, followed by those of the categories that only a batch has."""
    n_new = len(counts.labels[feature]) - len(known)
    means = np.concatenate([known, np.tile(encoder.target_mean_, (n_new, 1))])
    table = UnseenRows(means, np.arange(len(known), len(means)), counts.seen(feature))
    if encoder.baseline is not None and n_new:
        fit = encoder._rows.baseline(feature, ALL_ROWS, encoder)
        fill_with_baseline([table], [fit], codes, None, counts, encoder)
    elif encoder.similarity is not None and table.seen.any():
        fill_unseen([table], counts, feature, encoder)
    return means


def cross_fitted(X, rows, options):
    """Return the estimates from all rows, one table for each feature, and each row encoded from the other folds."""
    parts = folds(X, rows.targets, options)
    pairs = [_cross_fit(rows, j, parts, options) for j in range(len(rows.codes))]
    return [whole for whole, _ in pairs], np.stack([encoded for _, encoded in pairs], axis=1)


def cross_fitted_feature(encoder, X, y, X_new, column):
    """Return the codes of one column only: cross-fitted for training rows, and for the rows of a batch."""
    checked, rows, _ = encoder._count(X, y, [X_new], None)
    j = X.columns.get_loc(column)
    whole, encoded = _cross_fit(rows, j, folds(checked, rows.targets, encoder), encoder)
    return encoded, np.concatenate([whole, encoder.target_mean_[np.newaxis]])[rows.unlabeled[j]]


def _cross_fit(rows, feature, parts, options):
    """Return the estimates of a feature from all rows, and its training rows encoded from the other folds."""
    whole, *by_fold = feature_estimates(rows, feature, [ALL_ROWS, *(train for train, _ in parts)], options)
    out = np.empty((len(rows.targets), rows.targets.shape[1]))
    for (train, test), table in zip(parts, by_fold, strict=True):
        out[test] = np.concatenate([table, rows.prior(train)[np.newaxis]])[rows.codes[feature][test]]
    return whole, out


def folds(X, targets, options):
    """Return the folds of `fit_transform`: those of `cv`; a number means shuffled ones, stratified for classes."""
    kind, cv = options.target_type_, options.cv
    classes = targets.argmax(axis=1) if kind == "multiclass" else targets[:, 0]
    if isinstance(cv, int | np.integer):
        shuffled = KFold if kind == "continuous" else StratifiedKFold
        cv = shuffled(cv, shuffle=True, random_state=options.random_state)
    found = list(check_cv(cv).split(X, classes))
    times = np.bincount(np.concatenate([test for _, test in found]), minlength=len(targets))
    if (times != 1).any():
        wrong = f"row {int((times != 1).argmax())} in {int(times[(times != 1).argmax()])} of them"
        fail("cv", "put each row into exactly one test fold", wrong, "Pass a splitter such as KFold(5).")
    return found
