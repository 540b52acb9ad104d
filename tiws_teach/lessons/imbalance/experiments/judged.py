"""A rule for a rare class, its region, and its measures by threshold: state -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from tiws_teach.datasets import OverlappingClasses
from tiws_teach.lessons.imbalance.experiments.remedies import (
    Rule,
    fit_rule,
    fresh_patients,
    measure,
    patients,
)
from tiws_teach.metrics import (
    confusion_table,
    majority_accuracy,
)

_GRID = np.linspace(-4.0, 4.0, 41)
_POINTS = np.column_stack([axis.ravel() for axis in np.meshgrid(_GRID, _GRID)])


@dataclass(frozen=True)
class Judged:
    """A rule and what it does on fresh rows."""

    rule: Rule
    classes: OverlappingClasses  # the rows before resampling, and their truth
    table: pd.DataFrame  # (2, 2), confusion table of the fresh rows
    measures: pd.Series  # by the names of `MEASURES`
    silent: float  # accuracy of calling every fresh row healthy
    # (41, 41), whether the points of a grid are called ill; rows are x_2, columns x_1, both from -4 to 4
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
