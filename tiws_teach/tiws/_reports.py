"""What a fitted TIWSEncoder tells about its estimates, and the methods that `tiws_teach.scale` computes for it."""

from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from tiws_teach._validation import fail
from tiws_teach.tiws._estimates import ALL_ROWS, similarity_in_chunks, with_new_categories
from tiws_teach.tiws._input import check_rows, column_names, fill_missing, find_column
from tiws_teach.tiws._libraries import IN_MEMORY, is_lazy, scale
from tiws_teach.tiws._sql import query_of
from tiws_teach.tiws.equations import unseen_weights
from tiws_teach.tiws.similarities import size_correlation

SIZE_DRIVES = 0.6
"""Lowest rank correlation of similarity with closeness in size at which `size_drives` is True."""

DIAGNOSIS: tuple[str, ...] = "feature", "category", "rows", "n_seen", "counts_from"
DIAGNOSIS += "most_similar", "similarity", "size_correlation", "size_drives"
"""Columns of the table that `TIWSEncoder.diagnose` returns."""


class _ReportsMixin:
    """Methods of an encoder that read its counts and estimates, or add counts to them."""

    _counts: Any
    _rows: Any
    _options: Any
    _helpers: Any
    _sums: Any
    _learn_more: Any
    estimates_: Any
    target_type_: Any
    classes_: Any
    baseline: Any
    handle_missing: Any
    encode: Any

    def explain(self, feature, category, X=None):
        """Return the parts of the estimate of an unseen category.

        Parameters
        ----------
        feature : str or int
            Name of the column, or its position if the columns have no names.
        category : object
            An unseen category of that column.
        X : DataFrame or array-like, optional
            Rows with the category, if it was not in `X_unlabeled`.

        Returns
        -------
        DataFrame
            One row for each seen category, the heaviest first: category, rows, similarity, weight, and its target
            estimate (one column for each class if there are more than two). Weights sum to 1; the estimate of
            the unseen category is the sum of weight times estimate. With a baseline, the estimate in each row is the
            baseline's mean over the unseen category's rows plus the residual of the seen category. Estimates from
            fewer than `min_rows` rows are shown shrunken. Without a similarity (None), the weights are the shares of
            rows, and each line has the estimate itself.
        """
        check_is_fitted(self)
        j, name = find_column(self, feature)
        at_fit = category in set(self._counts.labels[j])  # no batch changes its estimate
        codes, counts, numbers = self._rows_with(None if at_fit else X)
        labels = ["estimate"] if self.target_type_ != "multiclass" else [f"estimate_{c}" for c in self.classes_]
        seen, options = self.estimates_[j][: counts.n_seen[j]], self._options[j]
        if options.baseline is not None and counts.n_seen[j]:
            seen = self._rows.baseline(j, ALL_ROWS, options).residuals
        table = explain_category(counts, j, category, name, pd.DataFrame(seen, columns=labels), options)
        row, known = list(counts.labels[j]).index(category), self.estimates_[j]
        known = known if codes is None else with_new_categories(known, counts, j, self, codes, None, numbers)
        share = min(1.0, counts.sizes[j][row] / options.min_rows)
        if options.similarity is None:
            table[labels] = known[row]
        elif options.baseline is not None or share < 1:
            table[labels] *= share
            table[labels] += known[row] - table["weight"] @ table[labels]
        return table

    def diagnose(self, X=None):
        """Return one row for each unseen category that shows whether its size may drive its similarities.

        Parameters
        ----------
        X : DataFrame or array-like, optional
            A batch with further unseen categories.

        Returns
        -------
        DataFrame
            feature, category, rows; n_seen, the number of seen categories; counts_from, "fit" or "batch";
            most_similar and its similarity; size_correlation, the rank correlation of similarity with closeness in
            size (NaN for fewer than three seen categories); size_drives, whether it is .6 or more (NA if it is
            undefined). Empty if no category is unseen; then pass rows with unseen categories.
        """
        check_is_fitted(self)
        if all(options.similarity is None for options in self._options):
            advice = "Choose a similarity to see weights."
            fail("similarity", "compare categories to explain estimates by them", None, advice)
        known = [len(estimates) for estimates in self.estimates_]
        lines = list(diagnose_categories(self._counts, self._counts.n_seen, "fit", self._options))
        if X is not None:
            lines += diagnose_categories(self._rows_with(X)[1], known, "batch", self._options)
        return pd.DataFrame(lines, columns=list(DIAGNOSIS)).astype({"size_drives": "boolean"})

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
        return scale().fit_counts(self, counts, unlabeled)

    @available_if(lambda self: self.baseline is None and self.encode is None)  # these need rows, not only counts
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
        return scale().partial_fit(self, X, y, columns)

    def add_unlabeled(self, X):
        """Add rows without a target, such as those that a service has seen, and estimate the unseen categories again.

        The result is that of a fit with all these rows in `X_unlabeled`, so that estimates settle as rows come in.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_rows, n_features), or a frame of an engine
            For an encoder that was fitted on counts or a frame of an engine, either.

        Returns
        -------
        self
        """
        check_is_fitted(self)
        if getattr(self._counts, "targets", None) is not None or (not isinstance(X, IN_MEMORY) and is_lazy(X)):
            return scale().add_unlabeled(self, X)
        self._learn_more(check_rows(self, X, reset=False))
        return self

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
        for j, (name, estimates) in enumerate(zip(self._counts.names, self.estimates_, strict=False)):
            known = {"feature": name, "category": self._counts.labels[j], "rows": self._counts.sizes[j]}
            known["seen"] = self._counts.seen(j)
            parts.append(pd.DataFrame(known | dict(zip(names, estimates.T, strict=True))))
        return pd.concat(parts, ignore_index=True)

    def to_sql(self, table):
        """Return a query for DuckDB, SQLite and others; unknown categories get what a missing value gets.

        Parameters
        ----------
        table : str

        Returns
        -------
        str

        Examples
        --------
        >>> from tiws_teach import TIWSEncoder as Encoder
        >>> print(Encoder(smooth=0).fit([["red"], ["blue"]], [1, 0]).to_sql("rows"))
        SELECT CASE "x0" WHEN 'blue' THEN 0.0 WHEN 'red' THEN 1.0 ELSE 0.5 END AS "x0"
        FROM "rows"
        """
        check_is_fitted(self)
        return query_of(self, table)

    def get_feature_names_out(self, input_features=None):
        """Return the output column names: the feature names, followed by "_class" for more than two classes.

        Parameters
        ----------
        input_features : array-like of str, optional
            Names to use if X had none.

        Returns
        -------
        ndarray of str objects
        """
        check_is_fitted(self)
        names = column_names(self, input_features)
        if self.encode is not None:
            names = names[self._helpers.order[: self._helpers.n_encoded]]
        if self.target_type_ != "multiclass":
            return names
        return np.array([f"{name}_{label}" for name in names for label in self.classes_], dtype=object)

    def _rows_with(self, X):
        """Return codes, counts and numbers with a batch; without one, the counts at fit."""
        if X is None:
            return None, self._counts, None
        X, numbers = check_rows(self, X, reset=False), None
        if self.encode is not None:
            X, numbers = self._helpers.split(X)
        return *self._counts.with_rows(fill_missing(X) if self.handle_missing == "category" else X), numbers


