"""Judges of notebook 01: a step of SMOTE, measures by hand, thresholds by cost, data leakage, weighted votes."""

import numpy as np
from sklearn.model_selection import train_test_split

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Slip, Ways, Written, compare, exercise, first, match, matched
from tiws_teach.lessons.imbalance.experiments.remedies import patients
from tiws_teach.metrics import average_precision, f1
from tiws_teach.resampling import class_weights, smote

PAYMENTS, FRAUDS, ALARMS, HITS = 200, 20, 25, 15
ORDER = np.array([1, 0, 1, 0, 0, 1])  # 1: ill; highest score first
FALSE_ALARM, MISS = 30.0, 570.0  # costs
PATIENTS, ILL, K, NEAR = 1000, 50, 21, 2  # of the K neighbours of a patient, NEAR are ill
# What a synthetic row shows, in the order in which the learner is told; the first that occurs counts.
STEPS = ("the row itself", "other class", "other start", "beyond", "too far", "u per coordinate")


@exercise("imbalance.2", expect.function("X", "y", "i", "k", "rng"))
def one_smote_step(answer: Written) -> Judged:
    """Judge a function that makes one synthetic row, by where its rows lie."""
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = (np.arange(30) % 3 == 1).astype(int)
    rng = np.random.default_rng(0)
    found = []
    for i in np.repeat([1, 4, 7], 60).tolist():  # rare rows, and places of other rows among the rare
        point = np.squeeze(np.asarray(answer(X, y, i, 4, rng), dtype=float))
        if point.shape != X[i].shape or not np.isfinite(point).all():
            return Slip("other shape")
        found.append((i, *_step_of(point, X, y, i, 4)))
    rows, slips, neighbors, steps = zip(*found, strict=True)
    drawn = set(zip(rows, neighbors, strict=True))
    shows = {name: name in slips for name in STEPS}
    return first(shows | {"fixed u": np.ptp(steps) < 0.9, "same neighbour": len(drawn) != 3 * 4})


def _step_of(point: np.ndarray, X: np.ndarray, y: np.ndarray, i: int, k: int) -> tuple[str, int, float]:
    """Return the slip that a synthetic row shows, or "", the row towards which it lies, and the step."""
    if np.allclose(point, X[i], rtol=0, atol=1e-9):
        return "the row itself", i, 0.0
    rare = np.flatnonzero(y == 1)
    near = rare[np.argsort(((X[rare] - X[i]) ** 2).sum(axis=1))][1 : k + 1]
    for row in np.flatnonzero(np.arange(len(X)) != i):
        gap = X[row] - X[i]
        u = gap @ (point - X[i]) / (gap @ gap)
        if np.allclose(X[i] + u * gap, point, rtol=0, atol=1e-9):
            slip = "other class" if not y[row] else "beyond" if abs(u - 0.5) > 0.5 + 1e-9 else ""
            return slip or ("" if row in near else "too far"), int(row), float(u)
    each = (point - X[i]) / (X[near] - X[i])
    return "u per coordinate" if ((each >= 0) & (each <= 1)).all(axis=1).any() else "other start", -1, 0.0


@matched("imbalance.3", expect.whole(0))
def synthetic_test_rows() -> Ways:
    """Count the synthetic rows in the test set of the colleague who resampled before the split."""
    study = patients(400, overlap=0.8)
    _, y = smote(study.data.to_numpy(), study.target.to_numpy(), random_state=0)
    train, test = train_test_split(np.arange(len(y)), stratify=y, test_size=0.5, random_state=0)
    return {
        "right": (test >= 400).sum(),
        "the honest one": 0,
        "training set": (train >= 400).sum(),
        "both parts": len(y) - 400,
        "all buyers": y[test].sum(),
    }


@exercise("imbalance.1", expect.function("score", "false_alarm", "miss"))
def call_by_cost(answer: Written) -> Judged:
    """Judge a function that calls visits by cost."""
    score = (np.arange(100) + 0.5) / 100
    try:
        return compare(answer, [(score, 1.0, 9.0), (score, 1.0, 1.5), (score, 3.0, 2.0)], _calls)
    except ValueError as error:
        if "truth value of an array" in str(error):  # numpy's words for `if` on an array
            return Slip("one score")
        raise


def _calls(score: np.ndarray, false_alarm: float, miss: float) -> Ways:
    """Return who is called by cost, and after each slip."""
    both = false_alarm + miss
    thresholds = {"right": false_alarm / both, "one half": 0.5, "turned round": miss / both, "odds": false_alarm / miss}
    return {name: score > threshold for name, threshold in thresholds.items()}


@matched("imbalance.4", expect.number(0, 1), 0.001)
def threshold_by_cost() -> Ways:
    """Give the threshold from two costs."""
    both = FALSE_ALARM + MISS
    return {"right": FALSE_ALARM / both, "odds": FALSE_ALARM / MISS, "turned round": MISS / both, "equal costs": 0.5}


@matched("imbalance.5", expect.number(0, 1))
def average_precision_of_an_order() -> Ways:
    """Give the average precision of six patients in order."""
    right = average_precision(ORDER, -np.arange(len(ORDER)))
    every = np.cumsum(ORDER) / np.arange(1, len(ORDER) + 1)
    return {"right": right, "all places": every.mean(), "first three": every[2], "share": ORDER.mean()}


@exercise("imbalance.6", expect.names("plain vote", "weighted votes", "threshold"))
def rules_that_call(answer: list[str]) -> Judged:
    """Name the rules that call a patient ill."""
    weight = class_weights(np.repeat([0, 1], [PATIENTS - ILL, ILL]))
    calls = {
        "plain vote": NEAR > K - NEAR,
        "weighted votes": weight[1] * NEAR > weight[0] * (K - NEAR),
        "threshold": NEAR / K > ILL / PATIENTS,
    }
    right = sorted(name for name, is_ill in calls.items() if is_ill)
    other = "plain vote" if "plain vote" in answer else "one of two"
    return match(answer, {"right": right, "none": []}, otherwise=other)


@matched("imbalance.7", expect.number(0, 1))
def f1_of_frauds() -> Ways:
    """Give F1 from counts in words."""
    truth = np.repeat([1, 0], [FRAUDS, PAYMENTS - FRAUDS])
    called = np.concatenate([np.arange(FRAUDS) < HITS, np.arange(PAYMENTS - FRAUDS) < ALARMS - HITS]).astype(int)
    return {
        "right": f1(truth, called, pos_label=1),
        "precision": HITS / ALARMS,
        "recall": HITS / FRAUDS,
        "plain mean": (HITS / ALARMS + HITS / FRAUDS) / 2,
        "accuracy": (truth == called).mean(),
        "not doubled": HITS / (ALARMS + FRAUDS - HITS),
    }
