"""Exercises of lesson 03: quotas and weights by hand, equation 3.2 in code, words chosen with test rows, length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tiws_teach import datasets
from tiws_teach.course.exercises import array, exercise, function, match_number, names, number, pair, whole
from tiws_teach.lessons.wctf.experiments import count_words, message_words, ten_reviews
from tiws_teach.wctf_idf import (
    class_frequencies,
    class_quotas,
    class_vocabulary,
    smoothed_idf,
    textbook_tf_idf,
    tf_idf,
)

SIZES, PLACES = np.array([62, 27, 11]), 10  # documents of three classes, words
TABLES = (
    (pd.DataFrame([[7, 5, 5, 0], [0, 2, 0, 3]], ["neg", "pos"], ["bad", "film", "plot", "good"]), [2, 1]),
    (pd.DataFrame([[4, 3, 2, 1], [9, 8, 1, 1]], ["neg", "pos"], ["a", "b", "c", "d"]), [2, 2]),
    (pd.DataFrame([[5, 5, 5, 5], [1, 2, 3, 4]], ["neg", "pos"], ["a", "b", "c", "d"]), [2, 1]),
    (pd.DataFrame([[3, 0, 0], [0, 2, 0]], ["neg", "pos"], ["a", "b", "c"]), [1, 2]),
    (pd.DataFrame([[6, 2, 1, 0, 0], [5, 4, 0, 1, 0], [9, 3, 0, 0, 2]], [0, 1, 2], list("abcde")), [2, 1, 1]),
)
SPAM = (4827, 420)  # messages of ham and of spam
SIZE = 300  # places
RULES = {"test rows": "selection", "no stop words": "", "too many features": ""}


@exercise(
    "wctf.1",
    expects=function("frequencies", "quotas"),
    hints=[
        "Loop over the classes and their quotas together: zip(frequencies.index, quotas). Keep a list of taken words.",
        "For one class: row = frequencies.loc[label].drop(taken); own = row[row > 0].nlargest(quota).index.tolist().",
    ],
    misconceptions={
        "no lists": "Return one list of words for each class: a dict by label, or a list of lists in the same order.",
        "taken twice": "A word is in two lists. Leave out the words that an earlier class has taken.",
        "place lost": "A class has too few words. A word that is taken uses no place: go on to the next word.",
        "never used": "A class took a word that it never uses. Leave out words with a count of 0.",
        "ties": "The number of words is right. For equal counts take the word that comes first in the alphabet.",
        "all classes": "Count only the class's own documents: one row of the table, not its sum.",
    },
    praise="You have built the step that gives the method its name; class_vocabulary does the same.",
)
def chosen_words(answer: Callable[[Any, Any], Any]) -> bool | str:
    """Judge a function that chooses words by equation 3.2."""
    for table, quotas in TABLES:
        found = _lists(answer(table.copy(), list(quotas)), table.index)
        expected = list(class_vocabulary(table, quotas).values())
        if found is None:
            return "no lists"
        if [set(own) for own in found] != [set(own) for own in expected]:
            return _slip(found, expected, table, quotas)
    return True


def _lists(answer: Any, labels: pd.Index) -> list[list[str]] | None:
    """Return an answer as one list of words for each class, or None."""
    own = [answer.get(label) for label in labels] if isinstance(answer, Mapping) else answer
    if not isinstance(own, list | tuple) or len(own) != len(labels):
        return None
    if any(isinstance(words, str) or not isinstance(words, Iterable) for words in own):
        return None
    return [[str(word) for word in words] for words in own]


def _slip(found: list[list[str]], expected: list[list[str]], table: pd.DataFrame, quotas: list[int]) -> bool | str:
    """Name the first slip that the lists show."""
    if found == list(class_vocabulary(table * 0 + table.sum(), quotas).values()):
        return "all classes"
    named = [word for own in found for word in own]
    if len(set(named)) < len(named):
        return "taken twice"
    if any(word in table and table[word].iloc[c] == 0 for c, own in enumerate(found) for word in own):
        return "never used"
    sizes = [[len(own) for own in lists] for lists in (found, expected)]
    if any(ours < theirs for ours, theirs in zip(*sizes, strict=True)):
        return "place lost"
    return "ties" if sizes[0] == sizes[1] and _equal_counts(found, expected, table) else False


def _equal_counts(found: list[list[str]], expected: list[list[str]], table: pd.DataFrame) -> bool:
    """Tell whether two choices of words have the same counts."""
    if not set().union(*found) <= set(table.columns):
        return False
    return all(
        sorted(table.loc[label, own]) == sorted(table.loc[label, other])
        for label, own, other in zip(table.index, found, expected, strict=True)
    )


@exercise(
    "wctf.2",
    expects=pair(("Ada", "Bo"), RULES, ("Ada", "no stop words")),
    hints=[
        "The labels are random. What AUC can an honest model have on new rows?",
        "About 0.5. Who is far above it? Which rows and labels did that colleague's choice of words see?",
    ],
    misconceptions={
        "the honest one": "That colleague's AUC is that of guessing. Look at the other one.",
        "wrong rule": "The person is right, the rule is not. Which rows and labels did the choice of words see?",
    },
    praise="This is data leakage: a choice of words that reads labels must be fitted on the training set only.",
)
def selecting_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague who chose words with the test rows, and the rule."""
    areas = _test_areas()
    person, rule = answer
    if person != max(areas, key=areas.__getitem__):
        return "the honest one"
    return True if RULES.get(rule) == "selection" else "wrong rule"


