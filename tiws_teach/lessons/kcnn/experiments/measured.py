"""Votes, kCNN, EkCNN and local means over many samples: errors by k, number of rows and separation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_wine
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach._validation import check_count
from tiws_teach.datasets import make_gaussian_classes
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier
from tiws_teach.lessons.kcnn.experiments.rules import (
    FRESH_SEED,
    expected_error,
    fresh_plants,
    plants,
    posterior_error,
    search,
)
from tiws_teach.local_mean import LMKNNClassifier, MLMKHNNClassifier

Rules = Mapping[str, tuple[str, float]]
RULES: Rules = {"vote": ("vote", 1.0), "kCNN, r = 1": ("kCNN", 1.0), "kCNN, r = 2": ("kCNN", 2.0)}
"""Name of a rule -> method and smoothing r."""

WITH_ENSEMBLE: Rules = {**RULES, "EkCNN, r = 1": ("EkCNN", 1.0), "EkCNN, r = 2": ("EkCNN", 2.0)}
CALLS: Rules = {"vote": ("vote", 1.0), "kCNN": ("kCNN", 1.0), "EkCNN, r = 1": ("EkCNN", 1.0),
                "EkCNN, r = 2": ("EkCNN", 2.0)}  # fmt: skip


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


def by_rows(
    n_seeds: int, sizes: Sequence[int] = (100, 300, 1000, 3000, 10_000, 30_000), rules: Rules = RULES, **kind: Any
) -> pd.DataFrame:
    """Return `posterior_errors` of growing training sets, with k about the square root of their size."""
    parts = [posterior_errors(n_seeds, [round(n**0.5)], rules, n_known=n, **kind).assign(rows=n) for n in sizes]
    return pd.concat(parts, ignore_index=True)


def best_k(n_seeds: int, n_known: int, ks: Sequence[int], rules: Rules = WITH_ENSEMBLE, **kind: Any) -> pd.DataFrame:
    """Return each rule's best k and mean error, and in how many samples it is below that of the vote at its best k."""
    results = posterior_errors(n_seeds, ks, rules, n_known=n_known, **kind)
    means = results.pivot_table(index="rule", columns="k", values="error", sort=False)
    best = means.idxmin(axis=1)
    by_seed = results.pivot_table(index="seed", columns=["rule", "k"], values="error")
    lines = {name: by_seed[name, best[name]] for name in means.index}
    return pd.DataFrame(
        {
            "best k": best,
            "error": {name: line.mean() for name, line in lines.items()},
            "samples below the vote": {
                name: "-" if name == "vote" else int((line < lines["vote"]).sum()) for name, line in lines.items()
            },
        }
    ).rename_axis(None)


def by_separation(
    n_seeds: int, separations: Sequence[float] = (0.1, 0.5, 1.0, 1.5), n_known: int = 100
) -> pd.DataFrame:
    """Return the error of each rule with its own best k, and of "always one half", by separation."""
    parts = []
    for separation in separations:
        ks, votes = [1, 3, 5, 9, 15, 25, 35], [49, 75, 99]
        best = best_k(n_seeds, n_known, ks, separation=separation, more_votes=votes).rename_axis("rule").reset_index()
        fresh = fresh_plants(1000, separation)
        half = posterior_error(np.full((1000, 2), 0.5), fresh.posterior(fresh.data))
        line = pd.DataFrame([{"rule": "always one half", "error": half}])
        parts.append(pd.concat([best, line], ignore_index=True).assign(separation=separation))
    return pd.concat(parts, ignore_index=True)


def error_rates(
    n_seeds: int, ks: Sequence[int], rules: Rules = CALLS, *, n_known: int = 200, n_fresh: int = 1000, **kind: Any
) -> pd.DataFrame:
    """Return the expected error rate by seed, rule and k, and the Bayes error (Gweon, 2017, section 3.4.1)."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_gaussian_classes(n_known, random_state=seed, **kind)
        fresh = make_gaussian_classes(n_fresh, random_state=FRESH_SEED + seed, **kind)
        truth, searched = known.posterior(fresh.data), search(known.data, known.target, fresh.data, max(ks), 2)
        least = expected_error(truth, truth)
        rows += [{"seed": seed, "rule": "Bayes error", "k": k, "error": least} for k in ks]
        for name, (method, r) in rules.items():
            for k in ks:
                error = expected_error(searched.posteriors(method, k, r), truth)
                rows.append({"seed": seed, "rule": name, "k": k, "error": error})
    return pd.DataFrame(rows)


def mean_table(results: pd.DataFrame, along: str = "k") -> pd.DataFrame:
    """Return the mean error over the seeds, a column for each rule."""
    table = results.pivot_table(index=along, columns="rule", values="error", sort=False)
    return table.rename_axis(columns=None)


def classifiers(n_neighbors: int = 5) -> dict[str, ClassifierMixin]:
    """Return the five rules of the lesson as estimators (Gweon, 2017, section 3.3.2)."""
    return {
        "kNN": KNeighborsClassifier(n_neighbors, algorithm="brute"),
        "LMkNN": LMKNNClassifier(n_neighbors),
        "MLM-kHNN": MLMKHNNClassifier(n_neighbors),
        "kCNN": KCNNClassifier(n_neighbors),
        "EkCNN": EKCNNClassifier(n_neighbors),
    }


def five_rules(n_seeds: int, ks: Sequence[int], n_known: int = 200, n_fresh: int = 1000) -> pd.DataFrame:
    """Return the mean expected error rate of the five rules by k (Gweon, 2017, section 3.4.1)."""
    errors = pd.DataFrame(0.0, index=pd.Index(list(ks), name="k"), columns=list(classifiers()))
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_gaussian_classes(n_known, random_state=seed)
        fresh = make_gaussian_classes(n_fresh, random_state=FRESH_SEED + seed)
        truth = known.posterior(fresh.data)
        for k in ks:
            for name, model in classifiers(k).items():
                called = model.fit(known.data, known.target).predict(fresh.data)
                errors.loc[k, name] += (1 - truth[np.arange(n_fresh), called].mean()) / n_seeds
    return errors


def wines() -> tuple[pd.DataFrame, pd.Series]:
    """Return 13 measurements of 178 wines and their growers, one of three (Aeberhard et al., 1992)."""
    return load_wine(return_X_y=True, as_frame=True)
