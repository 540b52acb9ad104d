"""One case for each public estimator: an instance, the rows that it reads, and another value of each option."""

import importlib
import inspect
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags

import tiws_teach as t

LOGISTIC = LogisticRegression(max_iter=1000)
LESS = LogisticRegression(C=0.01)
TEXT_MODEL = make_pipeline(TfidfVectorizer(analyzer="char"), LogisticRegression(C=0.1))
ASKED = ("transform", "predict", "predict_proba", "decision_function", "score_samples", "code_scores")
"""Methods of a fitted estimator whose results are compared."""


@dataclass(frozen=True)
class Case:
    estimator: Any
    kind: str  # of rows: a key of ROWS
    options: dict[str, Any]  # another value of each option, which has to change a result
    alike: dict[str, Any] = field(default_factory=dict)  # another value that must not change any
    elsewhere: tuple[str, ...] = ()  # options that these rows cannot tell apart: the method's own tests do
    draws_rows: bool = False  # or starting values, or has ties whatever the rows, so that their order matters

    @property
    def is_table(self) -> bool:
        return self.kind != "texts"

    @property
    def is_sparse(self) -> bool:
        return get_tags(self.estimator).input_tags.sparse

    @property
    def takes_y(self) -> bool:
        return get_tags(self.estimator).target_tags.required


def _numbers() -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 90)
    X = np.round(8 * (rng.normal(size=(90, 3)) + y[:, np.newaxis])) / 8  # squares of differences are exact
    X[np.abs(X) < 0.4] = 0  # for the sparse forms
    return X, np.array(["x", "y", "z"])[y], X[:20] + np.where(X[:20] == 0, 0, 0.25)


def _labels() -> tuple[Any, Any, Any]:
    X, _, queries = _numbers()
    Y = np.column_stack([X[:, 0] > 0.5, X[:, 0] + X[:, 1] > 1, X[:, 1] > 1, X[:, 2] < 1]).astype(np.int8)
    Y[::11] = 1 - Y[::11]
    return X, Y, queries


def _categories() -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 5, (90, 3))
    X = pd.DataFrame(np.char.add("k", codes.astype(str)).astype(object), columns=list("abc"))
    y = np.where(codes.sum(axis=1) + rng.normal(size=90) > 6, "yes", "no")
    X.loc[::9, "b"] = None
    return X, y, pd.concat([X[:20], X[:20].assign(a="unseen")], ignore_index=True)


def _texts() -> tuple[Any, Any, Any]:
    jobs = "roofer|slate roofer|the roofer|plumber|pipe fitter|heating plumber|printer|book printer|a printer's hand"
    texts = [*jobs.split("|"), "poster printer", "roofer and plumber", "machine printer"] * 2
    codes = ["7131", "7131", "7131", "7136", "7136", "7136", "8251", "8251", "8251", "8251", "7136", "8252"] * 2
    return np.array(texts, object), np.array(codes, object), np.array(["roofer", "printer", "cook"], object)


