"""What a fitted TIWSEncoder tells about its estimates: the parts of one, a diagnosis of all, and column names."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from tiws_teach.tiws._input import check_rows, column_names, find_column
from tiws_teach.tiws._unseen import DIAGNOSIS, diagnose_categories, explain_category


class _ReportsMixin:
    """Methods of a fitted encoder that read its counts and estimates and change nothing."""

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
            the unseen category is the sum of weight times estimate.
        """
        check_is_fitted(self)
        j, name = find_column(self, feature)
        at_fit = category in set(self._counts.labels[j])  # no batch changes its estimate
        counts = self._counts if at_fit else self._counts_with(X)
        labels = ["estimate"] if self.target_type_ != "multiclass" else [f"estimate_{c}" for c in self.classes_]
        estimates = pd.DataFrame(self.estimates_[j][: counts.n_seen[j]], columns=labels)
        return explain_category(counts, j, category, name, estimates, self)

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
        names, known = column_names(self), [len(estimates) for estimates in self.estimates_]
        found = list(diagnose_categories(self._counts, names, self._counts.n_seen, "fit", self))
        if X is not None:
            found += diagnose_categories(self._counts_with(X), names, known, "batch", self)
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

    def _counts_with(self, X):
        check_is_fitted(self)
        return self._counts if X is None else self._counts.with_rows(check_rows(self, X, reset=False))[1]
