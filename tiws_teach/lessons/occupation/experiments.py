"""Surveys whose codes are known: settings -> result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.base import clone

from tiws_teach.datasets import make_job_answers
from tiws_teach.occupation import (
    AnswerVectorizer,
    NearestNeighborCoder,
    ProductionCurve,
    production_curve,
)
from tiws_teach.occupation.crossing import codes_with_confidence, cross_coded
from tiws_teach.occupation.promise import HALVED, lowest_threshold

WORDS = AnswerVectorizer(stop_words="english")


@dataclass(frozen=True)
class CodedSurvey:
    """New answers that NN-3 has coded, with the truth."""

    noise: float
    zipf: float
    table: pd.DataFrame
    curve: ProductionCurve
    with_twin: float


@dataclass(frozen=True)
class AtThreshold:
    """A coded survey at one threshold."""

    survey: CodedSurvey
    threshold: float

    @property
    def coded(self) -> pd.Series:
        """Return which answers are coded automatically."""
        return self.survey.table["confidence"] >= self.threshold

    @property
    def rate(self) -> float:
        """Return the production rate."""
        return float(self.coded.mean())

    @property
    def accuracy(self) -> float:
        """Return the accuracy of the coded answers; NaN if there are none."""
        return float(self.survey.table.loc[self.coded, "correct"].mean())


@lru_cache(maxsize=64)
def coded_survey(noise: float, zipf: float, n_train: int = 600, n_new: int = 300) -> CodedSurvey:
    """Simulate a survey, learn NN-3 from its first answers, and code the others."""
    simulated = make_job_answers(n_train + n_new, noise=noise, zipf=zipf, random_state=1)
    texts, codes = simulated.data["text"], simulated.target
    coder = NearestNeighborCoder(vectorizer=WORDS).fit(texts[:n_train], codes[:n_train])
    new = pd.DataFrame({"answer": texts[n_train:], "code": codes[n_train:]}).reset_index(drop=True)
    new["suggested"], new["confidence"] = codes_with_confidence(coder, new["answer"].tolist())
    new["correct"] = new["suggested"] == new["code"]
    known = Counter(WORDS.terms(texts[:n_train]))
    new["duplicates"] = [known[terms] for terms in WORDS.terms(new["answer"])]
    twins = float((new["duplicates"] > 0).mean())
    return CodedSurvey(noise, zipf, new, production_curve(new["confidence"], new["correct"].to_numpy()), twins)


def in_another_form(train: pd.DataFrame, new: pd.DataFrame) -> pd.DataFrame:
    """Return the new answers with a duplicate in the training set, each next to the first one, with both codes."""
    known = train.assign(terms=WORDS.terms(train["answer"])).drop_duplicates("terms")
    both = new.assign(terms=WORDS.terms(new["answer"])).merge(known, on="terms", suffixes=(" (new)", " (training set)"))
    return both[both["terms"].str.len() > 0].drop(columns="terms").filter(regex="answer|code")


def promises_kept(
    n_surveys: int, accuracy: float, n_train: int = 400, n_new: int = 2000, zipf: float = 1.0
) -> pd.DataFrame:
    """Return for each survey and rule the accuracy on new answers; it is NaN where nothing is coded."""
    rows = []
    for seed in range(n_surveys):
        simulated = make_job_answers(n_train + n_new, zipf=zipf, random_state=seed)
        texts, codes = simulated.data["text"].tolist(), simulated.target.to_numpy()
        coder, known = NearestNeighborCoder(vectorizer=WORDS), (texts[:n_train], codes[:n_train])
        predicted, confidence = cross_coded(coder, *known, cv=5, random_state=seed)
        curve = production_curve(confidence, predicted == known[1])
        predicted, confidence = codes_with_confidence(coder.fit(*known), texts[n_train:])
        for rule, threshold in thresholds_by_rule(curve, accuracy).items():
            coded = confidence >= threshold
            right = (predicted == codes[n_train:])[coded]
            rows.append((seed, rule, coded.mean(), right.mean() if len(right) else np.nan))
    return pd.DataFrame(rows, columns=["survey", "rule", "coded", "accuracy"])


def thresholds_by_rule(curve: ProductionCurve, accuracy: float) -> dict[str, float]:
    """Return the lowest threshold at which the estimate, its bound, or the strictest rule's bound has an accuracy."""
    return {
        "estimate": curve.threshold_at(accuracy),
        "bound": lowest_threshold(curve, accuracy).threshold,
        "bound, counts halved": lowest_threshold(curve, accuracy, **HALVED).threshold,
    }


def survey_of_persons(repeats: float = 0.5, n: int = 800, seed: int = 0) -> pd.DataFrame:
    """Return a survey in which persons answer more than once."""
    simulated = make_job_answers(n, repeats=repeats, random_state=seed)
    return simulated.data.rename(columns={"text": "answer"}).assign(code=simulated.target)


def cross_validated_accuracy(table: pd.DataFrame, groups: pd.Series | None, coder=None, cv: int = 5) -> float:
    """Return the accuracy of NN-3 by cross-validation, with the answers of a group kept together."""
    coder = NearestNeighborCoder(vectorizer=WORDS) if coder is None else clone(coder)
    predicted, _ = cross_coded(coder, table["answer"], table["code"], cv=cv, groups=groups, random_state=0)
    return float(np.mean(predicted == table["code"]))
