"""Rows of several kinds in many dimensions with their nearest and farthest distances, and real tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.metrics import pairwise_distances

from tiws_teach._validation import check_choice, check_count
from tiws_teach.curse import distance_contrast

KINDS = ("uniform", "five latent", "words, Zipf", "words, equal")
ALL_KINDS = (*KINDS, "uniform, Zipf")
DIMENSIONS = (2, 5, 10, 20, 50, 100, 200, 500, 1000)
LATENT, WORDS = 5, 100


@dataclass(frozen=True)
class OneQuery:
    """The distances from one query to all rows, and the contrasts of the other queries."""

    kind: str  # one of `KINDS`
    d: int  # number of dimensions
    metric: str
    distances: np.ndarray  # (n_rows,), from the query with the median contrast; in rising order
    contrast: float  # (farthest - nearest) / nearest, of this query
    quartiles: tuple[float, float]  # lower and upper quartile of the contrast over all queries


def cloud(kind: str, d: int, n_rows: int = 1000, n_queries: int = 50, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows and queries of one kind (Beyer et al., 1999, section 5; course notes, on sparse data)."""
    check_choice("kind", kind, ALL_KINDS)
    d, n = check_count("d", d, 1), check_count("n_rows", n_rows, 1) + check_count("n_queries", n_queries, 1)
    rng = np.random.default_rng(seed)
    if kind.startswith("uniform"):
        drawn = rng.random((n, d)) / (np.sqrt(np.arange(1, d + 1)) if kind == "uniform, Zipf" else 1)
    elif kind == "five latent":
        drawn = rng.random((n, LATENT)) @ rng.normal(size=(LATENT, d))
    else:
        frequencies = 1 / np.arange(1, d + 1) if kind == "words, Zipf" else np.ones(d)
        drawn = rng.multinomial(WORDS, frequencies / frequencies.sum(), size=n).astype(float)
    return drawn[n_queries:], drawn[:n_queries]


@lru_cache(maxsize=2)
def _kept_cloud(kind: str, d: int) -> tuple[np.ndarray, np.ndarray]:
    return cloud(kind, d)


@lru_cache(maxsize=256)
def one_query(kind: str, d: int, metric: str = "euclidean") -> OneQuery:
    """Return the distances of one query for a state of the explorer: 1,000 rows, 50 queries."""
    rows, queries = _kept_cloud(kind, d)
    contrasts = distance_contrast(rows, queries, metric)
    chosen = np.argsort(contrasts, kind="stable")[(len(queries) - 1) // 2]
    distances = np.sort(_distances(rows, queries[chosen : chosen + 1], metric)[0])
    low, high = np.sort(contrasts)[[len(queries) // 4, -1 - len(queries) // 4]]
    return OneQuery(kind, d, metric, distances, float(contrasts[chosen]), (float(low), float(high)))


def _distances(rows: np.ndarray, queries: np.ndarray, metric: str) -> np.ndarray:
    """Return all distances; the Euclidean one from the differences, the cosine one without rounding below 1e-14."""
    distances = pairwise_distances(queries, rows, "minkowski" if metric == "euclidean" else metric)
    return np.where(distances < 1e-14, 0.0, distances) if metric == "cosine" else distances


def contrast_by_kind(dimensions: Sequence[int], kinds: Sequence[str] = KINDS) -> pd.DataFrame:
    """Return the median contrast of 50 queries among 1,000 rows by dimension and kind of rows (Beyer et al., 1999)."""
    contrasts = {kind: [np.median(distance_contrast(*cloud(kind, d))) for d in dimensions] for kind in kinds}
    return pd.DataFrame(contrasts, index=pd.Index(dimensions, name="d"))


TABLES: dict[str, Callable[..., Any]] = {
    "wine": load_wine,
    "breast cancer": load_breast_cancer,
    "digits": load_digits,
}
_MOST = 600  # rows of digits: enough, and quick


def real_table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return at most 600 rows of a table, without columns in which one value fills more than 95 % of the rows."""
    X, y = TABLES[check_choice("name", name, tuple(TABLES))](return_X_y=True)
    X, y = X[:_MOST], y[:_MOST]
    commonest = np.array([np.unique(column, return_counts=True)[1].max() for column in X.T])
    return X[:, commonest <= 0.95 * len(X)], y
