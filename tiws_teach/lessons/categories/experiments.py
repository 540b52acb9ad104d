"""Gaps made in a real column, and ways to fill them: settings -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import StandardScaler

COLUMNS = ["bmi", "bp", "s5"]
REASONS = {"at random": None, "where bp is high": "bp", "where bmi is high": "bmi"}
"""Why a value of bmi is missing: the column that drives it."""
STEEPNESS = 3.0
"""A standard deviation of the driving column counts as much as this many units of logistic noise."""
FILLERS = {
    "mean": SimpleImputer(),
    "median": SimpleImputer(strategy="median"),
    "mode": SimpleImputer(strategy="most_frequent"),
    "neighbours": KNNImputer(n_neighbors=15),
}
METHODS = (*FILLERS, "regression")


@dataclass(frozen=True)
class Filled:
    """A column with known values, its gaps, and the same column with the gaps filled."""

    reason: str
    method: str
    rows: pd.DataFrame
    gaps: np.ndarray
    column: np.ndarray

    @property
    def truth(self) -> np.ndarray:
        """The column before values were deleted."""
        return self.rows["bmi"].to_numpy()

    @property
    def error(self) -> float:
        """Root mean squared error of the filled values."""
        return float(np.sqrt(np.mean((self.column - self.truth)[self.gaps] ** 2)))


def patients() -> pd.DataFrame:
    """Return body mass index, blood pressure and a blood value of scikit-learn's 442 diabetes patients, in units."""
    return load_diabetes(as_frame=True, scaled=False).data[COLUMNS]


def gaps(rows: pd.DataFrame, reason: str, share: float, rng: np.random.Generator) -> np.ndarray:
    """Choose the rows that lose their bmi: those with the largest sum of the driving column and logistic noise."""
    driver, noise = REASONS[reason], rng.logistic(size=len(rows))
    if driver is not None:
        noise += STEEPNESS * ((rows[driver] - rows[driver].mean()) / rows[driver].std()).to_numpy()
    return np.argsort(np.argsort(-noise)) < round(share * len(rows))


def fill(rows: pd.DataFrame, method: str) -> np.ndarray:
    """Return the first column with its gaps filled; distances are between standardised columns."""
    if method == "regression":
        known = rows["bmi"].notna()
        others = rows.drop(columns="bmi")
        model = LinearRegression().fit(others[known], rows.loc[known, "bmi"])
        return np.where(known, rows["bmi"], model.predict(others))
    scaler = StandardScaler().fit(rows)
    return scaler.inverse_transform(clone(FILLERS[method]).fit_transform(scaler.transform(rows)))[:, 0]


@lru_cache(maxsize=512)
def filled(reason: str, percent: int, method: str, seed: int = 0) -> Filled:
    """Delete a share of the bmi values for a reason and fill the gaps."""
    rows = patients()
    missing = gaps(rows, reason, percent / 100, np.random.default_rng(seed))
    return Filled(reason, method, rows, missing, fill(rows.assign(bmi=rows["bmi"].mask(missing)), method))


def over_seeds(percent: int = 40, n_seeds: int = 10) -> pd.DataFrame:
    """Return mean, standard deviation and error of the filled column by reason and method, averaged over seeds."""
    cells = [(reason, method) for reason in REASONS for method in METHODS]
    table = {}
    for reason, method in cells:
        results = [filled(reason, percent, method, seed) for seed in range(n_seeds)]
        table[reason, method] = np.mean([(f.column.mean(), f.column.std(ddof=1), f.error) for f in results], axis=0)
    return pd.DataFrame(table, index=["mean", "sd", "error"]).T.rename_axis(["missing", "filled by"])


def draw_filled(column: np.ndarray, others: np.ndarray, rng: np.random.Generator, *, shared: bool = True) -> np.ndarray:
    """Fill the gaps once by a regression whose spread and coefficients are drawn, for all rows or for each alone."""
    A, known = np.column_stack([np.ones(len(column)), others]), ~np.isnan(column)
    inverse = np.linalg.inv(A[known].T @ A[known])
    fitted = inverse @ A[known].T @ column[known]
    rest = column[known] - A[known] @ fitted
    sigma = np.sqrt(rest @ rest / rng.chisquare(len(rest) - A.shape[1]))
    slopes = rng.multivariate_normal(fitted, sigma**2 * inverse, size=1 if shared else len(column))
    return np.where(known, column, (A * slopes).sum(axis=1) + rng.normal(0, sigma, len(column)))


def rubins_rule(estimates: np.ndarray, squared_errors: np.ndarray) -> tuple[float, float, float]:
    """Return the mean of the fillings' estimates, its standard error, and the degrees of freedom of its t quantile."""
    m, W = len(estimates), np.mean(squared_errors)
    between = (1 + 1 / m) * np.var(estimates, ddof=1)
    return np.mean(estimates), np.sqrt(W + between), (m - 1) * (1 + W / between) ** 2
