"""Explain a prediction by its neighbours: who they are, and in which columns they differ from the query."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from tiws_teach._tables import as_frame, labels_of, same_columns
from tiws_teach._validation import check_count, check_same_index, fail


@dataclass(frozen=True)
class NeighborExplanation:
    """The neighbours of one query, nearest first, and how they differ from it.

    Attributes
    ----------
    query : Series of shape (n_features,)
        The query's values.
    prediction : object
        What the estimator predicts for it.
    neighbors : DataFrame of shape (n_neighbors, 2 + n_features)
        "distance", as the estimator measures it; "label", the target; then the values of the neighbour.
    differences : DataFrame of shape (n_neighbors, n_features)
        Neighbour minus query, in units of the columns; NaN for categories and missing values.
    standardized : DataFrame of shape (n_neighbors, n_features)
        The same in standard deviations of the training column (divided by n_rows); 0 for equal values.

    Source: course notes, Interpretability.
    """

    query: pd.Series
    prediction: Any
    neighbors: pd.DataFrame
    differences: pd.DataFrame
    standardized: pd.DataFrame

    def to_frame(self) -> pd.DataFrame:
        """Return the doctor's table: one row for each neighbour and column, the nearest neighbour first.

        Returns
        -------
        DataFrame
            rank (from 1), row, distance, label, column, query, neighbor, difference, standardized.
        """
        rows = []
        heads = self.neighbors.iloc[:, :2].rename_axis("row").reset_index().to_dict("records")
        for i, head in enumerate(heads):
            for j, column in enumerate(self.query.index):
                values = {"query": self.query.iloc[j], "neighbor": self.neighbors.iloc[i, 2 + j]}
                gaps = {"difference": self.differences.iloc[i, j], "standardized": self.standardized.iloc[i, j]}
                rows.append({"rank": i + 1, **head, "column": column, **values, **gaps})
        return pd.DataFrame(rows)

    def plot(self, ax: Any = None) -> Any:
        """Draw the differences in standard deviations: a marker for each neighbour, a colour for each label.

        Parameters
        ----------
        ax : matplotlib Axes or None, default=None
            None draws on a new figure that leaves room for the names of the columns.

        Returns
        -------
        matplotlib Axes
        """
        table = self.standardized.T
        table.columns = [f"{rank}: {label}" for rank, label in enumerate(self.neighbors["label"], start=1)]
        style = ["os^Dv*Px<>"[i % 10] for i in range(table.shape[1])]
        color = [f"C{code}" for code in pd.factorize(self.neighbors["label"], use_na_sentinel=False)[0]]
        limits = (-0.5, len(table) - 0.5)
        axes = table.reset_index(drop=True).plot(style=style, color=color, ax=ax, xlim=limits, rot=60)
        axes.set_xticks(range(len(table)), [str(column) for column in table.index], ha="right")
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set(ylabel="neighbour - query, sd", title=f"prediction: {self.prediction}")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))  # beside the markers, which can be anywhere
        if ax is None:
            axes.figure.set_layout_engine("constrained")  # long names of columns need room below
        return axes

    def __str__(self) -> str:
        values = pd.DataFrame([["-", self.prediction, *self.query]], ["query"], self.neighbors.columns)
        return pd.concat([values.astype(object), self.neighbors.astype(object)]).to_string()


def explain_neighbors(
    estimator: Any, X_train: Any, y_train: Any, query: Any, n_neighbors: int | None = None
) -> NeighborExplanation:
    """Return the neighbours on which a prediction rests, and their differences from the query in each column.

    Parameters
    ----------
    estimator : classifier or regressor
        Fitted to X_train and y_train, with `kneighbors`; or a pipeline that ends with one, whose other steps transform
        the columns for the search. The table shows the columns as given, before these steps.
    X_train : DataFrame or array-like of shape (n_rows, n_features)
        Numbers in their own units; categories and missing values if the pipeline handles them.
    y_train : array-like of shape (n_rows,)
        Targets.
    query : Series, dict, DataFrame of one row, or array-like of shape (n_features,)
        A Series, a dict or a frame is matched by the names of its columns.
    n_neighbors : int or None, default=None
        In [1, n_rows]; None asks for as many as the estimator uses.

    Returns
    -------
    NeighborExplanation
        Prints as a table, draws itself with `plot`, and has `to_frame`.

    Source: course notes, Interpretability.
    """
    X = as_frame(X_train, "X_train")
    y = labels_of(y_train, len(X), "y_train", "X_train")
    check_same_index(X_train, y_train, ("X_train", "y_train"))
    row = _one_row(query, X)
    asked = row if isinstance(X_train, pd.DataFrame) else row.to_numpy()
    distances, rows = _search(estimator, len(X), asked, n_neighbors)
    near = X.iloc[rows]
    gaps, sd = _differences(X, near, row), _deviations(X)
    scaled = gaps.div(sd).mask(gaps == 0, 0.0)
    table = pd.concat([pd.DataFrame({"distance": distances, "label": y.to_numpy()[rows]}, near.index), near], axis=1)
    return NeighborExplanation(row.iloc[0], estimator.predict(asked)[0], table, gaps, scaled)


def _one_row(query: Any, X: pd.DataFrame) -> pd.DataFrame:
    """Return the query as a frame of one row with the columns and types of X."""
    if isinstance(query, Mapping):
        query = pd.DataFrame([query])
    elif isinstance(query, pd.Series):
        query = query.to_frame().T
    elif not isinstance(query, pd.DataFrame):
        query = np.asarray(query).reshape(1, -1) if np.ndim(query) == 1 else query
    row = same_columns(query, X, "query", "X_train")
    if len(row) != 1:
        fail("query", "be a single row", f"{len(row)} rows", "Explain one query at a time, such as X.iloc[[0]].")
    row = row.copy()
    for name in _numeric(X):  # a row of mixed types holds objects
        row[name] = pd.to_numeric(row[name])
    return row


def _search(estimator: Any, n_rows: int, query: Any, n_neighbors: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Return distances and row numbers of the neighbours, in the columns that the last step of a pipeline sees."""
    is_pipeline = isinstance(estimator, Pipeline)
    last = estimator[-1] if is_pipeline else estimator
    if not hasattr(last, "kneighbors"):
        advice = "Pass KNeighborsClassifier or a pipeline that ends with it."
        fail("estimator", "list neighbours with kneighbors", repr(estimator), advice, TypeError)
    check_is_fitted(last)
    if getattr(last, "metric", None) == "precomputed":
        advice = "Its rows have no columns to compare."
        fail("estimator", "measure distances between columns", 'metric="precomputed"', advice)
    known = getattr(last, "n_samples_fit_", n_rows)
    if known != n_rows:
        fail("X_train", f"be the {known} rows that the estimator was fitted to", n_rows, "Pass the same rows.")
    if n_neighbors is not None:
        check_count("n_neighbors", n_neighbors, 1, n_rows)
    seen = estimator[:-1].transform(query) if is_pipeline and len(estimator) > 1 else query
    distances, rows = last.kneighbors(seen, n_neighbors)
    return distances[0], rows[0]


def _differences(X: pd.DataFrame, near: pd.DataFrame, row: pd.DataFrame) -> pd.DataFrame:
    """Return neighbour minus query for columns of numbers, and NaN for the others."""
    gaps = pd.DataFrame(np.nan, near.index, X.columns)
    for name in _numeric(X):
        values, own = (table[name].to_numpy(dtype=float, na_value=np.nan) for table in (near, row))
        gaps[name] = values - own
    return gaps


def _deviations(X: pd.DataFrame) -> pd.Series:
    """Return the standard deviation of each column of numbers; NaN for constant columns and categories."""
    sd = X[_numeric(X)].astype(float).std(ddof=0)
    return sd.where(sd > 0).reindex(X.columns)


def _numeric(X: pd.DataFrame) -> list[Any]:
    return [name for name, kind in X.dtypes.items() if pd.api.types.is_numeric_dtype(kind)]
