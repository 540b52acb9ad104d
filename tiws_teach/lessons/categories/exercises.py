"""Exercises of lesson 11: a smoothed mean, a shrunken spread, cross-fitting, a broken twin, and reasons for gaps."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tiws_teach.course.exercises import exercise, function, match_number, names, number, pair

N, SURVIVORS, OVERALL, SMOOTH = 3, 2, 0.4, 2
SD, SHARE = 10.0, 0.36
REASONS = ("random", "other", "itself")
GAPS = ("itself", "other", "random")
"""Why incomes, heart tests and answers on the last page are missing."""
TWINS = ("Ada", "Bo")
RULES = ("code a row without its own target", "keep test rows out of the fit", "smooth rare categories")
CODES, TARGETS, FOLDS = list("aabbabcb"), [1, 0, 1, 1, 0, 0, 1, 0], [0, 1, 0, 1, 0, 1, 0, 1]


@exercise(
    "categories.1",
    expects=number(),
    hints=[
        "The smoothing adds 2 rows whose mean target is the overall mean.",
        "Two survivors and 2 times 0.4, divided by three rows and 2 more.",
    ],
    misconceptions={
        "plain mean": "That is the mean without smoothing.",
        "counted once": "You added the overall mean once. It counts as two rows.",
        "divided by n": "You added two rows above the line but not below it.",
        "averaged": "You averaged both means with equal weights. The category has three rows, the overall mean two.",
    },
)
def smoothed_by_hand(answer: float) -> bool | str:
    """Give the smoothed mean of a category of three rows."""
    right = (SURVIVORS + SMOOTH * OVERALL) / (N + SMOOTH)
    wrong = {
        "plain mean": SURVIVORS / N,
        "counted once": (SURVIVORS + OVERALL) / (N + SMOOTH),
        "divided by n": (SURVIVORS + SMOOTH * OVERALL) / N,
        "averaged": (SURVIVORS / N + OVERALL) / 2,
    }
    return match_number(answer, right, wrong)


@exercise(
    "categories.2",
    expects=number(0),
    hints=[
        "The mean stays, and the filled values add nothing to the sum of squared deviations. What divides the sum?",
        "The variance is multiplied by the share that is known, the standard deviation by its root.",
    ],
    misconceptions={
        "unchanged": "The filled values lie exactly at the mean. They make the column narrower.",
        "no root": "You multiplied the standard deviation by the known share. That is what happens to the variance.",
        "missing share": "You took the root of the missing share. The known share keeps the spread.",
    },
)
def spread_after_filling(answer: float) -> bool | str:
    """Give the standard deviation after mean imputation."""
    wrong = {"unchanged": SD, "no root": SD * (1 - SHARE), "missing share": SD * SHARE**0.5}
    return match_number(answer, SD * (1 - SHARE) ** 0.5, wrong)


@exercise(
    "categories.3",
    expects=function("codes", "y", "folds"),
    hints=[
        "For each fold: the rows outside it give the means, the rows inside it get them.",
        "means = y[folds != f].groupby(codes[folds != f]).mean(); codes[folds == f].map(means).",
        "A code that does not occur outside the fold gets the mean target of the rows outside the fold.",
    ],
    misconceptions={
        "own rows": "You use all rows, so each row's own target is part of its code.",
        "turned round": "You learn the means inside the fold, from the rows that get them. Learn them outside.",
        "gaps": "A code that occurs in one fold only has no number. Use the overall mean of the other rows.",
        "overall of all": "A code that occurs in one fold only gets the mean of all rows, its own target included.",
    },
    praise="This is what TargetEncoder.fit_transform does.",
)
def cross_fitting_of_your_own(answer) -> bool | str:
    """Write target means that are learned outside each row's fold."""
    codes, y, folds = pd.Series(CODES), pd.Series(TARGETS), np.array(FOLDS)
    found = np.asarray(answer(codes, y, folds), dtype=float)
    if found.shape != y.shape:
        return False
    outside = _coded(codes, y, folds, outside=True)
    lone = np.isnan(outside)
    others = np.array([y[folds != fold].mean() for fold in folds])
    expected = {
        "right": np.where(lone, others, outside),
        "own rows": y.groupby(codes).transform("mean").to_numpy(),
        "turned round": _coded(codes, y, folds, outside=False),
        "gaps": outside,
        "overall of all": np.where(lone, y.mean(), outside),
    }
    name = next((name for name, values in expected.items() if np.allclose(found, values, equal_nan=True)), False)
    return True if name == "right" else name


def _coded(codes: pd.Series, y: pd.Series, folds: np.ndarray, outside: bool) -> np.ndarray:
    """Return the mean of each row's code outside or inside its fold; NaN where there is none."""
    found = np.full(len(y), np.nan)
    for fold in np.unique(folds):
        learn = (folds != fold) if outside else (folds == fold)
        found[folds == fold] = codes[folds == fold].map(y[learn].groupby(codes[learn]).mean())
    return found


@exercise(
    "categories.4",
    expects=pair(TWINS, RULES, ("Ada", "smooth rare categories")),
    hints=[
        "Compare the AUC on training rows with the one on test rows. The codes and the targets are random.",
        "In whose program does the code of a training row contain the target of this row?",
    ],
    misconceptions={
        "the honest one": "That colleague's model finds nothing in random codes, in training or test. That is right.",
        "wrong rule": "The person is right. But no test row enters a fit, and smoothing only shrinks the problem.",
    },
    praise="`fit(...).transform(...)` and `fit_transform(...)` differ for this encoder, by design.",
)
def target_mean_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague whose codes contain each row's own target, and the broken rule."""
    person, rule = answer
    trained = _training_aucs()
    if person != max(trained, key=trained.__getitem__):
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


def _training_aucs() -> dict[str, float]:
    """Return the AUC on training rows of both twins."""
    rng = np.random.default_rng(0)
    codes, y = pd.Series(rng.integers(0, 100, 400)), pd.Series(rng.integers(0, 2, 400))
    folds = np.arange(400) % 5
    columns = {"Ada": _coded(codes, y, folds, outside=True), "Bo": y.groupby(codes).transform("mean").to_numpy()}
    aucs = {}
    for name, column in columns.items():
        rows = np.nan_to_num(column, nan=0.5)[:, np.newaxis]
        aucs[name] = float(roc_auc_score(y, LogisticRegression().fit(rows, y).predict_proba(rows)[:, 1]))
    return aucs


@exercise(
    "categories.5",
    expects=names(*REASONS, ordered=True),
    hints=[
        "For each gap, ask: if I knew the missing number, would I be less surprised that it is missing?",
        "Who hides an income? What does a doctor look up before ordering the test? What does a printer know of you?",
    ],
    misconceptions={
        "on file": "The test depends on the blood pressure, which is a known column: that is 'other'.",
        "income": "The income itself makes people keep silent, and nobody wrote it down: that is 'itself'.",
        "printer": "The printer knows nothing about the people or their answers: that is 'random'.",
    },
)
def reasons_for_gaps(answer: list[str]) -> bool | str:
    """Name the reasons for three gaps."""
    if len(answer) != len(REASONS):
        return False
    for found, right, name in zip(answer, GAPS, ("income", "on file", "printer"), strict=True):
        if found != right:
            return name
    return True
