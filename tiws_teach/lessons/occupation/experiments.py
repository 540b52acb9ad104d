"""Job titles and simulated answers whose codes are known: settings -> result."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.model_selection import GroupShuffleSplit, ShuffleSplit

from tiws_teach.datasets import load, make_job_answers
from tiws_teach.occupation import (
    AnswerVectorizer,
    NearestNeighborCoder,
    ProductionCurve,
    production_curve,
    svm_classifier,
)
from tiws_teach.occupation.crossing import codes_with_confidence, cross_coded, few_answers_for_each_code
from tiws_teach.occupation.promise import HALVED, lowest_threshold

WORDS = AnswerVectorizer(stop_words="english")
CODERS = {"nearest titles": NearestNeighborCoder(vectorizer=WORDS), "vector machine": svm_classifier()}
GROUPS = {"the same file": None, "copies apart": None, "other writers": "writer", "shuffled writers": "shuffled"}
NEW, UNIQUE = tuple(GROUPS)[:3], "copies apart"  # one row for each title and writer


@dataclass(frozen=True)
class CodedTitles:
    """The titles that no person has coded, as a computer codes them, the surest first, of a file with some copied."""

    coder: str
    new: str
    table: pd.DataFrame
    curve: ProductionCurve
    copied: int
    whole: int


@cache
def job_titles() -> pd.DataFrame:
    """Return the year's titles, their writers, both in one, and the writers of titles drawn at random."""
    jobs = load("visa_jobs").frame
    both = jobs["writer"] + " " + jobs["text"].str.lower()
    return jobs.assign(both=both, shuffled=np.random.default_rng(0).permutation(jobs["writer"]))


@cache
def splits(new: str = NEW[0], n_splits: int = 20) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return rows that people code, a third of all, and those that are left: other rows, or rows of other writers."""
    jobs, column = job_titles(), GROUPS[new]
    rows = np.flatnonzero((new != UNIQUE) | ~jobs["both"].duplicated())
    split = (GroupShuffleSplit if column else ShuffleSplit)(n_splits, train_size=1 / 3, random_state=0)
    return [(rows[hand], rows[rest]) for hand, rest in split.split(rows, groups=column and jobs[column])]


@cache
def coded_titles(coder: str, new: str = NEW[0]) -> CodedTitles:
    """Learn a coder from the titles that people coded, and code the others."""
    jobs, (hand, rest) = job_titles(), splits(new)[0]
    with few_answers_for_each_code():
        learnt = CODERS[coder].fit(jobs["text"].iloc[hand], jobs["code"].iloc[hand])
    suggested, confidence = codes_with_confidence(learnt, jobs["text"].iloc[rest].tolist())
    table = jobs.iloc[rest][["text", "code"]].assign(suggested=suggested, confidence=confidence)
    table["right"] = table["suggested"] == table["code"]
    curve = production_curve(table["confidence"], table["right"].to_numpy())
    table, copied = table.sort_values("confidence", ascending=False, kind="stable"), len(jobs) - len(hand) - len(rest)
    return CodedTitles(coder, new, table, curve, copied, len(jobs))


@cache
def promises(coder: str, new: str, accuracy: float = 0.95, n_splits: int = 20, audit: int = 0) -> pd.DataFrame:
    """Return for each split and rule what is coded, how accurately, and of these the titles new to their writer.

    An accuracy is NaN where nothing is coded. Thresholds come from the titles that people coded, by cross-validation,
    with `audit` also from as many of them, or of the others, drawn at random, which are left out of what is judged.
    """
    texts, codes, both = (job_titles()[name].to_numpy() for name in ("text", "code", "both"))
    column, rows = GROUPS[new], []
    for split, (hand, rest) in enumerate(splits(new, n_splits)):
        groups = column and job_titles()[column].iloc[hand]
        known, others = (texts[hand], codes[hand]), (texts[rest].tolist(), codes[rest])
        rows += _tried(CODERS[coder], known, others, accuracy, split, groups, audit, ~np.isin(both[rest], both[hand]))
    return pd.DataFrame(rows, columns=["split", "rule", "coded", "accuracy", "new"])


def promises_kept(
    n_surveys: int, accuracy: float, n_train: int = 400, n_new: int = 2000, zipf: float = 1.0
) -> pd.DataFrame:
    """Return the same for simulated surveys, which NN-3 codes."""
    rows = []
    for seed in range(n_surveys):
        simulated = make_job_answers(n_train + n_new, zipf=zipf, random_state=seed)
        texts, codes = simulated.data["text"].tolist(), simulated.target.to_numpy()
        known, others = (texts[:n_train], codes[:n_train]), (texts[n_train:], codes[n_train:])
        rows += _tried(CODERS["nearest titles"], known, others, accuracy, seed)
    return pd.DataFrame(rows, columns=["survey", "rule", "coded", "accuracy", "new"])


def _tried(coder, known, others, accuracy, seed, groups=None, audit=0, is_new=True) -> list[tuple]:
    """Return a row for each rule: choose thresholds by what is known, and judge them on the others."""
    (texts, codes), (new, truth) = known, others
    predicted, sure = cross_coded(coder, texts, codes, 5, groups, seed)
    right, few = predicted == codes, np.random.default_rng(seed).permutation(len(codes))[:audit]
    rules = thresholds_by_rule(production_curve(sure, right), accuracy)
    if audit:
        rules[f"bound of {audit}"] = lowest_threshold(production_curve(sure[few], right[few]), accuracy).threshold
    with few_answers_for_each_code():
        predicted, sure = codes_with_confidence(coder.fit(texts, codes), new)
    right, drawn = predicted == truth, np.random.default_rng(seed).permutation(len(new))[:audit]
    if audit:
        rules["audit"] = lowest_threshold(production_curve(sure[drawn], right[drawn]), accuracy).threshold
    rows = []
    for rule, threshold in rules.items():
        coded = sure >= threshold
        coded[drawn] &= rule != "audit"
        judged = [right[part].mean() if part.any() else np.nan for part in (coded, coded & is_new)]
        rows.append((seed, rule, coded.mean(), *judged))
    return rows


def thresholds_by_rule(curve: ProductionCurve, accuracy: float) -> dict[str, float]:
    """Return the lowest threshold at which the estimate, its bound, or the strictest rule's bound has an accuracy."""
    return {
        "estimate": curve.threshold_at(accuracy),
        "bound": lowest_threshold(curve, accuracy).threshold,
        "bound, counts halved": lowest_threshold(curve, accuracy, **HALVED).threshold,
    }


def crossed_accuracy(words: AnswerVectorizer = WORDS, cv: int = 5, by_writer: bool = True) -> float:
    """Return the accuracy of the nearest titles on those that people coded, by cross-validation."""
    known, coder = job_titles().iloc[splits()[0][0]], NearestNeighborCoder(vectorizer=words)
    predicted, _ = cross_coded(coder, known["text"], known["code"], cv, known["writer"] if by_writer else None, 0)
    return float(np.mean(predicted == known["code"]))
