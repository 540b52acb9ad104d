"""Tables of estimates, one for each feature: of the training rows, of further rows, and cross-fitted by folds."""

import warnings
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.pipeline import Pipeline

from tiws_teach._categories import encode_column, warn_of_many
from tiws_teach._validation import check_count, check_same_index
from tiws_teach.tiws._baseline import FittedBaseline, fit_baseline, mean_predictions
from tiws_teach.tiws._columns import split_columns
from tiws_teach.tiws._counts import PairCounts
from tiws_teach.tiws._folds import folds
from tiws_teach.tiws._helpers import Helpers, options_by_column, with_helpers
from tiws_teach.tiws._input import (
    MANY_CLASSES,
    check_parameters,
    check_rows,
    check_targets,
    check_weights,
    encode_listed,
    encode_unlabeled,
    fill_missing,
    warn_of_many_classes,
)
from tiws_teach.tiws._libraries import scale, to_pandas
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
    """What the estimates are made from: codes of the training rows, and of those without a target for a baseline.

    `numbers` of the helper columns are those of all rows, the training rows first.
    """

    counts: PairCounts
    codes: list[np.ndarray]
    targets: np.ndarray
    weights: np.ndarray | None
    unlabeled: list[np.ndarray]
    numbers: pd.DataFrame | None = None
    more_weights: np.ndarray | None = None  # of the rows without a target, from counts; else each counts once
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

    def every(self):
        """Return the codes, weights and numbers of all rows, the training rows first."""
        codes = [np.concatenate(both) for both in zip(self.codes, self.unlabeled, strict=True)]
        more = np.ones(len(self.unlabeled[0])) if self.more_weights is None else self.more_weights
        return codes, None if self.weights is None else np.append(self.weights, more), self.numbers

    def compact(self):
        """Return the rows that later estimates need, in the smallest integers that hold their codes.

        Of the rows without a target these are the ones with an unseen category.
        """
        n, kinds = self.counts.n_seen, [np.min_scalar_type(-len(labels) - 1) for labels in self.counts.labels]
        new = np.any([code >= seen for code, seen in zip(self.unlabeled, n, strict=True)], axis=0)
        codes = [code.astype(kind) for code, kind in zip(self.codes, kinds, strict=True)]
        unlabeled = [code[new].astype(kind) for code, kind in zip(self.unlabeled, kinds, strict=True)]
        numbers = None if self.numbers is None else self.numbers.iloc[np.append(np.full(len(codes[0]), True), new)]
        more = None if self.more_weights is None else self.more_weights[new]
        return replace(self, codes=codes, unlabeled=unlabeled, numbers=numbers, more_weights=more)

    def with_more(self, counts, codes, numbers):
        """Return the rows with further ones without a target, and the counts with them."""
        unlabeled = [np.concatenate(both) for both in zip(self.unlabeled, codes, strict=True)]
        numbers = None if numbers is None else pd.concat([self.numbers, numbers])
        return replace(self, counts=counts, unlabeled=unlabeled, numbers=numbers).compact()


@dataclass(frozen=True)
class Reading:
    """What a fit has read, from rows or from counts; `TIWSEncoder._learn` sets all that is learned from it."""

    target_type: str
    classes: np.ndarray | None
    target_mean: np.ndarray
    counts: PairCounts
    options: list[Any]  # of each encoded column: the encoder, or a copy with those of `by_column`
    rows: Any  # the TrainingRows of each encoded column
    helpers: Helpers | None = None
    baseline_rows: TrainingRows | None = None
    baseline_folds: np.ndarray | None = None


def read_rows(encoder, X, y, X_unlabeled, sample_weight=None, columns=None, *, warn=False):
    """Return what rows in memory hold for a fit; these rows, checked; and which of them have a weight."""
    check_parameters(encoder)
    if np.isscalar(encoder.cv):
        check_count("cv", encoder.cv, 2)
    if isinstance(y, str) or columns is not None:
        X, _, (y,) = split_columns(to_pandas(X), columns, y)
    for name, values in (("y", y), ("sample_weight", sample_weight)):
        if hasattr(values, "iloc"):
            check_same_index(X, values, ("X", name))
    every = check_rows(encoder, X, reset=True)
    targets, kind, classes = check_targets(every, y, encoder.target_type)
    if classes is not None and len(classes) > MANY_CLASSES:
        warn_of_many_classes(encoder.target_type, classes)
    X, weights, used = every, None, np.ones(len(every), dtype=bool)
    if sample_weight is not None:
        weights = check_weights(sample_weight, len(X))
        used = weights > 0  # a row of weight 0 is no row at all
        X, targets, weights = X[used], targets[used], weights[used]
    return _counted(encoder, X, (targets, kind, classes), weights, X_unlabeled, warn), every, used


