"""Judges of lesson 09: a distance of mixed columns, a weighted vote, a broken twin, neighbours from similarities."""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Ways, Written, compare, exercise, match, twin
from tiws_teach.lessons.knn_in_practice.experiments import NUMBERS, survey

RANGES = pd.Series({"age": 50.0, "hours": 80.0})


@exercise("knn_in_practice.1", expect.function("a", "b", "ranges"))
def gower_of_your_own(answer: Written) -> Judged:
    """Return the mean difference of two rows over the columns that both have."""
    a = pd.Series({"age": 30.0, "hours": 40.0, "job": "sales", "marital": "married"}, dtype=object)
    others = ({"job": "clerical"}, {"age": 20.0}, {"job": np.nan, "hours": 48.0}, {"age": np.nan, "marital": "single"})
    return compare(answer, [(a, pd.Series({**a, **other}, dtype=object), RANGES) for other in others], _gower)


def _gower(a: pd.Series, b: pd.Series, ranges: pd.Series) -> Ways:
    """Return Gower's distance, and that of each slip."""
    is_gap = (a.isna() | b.isna()).to_numpy()
    scales = np.array([ranges.get(column, 1.0) for column in a.index])
    gaps = np.array([abs(x - z) if name in ranges else float(x != z) for name, x, z in zip(a.index, a, b, strict=True)
                     if not (pd.isna(x) or pd.isna(z))])  # fmt: skip
    parts = gaps / scales[~is_gap]
    return {
        "right": parts.mean(),
        "not divided": parts.sum(),
        "all columns": parts.sum() / len(a),
        "gaps differ": (parts.sum() + is_gap.sum()) / len(a),
        "not skipped": np.nan if any(is_gap[:2]) else (parts.sum() + is_gap.sum()) / len(a),
        "no ranges": gaps.mean(),
        "alike": 1 - parts.mean(),
    }


@exercise("knn_in_practice.2", expect.number())
def weighted_share(answer: float) -> Judged:
    """Give the share of yes by weights of one over the distance, for five neighbours."""
    distance, is_yes = np.array([0.5, 1, 1, 2, 4]), np.array([1, 0, 0, 1, 0])
    share = np.average(is_yes, weights=1 / distance)
    ways = {"right": share, "one each": is_yes.mean(), "not divided": (is_yes / distance).sum(), "no": 1 - share}
    ways["far counts more"] = np.average(is_yes, weights=distance)
    return match(answer, ways, otherwise="per cent" if abs(answer - 100 * share) < 0.7 else "")


@twin("knn_in_practice.3")
def scaling_twin() -> str:
    """Return whose answers for other people change if one person's hours have a typing error."""
    table = survey()
    fit, new, answers, _ = train_test_split(table[NUMBERS[:3]], table["higher"], train_size=300, random_state=1)
    typo, found = new.copy(), []
    typo.iloc[0, 1] = 4500
    for ask in (new, typo):
        scaler = StandardScaler().fit(pd.concat([fit, ask]))  # as Ada does
        model = KNeighborsClassifier(5).fit(scaler.transform(fit), answers)
        found.append(model.predict(scaler.transform(ask))[1:])
    return "Bo" if np.array_equal(*found) else "Ada"


@exercise("knn_in_practice.4", expect.function("S", "y", "k"))
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
