"""Flights held out in three ways, clouds that turn, and people with many rows: settings -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
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
MONTHS = {"March": 3, "June": 6, "September": 9}


@lru_cache(maxsize=1)
def flights() -> tuple[pd.DataFrame, pd.Series, pd.Series]:
    """Return hour, carrier, distance and weather of the flights as numbers, whether they were late, and their dates."""
    table = load("flights")
    return pd.get_dummies(table.data.drop(columns="date"), dtype=float), table.target, table.data["date"]


def another_day(X: pd.DataFrame, date: pd.Series, seed: int = 0) -> pd.DataFrame:
    """Return the table with the weather of another day: whole days exchange it, so that it tells nothing of delays."""
    days = np.arange(len(X)).reshape(date.nunique(), -1)  # every day has equally many flights
    mixed = np.random.default_rng(seed).permutation(days).ravel()
    return X.assign(**X[WEATHER].iloc[mixed].set_axis(X.index))


@dataclass(frozen=True)
class HeldOut:
    """The flights known today, those that one of the splits holds out, and two AUCs of each model."""

    until: str
    way: str
    weather: str
    X: pd.DataFrame
    side: np.ndarray
    promised: dict[str, float]
    came: dict[str, float]


@lru_cache(maxsize=32)
def held_out(until: str = "June", way: str = "flights at random", weather: str = "its own") -> HeldOut:
    """Judge two models on flights held out of the months until today, and on the flights of the rest of the year."""
    X, _, date = _table(weather)
    known = np.flatnonzero(date.dt.month <= MONTHS[until])
    splits = _splits(way, date[known])
    side = np.where(np.arange(len(X)) < len(known), "training", "still to come")
    side[splits[-1][1]] = "held out"
    promised = {name: float(np.mean([_auc(name, weather, *split) for split in splits])) for name in MODELS}
    came = {name: _auc(name, weather, known, np.arange(len(known), len(X))) for name in MODELS}
    return HeldOut(until, way, weather, X, side, promised, came)


def _table(weather: str) -> tuple[pd.DataFrame, pd.Series, pd.Series]:
    """Return the flights with their own weather, or with another day's."""
    X, late, date = flights()
    return X if weather == "its own" else another_day(X, date), late, date


def _splits(way: str, date: pd.Series) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the places to fit and to judge on, for each split; the days are in their order."""
    place, day = np.arange(len(date)), pd.factorize(date)[0]
    if way == "the last days":
        last = day >= day[-1] * (1 - 1 / N_SPLITS)
        return [(place[~last], place[last])]
    rows = place if way == "flights at random" else day
    return list(GroupKFold(N_SPLITS, shuffle=True, random_state=0).split(place, groups=rows))


@lru_cache(maxsize=256)
def _fitted_auc(name: str, weather: str, fit: bytes, judge: bytes) -> float:
    """Return the AUC on some rows of a model that is fitted to others."""
    X, late, _ = _table(weather)
    rows, held = np.frombuffer(fit, dtype=int), np.frombuffer(judge, dtype=int)
    model = clone(MODELS[name]).fit(X.iloc[rows], late.iloc[rows])
    return float(roc_auc_score(late.iloc[held], model.predict_proba(X.iloc[held])[:, 1]))


def _auc(name: str, weather: str, fit: np.ndarray, judge: np.ndarray) -> float:
    """Return the AUC of a fit, which is made once."""
    return _fitted_auc(name, weather, fit.tobytes(), judge.tobytes())


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
    person, person_new = np.repeat(np.arange(90), rows), np.repeat(np.arange(90, 120), rows)
    everybody = np.vstack([train, test[:30]])
    X, X_new = (everybody[who] + rng.normal(0, 0.05, (len(who), 2)) for who in (person, person_new))
    return People(X, X_new, person, person_new)


def curved(n: int, mean: float, sd: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows around a place on the first axis; the class is 1 above a wave that is the same everywhere."""
    X = np.column_stack([rng.normal(mean, sd, n), rng.normal(size=n)])
    return X, (X[:, 1] + 0.3 * rng.normal(size=n) > np.sin(1.5 * X[:, 0])).astype(int)
