"""Where nearest neighbours of each class go wrong: copies, small and rare classes, own neighbours, leaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count
from tiws_teach.datasets import make_gaussian_classes
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier, choose_n_neighbors
from tiws_teach.lessons.kcnn.experiments.rules import FRESH_SEED, fresh_plants, plants, search
from tiws_teach.local_mean import LMKNNClassifier, MLMKHNNClassifier

CANDIDATES = (1, 3, 5, 7, 9, 11, 13, 15)


def copies(ks: Sequence[int] = (1, 2, 3, 10)) -> pd.DataFrame:
    """Return the posterior of class 0 at a place with nine rows of class 0 and one of class 1, all at distance 0.

    Twenty more rows of each class lie at distances 1, 2, ..., 20; two features, r = 1.

    Indexed by k. Columns: vote, kCNN and EkCNN.
    """
    away = np.arange(1.0, 21)
    distances = np.concatenate([np.zeros(10), away, away])
    rows = np.column_stack([distances, np.zeros(50)])
    labels = np.concatenate([np.repeat([0, 1], [9, 1]), np.repeat([0, 1], 20)])
    found = search(rows, labels, [[0.0, 0.0]], max(ks))
    table = {name: [found.posteriors(name, k)[0, 0] for k in ks] for name in ("vote", "kCNN", "EkCNN")}
    return pd.DataFrame(table, index=pd.Index(list(ks), name="k"))


def small_class(n_seeds: int, ks: Sequence[int], size: int = 4, asked: str = "small") -> pd.DataFrame:
    """Return the share of fresh rows that is called a class with few known rows, by k.

    Two large classes with 60 rows each lie beside it; the three centres are 3 spreads apart.

    Indexed by k.

    Source: Gweon (2017), section 3.3.3, the sparse classes of ecoli and yeast.
    """
    check_choice("asked", asked, ("small", "large"))
    centers = np.array([[0.0, 0.0], [3.0, 0.0], [1.5, 2.6]])
    names = {"kNN": KNeighborsClassifier, "kCNN": KCNNClassifier, "EkCNN": EKCNNClassifier,
             "LMkNN": LMKNNClassifier, "MLM-kHNN": MLMKHNNClassifier}  # fmt: skip
    found = pd.DataFrame(0.0, index=pd.Index(list(ks), name="k"), columns=list(names))
    labels = np.repeat([0, 1, 2], [60, 60, size])
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        rng = np.random.default_rng(seed)
        rows = centers[labels] + rng.normal(size=(len(labels), 2))
        whose = np.repeat([2] if asked == "small" else [0, 1], 200)
        fresh = centers[whose] + rng.normal(size=(len(whose), 2))
        for name, model in names.items():
            for k in ks:
                found.loc[k, name] += (model(k).fit(rows, labels).predict(fresh) == 2).mean() / n_seeds
    return found


def rare_class(n_seeds: int, k: int = 15, share: float = 0.1) -> pd.DataFrame:
    """Return what becomes of a rare class: the mean posterior it is given, and the share of it that is found.

    The truth and five rules.
    """
    rules = {"vote": ("vote", 1.0), "kCNN, r = 1": ("kCNN", 1.0), "kCNN, r = 2": ("kCNN", 2.0),
             "EkCNN, r = 1": ("EkCNN", 1.0), "EkCNN, r = 2": ("EkCNN", 2.0)}  # fmt: skip
    sums = pd.DataFrame(0.0, index=["truth", *rules], columns=["mean posterior", "found"])
    priors = (1 - share, share)
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = plants(400, 1.5, random_state=seed, priors=priors)
        fresh = fresh_plants(1000, 1.5, random_state=seed, priors=priors)
        searched = search(known.data, known.target, fresh.data, k, 2)
        by_rule = {"truth": known.posterior(fresh.data)}
        by_rule |= {name: searched.posteriors(method, k, r) for name, (method, r) in rules.items()}
        rare = fresh.target.to_numpy() == 1
        for name, posterior in by_rule.items():
            sums.loc[name] += [posterior[:, 1].mean() / n_seeds, (posterior[rare, 1] > 0.5).mean() / n_seeds]
    return sums


def own_neighbour(n_seeds: int, k: int = 1, n_known: int = 200) -> pd.DataFrame:
    """Return the error of a vote on the known rows themselves, with and without the row among its own neighbours.

    A row for each seed: itself among its neighbours, left out, and the error on 1,000 fresh rows.
    """
    lines = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_gaussian_classes(n_known, random_state=seed)
        fresh = make_gaussian_classes(1000, random_state=FRESH_SEED + seed)
        model = KNeighborsClassifier(k, algorithm="brute").fit(known.data, known.target)
        share = model.predict_proba(known.data)[:, 1]
        left_out = _leave_one_out(known.data.to_numpy(), known.target.to_numpy(), k)
        lines.append(
            {
                "itself included": float(((share > 0.5) != known.target).mean()),
                "left out": float((left_out != known.target).mean()),
                "fresh rows": 1 - model.score(fresh.data, fresh.target),
            }
        )
    return pd.DataFrame(lines)


def _leave_one_out(rows: np.ndarray, labels: np.ndarray, k: int) -> np.ndarray:
    """Return the votes of the k nearest other rows."""
    others = KNeighborsClassifier(k, algorithm="brute").fit(rows, labels).kneighbors(None, return_distance=False)
    return (labels[others].mean(axis=1) > 0.5).astype(int)


WORKERS = ("Cleo", "Dan", "Eva")


def report(worker: str, X_fit: Any, y_fit: Any, X_judge: Any, y_judge: Any, seed: int = 0) -> tuple[float, dict]:
    """Return the error that a colleague reports, and what the rule was made of: centre, scale and k.

    Cleo standardises all rows together, Dan tries every k on the rows to judge on, Eva does neither.

    Source: Gweon (2017), section 3.3.2, and three ways to do it.
    """
    check_choice("worker", worker, WORKERS)
    X_fit, X_judge = np.asarray(X_fit, dtype=float), np.asarray(X_judge, dtype=float)
    scaler = StandardScaler().fit(np.concatenate([X_fit, X_judge]) if worker == "Cleo" else X_fit)
    near, far = scaler.transform(X_fit), scaler.transform(X_judge)
    if worker == "Dan":
        scores = [_ensemble(k).fit(near, y_fit).score(far, y_judge) for k in CANDIDATES]
        k, score = CANDIDATES[int(np.argmax(scores))], max(scores)
    else:
        chosen = choose_n_neighbors(_ensemble(), near, y_fit, CANDIDATES, random_state=seed)
        k, score = chosen.best_params_["n_neighbors"], chosen.score(far, y_judge)
    return 1 - score, {"mean": scaler.mean_, "scale": scaler.scale_, "k": k}


def _ensemble(k: int = 5) -> ClassifierMixin:
    return EKCNNClassifier(k)
