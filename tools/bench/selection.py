"""Stepwise selection next to scikit-learn's SequentialFeatureSelector: the same columns in the same time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.datasets import make_classification
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.naive_bayes import GaussianNB

from tiws_teach.selection import backward_selection, forward_selection
from tools.bench._measure import race, seconds
from tools.bench._report import Block, Table, figure

SEARCHES = {"forward": forward_selection, "backward": backward_selection}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on the selection of columns."""
    yield from searches([6, 8] if quick else [10, 20, 40], 200 if quick else 2_000)


def searches(widths: list[int], n: int) -> list[Block]:
    """Compare both directions, down or up to half of the columns."""
    rows = []
    for d in widths:
        X, y = make_classification(n, d, n_informative=d // 2, n_redundant=d // 4, random_state=0)
        for direction, search in SEARCHES.items():
            rows.append(_compare(direction, search, X, y, d // 2))
    return [
        "### Forward and backward",
        f"Seconds to select half of the columns for Gaussian naive Bayes, {n:,} rows, five folds: forward_selection "
        "and backward_selection, of `selection`, next to scikit-learn's SequentialFeatureSelector. Both fit the same "
        "models; backward_selection also fits the one with all columns. In common: columns that both select:",
        Table(("columns", "ours", "SequentialFeatureSelector", "ratio", "selected", "in common"), tuple(rows)),
    ]


def _compare(direction, search, X: np.ndarray, y: np.ndarray, m: int) -> tuple[str, ...]:
    """Measure one search and return its row."""
    peer = SequentialFeatureSelector(GaussianNB(), n_features_to_select=m, direction=direction, cv=5)
    found: dict[str, set[int]] = {}

    def ours():
        return [seconds(lambda: found.update(ours=set(search(GaussianNB(), X, y, m).selected)))]

    def theirs():
        return [seconds(lambda: found.update(peer=set(peer.fit(X, y).get_support(indices=True).tolist())))]

    times = race({"ours": ours, "peer": theirs}, 2, budget=5)
    taken = times["ours"].total, times["peer"].total
    common = str(len(found["ours"] & found["peer"]))
    return (f"{X.shape[1]}, {direction}", *map(figure, (*taken, taken[0] / taken[1])), str(m), common)
