"""The explorer of lesson 01: two classes of visits by their score, a threshold to drag, and the place on the curve."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, place, steps
from tiws_teach.lessons.imbalance.experiments.visits import FITS, MODELS, Ranked, ranked

_SHARES = ("2 %", "5 %", "12 %", "25 %", "50 %")
_THRESHOLDS = [0.05, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
_BINS = np.arange(41) / 40
_COUNTED = {"missed": "buyers missed", "found": "found", "left": "others left", "false": "false alarms"}
VISITS = 1000


@dataclass(frozen=True)
class Decided:
    """A ranking, the share of buyers among the visits, a threshold, and what it does with 1,000 visits."""

    ranking: Ranked
    share: float
    threshold: float

    @property
    def counts(self) -> dict[str, int]:
        """Return how many of 1,000 visits are found, missed, false alarms, and rightly left alone."""
        recall, alarms = self.ranking.rates(self.threshold)
        buyers = round(VISITS * self.share)
        found, false = round(buyers * recall), round((VISITS - buyers) * alarms)
        return {"found": found, "missed": buyers - found, "false": false, "left": VISITS - buyers - false}

    @property
    def average(self) -> float:
        """Return the average precision, which depends on the share of buyers."""
        return self.ranking.average_precision(self.share)


class ThresholdExplorer(ChartExplorer):
    """Choose a ranking, a remedy and the share of buyers, drag the threshold; see precision and recall follow."""

    title = "Which visits will end with a purchase?"
    strip_states = ({}, {"fit": "SMOTE"}, {"model": "naive Bayes", "threshold": 0.2})
    drag = {"label": "the threshold", "view": "strip", "x": "threshold", "below": "-32"}  # noqa: RUF012  (read only)
    letters = 300

    def controls(self) -> dict[str, Control]:
        return {
            "fit": buttons("fitted to the rows", FITS, FITS[0]),
            "model": buttons("ranking", MODELS, "logistic"),
            "share": steps("share of buyers", _SHARES, "12 %"),
            "threshold": place("threshold", _THRESHOLDS, 0.5),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"share": ("2 %", "12 %", "25 %"), "threshold": (0.05, 0.125, 0.2, 0.3, 0.5, 0.8)}

    def compute(self, state: State) -> Decided:
        found, share = ranked(state["model"], state["fit"]), int(state["share"].removesuffix(" %")) / 100
        return Decided(found, found.truth.mean() if share == 0.12 else share, float(state["threshold"]))

    def tables(self, result: Decided) -> Tables:
        found, counts = result.ranking, result.counts
        called = counts["found"] + counts["false"]
        precision = counts["found"] / called if called else 0
        recall = found.rates(result.threshold)[0]  # of rounded counts it would change with the share
        label = f"precision {precision:.2f}, recall {recall:.2f}" if called else "nobody is called: no precision"
        return {
            "bins": _bins(result),
            "line": {"threshold": [result.threshold]},
            "counts": {name: [f"{counts[name]} {words}"] for name, words in _COUNTED.items()},
            "curve": _curve(found.model, found.fit, result.share).to_dict("list"),
            "models": pd.concat([_curve(m, FITS[0], result.share).assign(model=m) for m in MODELS]).to_dict("list"),
            "base": {"precision": [result.share]},
            "now": {"recall": [recall][:called], "precision": [precision][:called]},
            "label": {"words": [label]},
        }

    def describe(self, result: Decided) -> str:
        found, counts = result.ranking, result.counts
        called = counts["found"] + counts["false"]
        return (
            f"{found.model[0].upper()}{found.model[1:]}, {found.fit}, threshold {result.threshold:g}. Of 1,000 visits "
            f"{counts['found'] + counts['missed']} are by buyers: {counts['found']} are found, {counts['missed']} "
            f"missed. Calls: {called}, in vain: {counts['false']}. Average precision {result.average:.2f}."
        )

    def before(self, previous: Decided) -> str:
        counts = previous.counts
        return f"Before: {counts['found']} found, {counts['false']} in vain, average precision {previous.average:.2f}."


@cache
def _curve(model: str, fit: str, share: float) -> pd.DataFrame:
    """Return the curve of a ranking, at this share of buyers."""
    return ranked(model, fit).curve(share)


def _bins(result: Decided) -> dict[str, Any]:
    """Return for each bin of the score how many of 1,000 visits are in it; the others' bars go down."""
    parts, found = [], result.ranking
    for label, kind, visits in ((1, "buyers", VISITS * result.share), (0, "others", VISITS * (1 - result.share))):
        part = np.histogram(found.score[found.truth == label], _BINS)[0]
        n = (visits * part / part.sum()).round(1)
        height = np.sqrt(n) * (1 if label else -1)
        parts.append(pd.DataFrame({"low": _BINS[:-1], "high": _BINS[1:], "kind": kind, "visits": n, "y": height}))
    table = pd.concat(parts)
    table = table[table["visits"] > 0]
    return table.assign(called=(table["low"] > result.threshold - 0.01).astype(int)).round(3).to_dict("list")
