"""NLDD next to MLkNN and plain neighbour searches, and all multi-label methods next to binary relevance."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestNeighbors

from tiws_teach.multilabel import (
    BinaryRelevance,
    ClassifierChain,
    ConditionalBernoulliMixture,
    EnsembleClassifierChain,
    HOMERClassifier,
    LabelPowerset,
    MLkNNClassifier,
    NLDDClassifier,
    RAkELClassifier,
    RandomForestPCT,
    SubsetMapping,
    f_measure,
    feature_scaling,
    halves,
    hamming_loss,
    nearness_model,
    standardized_features,
    training_pairs,
    zero_one_loss,
)
from tools.bench._measure import by_size, compare, fitted, memory_table, race, seconds, timed
from tools.bench._report import Block, Table, figure

FEATURES, LABELS, QUERIES, NEIGHBOURS = 100, 14, 2_000, 10
BASE, FAST = LogisticRegression(), GaussianNB()
METHODS: dict[str, Callable[[], Any]] = {
    "BinaryRelevance": lambda: BinaryRelevance(BASE),
    "SubsetMapping": lambda: SubsetMapping(BASE),
    "NLDDClassifier": lambda: NLDDClassifier(BASE, random_state=0),
    "ClassifierChain": lambda: ClassifierChain(BASE),
    "EnsembleClassifierChain": lambda: EnsembleClassifierChain(BASE, random_state=0),
    "RAkELClassifier": lambda: RAkELClassifier(BASE, random_state=0),
    "HOMERClassifier": lambda: HOMERClassifier(BASE, random_state=0),
    "LabelPowerset": lambda: LabelPowerset(BASE),
    "RandomForestPCT": lambda: RandomForestPCT(random_state=0),
    "MLkNNClassifier": lambda: MLkNNClassifier(),
    "ConditionalBernoulliMixture": lambda: ConditionalBernoulliMixture(random_state=0),
}


def measure(quick: bool) -> Iterator[Block]:
    small, repeats = (20, 1) if quick else (1, 3)
    sizes = [n // small for n in (5_000, 10_000, 20_000)]
    yield from predictions(sizes, QUERIES // small, repeats)
    yield from fits(sizes, QUERIES // small, repeats)
    yield from memory(sizes, QUERIES // small)
    yield from methods(1_500 // (5 if quick else 1), 1 if quick else 2)
    yield from bases(2_000 // (10 if quick else 1))


def labelled(n: int, features: int = FEATURES, labels: int = LABELS) -> tuple[np.ndarray, np.ndarray]:
    """Return n rows of Gaussian features, and correlated labels that depend on the features."""
    rules = np.random.default_rng(0)
    weights = rules.normal(size=(features, labels)) @ (np.eye(labels) + rules.normal(size=(labels, labels)) / 2)
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, features))
    scores = X @ weights / np.linalg.norm(weights, axis=0) + 0.3 * rng.normal(size=(n, labels))
    return X, (scores > 0.7).astype(int)


def split(n: int, queries: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the features and labels of n training rows, and the features of the queries."""
    X, Y = labelled(n + queries)
    return X[:n], Y[:n], X[n:]


def predictions(sizes: list[int], queries: int, repeats: int) -> list[Block]:
    """Compare the prediction of many queries by the number of training rows."""

    def jobs(n: int):
        X, Y, Z = split(n, queries)
        nldd, mlknn = NLDDClassifier(FAST, random_state=0).fit(X, Y), MLkNNClassifier(NEIGHBOURS).fit(X, Y)
        brute = NearestNeighbors(n_neighbors=NEIGHBOURS, algorithm="brute").fit(X)
        return {
            "NLDDClassifier": timed(nldd.predict, Z),
            "its classifiers": timed(nldd.binary_relevance_.predict_proba, Z),
            "MLkNNClassifier": timed(mlknn.predict, Z),
            "NearestNeighbors (brute)": timed(brute.kneighbors, Z),
            "exact differences": timed(exact_neighbours, Z, X),
        }

    def labelsets(n: int):
        return {"labelsets": f"{len(np.unique(split(n, queries)[1], axis=0)):,}"}

    compared = compare("training rows", by_size(sizes), jobs, repeats, ratios={}, also=labelsets)
    last = compared.totals[-1]
    return [
        "### Prediction",
        f"Seconds to predict {queries:,} queries, {FEATURES} features, {LABELS} labels; NLDDClassifier with naive "
        "Bayes classifiers, what these take of it, MLkNNClassifier, and two searches for neighbours alone: "
        "scikit-learn's brute search, and all differences summed by scipy and sorted partly:",
        compared.table,
        f"NLDD's time grows as the training rows to the {compared.power(sizes)}; a part of it goes by the labelsets, "
        f"whose number grows more slowly. At {sizes[-1]:,} rows it takes "
        f"{figure(last[0] / last[2])} times as long as MLkNNClassifier, {figure(last[0] / last[3])} times as long as "
        f"scikit-learn's search and {figure(last[0] / last[4])} times as long as the exact differences. All but the "
        "last expand the square of the distance; NLDD and MLkNN measure again what the rounding could have changed, so "
        "that ties and duplicates are exact.",
    ]


