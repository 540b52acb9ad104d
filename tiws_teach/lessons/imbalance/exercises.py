"""Exercises of notebook 01: a step of SMOTE, measures by hand, thresholds by cost, data leakage, weighted votes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from tiws_teach.course.exercises import exercise, function, match_number, names, number, whole
from tiws_teach.lessons.imbalance.experiments.remedies import patients
from tiws_teach.metrics import average_precision, f1
from tiws_teach.resampling import class_weights, smote

PAYMENTS = {"n": 200, "frauds": 20, "alarms": 25, "hits": 15}
ORDER = np.array([1, 0, 1, 0, 0, 1])  # 1: ill; highest score first
COSTS = (30.0, 570.0)  # false alarm, miss
VOTE = {"n": 1000, "ill": 50, "k": 21, "ill neighbours": 2}


# What a synthetic row shows, in the order in which the learner is told; the first that occurs counts.
_STEP_SLIPS = {
    "the row itself": "Some of your rows are row `i` again, its own nearest row. Skip the first of the sorted rows.",
    "other class": "Some of your rows lie on the way to a healthy row. Only ill rows are neighbours: use `y`.",
    "other start": "Some of your rows do not lie between row `i` and another row. `i` counts all rows of `X`.",
    "beyond": "Some of your rows lie beyond their two parents. Add u (neighbour - x) to x, with u from 0 to 1.",
    "too far": "Some of your neighbours are not among the `k` nearest ill rows. Sort by the distance to row `i` first.",
    "u per coordinate": "You draw one u for each feature, so the row leaves the line. Draw one number u for the row.",
}


@exercise(
    "imbalance.1",
    expects=function("X", "y", "i", "k", "rng"),
    hints=[
        "Which rows are ill, and how far are they from X[i]? The nearest of them is row i itself.",
        "ill = np.flatnonzero(y == 1) has the numbers of the ill rows; ((X[ill] - X[i]) ** 2).sum(axis=1) their "
        "squared distances.",
        "near = ill[distance.argsort()[1 : k + 1]] are the neighbours. rng.choice(near) draws one, rng.uniform() draws "
        "u.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return the synthetic row.",
        "other shape": "The result is not one row, with one number for each feature.",
        **_STEP_SLIPS,
        "fixed u": "Your u does not vary from 0 to 1. Draw it in each call: rng.uniform().",
        "same neighbour": "Your function never draws some of the `k` neighbours. Each has the same chance.",
    },
    praise="That is SMOTE: repeat it until the classes are equal. The healthy rows were not looked at.",
)
def one_smote_step(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that makes one synthetic row, by where its rows lie."""
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = (np.arange(30) % 3 == 1).astype(int)
    rng = np.random.default_rng(0)
    slips: set[str] = set()
    drawn: set[tuple[int, int]] = set()
    steps: list[float] = []
    for i in (1, 4, 7):  # ill rows, and places of other rows among the ill
        for _ in range(60):
            made = answer(X.copy(), y.copy(), i, 4, rng)
            if made is None or made is ...:
                return "nothing returned"
            point = np.squeeze(np.asarray(made, dtype=float))
            if point.shape != X[i].shape:
                return "other shape"
            slip, neighbor, u = _step_of(point, X, y, i, 4)
            slips.add(slip)
            drawn.add((i, neighbor))
            steps.append(u)
    found = next((name for name in _STEP_SLIPS if name in slips), "")
    if not found and np.ptp(steps) < 0.9:
        found = "fixed u"
    return found or (True if len(drawn) == 3 * 4 else "same neighbour")


def _step_of(point: np.ndarray, X: np.ndarray, y: np.ndarray, i: int, k: int) -> tuple[str, int, float]:
    """Return the slip that a synthetic row shows, or "", the row towards which it lies, and the step."""
    if np.allclose(point, X[i], rtol=0, atol=1e-9):
        return "the row itself", i, 0.0
    ill = np.flatnonzero(y == 1)
    near = ill[np.argsort(((X[ill] - X[i]) ** 2).sum(axis=1))][1 : k + 1]
    for row in np.flatnonzero(np.arange(len(X)) != i):
        gap = X[row] - X[i]
        u = gap @ (point - X[i]) / (gap @ gap)
        if np.allclose(X[i] + u * gap, point, rtol=0, atol=1e-9):
            slip = "other class" if not y[row] else "beyond" if abs(u - 0.5) > 0.5 + 1e-9 else ""
            return slip or ("" if row in near else "too far"), int(row), float(u)
    each = (point - X[i]) / (X[near] - X[i])
    return "u per coordinate" if ((each >= 0) & (each <= 1)).all(axis=1).any() else "other start", -1, 0.0


