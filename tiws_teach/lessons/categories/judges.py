"""Judges of lesson 11: a smoothed mean, cross-fitting, Rubin's rules, a broken twin, reasons for gaps, a spread."""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Slip, Ways, Written, compare, exercise, first, matched, twin

N, SURVIVORS, OVERALL, SMOOTH, SD, SHARE = 3, 2, 0.4, 2, 10.0, 0.36
GAPS = ("itself", "other", "random")
"""Why incomes, heart tests and answers on the last page are missing."""
CODES, TARGETS = pd.Series(list("aabbabcb")), pd.Series([1, 0, 1, 1, 0, 0, 1, 0])


@matched("categories.4", expect.number())
def smoothed_by_hand() -> Ways:
    """Give the smoothed mean of a category of three rows."""
    return {
        "right": (SURVIVORS + SMOOTH * OVERALL) / (N + SMOOTH),
        "plain mean": SURVIVORS / N,
        "counted once": (SURVIVORS + OVERALL) / (N + SMOOTH),
        "divided by n": (SURVIVORS + SMOOTH * OVERALL) / N,
        "averaged": (SURVIVORS / N + OVERALL) / 2,
    }


@matched("categories.6", expect.number(0))
def spread_after_filling() -> Ways:
    """Give the standard deviation after mean imputation."""
    ways = {"right": SD * (1 - SHARE) ** 0.5, "unchanged": SD, "no root": SD * (1 - SHARE)}
    return ways | {"missing share": SD * SHARE**0.5}


@exercise("categories.1", expect.function("codes", "y", "folds"))
def cross_fitting_of_your_own(answer: Written) -> Judged:
    """Write target means that are learned outside each row's fold."""
    return compare(answer, [(CODES, TARGETS, np.arange(8) % k) for k in (2, 3)], _cross_fitted)


def _cross_fitted(codes: pd.Series, y: pd.Series, folds: np.ndarray) -> Ways:
    """Return the code of each row, and what each slip gives."""
    outside, learn = _coded(codes, y, folds, outside=True), [folds != fold for fold in folds]
    others = np.array([y[rows].mean() for rows in learn])
    alone = {"right": others, "gaps": np.nan, "overall of all": y.mean(), "zero": 0}
    alone |= {"mean of means": [y[rows].groupby(codes[rows]).mean().mean() for rows in learn]}
    ways = {name: np.where(np.isnan(outside), value, outside) for name, value in alone.items()}
    ways |= {"own rows": y.groupby(codes).transform("mean"), "turned round": _coded(codes, y, folds, outside=False)}
    one_out, rest = _coded(codes, y, np.arange(len(y)), outside=True), (y.sum() - y) / (len(y) - 1)
    ways |= {"fold by fold": ways["right"][np.argsort(folds, kind="stable")]}
    return ways | {"one row out": np.where(np.isnan(one_out), rest, one_out)}


def _coded(codes: pd.Series, y: pd.Series, folds: np.ndarray, outside: bool) -> np.ndarray:
    """Return the mean of each row's code outside or inside its fold; NaN where there is none."""
    found = np.full(len(y), np.nan)
    for fold in np.unique(folds):
        learn = (folds != fold) if outside else (folds == fold)
        found[folds == fold] = codes[folds == fold].map(y[learn].groupby(codes[learn]).mean())
    return found


@exercise("categories.2", expect.function("estimates", "squared_errors"))
def rubins_rules_of_your_own(answer: Written) -> Judged:
    """Write Rubin's rules for several fillings."""
    rng = np.random.default_rng(0)
    return compare(answer, [(rng.normal(3, 1, m), rng.uniform(0.5, 2, m)) for m in (3, 8)], _pooled)


def _pooled(estimates: np.ndarray, squared_errors: np.ndarray) -> Ways:
    """Return the pooled estimate and its standard error, and what each slip gives."""
    m, W, B = len(estimates), squared_errors.mean(), estimates.var(ddof=1)
    right = W + (1 + 1 / m) * B
    errors = {"W alone": W, "B alone": (1 + 1 / m) * B, "no 1/m": W + B, "squared": right**2}
    errors |= {"wrong ddof": W + (1 + 1 / m) * estimates.var(), "both": W + estimates.var(), "of a mean": B / m}
    errors |= {"averaged errors": (squared_errors**0.5).mean() ** 2 + (1 + 1 / m) * B, "1/m alone": W + B / m}
    errors |= {"W as well": (1 + 1 / m) * (W + B), "spread": W + (1 + 1 / m) * B**0.5}
    return {name: np.array([estimates.mean(), found**0.5]) for name, found in ({"right": right} | errors).items()}


@twin("categories.3")
def target_mean_twin() -> str:
    """Return whose codes contain each row's own target: the larger AUC on training rows without any relation."""
    rng = np.random.default_rng(0)
    codes, y = pd.Series(rng.integers(0, 100, 400)), pd.Series(rng.integers(0, 2, 400))
    folds = np.arange(400) % 5
    columns = {"Ada": _coded(codes, y, folds, outside=True), "Bo": y.groupby(codes).transform("mean").to_numpy()}
    aucs = {}
    for name, column in columns.items():
        rows = np.nan_to_num(column, nan=0.5)[:, np.newaxis]
        aucs[name] = roc_auc_score(y, LogisticRegression().fit(rows, y).predict_proba(rows)[:, 1])
    return max(aucs, key=aucs.__getitem__)


@exercise("categories.5", expect.names("random", "other", "itself", ordered=True))
def reasons_for_gaps(answer: list[str]) -> Judged:
    """Name the reasons for three gaps."""
    if len(answer) != len(GAPS):
        return Slip()
    columns = zip(("income", "on file", "printer"), answer, GAPS, strict=True)
    return first({name: given != right for name, given, right in columns})
