"""Judges of lesson 03: equation 3.2 in code, length, rankings, words chosen with test rows, and three by hand."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, exercise, first, matched, twin
from tiws_teach.lessons.wctf import experiments as sms
from tiws_teach.wctf_idf import class_frequencies, class_quotas, class_vocabulary, smoothed_idf, textbook_tf_idf, tf_idf

SIZES, PLACES = np.array([62, 27, 11]), 10  # documents of three classes, words
TABLES = (
    (pd.DataFrame([[7, 5, 5, 0], [0, 2, 0, 3]], ["neg", "pos"], ["bad", "film", "plot", "good"]), [2, 1]),
    (pd.DataFrame([[4, 3, 2, 1], [9, 8, 1, 1]], ["neg", "pos"], ["a", "b", "c", "d"]), [2, 2]),
    (pd.DataFrame([[5, 5, 5, 5], [1, 2, 3, 4]], ["neg", "pos"], ["a", "b", "c", "d"]), [2, 1]),
    (pd.DataFrame([[3, 0, 0], [0, 2, 0]], ["neg", "pos"], ["a", "b", "c"]), [1, 2]),
    (pd.DataFrame([[6, 2, 1, 0, 0], [5, 4, 0, 1, 0], [9, 3, 0, 0, 2]], [0, 1, 2], list("abcde")), [2, 1, 1]),
)
SIZE = 300  # places


@exercise("wctf.1", expect.function("frequencies", "quotas"))
def chosen_words(answer: Written) -> Judged:
    """Judge a function that chooses words by equation 3.2."""
    for table, quotas in TABLES:
        found = _lists(answer(table, quotas), table.index)
        expected = list(class_vocabulary(table, quotas).values())
        if found is None:
            return Slip("other shape")
        if [set(own) for own in found] != [set(own) for own in expected]:
            return _slip(found, expected, table, quotas)
    return Right()


def _lists(answer: Any, labels: pd.Index) -> list[list[str]] | None:
    """Return an answer as one list of words for each class, or None."""
    own = [answer.get(label) for label in labels] if isinstance(answer, Mapping) else answer
    if not isinstance(own, list | tuple) or len(own) != len(labels):
        return None
    if any(isinstance(words, str) or not isinstance(words, Iterable) for words in own):
        return None
    return [[str(word) for word in words] for words in own]


def _slip(found: list[list[str]], expected: list[list[str]], table: pd.DataFrame, quotas: list[int]) -> Judged:
    """Name the first slip that the lists show."""
    named = [word for own in found for word in own]
    taken, due = ([len(own) for own in lists] for lists in (found, expected))
    shows = {
        "all classes": found == list(class_vocabulary(table * 0 + table.sum(), quotas).values()),
        "taken twice": len(set(named)) < len(named),
        "never used": any(word in table and table[word].iloc[c] == 0 for c, own in enumerate(found) for word in own),
        "place lost": any(ours < theirs for ours, theirs in zip(taken, due, strict=True)),
        "ties": taken == due and _equal_counts(found, expected, table),
    }
    return first(shows, Slip())


def _equal_counts(found: list[list[str]], expected: list[list[str]], table: pd.DataFrame) -> bool:
    """Tell whether two choices of words have the same counts."""
    return set().union(*found) <= set(table.columns) and all(
        sorted(table.loc[label, own]) == sorted(table.loc[label, other])
        for label, own, other in zip(table.index, found, expected, strict=True)
    )


@twin("wctf.3")
def selecting_twin() -> str:
    """Return who chose words with the test rows: the larger AUC on the second half, where labels are random."""
    few = CountVectorizer().fit_transform(sms.text_messages()["words"][:400])
    shuffled = np.random.default_rng(2).integers(0, 2, size=400)
    areas = {}
    for person, seen in {"Ada": slice(200), "Bo": slice(400)}.items():
        chosen = SelectKBest(chi2, k=200).fit(few[seen], shuffled[seen]).transform(few)
        model = LogisticRegression().fit(chosen[:200], shuffled[:200])
        areas[person] = roc_auc_score(shuffled[200:], model.decision_function(chosen[200:]))
    return max(areas, key=areas.__getitem__)


@matched("wctf.4", expect.whole(0, SIZE))
def words_at_one_length() -> Ways:
    """Give the clear spam words among the most frequent ones if spam's messages were as short as ham's."""
    words, sizes = sms.word_counts(), np.bincount(sms.counted().y_train)
    ham, spam = words["ham"], words["spam"]
    factor = (ham.sum() / sizes[0]) / (spam.sum() / sizes[1])
    counts = {
        "right": ham + spam * factor,
        "not scaled": ham + spam,
        "upside down": ham + spam / factor,
        "equal classes": ham / sizes[0] + spam / sizes[1],
        "equal words": ham / ham.sum() + spam / spam.sum(),
    }
    chosen = {name: list(each.nlargest(SIZE, keep="first").index) for name, each in counts.items()}
    lists = class_vocabulary(words[["ham", "spam"]].T, class_quotas(sizes, SIZE))
    chosen["quota"] = lists["ham"] + lists["spam"]
    return {name: int(words.loc[own, "clear"].sum()) for name, own in chosen.items()}


@matched("wctf.2", expect.number())
def ranking_gap() -> Ways:
    """Give how much higher the average precision of all words is than that of equal quotas."""
    every, equal = sms.spam_filter(size=sms.ALL), sms.spam_filter("equal quotas")
    return {
        "right": every.average_precision - equal.average_precision,
        "other way round": equal.average_precision - every.average_precision,
        "one half": every.scores(0.5)[2] - equal.scores(0.5)[2],
        "labels": np.subtract(*(average_precision_score(one.truth, one.probability > 0.5) for one in (every, equal))),
    }


@matched("wctf.5", expect.array(3))
def quotas_by_hand() -> Ways:
    """Give the quotas of three classes by largest remainder."""
    shares = PLACES * SIZES / SIZES.sum()
    down = np.floor(shares)
    return {
        "right": class_quotas(SIZES, PLACES),
        "rounded down": down,
        "rounded up": np.ceil(shares),
        "to the largest class": down + (PLACES - down.sum()) * (SIZES.max() == SIZES),
        "equal": class_quotas([1, 1, 1], PLACES),
    }


@exercise("wctf.7", expect.names())
def second_list(answer: list[str]) -> Judged:
    """Give the words that the positive reviews take when there are nine places."""
    reviews = sms.ten_reviews()
    frequencies = class_frequencies(sms.count_words(reviews["review"]), reviews["label"])
    lists = class_vocabulary(frequencies, class_quotas([7, 3], 9))
    given = {word.casefold() for word in answer}
    if given == set(lists[1]):
        return Right()
    return first({"already taken": given & set(lists[0]), "quota": len(given) != len(lists[1])}, Slip())


@matched("wctf.6", expect.number(0))
def weight_by_hand() -> Ways:
    """Give scikit-learn's weight of film in the tenth review."""
    counts = sms.count_words(sms.ten_reviews()["review"])
    documents = (counts > 0).sum()
    idf, unsmoothed = (smoothed_idf(documents, len(counts), smooth) for smooth in (True, False))
    ways = {
        "right": tf_idf(counts, idf),
        "not normalised": tf_idf(counts, idf, norm=None),
        "textbook": textbook_tf_idf(counts),
        "divided by the sum": tf_idf(counts, idf, norm="l1"),
        "not smoothed": tf_idf(counts, unsmoothed),
    }
    return {name: table.loc[10, "film"] for name, table in ways.items()}
