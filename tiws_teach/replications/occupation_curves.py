"""Figures 4.1 to 4.5: accuracy against production rate of all methods, on real job titles.

A job is one fold of a set, a setting and a learner: the duplicates and neighbours ("none"), or a statistical learner
with its levels and hybrids. On O*NET, slow learners run on the first folds only.

Source: Gweon (2017), section 4.4.
"""

import warnings
from collections.abc import Iterator

import numpy as np
import pandas as pd

from tiws_teach.occupation import (
    DuplicateCoder,
    HierarchicalCoder,
    NearestNeighborCoder,
    code_margins,
    duplicate_probabilities,
    hybrid_scores,
    neighbor_scores,
    production_curve,
    svm_classifier,
)
from tiws_teach.occupation.crossing import few_answers_for_each_code
from tiws_teach.occupation.hierarchy import scores_of
from tiws_teach.replications._coding import DEFINITIONS, LEVELS, fold, learner, vectorizer
from tiws_teach.replications._runner import Key, Replication, Row

RATES = np.arange(1, 11) / 10
RUNS = {
    ("hisco_marriage", "all"): {
        "none": 10,
        "one-vs-rest": 10,
        "one-vs-rest, string": 10,
        "one-vs-rest, word count": 10,
        "one-vs-one": 10,
        "words": 10,
        "characters": 10,
        "svm": 10,
    },
    ("hisco_marriage", "few duplicates"): {"none": 10, "one-vs-rest": 10, "one-vs-one": 10, "characters": 10},
    ("hisco_marriage", "noise"): {"none": 10, "one-vs-rest": 10, "one-vs-one": 10, "characters": 10},
    ("onet27_titles", "all"): {"none": 10, "one-vs-rest": 10, "one-vs-one": 10, "characters": 10, "svm": 10},
}
"""Set and setting to learners, and how many of the ten folds each runs on."""


def jobs() -> list[Key]:
    """Return the keys: set, setting, learner and fold."""
    return [
        {"data": data, "setting": setting, "learner": name, "fold": number}
        for (data, setting), learners in RUNS.items()
        for name, n_folds in learners.items()
        for number in range(n_folds)
    ]


def job(key: Key) -> list[Row]:
    """Return for each method the accuracy at ten production rates, and the rates at which it reaches .8, .9 and .95."""
    train, codes, test, truth = fold(key["data"], key["setting"], key["fold"])
    if key["learner"] == "none":
        scored = neighbor_methods(train, codes, test, LEVELS[key["data"]])
    elif key["learner"] == "svm":
        scored = machine_on_letters(train, codes, test)
    else:
        name = key["learner"].removesuffix(", string")
        definition = "ngrams" if name == key["learner"] else "string"
        scored = learned_methods(train, codes, test, LEVELS[key["data"]], name, definition)
    twins = share_with_duplicate(train, test)
    classes = np.unique(codes)
    return [
        {"method": method, "answers": len(test), "with_duplicate": twins, **measures(classes, scores, order, truth)}
        for method, scores, order in scored
    ]


def share_with_duplicate(train, test) -> float:
    """Return the share of the test answers that have a duplicate in the training set."""
    known = set(vectorizer().terms(train))
    return float(np.mean([bool(terms) and terms in known for terms in vectorizer().terms(test)]))


def neighbor_methods(train, codes, test, level: int) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield method, probabilities of the codes, and confidence, of duplicates and neighbours."""
    for definition in DEFINITIONS:
        coder = DuplicateCoder(vectorizer(definition)).fit(train, codes)
        yield f"duplicates, {definition}", coder.predict_proba(test), coder.confidence(test)
    for definition in DEFINITIONS:
        similarity, counts = (
            NearestNeighborCoder(vectorizer=vectorizer(definition)).fit(train, codes).neighborhoods(test)
        )
        n = counts.sum(axis=1)
        shares = counts / n[:, np.newaxis]
        for scoring in ("nn1", "nn2", "nn3") if definition == "ngrams" else ("nn3",):
            name = f"NN-{scoring[-1]}" + ("" if definition == "ngrams" else f", {definition}")
            yield name, shares, neighbor_scores(shares, similarity, n, scoring).max(axis=1)
    levels = HierarchicalCoder(NearestNeighborCoder(vectorizer=vectorizer()), (level,)).fit(train, codes)
    yield "NN-3, levels", levels.code_scores(test), levels.confidence(test)


def machine_on_letters(train, codes, test) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield decision values and margins of the support vector machine on character n-grams."""
    with few_answers_for_each_code():
        scores = scores_of(svm_classifier().fit(train, codes), test)
    yield "svm", scores, code_margins(scores)


