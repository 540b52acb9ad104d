"""LeaveOneCategoryOut: a cross-validation in which each category of one column is unseen in turn."""

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
from sklearn.model_selection import BaseCrossValidator

from tiws_teach._categories import encode_column, frame_columns
from tiws_teach._validation import check_choice, check_count, fail


class LeaveOneCategoryOut(BaseCrossValidator):
    """Hide one category of a column in each split: its rows are the test set, all other rows the training set.

    The score of a model on the test set then shows how it does on a category that it has never seen. Where a category
    has one class only, the area under the ROC curve and scikit-learn's "neg_log_loss" are nan. "neg_brier_score" is nan
    for labels that are texts, with any splitter: pass ``y == "yes"``, or a scorer with `pos_label`.

    Parameters
    ----------
    column : str or int
        Name of the column, or its position if the columns have no names.
    min_rows : int, default=1
        Categories with fewer rows are not hidden. They stay in all training sets, and so do rows with a missing value.
        The model is fitted once for each hidden category.

    See Also
    --------
    compare_unseen : compare encoders on the hidden categories of all columns.
    sklearn.model_selection.LeaveOneGroupOut : the same for groups outside of X.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"color": ["red", "red", "blue", None], "size": ["S", "M", "L", "S"]})
    >>> splitter = LeaveOneCategoryOut("color")
    >>> for category, (train, test) in zip(splitter.categories(X), splitter.split(X)):
    ...     print(category, train, test)
    blue [0 1 3] [2]
    red [2 3] [0 1]

    Source: Stone (1974), cross-validation, by category.
    """

    def __init__(self, column, min_rows=1):
        self.column = column
        self.min_rows = min_rows

    def split(self, X, y=None, groups=None):  # noqa: ARG002  (scikit-learn passes both)
        """Yield the row numbers of the training set and of the test set, one pair for each hidden category.

        Parameters
        ----------
        X : frame or array-like of shape (n_rows, n_features)
        y, groups : ignored

        Yields
        ------
        train, test : ndarray of int
        """
        codes, _, hidden = self._find(X)
        for k in hidden:
            yield np.flatnonzero(codes != k), np.flatnonzero(codes == k)

    def get_n_splits(self, X=None, y=None, groups=None):  # noqa: ARG002
        """Return the number of categories that are hidden in turn.

        Parameters
        ----------
        X : frame or array-like of shape (n_rows, n_features)
        y, groups : ignored

        Returns
        -------
        int
        """
        if X is None:
            fail("X", "be given, because the categories are counted in it", None, "Pass get_n_splits(X).")
        return len(self._find(X)[2])

    def categories(self, X):
        """Return the categories that are hidden, in the order of the splits.

        Parameters
        ----------
        X : frame or array-like of shape (n_rows, n_features)

        Returns
        -------
        ndarray of object
        """
        _, labels, hidden = self._find(X)
        return labels[hidden]

    def _find(self, X):
        """Return the codes of the column, its labels and the codes of those that are hidden."""
        check_count("min_rows", self.min_rows, 1)
        codes, labels = encode_column(_column_of(X, self.column))
        rows = np.bincount(codes + 1, minlength=len(labels) + 1)[1:]
        hidden = np.flatnonzero((rows >= self.min_rows) & (rows < len(codes)))
        if hidden.size == 0:
            most = f"at most {rows.max(initial=0)} rows in each of its {len(labels)} categories"
            rule = f"have a category with {self.min_rows} rows or more in column {self.column!r}, and further rows"
            fail("X", rule, most, "Lower min_rows or choose another column.")
        return codes, labels, hidden


def _column_of(X, column):
    """Return a column of any eager frame or of an array, by name or by position."""
    names = frame_columns(X)
    if names is None:
        X = X if hasattr(X, "dtype") else np.asarray(X, dtype=object)
        return X[:, check_choice("column", column, range(X.shape[1]))]
    if column not in names:
        column = names[check_choice("column", column, [*range(len(names))] if isinstance(column, int) else names)]
    if isinstance(X, pd.DataFrame):
        return X[column]
    return pd.Series(nw.from_native(X, eager_only=True)[column].to_list(), dtype=object)
