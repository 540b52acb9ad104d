"""The remedies over many samples: which is better, in how many of them, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from tiws_teach._validation import check_count
from tiws_teach.course import paired_wins
from tiws_teach.datasets import make_overlapping_classes
from tiws_teach.lessons.imbalance.experiments.remedies import (
    NEIGHBORS,
    REMEDIES,
    fit_rule,
    judge,
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
    **kind: Any,
) -> pd.DataFrame:
    """Fit and judge every remedy on n_seeds simulated samples, with fresh rows for each."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_overlapping_classes(n_train, label_noise=label_noise, random_state=seed, **kind)
        fresh = make_overlapping_classes(n_new, random_state=FRESH_SEED + seed, **kind)
        for remedy in remedies:
            rule = fit_rule(remedy, known.data, known.target, model=model, n_neighbors=n_neighbors, random_state=seed)
            rows.append({"seed": seed, "remedy": remedy} | judge(rule, fresh).to_dict())
    return pd.DataFrame(rows)


def wins(results: pd.DataFrame, measure: str, against: str) -> pd.DataFrame:
    """Return in how many seeds each remedy is better than another one, equal and worse, and the mean difference."""
    table = results.pivot_table(index="seed", columns="remedy", values=measure, sort=False)
    gain = {remedy: table[remedy] - table[against] for remedy in table.columns.drop(against)}
    return paired_wins(pd.concat(gain, names=["remedy"]), "remedy")
