"""Rows of several kinds in many dimensions, and how far their nearest and farthest rows lie: state -> result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach._validation import check_choice, check_count
from tiws_teach.curse import (
    ball_share,
    distance_contrast,
    points_to_cover,
    relative_spread,
    shell_share,
    side_for_share,
)

KINDS = ("uniform", "five latent", "words, Zipf", "words, equal")
ALL_KINDS = (*KINDS, "uniform, Zipf")
DIMENSIONS = (2, 5, 10, 20, 50, 100, 200, 500, 1000)
LATENT, WORDS = 5, 100


@dataclass(frozen=True)
class OneQuery:
    """The distances from one query to all rows, and what the other queries say.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    d : int
        Number of dimensions.
    metric : str
    distances : ndarray of shape (n_rows,)
        From the query whose contrast is the median of all queries; rising.
    contrast : float
        (farthest - nearest) / nearest, of this query.
    quartiles : (float, float)
        Of the contrast over all queries: a quarter of them lie below the first, a quarter above the second.
    spread : float
        Standard deviation over mean of the distances.
    """

    kind: str
    d: int
    metric: str
    distances: np.ndarray
    contrast: float
    quartiles: tuple[float, float]
    spread: float


def cloud(kind: str, d: int, n_rows: int = 1000, n_queries: int = 50, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows and queries of one kind.

    Source: Beyer et al. (1999), section 5; course notes, Curse of dimensionality, on sparse data.
    """
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
    """Return the distances of one query for a state of the explorer: 1,000 rows, 50 queries.

    Source: Beyer et al. (1999), section 3.
    """
    rows, queries = _kept_cloud(kind, d)
    contrasts = distance_contrast(rows, queries, metric)
    chosen = np.argsort(contrasts, kind="stable")[(len(queries) - 1) // 2]
    distances = np.sort(_distances(rows, queries[chosen : chosen + 1], metric)[0])
    low, high = np.sort(contrasts)[[len(queries) // 4, -1 - len(queries) // 4]]
    spread = float(relative_spread(distances))
    return OneQuery(kind, d, metric, distances, float(contrasts[chosen]), (float(low), float(high)), spread)


def _distances(rows: np.ndarray, queries: np.ndarray, metric: str) -> np.ndarray:
    """Return all distances; the Euclidean one from the differences, the cosine one without rounding below 1e-14."""
    found = pairwise_distances(queries, rows, "minkowski" if metric == "euclidean" else metric)
    return np.where(found < 1e-14, 0.0, found) if metric == "cosine" else found


def volumes(dimensions: Sequence[int], share: float = 0.01, depth: float = 0.05) -> pd.DataFrame:
    """Return what happens to the unit cube as the dimensions grow.

    Indexed by d. Columns: "corners", 2 ** d; "side", of the small cube; "shell" and "ball", shares of the volume.

    Source: course notes, Curse of dimensionality; Hastie, Tibshirani and Friedman (2009), section 2.5.
    """
    d = np.asarray(dimensions)
    columns = {
        "corners": [points_to_cover(int(each)) for each in d],
        "side": side_for_share(share, d),
        "shell": shell_share(depth, d),
        "ball": ball_share(d),
    }
    return pd.DataFrame(columns, index=pd.Index(d, name="d"))


def mean_and_spread(dimensions: Sequence[int], kind: str = "uniform", n_rows: int = 1000) -> pd.DataFrame:
    """Return mean, standard deviation and relative spread of the distances from 50 queries.

    Indexed by d. Each the mean over the queries.

    Source: Beyer et al. (1999), Theorem 1.
    """
    lines = []
    for d in dimensions:
        apart = _distances(*cloud(kind, d, n_rows), "euclidean")
        lines.append((apart.mean(), apart.std(axis=1).mean(), relative_spread(apart).mean()))
    return pd.DataFrame(
        lines, index=pd.Index(dimensions, name="d"), columns=["mean", "standard deviation", "relative spread"]
    )


def contrast_by_metric(
    dimensions: Sequence[int],
    metrics: Sequence[str] = ("euclidean", "manhattan", "cosine"),
    kind: str = "uniform",
    n_rows: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the median contrast of 50 queries by dimension and metric.

    Indexed by d.

    Source: Beyer et al. (1999), section 3.
    """
    lines = []
    for d in dimensions:
        rows, queries = cloud(kind, d, n_rows, seed=seed)
        lines.append([np.median(distance_contrast(rows, queries, metric)) for metric in metrics])
    return pd.DataFrame(lines, index=pd.Index(dimensions, name="d"), columns=list(metrics))


def contrast_by_kind(
    dimensions: Sequence[int], kinds: Sequence[str] = KINDS, metric: str = "euclidean", seed: int = 0
) -> pd.DataFrame:
    """Return the median contrast of 50 queries among 1,000 rows by dimension and kind of rows.

    Indexed by d.

    Source: Beyer et al. (1999), section 3; course notes, Curse of dimensionality, on sparse data.
    """
    columns = {kind: contrast_by_metric(dimensions, [metric], kind, seed=seed)[metric] for kind in kinds}
    return pd.DataFrame(columns)


def contrast_by_rows(sizes: Sequence[int], dimensions: Sequence[int]) -> pd.DataFrame:
    """Return the median contrast of 50 queries among uniform rows, by number of rows and dimension.

    Indexed by n.
    """
    columns = [contrast_by_metric(dimensions, ["euclidean"], n_rows=n)["euclidean"] for n in sizes]
    return pd.DataFrame(columns, index=pd.Index(sizes, name="n"))


def share_of_zeros(d: int, kinds: Sequence[str] = KINDS) -> pd.Series:
    """Return the share of zeros among the entries of 1,000 rows by kind.

    Indexed by kind.
    """
    return pd.Series({kind: float((cloud(kind, d)[0] == 0).mean()) for kind in kinds}, name="zeros")


def share_of_first(count: int, d: int, kinds: Sequence[str] = KINDS) -> pd.Series:
    """Return the share of the mean squared distance of two rows that the first columns make up, by kind.

    Indexed by kind. The mean squared distance is twice the sum of the columns' variances.
    """
    spreads = {kind: cloud(kind, d)[0].var(axis=0) for kind in kinds}
    return pd.Series({kind: float(spread[:count].sum() / spread.sum()) for kind, spread in spreads.items()})


def contrast_beside_accuracy(
    dimensions: Sequence[int], shift: float = 0.2, n_rows: int = 1000, *, n_new: int = 1000, n_seeds: int = 1
) -> pd.DataFrame:
    """Return contrast and accuracy of five neighbours where every column tells the two classes a little apart.

    Indexed by d. Columns: "contrast", the median over 50 of the rows to judge on, and "accuracy".

    Source: Beyer et al. (1999), section 4, on classes that are well apart.
    """
    n, seeds = check_count("n_rows", n_rows, 5) + check_count("n_new", n_new, 1), check_count("n_seeds", n_seeds, 1)
    y = np.arange(n) % 2
    lines = []
    for d in dimensions:
        found = []
        for seed in range(seeds):
            X = np.random.default_rng(seed).normal(size=(n, d)) + shift * (2 * y - 1)[:, np.newaxis]
            knn = KNeighborsClassifier(5).fit(X[:n_rows], y[:n_rows])
            contrast = np.median(distance_contrast(X[:n_rows], X[n_rows : n_rows + 50]))
            found.append((contrast, knn.score(X[n_rows:], y[n_rows:])))
        lines.append(np.mean(found, axis=0))
    return pd.DataFrame(lines, index=pd.Index(dimensions, name="d"), columns=["contrast", "accuracy"])