ROWS = {"numbers": _numbers, "labels": _labels, "categories": _categories, "texts": _texts}
VECTORIZER = t.AnswerVectorizer(stop_words=["printer"])
NEIGHBOURS = {"smoothing": 2.5, "epsilon": 0.5, "metric": "chebyshev"}
LIST = [
    Case(
        t.AnswerVectorizer(),
        "texts",
        {
            "representation": "string",
            "ngram_range": (1, 2),
            "stop_words": ["the"],
            "stemmer": "english",
            "word_count": True,
        },
    ),
    Case(t.BinaryRelevance(LOGISTIC), "labels", {"estimator": LESS}, {"n_jobs": 2}, ("prediction",)),
    Case(
        t.ClassWeightedKNNClassifier(),
        "numbers",
        {"n_neighbors": 6, "class_weight": {"x": 2}, "reading": "mass", "metric": "chebyshev"},
    ),
    Case(
        t.ClassifierChain(LOGISTIC, order="random", random_state=0),
        "labels",
        {"estimator": LESS, "order": [0, 1, 2, 3], "random_state": 3},
    ),
    Case(
        t.ConditionalBernoulliMixture(3, random_state=0),
        "labels",
        {"n_components": 2, "max_iter": 2, "C": 10, "standardize": False, "max_steps": 1, "random_state": 1},
        draws_rows=True,
    ),
    Case(t.DuplicateCoder(), "texts", {"vectorizer": VECTORIZER}),
    Case(
        t.EKCNNClassifier(smoothing=1.0),
        "numbers",
        {**NEIGHBOURS, "n_neighbors": 3, "dimension": 7},
        {"n_jobs": 2},
        ("metric_params",),
    ),
    Case(
        t.EnsembleClassifierChain(LOGISTIC, n_estimators=7, random_state=0),
        "labels",
        {"estimator": LESS, "n_estimators": 3, "max_samples": 0.5, "max_features": 0.5, "bootstrap": False}
        | {"threshold": 0.7, "random_state": 1},
        {"n_jobs": 2},
        draws_rows=True,
    ),
    Case(
        t.HOMERClassifier(LOGISTIC, k=2, random_state=0),
        "labels",
        {"estimator": LESS, "k": 3},
        elsewhere=("n_iter", "random_state"),
    ),
    Case(t.HierarchicalCoder(), "texts", {"classifier": TEXT_MODEL, "levels": (1, 2)}, elsewhere=("lengths",)),
    Case(t.HybridCoder(), "texts", {"classifier": TEXT_MODEL, "vectorizer": VECTORIZER}),
    Case(
        t.JitterTreeClassifier(),
        "categories",
        {
            "max_depth": 1,
            "min_samples_leaf": 9,
            "min_samples_split": 30,
            "similarity": None,
            "sharpness": 9,
            "method": "sample",
        },
        {"random_state": 1},
    ),
    Case(
        t.KCNNClassifier(),
        "numbers",
        {**NEIGHBOURS, "n_neighbors": 3, "dimension": 7},
        {"n_jobs": 2},
        ("metric_params",),
    ),
    Case(t.LMKNNClassifier(), "numbers", {"n_neighbors": 3}),
    Case(t.LabelPowerset(LOGISTIC), "labels", {"estimator": LESS}),
    Case(
        t.LocalOutlierFactor(3, novelty=True),
        "numbers",
        {"n_neighbors": 5, "ties": "first", "contamination": 0.2, "metric": "chebyshev"},
        {"n_jobs": 2},
        ("novelty", "metric_params"),
    ),
    Case(t.MLMKHNNClassifier(), "numbers", {"n_neighbors": 3}),
    Case(t.MLkNNClassifier(5), "labels", {"n_neighbors": 3, "smoothing": 5}, {"n_jobs": 2}),
    Case(
        t.NLDDClassifier(LOGISTIC, random_state=0),
        "labels",
        {"estimator": LESS, "train_fraction": 0.5, "combination": "product"},
        {"n_jobs": 2},
        ("random_state",),
        draws_rows=True,
    ),
    Case(t.NearestNeighborCoder(), "texts", {"scoring": "nn1", "vectorizer": VECTORIZER, "constant": 3}),
    Case(
        t.PriorCorrectedClassifier(t.KCNNClassifier()),
        "numbers",
        {"estimator": t.KCNNClassifier(3), "fitted_priors": "balanced", "priors": [1, 2, 3]},
    ),
    Case(
        t.RAkELClassifier(LOGISTIC, random_state=0),
        "labels",
        {"estimator": LESS, "k": 2, "n_models": 1, "labelsets": "disjoint", "threshold": 0.7},
        {"n_jobs": 2},
        ("random_state",),
    ),
    Case(
        t.RandomForestPCT(n_estimators=2, random_state=0),
        "labels",
        {"n_estimators": 3, "max_features": 3, "min_samples_leaf": 9, "random_state": 1},
        {"n_jobs": 2},
        draws_rows=True,
    ),
    Case(t.SubsetMapping(LOGISTIC), "labels", {"estimator": LESS}, {"n_jobs": 2}, ("prediction",)),
    Case(
        t.TIWSEncoder(random_state=0),
        "categories",
        {"smooth": 50, "similarity": "tfidf", "sharpness": 1, "cv": 2, "random_state": 1}
        | {"target_type": "multiclass", "baseline": None, "handle_missing": "category"}
        | {"categories": [["k0", "k1", None], ["k0", None], ["k0"]]}
        | {"encode": ["c", "a"], "by_column": {"a": {"baseline": None}}},
        elsewhere=("weighting", "min_rows"),
    ),
    Case(
        t.TIWSEncoderCV(random_state=0),
        "categories",
        {
            "encoder": t.TIWSEncoder(smooth=50),
            "candidates": {"none": {"baseline": "regression"}},
            "target_type": "multiclass",
            "random_state": 1,
        },
        elsewhere=("min_rows", "max_categories", "max_rows", "columns", "n_jobs", "progress"),
    ),
    Case(t.TIWSImputer(), "categories", {"similarity": "hellinger"}),
    Case(
        t.WCTFIDFVectorizer(),
        "texts",
        {"max_features": 5, "quota": {"7131": 1, "7136": 2, "8251": 1, "8252": 1}, "stop_words": ["roofer"]}
        | {"ngram_range": (1, 2), "token_pattern": r"(?u)\b\w+\b", "analyzer": "char"}
        | {"norm": "l1", "use_idf": False, "smooth_idf": False, "dtype": np.float32},
        {"encoding": "latin-1", "decode_error": "ignore"},
        (
            *("binary", "input", "lowercase", "max_df", "min_df", "preprocessor", "refill", "strip_accents"),
            *("sublinear_tf", "tokenizer", "vocabulary"),
        ),
    ),
]
CASES = {type(case.estimator).__name__: case for case in LIST}


