"""A rule for a rare class, its region, and its measures by threshold: state -> result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach.datasets import OverlappingClasses
from tiws_teach.lessons.imbalance.experiments.remedies import (
    MEASURES,
    Rule,
    fit_rule,
    fresh_patients,
    measure,
    patients,
)
from tiws_teach.metrics import (
    average_precision,
    confusion_table,
    expected_cost,
    majority_accuracy,
    precision_recall_steps,
)

_OF_CALLS = MEASURES[:-1]  # average precision knows no threshold
_GRID = np.linspace(-4.0, 4.0, 41)
_POINTS = np.column_stack([axis.ravel() for axis in np.meshgrid(_GRID, _GRID)])


@dataclass(frozen=True)
class Judged:
    """A rule and what it does on fresh rows.

    Attributes
    ----------
    rule : Rule
    classes : OverlappingClasses
        The rows before resampling, and their truth.
    table : DataFrame of shape (2, 2)
        Confusion table of the fresh rows.
    measures : Series
        By the names of `MEASURES`.
    silent : float
        Accuracy of calling every fresh row healthy.
    region : ndarray of shape (41, 41)
        Whether the points of a grid are called ill; rows are x_2, columns x_1, both from -4 to 4.
    """

    rule: Rule
    classes: OverlappingClasses
    table: pd.DataFrame
    measures: pd.Series
    silent: float
    region: np.ndarray


@cache
def imbalance(ratio: float, overlap: float, remedy: str, model: str = "neighbours") -> Judged:
    """Return patients, rule, boundary and measures for one state of the explorer: computed once for each."""
    known = patients(400, ratio=ratio, overlap=overlap)
    new = fresh_patients(1000, ratio=ratio, overlap=overlap)
    rule = fit_rule(remedy, known.data, known.target, model=model)
    score = rule.score(new.data)
    called = (score > rule.threshold).astype(int)
    return Judged(
        rule=rule,
        classes=known,
        table=confusion_table(new.target, called, [0, 1]),
        measures=measure(new.target, called, score),
        silent=float(majority_accuracy(new.target)),
        region=region_of(rule),
    )


def region_of(rule: Rule) -> np.ndarray:
    """Return where on a grid of two features a rule calls patients ill."""
    return rule.called(_POINTS).reshape(len(_GRID), len(_GRID))


def curves(
    rules: Mapping[str, Rule], fresh: OverlappingClasses, names: Sequence[str]
) -> tuple[dict[str, pd.DataFrame], dict[str, float]]:
    """Return precision and recall at every threshold, and the average precision, of several rules.

    Source: Manning, Raghavan and Schuetze (2008), section 8.4.
    """
    scores = {name: rules[name].score(fresh.data) for name in names}
    steps = {name: precision_recall_steps(fresh.target, score) for name, score in scores.items()}
    return steps, {name: average_precision(fresh.target, score) for name, score in scores.items()}


def threshold_path(y: Any, score: Any, thresholds: Sequence[float] = tuple(np.arange(1, 50) / 50)) -> pd.DataFrame:
    """Return five measures for every threshold of a score.

    Indexed by threshold.
    """
    rows = [measure(y, np.asarray(score) > threshold, score, _OF_CALLS) for threshold in thresholds]
    return pd.DataFrame(rows, index=pd.Index(thresholds, name="threshold"))


def cost_paths(y: Any, score: Any, misses: Sequence[float], false_alarm: float = 1.0) -> dict[str, pd.Series]:
    """Return the mean cost of a patient for every threshold of a score, 0.01 to 0.99, for several costs of a miss.

    Source: Elkan (2001), section 1.
    """
    y, score, grid = np.asarray(y), np.asarray(score), np.arange(1, 100) / 100
    tables = [confusion_table(y, (score > threshold).astype(int), [0, 1]) for threshold in grid]
    index = pd.Index(grid, name="threshold")
    return {
        f"a miss costs {miss:g}": pd.Series([expected_cost(t, [[0, false_alarm], [miss, 0]]) for t in tables], index)
        for miss in misses
    }
