"""Exercises of notebook 07: contrasts, selection before the split, a remedy to tune, cubes, intrinsic dimension."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach.course.exercises import exercise, function, match_number, names, number, pair, whole
from tiws_teach.curse import distance_contrast, points_to_cover, side_for_share

FORM = {"questions": 6, "answers": 3}
CUBE = {"share": 0.1, "d": 20}
TABLES = ("copies", "independent", "mixtures", "shuffled")
TWINS = ("Ada", "Bo")
RULES = ("choose inside the folds", "scale first", "leave the query out")
KEPT = [3, 10, 100]


@exercise(
    "curse.1",
    expects=function("X"),
    hints=[
        "Each row is a query and is compared with the other rows. Which distance must not be counted?",
        "distance_contrast(np.delete(X, i, axis=0), X[i : i + 1])[0] leaves row i out; do that for every i.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return one contrast for each row.",
        "other shape": "The result does not have one contrast for each row of X.",
        "itself": "Your contrasts are infinite: each row was counted as its own nearest row, at distance 0.",
        "farthest from itself": "Your contrasts are infinite: you set the distance of a row to itself to infinity, so "
        "each row is now its own *farthest* row. Leave it out of the maximum too.",
        "missing": "Your contrasts are NaN. Use np.nanmin and np.nanmax, or leave each row out of its own distances.",
        "by the farthest": "You divide by the farthest distance. The contrast divides by the nearest.",
        "ratio": "Your numbers are larger by 1: take the difference before you divide.",
        "drops zeros": "Two equal rows are at distance 0, and that counts. Leave out the row itself only.",
    },
    praise="A row is no neighbour of itself: leave it out, or the nearest distance is 0.",
)
def contrast_within(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that gives the contrast of each row against the others."""
    fits = {"right", "by the farthest", "ratio"}
    for seed, shape in enumerate([(12, 2), (30, 5)]):
        X = np.random.default_rng(seed).random(shape)
        made = answer(X.copy())
        if made is None or made is ...:
            return "nothing returned"
        made = np.asarray(made, dtype=float)
        if made.shape != (len(X),):
            return "other shape"
        if not np.isfinite(made).all():
            return _not_finite(answer, made)
        right = np.array([distance_contrast(np.delete(X, i, axis=0), X[i : i + 1])[0] for i in range(len(X))])
        forms = {"right": right, "by the farthest": right / (1 + right), "ratio": 1 + right}
        fits &= {name for name, form in forms.items() if np.allclose(made, form, rtol=1e-4)}
    if "right" in fits:
        return True if _keeps_duplicates(answer) else "drops zeros"
    return next(iter(sorted(fits)), False)


def _not_finite(answer: Callable[..., Any], made: np.ndarray) -> str:
    """Return why contrasts are not finite: for two equal rows, only an infinite diagonal gives inf."""
    if np.isnan(made).any():
        return "missing"
    with np.errstate(divide="ignore", invalid="ignore"):
        equal = np.asarray(answer(np.zeros((2, 2))), dtype=float)
    return "farthest from itself" if np.isposinf(equal).all() else "itself"


def _keeps_duplicates(answer: Callable[..., Any]) -> bool:
    """Return whether two equal rows have an infinite contrast, as they should; a ZeroDivisionError also counts."""
    X = np.array([[0.0, 1.0], [2.0, 2.0], [0.0, 1.0], [5.0, 3.0]])
    with np.errstate(divide="ignore", invalid="ignore"):
        try:
            made = np.asarray(answer(X.copy()), dtype=float)
        except ZeroDivisionError:
            return True
    return made.shape == (4,) and bool(np.isinf(made[[0, 2]]).all() and np.isfinite(made[[1, 3]]).all())


