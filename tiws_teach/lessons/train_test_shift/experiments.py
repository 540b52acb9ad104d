"""Flights held out in three ways and tried month by month, shifts of three kinds, people with many rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit
from sklearn.base import clone
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, brier_score_loss, roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_score
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
MONTHS = {"March": 3, "April": 4, "May": 5, "June": 6}


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


def leads(models: Mapping[str, Any], n_draws: int) -> pd.DataFrame:
    """Return by how much each AUC exceeds the first one: known days are drawn again to fit, later ones to judge."""
    X, late, date = flights()
    halves = np.split(np.arange(len(X)).reshape(-1, 40), [(date.dt.month <= 6).sum() // 40])  # each day has 40 flights
    rng, aucs = np.random.default_rng(0), []
    for seed in range(n_draws):
        fit, new = (rng.choice(days, len(days)).ravel() for days in halves)
        made = {name: seeded(model, seed).fit(X.iloc[fit], late[fit]) for name, model in models.items()}
        aucs.append({k: roc_auc_score(late[new], m.predict_proba(X.iloc[new])[:, 1]) for k, m in made.items()})
    return pd.DataFrame(aucs).iloc[:, 1:].sub(pd.DataFrame(aucs).iloc[:, 0], axis=0)


def seeded(model: Any, seed: int) -> Any:
    """Return an unfitted copy of a model, with a random_state if it takes one."""
    return clone(model).set_params(**{"random_state": seed} if "random_state" in model.get_params() else {})


def same_season(n_draws: int) -> pd.DataFrame:
    """Return AUCs of two models by two splits and as came, where half of the known days train and half come."""
    X, late, date = flights()
    known, aucs = date.dt.month <= 6, {}
    models = MODELS | {"random forest": RandomForestClassifier(15, random_state=0)}
    for seed in range(n_draws):
        drawn = np.random.default_rng(seed).permutation(date[known].unique())[: date[known].nunique() // 2]
        mine, come = known & date.isin(drawn), known & ~date.isin(drawn)
        cv = GroupKFold(N_SPLITS, shuffle=True, random_state=seed)
        for name, each in models.items():
            model = seeded(each, seed)
            came = roc_auc_score(late[come], model.fit(X[mine], late[mine]).predict_proba(X[come])[:, 1])
            aucs[seed, "came", name] = came
            for way, group in (("flights", pd.Series(X.index)), ("days", date)):
                given = {"groups": group[mine], "scoring": "roc_auc", "cv": cv}
                aucs[seed, way, name] = cross_val_score(model, X[mine], late[mine], **given).mean()
    return pd.Series(aucs).unstack([1, 2], sort=False)  # noqa: PD010


def season_out(table: pd.DataFrame, date: pd.Series) -> pd.DataFrame:
    """Return the table of a year with a yearly wave taken out of each column of the weather."""
    curve = np.column_stack([f(2 * np.pi * date.dt.day_of_year / 365) for f in (np.ones_like, np.cos, np.sin)])
    return table.assign(**table[WEATHER] - curve @ np.linalg.lstsq(curve, table[WEATHER], rcond=None)[0])


def wave_gains(n_seeds: int) -> tuple[dict[str, pd.DataFrame], pd.DataFrame]:
    """Return by how much weights change three scores on the new rows, a line for each seed, and mean accuracies.

    A line, the same on a column that is the wave, and forests with leaves of one row or a tenth of the weight.
    """
    shares = {"leaves of 1": 0, "leaves of a tenth": 0.1}
    forests = {n: RandomForestClassifier(25, min_weight_fraction_leaf=f, random_state=0) for n, f in shares.items()}
    gains, accuracies = {}, {}
    for seed in range(n_seeds):
        X, y, X_new, y_new = curved_pair(seed)
        side = np.repeat([0, 1], [len(X), len(X_new)])
        q = QuadraticDiscriminantAnalysis().fit(np.vstack([X, X_new]), side).predict_proba(X)[:, 1]
        weights = importance_weights(q, len(X), len(X_new)).round(6)  # beyond them, processors differ
        for name, model in ({"line": LogisticRegression(), "line on the wave": LogisticRegression()} | forests).items():
            old, new = (waved(X), waved(X_new)) if name == "line on the wave" else (X, X_new)
            scores = [three_scores(y_new, model.fit(old, y, w).predict_proba(new)[:, 1]) for w in (weights, None)]
            gains[seed, name] = scores[0] - scores[1]
            accuracies[name, seed] = {"weights": scores[0]["accuracy"], "nothing done": scores[1]["accuracy"]}
    table = pd.DataFrame(gains).T.rename_axis(["seed", "model"])
    means = pd.DataFrame(accuracies).T.groupby(level=0, sort=False).mean()
    return {name: table.pivot_table(name, "seed", "model", sort=False) for name in table}, means


def effective(weights: Any) -> float:
    """Return how many rows of equal weight are worth as much as these (Kish)."""
    return float(np.sum(weights) ** 2 / np.sum(np.square(weights)))


def monthly_tries(strengths: Sequence[float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return three scores for each month from July on, by what was done after June, and the known days' worth.

    An adversary of each strength C gives weights; how many of the 60 known days they are worth is the second result.
    """
    X, late, date = flights()
    month, known, scores, left = date.dt.month, date.dt.month <= 6, {}, {}
    Z = pd.DataFrame(StandardScaler().fit(X[known]).transform(X))
    for now in range(7, 13):
        new, fits = Z[month == now], {"nothing": (known, None)}
        sides = pd.concat([Z[known], new]), np.repeat([0, 1], [known.sum(), len(new)])
        for C in strengths:
            q = LogisticRegression(C=C, max_iter=1000).fit(*sides).predict_proba(Z[known])[:, 1]
            w: Any = importance_weights(q, known.sum(), len(new))
            fits[f"weights, C = {C:g}"] = known, w
            left[C, now] = effective(pd.Series(w).groupby(date[known].to_numpy()).sum())
        fits |= {"all months so far": (month < now, None), "last three months": (month.between(now - 3, now - 1), None)}
        for name, (rows, weights) in fits.items():
            scores[now, name] = LogisticRegression().fit(Z[rows], late[rows], weights).predict_proba(new)[:, 1]
        q, shares = scores[now, "nothing"], [[1 - y.mean(), y.mean()] for y in (late[known], late[month == now - 1])]
        scores[now, "last month's share"] = correct_priors(np.column_stack([1 - q, q]), *shares)[:, 1]
    found = {key: three_scores(late[month == key[0]], q) for key, q in scores.items()}
    tried = pd.DataFrame(found).T.rename_axis(["month", "tried"]).reset_index()
    return tried, pd.Series(left).unstack()  # noqa: PD010


