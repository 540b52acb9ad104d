"""Homework of lesson 01: F1 of alarms, and calls by cost."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.number(0, 1))
def f1_of_alarms(rng: np.random.Generator) -> Drawn:
    """Give F1 from counts in words."""
    frauds, alarms, more = int(rng.integers(15, 40)), int(rng.integers(20, 50)), int(rng.integers(5, 9))
    hits, payments = int(rng.integers(5, min(frauds, alarms) - 2)), 100 * more
    precision, recall = hits / alarms, hits / frauds
    ways = {
        "right": 2 * hits / (alarms + frauds),
        "precision": precision,
        "recall": recall,
        "plain mean": (precision + recall) / 2,
        "accuracy": 1 - (alarms + frauds - 2 * hits) / payments,
    }
    return Drawn({"payments": payments, "frauds": frauds, "alarms": alarms, "hits": hits}, ways)


@item(expect.function("score", "false_alarm", "miss"))
def calls_by_cost(rng: np.random.Generator) -> Drawn:
    """Judge a function that calls patients by cost, the dearest first."""
    cases = [(rng.permutation(np.arange(1, 40) / 40), *rng.integers(1, 12, 2).tolist()) for _ in range(5)]
    return Drawn({}, _calls, cases)


def _calls(score: np.ndarray, false_alarm: int, miss: int) -> Ways:
    """Return who is called ill by cost, and after each slip."""
    both = false_alarm + miss
    limits = {"right": false_alarm / both, "one half": 0.5, "turned round": miss / both, "odds": false_alarm / miss}
    return {name: np.flatnonzero(score > limit + 1e-9).size for name, limit in limits.items()}