def explain_category(counts, feature, category, name, estimates, options):
    """Return similarity, weight and estimate of each seen category for one unseen category, heaviest first."""
    seen = counts.seen(feature)
    row = find_unseen(counts, feature, category, name)
    if options.similarity is None:
        n = counts.sizes[feature][seen]
        s, weights = np.full((1, len(seen)), np.nan), (n / n.sum())[np.newaxis]
    else:
        ((_, s),) = similarity_in_chunks(counts, feature, np.array([row]), options.similarity)  # seen categories first
        weights = unseen_weights(s, int(seen.sum()), options.weighting, options.sharpness)
    table = pd.DataFrame(
        {
            "category": counts.labels[feature][seen],
            "rows": counts.sizes[feature][seen],
            "similarity": s[0, : seen.sum()],
            "weight": weights[0],
        }
    )
    table = table.join(estimates)
    by_weight = np.argsort(-table["weight"].to_numpy().round(12), kind="stable")  # equal weights stay in sorted order
    return table.iloc[by_weight].reset_index(drop=True)


def find_unseen(counts, feature, category, name):
    """Return the position of an unseen category among the labels of its feature, or raise an error with the reason."""
    position = {label: row for row, label in enumerate(counts.labels[feature])}
    if category not in position:
        advice = "Pass a frame that contains it as X, or fit with X_unlabeled."
        fail("category", f"occur in column {name!r}", repr(category), advice)
    row = position[category]
    if row < counts.n_seen[feature]:
        rule = f"be unseen in training (column {name!r} has {counts.sizes[feature][row]} rows of it)"
        fail("category", rule, repr(category), "Use its estimate from fit: the smoothed mean of its own rows.")
    return row


def diagnose_categories(counts, first, source, options):
    """Yield one tuple of DIAGNOSIS for each unseen category at position `first` of its feature or later."""
    for j, (name, option) in enumerate(zip(counts.names, options, strict=False)):
        labels, sizes, n_seen = counts.labels[j], counts.sizes[j], counts.n_seen[j]
        asked = np.arange(first[j], len(labels) if option.similarity else first[j])
        for part, s in similarity_in_chunks(counts, j, asked, option.similarity):
            for row, s_row, best in zip(part, s[:, :n_seen], most_similar(s[:, :n_seen]), strict=True):
                correlation = size_correlation(s_row, sizes[:n_seen], sizes[row])
                drives = pd.NA if np.isnan(correlation) else bool(correlation >= SIZE_DRIVES)
                of_category = name, labels[row], sizes[row], n_seen, source
                yield *of_category, labels[best], s_row[best], correlation, drives


def most_similar(similarity):
    """Return the position of the most similar category in each row; ties go to the first.

    Similarities that are equal in exact arithmetic may differ by rounding, so "equal" means within 1e-12.
    """
    return (similarity >= similarity.max(axis=1, keepdims=True) - 1e-12).argmax(axis=1)
