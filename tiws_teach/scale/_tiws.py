"""What TIWSEncoder learns and returns without holding the rows: frames of engines, batches and counts.

The method finds this module by the entry point "tiws" of the group ``tiws_teach.engines``.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from tiws_teach._categories import sort_labels
from tiws_teach._validation import check_one_type, check_same_index, fail
from tiws_teach.scale._combinations import rows_for_baseline, rows_with_added, rows_with_new
from tiws_teach.scale._encoding import Coding, encode_engine
from tiws_teach.scale._helpers import View, find_view, view_of
from tiws_teach.scale._reading import NO_FOLD, read_sums
from tiws_teach.scale._similarity import fill_by_sums, similarity_in_chunks
from tiws_teach.scale._sums import TargetSums, place
from tiws_teach.scale.counts import CategoryCounts, count_categories
from tiws_teach.tiws._columns import split_columns
from tiws_teach.tiws._estimates import ALL_ROWS, Reading, TrainingRows, feature_estimates, with_new_categories
from tiws_teach.tiws._helpers import options_by_column, warn_of_few
from tiws_teach.tiws._input import MISSING_CATEGORY, check_parameters, check_rows, column_names, warn_of_many_classes
from tiws_teach.tiws._libraries import is_lazy, to_pandas

__all__ = [
    "add_unlabeled",
    "fill_by_sums",
    "fit",
    "fit_counts",
    "fit_transform",
    "partial_fit",
    "similarity_in_chunks",
    "transform",
]


@dataclass(frozen=True)
class CountedRows(TrainingRows):
    """Training rows of which only counts are known: for one feature, a weighted row of each fold, category and class.

    With sums of a numeric target, there is one row of each fold and category, whose target is the mean.
    """

    folds: Any = None  # position of the fold of each row
    sample: Any = None  # the rows for a baseline
    sample_folds: Any = None

    def baseline(self, feature, part, options):
        """Return the baseline of the sample's rows that are in the folds of a part."""
        if part is not ALL_ROWS:
            part = np.flatnonzero(np.isin(self.sample_folds, self.folds[part]))
        return self.sample.baseline(feature, part, options)

    def every(self):
        """Return the codes, weights and numbers of the sample."""
        return self.sample.every()


def rows_of_counts(counts, totals, values, feature, sample=None, sample_folds=None):
    """Return the weighted rows of a feature; `values` has the target of each class, or is None for a numeric one."""
    sums, n = totals.sums[feature], totals.rows[feature]
    sums = np.hstack([totals.all_sums[:, np.newaxis] - sums.sum(axis=1, keepdims=True), sums])  # missing values first
    n = np.hstack([totals.all_rows[:, np.newaxis] - n.sum(axis=1, keepdims=True), n])
    if values is None:
        folds, codes = np.nonzero(n)
        weights = n[folds, codes].astype(float)
        targets = sums[folds, codes] / weights[:, np.newaxis]
    else:
        folds, codes, classes = np.nonzero(sums)
        weights, targets = sums[folds, codes, classes].astype(float), values[classes]
    code_of: Any = {feature: codes - 1}
    return CountedRows(counts, code_of, targets, weights, [], folds=folds, sample=sample, sample_folds=sample_folds)


def fit(encoder, X, y, X_unlabeled=None, sample_weight=None, columns=None, fold=None):
    """Fit on a frame of an engine."""
    check_parameters(encoder)
    if y is None:
        fail("y", "be the name of the target's column for a frame of an engine", y, 'Pass, for example, "bought".')
    if sample_weight is not None:
        advice = "Repeat the rows, or fit on a frame in memory."
        fail("sample_weight", "be None for a frame of an engine", type(sample_weight).__name__, advice)
    view = find_view(encoder, X, columns, y, fold)
    counts = _count(encoder, X, view, y, fold=fold)
    more = None if X_unlabeled is None else _count(encoder, X_unlabeled, replace(view, names=counts.names))
    rows = partial(rows_for_baseline, encoder, view, X, y, fold, X_unlabeled)
    return fit_counts(encoder, counts, more, rows, view.helpers)


