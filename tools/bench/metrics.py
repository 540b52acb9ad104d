"""The metrics next to scikit-learn's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn import metrics as peer

from tiws_teach import metrics
from tools.bench._measure import race, seconds
from tools.bench._report import Block, Table, figure

PAIRS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "confusion_table": (metrics.confusion_table, peer.confusion_matrix),
    "precision": (metrics.precision, lambda true, predicted: peer.precision_score(true, predicted, average=None)),
    "recall": (metrics.recall, lambda true, predicted: peer.recall_score(true, predicted, average=None)),
    "f1": (metrics.f1, lambda true, predicted: peer.f1_score(true, predicted, average=None)),
    "balanced_accuracy": (metrics.balanced_accuracy, peer.balanced_accuracy_score),
}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on metrics."""
    n = 10_000 if quick else 1_000_000
    rng = np.random.default_rng(0)
    rows: list[tuple[str, ...]] = []
    ratios: list[float] = []
    for kind, names in (("whole numbers", np.arange(3)), ("strings", np.array(["none", "mild", "severe"]))):
        true, predicted = (rng.choice(names, n, p=[0.8, 0.15, 0.05]) for _ in range(2))
        for name, (ours, theirs) in PAIRS.items():
            ratios.append(_add(rows, f"{name}, {kind}", ours, theirs, (true, predicted), quick))
    positive = rng.random(n) < 0.1
    for kind, scores in (("all scores different", rng.random(n)), ("100 scores", rng.integers(0, 100, n) / 100)):
        pair = metrics.average_precision, peer.average_precision_score
        ratios.append(_add(rows, f"average_precision, {kind}", *pair, (positive, scores), quick))
    yield f"Seconds for {n:,} rows; three classes, or a score and a tenth of the rows positive:"
    yield Table(("metric", "tiws_teach", "scikit-learn", "ratio"), tuple(rows))
    yield f"The metrics take {figure(min(ratios))} to {figure(max(ratios))} of the time of scikit-learn's."


def _add(rows, name, ours, theirs, data, quick):
    """Measure one metric next to its peer, append the row, and return the ratio."""
    jobs = {who: lambda call=call: [seconds(lambda: call(*data))] for who, call in (("o", ours), ("p", theirs))}
    times = race(jobs, 1 if quick else 3)
    taken = times["o"].total, times["p"].total
    rows.append((name, *map(figure, (*taken, taken[0] / taken[1]))))
    return taken[0] / taken[1]