@exercise(
    "imbalance.7",
    expects=number(0, 1),
    hints=[
        "Find the four counts first. How many frauds raise no alarm, and how many alarms are false?",
        "TP = 15, FP = 25 - 15, FN = 20 - 15. TP counts twice, in the numerator and in the denominator.",
    ],
    misconceptions={
        "precision": "That is the precision, 15 of 25 alarms. F1 also counts the frauds that were missed.",
        "recall": "That is the recall, 15 of 20 frauds. F1 also counts the false alarms.",
        "plain mean": "That is the plain mean of precision and recall. F1 is the harmonic mean.",
        "accuracy": "That is the accuracy. F1 ignores the true negatives.",
        "not doubled": "You divided TP by TP + FP + FN. F1 counts TP twice, in the numerator and the denominator.",
    },
    praise="It lies between precision (0.6) and recall (0.75), nearer to the smaller of the two.",
)
def f1_of_frauds(answer: float) -> bool | str:
    """Give F1 from counts in words."""
    n, frauds, alarms, hits = PAYMENTS.values()
    truth = np.repeat([1, 0], [frauds, n - frauds])
    called = np.concatenate([np.arange(frauds) < hits, np.arange(n - frauds) < alarms - hits]).astype(int)
    right = f1(truth, called, pos_label=1)
    wrong = {
        "precision": hits / alarms,
        "recall": hits / frauds,
        "plain mean": (hits / alarms + hits / frauds) / 2,
        "accuracy": float((truth == called).mean()),
        "not doubled": hits / (alarms + frauds - hits),
    }
    return match_number(answer, right, wrong)


@exercise(
    "imbalance.5",
    expects=number(0, 1),
    hints=[
        "Recall rises only at the places of the ill, so only these places count.",
        "What is the precision down to the first, the third and the sixth place? Average the three.",
    ],
    misconceptions={
        "all places": "You averaged the precision over all six places. Use only the places at which recall rises.",
        "share": "That is the share of the ill, the value that a random score reaches.",
        "first three": "That is the precision of the first three places. Average precision uses the whole list.",
    },
    praise="The last ill patient lowers it most: to find her, you have to call everybody ill.",
)
def average_precision_of_an_order(answer: float) -> bool | str:
    """Give the average precision of six patients in order."""
    right = average_precision(ORDER, -np.arange(len(ORDER)))
    every = np.cumsum(ORDER) / np.arange(1, len(ORDER) + 1)
    wrong = {"all places": float(every.mean()), "first three": float(every[2]), "share": float(ORDER.mean())}
    return match_number(answer, right, wrong)


@exercise(
    "imbalance.4",
    expects=number(0, 1),
    hints=[
        "Compare the expected cost of calling her ill with the expected cost of calling her healthy.",
        "The threshold is the cost of a false alarm divided by the sum of both costs.",
    ],
    misconceptions={
        "odds": "That is the cost of a false alarm divided by that of a miss. Divide by the sum of both.",
        "turned round": "You divided the cost of a miss by the sum. A dearer miss needs a *lower* threshold.",
        "equal costs": "One half is right only if both errors cost the same.",
    },
    praise="A miss costs nineteen times as much, so a probability of one in twenty is enough.",
)
def threshold_by_cost(answer: float) -> bool | str:
    """Give the threshold from two costs."""
    false_alarm, miss = COSTS
    wrong = {"odds": false_alarm / miss, "turned round": miss / (false_alarm + miss), "equal costs": 0.5}
    return match_number(answer, false_alarm / (false_alarm + miss), wrong, 0.001)