@exercise(
    "wctf.3",
    expects=whole(0, SIZE),
    hints=[
        "Kept words in a message: sms[['ham', 'spam']].sum() / [4827, 420]. Which factor brings spam to ham's length?",
        "The factor is about one half. Rank the words by sms['ham'] + factor * sms['spam'], take the first 300, and "
        "count the clear ones.",
    ],
    misconceptions={
        "not scaled": "That is the number with spam's own length. Multiply spam's counts by the factor first.",
        "quota": "That is the vocabulary by quotas. Take the 300 most frequent words, with spam's counts scaled.",
        "upside down": "You made spam's messages longer still. They must become as short as ham's.",
        "equal classes": "You gave both classes the same weight. Spam stays 8 % of the messages; only their length "
        "changes.",
        "equal words": "You gave both classes the same number of words. The mean length of a message must be equal.",
        "messages": "You counted messages with the word. That removes repetition inside a message, and changes little.",
    },
    praise="At one length plain counting holds fewer clear spam words than the quota. The length of the messages gave "
    "spam its places, and the quota corrects for it.",
)
def words_at_one_length(answer: int) -> bool | str:
    """Give the clear spam words among the most frequent ones if spam's messages were as short as ham's."""
    table = message_words()
    ham, spam = table["ham"], table["spam"]
    factor = (ham.sum() / SPAM[0]) / (spam.sum() / SPAM[1])
    by_quota = class_vocabulary(table[["ham", "spam"]].T, class_quotas(SPAM, SIZE))
    wrong = {
        "not scaled": _frequent(ham + spam),
        "quota": {*by_quota["ham"], *by_quota["spam"]},
        "upside down": _frequent(ham + spam / factor),
        "equal classes": _frequent(ham / SPAM[0] + spam / SPAM[1]),
        "equal words": _frequent(ham / ham.sum() + spam / spam.sum()),
        "messages": _frequent(table["ham_messages"] + table["spam_messages"]),
    }
    clear = set(table.index[table["spam_messages"] > table["ham_messages"]])
    right = len(clear & _frequent(ham + spam * factor))
    return match_number(answer, right, {name: len(clear & words) for name, words in wrong.items()})


def _frequent(counts: pd.Series) -> set[str]:
    """Return the most frequent words."""
    return set(counts.nlargest(SIZE, keep="first").index)