def learned_methods(
    train, codes, test, level: int, name: str, definition: str
) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield method, scores of the codes, and confidence, of one learner: alone, with levels, and with duplicates."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # scikit-learn will drop Platt's method from SVC
        warnings.simplefilter("ignore", UserWarning)  # a fold for calibration lacks a rare code
        coder = HierarchicalCoder(learner(name, definition), (level,)).fit(train, codes)
    alone, both = scores_of(coder.classifiers_[-1], test), coder.code_scores(test)
    duplicates = DuplicateCoder(vectorizer(definition)).fit(train, codes).answers_
    counts = duplicates.duplicates(duplicates.terms(test))
    of_duplicates, n = duplicate_probabilities(counts), counts.sum(axis=1)
    for method, scores in (("4-digit", alone), ("3/4-digit", both)):
        yield method, scores, scores.max(axis=1)
        hybrid = hybrid_scores(of_duplicates, n, scores)
        yield f"hybrid {method}", hybrid, hybrid.max(axis=1)


def measures(classes, scores, confidence, truth) -> Row:
    """Return accuracies and rates of one method; rounding joins confidences that differ only by it."""
    curve = production_curve(np.round(confidence, 12), classes[scores.argmax(axis=1)] == truth)
    accuracy = {f"accuracy_{rate:.1f}": value for rate, value in zip(RATES, curve.accuracy_at(RATES), strict=True)}
    return accuracy | {f"rate_{wanted}": curve.rate_at(wanted) for wanted in (0.8, 0.9, 0.95)}


REPLICATION = Replication(
    "Occupation coding: accuracy against production rate of all methods on real job titles (about 35 minutes).",
    jobs,
    job,
    seeds="default_rng(0) draws answers, removes duplicates, adds noise; KFold(10, shuffle=True, random_state=0)",
    unit="fold",
)
results = REPLICATION.results


METHODS = {
    "duplicates": ("none", "duplicates, ngrams"),
    "NN-3": ("none", "NN-3"),
    "one-vs-one": ("one-vs-one", "4-digit"),
    "one-vs-one, two levels": ("one-vs-one", "3/4-digit"),
    "hybrid, one-vs-one": ("one-vs-one", "hybrid 3/4-digit"),
    "one-vs-rest": ("one-vs-rest", "4-digit"),
    "one-vs-rest, two levels": ("one-vs-rest", "3/4-digit"),
    "hybrid, one-vs-rest": ("one-vs-rest", "hybrid 3/4-digit"),
    "words": ("words", "4-digit"),
    "hybrid, words": ("words", "hybrid 3/4-digit"),
    "characters": ("characters", "4-digit"),
    "hybrid, characters": ("characters", "hybrid 3/4-digit"),
    "svm on characters": ("svm", "svm"),
}
"""Short names of the methods of Figures 4.3 to 4.5 and of today's: learner and method of the stored rows."""


def compared(results: pd.DataFrame, data: str, setting: str, methods: dict[str, tuple[str, str]]) -> pd.DataFrame:
    """Return the rows of some methods on the folds that all of them ran on, with the short names as `name`."""
    chosen = results[(results["data"] == data) & (results["setting"] == setting)]
    parts = {
        name: chosen[(chosen["learner"] == learner) & (chosen["method"] == method)]
        for name, (learner, method) in methods.items()
    }
    shared = set.intersection(*(set(part["fold"]) for part in parts.values() if len(part)))
    return pd.concat([part[part["fold"].isin(shared)].assign(name=name) for name, part in parts.items()])


def means(rows: pd.DataFrame) -> pd.DataFrame:
    """Return accuracies at three rates, the standard deviation of the last over folds, and rates for two accuracies."""
    table = rows.groupby("name", sort=False).agg(
        **{f"at {rate}": (f"accuracy_{rate}", "mean") for rate in ("0.3", "0.6", "1.0")},
        sd=("accuracy_1.0", "std"),
        **{f"rate for {wanted}": (f"rate_{wanted}", "mean") for wanted in (0.8, 0.95)},
        folds=("fold", "nunique"),
    )
    return table.rename_axis("method")


def curves(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the mean accuracy at ten production rates, one column for each method."""
    table = rows.groupby("name", sort=False)[[f"accuracy_{rate:.1f}" for rate in RATES]].mean().T
    return table.set_axis(pd.Index(RATES, name="production rate")).rename_axis(columns=None)


def wins(rows: pd.DataFrame, one: str, other: str, column: str = "accuracy_1.0") -> str:
    """Return the mean difference of two methods and on how many folds the first is ahead, in words."""
    table = rows.pivot_table(index="fold", columns="name", values=column)
    lead = table[one] - table[other]
    return f"{one} minus {other}: {lead.mean():+.3f}, ahead on {(lead > 0).sum()} of {len(lead)} folds"
