"""Which words get into the vocabulary, and how well the rare class is then found: state -> result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn import config_context
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, precision_recall_fscore_support

from tiws_teach import datasets
from tiws_teach._validation import project_folder
from tiws_teach.wctf_idf import class_frequencies, class_quotas, class_vocabulary

TRAIN, TEST = 1250, 1250  # reviews
SHARE = 0.08  # the article's 2 in 25
SHARES = (0.04, 0.08, 0.16, 0.3, 0.5)
CLASSES = ("negative", "positive")  # in the order of choice; ties by label
WAITING = 4  # words shown below the cut
METRICS = ["precision", "recall", "F1", "average precision"]


@dataclass(frozen=True)
class CountedReviews:
    """Training and test reviews, counted once over all words of the training reviews."""

    terms: np.ndarray  # (n_terms,), in alphabetical order
    train: sparse.csr_array  # (n_reviews, n_terms), occurrences
    test: sparse.csr_array  # (n_reviews, n_terms)
    y_train: np.ndarray  # (n_reviews,), 1 for positive reviews, the minority, 0 for negative ones
    y_test: np.ndarray  # (n_reviews,)
    kind: np.ndarray  # (n_terms,), "positive", "negative" or "neutral": the class that the generator gave to the word


@lru_cache(maxsize=16)
def _pool(seed: int) -> tuple[np.ndarray, sparse.csr_array, np.ndarray, np.ndarray]:
    """Return words, counts, labels and kinds of enough reviews for every share; counted once per seed."""
    n_positive, n_negative = (round((TRAIN + TEST) * share) for share in (SHARES[-1], 1 - SHARES[0]))
    total = n_positive + n_negative
    made = datasets.make_reviews(total, positive_share=n_positive / total, random_state=seed)
    counter = CountVectorizer(stop_words="english")
    counts = sparse.csr_array(counter.fit_transform(made.data["text"]))
    terms = counter.get_feature_names_out()
    kinds = made.words["belongs"].replace("shared", "neutral").reindex(terms, fill_value="neutral")
    return terms, counts, made.target.to_numpy(), kinds.to_numpy(dtype=str)


@lru_cache(maxsize=64)
def counted_reviews(share: float = SHARE, seed: int = 0) -> CountedReviews:
    """Return generated training and test reviews, counted (Pattnaik; `make_reviews`)."""
    terms, counts, y, kind = _pool(seed)
    positive, negative = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
    sizes = [(round(n * share), n - round(n * share)) for n in (TRAIN, TEST)]
    train = np.r_[positive[: sizes[0][0]], negative[: sizes[0][1]]]
    test = np.r_[positive[sizes[0][0] : sum(n for n, _ in sizes)], negative[sizes[0][1] : sum(n for _, n in sizes)]]
    return CountedReviews(terms, counts[train], counts[test], y[train], y[test], kind)


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary by class quotas: the words of each class, those that wait, and the scores of the minority."""

    max_features: int
    share: float  # share of positive reviews
    # the words that each class has taken, in the order of choice; the class that chooses first comes first
    lists: dict[str, list[str]]
    waiting: dict[str, list[str]]  # the next words of each
    frequent: list[str]  # the `max_features` most frequent words of all reviews
    kind: dict[str, str]  # "positive", "negative" or "neutral" for each word above
    scores: pd.DataFrame  # (2, 4), of positive reviews, by the most frequent words and by quotas
    weights: str | None  # what the classifier was given as `class_weight`

    @property
    def gained(self) -> list[str]:
        """The words that only the quotas brought in."""
        return [word for words in self.lists.values() for word in words if word not in set(self.frequent)]

    @property
    def lost(self) -> list[str]:
        """The most frequent words that the quotas left out."""
        kept = {word for words in self.lists.values() for word in words}
        return [word for word in self.frequent if word not in kept]


def ten_reviews() -> pd.DataFrame:
    """Return ten one-line reviews, three of them good (1), seven bad (0)."""
    lines = {
        "good good film": 1,
        "dull plot bad acting": 0,
        "bad film dull dull": 0,
        "great acting great fun": 1,
        "bad bad plot film": 0,
        "awful boring plot": 0,
        "slow plot bad film": 0,
        "bad boring film plot": 0,
        "great fun film good": 1,
        "bad acting film": 0,
    }
    return pd.DataFrame({"review": list(lines), "label": list(lines.values())}, index=range(1, 11))