def fit_transform(encoder, X, y, X_unlabeled=None, sample_weight=None, columns=None, fold=None, groups=None):
    """Fit, and encode the rows of each fold by the sums of the others."""
    if groups is not None:
        fail("groups", "be None for a frame of an engine", type(groups).__name__, "Store one fold for each group.")
    if fold is None:
        advice = "An engine's rows have no order, so store the fold of each row, for example hash(id) % 5."
        fail("fold", "be the name of a column for fit_transform of a frame of an engine", fold, advice)
    fit(encoder, X, y, X_unlabeled, sample_weight, columns, fold)
    targets, *_, values = read_sums(encoder._counts.targets, encoder.target_type)
    folds, tables = targets.folds, []
    if len(folds) < 2:
        fail("fold", "hold at least two folds", list(folds), "Store, for example, hash(id) % 5.")
    for j, options in enumerate(encoder._options):
        rows = rows_of_counts(encoder._counts, targets, values, j, encoder._rows, encoder._folds)
        parts = [np.flatnonzero(rows.folds != fold) for fold in range(len(folds))]
        tables.append(np.stack(feature_estimates(rows, j, parts, options)))
    missing = np.stack([rows.prior(part) for part in parts])
    return _encode(encoder, X, encoder._counts.labels, tables, missing, fold, folds)


def transform(encoder, X):
    """Return a frame of the same engine; only new categories cost a query for their counts."""
    check_is_fitted(encoder)
    if not hasattr(encoder, "feature_names_in_"):
        fail("X", "have the columns of fit", "an encoder fitted without column names", "Fit on a frame.")
    view, known = view_of(encoder), encoder._counts
    labels_there = _count(encoder, X, view, pairs_of=()).labels
    new = [sort_labels(set(there) - set(at_fit)) for at_fit, there in zip(known.labels, labels_there, strict=True)]
    needed = [j for j, added in enumerate(new) if len(added)]
    rows = None, None, None
    if needed:
        labels = [np.concatenate(both) for both in zip(known.labels, new, strict=True)]
        n_known = [len(at_fit) for at_fit in known.labels]
        known = place(_category_counts(known), _count(encoder, X, view, pairs_of=needed), labels, known.n_seen)
        if _has_baseline(encoder._options):
            missing = encoder.handle_missing == "category"
            rows = rows_with_new(known, n_known, X, count_missing=missing, view=view)
        warn_of_few(encoder, known, n_known)
    tables = [with_new_categories(e, known, j, encoder, *rows)[np.newaxis] for j, e in enumerate(encoder.estimates_)]
    return _encode(encoder, X, known.labels, tables, encoder.target_mean_[np.newaxis], None, NO_FOLD)


def add_unlabeled(encoder, X):
    """Add the counts of rows without a target to those that an encoder has learned from."""
    if getattr(encoder._counts, "targets", None) is None:
        fail("X", "be a frame in memory for an encoder that was fitted on rows", type(X).__name__, "Collect it first.")
    view = view_of(encoder)
    more = _count(encoder, X, view)
    return fit_counts(encoder, encoder._counts, more, partial(rows_with_added, encoder, view, X), view.helpers)


def fit_counts(encoder, counts, unlabeled=None, rows=None, helpers=None):
    """Learn the estimates from counts, to which those of rows without a target are added.

    `rows` is a function of the counts and the classes' values that returns rows for a baseline, and their folds.
    """
    if counts.targets is None:
        fail("counts", "hold the sums of a target", "none", "Pass target to count_categories.")
    if unlabeled is not None:
        counts = counts + replace(unlabeled, targets=None, n_seen=[0] * len(unlabeled.labels))
    encoder.__dict__.pop("feature_names_in_", None)
    names = np.array(counts.names, dtype=object)
    encoder.n_features_in_ = len(names)
    if helpers is not None:
        names = names[np.argsort(helpers.order)]  # as they were in the table
    if all(isinstance(name, str) for name in names):
        encoder.feature_names_in_ = names
    return _learn(encoder, counts, rows, helpers)


def partial_fit(encoder, X, y, columns=None):
    """Add the counts of a batch to those of earlier calls, or of a fit, and learn from them."""
    before = _counts_so_far(encoder)
    if is_lazy(X):
        counts = _count(encoder, X, View(columns), y)
        return fit_counts(encoder, counts if before is None else before + counts)
    if isinstance(y, str) or columns is not None:
        X, _, (y,) = split_columns(to_pandas(X), columns, y)
    check_same_index(X, y)
    check_one_type("y", y)
    counts = _count(encoder, check_rows(encoder, X, reset=before is None), View(None), y)
    counts = replace(counts, names=list(column_names(encoder)))
    return _learn(encoder, counts if before is None else before + counts)