def three_scores(y: Any, probabilities: Any) -> pd.Series:
    """Return accuracy, AUC and Brier score of the class 1's probabilities."""
    scores = accuracy_score(y, np.asarray(probabilities) > 0.5), roc_auc_score(y, probabilities)
    return pd.Series([*scores, brier_score_loss(y, probabilities)], ["accuracy", "AUC", "Brier score"])


def worlds() -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return an old world and three shifted ones: a column, the classes and their true probabilities."""
    rng = np.random.default_rng(0)
    x, u = rng.normal(size=4000), rng.random(4000)
    y = u < expit(2 * x)
    rare = rng.choice(4000, 4000, p=np.where(y, 1, 4) / np.where(y, 1, 4).sum())
    return {
        "old": (x, y, expit(2 * x)),
        "covariate shift": (x + 1, u < expit(2 * (x + 1)), expit(2 * (x + 1))),
        "label shift": (x[rare], y[rare], expit(2 * x[rare] - np.log(4))),
        "concept shift": (x, u < expit(-2 * x), expit(-2 * x)),
    }


def noticed(worlds: Mapping[str, Any]) -> pd.DataFrame:
    """Return who notices each world's rows: an adversary without and with y, the old model's AUC, and its harm.

    A world is a column, the classes and their true probabilities; the first one is the old one. The harm is how far the
    Brier score lies above that of the true probabilities.
    """
    (x, y, _), *_ = worlds.values()
    old, found = LogisticRegression().fit(x[:, None], y), {}
    for name, (x_new, y_new, truth) in list(worlds.items())[1:]:
        q, sides = old.predict_proba(x_new[:, None])[:, 1], (x[:, None], x_new[:, None])
        shifts = [distribution_shift(*sides, both, n_permutations=19, random_state=0) for both in (None, (y, y_new))]
        harm = brier_score_loss(y_new, q) - brier_score_loss(y_new, truth)
        found[name] = [*(each.auc.max() for each in shifts), roc_auc_score(y_new, q), harm]
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
