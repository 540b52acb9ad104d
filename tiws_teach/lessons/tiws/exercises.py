"""Exercises of notebook 02: the estimate, a category hidden and judged, a code with its own target, TIWS by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tiws_teach.course.exercises import exercise, function, mapping, match_number, number, pair
from tiws_teach.datasets import load
from tiws_teach.jitter import branch_probability
from tiws_teach.lessons.tiws.experiments.hidden import hide_category
from tiws_teach.tiws import (
    TIWSEncoder,
    category_similarity,
    inverse_document_frequency,
    term_frequency,
)

HAND = pd.DataFrame(
    [[2, 6, 4, 4], [3, 1, 1, 3], [1, 3, 2, 2]],
    index=["A", "B", "U"],
    columns=pd.MultiIndex.from_tuples([("class", "First"), ("class", "Third"), ("sex", "female"), ("sex", "male")]),
)
FOURTH = pd.concat([HAND, pd.DataFrame([[5, 3, 2, 6]], index=["V"], columns=HAND.columns)])
NODE = {"red": (0.9, True, True), "green": (0.3, True, True), "blue": (0.4, False, True), "yellow": (0.8, True, False)}
RULES = {"own target": "in-sample", "new rows": "", "no scaling": ""}
SHOPS = (
    pd.DataFrame(
        {"rows": [40, 10, 50, 0], "similarity": [0.1, 0.3, 0.4, 0.6], "mean": [0.1, 0.4, 0.8, np.nan]},
        index=["north", "south", "west", "east"],  # east is new, too
    ),
    pd.DataFrame({"rows": [5, 60], "similarity": [0.9, 0.6], "mean": [0.2, 0.7]}, index=["hill", "lake"]),
)
HIDDEN = (("titanic_voyage", "class"), ("titanic_ports", "class"))
TIE = 0.0005  # a smaller difference is not visible at three decimals


@exercise(
    "tiws.1",
    expects=function("table", "sharpness"),
    hints=[
        "First keep the seen shops: table.dropna(). Then take their similarities to the power of sharpness.",
        "Multiply each power by the shop's mean, add up, and divide by the sum of the powers.",
    ],
    misconceptions={
        "missing": "Your function returns NaN: east has no mean. Leave out the shops without outcomes first.",
        "not divided": "The weights have to sum to 1: divide by the sum of the powers.",
        "others count": "Your weights do not sum to 1: the sum that you divide by counts the shops without outcomes.",
        "shared out": "That is equation 2.7 as the paper has it for several unseen categories. Here shops without "
        "outcomes are left out.",
        "no sharpness": "Your function ignores the sharpness. Take the power of the similarities first.",
        "power of the product": "You raised similarity times mean to the power. Only the similarity is raised.",
        "power last": "You divided first and took the power afterwards, so the weights no longer sum to 1.",
        "rows": "You weighted by the number of rows. A large shop need not be a similar one: weight by similarity.",
        "rows too": "You weighted by similarity and by rows. In equation 2.8 only the similarity counts.",
        "mean": "That is the plain mean of the seen shops. The similarities have to count.",
        "nearest": "That is the mean of the most similar shop alone: an infinite sharpness.",
    },
    praise="For the new shop that is 0.56 with sharpness 1 and 0.63 with 2: a larger sharpness goes towards west, the "
    "most similar of the seen shops.",
)
def weighted_estimate(answer: Callable[[pd.DataFrame, float], Any]) -> bool | str:
    """Judge a function that takes the similarity-weighted mean."""
    cases = [(table, sharpness) for table in SHOPS for sharpness in (1, 2)]
    made = [answer(table.copy(), sharpness) for table, sharpness in cases]
    if any(isinstance(value, float) and np.isnan(value) for value in made):
        return "missing"
    found = [number().read(value) for value in made]
    ways = pd.DataFrame([_ways_to_weigh(*case) for case in cases])
    return _match(found, ways)


def _ways_to_weigh(table: pd.DataFrame, sharpness: float) -> dict[str, float]:
    """Return the estimate of the unseen shop, and what each slip gives."""
    seen, unseen = table.dropna(), table[table["mean"].isna()]
    s, y, rows = (seen[column].to_numpy(dtype=float) for column in ("similarity", "mean", "rows"))
    power, others = s**sharpness, (unseen["similarity"] ** sharpness).sum()
    return {
        "right": np.average(y, weights=power),
        "not divided": power @ y,
        "others count": power @ y / (power.sum() + others),
        "shared out": (power @ y + others * y.mean()) / (power.sum() + others),
        "no sharpness": np.average(y, weights=s),
        "power of the product": ((s * y) ** sharpness).sum() / power.sum(),
        "power last": (s / s.sum()) ** sharpness @ y,
        "rows": np.average(y, weights=rows),
        "rows too": np.average(y, weights=power * rows),
        "mean": y.mean(),
        "nearest": y[s.argmax()],
    }


def _match(found: list[float], ways: pd.DataFrame) -> bool | str:
    """Return True for the numbers of the column right, the misconception that gives these numbers, or False."""
    given = [str(name) for name in ways if np.allclose(found, ways[name], rtol=0, atol=TIE)]
    return (given[0] == "right" or given[0]) if given else False


@exercise(
    "tiws.2",
    expects=function("data", "target", "column"),
    hints=[
        "For one category c: hide = data[column] == c. Fit TIWSEncoder() on data[~hide] and target[~hide] with "
        "X_unlabeled=data[hide]; the estimate is the encoder's code of a hidden row, in the place of the column.",
        "The truth is target[hide].mean(), the overall mean is target[~hide].mean(). Store abs(estimate - truth) / "
        "abs(overall mean - truth) under c. The place of the column is list(data).index(column).",
    ],
    misconceptions={
        "not divided": "These are the errors of the estimates. Divide each by the error of the overall mean.",
        "upside down": "You divided the error of the overall mean by that of the estimate. Turn it over: below 1 "
        "should mean that TIWS is nearer to the truth.",
        "signed": "Some of your ratios are negative. An error is an absolute difference.",
        "hidden rows in the mean": "Your overall mean contains the outcomes of the hidden category. Take the mean of "
        "the rows that the encoder learns from.",
        "not hidden": "Your encoder has seen the outcomes of the category that it estimates. Fit it on data[~hide].",
        "first column": "You always read the first code of a row. The column may have another place in the table.",
        "estimates": "These are the estimates. Judge them: how far is each from the truth, and how far is the mean?",
    },
    praise="On the voyage TIWS is nearer than the overall mean for First and Second, and farther for Crew and Third: "
    "a single hidden category proves nothing.",
)
def judged_categories(answer: Callable[[pd.DataFrame, pd.Series, str], Any]) -> bool | str:
    """Judge a loop that hides each category of a column and compares TIWS with the overall mean."""
    parts = _ways_to_judge()
    found: list[float] = []
    for (name, column), part in zip(HIDDEN, parts, strict=True):
        table = load(name)
        read = mapping(*part.index).read(answer(table.data.copy(), table.target.copy(), column))
        found += [read[category] for category in part.index]
    return _match(found, pd.concat(parts))


@cache
def _ways_to_judge() -> tuple[pd.DataFrame, ...]:
    """Return for each table the right ratios by category, and what each slip gives."""
    return tuple(_ways(name, column) for name, column in HIDDEN)


def _ways(name: str, column: str) -> pd.DataFrame:
    """Return the right ratio of each category of a column, and what each slip gives."""
    table, found = load(name), {}
    leaking = TIWSEncoder().fit(table.data, table.target)
    place = table.data.columns.get_loc(column)
    for category in sorted(table.data[column].unique()):
        hide = table.data[column] == category
        hidden = hide_category(table.data, table.target, column, category)
        rest, new = table.data[~hide], table.data[hide]
        first = TIWSEncoder().fit(rest, table.target[~hide], X_unlabeled=new).transform(new)[0, 0]
        estimates = {"first column": first, "not hidden": leaking.transform(new)[0, place]}
        found[category] = _judged(hidden, table.target.mean(), estimates)
    return pd.DataFrame(found).T


def _judged(hidden: Any, everybody: float, estimates: dict[str, float]) -> dict[str, float]:
    """Return the ratio of two errors of one hidden category, and what each slip gives."""
    error, base = hidden.estimate - hidden.truth, hidden.overall - hidden.truth
    return {
        "right": abs(error / base),
        "not divided": abs(error),
        "upside down": abs(base / error),
        "signed": error / base,
        "hidden rows in the mean": abs(error / (everybody - hidden.truth)),
        "estimates": hidden.estimate,
        **{name: abs((value - hidden.truth) / base) for name, value in estimates.items()},
    }


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
    "tiws.5",
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


ABSENT = "You counted yellow. It does not occur in the node, so no training row says where it goes."


@exercise(
    "tiws.6",
    expects=number(),  # not (0, 1): the sum that was not divided is above 1
    hints=[
        "Only the categories present in the node count, on both sides.",
        "Left: red and green. All present: red, green and blue. Divide one sum by the other.",
    ],
    misconceptions={
        "absent category": ABSENT,
        "absent category in the sum": ABSENT,
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
        "absent category in the sum": float(s[left & present].sum() / s.sum()),
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
