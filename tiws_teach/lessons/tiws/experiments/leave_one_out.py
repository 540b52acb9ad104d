"""Leave one category out: hide each in turn, and hold what TIWS says against the simplest baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from tiws_teach._validation import check_count
from tiws_teach.lessons.tiws.experiments.hidden import hide_category
from tiws_teach.tiws import size_correlation
from tiws_teach.tiws.similarities import SIMILARITIES


def hide_each(
    X: pd.DataFrame,
    y: pd.Series,
    features: Sequence[str],
    methods: Mapping[str, tuple[str, float]],
    *,
    min_rows: int = 1,
) -> pd.DataFrame:
    """Hide every category of some features in turn, and lay estimates and truth side by side.

    One row for each hidden category: feature, category, rows, truth, overall mean, unweighted mean of the seen
    estimates, one column for each method, and "regression", see `regression_estimate`.
    """
    check_count("min_rows", min_rows, 1)
    found = []
    for feature in features:
        sizes = X[feature].value_counts().sort_index()
        for category, rows in sizes[sizes >= min_rows].items():
            results = {
                name: hide_category(X, y, feature, category, similarity=similarity, sharpness=sharpness)
                for name, (similarity, sharpness) in methods.items()
            }
            first = next(iter(results.values()))
            found.append(
                {
                    "feature": feature,
                    "category": category,
                    "rows": rows,
                    "truth": first.truth,
                    "overall mean": first.overall,
                    "mean of categories": first.table["estimate"].mean(),
                    **{name: result.estimate for name, result in results.items()},
                    "regression": regression_estimate(X, y, feature, category),
                }
            )
    return pd.DataFrame(found)


def regression_estimate(X: pd.DataFrame, y: pd.Series, feature: str, category: Any) -> float:
    """Return the mean prediction for a hidden category by a logistic regression on the other features."""
    hidden = (X[feature] == category).to_numpy()
    others = X.drop(columns=feature)
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(max_iter=1000))
    model.fit(others[~hidden], y[~hidden])
    return float(model.predict_proba(others[hidden])[:, 1].mean())


def neighbor_shares(X: pd.DataFrame, feature: str, category: Any, n_neighbors: int) -> pd.Series:
    """Return the share of each seen category among the nearest training rows of the hidden ones.

    Rows are compared by the number of other features in which they differ. Rows of categories are often equally near:
    those that tie for the last places share them, so that the answer is the mean over all ways to break the tie.

    Indexed by seen category; sums to 1. The weights p_jk of the paper's remark on kNN..

    Source: Bang et al. (2020), Algorithmic Complexity and Relation to kNN.
    """
    hidden = (X[feature] == category).to_numpy()
    check_count("n_neighbors", n_neighbors, 1, int((~hidden).sum()))
    others = X.drop(columns=feature).apply(lambda column: pd.factorize(column)[0]).to_numpy()
    labels = X.loc[~hidden, feature].to_numpy()
    patterns, repeats = np.unique(others[hidden], axis=0, return_counts=True)
    weights = sum(
        count * _shared_places((others[~hidden] != pattern).sum(axis=1), n_neighbors)
        for pattern, count in zip(patterns, repeats, strict=True)
    )
    return pd.Series(weights, index=labels, name="share").groupby(level=0).sum() / (n_neighbors * hidden.sum())


def _shared_places(distance: np.ndarray, k: int) -> np.ndarray:
    """Return how much of each row is among the k nearest: 1, 0, or an equal part of the places that ties share."""
    last = np.partition(distance, k - 1)[k - 1]
    nearer, tied = distance < last, distance == last
    return nearer + tied * (k - nearer.sum()) / tied.sum()


def neighbor_table(X: pd.DataFrame, feature: str, category: Any, numbers: Sequence[int]) -> pd.DataFrame:
    """Return `neighbor_shares` for several numbers of neighbours, one column each.

    Source: Bang et al. (2020), Algorithmic Complexity and Relation to kNN.
    """
    return pd.DataFrame({f"kNN, k = {k}": neighbor_shares(X, feature, category, k) for k in numbers})


def error_ratios(hidden: pd.DataFrame) -> pd.Series:
    """Return each method's mean error over hidden categories, divided by that of the overall mean."""
    errors = absolute_errors(hidden).mean()
    return errors.div(errors["overall mean"]).rename("mean error")


def size_correlations(X: pd.DataFrame, y: pd.Series, feature: str) -> pd.DataFrame:
    """Return, for each hidden category and each similarity, its rank correlation with closeness in size."""
    found = {}
    for name in SIMILARITIES:
        hidden = {label: hide_category(X, y, feature, label, similarity=name) for label in sorted(X[feature].unique())}
        found[name] = {
            label: size_correlation(result.table["similarity"].to_numpy(), result.table["rows"].to_numpy(), result.rows)
            for label, result in hidden.items()
        }
    return pd.DataFrame(found)


def absolute_errors(hidden: pd.DataFrame) -> pd.DataFrame:
    """Return |estimate - truth| of each method for each hidden category."""
    estimates = hidden.drop(columns=["feature", "category", "rows", "truth"])
    return estimates.sub(hidden["truth"], axis=0).abs()
