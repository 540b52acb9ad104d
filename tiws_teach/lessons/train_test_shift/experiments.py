"""Flights held out in three ways and tried month by month, shifts of three kinds, people with many rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import mannwhitneyu
from sklearn.base import clone
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, brier_score_loss, roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach.datasets import load
from tiws_teach.resampling import correct_priors
from tiws_teach.shift import distribution_shift, importance_weights

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
    """Return the table with the weather of another day: whole days exchange it, so that it is no sign of delays."""
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


def monthly_shifts(model: Any) -> pd.DataFrame:
    """Return for each month from July on an adversary's AUC, p-value and main column, and a fitted model's AUC."""
    X, late, date = flights()
    known, found = date.dt.month <= 6, {}
    for name, days in date[~known].groupby(date.dt.strftime("%B"), sort=False):
        new = X.loc[days.index]
        shift = distribution_shift(X[known], new, groups=(date[known], days), random_state=0)
        auc = roc_auc_score(late[days.index], model.predict_proba(new)[:, 1])
        found[name] = [shift.auc.max(), shift.p_value, shift.columns.max(axis=1).idxmax(), auc]
    return pd.DataFrame(found, ["adversary", "p", "column", "model"]).T


def wave_gains(n_seeds: int) -> dict[str, pd.DataFrame]:
    """Return by how much weights change three scores of a line and a forest on the new rows, a line for each seed."""
    forest, gains = RandomForestClassifier(50, min_samples_leaf=5, random_state=0), {}
    for seed in range(n_seeds):
        X, y, X_new, y_new = curved_pair(seed)
        side = np.repeat([0, 1], [len(X), len(X_new)])
        q = QuadraticDiscriminantAnalysis().fit(np.vstack([X, X_new]), side).predict_proba(X)[:, 1]
        for name, model in {"line": LogisticRegression(), "forest": forest}.items():
            weights = importance_weights(q, len(X), len(X_new))
            scores = [three_scores(y_new, model.fit(X, y, w).predict_proba(X_new)[:, 1]) for w in (weights, None)]
            gains[seed, name] = scores[0] - scores[1]
    table = pd.DataFrame(gains).T.rename_axis(["seed", "model"])
    return {name: table.pivot_table(name, "seed", "model", sort=False) for name in table}


def monthly_tries() -> pd.DataFrame:
    """Return three scores for each month from July on, by what was done after June; "true share" looks ahead."""
    X, late, date = flights()
    month, known, scores = date.dt.month, date.dt.month <= 6, {}
    Z = pd.DataFrame(StandardScaler().fit(X[known]).transform(X))
    forest = clone(MODELS["random forest"]).fit(X[known], late[known])
    for now in range(7, 13):
        old, new = Z[known], Z[month == now]
        q = LogisticRegression(C=0.1).fit(pd.concat([old, new]), np.repeat([0, 1], [len(old), len(new)]))
        w = importance_weights(q.predict_proba(old)[:, 1], len(old), len(new))
        tries = {"nothing": (known, None), "weights": (known, w), "all months so far": (month < now, None)}
        for name, (rows, weights) in (tries | {"last month only": (month == now - 1, None)}).items():
            scores[now, name] = LogisticRegression().fit(Z[rows], late[rows], weights).predict_proba(new)[:, 1]
        scores[now, "forest"] = forest.predict_proba(X[month == now])[:, 1]
        for name, labelled in (("last month's share", now - 1), ("true share", now)):
            scores[now, name] = _with_share(scores[now, "nothing"], late[known], late[month == labelled])
    found = {key: three_scores(late[month == key[0]], q) for key, q in scores.items()}
    return pd.DataFrame(found).T.rename_axis(["month", "tried"]).reset_index()


def _with_share(q: np.ndarray, old: Any, new: Any) -> np.ndarray:
    """Return the probabilities of class 1 of a model of `old` classes, corrected for the share among the `new` ones."""
    shares = [[1 - y.mean(), y.mean()] for y in (old, new)]
    return correct_priors(np.column_stack([1 - q, q]), *shares)[:, 1]


def share_control(promised: Any) -> pd.Series:
    """Return by how much the true share changes the Brier score of each spring month, held out: the control."""
    _, late, date = flights()
    spring, found = date.dt.month <= 6, {}
    q, y, month = np.asarray(promised), late[spring].to_numpy(), date[spring].dt.month.to_numpy()
    for now in range(1, 7):
        rows = month == now
        change = brier_score_loss(y[rows], _with_share(q[rows], y[~rows], y[rows])) - brier_score_loss(y[rows], q[rows])
        found[f"{pd.Timestamp(2013, now, 1):%b}"] = change
    return pd.Series(found)


def month_checks(promised: pd.Series) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return p-values of each month's days against the spring's (Mann and Whitney), and two shares of late flights.

    The columns' p-values are multiplied by 36, six columns in six months; that of the missed share by six months.
    """
    X, late, date = flights()
    daily = X[WEATHER].assign(promised=promised, late=late).groupby(date).mean()
    daily["late minus promised"] = daily["late"] - daily["promised"]
    month, checks = daily.index.month, {}
    for now in range(7, 13):
        old, new = daily[month <= 6], daily[month == now]
        p = {name: mannwhitneyu(old[name], new[name]).pvalue for name in [*WEATHER, "late minus promised"]}
        checks[now] = {name: value * (36 if name in WEATHER else 6) for name, value in p.items()}
    names = [f"{pd.Timestamp(2013, now, 1):%b}" for now in checks]
    shares = daily.groupby(month)[["promised", "late"]].mean().loc[list(checks)]
    return pd.DataFrame(checks).T.set_axis(names), shares.set_axis(names)


def three_scores(y: Any, probabilities: Any) -> pd.Series:
    """Return accuracy, AUC and Brier score of the class 1's probabilities."""
    scores = accuracy_score(y, np.asarray(probabilities) > 0.5), roc_auc_score(y, probabilities)
    return pd.Series([*scores, brier_score_loss(y, probabilities)], ["accuracy", "AUC", "Brier score"])


def noticed(worlds: Mapping[str, Any]) -> pd.DataFrame:
    """Return who notices each world's rows: an adversary without and with y, the old model's AUC, and its harm.

    A world is a column, the classes and their true probabilities; the first one is the old one. The harm is how far the
    Brier score lies above that of the true probabilities.
    """
    (x, y, _), *_ = worlds.values()
    old, found = LogisticRegression().fit(x[:, None], y), {}
    for name, (x_new, y_new, truth) in list(worlds.items())[1:]:
        q, sides = old.predict_proba(x_new[:, None])[:, 1], (x[:, None], x_new[:, None])
        adversaries = [distribution_shift(*sides, added, random_state=0).auc.max() for added in (None, (y, y_new))]
        harm = brier_score_loss(y_new, q) - brier_score_loss(y_new, truth)
        found[name] = [*adversaries, roc_auc_score(y_new, q), harm]
    return pd.DataFrame(found, ["adversary", "with y", "model's AUC", "harm"]).T


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


def curved_pair(seed: int, n: int = 600) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Draw old rows around 0 and new ones around 2, each with their classes."""
    rng = np.random.default_rng(seed)
    return *curved(n, 0, 1, rng), *curved(n, 2, 0.5, rng)
