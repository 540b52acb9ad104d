"""Exercises of notebook 03: quotas and weights by hand, a guaranteed place, and the words chosen with test rows."""

from __future__ import annotations

from collections.abc import Callable
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
from tiws_teach.course._answers import Expected, WrongKindError
from tiws_teach.course.exercises import array, exercise, function, match_number, names, number, pair
from tiws_teach.lessons.wctf.experiments import Vocabulary, count_words, ten_reviews
from tiws_teach.wctf_idf import (
    class_frequencies,
    class_quotas,
    class_vocabulary,
    smoothed_idf,
    textbook_tf_idf,
    tf_idf,
)

SIZES, PLACES = np.array([62, 27, 11]), 10  # documents of three classes, words
CASES = (
    ([23, 2], 5),
    ([7, 3], 10),
    ([90, 5, 5], 6),
    ([50, 45, 5], 3),
    ([80, 20], 300),
    ([10, 10, 1, 1], 4),
    ([40, 30, 20, 9, 1], 20),
)
RULES = {"test rows": "selection", "no stop words": "", "too many features": ""}


def _read_vocabulary(answer: Any) -> Vocabulary:
    """Read what `vocabulary` returns."""
    if not isinstance(answer, Vocabulary):
        raise WrongKindError(f"Expected what vocabulary(...) returns; got a {type(answer).__name__}.")
    return answer


@exercise(
    "wctf.1",
    expects=array(3),
    hints=[
        "First the exact shares: the number of words times each class's share of the documents.",
        "The shares are 6.2, 2.7 and 1.1. Their whole parts leave one place over: who has the largest remainder?",
    ],
    misconceptions={
        "rounded down": "These are the whole parts only. They sum to 9: one place is still to be given away.",
        "rounded up": "You rounded up, and so gave away more places than there are.",
        "to the largest class": "The place that is left over goes to the largest remainder, not to the largest class.",
        "equal": "These are equal parts. The places go in proportion to the documents.",
    },
    praise="6.2, 2.7 and 1.1: the whole parts leave one place, and .7 is the largest remainder.",
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
    "wctf.2",
    expects=names(),
    hints=[
        "The quotas of nine words are 6 and 3. Class 0 chooses first: bad, film, plot, dull, acting, boring.",
        "Class 1 has good and great three times, then film and fun twice. Which of these is still there to be taken?",
    ],
    misconceptions={
        "already taken": "One of these words was taken by class 0, and no word is taken twice.",
        "quota": "Class 1 has 3 of the 9 places: 2.7 has the larger remainder.",
    },
    praise="Film is as frequent in the positive reviews as fun, but class 0 has taken it.",
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
    "wctf.3",
    expects=number(0),
    hints=[
        "Bad stands in 6 of the ten reviews, acting in 3, film in 7; each occurs once in this review.",
        "The idf are ln(11/7) + 1, ln(11/4) + 1, ln(11/8) + 1. Divide film's by the root of the sum of squares.",
    ],
    misconceptions={
        "not normalised": "That is tf times idf. Bring the review to length 1: divide by the root of the squares' sum.",
        "textbook": "That is the article's tf log(N/df). Here scikit-learn's weight is asked for.",
        "divided by the sum": "You divided by the sum of the weights. The length is the root of the sum of squares.",
        "not smoothed": "You left out the smoothing: scikit-learn adds 1 to the number of reviews and to df.",
    },
    praise="Three words, and the commonest of them has the least weight, but more than nothing.",
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


@exercise(
    "wctf.4",
    expects=function("class_sizes", "max_features"),
    hints=[
        "Begin with class_quotas(class_sizes, max_features). Which of its numbers may not stay?",
        "For each 0: take one place from the class that has most just then, and give it there.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return one number for each class.",
        "other length": "There has to be one whole number for each class, in the order in which the classes came.",
        "sum": "The numbers have to sum to max_features: a place that is given has to be taken from somewhere.",
        "without a place": "A class has no place still.",
        "changed without need": "Other quotas changed: each class with 0 gets 1, from the largest of that moment.",
    },
    praise="Now the rarest class is heard in the smallest dictionary. Whether one word says enough is another matter.",
)
def guaranteed_places(answer: Callable[[Any, int], Any]) -> bool | str:
    """Judge a function that gives each class at least one place."""
    for sizes, places in CASES:
        made = answer(np.array(sizes), places)
        if made is None or made is ...:
            return "nothing returned"
        found = np.asarray(made, dtype=float)
        if found.shape != (len(sizes),) or (found != found.round()).any():
            return "other length"
        if found.sum() != places:
            return "sum"
        if (found < 1).any():
            return "without a place"
        expected = class_quotas(sizes, places)
        for empty in np.flatnonzero(expected == 0):
            expected[expected.argmax()] -= 1
            expected[empty] = 1
        if not np.array_equal(found, expected):
            return "changed without need"
    return True


@exercise(
    "wctf.5",
    expects=pair(("Ada", "Bo"), RULES, ("Ada", "no stop words")),
    hints=[
        "The labels were dealt at random. What area under the ROC curve can an honest model have on new rows?",
        "0.5. Who is far above it, and what did that colleague's choice of words see?",
    ],
    misconceptions={
        "the honest one": "That colleague's area is that of a coin. Look at the other one.",
        "wrong rule": "The person is right, the rule is not: which rows and labels did the choice of words see?",
    },
    praise="Words chosen by labels are a part of the model: choose them on training rows only, inside the pipeline.",
)
def selecting_twin(answer: tuple[str, str]) -> bool | str:
    """Name who chose words with the test rows, and the rule."""
    areas = _test_areas()
    person, rule = answer
    if person != max(areas, key=areas.__getitem__):
        return "the honest one"
    return True if RULES.get(rule) == "selection" else "wrong rule"


@exercise(
    "wctf.6",
    expects=Expected("what vocabulary(...) returns", _read_vocabulary),
    hints=[
        "vocabulary(max_features, share) has .scores, with a row for each choice of words.",
        "There are about 410 words in all. When are the most frequent ones nearly the same as those by quotas?",
    ],
    misconceptions={
        "gain": "Here the quotas rank the positive reviews better. Where do both choices have nearly the same words?",
        "same words": "Both chose the very same words: there is nothing to compare. Take a few places away.",
    },
    praise="With nearly all words chosen, a quota only decides which of the rarest are left out.",
)
def quotas_that_harm(answer: Vocabulary) -> bool | str:
    """Judge a setting: the quotas have to lower the average precision."""
    if not answer.gained:
        return "same words"
    areas = answer.scores["average precision"]
    return True if areas["class quotas"] < areas["most frequent"] else "gain"


@cache
def _test_areas() -> dict[str, float]:
    """Return the area under the ROC curve on the second half, with words chosen on the first half or on all rows."""
    reviews = datasets.make_reviews(400, positive_share=0.3, random_state=2)
    pairs = sparse.csr_array(CountVectorizer(ngram_range=(2, 2)).fit_transform(reviews.data["text"]))
    dealt = pd.Series(np.random.default_rng(2).permutation(reviews.target))
    areas = {}
    for person, rows in (("Ada", slice(200)), ("Bo", slice(None))):
        chosen = SelectKBest(chi2, k=200).fit(pairs[rows], dealt[rows]).transform(pairs)
        weighed = TfidfTransformer().fit(chosen[:200]).transform(chosen)
        model = LogisticRegression().fit(weighed[:200], dealt[:200])
        areas[person] = float(roc_auc_score(dealt[200:], model.decision_function(weighed[200:])))
    return areas
