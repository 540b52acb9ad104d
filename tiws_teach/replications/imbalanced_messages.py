"""The words of each message at 23 to 2, for lesson 03, which needs no network.

One draw of 4,827 honest messages and 420 of spam. A message keeps the words that occur at least ten times in the draw,
in alphabetical order and without scikit-learn's stop words.

Source: Almeida, Gomez Hidalgo and Yamakami (2011), DocEng, SMS Spam Collection, CC BY 4.0.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer

from tiws_teach.replications._imbalanced import choose_columns, is_rare_word, load_counts, subsample
from tiws_teach.replications._runner import Key, Replication, Row

LEAST = 10
"""Occurrences that a word needs to be stored."""


def jobs() -> list[Key]:
    """Return the keys: corpus."""
    return [{"data": "sms_spam"}]


def job(key: Key) -> list[Row]:
    """Return for each message whether it is spam, and its words; NaN for a message without any."""
    counts, y, terms = load_counts(key["data"])
    rows = subsample(y, 0)
    counts, y = counts[rows], y[rows]
    kept = np.flatnonzero(counts.sum(axis=0) >= LEAST)
    counts, terms = counts[:, kept], terms[kept]
    found = []
    for i, spam in enumerate(y):
        own = counts[[i]].tocoo()
        words = np.repeat(terms[own.col], own.data)
        found.append({"spam": int(spam), "words": " ".join(sorted(words)) or np.nan})
    return found


REPLICATION = Replication(
    "Text at 23 to 2: the words of each message (less than a minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng(0) draws the spam",
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
