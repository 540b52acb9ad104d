"""Hide a category and estimate it with TIWS: settings -> result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach import datasets
from tiws_teach._validation import fail
from tiws_teach.tiws import (
    category_similarity,
    document_matrix,
    target_estimates,
    unseen_estimates,
    unseen_weights,
)

CODES_SEED = 1


@dataclass(frozen=True)
class HiddenCategory:
    """The inputs and the estimate of a category whose target was hidden."""

    feature: str
    category: str
    similarity_name: str  # "tfidf" or "conditional" or "hellinger"
    sharpness: float
    document: pd.DataFrame  # D of the feature; the hidden category is the last row
    table: pd.DataFrame  # rows, similarity, weight, estimate
    rows: float  # rows of the hidden category
    # the weighted mean, the mean of the hidden rows, the mean of all other rows; in units of the target
    estimate: float
    truth: float
    overall: float


def hide_category(
    X: pd.DataFrame,
    y: pd.Series,
    feature: str,
    category: Any,
    *,
    similarity: str = "tfidf",
    sharpness: float = 1.0,
    sizes: Mapping[Any, float] | None = None,
    smooth: float = 1.0,
) -> HiddenCategory:
    """Hide the target of one category's rows and estimate it from the other categories (Bang et al., 2020)."""
    hidden = (X[feature] == category).to_numpy()
    if not 0 < hidden.sum() < len(X):
        fail("category", f"occur in {feature!r} next to others", repr(category), "Choose another category.")
    document = document_matrix(X[~hidden], feature, X[hidden]).astype(float)
    factors = pd.Series(sizes or {}, dtype=float).reindex(document.index, fill_value=1.0)
    document = document.mul(factors, axis=0)
    s = category_similarity(document, similarity, rows_of=[len(document) - 1])
    estimates = target_estimates(X.loc[~hidden, feature], y[~hidden], smooth)
    weights = unseen_weights(s, len(estimates), sharpness=sharpness)
    table = pd.DataFrame(
        {
            "rows": X.loc[~hidden, feature].value_counts().mul(factors).reindex(estimates.index),
            "similarity": s.iloc[0, :-1],
            "weight": weights.iloc[0],
            "estimate": estimates,
        }
    )
    return HiddenCategory(
        feature,
        category,
        similarity,
        sharpness,
        document,
        table,
        float(hidden.sum() * factors[category]),
        float(unseen_estimates(weights, estimates).iloc[0]),
        float(y[hidden].mean()),
        float(y[~hidden].mean()),
    )


def size_path(
    X: pd.DataFrame,
    y: pd.Series,
    feature: str,
    category: Any,
    resized: Any,
    *,
    similarity: str = "tfidf",
    factors: Sequence[float] = tuple(np.geomspace(0.1, 10, 21)),
) -> pd.DataFrame:
    """Return the similarity to each seen category while one category has a tenth to ten times its rows."""
    document = hide_category(X, y, feature, category).document
    scale = np.ones((len(factors), len(document)))
    scale[:, document.index.get_loc(resized)] = factors
    rows_of = [len(document) - 1]
    path = [category_similarity(document.mul(sizes, axis=0), similarity, rows_of).iloc[0, :-1] for sizes in scale]
    rows = np.multiply(factors, (X[feature] == resized).sum())
    return pd.DataFrame(path).set_index(pd.Index(rows, name="rows"))


@cache
def queenstown_path(resized: str, similarity: str) -> pd.DataFrame:
    """Return `size_path` of the ports with Queenstown hidden; each setting is computed once."""
    return size_path(*hideable()["by port: embarked = Q"], resized, similarity=similarity)


@cache
def hideable() -> dict[str, tuple[pd.DataFrame, pd.Series, str, str]]:
    """Return each category of three small data sets under its name in the explorer: rows, target, feature, category."""
    ports, voyage = datasets.load("titanic_ports"), datasets.load("titanic_voyage")
    codes = small_codes()
    categories = {}
    for name, X, y, features in (
        ("by port", ports.data, ports.target, ["embarked", "class", "sex"]),
        ("by age", voyage.data, voyage.target, ["class", "sex", "age"]),
        ("codes", codes.data[["group", "x_1", "x_2", "x_3"]], codes.target, ["group"]),
    ):
        for feature in features:
            for category in sorted(X[feature].unique()):
                categories[f"{name}: {feature} = {category}"] = (X, y, feature, category)
    return categories


@cache
def small_codes() -> Any:
    """Return the simulated codes of the lesson: six chapters of three groups of two codes, 3,000 rows."""
    return datasets.make_codes(3000, n_chapters=6, n_groups=3, n_codes=2, zipf=0.5, random_state=CODES_SEED)
