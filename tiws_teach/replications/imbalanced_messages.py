"""The words of each message at 23 to 2, for lesson 03, which needs no network.

One draw of 4,827 honest messages and 420 of spam. A message keeps the words that occur at least ten times in the draw,
in alphabetical order and without scikit-learn's stop words.

Source: Almeida, Gomez Hidalgo and Yamakami (2011), DocEng, SMS Spam Collection, CC BY 4.0.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from tiws_teach.replications._imbalanced import load_counts, subsample
from tiws_teach.replications._runner import Key, Protocol, Row, read_results, run_protocol

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


PROTOCOL = Protocol(
    name="imbalanced_messages",
    keys=("data",),
    jobs=jobs,
    job=job,
    seeds="numpy.random.default_rng(0) draws the spam",
    text=("data", "words"),
    unit="corpus",
)


def run(out: Path | str | None = None, *, progress: bool = True, resume: bool = True) -> Path:
    """Text at 23 to 2: the words of each message (less than a minute)."""
    return run_protocol(PROTOCOL, out, progress=progress, resume=resume)


def results() -> pd.DataFrame:
    """Return the stored rows, one for each message."""
    return read_results(PROTOCOL)
