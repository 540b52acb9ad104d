"""Exercises of notebook 02: TIWS by hand, its similarity, and the code that contains its own target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tiws_teach.course._answers import Expected, WrongKindError
from tiws_teach.course.exercises import exercise, function, match_number, number, pair
from tiws_teach.datasets import load
from tiws_teach.jitter import branch_probability
from tiws_teach.lessons.tiws.experiments.hidden import hide_category
from tiws_teach.tiws import (
    TIWSEncoder,
    category_similarity,
    inverse_document_frequency,
    term_frequency,
    unseen_estimates,
    unseen_weights,
)

HAND = pd.DataFrame(
    [[2, 6, 4, 4], [3, 1, 1, 3], [1, 3, 2, 2]],
    index=["A", "B", "U"],
    columns=pd.MultiIndex.from_tuples([("class", "First"), ("class", "Third"), ("sex", "female"), ("sex", "male")]),
)
FOURTH = pd.concat([HAND, pd.DataFrame([[5, 3, 2, 6]], index=["V"], columns=HAND.columns)])
SIMILAR = np.array([[0.2, 0.3, 0.5]])  # of one unseen category to three seen ones
SEEN = np.array([0.1, 0.4, 0.8])  # their estimates
NODE = {"red": (0.9, True, True), "green": (0.3, True, True), "blue": (0.4, False, True), "yellow": (0.8, True, False)}
RULES = {"own target": "in-sample", "new rows": "", "no scaling": ""}
TABLES = ("titanic_ports", "titanic_voyage")
TIE = 0.0005  # a smaller difference is not visible at three decimals


def _read_place(answer: Any) -> tuple[str, str, str]:
    """Return data set, column and category, or say which of them does not exist."""
    if not isinstance(answer, tuple | list) or len(answer) != 3:
        raise WrongKindError('Expected data set, column and category, such as ("titanic_ports", "class", "First").')
    name, feature, category = (str(part).strip() for part in answer)
    if name not in TABLES:
        raise WrongKindError(f"Expected one of the data sets {', '.join(TABLES)}; got {name!r}.")
    data = load(name).data
    if feature not in data.columns:
        raise WrongKindError(f"Expected a column of {name}, one of {', '.join(data.columns)}; got {feature!r}.")
    known = sorted(data[feature].unique())
    if category not in known:
        raise WrongKindError(f"Expected a category of {feature}, one of {', '.join(known)}; got {category!r}.")
    return name, feature, category


@exercise(
    "tiws.1",
    expects=number(),
    hints=[
        "T works along the row: which mean and which standard deviation does row V have?",
        "The mean of 5, 3, 2, 6 is 4; the deviations are 1, -1, -2, 2. Divide the sum of their squares by 3, not by 4.",
    ],
    misconceptions={
        "divided by n": "You divided the sum of squares by 4. The standard deviation here has the divisor n - 1 = 3.",
        "not divided": "You subtracted the mean. Now divide by the standard deviation of the row.",
        "column": "That is the z-score down the column, the entry of I. T goes along the row.",
        "wrong sign": "The size is right. The entry 2 is below the row's mean of 4: what is the sign?",
    },
    praise="Two women are fewer than the row's mean of 4, by 1.10 standard deviations.",
)
def entry_of_term_frequency(answer: float) -> bool | str:
    """Give T for port V and the word female."""
    word = ("sex", "female")
    row = FOURTH.loc["V"]
    right = term_frequency(FOURTH).loc["V", word]
    wrong = {
        "divided by n": (row[word] - row.mean()) / row.std(ddof=0),
        "not divided": row[word] - row.mean(),
        "column": inverse_document_frequency(FOURTH).loc["V", word],
        "wrong sign": -right,
    }
    return match_number(answer, right, wrong)


@exercise(
    "tiws.2",
    expects=function("document"),
    hints=[
        "When do two documents of the same kind, one long and one short, become the same row?",
        "When every row has the sum 1. In pandas, .div(..., axis=0) divides each row by a number of its own.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return a document matrix.",
        "other shape": "The result has another shape or other labels than the document that went in.",
        "misaligned": "Some entries are missing (NaN): pandas matched the row sums with the names of the columns. Use "
        ".div(..., axis=0) to divide each row by its own number.",
        "columns": "You scaled the columns. It is the rows, the categories, that differ in size: sum over axis=1.",
        "document changed": "Your function changes the table that it is given. Make a new one.",
        "size still counts": "When a port is made larger with the same passengers, the similarities still change.",
        "constant": "Now all rows are the same, so there is nothing left to compare.",
    },
    praise="Without size the paper's own similarity finds that U is A. (The lost sign is a separate problem.)",
)
def resized_document(answer: Callable[[pd.DataFrame], Any]) -> bool | str:
    """Judge a function that removes the size from a document matrix."""
    given = HAND.astype(float)
    made = answer(given)
    if made is None or made is ...:
        return "nothing returned"
    if not given.equals(HAND.astype(float)):
        return "document changed"
    if isinstance(made, pd.DataFrame) and made.isna().to_numpy().any():
        return "misaligned"
    if np.shape(made) != HAND.shape or (isinstance(made, pd.DataFrame) and list(made.index) != list(HAND.index)):
        return "other shape"
    made = _labelled(made)
    alike = [np.allclose(totals, totals.iloc[0]) for totals in (made.sum(axis=0), made.sum(axis=1))]
    if alike == [True, False]:
        return "columns"
    if np.allclose(made, made.iloc[0]):
        return "constant"
    larger = _labelled(answer(HAND.mul([1, 10, 3], axis=0).astype(float)))
    before, after = (category_similarity(document, "tfidf").loc["U", ["A", "B"]] for document in (made, larger))
    if not np.allclose(before, after):
        return "size still counts"
    return bool(before["A"] > before["B"])


@exercise(
    "tiws.3",
    expects=pair(("Ada", "Bo"), RULES, ("Ada", "new rows")),
    hints=[
        "The column is pure noise. Whose score on the training rows is better than chance?",
        "fit(...).transform(...) encodes a row by a mean with the row's own outcome in it. And fit_transform?",
    ],
    misconceptions={
        "the honest one": "That colleague's score on the training rows is near 0.5, as it should be for noise. "
        "Look at the other one.",
        "wrong rule": "The person is right, the rule is not. What does a row's code contain if its ticket occurs once?",
    },
    praise="A row's code must not contain the row's own target: fit_transform encodes each row by the other folds.",
)
def leaking_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague who encoded the training rows by their own targets, and the rule."""
    area = _training_areas()
    person, rule = answer
    if person != max(area, key=area.__getitem__):
        return "the honest one"
    return True if RULES.get(rule) == "in-sample" else "wrong rule"


