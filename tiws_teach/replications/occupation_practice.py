"""What official titles, parts of codes and another source do to a promise: simulated surveys, coded by NN-3.

A job is one simulated survey in one case. In "titles" a list of all titles trains and judges nothing; in "titles judge"
it is mixed with the answers. In "parts" three digits or one are coded where four cannot be. In "other source" the new
answers have other common titles, more fillers and more misspellings than the training answers.

Source: ours.
"""

import numpy as np
import pandas as pd

from tiws_teach.datasets import make_job_answers
from tiws_teach.occupation import NearestNeighborCoder, source_difference, threshold_for
from tiws_teach.occupation.splitting import split_answers
from tiws_teach.replications._coding import vectorizer
from tiws_teach.replications._runner import Key, Replication, Row

CASES = ("alone", "titles", "titles judge", "parts", "other source")
N_TRAIN, N_NEW, SPLITS, TARGET = 1_000, 1_000, 20, 0.9
OTHER = {"noise": 0.8, "spelling": 0.1}
"""What makes another source, besides a generator of its own, which makes other titles common."""


def jobs() -> list[Key]:
    """Return the keys: case and survey."""
    return [{"case": case, "split": split} for case in CASES for split in range(SPLITS)]


def job(key: Key) -> list[Row]:
    """Return what is coded and how well, as far as the codes go, and how different the new answers are."""
    case, split = key["case"], key["split"]
    simulated = make_job_answers(N_TRAIN + N_NEW, random_state=split)
    texts, codes, listed = simulated.data["text"], simulated.target, simulated.titles
    training, new, truth = (texts[:N_TRAIN], codes[:N_TRAIN]), texts[N_TRAIN:], codes[N_TRAIN:]
    if case == "other source":
        other = make_job_answers(N_NEW, random_state=split + 1_000, **OTHER)
        new, truth = other.data["text"], other.target
    titles = pd.Series(listed.index, dtype=object), listed["code"].reset_index(drop=True)
    both = tuple(map(joined, training, titles))
    coder = NearestNeighborCoder(vectorizer=vectorizer())
    how: dict = {"reference": titles if case == "titles" else None, "parts": (3, 1) if case == "parts" else ()}
    judged = both if case == "titles judge" else training
    limit = threshold_for(coder, judged[0], judged[1], TARGET, cv=5, random_state=split, **how)
    coder.fit(*(both if case.startswith("titles") else training))
    auc = source_difference(training[0], new, split)
    return [coded_row(coder, new, truth.to_numpy(), limit, training) | {"auc": auc}]


def joined(one, other) -> pd.Series:
    """Return two columns as one."""
    return pd.concat([one, other], ignore_index=True)


def coded_row(fitted, new, truth, limit, training) -> Row:
    """Return the share that is coded, its accuracy as far as the codes go, and the accuracy if all were coded."""
    coded = split_answers(fitted, new.reset_index(drop=True), limit, training).coded
    right = [true.startswith(code) for true, code in zip(truth[coded.index], coded["code"], strict=True)]
    all_right = fitted.predict(new) == truth
    accuracy = float(np.mean(right)) if right else None
    return {"coded": len(coded) / len(new), "accuracy": accuracy, "accuracy of all": float(np.mean(all_right))}


REPLICATION = Replication(
    "Occupation coding: official titles, parts of codes and another source (about 2 minutes).",
    jobs,
    job,
    seeds="make_job_answers(random_state=split), of another source 1000 + split; KFold(5, random_state=split)",
    unit="survey",
)
results = REPLICATION.results


def by_case(results: pd.DataFrame) -> pd.DataFrame:
    """Return for each case the means over the surveys, the broken promises, and standard errors of what is coded."""
    rows = results.assign(broken=results["accuracy"] < TARGET, codes=results["accuracy"].notna())
    return rows.groupby("case", sort=False).agg(
        surveys=("split", "size"),
        codes=("codes", "sum"),
        broken=("broken", "sum"),
        coded=("coded", "mean"),
        se=("coded", "sem"),
        accuracy=("accuracy", "mean"),
        **{"accuracy of all": ("accuracy of all", "mean"), "AUC": ("auc", "mean")},
    )
