"""Votes, kCNN, EkCNN and local means: squared errors over many samples, the wines, and reports with data leakage."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_wine
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count
from tiws_teach.datasets import load
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier, choose_n_neighbors
from tiws_teach.lessons.kcnn.experiments.rules import fresh_plants, plants, posterior_error, search
from tiws_teach.local_mean import LMKNNClassifier, MLMKHNNClassifier

Rules = Mapping[str, tuple[str, float]]
RULES: Rules = {"vote": ("vote", 1.0), "kCNN, r = 1": ("kCNN", 1.0), "kCNN, r = 2": ("kCNN", 2.0)}
"""Name of a rule -> method and smoothing r."""

WITH_ENSEMBLE: Rules = {**RULES, "EkCNN, r = 1": ("EkCNN", 1.0), "EkCNN, r = 2": ("EkCNN", 2.0)}


def posterior_errors(
    n_seeds: int,
    ks: Sequence[int],
    rules: Rules = RULES,
    *,
    n_known: int = 100,
    n_fresh: int = 300,
    more_votes: Sequence[int] = (),
    **kind: Any,
) -> pd.DataFrame:
    """Return the squared error of posteriors on test plants by seed, rule and k (Gweon, 2017, section 3.4.3)."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known, fresh = plants(n_known, random_state=seed, **kind), fresh_plants(n_fresh, random_state=seed, **kind)
        truth = known.posterior(fresh.data)
        searched = search(known.data, known.target, fresh.data, max(*ks, *more_votes, 1), 2)
        for name, (method, r) in rules.items():
            for k in (*ks, *more_votes) if method == "vote" else ks:
                error = posterior_error(searched.posteriors(method, k, r), truth)
                rows.append({"seed": seed, "rule": name, "k": k, "error": error})
    return pd.DataFrame(rows)


def classifiers(n_neighbors: int = 5) -> dict[str, ClassifierMixin]:
    """Return the five rules of the lesson as estimators (Gweon, 2017, section 3.3.2)."""
    return {
        "kNN": KNeighborsClassifier(n_neighbors, algorithm="brute"),
        "LMkNN": LMKNNClassifier(n_neighbors),
        "MLM-kHNN": MLMKHNNClassifier(n_neighbors),
        "kCNN": KCNNClassifier(n_neighbors),
        "EkCNN": EKCNNClassifier(n_neighbors),
    }


def wines() -> tuple[pd.DataFrame, pd.Series]:
    """Return 13 measurements of 178 wines and their growers, one of three (Aeberhard et al., 1992)."""
    return load_wine(return_X_y=True, as_frame=True)


def late_flights() -> tuple[pd.DataFrame, np.ndarray, list]:
    """Return eight columns of flights, whether they were late, and nine folds: a month, and all months before it."""
    flights = load("flights").frame
    X, month = flights.drop(columns=["date", "carrier", "late"]), flights["date"].dt.month
    folds = [(np.flatnonzero(month < test), np.flatnonzero(month == test)) for test in range(4, 13)]
    return X, flights["late"].to_numpy(int), folds


CANDIDATES = (1, 3, 5, 7, 9, 11, 13, 15)
WORKERS = ("Cleo", "Dan", "Eva")


def report(worker: str, X_fit: Any, y_fit: Any, X_judge: Any, y_judge: Any) -> tuple[float, dict]:
    """Return a colleague's error and rule: Cleo scales on all rows, Dan chooses k on the test set, Eva does neither."""
    check_choice("worker", worker, WORKERS)
    X_fit, X_judge = np.asarray(X_fit, dtype=float), np.asarray(X_judge, dtype=float)
    scaler = StandardScaler().fit(np.concatenate([X_fit, X_judge]) if worker == "Cleo" else X_fit)
    near, far = scaler.transform(X_fit), scaler.transform(X_judge)
    if worker == "Dan":
        scores = [EKCNNClassifier(k).fit(near, y_fit).score(far, y_judge) for k in CANDIDATES]
        k, score = CANDIDATES[int(np.argmax(scores))], max(scores)
    else:
        chosen = choose_n_neighbors(EKCNNClassifier(), near, y_fit, CANDIDATES, random_state=0)
        k, score = chosen.best_params_["n_neighbors"], chosen.score(far, y_judge)
    return 1 - score, {"mean": scaler.mean_, "scale": scaler.scale_, "k": k}