def _counts_so_far(encoder):
    """Return the counts of the rows so far, with their targets; None if there are no rows yet."""
    counts = getattr(encoder, "_counts", None)
    if counts is None or getattr(counts, "targets", None) is not None:
        return counts
    if encoder._sums is None or (encoder.target_type_ == "continuous" and encoder.smooth == "auto"):
        advice = "Call it on a new encoder, or add counts and call fit_counts."
        raise ValueError(f"partial_fit must follow a fit that kept its target sums; this one did not. {advice}")
    classes = None if encoder.target_type_ == "continuous" else np.array(encoder.classes_, dtype=object)
    every = [_by_class(sums, classes) for sums in encoder._sums]
    padded = [_padded(part, len(labels)) for part, labels in zip(every, counts.labels, strict=True)]
    rows, all_rows = [part[:, 0] for part in encoder._sums], encoder._sums[0][:, 0].sum()
    rows = [_padded(part, len(labels)).astype(np.int64) for part, labels in zip(rows, counts.labels, strict=True)]
    totals = np.array([int(all_rows)]), every[0].sum(axis=0)[np.newaxis]
    return _category_counts(counts, TargetSums(classes, NO_FOLD, rows, padded, *totals))


def _by_class(sums, classes):
    """Return the sums of each class from a table of rows and target sums; of numbers, their only sum."""
    n_rows, targets = sums[:, :1], sums[:, 1:]
    if classes is None or targets.shape[1] > 1 or len(classes) == 1:
        return n_rows if classes is not None and len(classes) == 1 else targets
    return np.hstack([n_rows - targets, targets])


def _padded(sums, n_categories):
    """Return sums without those of missing values, shape (1, n_categories, ...): zeros for categories without rows."""
    known = sums[1:]
    return np.concatenate([known, np.zeros((n_categories - len(known), *known.shape[1:]))])[np.newaxis]


def _category_counts(counts, targets=None):
    """Return pair counts as counts that can be added."""
    if isinstance(counts, CategoryCounts):
        return counts
    return CategoryCounts(counts.labels, counts.n_seen, counts.tables, counts.sizes, list(counts.names), targets)


def _learn(encoder, counts, rows=None, helpers=None):
    """Let the encoder learn from counts with a target."""
    check_parameters(encoder)
    names = {"categories": "auto"} if rows is not None else {"categories": "auto", "baseline": None, "encode": None}
    for name, default in names.items():
        value = getattr(encoder, name)
        if not (value is None or (isinstance(value, str) and value == default)):
            fail(name, f"be {default!r} for counts", repr(value), "Fit on rows in memory, for example on a sample.")
    targets, kind, classes, values = read_sums(counts.targets, encoder.target_type)
    warn_of_many_classes(encoder.target_type, classes)
    options = _options(encoder, counts, targets, kind, rows, helpers)
    sample, folds = rows(counts, values) if _has_baseline(options) else (None, None)
    of_counts = partial(rows_of_counts, counts, targets, values, sample=sample, sample_folds=folds)
    every, mean = map(of_counts, range(len(options))), of_counts(0).prior(ALL_ROWS)
    encoder._learn(Reading(kind, classes, mean, counts, options, every, helpers, sample, folds))
    return encoder


def _has_baseline(options):
    return any(each.baseline is not None for each in options)


def _options(encoder, counts, targets, kind, rows, helpers):
    """Return the options of each encoded column; refuse those that need more than the counts have."""
    n_encoded = len(counts.names) if helpers is None else helpers.n_encoded
    names = counts.names[:n_encoded]
    options = options_by_column(encoder, names, kind) if encoder.by_column else [encoder] * n_encoded
    if rows is None and _has_baseline(options):
        advice = "Fit on a frame, or leave the baseline out."
        fail("by_column", "have no baseline for counts", repr(encoder.by_column), advice)
    if targets.classes is None and any(each.smooth == "auto" for each in options):
        fail("counts", "be counts of classes for smooth='auto'", "sums of numbers", "Pass a number, or count classes.")
    return options


def _count(encoder, X, view, y=None, **options):
    """Return the counts of a frame as a view sees it, with missing values as `handle_missing` says."""
    if view.n_encoded is not None:
        options.setdefault("pairs_of", range(view.n_encoded))  # not those of two helpers
    missing, kind = encoder.handle_missing == "category", encoder.target_type
    return count_categories(view.of(X), view.names, y, target_type=kind, count_missing=missing, **options)


def _encode(encoder, X, labels, tables, missing, fold, folds):
    """Return the frame with the estimates in place of the features."""
    outputs = encoder.get_feature_names_out().reshape(len(tables), -1).tolist()
    full = []
    for known, table in zip(labels, tables, strict=False):  # those that help come last
        at = np.flatnonzero(known == MISSING_CATEGORY)
        last = table[:, at[0]] if len(at) and encoder.handle_missing == "category" else missing
        full.append(np.concatenate([table, last[:, np.newaxis]], axis=1))
    names = encoder._counts.names[: len(tables)]
    coding = Coding(dict(zip(names, outputs, strict=True)), labels[: len(tables)], full, fold, folds)
    return encode_engine(X, coding)
