"""The metrics next to scikit-learn's."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn import metrics as peer

from tiws_teach import metrics
from tools.bench._measure import compare, timed
from tools.bench._report import Block

PAIRS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "confusion_table": (metrics.confusion_table, peer.confusion_matrix),
    "precision": (metrics.precision, partial(peer.precision_score, average=None)),
    "recall": (metrics.recall, partial(peer.recall_score, average=None)),
    "f1": (metrics.f1, partial(peer.f1_score, average=None)),
    "balanced_accuracy": (metrics.balanced_accuracy, peer.balanced_accuracy_score),
}


def measure(quick: bool) -> Iterator[Block]:
    n = 10_000 if quick else 1_000_000
    rng = np.random.default_rng(0)
    rows: dict[str, tuple[Any, ...]] = {}
    for kind, names in (("whole numbers", np.arange(3)), ("strings", np.array(["none", "mild", "severe"]))):
        data = [rng.choice(names, n, p=[0.8, 0.15, 0.05]) for _ in range(2)]
        rows |= {f"{name}, {kind}": (*pair, *data) for name, pair in PAIRS.items()}
    positive = rng.random(n) < 0.1
    for kind, scores in (("all scores different", rng.random(n)), ("100 scores", rng.integers(0, 100, n) / 100)):
        rows[f"average_precision, {kind}"] = metrics.average_precision, peer.average_precision_score, positive, scores
    compared = compare("metric", rows, _pair, 1 if quick else 3)
    yield f"Seconds for {n:,} rows; three classes, or a score and a tenth of the rows positive:"
    yield compared.table
    yield f"The metrics take {compared.span()} of the time of scikit-learn's."


def _pair(ours, theirs, *data):
    return {"tiws_teach": timed(ours, *data), "scikit-learn": timed(theirs, *data)}
