"""Where nearest neighbours of each class go wrong: rare classes and data leakage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count
from tiws_teach.kcnn import EKCNNClassifier, choose_n_neighbors
from tiws_teach.lessons.kcnn.experiments.rules import fresh_plants, plants, search

CANDIDATES = (1, 3, 5, 7, 9, 11, 13, 15)


def rare_class(n_seeds: int, k: int = 15, share: float = 0.1) -> pd.DataFrame:
    """Return the mean posterior and the recall of a rare class, for the true posterior and five rules."""
    rules = {"vote": ("vote", 1.0), "kCNN, r = 1": ("kCNN", 1.0), "kCNN, r = 2": ("kCNN", 2.0),
             "EkCNN, r = 1": ("EkCNN", 1.0), "EkCNN, r = 2": ("EkCNN", 2.0)}  # fmt: skip
    sums = pd.DataFrame(0.0, index=["truth", *rules], columns=["mean posterior", "recall"])
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


WORKERS = ("Cleo", "Dan", "Eva")


def report(worker: str, X_fit: Any, y_fit: Any, X_judge: Any, y_judge: Any, seed: int = 0) -> tuple[float, dict]:
    """Return the error that a colleague reports, and the parts of the rule: centre, scale and k.

    Cleo standardises training and test set together, Dan chooses k on the test set, Eva does neither.

    Source: Gweon (2017), section 3.3.2.
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
