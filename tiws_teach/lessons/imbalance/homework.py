"""Homework of lesson 01: F1 of alarms, and calls by cost."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item


@item(expect.number(0, 1), within=0.0006)
def f1_of_alarms(rng: np.random.Generator) -> tuple:
    frauds, alarms, payments = int(rng.integers(15, 40)), int(rng.integers(20, 50)), 100 * int(rng.integers(5, 9))
    hits = int(rng.integers(5, min(frauds, alarms) - 2))
    precision, recall, wrong = hits / alarms, hits / frauds, alarms + frauds - 2 * hits
    ways = {"right": 2 * hits / (alarms + frauds), "precision": precision, "recall": recall}
    ways |= {"plain mean": (precision + recall) / 2, "accuracy": 1 - wrong / payments}
    return {"payments": payments, "frauds": frauds, "alarms": alarms, "hits": hits}, ways


@item(expect.function("score", "false_alarm", "miss"))
def calls_by_cost(rng: np.random.Generator) -> tuple:
    return {}, _calls, [(rng.permutation(np.arange(1, 40) / 40), *rng.integers(1, 12, 2).tolist()) for _ in range(5)]


def _calls(score: np.ndarray, false_alarm: int, miss: int) -> Ways:
    both = false_alarm + miss
    limits = {"right": false_alarm / both, "one half": 0.5, "turned round": miss / both, "odds": false_alarm / miss}
    return {name: int((score > limit + 1e-9).sum()) for name, limit in limits.items()}
