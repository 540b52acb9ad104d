"""What the promise of a threshold is worth: real and simulated answers, split at random, with several coders.

A job draws training answers, chooses thresholds for two accuracies on them, and codes answers that were not drawn.
The accuracy that was promised can be compared with that of the new codes. The bound is that of the strictest rule, with
one start and halved counts; the library's present rule is that of `occupation_rules`.

Source: ours; the sets are those of `occupation_curves`.
"""

from functools import cache

import numpy as np
import pandas as pd

from tiws_teach.datasets import make_job_answers
from tiws_teach.occupation import (
    HierarchicalCoder,
    HybridCoder,
    NearestNeighborCoder,
    ProductionCurve,
    character_classifier,
    production_curve,
    word_classifier,
)
from tiws_teach.occupation.crossing import codes_with_confidence, cross_coded
from tiws_teach.occupation.promise import HALVED, lowest_threshold
from tiws_teach.replications._coding import LEVELS, vectorizer, whole
from tiws_teach.replications._runner import Key, Replication, Row

FOLDS, NEW = 5, 5_000
TARGETS = (0.95, 0.9)
SIMULATED, MAJOR = "job_answers", "onet27_titles, major groups"
RUNS = {
    ("hisco_marriage", 400): {"NN-3": 40},
    ("hisco_marriage", 1_000): {"NN-3": 40, "hybrid": 40, "characters": 20, "hybrid, characters": 20},
    (MAJOR, 1_000): {"NN-3": 40, "hybrid": 40, "characters": 40},
    ("onet27_titles", 1_000): {"NN-3": 40},
    (SIMULATED, 1_000): {"NN-3": 40, "hybrid": 40},
}
"""Set and number of training answers to the coders, and on how many splits each runs."""


def jobs(runs: dict[tuple[str, int], dict[str, int]] = RUNS) -> list[Key]:
    """Return the keys: set, training answers, coder and split."""
    return [
        {"data": data, "n_train": n, "coder": name, "split": split}
        for (data, n), coders in runs.items()
        for name, n_splits in coders.items()
        for split in range(n_splits)
    ]


def job(key: Key) -> list[Row]:
    """Return for each target what is coded, and how well, by the estimate and by its lower bound."""
    texts, codes, new, truth = parts(key["data"], key["n_train"], key["split"])
    coder = coder_of(key["coder"], 0 if key["data"] == MAJOR else LEVELS.get(key["data"], 3))
    predicted, confidence = cross_coded(coder, texts, codes, FOLDS, random_state=key["split"])
    curve = production_curve(confidence, predicted == codes)
    predicted, confidence = codes_with_confidence(coder.fit(texts, codes), new)
    return rows_by_rule(curve, {"bound": HALVED}, confidence, predicted == truth)


def rows_by_rule(
    curve: ProductionCurve, rules: dict[str, dict], confidence: np.ndarray, right: np.ndarray
) -> list[Row]:
    """Return the share coded and its accuracy for each target, by the estimate and by bounds with these settings."""
    rows = []
    for target in TARGETS:
        bounds = {rule: lowest_threshold(curve, target, **how).threshold for rule, how in rules.items()}
        for rule, threshold in ({"estimate": curve.threshold_at(target)} | bounds).items():
            coded = confidence >= threshold
            accuracy = float(right[coded].mean()) if coded.any() else None
            rows.append({"target": target, "rule": rule, "coded": float(coded.mean()), "accuracy": accuracy})
    return rows


def parts(data: str, n_train: int, split: int, n_new: int = NEW) -> tuple[list[str], np.ndarray, list[str], np.ndarray]:
    """Return training answers with codes, and at most `n_new` others with the truth."""
    if data == SIMULATED:
        simulated = make_job_answers(n_train + n_new, random_state=split)
        texts, codes = simulated.data["text"].to_numpy(dtype=object), simulated.target.to_numpy(dtype=str)
    else:
        texts, codes = stored(data)
        drawn = np.random.default_rng(split).permutation(len(codes))[: n_train + n_new]
        texts, codes = texts[drawn], codes[drawn]
    return texts[:n_train].tolist(), codes[:n_train], texts[n_train:].tolist(), codes[n_train:]


@cache
def stored(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return all answers of a real set; the major group is the first two digits of a code."""
    if data != MAJOR:
        return whole(data)
    texts, codes = whole("onet27_titles")
    return texts, codes.astype("U2")


def coder_of(name: str, level: int):
    """Return a coder; a hybrid's learner reads words or characters, with a second level unless it is 0."""
    if name == "characters":
        return character_classifier()
    if name == "NN-3":
        return NearestNeighborCoder(vectorizer=vectorizer())
    learner = character_classifier() if name == "hybrid, characters" else word_classifier(vectorizer())
    return HybridCoder(HierarchicalCoder(learner, (level,) if level else ()), vectorizer())


REPLICATION = Replication(
    "Occupation coding: is the accuracy that a threshold promises kept on new answers (about 20 minutes).",
    jobs,
    job,
    seeds="default_rng(split) draws the answers, make_job_answers(random_state=split) the simulated ones; "
    "KFold(5, shuffle=True, random_state=split)",
    unit="split",
)
results = REPLICATION.results


def promises(results: pd.DataFrame, rule: str = "bound") -> pd.DataFrame:
    """Return how many of the splits keep the promise, code something at all, and what share they code.

    Where nothing is coded, nothing is broken; `kept of these` counts only the splits that code something.
    """
    rows = results[results["rule"] == rule].assign(kept=lambda rows: rows["accuracy"] >= rows["target"])
    return rows.groupby(["data", "n_train", "coder", "target"], sort=False).agg(
        splits=("split", "size"),
        **{"that code": ("accuracy", "count"), "kept of these": ("kept", "sum")},
        coded=("coded", "mean"),
        accuracy=("accuracy", "mean"),
    )
