"""Votes, kCNN, EkCNN and local means over many samples: errors by k, by number of rows, by scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count
from tiws_teach.datasets import make_gaussian_classes
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier, choose_n_neighbors
from tiws_teach.lessons.kcnn.experiments.rules import (
    FRESH_SEED,
    call_error,
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
    """Return the squared error of estimated posteriors on fresh plants, for every seed, rule and k.

    Columns: seed, rule, k and error.

    Source: Gweon (2017), section 3.4.3.
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known, fresh = plants(n_known, random_state=seed, **kind), fresh_plants(n_fresh, random_state=seed, **kind)
        truth = known.posterior(fresh.data)
        found = search(known.data, known.target, fresh.data, max(*ks, *more_votes, 1), 2)
        for name, (method, r) in rules.items():
            for k in (*ks, *more_votes) if method == "vote" else ks:
                error = posterior_error(found.posteriors(method, k, r), truth)
                rows.append({"seed": seed, "rule": name, "k": k, "error": error})
    return pd.DataFrame(rows)


def by_rows(
    n_seeds: int, sizes: Sequence[int] = (100, 300, 1000, 3000, 10_000, 30_000), rules: Rules = RULES, **kind: Any
) -> pd.DataFrame:
    """Return the errors of posteriors for growing numbers of known plants, with k about the square root of it.

    As `posterior_errors` has it, with a column rows.

    Source: Gweon (2017), section 3.2.2: k grows, and k / N goes to 0.
    """
    parts = [posterior_errors(n_seeds, [round(n**0.5)], rules, n_known=n, **kind).assign(rows=n) for n in sizes]
    return pd.concat(parts, ignore_index=True)


def best_k(n_seeds: int, n_known: int, ks: Sequence[int], rules: Rules = WITH_ENSEMBLE, **kind: Any) -> pd.DataFrame:
    """Return for each rule the k with the least mean error of posteriors, that error, and its wins against the vote.

    Columns: k, error (mean over the samples), and in how many samples it is below the vote's, each with its own best k;
    "-" for the vote itself.
    """
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


def call_errors(
    n_seeds: int, ks: Sequence[int], rules: Rules = CALLS, *, n_known: int = 200, n_fresh: int = 1000, **kind: Any
) -> pd.DataFrame:
    """Return the share of wrong calls on the classes with a curved boundary, for every seed, rule and k.

    Columns: seed, rule, k and error; the rule "best possible" calls by the truth, for every k the same.

    Source: Gweon (2017), section 3.4.1.
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_gaussian_classes(n_known, random_state=seed, **kind)
        fresh = make_gaussian_classes(n_fresh, random_state=FRESH_SEED + seed, **kind)
        truth, found = known.posterior(fresh.data), search(known.data, known.target, fresh.data, max(ks), 2)
        least = call_error(truth, truth)
        rows += [{"seed": seed, "rule": "best possible", "k": k, "error": least} for k in ks]
        for name, (method, r) in rules.items():
            for k in ks:
                error = call_error(found.posteriors(method, k, r), truth)
                rows.append({"seed": seed, "rule": name, "k": k, "error": error})
    return pd.DataFrame(rows)


def mean_table(results: pd.DataFrame, along: str = "k") -> pd.DataFrame:
    """Return the mean error over the seeds, a column for each rule."""
    table = results.pivot_table(index=along, columns="rule", values="error", sort=False)
    return table.rename_axis(columns=None)


def same_calls(n_seeds: int, ks: Sequence[int], n_classes: int = 2, n_fresh: int = 1000) -> pd.DataFrame:
    """Count fresh rows for which kCNN with k calls another class than a vote of 2k - 1, and than a vote of k.

    Indexed by k. Columns: mean number of differing calls in `n_fresh`.
    """
    turn = 2 * np.pi * np.arange(n_classes) / n_classes
    centers = np.column_stack([np.cos(turn), np.sin(turn)])[:, np.newaxis]
    differ = pd.DataFrame(0.0, index=pd.Index(list(ks), name="k"), columns=["vote of 2k - 1", "vote of k"])
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_gaussian_classes(300, centers=centers, spread=1.0, random_state=seed)
        fresh = make_gaussian_classes(n_fresh, centers=centers, spread=1.0, random_state=FRESH_SEED + seed)
        found = search(known.data, known.target, fresh.data, 2 * max(ks) - 1, n_classes)
        for k in ks:
            called = found.posteriors("kCNN", k).argmax(axis=1)
            for column, voters in zip(differ.columns, (2 * k - 1, k), strict=True):
                differ.loc[k, column] += (found.posteriors("vote", voters).argmax(axis=1) != called).sum() / n_seeds
    return differ


def classifiers(n_neighbors: int = 5) -> dict[str, ClassifierMixin]:
    """Return the five rules of the lesson as estimators.

    Source: Gweon (2017), section 3.3.2.
    """
    return {
        "kNN": KNeighborsClassifier(n_neighbors, algorithm="brute"),
        "LMkNN": LMKNNClassifier(n_neighbors),
        "MLM-kHNN": MLMKHNNClassifier(n_neighbors),
        "kCNN": KCNNClassifier(n_neighbors),
        "EkCNN": EKCNNClassifier(n_neighbors),
    }


def five_rules(n_seeds: int, ks: Sequence[int], n_known: int = 200, n_fresh: int = 1000) -> pd.DataFrame:
    """Return the mean share of wrong calls of the five rules on the classes with a curved boundary.

    Indexed by k.

    Source: Gweon (2017), section 3.4.1.
    """
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
    """Return 13 measurements of 178 wines, and which of three growers each is from; the data come with scikit-learn.

    Source: Aeberhard et al. (1992), wine recognition data, UCI machine learning repository.
    """
    return load_wine(return_X_y=True, as_frame=True)


def wine_errors(scale: str, n_repeats: int = 1, candidates: Sequence[int] = tuple(range(1, 16))) -> pd.DataFrame:
    """Return for each of ten folds of the wines the error of the five rules, k chosen on an inner third.

    Source: Gweon (2017), section 3.3.2.
    """
    check_choice("scale", scale, ("raw", "standardised"))
    X, y = (part.to_numpy() for part in wines())
    rows = []
    for seed in range(check_count("n_repeats", n_repeats, 1)):
        for to_fit, to_judge in StratifiedKFold(10, shuffle=True, random_state=seed).split(X, y):
            errors = {}
            for name, model in classifiers().items():
                whole = model if scale == "raw" else make_pipeline(StandardScaler(), model)
                chosen = choose_n_neighbors(whole, X[to_fit], y[to_fit], candidates, random_state=seed)
                errors[name] = 1 - chosen.score(X[to_judge], y[to_judge])
            rows.append(errors)
    return pd.DataFrame(rows)


def chosen_k(n_seeds: int, candidates: Sequence[int] = tuple(range(1, 16))) -> pd.DataFrame:
    """Return the k that the inner split chooses for EkCNN on the standardised wines, for several seeds of that split.

    Columns: k and the accuracy on the inner third.

    Source: Gweon (2017), section 3.3.2.
    """
    X, y = (part.to_numpy() for part in wines())
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        model = make_pipeline(StandardScaler(), EKCNNClassifier())
        chosen = choose_n_neighbors(model, X, y, candidates, random_state=seed)
        rows.append({"k": next(iter(chosen.best_params_.values())), "inner accuracy": chosen.best_score_})
    return pd.DataFrame(rows)
