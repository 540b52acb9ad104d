"""The words of each distinct message and its campaign, for lesson 03, which needs no network.

A message keeps its words in alphabetical order, without scikit-learn's stop words; of messages with the same words the
first is kept. Messages that are nearly the same belong to one campaign: the collection does not name its writers.

Source: Almeida, Gomez Hidalgo and Yamakami (2011), DocEng, SMS Spam Collection, CC BY 4.0.
"""

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from sklearn.feature_extraction.text import CountVectorizer

from tiws_teach.datasets import load
from tiws_teach.replications._imbalanced import STOP_WORDS, choose_columns, is_rare_word
from tiws_teach.replications._runner import Key, Replication, Row

ALIKE, LEAST = 0.5, 4
"""Share of words, of those that either message has, that two of a campaign have in common; words that they need."""


def jobs() -> list[Key]:
    """Return the keys: corpus."""
    return [{"data": "sms_spam"}]


def job(key: Key) -> list[Row]:
    """Return for each message whether it is spam, its campaign, how many words were sent, and those that are kept."""
    bunch = load(key["data"])
    split = CountVectorizer(stop_words=STOP_WORDS).build_analyzer()
    table = bunch.data.assign(spam=bunch.target, words=[" ".join(sorted(split(text))) for text in bunch.data["text"]])
    table = table.drop_duplicates("words")
    table = table.assign(campaign=campaigns(table["text"]), sent=table["text"].str.split().str.len())
    return table[["spam", "campaign", "sent", "words"]].replace({"words": {"": np.nan}}).to_dict("records")


def campaigns(texts: pd.Series) -> np.ndarray:
    """Return a number for each text; texts that share half of their words, numbers apart, have the same one."""
    counter = CountVectorizer(binary=True, token_pattern=r"\b\w\w+\b", preprocessor=without_numbers)
    has = sparse.csr_array(counter.fit_transform(texts), dtype=float)
    n_words, shared = has.sum(axis=1), (has @ has.T).tocoo()
    least = np.minimum(n_words[shared.row], n_words[shared.col])
    alike = shared.data / (n_words[shared.row] + n_words[shared.col] - shared.data) >= ALIKE
    linked = sparse.coo_array((alike & (least >= LEAST), (shared.row, shared.col)), shared.shape)
    linked.eliminate_zeros()
    return connected_components(linked, directed=False)[1]


def without_numbers(text: str) -> str:
    """Return a text in lower case with its digits replaced: two offers differ in the number to call."""
    return text.lower().translate(str.maketrans("0123456789", "0" * 10))


REPLICATION = Replication(
    "Text messages: the words of each and its campaign (less than a minute).",
    jobs,
    job,
    seeds="none: nothing is drawn",
    unit="corpus",
    text=("data", "words"),
)
results = REPLICATION.results


def clear_words_at_one_length(results: pd.DataFrame, size: int, times: float) -> pd.Series:
    """Return kept words and clear spam words (a share over `times` as large): as counted, at ham's length, by quota."""
    y = results["spam"].to_numpy()
    counts = CountVectorizer().fit_transform(results["words"].fillna("")).tocsr()
    total = np.array([np.asarray(counts[y == c].sum(axis=0)).ravel() for c in (0, 1)])
    length = total.sum(axis=1) / np.bincount(y)
    scaled = total[0] + total[1] * length[0] / length[1]
    columns = {
        "most frequent": choose_columns("tfidf", counts, y, size),
        "most frequent, at ham's length": np.argsort(-scaled, kind="stable")[:size],
        "class quotas": choose_columns("largest_remainder", counts, y, size),
    }
    clear = is_rare_word(counts, y, times)
    held = {name: clear[chosen].sum() for name, chosen in columns.items()}
    return pd.Series({"kept words, ham": length[0], "kept words, spam": length[1]} | held)