def _counted(encoder, X, target, weights, X_unlabeled, warn):
    """Return what checked rows hold for a fit: their codes, counted in pairs, and the options of each column."""
    (targets, kind, classes), helpers, numbers = target, None, None
    if encoder.encode is not None:
        helpers, X, X_unlabeled, numbers = with_helpers(encoder, X, X_unlabeled, weights, warn)
    filled = fill_missing(X) if encoder.handle_missing == "category" else X
    if isinstance(encoder.categories, str):
        codes, labels = zip(*(encode_column(column) for _, column in filled.items()), strict=True)
        n_seen = [len(known) for known in labels]
    else:
        codes, labels, n_seen = encode_listed(filled, encoder.categories)
    names = list(getattr(encoder, "feature_names_in_", [f"x{j}" for j in range(len(codes))]))
    names, n_encoded = (names, len(names)) if helpers is None else helpers.arrange(names)
    for (_, column), name, n in zip(X.items(), names, n_seen, strict=True):
        if n == 0:
            warnings.warn(f"column {name!r} has only missing values; all its estimates are the mean.", stacklevel=4)
        if warn and column.dtype.kind in "iufM" and not isinstance(encoder.baseline, Pipeline):
            warn_of_many(name, column, n)
    of_all, unlabeled, all_weights = codes, [np.zeros(0, dtype=np.int64)] * len(codes), weights
    if X_unlabeled is not None:
        unlabeled, labels = encode_unlabeled(encoder, X_unlabeled, X, labels, n_seen)
        of_all = [np.concatenate(both) for both in zip(codes, unlabeled, strict=True)]
        all_weights = None if weights is None else np.append(weights, np.ones(len(unlabeled[0])))
    needed = encoder.encode and range(n_encoded)  # not the pairs of two helpers
    counts = PairCounts.of_codes(of_all, list(labels), n_seen, names, all_weights, needed)
    rows = TrainingRows(counts, list(codes), targets, weights, list(unlabeled), numbers)
    options = options_by_column(encoder, names[:n_encoded], kind) if encoder.by_column else [encoder] * n_encoded
    kept = rows.compact() if any(option.baseline is not None for option in options) else None
    mean = np.average(targets, axis=0, weights=weights)
    return Reading(kind, classes, mean, counts, options, [rows] * n_encoded, helpers, kept)


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
        every = rows.every()
        for i, part in enumerate(parts):
            if tables[i].rows.size:
                tables[i] = with_baseline(tables[i], rows.baseline(feature, part, options), rows.counts, *every)
    fill_unseen(tables, rows.counts, feature, options)
    if options.min_rows > 1:
        for table, part in zip(tables, parts, strict=True):
            shrink(table, rows.counts.sizes[feature], rows.prior(part), options.min_rows)
    return [table.means for table in tables]


def shrink(table, n, prior, min_rows):
    """Set the means of unseen categories to p + min(1, n / min_rows) (mean - p), in place; n are their rows."""
    few = table.rows[n[table.rows] < min_rows]
    table.means[few] = prior + (n[few] / min_rows)[:, np.newaxis] * (table.means[few] - prior)


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


def with_baseline(table, fit, counts, codes, weights=None, numbers=None):
    """Return a table with residuals and mean predictions, whose unseen categories have the latter as their means."""
    residuals = np.zeros(table.means.shape)
    residuals[: len(fit.residuals)] = fit.residuals
    predictions = mean_predictions(fit, table.rows, len(table.means), codes, counts, weights, numbers)
    table.means[table.rows] = predictions[table.rows]
    return table._replace(residuals=residuals, predictions=predictions)


def with_new_categories(known, counts, feature, encoder, codes=None, weights=None, numbers=None):
    """Return the `known` estimates of a feature, followed by those of the categories that only a batch has.

    `codes`, `weights` and `numbers` are those of the rows with these categories, for a baseline.
    """
    n_new, options = len(counts.labels[feature]) - len(known), encoder._options[feature]
    means = np.concatenate([known, np.tile(encoder.target_mean_, (n_new, 1))])
    table = UnseenRows(means, np.arange(len(known), len(means)), counts.seen(feature))
    if options.baseline is not None and n_new:
        fit = encoder._rows.baseline(feature, ALL_ROWS, options)
        table = with_baseline(table, fit, counts, codes, weights, numbers)
    fill_unseen([table], counts, feature, options)
    if options.min_rows > 1 and n_new:
        shrink(table, counts.sizes[feature], encoder.target_mean_, options.min_rows)
    return means


def cross_fitted(rows, feature, parts, by_fold):
    """Return the training rows encoded from the estimates of the other folds."""
    out = np.empty((len(rows.targets), rows.targets.shape[1]))
    for (train, test), table in zip(parts, by_fold, strict=True):
        out[test] = np.concatenate([table, rows.prior(train)[np.newaxis]])[rows.codes[feature][test]]
    return out


def cross_fitted_feature(encoder, X, y, X_new, column):
    """Return the codes of one column only: cross-fitted for training rows, and for the rows of a batch."""
    reading, checked, _ = read_rows(encoder, X, y, [X_new])
    j, rows = X.columns.get_loc(column), reading.rows[0]
    encoder._learn(reading, ())
    parts = folds(checked, rows.targets, reading.target_type, encoder)
    whole, *by_fold = feature_estimates(rows, j, [ALL_ROWS, *(train for train, _ in parts)], reading.options[j])
    encoded = np.concatenate([whole, encoder.target_mean_[np.newaxis]])[rows.unlabeled[j]]
    return cross_fitted(rows, j, parts, by_fold), encoded
