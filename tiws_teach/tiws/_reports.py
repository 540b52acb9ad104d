"""What a fitted TIWSEncoder tells about its estimates: the parts of one, a diagnosis of all, and column names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from tiws_teach._validation import fail
from tiws_teach.tiws._estimates import ALL_ROWS, with_new_categories
from tiws_teach.tiws._input import column_names, find_column
from tiws_teach.tiws._unseen import DIAGNOSIS, diagnose_categories, explain_category


class _ReportsMixin:
    """Methods of a fitted encoder that read its counts and estimates and change nothing."""

    _counts: Any
    _rows: Any
    _checked: Any
    estimates_: Any
    target_type_: Any
    classes_: Any
    baseline: Any
    similarity: Any

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
            baseline's mean over the unseen category's rows plus the residual of the seen category.
        """
        check_is_fitted(self)
        self._needs_similarity()
        j, name = find_column(self, feature)
        at_fit = category in set(self._counts.labels[j])  # no batch changes its estimate
        codes, counts = self._rows_with(None if at_fit else X)
        labels = ["estimate"] if self.target_type_ != "multiclass" else [f"estimate_{c}" for c in self.classes_]
        seen = self.estimates_[j][: counts.n_seen[j]]
        if self.baseline is not None:
            seen = self._rows.baseline(j, ALL_ROWS, self).residuals
        table = explain_category(counts, j, category, name, pd.DataFrame(seen, columns=labels), self)
        if self.baseline is not None:
            table[labels] += self._estimate_of(codes, counts, j, category) - table["weight"] @ table[labels]
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
        self._needs_similarity()
        names, known = column_names(self), [len(estimates) for estimates in self.estimates_]
        found = list(diagnose_categories(self._counts, names, self._counts.n_seen, "fit", self))
        if X is not None:
            found += diagnose_categories(self._rows_with(X)[1], names, known, "batch", self)
        return pd.DataFrame(found, columns=list(DIAGNOSIS)).astype({"size_drives": "boolean"})

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
        if self.target_type_ != "multiclass":
            return names
        return np.array([f"{name}_{label}" for name in names for label in self.classes_], dtype=object)

    def _rows_with(self, X):
        """Return the codes of a batch and the counts with it; without a batch, no codes and the counts at fit."""
        return (None, self._counts) if X is None else self._counts.with_rows(self._checked(X, reset=False))

    def _estimate_of(self, codes, counts, feature, category):
        """Return the estimate of a category that is known at fit or from a batch."""
        table = self.estimates_[feature]
        table = table if codes is None else with_new_categories(table, counts, codes, feature, self)
        return table[list(counts.labels[feature]).index(category)]

    def _needs_similarity(self):
        if self.similarity is None:
            advice = "Choose a similarity to see weights."
            fail("similarity", "compare categories to explain estimates by them", None, advice)
