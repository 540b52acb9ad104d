"""Answers, methods and folds of the replications of occupation coding.

Source: Gweon (2017), section 4.4.
"""

from functools import cache
from typing import Any

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC

from tiws_teach._validation import check_choice
from tiws_teach.datasets import load
from tiws_teach.occupation import AnswerVectorizer, character_classifier, word_classifier

FOLDS, SEED = 10, 0
SIZES = {"hisco_marriage": 4_000, "onet27_titles": 4_000}
"""Answers that are drawn from each set, to keep the time within reason; the thesis has 9,137."""
LEVELS = {"hisco_marriage": 3, "onet27_titles": 6}
"""Leading characters that define a group: HISCO's unit group, the SOC's broad occupation."""
TRADES = ("47", "49", "51")
"""Major groups of the SOC that are used: construction, installation and repair, production."""
SETTINGS = ("all", "few duplicates", "noise")
NOISE_WORDS, NOISE_SHARE, DUPLICATES_LEFT = 100, 0.01, 0.1
DEFINITIONS = ("string", "preprocessed", "words", "ngrams")


@cache
def answers(name: str, setting: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the texts and codes of a set: a fixed sample, changed as in section 4.4.5."""
    check_choice("setting", setting, SETTINGS)
    texts, codes = whole(name)
    rng = np.random.default_rng(SEED)
    drawn = np.sort(rng.permutation(len(texts))[: SIZES[name]])
    texts, codes = texts[drawn], codes[drawn]
    if setting == "few duplicates":
        kept = few_duplicates(texts, rng)
        texts, codes = texts[kept], codes[kept]
    if setting == "noise":
        texts = with_noise(texts, rng)
    return tuple(texts), codes


def whole(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return all usable answers: HISCO without "no title" (-1), O*NET's trades by their six-digit SOC code."""
    answers = load(name)
    texts, codes = answers.data.iloc[:, 0].to_numpy(dtype=object), answers.target.to_numpy(dtype=str)
    if name == "hisco_marriage":
        return texts[codes != "-1"], codes[codes != "-1"]
    trade = np.isin([code[:2] for code in codes], TRADES)
    return texts[trade], np.array([code[:7] for code in codes[trade]])


def few_duplicates(texts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the rows that are left if random duplicates are removed until one answer in ten has a duplicate.

    Of each group of duplicates one answer is kept, and of some groups a second one.
    """
    groups: dict[tuple[str, ...], list[int]] = {}
    for row, terms in enumerate(vectorizer().terms(texts)):
        groups.setdefault(terms, []).append(row)
    mixed = [rng.permutation(rows) for rows in groups.values()]
    several = [rows for rows in mixed if len(rows) > 1]
    # p pairs among g groups: 2 p / (g + p) of the answers have a duplicate
    n_pairs = min(round(DUPLICATES_LEFT * len(mixed) / (2 - DUPLICATES_LEFT)), len(several))
    paired = {id(several[place]) for place in rng.permutation(len(several))[:n_pairs]}
    return np.sort([row for rows in mixed for row in rows[: 2 if id(rows) in paired else 1]])


def with_noise(texts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the texts with each of 100 meaningless words added to one answer in a hundred."""
    added = rng.random((len(texts), NOISE_WORDS)) < NOISE_SHARE
    words = np.array([f"noise{number}" for number in range(NOISE_WORDS)])
    return np.array([" ".join([text, *words[row]]) for text, row in zip(texts, added, strict=True)], dtype=object)


def vectorizer(definition: str = "ngrams", **options: Any) -> AnswerVectorizer:
    """Return the thesis's preprocessing: stop words removed, words stemmed."""
    if definition != "ngrams":
        return AnswerVectorizer(definition, **options)
    return AnswerVectorizer(stop_words="english", stemmer="english", **options)


class InnerFolds:
    """Three shuffled folds for calibration; unlike KFold, they allow codes with fewer than three answers."""

    def split(self, X, *_):
        """Yield the rows of training and test parts."""
        yield from KFold(3, shuffle=True, random_state=SEED).split(X)

    def get_n_splits(self, *_):
        """Return 3."""
        return 3


def learner(name: str, definition: str = "ngrams"):
    """Return a statistical learner: logistic regression on words or characters, or a linear machine with C = 1."""
    if name == "characters":
        return character_classifier()
    words = vectorizer(definition, word_count=name.endswith("word count"))
    if name == "words":
        return word_classifier(words)
    if name == "one-vs-one":
        return make_pipeline(words, SVC(kernel="linear", probability=True, random_state=SEED))
    return make_pipeline(words, CalibratedClassifierCV(LinearSVC(tol=0.01, random_state=SEED), cv=InnerFolds()))


def fold(name: str, setting: str, number: int) -> tuple[list[str], np.ndarray, list[str], np.ndarray]:
    """Return the training and the test answers of one of the ten folds."""
    texts, codes = answers(name, setting)
    train, test = list(KFold(FOLDS, shuffle=True, random_state=SEED).split(codes))[number]
    return [texts[row] for row in train], codes[train], [texts[row] for row in test], codes[test]
