"""WCTFIDFVectorizer next to TfidfVectorizer and the published recipe: time, peak memory, growth."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import TfidfVectorizer

from tiws_teach import WCTFIDFVectorizer
from tools.bench._measure import Job, by_size, compare, mebibytes, race, timed
from tools.bench._report import Block, Table, figure

DOCUMENTS, WORDS, TERMS = 25_000, 230, 80_000
"""As large as the article's corpus: reviews, words in each on average, and different words."""
MINORITY = 0.08
OURS, TFIDF, RECIPE = "WCTFIDFVectorizer", "TfidfVectorizer", "published recipe"


def measure(quick: bool) -> Iterator[Block]:
    documents, repeats = (1_000, 1) if quick else (DOCUMENTS, 3)
    yield (
        f"Generated documents of {WORDS} words on average; the words are {TERMS:,} and as unequal in use as in Zipf's "
        f"law; {MINORITY:.0%} of the documents are of the small class. All count single words and keep a vocabulary "
        "of max_features terms. The published recipe fits one TfidfVectorizer to each class, hands what it has chosen "
        "to the next as stop words, fits one to all documents with that vocabulary, then transforms all documents and "
        "returns a dense frame: it reads each document three times."
    )
    yield from headline(documents, (300, 3_000), repeats)
    yield "The documents n, with 300 features:"
    sizes = [documents // 10, documents // 5, documents // 2, documents]
    yield grown("documents n", sizes, make_documents, repeats)
    yield f"The classes, with {documents // 5:,} documents and 300 features:"
    yield grown("classes", [2, 10, 50], partial(make_documents, documents // 5), repeats)


def make_documents(n_documents: int, n_classes: int = 2) -> tuple[list[str], np.ndarray]:
    """Return texts and labels: classes use the same words in a different order of popularity.

    Two classes stand to each other as MINORITY says; more are of equal size.
    """
    rng = np.random.default_rng(0)
    words = np.array([f"{letters}{number}" for number in range(TERMS // 8) for letters in _STEMS], dtype=object)
    chances = (1 / np.arange(1, TERMS + 1)) / (1 / np.arange(1, TERMS + 1)).sum()
    steps = chances.cumsum()[:-1]
    shares = [1 - MINORITY, MINORITY] if n_classes == 2 else np.full(n_classes, 1 / n_classes)
    y = rng.choice(n_classes, size=n_documents, p=shares)
    orders = [np.argsort(np.arange(TERMS) * rng.uniform(0.5, 2, TERMS)) for _ in range(n_classes)]
    lengths = rng.geometric(1 / WORDS, size=n_documents)
    texts = [
        " ".join(words[orders[label][np.searchsorted(steps, rng.random(length))]])
        for label, length in zip(y, lengths, strict=True)
    ]
    return texts, y


_STEMS = ("film", "plot", "actor", "scene", "music", "story", "script", "camera")


def published_recipe(texts: list[str], y: np.ndarray, max_features: int) -> pd.DataFrame:
    """Return the article's TF-IDF as its published code makes it, written plainly."""
    labels, sizes = np.unique(y, return_counts=True)
    chosen: list[str] = []
    for label, size in sorted(zip(labels, sizes, strict=True), key=lambda pair: -pair[1]):
        own = [text for text, own_label in zip(texts, y, strict=True) if own_label == label]
        quota = int(round(max_features * size / len(y), 1))
        vectorizer = TfidfVectorizer(max_features=quota, stop_words=chosen or None).fit(own)
        chosen += list(vectorizer.get_feature_names_out())
    final = TfidfVectorizer(vocabulary=chosen).fit(texts)
    return pd.DataFrame(final.transform(texts).toarray(), columns=chosen)


RUNS: dict[str, Callable] = {
    OURS: lambda texts, y, size: WCTFIDFVectorizer(size).fit_transform(texts, y),
    TFIDF: lambda texts, y, size: TfidfVectorizer(max_features=size).fit_transform(texts),  # noqa: ARG005
    RECIPE: published_recipe,
}


def prepare(name: str, n_documents: int, size: int) -> Callable:
    """Return a job for `peak_memory`; runs in the child."""
    texts, y = make_documents(n_documents)
    RUNS[name](texts[:200], y[:200], 50)
    return partial(RUNS[name], texts, y, size)


def jobs(texts: list[str], y: np.ndarray, size: int = 300) -> dict[str, Job]:
    """Return a job for each of the three."""
    return {name: timed(call, texts, y, size) for name, call in RUNS.items()}


def headline(n_documents: int, sizes: tuple[int, ...], repeats: int) -> list[Block]:
    """Return time and peak memory of the three."""
    data, rows, ratios = make_documents(n_documents), [], []
    for size in sizes:
        took = {name: taken.total for name, taken in race(jobs(*data, size), repeats, budget=120).items()}
        memory = {name: mebibytes((prepare, name, n_documents, size)) for name in RUNS}
        for name in RUNS:
            cells = took[name], took[name] / took[TFIDF], memory[name], memory[name] / memory[TFIDF]
            rows.append((f"{size:,}: {name}", *map(figure, cells)))
        ratios.append((took[OURS] / took[TFIDF], took[OURS] / took[RECIPE], memory[OURS] / memory[TFIDF]))
    worst = [figure(max(column)) for column in zip(*ratios, strict=True)]
    return [
        f"### {n_documents:,} documents",
        "fit_transform: seconds, mebibytes that it adds at its peak to the memory of a fresh process that holds the "
        f"documents, and both divided by those of {TFIDF}.",
        Table(("max_features", "seconds", "ratio", "MiB", "ratio of MiB"), tuple(rows)),
        f"{OURS} takes at most {worst[0]} times the time of {TFIDF}, {worst[1]} times that of the recipe, and "
        f"{worst[2]} times the memory of {TFIDF}.",
    ]


def grown(label: str, sizes: list[int], make: Callable, repeats: int) -> Table:
    """Return the times at several numbers of documents or classes, and their exponents."""
    return compare(
        label, by_size(sizes), lambda n: jobs(*make(n)), repeats, ratios={}, budget=30, exponent_of=sizes
    ).table
