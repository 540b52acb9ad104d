"""Wines with added columns of three kinds and what neighbours make of them; rows of several kinds; real tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.decomposition import PCA
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.svm import SVC

from tiws_teach._validation import check_choice, check_count
from tiws_teach.curse import distance_contrast

ADDED = (0, 10, 30, 100, 1000)
COLUMNS = ("useless", "a little each", "copies")
WAYS = ("neighbours", "cosine", "ranking", "PCA")
RIVAL = "logistic regression"
SHOWN = (*WAYS, RIVAL)
DRAW = 3
"""Seed of the added columns and folds: of the first eight, the one with accuracies nearest to their mean."""
BOTTLE = 142
"""The wine from which the explorer looks: useless columns take its neighbours away one after the other."""


@dataclass(frozen=True)
class OneWine:
    """The other wines as one of them sees them, and the accuracy over all wines."""

    columns: str  # one of `COLUMNS`
    added: int
    way: str  # one of `WAYS`
    distance: np.ndarray  # to each wine of the training set; the median is 1
    cultivar: np.ndarray
    is_near: np.ndarray  # of the five nearest
    truth: int
    prediction: int
    accuracies: dict[tuple[str, int], float]  # of each way, and of the rival, by number of added columns


@lru_cache
def wide_wines(columns: str, added: int, seed: int = DRAW) -> tuple[np.ndarray, np.ndarray]:
    """Return the wines with columns added: useless ones, a little information each, or copies of flavanoids."""
    check_choice("columns", columns, COLUMNS)
    X, y = load_wine(return_X_y=True)
    Z, rng = StandardScaler().fit_transform(X), np.random.default_rng(seed)
    noise = rng.normal(size=(ADDED[-1], len(X))).T
    more = {
        "useless": lambda: noise,
        "a little each": lambda: noise + 0.2 * rng.normal(size=(3, ADDED[-1]))[y],
        "copies": lambda: Z[:, [6]] + 0.1 * noise,
    }[columns]()
    return np.hstack([X, more[:, :added]]), y


def everyday(first: Any, best: int, components: int, bayes: Any = None) -> dict[str, Pipeline]:
    """Return neighbours in four ways, their rivals and the largest class, each as a pipeline after a first step."""
    knn, logistic = KNeighborsClassifier(5), LogisticRegression(max_iter=1000)
    lasso = LogisticRegression(C=0.3, l1_ratio=1, solver="liblinear", random_state=0)
    steps = {
        "neighbours": [knn],
        "cosine": [Normalizer(), knn],
        "ranking": [SelectKBest(k=best), knn],
        "PCA": [PCA(components, svd_solver="arpack", random_state=0), knn],
        "logistic regression": [logistic],
        "ranking, logistic": [SelectKBest(k=best), logistic],
        "L1 logistic": [OneVsRestClassifier(lasso)],
        "naive Bayes": [bayes or GaussianNB()],
        "forest": [RandomForestClassifier(random_state=0)],
        "SVM": [SVC()],
        "largest class": [DummyClassifier()],
    }
    return {name: make_pipeline(first, *more) for name, more in steps.items()}


MODELS = everyday(StandardScaler(), best=10, components=10)


@lru_cache(maxsize=512)
def accuracy(columns: str, added: int, way: str) -> float:
    """Return the cross-validated accuracy over all wines."""
    folds = StratifiedKFold(5, shuffle=True, random_state=DRAW)
    return float(cross_val_score(MODELS[way], *wide_wines(columns, added), cv=folds).mean())


def accuracies(models: dict[str, Any], tables: Sequence[Any], y: Any, groups: Any = None) -> dict[str, float]:
    """Return the cross-validated accuracy of each model, its mean over tables that have the same labels."""
    found = dict.fromkeys(models, 0.0)
    for (seed, table), name in product(enumerate(tables), models):
        folds = StratifiedKFold(5, shuffle=True, random_state=seed) if groups is None else GroupKFold(5)
        found[name] += cross_val_score(models[name], table, y, groups=groups, cv=folds).mean() / len(tables)
    return found


def by_count(models: dict[str, Any], columns: str, draws: int = 5) -> pd.DataFrame:
    """Return the mean accuracy of each model over draws of columns and folds, by the number of columns added."""
    rows = {}
    for m in ADDED:
        tables = [wide_wines(columns, m, seed) for seed in range(draws)]
        rows[m] = accuracies(models, [X for X, _ in tables], tables[0][1])
    return pd.DataFrame(rows).T.rename_axis("columns added")


def gap_and_noise(squares: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Return how much larger squared distances are between classes than within, and their spread seen from one row."""
    own = np.equal.outer(y, y) & ~np.eye(len(y), dtype=bool)
    gap = squares[y != y[:, np.newaxis]].mean() - squares[own].mean()
    variances = [row[is_own].var() for row, is_own in zip(squares, own, strict=True)]
    return gap, np.sqrt(np.mean(variances))


