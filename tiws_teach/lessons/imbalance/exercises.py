"""Exercises of notebook 01: measures by hand, thresholds by cost, weights, and resampling before the split."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.course.exercises import exercise, function, match_number, names, number, pair
from tiws_teach.lessons.imbalance.experiments.remedies import fresh_patients, patients
from tiws_teach.metrics import average_precision, balanced_accuracy, f1
from tiws_teach.resampling import class_weights, smote

PAYMENTS = {"n": 200, "frauds": 20, "alarms": 25, "hits": 15}
ORDER = np.array([1, 0, 1, 0, 0, 1])  # ill patients in falling order of the score
COSTS = (30.0, 570.0)  # false alarm, miss
VOTE = {"n": 1000, "ill": 50, "k": 21, "ill neighbours": 2}
TWINS = ("Ada", "Bo")
RULES = ("cut first", "same shares", "scale first")


@exercise(
    "imbalance.1",
    expects=number(0, 1),
    hints=[
        "Fill in the four counts first: how many frauds raise no alarm, and how many alarms are false?",
        "TP = 15, FP = 25 - 15, FN = 20 - 15. The frauds that are found count twice, above and below.",
    ],
    misconceptions={
        "precision": "That is the precision, 15 of 25 alarms. F1 takes the frauds that were missed into account too.",
        "recall": "That is the recall, 15 of 20 frauds. F1 takes the false alarms into account too.",
        "plain mean": "That is the plain mean of precision and recall. F1 is the harmonic mean.",
        "accuracy": "That is the accuracy. F1 does not look at the payments that were rightly left alone.",
        "not doubled": "You divided TP by TP + FP + FN. In F1 the TP count twice, above and below.",
    },
    praise="It lies between precision (0.6) and recall (0.75), a little nearer to the smaller one.",
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
    "imbalance.2",
    expects=number(0, 1),
    hints=[
        "Only the places of the ill count: recall rises there and nowhere else.",
        "Down to the first, third and sixth place: how many of those are ill? Average the three precisions.",
    ],
    misconceptions={
        "all places": "You averaged the precision over all six places. Only those count at which recall rises.",
        "share": "That is the share of the ill, what a score at random would reach.",
        "first three": "That is the precision of the first three places. Average precision goes down the whole list.",
    },
    praise="The last ill patient costs most: to find her, everybody has to be called ill.",
)
def average_precision_of_an_order(answer: float) -> bool | str:
    """Give the average precision of six patients in order."""
    right = average_precision(ORDER, -np.arange(len(ORDER)))
    every = np.cumsum(ORDER) / np.arange(1, len(ORDER) + 1)
    wrong = {"all places": float(every.mean()), "first three": float(every[2]), "share": float(ORDER.mean())}
    return match_number(answer, right, wrong)


@exercise(
    "imbalance.3",
    expects=number(0, 1),
    hints=[
        "Call her ill if the expected cost of doing so is smaller than that of not doing so.",
        "The threshold is the cost of a false alarm divided by the sum of both costs.",
    ],
    misconceptions={
        "odds": "That is the cost of a false alarm divided by that of a miss. Divide by the sum of both.",
        "turned round": "You divided the miss by the sum. The dearer a miss, the *lower* the threshold has to be.",
        "equal costs": "One half is right if both errors cost the same.",
    },
    praise="A miss is nineteen times as dear, so one ill patient in twenty is enough.",
)
def threshold_by_cost(answer: float) -> bool | str:
    """Give the threshold from two costs."""
    false_alarm, miss = COSTS
    wrong = {"odds": false_alarm / miss, "turned round": miss / (false_alarm + miss), "equal costs": 0.5}
    return match_number(answer, false_alarm / (false_alarm + miss), wrong, 0.001)


@exercise(
    "imbalance.4",
    expects=names("plain vote", "weighted votes", "threshold"),
    hints=[
        "The plain vote needs more than half of the 21. What share of the neighbours is ill, and what share of all?",
        "Balanced weights: 1000 / (2 * 50) for the ill, 1000 / (2 * 950) for the healthy. Add up both sides.",
    ],
    misconceptions={
        "plain vote": "Two of 21 are no majority: the plain vote calls her healthy.",
        "one of two": "Weighted votes and the threshold at the share of the ill are the same rule (section 8).",
        "none": "Two of 21 is a larger share than 50 of 1,000. Add up the weights of both sides.",
    },
    praise="Two ill neighbours weigh 20, nineteen healthy ones only 10; and 2/21 is above 1/20.",
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
    if answer == sorted(name for name, yes in says.items() if yes):
        return True
    if not answer:
        return "none"
    return "plain vote" if "plain vote" in answer else "one of two"


@exercise(
    "imbalance.5",
    expects=pair(TWINS, RULES, ("Ada", "same shares")),
    hints=[
        "Whose promise is far above what comes true on new patients?",
        "Follow the synthetic rows: of which rows are they made, and on which side of the cut do those lie?",
    ],
    misconceptions={
        "the honest one": "That colleague's promise comes about true. Look at the other one.",
        "wrong rule": "The person is right, the rule is not. Of which rows are the rows to judge on made?",
    },
    praise="Synthetic rows were judged whose parents the rule knew. Cut first, resample only what you fit on.",
)
def leaking_twin(answer: tuple[str, str]) -> bool | str:
    """Name who resampled before the split, and the rule."""
    gap = _promises()
    person, rule = answer
    if person != max(gap, key=gap.__getitem__):
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


@exercise(
    "imbalance.6",
    expects=function("score", "false_alarm", "miss"),
    hints=[
        "Which threshold follows from the two costs? Compare each score with it.",
        "(score > threshold) gives True and False; .astype(int) makes 1 and 0 of them.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return 0 or 1 for each score.",
        "other shape": "The result does not have one entry, 0 or 1, for each score.",
        "one half": "Your function compares with one half, whatever the costs are.",
        "turned round": "With a dear miss your function calls fewer patients ill. It should call more.",
        "odds": "Your threshold is the ratio of the costs. Divide the false alarm by the sum of both.",
    },
    praise="One line, no resampling: with probabilities that are right, no rule has a lower expected cost.",
)
def call_by_cost(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that calls patients by cost."""
    score = (np.arange(100) + 0.5) / 100
    fits = {"right", "one half", "turned round", "odds"}
    for false_alarm, miss in ((1.0, 9.0), (1.0, 1.5), (3.0, 2.0)):
        made = answer(score.copy(), false_alarm, miss)
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


def _promises() -> dict[str, float]:
    """Return by how much each twin's promise exceeds what comes true on new patients."""
    study, new = patients(400, overlap=0.8), fresh_patients(2000, overlap=0.8)
    X, y = study.data.to_numpy(), study.target.to_numpy()
    filled = smote(X, y, random_state=0)
    X_fit, X_judge, y_fit, y_judge = train_test_split(*filled, stratify=filled[1], test_size=0.5, random_state=0)
    parts = {"Ada": (X_fit, y_fit, X_judge, y_judge)}
    X_fit, X_judge, y_fit, y_judge = train_test_split(X, y, stratify=y, test_size=0.5, random_state=0)
    parts["Bo"] = (*smote(X_fit, y_fit, random_state=0), X_judge, y_judge)
    gaps = {}
    for person, (X_fit, y_fit, X_judge, y_judge) in parts.items():
        knn = KNeighborsClassifier(5).fit(X_fit, y_fit)
        on_new = balanced_accuracy(new.target, knn.predict(new.data.to_numpy()))
        gaps[person] = balanced_accuracy(y_judge, knn.predict(X_judge)) - on_new
    return gaps
