"""The samplers next to imbalanced-learn's, and neighbours with class weights next to scikit-learn's without."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from imblearn.over_sampling import SMOTE, RandomOverSampler
from imblearn.under_sampling import RandomUnderSampler
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.resampling import ClassWeightedKNNClassifier, oversample, smote, undersample
from tools.bench._measure import growth, peak_memory, race, seconds
from tools.bench._report import Block, Table, figure

FEATURES, SHARE, NEIGHBOURS = 10, 0.1, 5
SAMPLERS = {
    "undersample": (undersample, RandomUnderSampler),
    "oversample": (oversample, RandomOverSampler),
    "smote": (smote, SMOTE),
}
CLASSIFIERS = {
    "votes": lambda: ClassWeightedKNNClassifier(NEIGHBOURS),
    "mass": lambda: ClassWeightedKNNClassifier(NEIGHBOURS, reading="mass"),
    "KNeighborsClassifier (brute)": lambda: KNeighborsClassifier(NEIGHBOURS, algorithm="brute"),
    "KNeighborsClassifier (auto)": lambda: KNeighborsClassifier(NEIGHBOURS),
}


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on resampling."""
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
    rows, spans = [], []
    for name, (ours, peer) in SAMPLERS.items():
        taken: list[list[float]] = []
        for n in sizes:
            X, y = two_classes(n)
            jobs = {"ours": _job(ours, X, y), "peer": _job(_resample(peer), X, y)}
            times = race(jobs, repeats, budget=20)
            taken.append([times["ours"].total, times["peer"].total])
            rows.append((f"{name}, {n:,} rows", *map(figure, (*taken[-1], taken[-1][0] / taken[-1][1]))))
        ratios = np.divide(*np.transpose(taken))
        power = figure(growth(sizes, [ours for ours, _ in taken]))
        spans.append(f"{name} {figure(ratios.min())} to {figure(ratios.max())} (its time grows as rows to the {power})")
    return [
        "### Samplers",
        f"Seconds to bring two classes of {SHARE:.0%} and {1 - SHARE:.0%} of the rows to one size, with {FEATURES} "
        "features, next to RandomUnderSampler, RandomOverSampler and SMOTE of imbalanced-learn:",
        Table(("sampler", "tiws_teach", "imbalanced-learn", "ratio"), tuple(rows)),
        f"Times as long as the peer: {', '.join(spans)}.",
    ]


def smote_by_features(n: int, repeats: int) -> list[Block]:
    """Compare SMOTE for narrow and wide tables."""
    rows, ratios = [], []
    for features in (2, 10, 50):
        X, y = two_classes(n, features)
        times = race({"ours": _job(smote, X, y), "peer": _job(_resample(SMOTE), X, y)}, repeats, budget=20)
        ratios.append(times["ours"].total / times["peer"].total)
        rows.append((str(features), *(figure(found.total) for found in times.values()), figure(ratios[-1])))
    return [
        f"SMOTE of {n:,} rows by the number of features:",
        Table(("features", "smote", "SMOTE", "ratio"), tuple(rows)),
        "Both ask a tree where the features are few, and else expand the square of the distance; smote computes the "
        "distances of the candidates exactly and settles ties by row, so that a duplicate is at distance 0 wherever it "
        f"lies. It takes {figure(min(ratios))} to {figure(max(ratios))} times as long.",
    ]


def _resample(peer):
    return lambda X, y, random_state: peer(random_state=random_state).fit_resample(X, y)


def _job(sampler, X, y):
    return lambda: [seconds(lambda: sampler(X, y, random_state=0))]


def classifiers(sizes: list[int], repeats: int) -> list[Block]:
    """Compare predictions by weighted neighbours with plain ones."""
    rows, totals = [], []
    for n in sizes:
        X, y = two_classes(n)
        queries = two_classes(2 * n)[0][-1_000:]
        times = race({name: _predict(make, X, y, queries) for name, make in CLASSIFIERS.items()}, repeats, budget=20)
        totals.append([found.total for found in times.values()])
        rows.append((f"{n:,}", *map(figure, totals[-1])))
    power = figure(growth(sizes, [total[0] for total in totals]))
    ratios = np.array(totals)[:, 0] / np.array(totals)[:, 2]
    return [
        "### Neighbours with class weights",
        f"Seconds to fit and to predict the probabilities of 1,000 rows, {NEIGHBOURS} neighbours, {FEATURES} features; "
        "ClassWeightedKNNClassifier in its two readings, balanced weights, next to scikit-learn's neighbours without "
        "weights:",
        Table(("training rows", *CLASSIFIERS), tuple(rows)),
        f"Weighted votes take {figure(ratios.min())} to {figure(ratios.max())} times as long as the brute search, "
        "which loses small distances far from the origin. The remaining time goes to exact distances of the "
        f"candidates and to ties, settled by row. Time grows as rows to the {power}.",
    ]


def _predict(make, X, y, queries):
    return lambda: [seconds(lambda: make().fit(X, y).predict_proba(queries))]


def memory(n: int) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""
    added = [figure(peak_memory(prepare, name, n) / 2**20) for name in ("ours", "peer")]
    minority = int(SHARE * n)
    table = figure(minority**2 * 8 / 2**20)
    return [
        "### Memory",
        f"MiB by which smote of {n:,} rows raises the resident memory of a fresh process at most, next to the "
        f"distances of all pairs of the {minority:,} rows of the smaller class, which are never held:",
        Table(("rows", "smote", "SMOTE", "all pairs"), ((f"{n:,}", *added, table),)),
    ]


def prepare(name: str, n: int):
    """Return the job of a child process: one call of SMOTE, after a small one that loads what is loaded late."""
    call = smote if name == "ours" else _resample(SMOTE)
    X, y = two_classes(n)
    call(*two_classes(200), random_state=0)
    return lambda: call(X, y, random_state=0)
