"""Flights held out in three ways, clouds, a wave, and people with many rows."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach.datasets import load

CORRELATION = 0.9
MODELS: dict[str, Any] = {
    "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    "random forest": RandomForestClassifier(50, random_state=0),
}
WAYS = ("flights at random", "whole days", "the last days")
N_SPLITS = 4
WEATHER = ["temperature", "humidity", "wind", "pressure", "visibility", "rain"]
MONTHS = {"March": 3, "April": 4, "May": 5, "June": 6}
LATER = "still to come"
AUCS = {
    "March": {WAYS[0]: (0.6304, 0.6787), WAYS[1]: (0.5924, 0.5339), WAYS[2]: (0.6183, 0.5837), LATER: (0.6081, 0.6233)},
    "April": {WAYS[0]: (0.6536, 0.6966), WAYS[1]: (0.6153, 0.5710), WAYS[2]: (0.7068, 0.5525), LATER: (0.6968, 0.6614)},
    "May": {WAYS[0]: (0.6642, 0.7095), WAYS[1]: (0.6194, 0.6042), WAYS[2]: (0.7304, 0.6067), LATER: (0.7012, 0.6554)},
    "June": {WAYS[0]: (0.6507, 0.6971), WAYS[1]: (0.6192, 0.6248), WAYS[2]: (0.6534, 0.6080), LATER: (0.7294, 0.6869)},
}
"""What `judged` returns for each month and way; a test computes it."""


@lru_cache(maxsize=1)
def flights() -> tuple[pd.DataFrame, pd.Series, pd.Series]:
    """Return hour, carrier, distance and weather of the flights as numbers, whether they were late, and their dates."""
    table = load("flights")
    return pd.get_dummies(table.data.drop(columns="date"), dtype=float), table.target, table.data["date"]


@dataclass(frozen=True)
class HeldOut:
    """The flights known today, those that one of the splits holds out, and two AUCs of each model."""

    until: str
    way: str
    X: pd.DataFrame
    side: np.ndarray
    promised: dict[str, float]
    came: dict[str, float]


def held_out(until: str = "June", way: str = "flights at random") -> HeldOut:
    """Split the flights of the months until today, with the stored AUCs of `judged`, which takes a second or more."""
    X, _, date = flights()
    known = (date.dt.month <= MONTHS[until]).sum()
    side = np.where(np.arange(len(X)) < known, "training", LATER)
    side[_splits(way, date[:known])[-1][1]] = "held out"
    promised, came = (dict(zip(MODELS, AUCS[until][judge], strict=True)) for judge in (way, LATER))
    return HeldOut(until, way, X, side, promised, came)


def judged(until: str, way: str) -> list[float]:
    """Return the AUCs of both models on flights held out of the months until today, or on those still to come."""
    X, late, date = flights()
    place = np.arange(len(X))
    known = (date.dt.month <= MONTHS[until]).sum()
    cv = [(place[:known], place[known:])] if way == LATER else _splits(way, date[:known])
    return [cross_val_score(model, X, late, cv=cv, scoring="roc_auc").mean() for model in MODELS.values()]


def _splits(way: str, date: pd.Series) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the places to fit and to judge on, for each split; the days are in their order."""
    place, day = np.arange(len(date)), pd.factorize(date)[0]
    if way == "the last days":
        last = day >= day[-1] * (1 - 1 / N_SPLITS)
        return [(place[~last], place[last])]
    rows = place if way == "flights at random" else day
    return list(GroupKFold(N_SPLITS, shuffle=True, random_state=0).split(place, groups=rows))


def season_out(table: pd.DataFrame, date: pd.Series) -> pd.DataFrame:
    """Return the table of a year with a yearly wave taken out of each column of the weather."""
    curve = np.column_stack([f(2 * np.pi * date.dt.day_of_year / 365) for f in (np.ones_like, np.cos, np.sin)])
    return table.assign(**table[WEATHER] - curve @ np.linalg.lstsq(curve, table[WEATHER], rcond=None)[0])


def clouds(move: float, turn: float, n: int = 200, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw n training and n test points; the test cloud is turned about the origin, then moved to the right."""
    rng = np.random.default_rng(seed)
    long = np.linalg.cholesky([[1, CORRELATION], [CORRELATION, 1]])
    angle = np.deg2rad(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return rng.normal(size=(n, 2)) @ long.T, rng.normal(size=(n, 2)) @ long.T @ turned.T + [move, 0]


@dataclass(frozen=True)
class People:
    """Rows of several persons on both sides, and the number of the person of each row."""

    X: np.ndarray
    X_new: np.ndarray
    person: np.ndarray
    person_new: np.ndarray


def people(move: float, turn: float, rows: int, seed: int = 0) -> People:
    """Draw 90 training and 30 test persons from two clouds; each gives some rows, close to one another."""
    train, test = clouds(move, turn, 90, seed)
    rng = np.random.default_rng((seed, rows))
    person, person_new = (rng.permutation(np.repeat(who, rows)) for who in (np.arange(90), np.arange(90, 120)))
    everybody = np.vstack([train, test[:30]])
    X, X_new = (everybody[who] + rng.normal(0, 0.05, (len(who), 2)) for who in (person, person_new))
    return People(X, X_new, person, person_new)


def curved(n: int, mean: float, sd: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows around a place on the first axis; the class is 1 above a wave that is the same everywhere."""
    X = np.column_stack([rng.normal(mean, sd, n), rng.normal(size=n)])
    return X, (X[:, 1] + 0.3 * rng.normal(size=n) > waved(X)[:, 0]).astype(int)


def waved(X: np.ndarray) -> np.ndarray:
    """Return the rows with the wave itself in place of the first column: a line can follow that."""
    return np.column_stack([np.sin(1.5 * X[:, 0]), X[:, 1]])


def curved_pair(seed: int, n: int = 600) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Draw old rows around 0 and new ones around 2, each with their classes."""
    rng = np.random.default_rng(seed)
    return *curved(n, 0, 1, rng), *curved(n, 2, 0.5, rng)