@exercise(
    "wctf.4",
    expects=array(3),
    hints=[
        "First the exact shares: the number of words times each class's share of the documents.",
        "The shares are 6.2, 2.7 and 1.1. Their whole parts leave one place. Which class has the largest remainder?",
    ],
    misconceptions={
        "rounded down": "These are the whole parts only. They sum to 9, so one place is still free.",
        "rounded up": "You rounded up. That gives away more places than there are.",
        "to the largest class": "The place left over goes to the largest remainder, not to the largest class.",
        "equal": "These are equal parts. The places go in proportion to the documents.",
    },
    praise="The shares are 6.2, 2.7 and 1.1: the whole parts leave one place, and 0.7 is the largest remainder.",
)
def quotas_by_hand(answer: np.ndarray) -> bool | str:
    """Give the quotas of three classes by largest remainder."""
    shares = PLACES * SIZES / SIZES.sum()
    down = np.floor(shares)
    wrong = {
        "rounded down": down,
        "rounded up": np.ceil(shares),
        "to the largest class": down + (PLACES - down.sum()) * (SIZES.max() == SIZES),
        "equal": class_quotas([1, 1, 1], PLACES),
    }
    if np.array_equal(answer, class_quotas(SIZES, PLACES)):
        return True
    return next((name for name, value in wrong.items() if np.array_equal(answer, value)), False)


@exercise(
    "wctf.5",
    expects=names(),
    hints=[
        "The quotas of nine words are 6 and 3. Class 0 chooses first: bad, film, plot, dull, acting, boring.",
        "Class 1 has good and great three times, then film and fun twice. Which of these is still free?",
    ],
    misconceptions={
        "already taken": "Class 0 has taken one of these words, and no word is taken twice.",
        "quota": "Class 1 has 3 of the 9 places: 2.7 has the larger remainder.",
    },
    praise="In the positive reviews film is as frequent as fun, but class 0 has taken it.",
)
def second_list(answer: list[str]) -> bool | str:
    """Give the words that the positive reviews take when there are nine places."""
    reviews = ten_reviews()
    frequencies = class_frequencies(count_words(reviews["review"]), reviews["label"])
    lists = class_vocabulary(frequencies, class_quotas([7, 3], 9))
    given = {word.casefold() for word in answer}
    if given == set(lists[1]):
        return True
    if given & set(lists[0]):
        return "already taken"
    return "quota" if len(given) != len(lists[1]) else False


@exercise(
    "wctf.6",
    expects=number(0),
    hints=[
        "Six of the ten reviews have bad, three have acting, seven have film. Each occurs once in this review.",
        "The idf are ln(11/7) + 1, ln(11/4) + 1, ln(11/8) + 1. Divide film's by the root of the sum of squares.",
    ],
    misconceptions={
        "not normalised": "That is tf times idf. Scale the review to length 1: divide by the root of summed squares.",
        "textbook": "That is the article's tf log(N/df). The question asks for scikit-learn's weight.",
        "divided by the sum": "You divided by the sum of the weights. The length is the root of the sum of squares.",
        "not smoothed": "You left out the smoothing: scikit-learn adds 1 to the number of reviews and to df.",
    },
    praise="The most common of the three words has the smallest weight, but not 0.",
)
def weight_by_hand(answer: float) -> bool | str:
    """Give scikit-learn's weight of film in the tenth review."""
    counts = count_words(ten_reviews()["review"])
    documents = (counts > 0).sum()
    idf, unsmoothed = (smoothed_idf(documents, len(counts), smooth) for smooth in (True, False))
    wrong = {
        "not normalised": tf_idf(counts, idf, norm=None),
        "textbook": textbook_tf_idf(counts),
        "divided by the sum": tf_idf(counts, idf, norm="l1"),
        "not smoothed": tf_idf(counts, unsmoothed),
    }
    wrong = {name: table.loc[10, "film"] for name, table in wrong.items()}
    return match_number(answer, tf_idf(counts, idf).loc[10, "film"], wrong)


@cache
def _test_areas() -> dict[str, float]:
    """Return the AUC on the second half, with words chosen on the first half or on all rows."""
    reviews = datasets.make_reviews(400, positive_share=0.3, random_state=2)
    pairs = sparse.csr_array(CountVectorizer(ngram_range=(2, 2)).fit_transform(reviews.data["text"]))
    shuffled = pd.Series(np.random.default_rng(2).permutation(reviews.target))
    areas = {}
    for person, rows in (("Ada", slice(200)), ("Bo", slice(None))):
        chosen = SelectKBest(chi2, k=200).fit(pairs[rows], shuffled[rows]).transform(pairs)
        weighted = TfidfTransformer().fit(chosen[:200]).transform(chosen)
        model = LogisticRegression().fit(weighted[:200], shuffled[:200])
        areas[person] = float(roc_auc_score(shuffled[200:], model.decision_function(weighted[200:])))
    return areas
