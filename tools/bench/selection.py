"""Stepwise selection next to scikit-learn's SequentialFeatureSelector: the same columns in the same time."""

from collections.abc import Iterator

from sklearn.datasets import make_classification
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.naive_bayes import GaussianNB

from tiws_teach.selection import backward_selection, forward_selection
from tools.bench._measure import compare, timed
from tools.bench._report import Block

SEARCHES = {"forward": forward_selection, "backward": backward_selection}


def measure(quick: bool) -> Iterator[Block]:
    widths, n = ([6, 8], 200) if quick else ([10, 20, 40], 2_000)
    chosen: dict[str, set[int]] = {}

    def both(d: int, direction: str):
        X, y = make_classification(n, d, n_informative=d // 2, n_redundant=d // 4, random_state=0)
        peer = SequentialFeatureSelector(GaussianNB(), n_features_to_select=d // 2, direction=direction, cv=5)

        def ours():
            chosen["ours"] = set(SEARCHES[direction](GaussianNB(), X, y, d // 2).selected)

        def theirs():
            chosen["peer"] = set(peer.fit(X, y).get_support(indices=True).tolist())

        return {"ours": timed(ours), "SequentialFeatureSelector": timed(theirs)}

    def selected(*_):
        return {"selected": str(len(chosen["ours"])), "in common": str(len(chosen["ours"] & chosen["peer"]))}

    rows = {f"{d}, {direction}": (d, direction) for d in widths for direction in SEARCHES}
    yield "### Forward and backward"
    yield (
        f"Seconds to select half of the columns for Gaussian naive Bayes, {n:,} rows, five folds: forward_selection "
        "and backward_selection, of `selection`, next to scikit-learn's SequentialFeatureSelector. Both fit the same "
        "models; backward_selection also fits the one with all columns. In common: columns that both select:"
    )
    yield compare("columns", rows, both, 2, budget=5, also=selected).table