@exercise(
    "imbalance.6",
    expects=names("plain vote", "weighted votes", "threshold"),
    hints=[
        "The plain vote needs more than half of the 21. Is the share of the ill higher among them than among all?",
        "Balanced weights: 1000 / (2 * 50) for the ill, 1000 / (2 * 950) for the healthy. Add up.",
    ],
    misconceptions={
        "plain vote": "Two of 21 are not a majority, so the plain vote calls her healthy.",
        "one of two": "Weighted votes and the threshold at the share of the ill are the same rule (see the appendix).",
        "none": "Two of 21 is a larger share than 50 of 1,000. Add up.",
    },
    praise="Two ill neighbours weigh 20 and nineteen healthy ones weigh 10; and 2/21 is above 1/20.",
)
def rules_that_call(answer: list[str]) -> bool | str:
    """Name the rules that call a patient ill."""
    n, ill, k, near = VOTE.values()
    weight = class_weights(np.repeat([0, 1], [n - ill, ill]))
    says = {
        "plain vote": near > k - near,
        "weighted votes": weight[1] * near > weight[0] * (k - near),
        "threshold": near / k > ill / n,
    }
    if set(answer) == {name for name, yes in says.items() if yes}:
        return True
    if not answer:
        return "none"
    return "plain vote" if "plain vote" in answer else "one of two"


@exercise(
    "imbalance.2",
    expects=whole(0),
    hints=[
        "Whose reported value is far above the value on new patients?",
        "smote puts the synthetic rows after the 400 patients. Which rows of the resampled table were held out?",
        "Split np.arange(len(b)) with the same arguments, and count the numbers from 400 on in the second part.",
    ],
    misconceptions={
        "the honest one": "Bo's test set holds only patients, and Bo's report is close to the value on new patients.",
        "training set": "That is the number of synthetic rows in the training set. Count those in the test set.",
        "both parts": "That is the number of synthetic rows in both parts. Count those in the test set.",
        "all the ill": "That is the number of ill rows in the test set. Some of them are patients.",
    },
    praise="Most of them have a parent in the training set: data leakage. Split, then resample the training set only.",
)
def synthetic_test_rows(answer: int) -> bool | str:
    """Count the synthetic rows in the test set of the colleague who resampled before the split."""
    study = patients(400, overlap=0.8)
    _, y = smote(study.data.to_numpy(), study.target.to_numpy(), random_state=0)
    train, test = train_test_split(np.arange(len(y)), stratify=y, test_size=0.5, random_state=0)
    wrong = {
        "the honest one": 0,
        "training set": (train >= 400).sum(),
        "both parts": len(y) - 400,
        "all the ill": y[test].sum(),
    }
    return match_number(answer, (test >= 400).sum(), wrong)


@exercise(
    "imbalance.3",
    expects=function("score", "false_alarm", "miss"),
    hints=[
        "Which decision threshold follows from the two costs? Compare each score with it.",
        "(score > threshold) gives True and False; .astype(int) turns them into 1 and 0.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return 0 or 1 for each score.",
        "other shape": "The result does not have one entry, 0 or 1, for each score.",
        "one score": "Your function handles a single score. `score` is an array: compare it without `if`.",
        "one half": "Your function compares with one half and ignores the costs.",
        "turned round": "When a miss costs more, your function calls fewer patients ill. It should call more.",
        "odds": "Your threshold is the ratio of the costs. Divide the cost of a false alarm by the sum of both.",
    },
    praise="One line, no resampling: if the probabilities are right, no rule has a lower expected cost.",
)
def call_by_cost(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that calls patients by cost."""
    score = (np.arange(100) + 0.5) / 100
    fits = {"right", "one half", "turned round", "odds"}
    for false_alarm, miss in ((1.0, 9.0), (1.0, 1.5), (3.0, 2.0)):
        try:
            made = answer(score.copy(), false_alarm, miss)
        except ValueError as error:
            if "truth value of an array" in str(error):  # numpy's words for `if` on an array
                return "one score"
            raise
        if made is None or made is ...:
            return "nothing returned"
        made = np.asarray(made, dtype=float)
        if made.shape != score.shape or not np.isin(made, (0, 1)).all():
            return "other shape"
        both = false_alarm + miss
        thresholds = {"right": false_alarm / both, "one half": 0.5, "turned round": miss / both}
        thresholds["odds"] = false_alarm / miss
        fits &= {name for name, t in thresholds.items() if np.array_equal(made, score > t)}
    return "right" in fits or next(iter(sorted(fits)), False)