@exercise(
    "tiws.4",
    expects=number(0, 1),
    hints=[
        "Sharpness 2 squares the similarities before they are made into shares.",
        "The squares are 0.04, 0.09 and 0.25. What is each one's share of their sum?",
    ],
    misconceptions={
        "sharpness 1": "That is the estimate with sharpness 1. Square the similarities first.",
        "not divided": "The weights have to sum to 1: divide by the sum of the squares.",
        "mean": "That is the plain mean of the three estimates. The similarities have to count.",
        "nearest": "That is the estimate of the most similar category alone: an infinite sharpness.",
        "weights squared": "You squared similarity times estimate. Only the similarity is raised to the power.",
    },
    praise="The larger the sharpness, the nearer the estimate comes to that of the most similar category.",
)
def sharpened_estimate(answer: float) -> bool | str:
    """Give the estimate from three similarities with sharpness 2."""
    right = float(unseen_estimates(unseen_weights(SIMILAR, 3, sharpness=2), SEEN)[0])
    wrong = {
        "sharpness 1": float(unseen_estimates(unseen_weights(SIMILAR, 3), SEEN)[0]),
        "not divided": float(SIMILAR[0] ** 2 @ SEEN),
        "mean": SEEN.mean(),
        "nearest": SEEN[SIMILAR[0].argmax()],
        "weights squared": float(((SIMILAR[0] * SEEN) ** 2).sum()),
    }
    return match_number(answer, right, wrong)


@exercise(
    "tiws.5",
    expects=Expected("data set, column and category", _read_place),
    hints=[
        "Run the loop of section 7 on titanic_voyage, and compare the columns truth, overall mean and tfidf.",
        "Where are the seen categories, and where is the hidden one? On titanic_voyage, look at class.",
    ],
    misconceptions={
        "own example": "That is the lesson's own example. Find another category, or use the other data set.",
        "nearer": "Here the estimate is nearer to the truth than the overall mean. Find one where it is not.",
        "tie": "Only one category is left, so its mean is the overall mean, and the two errors are equal.",
    },
    praise="A weighted mean of categories that are not like the hidden one misleads: validate before you trust it.",
)
def counterexample(answer: tuple[str, str, str]) -> bool | str:
    """Judge a hidden category: the estimate has to be farther from the truth than the overall mean."""
    name, feature, category = answer
    if (name, feature, category) == ("titanic_ports", "embarked", "Q"):
        return "own example"
    table = load(name)
    hidden = hide_category(table.data, table.target, feature, category)
    farther = abs(hidden.estimate - hidden.truth) - abs(hidden.overall - hidden.truth)
    return "tie" if abs(farther) < TIE else True if farther > 0 else "nearer"


@exercise(
    "tiws.6",
    expects=number(),  # not (0, 1): the sum that was not divided is above 1
    hints=[
        "Only the categories present in the node count, on both sides.",
        "Left: red and green. All present: red, green and blue. Divide one sum by the other.",
    ],
    misconceptions={
        "absent category": "You counted yellow. It does not occur in the node, so no training row says where it goes.",
        "right instead of left": "That is the probability of going right.",
        "training share": "That is the share of the categories that go left. Their similarities decide.",
        "not divided": "A probability has to be divided by the sum over both sides.",
    },
    praise="Three quarters of pink's similarity are on the left.",
)
def jitter_probability(answer: float) -> bool | str:
    """Give the probability that pink goes left."""
    s, left, present = (np.array(part) for part in zip(*NODE.values(), strict=True))
    right = branch_probability(s, left, present.astype(int))
    wrong = {
        "absent category": branch_probability(s, left, np.ones(len(s))),
        "right instead of left": 1 - right,
        "training share": float(left[present].mean()),
        "not divided": float(s[left & present].sum()),
    }
    return match_number(answer, right, wrong)


def _labelled(made: Any) -> pd.DataFrame:
    """Return what a learner's function returned with the labels of the document, as numbers."""
    return pd.DataFrame(np.asarray(made, dtype=float), HAND.index, HAND.columns)


def _training_areas() -> dict[str, float]:
    """Return the area under the ROC curve on training rows of noise, encoded in the two ways."""
    rng = np.random.default_rng(0)
    rows = pd.DataFrame({"ticket": rng.integers(0, 150, 400), "deck": rng.integers(0, 3, 400)}).astype(str)
    target = rng.integers(0, 2, 400)
    encoder = TIWSEncoder(random_state=0)
    codes = {"Ada": encoder.fit_transform(rows, target), "Bo": encoder.fit(rows, target).transform(rows)}
    return {
        person: float(roc_auc_score(target, LogisticRegression().fit(code, target).predict_proba(code)[:, 1]))
        for person, code in codes.items()
    }
