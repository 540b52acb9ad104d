"""Methods of TIWSEncoder that need counts instead of rows: frames of engines, batches, and tables for joins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from tiws_teach._categories import sort_labels
from tiws_teach._validation import fail
from tiws_teach.tiws._count_input import NO_FOLD, split_columns
from tiws_teach.tiws._counting import CategoryCounts
from tiws_teach.tiws._engine_encoding import Coding, encode_engine
from tiws_teach.tiws._estimates import ALL_ROWS, feature_estimates, with_new_categories
from tiws_teach.tiws._frames import MISSING_CATEGORY
from tiws_teach.tiws._input import check_paired, check_parameters, column_names, warn_of_many_classes
from tiws_teach.tiws._libraries import is_lazy, to_pandas
from tiws_teach.tiws._sums import TargetSums, place
from tiws_teach.tiws._unseen import UnseenRows
from tiws_teach.tiws.counts import count_categories, sum_targets
from tiws_teach.tiws.equations import smoothed_means
from tiws_teach.tiws.smoothing import smoothing_of


@dataclass(frozen=True)
class CountedRows:
    """Training rows of which only counts are known: `feature_estimates` reads them as it reads TrainingRows.

    Attributes
    ----------
    counts : CategoryCounts
    targets : TargetSums
    values : ndarray of float, shape (n_classes, n_targets), or None
        Target of a row of each class; None: the sums are those of a numeric target.
    """

    counts: CategoryCounts
    targets: TargetSums
    values: np.ndarray | None

    def prior(self, part):
        """Return the mean target of all folds but `part`."""
        *_, sums, n_rows = self.targets.without(None if part is ALL_ROWS else part)
        return (sums if self.values is None else sums @ self.values) / n_rows

    def means(self, feature, part, smooth):
        """Return the smoothed means of the categories, from one weighted row for each category and class."""
        sums, rows, total, _ = self.targets.without(None if part is ALL_ROWS else part)
        sums, rows = sums[feature], rows[feature]
        code, weights = np.arange(len(rows)), rows.astype(float)
        if self.values is None:
            targets = np.divide(sums, weights[:, np.newaxis], out=np.zeros_like(sums), where=rows[:, np.newaxis] > 0)
        else:  # first the rows with a missing value, whose targets count in the variance of all
            code, targets = np.repeat(np.append(-1, code), len(self.values)), np.tile(self.values, (len(rows) + 1, 1))
            weights = np.append(total - sums.sum(axis=0), sums)
        a = smoothing_of(smooth, code, targets, len(rows), weights)
        found, _ = smoothed_means(code, targets, len(rows), a, self.prior(part), weights)
        return UnseenRows(found, np.flatnonzero(rows == 0), rows > 0)


class _CountsMixin:
    """What TIWSEncoder learns and returns without holding the rows."""

    smooth: Any
    target_type: Any
    baseline: Any
    handle_missing: Any
    categories: Any
    get_feature_names_out: Any
    _checked: Any

    def fit_counts(self, counts, unlabeled=None):
        """Learn the estimates from counts, which any engine can make.

        Parameters
        ----------
        counts : CategoryCounts
            Of the training rows, with the sums of the target: see `count_categories` and `CategoryCounts.of_batches`.
        unlabeled : CategoryCounts, optional
            Of rows without a target; their categories get estimates too.

        Returns
        -------
        self
        """
        if counts.targets is None:
            fail("counts", "hold the sums of a target", "none", "Pass target to count_categories.")
        if unlabeled is not None:
            counts = counts + replace(unlabeled, targets=None, n_seen=[0] * len(unlabeled.labels))
        self._name_columns(counts.names)
        return self._learn(counts)

    @available_if(lambda self: self.baseline is None)  # a baseline is fitted on rows, which counts do not hold
    def partial_fit(self, X, y, columns=None):
        """Add a batch of training rows to those of earlier calls; the result does not depend on the batches.

        It may follow `fit`, unless that had a baseline, weights, given categories or smooth="auto" for numbers, or was
        part of `fit_transform`.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_rows, n_features), or a frame of an engine
        y : array-like of shape (n_rows,), or str
            The target, or the name of its column in `X`.
        columns : list of str, optional
            The features, if `y` is a name; by default all other columns.

        Returns
        -------
        self
        """
        first = not hasattr(self, "_counts")
        if not first and self._counts.targets is None:
            advice = "Call it on a new encoder, or add counts and call fit_counts."
            raise ValueError(f"partial_fit must follow a fit that kept its target sums; this one did not. {advice}")
        if is_lazy(X):
            counts = self._count_engine(X, columns, y)
            return self.fit_counts(counts if first else self._counts + counts)
        X, y = split_target(X, y, columns)
        check_paired(X, y)
        counts = self._count_engine(self._checked(X, reset=first), None, y)
        counts = replace(counts, names=list(column_names(self)))
        return self._learn(counts if first else self._counts + counts)

    def encoding_table(self):
        """Return the estimates of all known categories as one table, for a join in any engine.

        Returns
        -------
        DataFrame
            One row for each feature and category: feature, category, rows, seen (whether it has training rows), and
            its estimate (one column for each class if there are more than two). Categories that are not in the table
            and missing values get `target_mean_`.
        """
        check_is_fitted(self)
        names = ["estimate"] if self.target_type_ != "multiclass" else [f"estimate_{c}" for c in self.classes_]
        parts = []
        for j, (name, estimates) in enumerate(zip(column_names(self), self.estimates_, strict=True)):
            known = {"feature": name, "category": self._counts.labels[j], "rows": self._counts.sizes[j]}
            known["seen"] = self._counts.seen(j)
            parts.append(pd.DataFrame(known | dict(zip(names, estimates.T, strict=True))))
        return pd.concat(parts, ignore_index=True)

    def _learn(self, counts):
        """Set the learned attributes from counts with a target."""
        check_parameters(self)
        self._refuse_what_needs_rows()
        self.__dict__.pop("classes_", None)  # of an earlier fit
        targets, self.target_type_, classes, values = read_sums(counts.targets, self.target_type, self.smooth)
        if classes is not None:
            self.classes_ = classes
        warn_of_many_classes(self.target_type, classes)
        rows = CountedRows(counts, targets, values)
        self._counts, self._rows, self.target_mean_ = counts, None, rows.prior(ALL_ROWS)
        self.categories_ = [labels[:n] for labels, n in zip(counts.labels, counts.n_seen, strict=True)]
        self.estimates_ = [feature_estimates(rows, j, [ALL_ROWS], self)[0] for j in range(len(counts.labels))]
        return self

    def _counted(self, rows):
        """Return the training rows as counts, which `partial_fit` can continue, if the options allow it."""
        numbers = self.target_type_ == "continuous"
        plain = isinstance(self.categories, str) and self.baseline is None and rows.weights is None
        if not plain or (numbers and self.smooth == "auto"):
            return rows
        targets = rows.targets[:, 0] if numbers else rows.targets.argmax(axis=1)
        if self.target_type_ == "binary":
            targets = rows.targets[:, 0].astype(np.int64) if len(self.classes_) == 2 else targets
        classes = None if numbers else np.array(self.classes_, dtype=object)
        fold = np.zeros(len(targets), dtype=np.int64)
        sums = sum_targets(rows.codes, rows.counts.sizes, targets, classes, fold, NO_FOLD)
        self._counts = replace(rows.counts, targets=sums)
        return CountedRows(self._counts, sums, read_sums(sums, self.target_type_, self.smooth)[-1])

    def _refuse_what_needs_rows(self):
        """Refuse options that counts of pairs cannot serve."""
        for name, default in (("baseline", None), ("categories", "auto")):
            value = getattr(self, name)
            if not (value is None or (isinstance(value, str) and value == default)):
                fail(name, f"be {default!r} for counts", repr(value), "Fit on rows in memory, for example on a sample.")

    def _name_columns(self, names):
        """Store the names and the number of the features, as scikit-learn does."""
        self.__dict__.pop("feature_names_in_", None)
        self.n_features_in_ = len(names)
        if all(isinstance(name, str) for name in names):
            self.feature_names_in_ = np.array(names, dtype=object)

    def _count_engine(self, X, columns, y=None, **options):
        """Return the counts of a frame, with missing values as `handle_missing` says."""
        count_missing = self.handle_missing == "category"
        kind = self.target_type
        return count_categories(X, columns, y, target_type=kind, count_missing=count_missing, **options)

    def _fit_engine(self, X, y, X_unlabeled, columns, sample_weight, fold=None):
        """Fit on a frame of an engine."""
        check_parameters(self)
        if y is None:
            fail("y", "be the name of the target's column for a frame of an engine", y, 'Pass, for example, "bought".')
        if sample_weight is not None:
            advice = "Repeat the rows, or fit on a frame in memory."
            fail("sample_weight", "be None for a frame of an engine", type(sample_weight).__name__, advice)
        counts = self._count_engine(X, columns, y, fold=fold)
        more = None if X_unlabeled is None else self._count_engine(X_unlabeled, counts.names)
        return self.fit_counts(counts, more)

    def _fit_transform_engine(self, X, y, X_unlabeled, columns, sample_weight, fold):
        """Fit, and encode the rows of each fold by the sums of the others."""
        if fold is None:
            advice = "An engine's rows have no order, so store the fold of each row, for example hash(id) % 5."
            fail("fold", "be the name of a column for fit_transform of a frame of an engine", fold, advice)
        self._fit_engine(X, y, X_unlabeled, columns, sample_weight, fold)
        targets, *_, values = read_sums(self._counts.targets, self.target_type, self.smooth)
        rows, folds = CountedRows(self._counts, targets, values), targets.folds
        if len(folds) < 2:
            fail("fold", "hold at least two folds", list(folds), "Store, for example, hash(id) % 5.")
        parts = list(range(len(folds)))
        tables = [np.stack(feature_estimates(rows, j, parts, self)) for j in range(self.n_features_in_)]
        missing = np.stack([rows.prior(part) for part in parts])
        return self._encode_engine(X, self._counts.labels, tables, missing, fold, folds)

    def _transform_engine(self, X):
        """Return a frame of the same engine; only new categories cost a query for their counts."""
        if not hasattr(self, "feature_names_in_"):
            fail("X", "have the columns of fit", "an encoder fitted without column names", "Fit on a frame.")
        names, known = list(self.feature_names_in_), self._counts
        found = self._count_engine(X, names, pairs_of=())
        new = [sort_labels(set(b) - set(a)) for a, b in zip(known.labels, found.labels, strict=True)]
        if needed := [j for j, added in enumerate(new) if len(added)]:
            more = self._count_engine(X, names, pairs_of=needed)
            labels = [np.concatenate(both) for both in zip(known.labels, new, strict=True)]
            known = place(known, more, labels, known.n_seen)
        if needed and self.baseline is not None:
            advice = "Pass the rows as X_unlabeled of fit, or transform a frame in memory."
            fail("X", "have no category unknown to a baseline", f"new ones in {[names[j] for j in needed]}", advice)
        tables = [with_new_categories(e, known, None, j, self)[np.newaxis] for j, e in enumerate(self.estimates_)]
        return self._encode_engine(X, known.labels, tables, self.target_mean_[np.newaxis], None, NO_FOLD)

    def _encode_engine(self, X, labels, tables, missing, fold, folds):
        """Return the frame with the estimates in place of the features."""
        outputs = self.get_feature_names_out().reshape(len(labels), -1).tolist()
        full = []
        for known, table in zip(labels, tables, strict=True):
            at = np.flatnonzero(known == MISSING_CATEGORY)
            last = table[:, at[0]] if len(at) and self.handle_missing == "category" else missing
            full.append(np.concatenate([table, last[:, np.newaxis]], axis=1))
        coding = Coding(dict(zip(self.feature_names_in_, outputs, strict=True)), labels, full, fold, folds)
        return encode_engine(X, coding)


def split_target(X, y, columns):
    """Return features and target of a frame in memory whose target is given by the name of its column."""
    if isinstance(y, str) or columns is not None:
        X, _, (y,) = split_columns(to_pandas(X), columns, y)
    return X, y


def read_sums(targets, target_type, smooth):
    """Return target sums, the type of the target, its classes, and the target value of each class."""
    classes = targets.classes
    kind = target_type if target_type != "auto" else _kind(classes)
    if classes is None and (kind != "continuous" or smooth == "auto"):
        option = f"smooth={smooth!r}" if kind == "continuous" else f"target_type={kind!r}"
        fail("counts", f"be counts of classes for {option}", "sums of numbers", "Pass a number, or count classes.")
    if kind == "continuous":
        return targets, kind, None, None if classes is None else targets.class_values()
    if kind == "binary" and len(classes) > 2:
        fail("y", "have two classes if target_type='binary'", f"{len(classes)}", "Set target_type='multiclass'.")
    known = np.unique(classes.tolist())
    if kind == "multiclass":
        return targets, kind, known, np.eye(len(classes))
    numeric = set(classes.tolist()) <= {0, 1}
    return targets, kind, known, classes.astype(float)[:, np.newaxis] if numeric else np.eye(len(classes))[:, [-1]]


def _kind(classes):
    if classes is None:
        return "continuous"
    return "binary" if len(classes) <= 2 else "multiclass"
