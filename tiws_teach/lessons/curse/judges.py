"""Judges of notebook 07: contrasts, selection before the split, a remedy to tune, cubes, intrinsic dimension."""

from functools import cache
from typing import Any

import numpy as np
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, compare, exercise, match, matched, twin
from tiws_teach.curse import distance_contrast, points_to_cover, side_for_share

QUESTIONS, ANSWERS = 6, 3
SHARE, DIMENSIONS = 0.1, 20
TABLES = ("copies", "independent", "mixtures", "shuffled")
KEPT = [3, 10, 100]
GAP = 24


@exercise("curse.7", expect.function("X"))
def contrast_within(answer: Written) -> Judged:
    """Judge a function that gives the contrast of each row against the others."""
    tables = [np.random.default_rng(seed).random(shape) for seed, shape in enumerate([(12, 2), (30, 5)])]
    for X in tables:
        made = answer.shaped((len(X),), X)
        if not np.isfinite(made).all():
            return _not_finite(answer, made)
    judged = compare(answer, [(X,) for X in tables], _contrasts, 1e-4)
    return Slip("drops zeros") if judged == Right() and not _keeps_duplicates(answer) else judged


def _contrasts(X: np.ndarray) -> Ways:
    """Return the contrast of each row against the others, and what each slip gives."""
    right = np.array([distance_contrast(np.delete(X, i, axis=0), X[i : i + 1])[0] for i in range(len(X))])
    return {"right": right, "by the farthest": right / (1 + right), "ratio": 1 + right}


def _not_finite(answer: Written, made: np.ndarray) -> Slip:
    """Return why contrasts are not finite: for two equal rows, only an infinite diagonal gives inf."""
    if np.isnan(made).any():
        return Slip("missing")
    with np.errstate(divide="ignore", invalid="ignore"):
        equal = np.asarray(answer(np.zeros((2, 2))), dtype=float)
    return Slip("farthest from itself" if np.isposinf(equal).all() else "itself")


def _keeps_duplicates(answer: Written) -> bool:
    """Return whether two equal rows have an infinite contrast, as they should; a ZeroDivisionError also counts."""
    X = np.array([[0.0, 1.0], [2.0, 2.0], [0.0, 1.0], [5.0, 3.0]])
    with np.errstate(divide="ignore", invalid="ignore"):
        try:
            made = np.asarray(answer(X), dtype=float)
        except ZeroDivisionError:
            return True
    return made.shape == (4,) and bool(np.isinf(made[[0, 2]]).all() and np.isfinite(made[[1, 3]]).all())


@twin("curse.2")
def selecting_twin() -> str:
    """Return who chose the columns on all rows: the higher accuracy on labels without any relation to the columns."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 2000)), rng.permutation(np.repeat([0, 1], 50))
    knn, best = KNeighborsClassifier(5), SelectKBest(k=20)
    leaking = cross_val_score(knn, best.fit_transform(X, y), y, cv=5).mean()
    return "Ada" if leaking > cross_val_score(make_pipeline(best, knn), X, y, cv=5).mean() else "Bo"


@exercise("curse.3", expect.function("X", "y"))
def compare_selection(answer: Written) -> Judged:
    """Judge a function that compares tuned selection with no selection; two tables agree by chance less often."""
    try:
        judged, again = (_compared(answer, seed) for seed in (1, 6))
    except ValueError as error:
        if "Invalid parameter" in str(error):
            return Slip("parameter name")
        raise
    return judged if judged == again else Slip()


def _compared(answer: Written, seed: int) -> Judged:
    """Judge the two accuracies on one table."""
    first, second = answer.shaped((2,), *_noisy_table(seed))
    ways = _comparisons(seed)
    tuned, none = ways["right"]
    if np.isclose(first, tuned):
        return match(second, {"right": none, "not standardised": ways["not standardised"][1]}, 1e-8)
    judged = match(first, {name: way[0] for name, way in ways.items()}, 1e-8)
    return Slip("outside") if judged == Slip() and first > tuned + 0.1 else judged


@cache
def _noisy_table(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return 90 rows of two classes: four weak columns, 396 useless ones, and units that differ."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([0, 1], 45))
    X = rng.normal(size=(90, 400))
    X[:, :4] += 0.7 * y[:, np.newaxis]
    return X * 10 ** rng.uniform(-1, 1, size=400), y


@cache
def _comparisons(seed: int) -> Ways:
    """Return the pair of accuracies, and what it is after each slip."""
    X, y = _noisy_table(seed)
    search, raw_search, vote = _search(StandardScaler()), _search(), KNeighborsClassifier(5)
    models = (search, make_pipeline(StandardScaler(), vote), raw_search, vote)
    tuned, none, raw_tuned, raw_none = (cross_val_score(model, X, y, cv=3).mean() for model in models)
    search.fit(X, y)
    return {
        "right": (tuned, none),
        "turned round": (none, tuned),
        "not standardised": (raw_tuned, raw_none),
        "best score": (search.best_score_, none),
        "training rows": (search.score(X, y), none),
    }


def _search(*first: Any) -> GridSearchCV:
    """Return a search for the number of columns, with these steps before the choice."""
    steps = make_pipeline(*first, SelectKBest(), KNeighborsClassifier(5))
    return GridSearchCV(steps, {"selectkbest__k": KEPT}, cv=3)


@matched("curse.4", expect.whole(1))
def people_to_cover() -> Ways:
    """Return the verdict on the number of combinations of six questions with three answers."""
    ways = {"right": points_to_cover(QUESTIONS, ANSWERS), "binary": points_to_cover(QUESTIONS)}
    return ways | {"product": QUESTIONS * ANSWERS, "turned round": points_to_cover(ANSWERS, QUESTIONS)}


@exercise("curse.5", expect.names(*TABLES))
def tables_that_keep_their_contrast(answer: list[str]) -> Judged:
    """Name the tables with a low intrinsic dimension."""
    medians = {name: np.median(distance_contrast(*_table(name))) for name in TABLES}
    right = sorted(name for name, median in medians.items() if median > 3)
    other = next((name for name in ("shuffled", "independent") if name in answer), "too few")
    return match(answer, {"right": right, "none": []}, otherwise=other)


def _table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and queries of one of the four tables of exercise 5."""
    rng = np.random.default_rng(0)
    few = rng.random((320, 3))
    made = {
        "copies": lambda: np.tile(few, 100),
        "independent": lambda: rng.random((320, 300)),
        "mixtures": lambda: few @ rng.normal(size=(3, 300)),
        "shuffled": lambda: rng.permuted(few @ rng.normal(size=(3, 300)), axis=0),
    }[name]()
    return made[20:], made[:20]


@matched("curse.6", expect.number(0, 1), 0.004)
def side_of_a_tenth() -> Ways:
    """Give the side of a cube with a tenth of the volume in 20 dimensions."""
    right = float(side_for_share(SHARE, DIMENSIONS))
    return {
        "right": right,
        "share itself": SHARE,
        "divided": SHARE / DIMENSIONS,
        "multiplied": SHARE**DIMENSIONS,
        "one minus": 1 - right,
        "other share": side_for_share(0.01, DIMENSIONS),
        "nine tenths": 1 - SHARE,
    }


@matched("curse.1", expect.whole(1))
def columns_that_drown_the_gap() -> Ways:
    """Return the number of columns m for which sqrt(6 m) is the gap of the exercise."""
    return {
        "right": GAP**2 // 6,
        "mean": GAP // 2,
        "one column": 6,
        "no square": GAP // 6,
        "no six": GAP**2,
        "per value": GAP**2 // 2,
        "all pairs": GAP**2 // 8,
    }