def count_words(texts: Sequence[str] | pd.Series) -> pd.DataFrame:
    """Return how often each word, in alphabetical order, occurs in each text (Pattnaik, An overview, tf(x, y))."""
    counter = CountVectorizer()
    table = counter.fit_transform(texts).toarray()
    index = texts.index if isinstance(texts, pd.Series) else None
    return pd.DataFrame(table, index, counter.get_feature_names_out())


def text_messages() -> pd.DataFrame:
    """Return 4,827 honest messages and 420 of spam (Almeida et al., 2011); ``replicate imbalanced_messages``."""
    path = project_folder("notebooks") / "replications" / "results" / "imbalanced_messages.csv"
    table = pd.read_csv(path, comment="#", dtype={"words": str}, keep_default_na=False, encoding="utf-8")
    return table.drop(columns="data")


@lru_cache(maxsize=1)
def message_words() -> pd.DataFrame:
    """Return the occurrences of each word in honest messages and spam, and the messages that have it."""
    messages, counter = text_messages(), CountVectorizer()
    counts = counter.fit_transform(messages["words"])
    parts = [class_frequencies(table, messages["spam"]).toarray() for table in (counts, counts > 0)]
    names = ["ham", "spam", "ham_messages", "spam_messages"]
    return pd.DataFrame(np.vstack(parts).T, pd.Index(counter.get_feature_names_out(), name="word"), names)


@lru_cache(maxsize=256)
def vocabulary(max_features: int = 100, share: float = SHARE, weights: str | None = None, seed: int = 0) -> Vocabulary:
    """Let the classes choose, and compare the result with the most frequent words.

    Source: Pattnaik, Solution and Ablation Study.
    """
    reviews = counted_reviews(share, seed)
    sizes = np.bincount(reviews.y_train)
    frequencies, quotas = class_frequencies(reviews.train, reviews.y_train), class_quotas(sizes, max_features)
    queue = class_vocabulary(frequencies, [quotas[0] + WAITING, 0])[0]
    lists = [queue[: quotas[0]], class_vocabulary(frequencies, quotas + np.array([0, WAITING]))[1]]
    waiting = [queue[quotas[0] :], lists[1][quotas[1] :]]
    lists[1] = lists[1][: quotas[1]]
    frequent = most_frequent(reviews, max_features)
    named = np.concatenate([*lists, *waiting, frequent])
    rows = {"most frequent": frequent, "class quotas": np.concatenate(lists)}
    scores = {name: score_words(reviews, columns, weights) for name, columns in rows.items()}
    return Vocabulary(
        max_features,
        share,
        dict(zip(CLASSES, [reviews.terms[own].tolist() for own in lists], strict=True)),
        dict(zip(CLASSES, [reviews.terms[own].tolist() for own in waiting], strict=True)),
        reviews.terms[frequent].tolist(),
        dict(zip(reviews.terms[named], reviews.kind[named], strict=True)),
        pd.DataFrame(scores).T,
        weights,
    )


def most_frequent(reviews: CountedReviews, max_features: int) -> np.ndarray:
    """Return the columns of the most frequent words of all training reviews, ties in alphabetical order."""
    return class_vocabulary(reviews.train.sum(axis=0)[None, :], [max_features])[0]


def score_words(reviews: CountedReviews, columns: np.ndarray, class_weight: str | None = None) -> pd.Series:
    """Score a logistic regression on the TF-IDF of some words by the positive test reviews (Pattnaik, Results)."""
    train, test = reviews.train[:, columns], reviews.test[:, columns]
    with config_context(assume_finite=True, skip_parameter_validation=True):  # hundreds of small fits: a third faster
        weight = TfidfTransformer().fit(train)
        model = LogisticRegression(class_weight=class_weight, max_iter=300)
        model.fit(weight.transform(train), reviews.y_train)
        evidence, truth = model.decision_function(weight.transform(test)), reviews.y_test
        scores = precision_recall_fscore_support(truth, evidence > 0, average="binary", zero_division=0)[:3]
    return pd.Series([*scores, average_precision_score(truth, evidence)], METRICS)