@lru_cache
def rows(kind: str) -> tuple[Any, Any, Any]:
    """Return training rows, their target, and further rows."""
    return ROWS[kind]()


def public_estimators() -> set[str]:
    """Return the names of all public estimators, from the lists of the packages."""
    homes = [importlib.import_module(f"tiws_teach.{home}") for home in t._METHODS]
    offered = [(name, getattr(home, name)) for home in homes for name in home.__all__]
    classes = [(name, value) for name, value in offered if inspect.isclass(value) and issubclass(value, BaseEstimator)]
    return {name for name, value in classes if not hasattr(value, "fit_resample")}  # a sampler predicts nothing


def fit(case: Case, X: Any, y: Any, **options: Any) -> Any:
    """Return a new instance with these options, fitted."""
    model = clone(case.estimator).set_params(**options)
    return model.fit(X, y) if case.takes_y else model.fit(X)


def results(model: Any, queries: Any) -> dict[str, np.ndarray]:
    """Return what a fitted estimator says about rows, by method."""
    return {name: plain(getattr(model, name)(queries)) for name in ASKED if hasattr(model, name)}


def plain(table: Any) -> np.ndarray:
    """Return a result as an array in which equal values compare as equal."""
    table = table.toarray() if sparse.issparse(table) else np.asarray(table)
    return np.where(pd.isna(table), None, table) if table.dtype == object else table


@lru_cache
def fitted(name: str) -> Any:
    """Return the fitted estimator of a case, shared: look at it, do not change it."""
    X, y, _ = rows(CASES[name].kind)
    return fit(CASES[name], X, y)


@lru_cache
def expected(name: str) -> dict[str, np.ndarray]:
    """Return the results of a case, shared."""
    return results(fitted(name), rows(CASES[name].kind)[2])


def zero_one(model):
    """Return a method that brings its labels to 0 and 1 first, and a single column to a table.

    The checks give one label as the numbers that occur, 2 and 3 say, which the methods refuse, as they should.
    """
    name = f"ZeroOne{type(model).__name__}"
    if name not in globals():  # where pickle looks for it

        class ZeroOne(type(model)):
            def fit(self, X, y):
                return super().fit(X, y if y is None else first_or_not(y))

            def score(self, X, y):
                return super().score(X, first_or_not(y))  # the checks of scikit-learn 1.6 bring the numbers here too

        ZeroOne.__name__ = ZeroOne.__qualname__ = name
        globals()[name] = ZeroOne
    return globals()[name](**clone(model).get_params(deep=False))


def first_or_not(y):
    y = np.asarray(y)
    if y.dtype.kind == "c" or (y.dtype.kind == "f" and not np.isfinite(y).all()):
        return y
    return y.reshape(len(y), -1) != sorted(set(y.ravel().tolist()))[0]
