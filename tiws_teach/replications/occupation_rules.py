"""How a threshold is chosen: promises kept and answers coded by rules that differ in one thing, on fresh splits.

The library's rule has two starts, which share the error probability, and takes the cross-validated answers as
independent. Beside it stand the same with one start, with halved counts, and the estimate without a bound. The rule was
chosen on other splits of the same sets, those of the generators 0 to 79. The hybrid reads words; it has
one level.

Source: ours; the sets are those of `occupation_promises`.
"""

import pandas as pd

from tiws_teach.occupation import production_curve, svm_classifier
from tiws_teach.occupation.crossing import codes_with_confidence, cross_coded, few_answers_for_each_code
from tiws_teach.replications import occupation_promises as promises
from tiws_teach.replications._runner import Key, Replication, Row

FOLDS, NEW, FRESH = 5, 2_500, 1_000
RULES: dict[str, dict] = {"bound": {}, "one start": {"starts": {0.0: 1.0}}, "halved": {"design_effect": 2}}
"""The library's rule, and two that differ from it in one thing."""
RUNS = {
    ("hisco_marriage", 400): {"NN-3": 40, "svm": 40, "hybrid": 20},
    ("hisco_marriage", 1_000): {"NN-3": 40, "svm": 20, "hybrid": 20},
    ("hisco_marriage", 2_000): {"NN-3": 20, "svm": 10},
    (promises.MAJOR, 1_000): {"NN-3": 40, "svm": 30},
    ("onet27_titles", 1_000): {"NN-3": 40},
    (promises.SIMULATED, 400): {"NN-3": 40, "svm": 20},
    (promises.SIMULATED, 1_000): {"NN-3": 40, "svm": 20},
    (promises.SIMULATED, 2_000): {"NN-3": 40},
}
"""Set and number of training answers to the coders, and on how many splits each runs."""


def jobs() -> list[Key]:
    """Return the keys: set, training answers, coder and split."""
    return promises.jobs(RUNS)


def job(key: Key) -> list[Row]:
    """Return for each target what is coded, and how well, by the estimate and by lower bounds."""
    texts, codes, new, truth = promises.parts(key["data"], key["n_train"], FRESH + key["split"], NEW)
    coder = svm_classifier() if key["coder"] == "svm" else promises.coder_of(key["coder"], 0)
    predicted, confidence = cross_coded(coder, texts, codes, FOLDS, random_state=key["split"])
    curve = production_curve(confidence, predicted == codes)
    with few_answers_for_each_code():
        coder.fit(texts, codes)
    predicted, confidence = codes_with_confidence(coder, new)
    return promises.rows_by_rule(curve, RULES, confidence, predicted == truth)


REPLICATION = Replication(
    "Occupation coding: promises kept and answers coded by several rules for the threshold (about 15 minutes).",
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
