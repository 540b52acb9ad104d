"""How often each class uses each word: the messages at 23 to 2, counted, for lesson 03.

Lessons need no network, so the counts of real messages are stored: words that occur at least ten times in one draw of
4,827 honest messages and 420 of spam, without scikit-learn's stop words.

Source: Almeida, Gomez Hidalgo and Yamakami (2011), DocEng, SMS Spam Collection, CC BY 4.0.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tiws_teach.replications._imbalanced import load_counts, subsample
from tiws_teach.replications._runner import Key, Protocol, Row, run_protocol
from tiws_teach.wctf_idf import class_frequencies

LEAST = 10
"""Occurrences that a word needs to be stored."""


def jobs() -> list[Key]:
    """Return the keys: corpus."""
    return [{"data": "sms_spam"}]


def job(key: Key) -> list[Row]:
    """Return for each word its occurrences in each class, and the number of messages of each class that have it."""
    counts, y, terms = load_counts(key["data"])
    rows = subsample(y, 0)
    counts, y = counts[rows], y[rows]
    occurrences, messages = (class_frequencies(table, y).toarray() for table in (counts, counts > 0))
    names = ("ham", "spam", "ham_messages", "spam_messages")
    kept = np.flatnonzero(occurrences.sum(axis=0) >= LEAST)
    found = np.vstack([occurrences, messages])[:, kept].T
    return [{"word": terms[j], **dict(zip(names, row, strict=True))} for j, row in zip(kept, found, strict=True)]


PROTOCOL = Protocol(
    name="imbalanced_counts",
    keys=("data",),
    jobs=jobs,
    job=job,
    seeds="numpy.random.default_rng(0) draws the spam",
    text=("data", "word"),
    unit="corpus",
)


def run(out: Path | str | None = None, *, progress: bool = True, resume: bool = True) -> Path:
    """Text at 23 to 2: how often each class of messages uses each word (less than a minute)."""
    return run_protocol(PROTOCOL, out, progress=progress, resume=resume)
