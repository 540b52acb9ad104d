"""Add the column that helps most, or remove the one that is missed least, again and again.

d    number of columns      m    number of columns at the end      K    number of folds

Both searches judge a set of columns by cross-validation inside the rows that they are given. The score of the winner is
the largest of many noisy ones: it is too optimistic. Only rows that took no part in the selection say how good it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone, is_classifier
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv

from tiws_teach._tables import as_frame, check_informative, labels_of
from tiws_teach._validation import check_choice, check_count, check_same_index, fail
from tiws_teach.selection.result import SelectionPath

ROUNDING = 1e-12
"""Mean scores no further apart are listed as tied."""


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


def forward_selection(
    estimator: Any, X: Any, y: Any, n_features: int | None = None, *, cv: Any = 5, scoring: Any = None
) -> SelectionPath:
    """Start without columns; in each step add the column with which the cross-validated score is highest.

    Pass training rows only: the search uses y, and rows that it has seen can no longer test its result.

    Parameters
    ----------
    estimator : classifier or regressor
        Cloned for each fit; may be a pipeline.
    X : DataFrame or array-like of shape (n_rows, n_features)
        Missing values and categories if the estimator handles them.
    y : array-like of shape (n_rows,)
    n_features : int or None, default=None
        Number of columns to select. None goes on to all columns and selects the number with the highest score, the
        smaller one if two are tied.
    cv : int or splitter, default=5
        As in `sklearn.model_selection.cross_val_score`; all sets of columns are judged on the same folds.
    scoring : str or callable or None, default=None
        A scorer of scikit-learn; None uses the estimator's own score.

    Returns
    -------
    SelectionPath
        `selected` in order, `path`, `n_fits`; prints, draws and exports itself.

    Raises
    ------
    TypeError
        If the estimator has no fit or X is sparse.
    ValueError
        If a column is constant or without a value, y has another length, n_features is out of bounds, a fold's
        training rows have one class, or a score is NaN or infinite.

    Source: course notes, Feature importance and forward feature selection; Guyon and Elisseeff (2003), section 4.2.
    Equation: 12.1.
    """
    search = _Search(estimator, X, y, cv, scoring)
    wanted = search.d if n_features is None else check_count("n_features", n_features, 1, search.d)
    chosen: list[Any] = []
    for _ in range(wanted):
        left = [name for name in search.names if name not in chosen]
        winner = search.step(left, lambda name: [*chosen, name])
        chosen.append(winner)
        search.keep(len(chosen), winner)
    path = search.path()
    best = wanted if n_features is not None else first_best(path["score"])
    return SelectionPath(chosen[:best], path, search.by_fold(), "forward", search.fits)


def backward_selection(
    estimator: Any, X: Any, y: Any, n_features: int | None = None, *, cv: Any = 5, scoring: Any = None
) -> SelectionPath:
    """Start with all columns; in each step remove the column without which the cross-validated score is highest.

    Pass training rows only: the search uses y, and rows that it has seen can no longer test its result.

    Parameters
    ----------
    estimator : classifier or regressor
        Cloned for each fit; may be a pipeline.
    X : DataFrame or array-like of shape (n_rows, n_features)
        Missing values and categories if the estimator handles them.
    y : array-like of shape (n_rows,)
    n_features : int or None, default=None
        Number of columns to keep. None goes on to a single column and selects the number with the highest score, the
        smaller one if two are tied.
    cv : int or splitter, default=5
        As in `sklearn.model_selection.cross_val_score`; all sets of columns are judged on the same folds.
    scoring : str or callable or None, default=None
        A scorer of scikit-learn; None uses the estimator's own score.

    Returns
    -------
    SelectionPath
        `selected` in the order of X, `path`, `n_fits`; prints, draws and exports itself.

    Raises
    ------
    TypeError
        If the estimator has no fit or X is sparse.
    ValueError
        If a column is constant or without a value, y has another length, n_features is out of bounds, a fold's
        training rows have one class, or a score is NaN or infinite.

    Source: course notes, Feature importance and forward feature selection; Guyon and Elisseeff (2003), section 4.2.
    Equation: 12.3.
    """
    search = _Search(estimator, X, y, cv, scoring)
    wanted = 1 if n_features is None else check_count("n_features", n_features, 1, search.d)
    sets = {search.d: list(search.names)}
    search.step([None], lambda _: search.names)
    search.keep(search.d, None)
    for size in range(search.d, wanted, -1):
        now = sets[size]
        loser = search.step(now, lambda name, now=now: [other for other in now if other != name])
        sets[size - 1] = [name for name in now if name != loser]
        search.keep(size - 1, loser)
    path = search.path()
    best = wanted if n_features is not None else first_best(path["score"].sort_index())
    return SelectionPath(sets[best], path, search.by_fold(), "backward", search.fits)


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
        self.place = {name: j for j, name in enumerate(self.names)}
        self.estimator, self.scorer, self.fits = estimator, check_scoring(estimator, scoring), 0
        self.folds = list(check_cv(cv, self.y, classifier=is_classifier(estimator)).split(self.X, self.y))
        if not self.folds:
            fail("cv", "give at least one fold", repr(cv), "Pass a number of folds, such as 5.")
        if is_classifier(estimator):
            _check_classes(self.y, (train for train, _ in self.folds))
        self.record: list[dict[str, Any]] = []
        self.scores: list[np.ndarray] = []

    def step(self, candidates: list[Any], columns_with: Any) -> Any:
        """Return the candidate whose set of columns scores highest; the one further left in X if scores are equal."""
        found = np.array([self._scored(columns_with(name)) for name in candidates])
        means = found.mean(axis=1)
        best = int(np.argmax(means))
        tied = tuple(name for i, name in enumerate(candidates) if i != best and means[i] >= means[best] - ROUNDING)
        self.scores.append(found[best])
        self.record.append({"score": means[best], "sd": found[best].std(ddof=1), "tied": tied, "fits": self.fits})
        return candidates[best]

    def _scored(self, columns: Iterable[Any]) -> list[float]:
        """Return the score of each fold, with the columns in the order of X: `cross_val_score` without its overhead."""
        places = sorted(self.place[name] for name in columns)
        X = self.X.iloc[:, places] if isinstance(self.X, pd.DataFrame) else self.X[:, places]
        self.fits += len(self.folds)
        return [self._score(X, *fold) for fold in self.folds]

    def _score(self, X: Any, train: np.ndarray, test: np.ndarray) -> float:
        """Return the score of a model that is fitted to the training rows of a fold; refuse an undefined one."""
        old, new = (X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows] for rows in (train, test))
        score = float(self.scorer(clone(self.estimator).fit(old, self.y[train]), new, self.y[test]))
        if not np.isfinite(score):
            advice = "Use another scoring, or folds in which it is defined, such as StratifiedKFold."
            fail("scoring", "give a finite score in each fold", score, advice)
        return score

    def keep(self, size: int, column: Any) -> None:
        """Note the size of the model after the last step, and the column that came or went."""
        self.record[-1] |= {"n_columns": size, "column": column}

    def path(self) -> pd.DataFrame:
        """Return the record as a table."""
        columns = pd.Series([step["column"] for step in self.record], dtype=object)  # None stays None
        steps = pd.DataFrame(self.record).assign(column=columns)
        return steps.set_index("n_columns")[["column", "score", "sd", "tied", "fits"]]

    def by_fold(self) -> pd.DataFrame:
        """Return the scores of each step's winner."""
        return pd.DataFrame(self.scores, index=self.path().index)


def _check_classes(y: np.ndarray, training: Iterable[np.ndarray]) -> None:
    """Refuse folds whose training rows have one class."""
    for fold, rows in enumerate(training):
        found = pd.unique(y[rows]).tolist()
        if len(found) < 2:
            advice = "Use StratifiedKFold(shuffle=True), or fewer folds."
            fail(
                "y",
                "have two classes among the training rows of each fold",
                f"{found[0]!r} alone in fold {fold}",
                advice,
            )


def first_best(scores: pd.Series) -> int:
    """Return the smallest number of columns with the highest score."""
    return int(scores.index[np.argmax(scores.to_numpy() >= scores.max() - ROUNDING)])
