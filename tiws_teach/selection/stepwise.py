"""Add the column that helps most, or remove the one that is missed least, again and again.

d    number of columns      m    number of columns at the end      K    number of folds

The score of the winner is the largest of many noisy ones, so it is too optimistic.
"""

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import is_classifier
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv, cross_val_score

from tiws_teach._docs import documented
from tiws_teach._tables import as_frame, check_informative, labels_of
from tiws_teach._validation import check_choice, check_count, check_same_index, fail
from tiws_teach.selection.result import SelectionPath

ROUNDING = 1e-12  # mean scores no further apart are listed as tied


def number_of_fits(n_columns: int, n_selected: int, n_folds: int, direction: str = "forward") -> int:
    """Return the number of fits: K (d + (d - 1) + ... + (d - m + 1)) forward, K (1 + d + ... + (m + 1)) backward.

    Parameters
    ----------
    n_columns : int
        d, at least 1.
    n_selected : int
        m, in [1, d].
    n_folds : int
        K, at least 2.
    direction : {"forward", "backward"}, default="forward"
        Backward also fits the model with all columns.

    Returns
    -------
    int

    Examples
    --------
    >>> number_of_fits(10, 3, 5), number_of_fits(10, 3, 5, "backward")
    (135, 250)

    Source: course notes, Feature importance and forward feature selection, time complexity.
    Equation: 12.2.
    """
    d = check_count("n_columns", n_columns, 1)
    m, folds = check_count("n_selected", n_selected, 1, d), check_count("n_folds", n_folds, 2)
    if check_choice("direction", direction, ("forward", "backward")) == "forward":
        return folds * sum(range(d - m + 1, d + 1))
    return folds * (1 + sum(range(m + 1, d + 1)))


@documented
def forward_selection(
    estimator: Any, X: Any, y: Any, n_features: int | None = None, *, cv: Any = 5, scoring: Any = None
) -> SelectionPath:
    """Start without columns; in each step add the column with which the cross-validated score is highest.

    {selection}

    Source: course notes, Feature importance and forward feature selection; Guyon and Elisseeff (2003), section 4.2.
    Equation: 12.1.
    """
    search = _Search(estimator, X, y, cv, scoring)
    wanted = search.d if n_features is None else check_count("n_features", n_features, 1, search.d)
    selected: list[Any] = []
    while len(selected) < wanted:
        candidates = [name for name in search.names if name not in selected]
        scores = np.array([search.scores([*selected, name]) for name in candidates])  # a column for each fold
        best = first_best(pd.Series(scores.mean(axis=1)))  # the one further left if two are equal
        selected.append(candidates[best])
        search.keep(len(selected), candidates, scores, best)
    path = search.path()
    size = wanted if n_features is not None else first_best(path["score"])
    return SelectionPath(selected[:size], path, search.by_fold(), "forward", search.fits)


@documented
def backward_selection(
    estimator: Any, X: Any, y: Any, n_features: int | None = None, *, cv: Any = 5, scoring: Any = None
) -> SelectionPath:
    """Start with all columns; in each step remove the column without which the cross-validated score is highest.

    {selection}

    Source: course notes, Feature importance and forward feature selection; Guyon and Elisseeff (2003), section 4.2.
    Equation: 12.3.
    """
    search = _Search(estimator, X, y, cv, scoring)
    wanted = 1 if n_features is None else check_count("n_features", n_features, 1, search.d)
    remaining = search.names
    sets = {search.d: remaining}
    search.keep(search.d, [None], np.array([search.scores(remaining)]), 0)
    for size in range(search.d - 1, wanted - 1, -1):
        without = [[other for other in remaining if other != name] for name in remaining]
        scores = np.array([search.scores(columns) for columns in without])
        best = first_best(pd.Series(scores.mean(axis=1)))
        search.keep(size, remaining, scores, best)
        remaining = sets[size] = without[best]
    path = search.path()
    size = wanted if n_features is not None else first_best(path["score"].sort_index())
    return SelectionPath(sets[size], path, search.by_fold(), "backward", search.fits)


class _Search:
    """The rows, the folds and the record of one selection."""

    def __init__(self, estimator: Any, X: Any, y: Any, cv: Any, scoring: Any) -> None:
        if isinstance(estimator, type) or not hasattr(estimator, "fit"):
            advice = "Pass an instance such as KNeighborsClassifier(5)."
            fail("estimator", "be a classifier or regressor with fit", repr(estimator), advice, TypeError)
        check_same_index(X, y)
        frame = as_frame(X)
        check_informative(frame, "X")
        self.X = frame if isinstance(X, pd.DataFrame) else frame.to_numpy()
        self.y = labels_of(y, len(frame)).to_numpy()
        self.names, self.d = frame.columns.tolist(), frame.shape[1]
        self.estimator, self.scorer, self.fits = estimator, check_scoring(estimator, scoring), 0
        self.folds = list(check_cv(cv, self.y, classifier=is_classifier(estimator)).split(self.X, self.y))
        if not self.folds:
            fail("cv", "give at least one fold", repr(cv), "Pass a number of folds, such as 5.")
        if is_classifier(estimator):
            _check_classes(self.y, (train for train, _ in self.folds))
        self.record: list[dict[str, Any]] = []
        self.of_folds: list[np.ndarray] = []

    def scores(self, columns: Collection[Any]) -> np.ndarray:
        """Return the score of each fold, with the columns in the order of X."""
        places = [j for j, name in enumerate(self.names) if name in columns]
        X = self.X.iloc[:, places] if isinstance(self.X, pd.DataFrame) else self.X[:, places]
        self.fits += len(self.folds)
        scores = cross_val_score(self.estimator, X, self.y, cv=self.folds, scoring=self.scorer, error_score="raise")
        if not np.isfinite(scores).all():
            advice = "Use another scoring, or folds in which it is defined, such as StratifiedKFold."
            fail("scoring", "give a finite score in each fold", scores[~np.isfinite(scores)][0], advice)
        return scores

    def keep(self, size: int, candidates: list[Any], scores: np.ndarray, best: int) -> None:
        """Note a step: the size of the model, the column that came or went, and its scores."""
        means, column = scores.mean(axis=1), candidates[best]
        tied = tuple(name for name, mean in zip(candidates, means, strict=True) if mean >= means.max() - ROUNDING)
        others = tuple(name for name in tied if name != column)
        row = {"n_columns": size, "column": column, "score": means[best], "sd": scores[best].std(ddof=1)}
        self.record.append({**row, "tied": others, "fits": self.fits})
        self.of_folds.append(scores[best])

    def path(self) -> pd.DataFrame:
        """Return the record as a table."""
        columns = pd.Series([step["column"] for step in self.record], dtype=object)  # None stays None
        return pd.DataFrame(self.record).assign(column=columns).set_index("n_columns")

    def by_fold(self) -> pd.DataFrame:
        """Return the scores of each step's winner."""
        return pd.DataFrame(self.of_folds, index=self.path().index)


def _check_classes(y: np.ndarray, training: Iterable[np.ndarray]) -> None:
    """Refuse folds whose training rows have one class."""
    for fold, rows in enumerate(training):
        classes = pd.unique(y[rows]).tolist()
        if len(classes) < 2:
            rule = "have two classes among the training rows of each fold"
            advice = "Use StratifiedKFold(shuffle=True), or fewer folds."
            fail("y", rule, f"{classes[0]!r} alone in fold {fold}", advice)


def first_best(scores: pd.Series) -> int:
    """Return the first index with the highest score; scores that differ by rounding are equal."""
    return int(scores.index[np.argmax(scores.to_numpy() >= scores.max() - ROUNDING)])
