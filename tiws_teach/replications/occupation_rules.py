"""How a threshold is chosen: promises kept and answers coded by rules that differ in one thing, on fresh splits.

The library's rule has two starts, which share the error probability, and takes the cross-validated answers as
independent. Beside it stand the same with one start, with halved counts, and the estimate without a bound. The rule was
chosen on other splits of the same sets, those of the generators 0 to 79.

Source: ours; the sets are those of `occupation_promises`.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from tiws_teach.datasets import make_job_answers
from tiws_teach.occupation import production_curve, svm_classifier
from tiws_teach.occupation.crossing import codes_with_confidence, cross_coded, few_answers_for_each_code
from tiws_teach.occupation.promise import lowest_threshold
from tiws_teach.replications import occupation_promises as promises
from tiws_teach.replications._runner import Key, Replication, Row

FOLDS, NEW, FRESH = 5, 2_500, 1_000
TARGETS = (0.95, 0.9)
RULES: dict[str, dict] = {"bound": {}, "one start": {"starts": {0.0: 1.0}}, "halved": {"design_effect": 2}}
"""The library's rule, and two that differ from it in one thing."""
RUNS = {
    ("hisco_marriage", 400): {"NN-3": 40, "svm": 40},
    ("hisco_marriage", 1_000): {"NN-3": 40, "svm": 20},
    ("hisco_marriage", 2_000): {"NN-3": 20},
    (promises.MAJOR, 1_000): {"NN-3": 40, "svm": 30},
    ("onet27_titles", 1_000): {"NN-3": 40},
    (promises.SIMULATED, 400): {"NN-3": 40, "svm": 20},
    (promises.SIMULATED, 1_000): {"NN-3": 40, "svm": 20},
    (promises.SIMULATED, 2_000): {"NN-3": 40},
}
"""Set and number of training answers to the coders, and on how many splits each runs."""


def jobs() -> list[Key]:
    """Return the keys: set, training answers, coder and split."""
    return [
        {"data": data, "n_train": n, "coder": name, "split": split}
        for (data, n), coders in RUNS.items()
        for name, n_splits in coders.items()
        for split in range(n_splits)
    ]


def job(key: Key) -> list[Row]:
    """Return for each target what is coded, and how well, by the estimate and by lower bounds."""
    texts, codes, new, truth = parts(key["data"], key["n_train"], FRESH + key["split"])
    coder = svm_classifier() if key["coder"] == "svm" else promises.coder_of(key["coder"], 0)
    predicted, confidence = cross_coded(coder, texts, codes, FOLDS, random_state=key["split"])
    curve = production_curve(confidence, predicted == codes)
    with few_answers_for_each_code():
        coder.fit(texts, codes)
    predicted, confidence = codes_with_confidence(coder, new)
    rows = []
    for target in TARGETS:
        bounds = {rule: lowest_threshold(curve, target, **how).threshold for rule, how in RULES.items()}
        for rule, threshold in ({"estimate": curve.threshold_at(target)} | bounds).items():
            coded = confidence >= threshold
            right = (predicted == truth)[coded]
            accuracy = float(right.mean()) if len(right) else None
            rows.append({"target": target, "rule": rule, "coded": float(coded.mean()), "accuracy": accuracy})
    return rows


def parts(data: str, n_train: int, seed: int) -> tuple[list[str], np.ndarray, list[str], np.ndarray]:
    """Return training answers with codes, and others with the truth: at most `NEW`."""
    if data == promises.SIMULATED:
        simulated = make_job_answers(n_train + NEW, random_state=seed)
        texts, codes = simulated.data["text"].to_numpy(dtype=object), simulated.target.to_numpy(dtype=str)
    else:
        texts, codes = promises.stored(data)
        drawn = np.random.default_rng(seed).permutation(len(codes))[: n_train + NEW]
        texts, codes = texts[drawn], codes[drawn]
    return texts[:n_train].tolist(), codes[:n_train], texts[n_train:].tolist(), codes[n_train:]


REPLICATION = Replication(
    "Occupation coding: promises kept and answers coded by several rules for the threshold (about 10 minutes).",
    jobs,
    job,
    seeds="default_rng(1000 + split) draws the answers, make_job_answers(random_state=1000 + split) others; "
    "KFold(5, shuffle=True, random_state=split)",
    unit="split",
)
results = REPLICATION.results


def broken(results: pd.DataFrame, by: tuple[str, ...] = ("target", "rule")) -> pd.DataFrame:
    """Return the splits, those that code anything, the broken promises, and what is coded with its standard error."""
    rows = results.assign(broken=results["accuracy"] < results["target"], codes=results["accuracy"].notna())
    return rows.groupby(list(by), sort=False).agg(
        splits=("split", "size"),
        codes=("codes", "sum"),
        broken=("broken", "sum"),
        coded=("coded", "mean"),
        se=("coded", "sem"),
    )