def exact_neighbours(Z: np.ndarray, X: np.ndarray) -> list[np.ndarray]:
    """Return the nearest rows of each query from all differences, a hundred queries at a time."""
    parts = [Z[start : start + 100] for start in range(0, len(Z), 100)]
    return [np.argpartition(cdist(part, X), NEIGHBOURS - 1, axis=1)[:, :NEIGHBOURS] for part in parts]


def fits(sizes: list[int], queries: int, repeats: int) -> list[Block]:
    """Compare what it takes to fit."""

    def jobs(n: int):
        X, Y, _ = split(n, queries)
        return {
            "NLDDClassifier": timed(NLDDClassifier(FAST, random_state=0).fit, X, Y),
            "pairs and regression": _pairs(X, Y),
            "MLkNNClassifier": timed(MLkNNClassifier(NEIGHBOURS).fit, X, Y),
        }

    compared = compare("training rows", by_size(sizes), jobs, repeats, ratios={})
    last = compared.totals[-1]
    return [
        "### Fitting",
        "Seconds to fit NLDDClassifier; what it takes of them to find the pairs and to fit the regression of the "
        "losses (the rest goes to the naive Bayes classifiers, on half of the rows and on all); and to fit "
        "MLkNNClassifier, which searches the neighbours of all training rows:",
        compared.table,
        f"At {sizes[-1]:,} rows MLkNNClassifier takes {figure(last[2] / last[0])} times as long as NLDDClassifier and "
        f"{figure(last[2] / last[1])} times as long as the pairs and the regression. These grow as the rows to the "
        f"{compared.power(sizes, 1)}, MLkNNClassifier's time as the rows to the {compared.power(sizes, 2)}.",
    ]


def _pairs(X, Y):
    T1, T2 = halves(len(X), np.random.default_rng(0))
    Z, half = standardized_features(X, *feature_scaling(X)), BinaryRelevance(FAST).fit(X[T1], Y[T1])
    P2 = half.predict_proba(X[T2])

    def job():
        distances, losses = training_pairs(Z[T2], P2, Y[T2], Z[T1], Y[T1])
        nearness_model(distances[:, 0], distances[:, 1], losses, Y.shape[1])

    return timed(job)


def memory(sizes: list[int], queries: int) -> list[Block]:
    """Measure how far prediction raises the resident memory."""
    rows = {f"{n:,}": {"NLDDClassifier": (prepare, n, queries), "all distances": n * queries * 8} for n in sizes}
    return [
        "### Memory",
        f"MiB by which the prediction of {queries:,} queries raises the resident memory of a fresh process at most, "
        "next to the distances of all of them from all training rows, which are never held:",
        memory_table("training rows", rows),
    ]


def prepare(n: int, queries: int):
    """Return the job of a child process: the prediction, after one of a single query that loads what is loaded late."""
    X, Y, Z = split(n, queries)
    model = NLDDClassifier(FAST, random_state=0).fit(X, Y)
    model.predict(Z[:1])
    return partial(model.predict, Z)


def methods(n: int, repeats: int) -> list[Block]:
    """Compare all methods on one small set."""
    X, Y, Z = split(n, n // 3)
    times = race({name: fitted(make, (X, Y), Z, "predict") for name, make in METHODS.items()}, repeats, budget=20)
    base = times["BinaryRelevance"].total
    rows = [(name, *map(figure, (*taken.steps, taken.total / base))) for name, taken in times.items()]
    return [
        "### All methods",
        f"Seconds to fit {n:,} rows and to predict {len(Z):,}, {FEATURES} features and {LABELS} labels, logistic "
        "regressions where a base classifier is needed, everything else with default settings:",
        Table(("method", "fit", "predict", "times binary relevance"), tuple(rows)),
    ]


def bases(n: int) -> list[Block]:
    """Compare the two base classifiers that go by a name, on sparse rows."""
    X, Y = sparse_rows(n + n // 4)
    rows = []
    for name in ("logistic", "svm"):
        for method in (BinaryRelevance(name), NLDDClassifier(name, random_state=0)):
            fit, predicted = _timed(method, X[:n], Y[:n], X[n:])
            scores = [figure(score(Y[n:], predicted)) for score in (hamming_loss, zero_one_loss, f_measure)]
            rows.append((type(method).__name__, name, figure(fit), *scores))
    return [
        "### Base classifiers",
        f"Seconds to fit {n:,} sparse rows with {X.shape[1]:,} features and {Y.shape[1]} labels, and losses on "
        f'{n // 4:,} other rows, with `estimator="logistic"` and with the default, `estimator="svm"`; one run:',
        Table(("method", "estimator", "fit", "Hamming loss", "0/1 loss", "F"), tuple(rows)),
    ]


def sparse_rows(n: int, features: int = 1_000, labels: int = 10) -> tuple[sparse.csr_array, np.ndarray]:
    """Return rows with 2% of the features, and labels that depend on them and on noise."""
    rng = np.random.default_rng(0)
    X = sparse.random_array((n, features), density=0.02, rng=rng, format="csr")
    scores = X @ rng.normal(size=(features, labels))
    noisy = scores + scores.std() / 2 * rng.normal(size=scores.shape)
    return X, (noisy > scores.std()).astype(int)


def _timed(method, X, Y, queries) -> tuple[float, np.ndarray]:
    """Return the seconds of the fit, and the predictions; what the losses are, whether NLDD drops a distance or not."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="NLDD (drops|cannot weigh) D", category=UserWarning)
        fit = seconds(lambda: method.fit(X, Y))
    return fit, method.predict(queries)
