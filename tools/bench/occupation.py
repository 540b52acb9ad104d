"""Coders of open answers next to scikit-learn's brute-force cosine neighbours and a linear SVM: time, peak memory."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.neighbors import NearestNeighbors
from sklearn.svm import LinearSVC

from tiws_teach import DuplicateCoder, NearestNeighborCoder, svm_classifier
from tools.bench._measure import by_size, compare, growth, mebibytes, race, timed
from tools.bench._report import Block, Table, figure

SVM_PARTS = (40, 20, 10)
"""One of how many training answers the linear SVM sees: it fits a machine for each code, so all would take too long."""
TRAIN, QUERIES, CODES, WORDS = 100_000, 10_000, 400, 20_000
OURS, DUPLICATES, BRUTE = "NearestNeighborCoder", "DuplicateCoder", "brute-force cosine neighbours"
LETTERS, SVM = "svm_classifier", "LinearSVC"


def measure(quick: bool) -> Iterator[Block]:
    n_train, n_queries, repeats = (2_000, 300, 1) if quick else (TRAIN, QUERIES, 2)
    yield (
        f"Generated answers of one to four words; the {WORDS:,} words are as unequal in use as in Zipf's law, and the "
        f"{CODES} codes follow from the rarest word. All start from texts. The neighbours of scikit-learn are the 10 "
        "nearest by brute force on the same vectors of zeros and ones: it returns neither all ties nor a score. "
        "LinearSVC is one-vs-rest on the same vectors, without probabilities; svm_classifier is one on runs of letters."
    )
    yield from headline(n_train, n_queries, repeats)
    yield f"The training answers n, with {n_queries:,} new answers:"
    sizes, (queries, _) = [n_train // 8, n_train // 4, n_train // 2, n_train], make_answers(n_queries, 1)
    race_at = partial(jobs, NEIGHBOURS, queries=queries)
    label = "training answers n"
    yield compare(label, by_size(sizes), race_at, repeats, ratios={}, budget=30, exponent_of=sizes).table


def make_answers(n_answers: int, seed: int = 0) -> tuple[list[str], np.ndarray]:
    """Return texts and codes; about two in three answers have a twin."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, WORDS + 1)
    steps = (chances / chances.sum()).cumsum()[:-1]
    lengths = rng.choice([1, 2, 3, 4], size=n_answers, p=[0.55, 0.3, 0.1, 0.05])
    words = np.searchsorted(steps, rng.random(lengths.sum()))
    parts = np.split(words, np.cumsum(lengths)[:-1])
    codes = np.array([f"{max(part) * 7919 % CODES:04d}" for part in parts])
    return [" ".join(f"job{word}" for word in part) for part in parts], codes


def _brute(texts, codes, queries):  # noqa: ARG001
    vectorizer = CountVectorizer(binary=True)
    model = NearestNeighbors(n_neighbors=10, metric="cosine", algorithm="brute").fit(vectorizer.fit_transform(texts))
    return model.kneighbors(vectorizer.transform(queries))


def _svm(texts, codes, queries):
    vectorizer = CountVectorizer(binary=True)
    return LinearSVC().fit(vectorizer.fit_transform(texts), codes).predict(vectorizer.transform(queries))


RUNS: dict[str, Callable] = {
    OURS: lambda texts, codes, new: NearestNeighborCoder().fit(texts, codes).code_scores(new).max(axis=1),
    DUPLICATES: lambda texts, codes, new: DuplicateCoder().fit(texts, codes).predict(new),
    BRUTE: _brute,
    LETTERS: lambda texts, codes, new: svm_classifier().fit(texts, codes).predict(new),
    SVM: _svm,
}
NEIGHBOURS = (OURS, DUPLICATES, BRUTE)


def prepare(name: str, n_train: int, n_queries: int) -> Callable:
    """Return a job for `peak_memory`; runs in the child."""
    texts, codes = make_answers(n_train)
    queries, _ = make_answers(n_queries, 1)
    RUNS[name](texts[:500], codes[:500], queries[:50])
    return partial(RUNS[name], texts, codes, queries)


def jobs(names, n: int, queries: list[str]):
    """Return jobs that fit to n answers and code the queries."""
    texts, codes = make_answers(n)
    return {name: timed(RUNS[name], texts, codes, queries) for name in names}


def headline(n_train: int, n_queries: int, repeats: int) -> list[Block]:
    """Return time and peak memory of all."""
    queries, _ = make_answers(n_queries, 1)
    times = race(jobs(NEIGHBOURS, n_train, queries), repeats, budget=60)
    rows = [
        (name, figure(taken.total), figure(mebibytes((prepare, name, n_train, n_queries))))
        for name, taken in times.items()
    ]
    return [
        f"### {n_train:,} training answers, {n_queries:,} new answers",
        "fit and code: seconds, and mebibytes that it adds at its peak to a fresh process that holds the texts.",
        Table(("method", "seconds", "MiB"), tuple(rows)),
        *linear_svm(n_train, queries),
    ]


def linear_svm(n_train: int, queries: list[str]) -> list[Block]:
    """Return the times of linear SVMs on parts of the training answers, and what they say of all."""
    sizes = [n_train // part for part in SVM_PARTS]
    compared = compare(
        "training answers n", by_size(sizes), lambda n: jobs((OURS, LETTERS, SVM), n, queries), 1, ratios={}
    )
    exponents = [growth(sizes, list(times)) for times in compared.totals[:, 1:].T]
    minutes = compared.totals[-1, 1:] * SVM_PARTS[-1] ** np.array(exponents) / 60
    return [
        f"A linear SVM fits one machine for each of {CODES} codes, so both run on parts of the training answers only:",
        compared.table,
        f"Their exponents are {figure(exponents[0])} and {figure(exponents[1])}. At these rates {n_train:,} answers "
        f"would take {figure(minutes[0])} and {figure(minutes[1])} minutes.",
    ]
