"""Corpora cut to 23 to 2, and the rules by which a vocabulary of m terms is chosen from training documents.

Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Problem and Results.
"""

import os
from functools import cache
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.feature_selection import chi2

from tiws_teach.datasets import load
from tiws_teach.wctf_idf import class_frequencies, class_quotas, class_vocabulary

SETS = {"polarity_v2": 1, "polarity_v2_reversed": 0, "sms_spam": 1}
"""Each corpus and the target of its rare class: positive, negative, spam."""
FREQUENT, RARE = 23, 2
"""Documents of the frequent class to documents of the rare one."""
VOCABULARIES = ("tfidf", "largest_remainder", "rounded", "equal", "chi2", "min_df")
STOP_WORDS = "english"
_SHORT = """
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
itself they them their theirs themselves what which who whom this that these those am is are was were be been being have
has had having do does did doing a an the and but if or because as until while of at by for with about against between
into through during before after above below to from up down in out on off over under again further then once here there
when where why how all any both each few more most other some such no nor not only own same so than too very s t can
will just don should now
"""
SHORT_LIST = frozenset(_SHORT.split())
"""Stop words of the first step in the article's program (NLTK's list of 127); the second step has scikit-learn's."""


@cache
def load_counts(name: str):
    """Return the counts of all terms but stop words, 1 for each document of the rare class, and the terms."""
    bunch = load(name.removesuffix("_reversed"))
    counts, terms = count_terms(bunch.data["text"], STOP_WORDS)
    return counts, (bunch.target.to_numpy() == SETS[name]).astype(int), terms


@cache
def load_first_step(name: str):
    """Return the counts that the article's program chooses from, and which of their terms its second step keeps."""
    return first_step(load(name.removesuffix("_reversed")).data["text"])


def count_terms(texts, stop_words):
    """Return sparse counts and the terms in alphabetical order."""
    counter = CountVectorizer(stop_words=stop_words)
    counts = sparse.csr_array(counter.fit_transform(texts))
    return counts, counter.get_feature_names_out()


def first_step(texts):
    """Return the counts of all terms but the short list's, and whether scikit-learn's stop list keeps each term."""
    counts, terms = count_terms(texts, sorted(SHORT_LIST))
    return counts, ~np.isin(terms, sorted(ENGLISH_STOP_WORDS))


def subsample(y: np.ndarray, seed: int) -> np.ndarray:
    """Return the rows of all frequent documents and of randomly drawn rare ones at a ratio of 23 to 2, sorted."""
    frequent, rare = np.flatnonzero(y == 0), np.flatnonzero(y == 1)
    kept = np.random.default_rng(seed).permutation(rare)[: round(len(frequent) * RARE / FREQUENT)]
    return np.sort(np.concatenate([frequent, kept]))


def choose_columns(rule: str, counts, y: np.ndarray, size: int) -> np.ndarray:
    """Return the columns of a vocabulary of `size` terms, sorted."""
    if rule in ("largest_remainder", "rounded", "equal"):
        frequent, rare = np.bincount(y)
        quotas = [size - size // 2, size // 2] if rule == "equal" else class_quotas([frequent, rare], size, rule)
        return np.sort(np.concatenate(class_vocabulary(class_frequencies(counts, y), quotas)))
    if rule == "tfidf":
        score = np.asarray(counts.sum(axis=0)).ravel()
    elif rule == "min_df":
        score = shares(counts, y).max(axis=0)
    else:
        score = np.nan_to_num(chi2(counts, y)[0])  # a term in no document has no chi-squared
    return np.sort(np.argsort(-score, kind="stable")[:size])


def published_columns(counts, is_kept: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
    """Return the columns that the article's program fills; a word on the second list only has zeros."""
    chosen = choose_columns("rounded", counts, y, size)
    return chosen[is_kept[chosen]]


def shares(counts, y: np.ndarray) -> np.ndarray:
    """Return the share of documents of each class, the frequent one first, that contain each term."""
    once = sparse.csr_array((np.ones(counts.nnz), counts.indices, counts.indptr), counts.shape)
    return class_frequencies(once, y).toarray() / np.bincount(y)[:, np.newaxis]


def is_rare_word(counts, y: np.ndarray, times: float = 1.0) -> np.ndarray:
    """Return which terms have more than `times` the share of documents in the rare class; the reading is ours."""
    frequent, rare = shares(counts, y)
    return rare > times * frequent


def imdb_folder() -> Path | None:
    """Return the folder aclImdb below the one that TIWS_TEACH_DATA names, or None where there is none."""
    named = os.environ.get("TIWS_TEACH_DATA", "")
    folder = Path(named).expanduser() / "aclImdb"
    return folder if named and folder.is_dir() else None


def read_imdb(folder: Path | str | None = None) -> tuple[list[str], np.ndarray]:
    """Return the labelled reviews of IMDB and their target, 1 for positive, by class and file name."""
    place = imdb_folder() if folder is None else Path(folder)
    texts: list[str] = []
    y: list[int] = []
    for label, name in enumerate(("neg", "pos")):
        parts = [] if place is None else [place / part / name for part in ("train", "test")]
        files = [path for part in parts for path in part.glob("*.txt")]
        if not files:
            raise FileNotFoundError(
                f"IMDB must be unpacked, with train/{name} and test/{name}; got {place}. Unpack aclImdb_v1.tar.gz of "
                "the Large Movie Review Dataset and pass its folder aclImdb, or put it into the folder that "
                "TIWS_TEACH_DATA names."
            )
        texts += [path.read_text(encoding="utf-8") for path in sorted(files)]
        y += [label] * len(files)
    return texts, np.array(y)
