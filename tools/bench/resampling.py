"""The samplers next to imbalanced-learn's, and neighbours with class weights next to scikit-learn's without."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from imblearn.over_sampling import SMOTE, RandomOverSampler
from imblearn.under_sampling import RandomUnderSampler
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.resampling import ClassWeightedKNNClassifier, oversample, smote, undersample
from tools.bench._measure import by_size, compare, fitted, memory_table, timed
from tools.bench._report import Block, joined

FEATURES, SHARE, NEIGHBOURS = 10, 0.1, 5
SAMPLERS: dict[str, tuple[Callable, Callable]] = {
    "undersample": (undersample, RandomUnderSampler),
    "oversample": (oversample, RandomOverSampler),
    "smote": (smote, SMOTE),
}
CLASSIFIERS = {
    "votes": partial(ClassWeightedKNNClassifier, NEIGHBOURS),
    "mass": partial(ClassWeightedKNNClassifier, NEIGHBOURS, reading="mass"),
    "KNeighborsClassifier (brute)": partial(KNeighborsClassifier, NEIGHBOURS, algorithm="brute"),
    "KNeighborsClassifier (auto)": partial(KNeighborsClassifier, NEIGHBOURS),
}


def measure(quick: bool) -> Iterator[Block]:
    small, repeats = (20, 1) if quick else (1, 3)
    sizes = [n // small for n in (2_000, 20_000, 200_000)]
    yield from samplers(sizes, repeats)
    yield from smote_by_features(100_000 // small, repeats)
    yield from classifiers([n // small for n in (2_000, 6_000, 20_000)], repeats)
    yield from memory(sizes[-1])


def two_classes(n: int, features: int = FEATURES) -> tuple[np.ndarray, np.ndarray]:
    """Return n rows of two Gaussian clouds, a tenth of them in the second."""
    rng = np.random.default_rng(0)
    y = (np.arange(n) < SHARE * n).astype(int)
    return rng.normal(size=(n, features)) + y[:, np.newaxis], rng.permutation(y)


def samplers(sizes: list[int], repeats: int) -> list[Block]:
    """Compare the three samplers."""

    def pair(name: str, n: int):
        data, (ours, peer) = two_classes(n), SAMPLERS[name]
        return {
            "tiws_teach": timed(ours, *data, random_state=0),
            "imbalanced-learn": timed(resample, peer, *data, random_state=0),
        }

    rows = {name: {f"{name}, {n:,} rows": (name, n) for n in sizes} for name in SAMPLERS}
    raced = {name: compare("sampler", each, pair, repeats) for name, each in rows.items()}
    spans = [
        f"{name} {each.span()} (its time grows as rows to the {each.power(sizes)})" for name, each in raced.items()
    ]
    return [
        "### Samplers",
        f"Seconds to bring two classes of {SHARE:.0%} and {1 - SHARE:.0%} of the rows to one size, with {FEATURES} "
        "features, next to RandomUnderSampler, RandomOverSampler and SMOTE of imbalanced-learn:",
        joined([each.table for each in raced.values()]),
        f"Times as long as the peer: {', '.join(spans)}.",
    ]


def smote_by_features(n: int, repeats: int) -> list[Block]:
    """Compare SMOTE for narrow and wide tables."""

    def pair(features: int):
        data = two_classes(n, features)
        return {"smote": timed(smote, *data, random_state=0), "SMOTE": timed(resample, SMOTE, *data, random_state=0)}

    compared = compare("features", by_size([2, 10, 50]), pair, repeats)
    return [
        f"SMOTE of {n:,} rows by the number of features:",
        compared.table,
        "Both ask a tree where the features are few, and else expand the square of the distance; smote computes the "
        "distances of the candidates exactly and settles ties by row, so that a duplicate is at distance 0 wherever it "
        f"lies. It takes {compared.span()} times as long.",
    ]


def resample(peer, X, y, random_state):
    """Resample as imbalanced-learn does."""
    return peer(random_state=random_state).fit_resample(X, y)


def classifiers(sizes: list[int], repeats: int) -> list[Block]:
    """Compare predictions by weighted neighbours with plain ones."""

    def jobs(n: int):
        data, queries = two_classes(n), two_classes(2 * n)[0][-1_000:]
        return {name: fitted(make, data, queries) for name, make in CLASSIFIERS.items()}

    compared = compare("training rows", by_size(sizes), jobs, repeats, ratios={})
    return [
        "### Neighbours with class weights",
        f"Seconds to fit and to predict the probabilities of 1,000 rows, {NEIGHBOURS} neighbours, {FEATURES} features; "
        "ClassWeightedKNNClassifier in its two readings, balanced weights, next to scikit-learn's neighbours without "
        "weights:",
        compared.table,
        f"Weighted votes take {compared.span(0, 2)} times as long as the brute search, "
        "which loses small distances far from the origin. The remaining time goes to exact distances of the "
        f"candidates and to ties, settled by row. Time grows as rows to the {compared.power(sizes)}.",
    ]


def memory(n: int) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""
    minority = int(SHARE * n)
    peaks = {"smote": (prepare, smote, n), "SMOTE": (prepare, partial(resample, SMOTE), n)}
    return [
        "### Memory",
        f"MiB by which smote of {n:,} rows raises the resident memory of a fresh process at most, next to the "
        f"distances of all pairs of the {minority:,} rows of the smaller class, which are never held:",
        memory_table("rows", {f"{n:,}": {**peaks, "all pairs": minority**2 * 8}}),
    ]


def prepare(sampler, n: int):
    """Return the job of a child process: one call of SMOTE, after a small one that loads what is loaded late."""
    sampler(*two_classes(200), random_state=0)
    return partial(sampler, *two_classes(n), random_state=0)
