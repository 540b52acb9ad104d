"""Judges of lesson 09: a scaled value, a search, neighbours from similarities, and a broken twin."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import cross_val_score, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Ways, Written, compare, exercise, match, matched, twin
from tiws_teach.lessons.knn_in_practice.experiments import WINE_COLUMNS

VALUES, NEW = np.array([23.0, 28.0, 23.0]), 30.0


@matched("knn_in_practice.1", expect.number())
def standardised_value() -> Ways:
    """Give the test value 30 in standard deviations from the mean of the training values 23, 28 and 23."""
    gap, everything = NEW - VALUES.mean(), np.append(VALUES, NEW)
    return {
        "right": gap / VALUES.std(),
        "not divided": gap,
        "n minus one": gap / VALUES.std(ddof=1),
        "reversed": -gap / VALUES.std(),
        "range": (NEW - VALUES.min()) / np.ptp(VALUES),
        "variance": gap / VALUES.var(),
        "all rows": (NEW - everything.mean()) / everything.std(),
    }


@exercise("knn_in_practice.2", expect.mapping("k", "accuracy"))
def choice_of_your_own(answer: dict[str, float]) -> Judged:
    """Give the k that a search over k and the scaling finds for the tumours, and the test accuracy of that model."""
    table = _searched()
    raw = table[~table["scaled"]]
    foremost = table[table["accuracy"] == table["accuracy"].max()]
    rows = {
        "right": table.loc[table["inner"].idxmax()],
        "never scaled": raw.loc[raw["inner"].idxmax()],
        "chosen on the test rows": foremost.loc[(foremost["k"] - answer["k"]).abs().idxmin()],
    }
    ways = {name: row[["k", "accuracy"]].to_dict() for name, row in rows.items()}
    return match(answer, ways | {"inner score": {**ways["right"], "accuracy": rows["right"]["inner"]}}, 0.002)


@cache
def _searched() -> pd.DataFrame:
    """Return the accuracy in the inner folds and on the test rows, for each k and with and without scaling."""
    tumours = load_breast_cancer()
    X, y = tumours.data[:, :10], tumours.target_names[tumours.target]  # numbers as labels would give another split
    A, B, a, b = train_test_split(X, y, test_size=200, stratify=y, random_state=0)
    rows = []
    for scaled, k in product((True, False), range(1, 12)):
        model = make_pipeline(StandardScaler() if scaled else "passthrough", KNeighborsClassifier(k))
        inner = cross_val_score(model, A, a, cv=5).mean()
        rows.append({"scaled": scaled, "k": k, "inner": inner, "accuracy": model.fit(A, a).score(B, b)})
    return pd.DataFrame(rows)


@exercise("knn_in_practice.3", expect.function("S", "y", "k"))
def neighbours_of_your_own(answer: Written) -> Judged:
    """Return the label that the k most similar other objects give each object."""
    return compare(answer, [(*_alike(seed), 3) for seed in range(6)], _votes)


def _alike(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw similarities of points of two classes, without ties."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], 8)
    points = rng.normal(size=(16, 2)) + y[:, np.newaxis]
    return np.exp(-np.linalg.norm(points[:, np.newaxis] - points, axis=2)), y


def _votes(S: np.ndarray, y: np.ndarray, k: int) -> Ways:
    """Return the vote of the k most similar other objects, and that of each slip."""

    def vote(table: np.ndarray, k: int) -> np.ndarray:
        return (2 * y[np.argsort(-table, axis=1, kind="stable")[:, :k]].sum(axis=1) > k).astype(int)

    others, unlike = S.copy(), -S
    for table in (others, unlike):
        np.fill_diagonal(table, -np.inf)
    return {"right": vote(others, k), "itself": vote(S, k), "farthest": vote(unlike, k), "one only": vote(others, 1)}


@twin("knn_in_practice.4")
def scaling_twin() -> str:
    """Return whose labels of other wines change if one test wine has a typing error."""
    X, y = load_wine(return_X_y=True, as_frame=True)
    A, B, a, _ = train_test_split(X[WINE_COLUMNS], y, train_size=60, stratify=y, random_state=1)
    typo = B.copy()
    typo.iloc[0, 1] *= 1000
    labels = []
    for test in (B, typo):
        scaler = StandardScaler().fit(pd.concat([A, test]))  # as Ada does
        model = KNeighborsClassifier(5).fit(scaler.transform(A), a)
        labels.append(model.predict(scaler.transform(test))[1:])
    return "Bo" if np.array_equal(*labels) else "Ada"
