"""The remedies over many samples: which is better, in how many of them, and by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tiws_teach._validation import check_count
from tiws_teach.course import paired_wins
from tiws_teach.datasets import make_overlapping_classes
from tiws_teach.lessons.imbalance.experiments.remedies import (
    MEASURES,
    NEIGHBORS,
    REMEDIES,
    fit_rule,
    fresh_patients,
    judge,
    patients,
)

FRESH_SEED = 100_000  # fresh rows have seeds of their own, far from those of the training rows


def over_seeds(
    n_seeds: int,
    remedies: Sequence[str] = REMEDIES,
    *,
    n_train: int = 500,
    n_new: int = 1000,
    model: str = "neighbours",
    n_neighbors: int = NEIGHBORS,
    label_noise: float = 0.0,
    measures: Sequence[str] = MEASURES,
    **kind: Any,
) -> pd.DataFrame:
    """Fit and judge every remedy on n_seeds simulated samples, with fresh rows for each."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_overlapping_classes(n_train, label_noise=label_noise, random_state=seed, **kind)
        fresh = make_overlapping_classes(n_new, random_state=FRESH_SEED + seed, **kind)
        for remedy in remedies:
            rule = fit_rule(remedy, known.data, known.target, model=model, n_neighbors=n_neighbors, random_state=seed)
            rows.append({"seed": seed, "remedy": remedy} | judge(rule, fresh, measures).to_dict())
    return pd.DataFrame(rows)


def spread(results: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return mean, standard deviation, least and greatest value of a measure by remedy."""
    return results.groupby("remedy", sort=False)[measure].agg(["mean", "std", "min", "max"])


def wins(results: pd.DataFrame, measure: str, against: str) -> pd.DataFrame:
    """Return in how many seeds each remedy is better than another one, equal and worse, and the mean difference."""
    table = results.pivot_table(index="seed", columns="remedy", values=measure, sort=False)
    gain = {remedy: table[remedy] - table[against] for remedy in table.columns.drop(against)}
    return paired_wins(pd.concat(gain, names=["remedy"]), "remedy")


def settings_table(
    n_seeds: int,
    settings: Mapping[str, Mapping[str, Any]],
    *,
    first: str = "SMOTE",
    others: Sequence[str] = ("repeat", "undersample", "threshold"),
    measure: str = "balanced accuracy",
) -> pd.DataFrame:
    """Return by setting the means of several remedies, and in how many seeds the first beats each of the others."""
    lines = {}
    for name, kind in settings.items():
        results = over_seeds(n_seeds, [first, *others], measures=[measure], **kind)
        means = spread(results, measure)["mean"]
        line = {first: means[first]}
        for other in others:
            line |= {other: means[other], f"beats {other}": wins(results, measure, other).loc[first, "better"]}
        lines[name] = line
    return pd.DataFrame(lines).T.astype({f"beats {other}": int for other in others})


def by_neighbors(
    ks: Sequence[int],
    n_seeds: int,
    remedies: Sequence[str] = ("undersample", "repeat", "SMOTE", "threshold"),
    measure: str = "balanced accuracy",
) -> pd.DataFrame:
    """Return the mean of a measure by the number of neighbours and remedy."""
    means = {k: spread(over_seeds(n_seeds, remedies, n_neighbors=k, measures=[measure]), measure)["mean"] for k in ks}
    return pd.DataFrame(means).T.rename_axis("k").rename_axis(None, axis=1)


def undersampling_draws(n_draws: int, *, model: str = "neighbours", **kind: Any) -> pd.DataFrame:
    """Undersample the same patients n_draws times; return the measures of each draw on the same fresh patients."""
    known, fresh = patients(**kind), fresh_patients(**kind)
    draws = range(check_count("n_draws", n_draws, 1))
    rules = [fit_rule("undersample", known.data, known.target, model=model, random_state=draw) for draw in draws]
    return pd.DataFrame([judge(rule, fresh) for rule in rules])
