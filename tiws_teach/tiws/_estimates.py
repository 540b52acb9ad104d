"""Tables of estimates, one for each feature: of the training rows, of further rows, and cross-fitted by folds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold, check_cv

from tiws_teach._validation import fail
from tiws_teach.tiws._baseline import FittedBaseline, fit_baseline, mean_predictions
from tiws_teach.tiws._counts import PairCounts
from tiws_teach.tiws._libraries import scale
from tiws_teach.tiws.baseline import estimates_with_baseline
from tiws_teach.tiws.equations import document_matrix, smoothed_means, unseen_estimates, unseen_weights
from tiws_teach.tiws.similarities import category_similarity

ALL_ROWS = slice(None)
LARGE = 200_000
"""Cells of a document or of S beyond which `tiws_teach.scale` computes with sparse documents and in chunks."""


class UnseenRows(NamedTuple):
    """Means of the categories of one feature, of which those of the unseen ones are to be filled in.

    `rows` are the positions of the unseen categories, `seen` says which ones have rows. With a baseline, an estimate
    is the category's mean prediction, in `predictions`, plus a weighted mean of the seen categories' `residuals`.
    """

    means: np.ndarray
    rows: np.ndarray
    seen: np.ndarray
    residuals: np.ndarray | None = None
    predictions: np.ndarray | None = None


@dataclass(frozen=True)
class TrainingRows:
    """What the estimates are made from: codes of the training rows, and of those without a target for a baseline."""

    counts: PairCounts
    codes: list[np.ndarray]
    targets: np.ndarray
    weights: np.ndarray | None
    unlabeled: list[np.ndarray]
    fitted: dict[int, FittedBaseline] = field(default_factory=dict)  # of all training rows, made when first needed

    def prior(self, part):
        """Return the mean target of a part of the rows."""
        return np.average(self.targets[part], axis=0, weights=None if self.weights is None else self.weights[part])

    def baseline(self, feature, part, options):
        """Return the baseline of a part of the rows; that of all rows is fitted once."""
        if part is not ALL_ROWS:
            return fit_baseline(self, feature, part, options)
        if feature not in self.fitted:
            self.fitted[feature] = fit_baseline(self, feature, part, options)
        return self.fitted[feature]

    def compact(self):
        """Return the same training rows in the smallest integers that hold their codes."""
        pairs = zip(self.codes, self.counts.labels, strict=True)
        codes = [code.astype(np.min_scalar_type(-len(labels) - 1)) for code, labels in pairs]
        return TrainingRows(self.counts, codes, self.targets, self.weights, [], self.fitted)


def feature_estimates(rows, feature, parts, options):
    """Return the estimates of all categories of a feature, once for each part of the rows.

    A category without a row in the part counts as unseen there. All parts share one computation of S.
    """
    code, n_categories, tables = rows.codes[feature], len(rows.counts.labels[feature]), []
    code = np.where(code < rows.counts.n_seen[feature], code, -1)  # others are not among the given `categories`
    for part in parts:
        weights = None if rows.weights is None else rows.weights[part]
        prior = np.average(rows.targets[part], axis=0, weights=weights)
        means, n = smoothed_means(code[part], rows.targets[part], n_categories, options.smooth, prior, weights)
        tables.append(UnseenRows(means, np.flatnonzero(n == 0), n > 0))
    if options.baseline is not None and any(table.rows.size for table in tables):
        codes = [np.concatenate(both) for both in zip(rows.codes, rows.unlabeled, strict=True)]
        weights = None if rows.weights is None else np.append(rows.weights, np.ones(len(rows.unlabeled[0])))
        tables = [
            with_baseline(table, rows.baseline(feature, part, options), codes, rows.counts, weights)
            if table.rows.size
            else table
            for table, part in zip(tables, parts, strict=True)
        ]
    fill_unseen(tables, rows.counts, feature, options)
    return [table.means for table in tables]


def fill_unseen(tables, counts, feature, options):
    """Set the means of the unseen categories to the weighted means of the seen ones, in place."""
    tables = [table for table in tables if table.rows.size and table.seen.any()]
    if not tables or options.similarity is None:
        return
    asked = np.unique(np.concatenate([table.rows for table in tables]))
    blocks = np.delete([len(labels) for labels in counts.labels], feature)
    if len(counts.labels[feature]) * max(len(asked), blocks.sum()) > LARGE:
        tables, chunks = scale().fill_by_sums(tables, counts, feature, options)
    else:
        document = document_matrix(counts, feature)
        chunks = [(asked, category_similarity(document, options.similarity, asked, blocks))]
    for part, s in chunks:
        for means, rows, seen, residuals, predictions in tables:
            chosen = np.isin(part, rows)
            s_seen_first = np.hstack([s[chosen][:, seen], s[chosen][:, ~seen]])
            weights = unseen_weights(s_seen_first, int(seen.sum()), options.weighting, options.sharpness)
            if residuals is None:
                means[part[chosen]] = unseen_estimates(weights, means[seen])
            else:
                means[part[chosen]] = estimates_with_baseline(predictions[part[chosen]], weights, residuals[seen])


def similarity_in_chunks(counts, feature, rows, similarity):
    """Yield chunks of `rows` and their rows of S; a single chunk unless the tables are large."""
    blocks = np.delete([len(labels) for labels in counts.labels], feature)
    if len(counts.labels[feature]) * max(len(rows), blocks.sum()) > LARGE:
        yield from scale().similarity_in_chunks(counts, feature, rows, similarity)
    elif len(rows):
        yield rows, category_similarity(document_matrix(counts, feature), similarity, rows, blocks)


def with_baseline(table, fit, codes, counts, weights=None):
    """Return a table with residuals and mean predictions, whose unseen categories have the latter as their means."""
    residuals = np.zeros(table.means.shape)
    residuals[: len(fit.residuals)] = fit.residuals
    predictions = mean_predictions(fit, table.rows, len(table.means), codes, counts, weights)
    table.means[table.rows] = predictions[table.rows]
    return table._replace(residuals=residuals, predictions=predictions)


def with_new_categories(known, counts, codes, feature, encoder):
    """Return the `known` estimates of a feature, followed by those of the categories that only a batch has."""
    n_new = len(counts.labels[feature]) - len(known)
    means = np.concatenate([known, np.tile(encoder.target_mean_, (n_new, 1))])
    table = UnseenRows(means, np.arange(len(known), len(means)), counts.seen(feature))
    if encoder.baseline is not None and n_new:
        table = with_baseline(table, encoder._rows.baseline(feature, ALL_ROWS, encoder), codes, counts)
    fill_unseen([table], counts, feature, encoder)
    return means


def cross_fitted(rows, feature, parts, options):
    """Return the estimates of a feature from all rows, and its training rows encoded from the other folds."""
    whole, *by_fold = feature_estimates(rows, feature, [ALL_ROWS, *(train for train, _ in parts)], options)
    out = np.empty((len(rows.targets), rows.targets.shape[1]))
    for (train, test), table in zip(parts, by_fold, strict=True):
        out[test] = np.concatenate([table, rows.prior(train)[np.newaxis]])[rows.codes[feature][test]]
    return whole, out


def cross_fitted_feature(encoder, X, y, X_new, column):
    """Return the codes of one column only: cross-fitted for training rows, and for the rows of a batch."""
    checked, rows, _ = encoder._read(X, y, [X_new], None)
    j = X.columns.get_loc(column)
    whole, encoded = cross_fitted(rows, j, folds(checked, rows.targets, encoder), encoder)
    return encoded, np.concatenate([whole, encoder.target_mean_[np.newaxis]])[rows.unlabeled[j]]


def folds(X, targets, options):
    """Return the folds of `fit_transform`: those of `cv`; a number means shuffled ones, stratified for classes."""
    kind, cv = options.target_type_, options.cv
    classes = targets.argmax(axis=1) if kind == "multiclass" else targets[:, 0]
    if isinstance(cv, int | np.integer):
        shuffled = KFold if kind == "continuous" else StratifiedKFold
        cv = shuffled(cv, shuffle=True, random_state=options.random_state)
    splits = list(check_cv(cv).split(X, classes))
    times = np.bincount(np.concatenate([test for _, test in splits]), minlength=len(targets))
    if (times != 1).any():
        wrong = f"row {int((times != 1).argmax())} in {int(times[(times != 1).argmax()])} of them"
        fail("cv", "put each row into exactly one test fold", wrong, "Pass a splitter such as KFold(5).")
    return splits
