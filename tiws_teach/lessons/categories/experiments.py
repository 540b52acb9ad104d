"""Gaps made in a real column, ways to fill them, and what becomes of two jobs: settings -> result."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.stats import t
from sklearn.datasets import load_diabetes

REASONS = {"completely at random": None, "where the disease progressed": "progress", "where bmi is high": "bmi"}
"""Why a value of bmi is missing: the column that drives it."""
STEEPNESS = 3.0
"""A standard deviation of the driving column counts as much as this many units of logistic noise."""
LEFT_OUT, MEAN, REGRESSION, WITH_TARGET, DRAWS = FILLINGS = (
    "rows left out",
    "mean",
    "regression",
    "regression with target",
    "20 draws with target",
)
DRAWN, FOLDS = 20, 5


@dataclass(frozen=True)
class Jobs:
    """A table with filled gaps, and what it gives to who estimates and to who predicts, over draws of the gaps."""

    reason: str
    percent: int
    filling: str
    bmi: np.ndarray
    progress: np.ndarray
    gaps: np.ndarray
    line: tuple[float, float]
    slopes: np.ndarray
    promised: np.ndarray
    kept: np.ndarray


def patients() -> pd.DataFrame:
    """Return scikit-learn's 442 diabetes patients: body mass index, pressure, a blood value, progress in a year."""
    bunch = load_diabetes(as_frame=True, scaled=False)
    return bunch.data[["bmi", "bp", "s5"]].assign(progress=bunch.target)


def gaps(rows: pd.DataFrame, reason: str, share: float, rng: np.random.Generator) -> np.ndarray:
    """Choose the rows that lose their bmi: those with the largest sum of logistic noise and the reason's column."""
    driver, noise = REASONS.get(reason, reason), rng.logistic(size=len(rows))
    if driver is not None:
        noise += STEEPNESS * ((rows[driver] - rows[driver].mean()) / rows[driver].std()).to_numpy()
    return np.argsort(np.argsort(-noise)) < round(share * len(rows))


def regression(column: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the columns of a regression on the others, its coefficients on the known rows, residuals and inverse."""
    A, known = np.column_stack([np.ones(len(column)), others]), ~np.isnan(column)
    inverse = np.linalg.inv(A[known].T @ A[known])
    fitted = inverse @ A[known].T @ column[known]
    return A, fitted, column[known] - A[known] @ fitted, inverse


def draw_filled(column: np.ndarray, others: np.ndarray, m: int, rng: np.random.Generator) -> np.ndarray:
    """Fill the gaps m times by a regression: its spread and its coefficients are drawn, then each row's error."""
    A, fitted, rest, inverse = regression(column, others)
    sigma = np.sqrt(rest @ rest / rng.chisquare(len(rest) - len(fitted), m))
    slopes = fitted[:, np.newaxis] + np.linalg.cholesky(inverse) @ rng.normal(0, sigma, (len(fitted), m))
    values = A @ slopes + rng.normal(0, sigma, (len(column), m))
    return np.where(np.isnan(column)[:, np.newaxis], values, column[:, np.newaxis])


def rubins_rules(estimates: np.ndarray, squared_errors: np.ndarray) -> tuple[float, float, float]:
    """Return the mean of the fillings' estimates, its standard error, and the degrees of freedom of its t quantile."""
    m, W = len(estimates), np.mean(squared_errors)
    between = (1 + 1 / m) * np.var(estimates, ddof=1)
    return np.mean(estimates), np.sqrt(W + between), (m - 1) * (1 + W / between) ** 2


def fill(column: np.ndarray, others: np.ndarray, y: np.ndarray, filling: str, rng: np.random.Generator) -> np.ndarray:
    """Return the filled column, several for draws; rows that are left out keep their gaps."""
    if filling == LEFT_OUT or not np.isnan(column).any():
        return column[:, np.newaxis]
    if filling == MEAN:
        return np.where(np.isnan(column), np.nanmean(column), column)[:, np.newaxis]
    helpers = others if filling == REGRESSION else np.column_stack([others, y])
    if filling == DRAWS:
        return draw_filled(column, helpers, DRAWN, rng)
    A, fitted, *_ = regression(column, helpers)
    return np.where(np.isnan(column), A @ fitted, column)[:, np.newaxis]


def lines(columns: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return intercept, slope and squared standard error of the slope of y on each of the columns."""
    known = ~np.isnan(columns[:, 0])
    x, y = columns[known], y[known]
    off, away = x - x.mean(axis=0), y - y.mean()
    squares = (off**2).sum(axis=0)
    slope = away @ off / squares
    rest = away[:, np.newaxis] - slope * off
    return y.mean() - slope * x.mean(axis=0), slope, (rest**2).sum(axis=0) / (len(y) - 2) / squares


def interval(columns: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Return the ends of a 95 % interval of the slope: the usual one, or by Rubin's rules for several fillings."""
    _, slopes, squared_errors = lines(columns, y)
    slope, error, freedom = slopes[0], squared_errors[0] ** 0.5, (~np.isnan(columns[:, 0])).sum() - 2
    if len(slopes) > 1:
        slope, error, freedom = rubins_rules(slopes, squared_errors)
    half = t.ppf(0.975, freedom) * error
    return slope - half, slope + half


def error_of(columns: np.ndarray, y: np.ndarray, line: tuple[np.ndarray, ...]) -> np.ndarray:
    """Return the squared errors of the mean prediction; NaN where the row is left out."""
    return (y - (line[0] + line[1] * columns).mean(axis=1)) ** 2


@lru_cache(maxsize=512)
def two_jobs(reason: str, percent: int, filling: str, n_seeds: int = 20) -> Jobs:
    """Delete a share of bmi, fill it, estimate a slope, and predict for patients who took no part (five folds)."""
    rows = patients()
    others, y = rows[["bp", "s5"]].to_numpy(), rows["progress"].to_numpy()
    slopes, errors, first = [], [], []
    for seed in range(n_seeds):
        rng = np.random.default_rng(seed)
        lost = gaps(rows, reason, percent / 100, rng)
        column = rows["bmi"].mask(lost).to_numpy()
        filled = fill(column, others, y, filling, rng)
        slopes.append(lines(filled, y)[1].mean())
        errors.append(_errors(column, others, y, filling, filled, rng))
        first.append((filled[:, 0], lost, lines(filled, y)))
    promised, kept = np.sqrt(np.array(errors)).T
    bmi, lost, (intercept, slope, _) = first[0]
    line = float(intercept.mean()), float(slope.mean())
    return Jobs(reason, percent, filling, bmi, y, lost, line, np.array(slopes), promised, kept)


def _errors(
    column: np.ndarray, others: np.ndarray, y: np.ndarray, filling: str, filled: np.ndarray, rng: np.random.Generator
) -> tuple[float, float]:
    """Return the mean squared error that the filled table promises, and the one for patients filled without target."""
    part = np.random.default_rng(0).permutation(len(y)) % FOLDS
    promised, kept = np.empty((2, len(y)))
    for fold in range(FOLDS):
        train, test = part != fold, part == fold
        promised[test] = error_of(filled[test], y[test], lines(filled[train], y[train]))
        new = MEAN if filling in (LEFT_OUT, MEAN) else REGRESSION
        guess = fill(np.where(train, column, np.nan), others, y, new, rng)
        own = guess[train] if filling == new else fill(column[train], others[train], y[train], filling, rng)
        columns = np.where(np.isnan(column), guess[:, 0], column)[test, np.newaxis]
        kept[test] = error_of(columns, y[test], lines(own, y[train]))
    return float(np.nanmean(promised)), float(kept.mean())