@exercise(
    "curse.2",
    expects=pair(TWINS, RULES, ("Ada", "scale first")),
    hints=[
        "The labels were tossed. What accuracy can an honest estimate have?",
        "Whose choice of columns used the labels of the test rows?",
    ],
    misconceptions={
        "the honest one": "That colleague's estimate is near one half, as it should be. Look at the other one.",
        "wrong rule": "The person is right, but the rule is not. What used all labels before the folds were made?",
    },
    praise="Data leakage: among 2,000 useless columns some fit the labels by chance, those of the test rows included.",
)
def selecting_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague who chose the columns on all rows, and the broken rule."""
    promised = _promises()
    person, rule = answer
    if person != max(promised, key=promised.__getitem__):
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


def _promises() -> dict[str, float]:
    """Return the accuracy that each twin reports on labels without any relation to the columns."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 2000)), rng.permutation(np.repeat([0, 1], 50))
    knn = KNeighborsClassifier(5)
    best = SelectKBest(k=20).fit(X, y)
    return {
        "Ada": float(cross_val_score(knn, best.transform(X), y, cv=5).mean()),
        "Bo": float(cross_val_score(make_pipeline(SelectKBest(k=20), knn), X, y, cv=5).mean()),
    }


@exercise(
    "curse.3",
    expects=function("X", "y"),
    hints=[
        "make_pipeline(StandardScaler(), SelectKBest(), KNeighborsClassifier(5)) names each step after its class, in "
        "lower case. So the search tries {'selectkbest__k': [3, 10, 100]}.",
        "A search is a model: search = GridSearchCV(pipeline, {...}, cv=3), then cross_val_score(search, X, y, cv=3).",
    ],
    misconceptions={
        "not two": "Return two accuracies, each the mean over the folds: with selection first, then without.",
        "parameter name": "The search does not know that name. In a pipeline it is the step, two underscores, the "
        "parameter: selectkbest__k.",
        "training rows": "You scored the rows on which the search was fitted. Score other rows: cross_val_score.",
        "best score": "best_score_ is the highest of three means, on the folds that chose k. Cross-validate the whole "
        "search.",
        "turned round": "The two are turned round: first the accuracy with selection, then the one without.",
        "not standardised": "Standardise the columns inside the pipeline, in both models.",
        "outside": "Your first accuracy is too good: on this table most columns are noise. They were chosen on rows "
        "that are test rows later. Make SelectKBest a step of the pipeline.",
    },
    praise="The search never sees the test rows: scaling, choosing and tuning all happen inside the folds.",
)
def compare_selection(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that compares tuned selection with no selection."""
    X, y = _noisy_table()
    try:
        made = answer(X.copy(), y.copy())
    except ValueError as error:
        if "Invalid parameter" in str(error):
            return "parameter name"
        raise
    if made is None or np.shape(made) != (2,):
        return "not two"
    first, second = (float(value) for value in made)
    forms = _comparisons()
    right = np.isclose([first, second], forms["right"])
    if right[0]:
        return bool(right[1]) or ("not standardised" if np.isclose(second, forms["not standardised"][1]) else False)
    slip = next((name for name, form in forms.items() if np.isclose(first, form[0])), "")
    return slip or ("outside" if first > forms["right"][0] + 0.1 else False)


@cache
def _noisy_table() -> tuple[np.ndarray, np.ndarray]:
    """Return 90 rows of two classes: four weak columns, 396 useless ones, and units that differ."""
    rng = np.random.default_rng(1)
    y = rng.permutation(np.repeat([0, 1], 45))
    X = rng.normal(size=(90, 400))
    X[:, :4] += 0.7 * y[:, np.newaxis]
    return X * 10 ** rng.uniform(-1, 1, size=400), y


@cache
def _comparisons() -> dict[str, tuple[float, float]]:
    """Return the pair of accuracies, and what it is after each slip."""
    X, y = _noisy_table()
    search, raw_search = _search(StandardScaler()), _search()
    vote = KNeighborsClassifier(5)
    models = (search, make_pipeline(StandardScaler(), vote), raw_search, vote)
    tuned, none, raw_tuned, raw_none = (float(cross_val_score(model, X, y, cv=3).mean()) for model in models)
    search.fit(X, y)
    return {
        "right": (tuned, none),
        "turned round": (none, tuned),
        "not standardised": (raw_tuned, raw_none),
        "best score": (float(search.best_score_), none),
        "training rows": (float(search.score(X, y)), none),
    }


def _search(*first: Any) -> GridSearchCV:
    """Return a search for the number of columns, with these steps before the choice."""
    steps = make_pipeline(*first, SelectKBest(), KNeighborsClassifier(5))
    return GridSearchCV(steps, {"selectkbest__k": KEPT}, cv=3)


@exercise(
    "curse.4",
    expects=whole(1),
    hints=[
        "Two questions have 3 times 3 combinations of answers. And three questions?",
        "Equation 7.1 with other values: the number of answers, to the power of the number of questions.",
    ],
    misconceptions={
        "binary": "That would be right for questions with two answers. These have three.",
        "product": "You multiplied questions by answers. Each extra question triples the number.",
        "turned round": "You swapped base and exponent: three answers to each of six questions.",
    },
    praise="At least one person for each combination; people who answer alike make it more.",
)
def people_to_cover(answer: int) -> bool | str:
    """Return the verdict on the number of combinations of six questions with three answers."""
    d, levels = FORM["questions"], FORM["answers"]
    wrong = {"binary": points_to_cover(d), "product": d * levels, "turned round": points_to_cover(levels, d)}
    return match_number(answer, points_to_cover(d, levels), wrong)


@exercise(
    "curse.5",
    expects=names(*TABLES),
    hints=[
        "How many numbers does it take to say where a row lies? Count those, not the columns.",
        "In two of the four tables, three numbers determine all 300 columns.",
    ],
    misconceptions={
        "shuffled": "Shuffling makes the columns independent: each then varies by itself. See section 6.",
        "independent": "Independent columns are the case of section 3: every column is a dimension of its own.",
        "too few": "Right so far, but another table has a low intrinsic dimension too.",
        "none": "Many columns alone do not lower the contrast: look for tables that few numbers determine.",
    },
    praise="Three hundred columns, but an intrinsic dimension of three: that is what the contrast depends on.",
)
def tables_that_keep_their_contrast(answer: list[str]) -> bool | str:
    """Name the tables with a low intrinsic dimension."""
    medians = {name: float(np.median(distance_contrast(*_table(name)))) for name in TABLES}
    right = sorted(name for name, median in medians.items() if median > 3)
    if answer == right:
        return True
    if not answer:
        return "none"
    return next((name for name in ("shuffled", "independent") if name in answer), "too few")


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


@exercise(
    "curse.6",
    expects=number(0, 1),
    hints=[
        "The small cube has the volume side ** 20. Which side makes that one tenth?",
        "Equation 7.2: the share, to the power of 1/20.",
    ],
    misconceptions={
        "share itself": "That is the share of the volume. It would be the side in one dimension.",
        "divided": "You divided by 20. The side, multiplied by itself 20 times, must give the share.",
        "multiplied": "You took the share to the power of 20. Take it to the power of 1/20.",
        "one minus": "That is one minus the side: what is left of the edge.",
        "other share": "That is the side for one hundredth of the rows, as in section 2. Here it is one tenth.",
        "nine tenths": "One minus the share is not the side, and one decimal cannot tell: give three.",
    },
    praise="A tenth of the rows, but nearly nine tenths of the range of every feature.",
)
def side_of_a_tenth(answer: float) -> bool | str:
    """Give the side of a cube with a tenth of the volume in 20 dimensions."""
    share, d = CUBE["share"], int(CUBE["d"])
    right = float(side_for_share(share, d))
    wrong = {"share itself": share, "divided": share / d, "multiplied": share**d, "one minus": 1 - right}
    wrong |= {"other share": float(side_for_share(0.01, d)), "nine tenths": 1 - share}
    return match_number(answer, right, wrong, 0.004)
