"""NLDD, binary relevance and their rivals on many samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach.course import paired_wins
from tiws_teach.datasets import make_labelsets
from tiws_teach.lessons.nldd.experiments.songs import digits
from tiws_teach.multilabel import (
    BinaryRelevance,
    ConditionalBernoulliMixture,
    EnsembleClassifierChain,
    HOMERClassifier,
    MLkNNClassifier,
    NLDDClassifier,
    RAkELClassifier,
    RandomForestPCT,
    SubsetMapping,
    f_measure,
    hamming_loss,
    multilabel_accuracy,
    zero_one_loss,
)

MEASURES: dict[str, Callable[..., float]] = {
    "Hamming loss": hamming_loss,
    "0/1 loss": zero_one_loss,
    "accuracy": multilabel_accuracy,
    "F": f_measure,
}


def judged(Y_true, Y_pred) -> dict[str, float]:
    """Return Hamming loss, 0/1 loss, accuracy and F of a prediction (Gweon, 2017, section 2.4.2)."""
    return {name: float(measure(Y_true, Y_pred)) for name, measure in MEASURES.items()}


def gains(runs: pd.DataFrame, first: str, second: str, by: str = "") -> dict[str, pd.DataFrame]:
    """Return by measure how much better the first of two methods is: a line for each seed, a column for each group."""
    groups = runs[by] if by else f"{first} - {second}"
    wide = runs.assign(group=groups).pivot_table(index="seed", columns=["method", "group"], values=[*MEASURES])
    signs = {name: -1 if "loss" in name else 1 for name in MEASURES}
    order = runs.assign(group=groups)["group"].unique()
    return {name: (sign * (wide[name][first] - wide[name][second])).round(12)[order] for name, sign in signs.items()}


def samples(data: str, n: int, n_new: int, seed: int) -> tuple[np.ndarray, ...]:
    """Return known rows with their labels and new rows with theirs, of digits or simulated."""
    if data == "digits":
        split = digits(n, n_new, seed)
        return split.X, split.Y.to_numpy(), split.X_new, split.Y_new.to_numpy()
    known, new = (make_labelsets(size, random_state=s) for size, s in ((n, seed), (n_new, 10_000 + seed)))
    return known.data.to_numpy(), known.target.to_numpy(), new.data.to_numpy(), new.target.to_numpy()


def rivals(base, seed: int) -> dict[str, Any]:
    """Return all methods of the comparison, unfitted, with small, fast ensembles (Gweon, 2017, section 2.4.3)."""
    return {
        "BR": BinaryRelevance(base),
        "SMBR": SubsetMapping(base),
        "NLDD": NLDDClassifier(base, random_state=seed),
        "ECC": EnsembleClassifierChain(base, n_estimators=5, random_state=seed),
        "RAkEL": RAkELClassifier(base, k=3, n_models=10, random_state=seed),
        "HOMER": HOMERClassifier(base, random_state=seed),
        "RF-PCT": RandomForestPCT(30, random_state=seed),
        "MLkNN": MLkNNClassifier(),
        "CBM": ConditionalBernoulliMixture(3, max_iter=3, max_steps=200, random_state=seed),
    }


def wins_and_losses(scores: pd.DataFrame, rival: str) -> pd.DataFrame:
    """Return mean losses by tool, and the seeds in which its 0/1 loss is better or worse than that of `rival`."""
    losses = scores.set_index(["tool", "seed"])["0/1 loss"]
    wins = paired_wins(losses.rsub(losses[rival], level="seed"), "tool")
    means = scores.groupby("tool", sort=False)[["0/1 loss", "Hamming loss"]].mean()
    return means.join(wins[["better", "worse"]])
