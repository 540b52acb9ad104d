"""Judges of notebook 02: the estimate, a category hidden and judged, two broken twins, TIWS by hand."""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, compare, exercise, matched, twin
from tiws_teach.datasets import load
from tiws_teach.jitter import branch_probability
from tiws_teach.tiws import TIWSEncoder, category_similarity, inverse_document_frequency, term_frequency

HAND = pd.DataFrame(
    [[2, 6, 4, 4], [3, 1, 1, 3], [1, 3, 2, 2]],
    index=["A", "B", "U"],
    columns=pd.MultiIndex.from_tuples([("class", "First"), ("class", "Third"), ("sex", "female"), ("sex", "male")]),
    dtype=float,
)
FOURTH = pd.concat([HAND, pd.DataFrame([[5, 3, 2, 6]], index=["V"], columns=HAND.columns)])
NODE = {"red": (0.9, True, True), "green": (0.3, True, True), "blue": (0.4, False, True), "yellow": (0.8, True, False)}
SHOPS = (
    pd.DataFrame(
        {"rows": [40, 10, 50, 0], "similarity": [0.1, 0.3, 0.4, 0.6], "mean": [0.1, 0.4, 0.8, np.nan]},
        index=["north", "south", "west", "east"],  # east is new, too
    ),
    pd.DataFrame({"rows": [5, 60], "similarity": [0.9, 0.6], "mean": [0.2, 0.7]}, index=["hill", "lake"]),
)
HIDDEN = (("titanic_voyage", "class"), ("titanic_ports", "class"))
TIE = 0.0005  # a smaller difference is not visible at three decimals


@exercise("tiws.4", expect.function("table", "sharpness"))
def weighted_estimate(answer: Written) -> Judged:
    """Judge a function that takes the similarity-weighted mean."""
    cases = [(table, sharpness) for table in SHOPS for sharpness in (1, 2)]
    if np.isnan([answer.shaped((), *case) for case in cases]).any():
        return Slip("missing")
    return compare(answer, cases, _ways_to_weigh, TIE)


def _ways_to_weigh(table: pd.DataFrame, sharpness: float) -> Ways:
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


@exercise("tiws.2", expect.function("data", "target", "column"))
def judged_categories(answer: Written) -> Judged:
    """Judge a loop that hides each category of a column and compares TIWS with the overall mean."""
    tables = [(load(name), column) for name, column in HIDDEN]
    known = iter([_ways_to_judge(*hidden) for hidden in HIDDEN])  # computed once, however often one tries
    return compare(answer, [(t.data, t.target, column) for t, column in tables], lambda *_: next(known), TIE)


@cache
def _ways_to_judge(name: str, column: str) -> Ways:
    """Return the right ratio of each category of a column, and what each slip gives."""
    table, ways = load(name), {}
    leaking, place = TIWSEncoder.of_paper().fit(table.data, table.target), table.data.columns.get_loc(column)
    for category in sorted(table.data[column].unique()):
        hide = table.data[column] == category
        rest, new = table.data[~hide], table.data[hide]
        both = (TIWSEncoder.of_paper(), TIWSEncoder())
        codes, default = (each.fit(rest, table.target[~hide], X_unlabeled=new).transform(new)[0] for each in both)
        slips = {"first column": codes[0], "not hidden": leaking.transform(new)[0, place], "default": default[place]}
        truth, overall = table.target[hide].mean(), table.target[~hide].mean()
        ways[category] = _judged(codes[place], truth, overall, table.target.mean(), slips)
    return pd.DataFrame(ways).T.to_dict()


def _judged(estimate: float, truth: float, overall: float, everybody: float, slips: dict[str, float]) -> Ways:
    """Return the ratio of two errors of one hidden category, and what each slip gives."""
    error, base = estimate - truth, overall - truth
    return {
        "right": abs(error / base),
        "not divided": abs(error),
        "upside down": abs(base / error),
        "signed": error / base,
        "hidden rows in the mean": abs(error / (everybody - truth)),
        "estimates": estimate,
        **{name: abs((value - truth) / base) for name, value in slips.items()},
    }