def readings(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a reading and its reference, shifted alike, and 98 useless columns; the difference shows the class."""
    rng, y = np.random.default_rng(seed), np.arange(400) % 2
    shift, X = rng.normal(size=400), rng.normal(size=(400, 100))
    X[:, 0] = shift + 0.3 * (2 * y - 1) + 0.1 * rng.normal(size=400)
    X[:, 1] = shift + 0.1 * rng.normal(size=400)
    return X, y


@lru_cache(maxsize=256)
def one_wine(
    columns: str = "useless", added: int = 0, way: str = WAYS[0], stops: Any = ADDED, ways: Any = SHOWN
) -> OneWine:
    """Return what one wine sees when it is a test row of its fold, and the accuracies of some ways at some stops."""
    X, y = wide_wines(columns, added)
    folds = StratifiedKFold(5, shuffle=True, random_state=DRAW).split(X, y)
    train = next(train for train, test in folds if BOTTLE in test)
    fitted = clone(MODELS[check_choice("way", way, WAYS)]).fit(X[train], y[train])
    seen = fitted[:-1].transform(X)
    distance = cdist(seen[[BOTTLE]], seen[train])[0]
    is_near = np.isin(np.arange(len(train)), np.argsort(distance, kind="stable")[:5])
    shown = {(each, m): accuracy(columns if m else COLUMNS[0], m, each) for each in ways for m in stops}
    told = int(fitted.predict(X[[BOTTLE]])[0])
    return OneWine(columns, added, way, distance / np.median(distance), y[train], is_near, int(y[BOTTLE]), told, shown)


# Rows of several kinds, for the further questions -------------------------------------------------------------------

KINDS = ("uniform", "five latent", "words, Zipf", "words, equal")
ALL_KINDS = (*KINDS, "uniform, Zipf")
LATENT, WORDS = 5, 100


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


def contrast_by_kind(dimensions: Sequence[int], kinds: Sequence[str] = KINDS) -> pd.DataFrame:
    """Return the median contrast of 50 queries among 1,000 rows by dimension and kind of rows (Beyer et al., 1999)."""
    contrasts = {kind: [np.median(distance_contrast(*cloud(kind, d))) for d in dimensions] for kind in kinds}
    return pd.DataFrame(contrasts, index=pd.Index(dimensions, name="d"))


TABLES: dict[str, Any] = {"wine": load_wine, "breast cancer": load_breast_cancer, "digits": load_digits}


def real_table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return at most 600 rows of a table, without columns in which one value fills more than 95 % of the rows."""
    X, y = TABLES[check_choice("name", name, tuple(TABLES))](return_X_y=True)
    X, y = X[:600], y[:600]  # of the digits: enough, and quick
    commonest = np.array([np.unique(column, return_counts=True)[1].max() for column in X.T])
    return X[:, commonest <= 0.95 * len(X)], y
