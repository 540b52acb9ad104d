"""The course notes' advice on four real tables: scale, missing values, codes for categories, and a choice of columns.

Each table is split in half ten times, and everything is learned on the training half. The ways "by class" and "mean
target, own row included" take the notes literally, to see what that does.

Source: course notes, Classification algorithms in various situations.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler, TargetEncoder
from sklearn.tree import DecisionTreeClassifier

from tiws_teach.datasets import load
from tiws_teach.replications._runner import Key, Replication, Row
from tiws_teach.selection import forward_selection

N_SEEDS = 10
LARGEST = 4000
"""Rows of a larger table that each seed draws."""
UNKNOWN = ["glucose", "blood_pressure", "skin_thickness", "insulin", "bmi"]
"""Columns of pima in which 0 stands for a missing value."""
NUMBERS = ["pclass", "age", "sibsp", "parch", "fare"]
CATEGORIES = {"titanic": ["sex", "embarked", "deck"], "diabetes130": ["diag_1", "diag_2", "medical_specialty"]}
KEPT = 4
Halves = tuple[pd.DataFrame, pd.DataFrame, pd.Series, pd.Series]


def jobs() -> list[Key]:
    """Return the keys: topic, data set and seed."""
    of = {
        "scale": ("pima", "german_numeric", "titanic", "diabetes130"),
        "missing": ("pima", "titanic"),
        "categories": ("titanic", "diabetes130"),
        "selection": ("pima", "german_numeric"),
    }
    return [{"topic": t, "data": name, "seed": seed} for t in of for name in of[t] for seed in range(N_SEEDS)]


def job(key: Key) -> list[Row]:
    """Return the score of each way on the test half: accuracy, or for categories the AUC."""
    ways = {"scale": scale, "missing": missing, "categories": categories, "selection": selection}[key["topic"]]
    columns = CATEGORIES[key["data"]] if key["topic"] == "categories" else None
    return [{"way": way, "score": score} for way, score in ways(halves(key["data"], key["seed"], columns))]


@lru_cache(maxsize=8)
def table(name: str) -> tuple[pd.DataFrame, pd.Series]:
    """Return the columns and the target of a set; zeros that stand for missing values are missing."""
    bunch = load(name)
    X = bunch.data
    if name == "pima":
        X = X.assign(**X[UNKNOWN].mask(X[UNKNOWN] == 0))
    return X.reset_index(drop=True), bunch.target.reset_index(drop=True)


def halves(name: str, seed: int, columns: list[str] | None = None) -> Halves:
    """Draw at most `LARGEST` rows, and split them in half; by default with the columns of numbers."""
    X, y = table(name)
    if columns is None:
        columns = NUMBERS if name == "titanic" else X.select_dtypes("number").columns.tolist()
    rows = np.random.default_rng(seed).permutation(len(y))[:LARGEST]
    return train_test_split(X.loc[rows, columns], y[rows], test_size=0.5, stratify=y[rows], random_state=seed)


def scale(parts: Halves) -> Iterator[tuple[str, float]]:
    """Yield neighbours and a tree, on the columns as they are and standardised."""
    A, B, a, b = parts
    for name, model in {"kNN": KNeighborsClassifier(15), "tree": DecisionTreeClassifier(random_state=0)}.items():
        for way, steps in {"raw": (), "standardised": (StandardScaler(),)}.items():
            yield f"{name}, {way}", make_pipeline(SimpleImputer(), *steps, model).fit(A, a).score(B, b)


def missing(parts: Halves) -> Iterator[tuple[str, float]]:
    """Yield a logistic regression after each filling; by class, test rows are filled with their own class's mean."""
    A, B, a, b = parts
    fillers: dict[str, Any] = {name: SimpleImputer(strategy=name) for name in ("mean", "median", "most_frequent")}
    fillers |= {"mean and indicator": SimpleImputer(add_indicator=True)}
    fillers |= {"neighbours": make_pipeline(StandardScaler(), KNNImputer(n_neighbors=15))}
    for way, filler in fillers.items():
        yield way, make_pipeline(filler, *_line()).fit(A, a).score(B, b)
    by_class = A.fillna(A.groupby(a).transform("mean"))
    model = make_pipeline(*_line()).fit(by_class, a)
    yield "by class, test rows with their class", model.score(B.fillna(A.groupby(a).mean().loc[b].set_axis(B.index)), b)
    yield "by class, test rows without", model.score(B.fillna(A.mean()), b)


