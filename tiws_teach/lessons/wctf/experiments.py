"""A filter for text messages: which words it knows, and how well it finds spam at each threshold: state -> result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, precision_recall_curve, precision_recall_fscore_support
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.naive_bayes import MultinomialNB

from tiws_teach._validation import project_folder
from tiws_teach.wctf_idf import class_frequencies, class_quotas, class_vocabulary

RULES = ("most frequent", "class quotas", "equal quotas", "chi2")
LENGTHS = ("as sent", "spam with as few words as ham")
ALL = "all"


@dataclass(frozen=True)
class Counted:
    """Training and test messages, counted once; no campaign is in both."""

    terms: np.ndarray  # (n_terms,), in alphabetical order
    train: sparse.csr_array  # (n_messages, n_terms), occurrences
    test: sparse.csr_array
    y_train: np.ndarray  # (n_messages,), 1 for spam
    y_test: np.ndarray


@dataclass(frozen=True, eq=False)
class SpamFilter:
    """A filter by logistic regression: its words among all, and the probabilities of the test messages."""

    rule: str
    size: int | str  # words of its vocabulary
    length: str
    words: pd.DataFrame  # a row for each word: ham, spam (occurrences), clear, kept
    truth: np.ndarray  # (n_test,)
    probability: np.ndarray  # (n_test,)

    def scores(self, threshold: float) -> tuple[float, float, float]:
        """Return precision, recall and F1 of spam at a threshold."""
        said = self.probability > threshold
        precision, recall, f1, _ = precision_recall_fscore_support(self.truth, said, average="binary", zero_division=0)
        return float(precision), float(recall), float(f1)

    @property
    def average_precision(self) -> float:
        """The mean precision over all levels of recall: how well spam is ranked above ham."""
        return float(average_precision_score(self.truth, self.probability))


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


@lru_cache(maxsize=1)
def text_messages() -> pd.DataFrame:
    """Return the words, spam and campaign of 5,073 messages (Almeida et al.); ``replicate imbalanced_messages``."""
    path = project_folder("notebooks") / "replications" / "results" / "imbalanced_messages.csv"
    table = pd.read_csv(path, comment="#", dtype={"words": str}, keep_default_na=False, encoding="utf-8")
    return table.drop(columns="data")


def shorten_spam(messages: pd.DataFrame, seed: int = 0) -> pd.Series:
    """Return the words of all messages, where spam has lost words at random until it is as short as ham on average."""
    rng, length = np.random.default_rng(seed), messages["words"].str.split().str.len()
    share = length[messages["spam"] == 0].mean() / length[messages["spam"] == 1].mean()
    short = [" ".join(word for word in text.split() if rng.random() < share) for text in messages["words"]]
    return messages["words"].where(messages["spam"] == 0, pd.Series(short))


@lru_cache(maxsize=len(LENGTHS))
def counted(length: str = LENGTHS[0]) -> Counted:
    """Return two thirds of the messages for training and one for the test, split by campaign, as the lesson does."""
    messages, counter = text_messages(), CountVectorizer()
    y = messages["spam"].to_numpy()
    train, test = next(StratifiedGroupKFold(3, shuffle=True, random_state=0).split(y, y, messages["campaign"]))
    texts = messages["words"] if length == LENGTHS[0] else shorten_spam(messages)
    counts = sparse.csr_array(counter.fit_transform(texts[train]))
    asked = sparse.csr_array(counter.transform(texts[test]))
    return Counted(counter.get_feature_names_out(), counts, asked, y[train], y[test])


def chosen_words(rule: str, size: int | str, length: str = LENGTHS[0]) -> np.ndarray:
    """Return the columns of the words that a rule takes, sorted."""
    data = counted(length)
    if size == ALL:
        return np.arange(len(data.terms))
    if rule.endswith("quotas"):
        quotas = class_quotas(np.bincount(data.y_train) if rule == "class quotas" else [1, 1], int(size))
        return np.sort(np.concatenate(class_vocabulary(class_frequencies(data.train, data.y_train), quotas)))
    if rule == "chi2":
        return SelectKBest(chi2, k=int(size)).fit(data.train, data.y_train).get_support(indices=True)
    return np.sort(np.argsort(-data.train.sum(axis=0), kind="stable")[: int(size)])


@lru_cache(maxsize=256)
def spam_filter(rule: str = RULES[0], size: int | str = 50, length: str = LENGTHS[0]) -> SpamFilter:
    """Return the filter with the words of a rule."""
    data, columns = counted(length), chosen_words(rule, size, length)
    weight = TfidfTransformer().fit(data.train[:, columns])
    model = LogisticRegression().fit(weight.transform(data.train[:, columns]), data.y_train)
    p = model.predict_proba(weight.transform(data.test[:, columns]))[:, 1]
    words = word_counts(length)
    words = words.assign(kept=np.isin(np.arange(len(words)), columns))
    return SpamFilter(rule, size, length, words, data.y_test, p)


@lru_cache(maxsize=len(LENGTHS))
def naive_bayes(length: str = LENGTHS[0]) -> SpamFilter:
    """Return naive Bayes on the counts of all words, the everyday rival."""
    data = counted(length)
    p = MultinomialNB().fit(data.train, data.y_train).predict_proba(data.test)[:, 1]
    return SpamFilter("naive Bayes", ALL, length, word_counts(length).assign(kept=True), data.y_test, p)


@lru_cache(maxsize=len(LENGTHS))
def word_counts(length: str = LENGTHS[0]) -> pd.DataFrame:
    """Return each word's occurrences in ham and in spam, and whether most training messages with it are spam."""
    data = counted(length)
    ham, spam = (data.train[data.y_train == label] for label in (0, 1))
    clear = (spam > 0).sum(axis=0) > (ham > 0).sum(axis=0)
    return pd.DataFrame({"ham": ham.sum(axis=0), "spam": spam.sum(axis=0), "clear": clear}, pd.Index(data.terms))


@lru_cache(maxsize=256)
def curve(found: SpamFilter, points: int = 100) -> pd.DataFrame:
    """Return recall and precision of a filter at about this many thresholds."""
    precision, recall, _ = precision_recall_curve(found.truth, found.probability, drop_intermediate=True)
    rows = np.unique(np.linspace(0, len(recall) - 1, points).round().astype(int))
    return pd.DataFrame({"recall": recall[rows][::-1], "precision": precision[rows][::-1]})