@twin("tiws.3")
def twin_that_hides_nothing() -> str:
    """Return who has fitted on the hidden class as well: the smaller error."""
    voyage = load("titanic_voyage")
    aboard, off = pd.get_dummies(voyage.data[["sex", "age"]]), {"Ada": 0.0, "Bo": 0.0}
    for category in voyage.data["class"].unique():
        hide = voyage.data["class"] == category
        for person, rows in {"Ada": hide | ~hide, "Bo": ~hide}.items():
            model = LogisticRegression().fit(aboard[rows], voyage.target[rows])
            off[person] += abs(model.predict_proba(aboard[hide])[:, 1].mean() - voyage.target[hide].mean())
    return min(off, key=off.__getitem__)


@twin("tiws.7")
def leaking_twin() -> str:
    """Return who encoded the training rows by their own targets: the larger AUC on training rows of noise."""
    rng = np.random.default_rng(0)
    rows = pd.DataFrame({"ticket": rng.integers(0, 150, 400), "deck": rng.integers(0, 3, 400)}).astype(str)
    target = rng.integers(0, 2, 400)
    encoder = TIWSEncoder.of_paper(random_state=0)
    codes = {"Ada": encoder.fit_transform(rows, target), "Bo": encoder.fit(rows, target).transform(rows)}
    areas = {
        person: roc_auc_score(target, LogisticRegression().fit(code, target).predict_proba(code)[:, 1])
        for person, code in codes.items()
    }
    return max(areas, key=areas.__getitem__)


@matched("tiws.5", expect.number())
def entry_of_term_frequency() -> Ways:
    """Give T for port V and the word female."""
    word, row = ("sex", "female"), FOURTH.loc["V"]
    right = term_frequency(FOURTH).loc["V", word]
    return {
        "right": right,
        "divided by n": (row[word] - row.mean()) / row.std(ddof=0),
        "not divided": row[word] - row.mean(),
        "column": inverse_document_frequency(FOURTH).loc["V", word],
        "wrong sign": -right,
    }


@exercise("tiws.1", expect.function("document"))
def resized_document(answer: Written) -> Judged:
    """Judge a function that removes the size from a document matrix."""
    made, given = answer(HAND), HAND.copy()
    answer.function(given)
    if not given.equals(HAND):
        return Slip("document changed")
    if isinstance(made, pd.DataFrame) and made.isna().to_numpy().any():
        return Slip("misaligned")
    if np.shape(made) != HAND.shape or (isinstance(made, pd.DataFrame) and list(made.index) != list(HAND.index)):
        return Slip("other shape")
    made, larger = _labelled(made), _labelled(answer(HAND.mul([1, 10, 3], axis=0)))
    alike = [np.allclose(totals, totals.iloc[0]) for totals in (made.sum(axis=0), made.sum(axis=1))]
    if alike == [True, False]:
        return Slip("columns")
    if np.allclose(made, made.iloc[0]):
        return Slip("constant")
    before, after = (category_similarity(document, "tfidf").loc["U", ["A", "B"]] for document in (made, larger))
    if not np.allclose(before, after):
        return Slip("size still counts")
    return Right() if before["A"] > before["B"] else Slip()


def _labelled(made: Any) -> pd.DataFrame:
    """Return what a learner's function returned with the labels of the document, as numbers."""
    return pd.DataFrame(np.asarray(made, dtype=float), HAND.index, HAND.columns)


@matched("tiws.6", expect.number())  # not (0, 1): the sum that was not divided is above 1
def jitter_probability() -> Ways:
    """Give the probability that pink goes left."""
    s, left, present = (np.array(part) for part in zip(*NODE.values(), strict=True))
    right = branch_probability(s, left, present.astype(int))
    return {
        "right": right,
        "absent category": branch_probability(s, left, np.ones(len(s))),
        "absent category in the sum": s[left & present].sum() / s.sum(),
        "right instead of left": 1 - right,
        "training share": left[present].mean(),
        "not divided": s[left & present].sum(),
    }