def categories(parts: Halves) -> Iterator[tuple[str, float]]:
    """Yield the AUC of a logistic regression on each code; a missing category is one of its own."""
    A, B, a, b = parts
    A, B = (part.astype(object).fillna("missing") for part in (A, B))
    unseen: dict[str, Any] = {"handle_unknown": "use_encoded_value", "unknown_value": -1}
    encoders = {"alphabetical numbers": OrdinalEncoder(**unseen), "one-hot": OneHotEncoder(handle_unknown="ignore")}
    for way, encoder in encoders.items():
        yield way, _auc(encoder.fit_transform(A), encoder.transform(B), a, b)
    for way, smooth in {"mean target, cross-fitted": "auto", "mean target, own row included": 0.0}.items():
        target = TargetEncoder(smooth=smooth, cv=KFold(5, shuffle=True, random_state=0))
        crossed = target.fit_transform(A, a)
        known = crossed if smooth == "auto" else target.transform(A)
        yield way, _auc(known, target.transform(B), a, b)


def selection(parts: Halves) -> Iterator[tuple[str, float]]:
    """Yield neighbours on the best columns by ranking and by forward selection: the score that chose, and new rows."""
    A, B, a, b = (part.to_numpy() for part in parts)
    imputer = SimpleImputer().fit(A)
    A, B = imputer.transform(A), imputer.transform(B)
    model, folds = make_pipeline(StandardScaler(), KNeighborsClassifier(15)), StratifiedKFold(5)
    alone = [cross_val_score(model, A[:, [j]], a, cv=folds).mean() for j in range(A.shape[1])]
    path = forward_selection(model, A, a, KEPT, cv=folds)
    chosen = {"ranking": np.argsort(alone, kind="stable")[::-1][:KEPT], "forward": path.selected}
    for way, columns in chosen.items():
        yield way, model.fit(A[:, columns], a).score(B[:, columns], b)
    yield "forward, the score that chose", path.path["score"].iloc[-1]
    yield "all columns", model.fit(A, a).score(B, b)


def _line() -> tuple[StandardScaler, LogisticRegression]:
    return StandardScaler(), LogisticRegression(max_iter=2000)


def _auc(known: Any, asked: Any, a: pd.Series, b: pd.Series) -> float:
    """Return the AUC on the test half of a logistic regression on coded columns."""
    model = make_pipeline(StandardScaler(with_mean=False), LogisticRegression(max_iter=2000)).fit(known, a)
    return float(roc_auc_score(b, model.predict_proba(asked)[:, 1]))


REPLICATION = Replication(
    "Advice of the course notes on pima, german_numeric, titanic and diabetes130 (about 3 minutes).",
    jobs,
    job,
    seeds="numpy.random.default_rng(seed) draws the rows; random_state=seed splits them",
    unit="split",
    text=("topic", "data", "way"),
)
results = REPLICATION.results


def compared(results: pd.DataFrame, topic: str, base: str, others: list[str]) -> pd.DataFrame:
    """Return the mean of a way and the differences of others from it: mean, sd over the splits, and splits ahead."""
    rows = {}
    for data, part in results[results["topic"] == topic].groupby("data", sort=False):
        scores = part.pivot_table(index="seed", columns="way", values="score")
        for way in others:
            gap = scores[way] - scores[base]
            row = {base: scores[base].mean(), "difference": gap.mean(), "sd": gap.std(), "ahead": int((gap > 0).sum())}
            rows[data, way] = row
    return pd.DataFrame(rows).T.rename_axis(["data", "way"]).astype({"ahead": int})
