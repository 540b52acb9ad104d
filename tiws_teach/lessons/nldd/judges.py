"""Judges of notebook 05 and its further questions: best answers, labelsets chosen or invented, a broken twin."""

from itertools import product

import numpy as np

from tiws_teach import multilabel
from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, compare, exercise, first, matched, twin
from tiws_teach.lessons.nldd.experiments import twins
from tiws_teach.lessons.nldd.experiments.measured import chain_reports
from tiws_teach.lessons.nldd.experiments.songs import seen_before

CHAINS = ("0/1 loss", "Hamming loss", "both", "neither")


@exercise("nldd.1", expect.function("sets", "chance"))
def two_best_answers(answer: Written) -> Judged:
    """Judge a function that returns the best labelset for the Hamming loss, and that for the 0/1 loss."""
    cases = []
    for seed in range(4):  # eight labelsets of three labels; the two answers differ
        rng = np.random.default_rng(seed)
        order, turned = rng.permutation(8), rng.integers(2, size=3)
        chance = np.array([0.27, 0.05, 0.02, 0.23, 0.04, 0.26, 0.11, 0.02])
        cases.append((abs(np.array(list(product((0, 1), repeat=3))) - turned)[order], chance[order]))
        cases.append((abs(np.eye(3, dtype=int) - turned)[order[order < 3]], np.array([0.3, 0.4, 0.3])))  # not all sets
    if np.shape(answer(*cases[0])) == (3,):
        return Slip("one answer")
    return compare(answer, cases, _best_answers)


def _best_answers(sets: np.ndarray, chance: np.ndarray) -> Ways:
    """Return both best answers, and what each slip gives."""
    by_label, by_set = (chance @ sets > 0.5).astype(int), sets[chance.argmax()]
    given = sets[((sets[:, np.newaxis] != sets).mean(axis=2) @ chance).argmin()]
    return {
        "right": np.array([by_label, by_set]),
        "swapped": np.array([by_set, by_label]),
        "given sets only": np.array([given, by_set]),
        "one set for both": np.array([by_set, by_set]),
        "labels for both": np.array([by_label, by_label]),
        "not weighted": np.array([(sets.mean(axis=0) > 0.5).astype(int), by_set]),
        "probabilities": np.array([chance @ sets, by_set]),
    }


@exercise("nldd.2", expect.function("Dx", "Dy", "b", "Y"))
def choose_labelsets(answer: Written) -> Judged:
    """Judge a function from distances, coefficients and labelsets to the predicted labelsets."""
    if "nearest_double_distance" in getattr(getattr(answer.function, "__code__", None), "co_names", ()):
        return Slip("the library")
    cases = [_distances(seed) for seed in range(5)]
    Dx, _, _, Y = cases[0]
    shape = np.shape(answer(*cases[0]))
    shown = {(len(Dx),): "row numbers", Y.shape: "other axis", Y.shape[1:]: "one for all"}.get(shape)
    return Slip(shown) if shown else compare(answer, cases, _labelsets)


def _distances(seed: int) -> tuple[np.ndarray, ...]:
    """Draw the distances of five new rows from eight training rows, coefficients, and eight different labelsets.

    The smallest sum of the whole table is in its first line, so that the place that argmin() finds is a row of Y.
    """
    rng = np.random.default_rng(seed)
    far = np.array([[0.05], [1], [1], [1], [1]])
    Y = rng.permutation(list(product((0, 1), repeat=3)))
    return far * rng.uniform(1, 5, (5, 8)), far * rng.uniform(0.3, 1.5, (5, 8)), np.array([-3.0, 0.5, 2.0]), Y


def _labelsets(Dx: np.ndarray, Dy: np.ndarray, b: np.ndarray, Y: np.ndarray) -> Ways:
    """Return the labelsets of the nearest rows, and of those that each slip makes nearest."""
    x, y = b[1] * Dx, b[2] * Dy
    sums = {"Dx only": Dx, "Dy only": Dy, "largest": -x - y, "Dx subtracted": y - x, "Dy subtracted": x - y,
            "no slopes": Dx + Dy, "swapped slopes": b[2] * Dx + b[1] * Dy,
            "b0 as a slope": b[0] * Dx + b[1] * Dy}  # fmt: skip
    wrong = {name: Y[table.argmin(axis=1)] for name, table in sums.items()}
    return {"right": Y[multilabel.nearest_double_distance(Dx, Dy, b)], **wrong}


@twin("nldd.3")
def same_halves() -> str:
    """Return who used T1 = T2: a row paired with itself is at distance 0."""
    return "Ada" if twins.ada()[0] < twins.bo()[0] else "Bo"


@exercise("nldd.4", expect.function("Y_pred", "Y_train"))
def labelsets_of_nobody(answer: Written) -> Judged:
    """Judge a function that returns the share of predicted labelsets that no training row has."""
    cases = []
    for seed in range(3):  # 30 predicted labelsets and those of 12 training rows, of four labels
        rng = np.random.default_rng(seed)
        cases.append((rng.integers(2, size=(30, 4)), rng.integers(2, size=(12, 4))))
    if np.shape(answer(*cases[0])) == (30,):
        return Slip("one for each row")
    return compare(answer, cases, _shares, 0.006)


def _shares(predicted: np.ndarray, known: np.ndarray) -> Ways:
    """Return the share of predicted labelsets that no training row has, and what each slip gives."""
    new = ~seen_before(predicted, known)
    return {"right": new.mean(), "a count": new.sum(), "training rows": new.sum() / len(known),
            "seen ones": 1 - new.mean(),
            "each once": 1 - seen_before(np.unique(predicted, axis=0), known).mean(),
            "turned round": 1 - seen_before(known, predicted).mean(), "single entries": 0.0,
            "never equal": 1.0}  # fmt: skip


@matched("nldd.5", expect.choice(*CHAINS))
def fed_with_the_truth() -> Ways:
    """Say which loss becomes smaller when a chain sees the true labels."""
    reports = chain_reports(0)
    fell = [name for name in CHAINS[:2] if reports[name].iloc[1] < reports[name].iloc[0]]
    right = fell[0] if len(fell) == 1 else "both" if fell else "neither"
    return {"right": right, **{name: name for name in CHAINS}}


@exercise("nldd.6", expect.function("X"))
def careful_scaling(answer: Written) -> Judged:
    """Judge a function that standardises all but 0/1 features."""
    rng = np.random.default_rng(0)
    words = (rng.random((30, 2)) < (0.1, 0.5)).astype(float)
    X = np.column_stack([rng.normal(5, 20, 30), words[:, 0], np.full(30, 7.0), rng.normal(size=30), words[:, 1]])
    made = answer.shaped(X.shape, X)
    if np.allclose(made, multilabel.standardized_features(X, *multilabel.feature_scaling(X))):
        return Right()
    shows = {"not finite": not np.isfinite(made).all(), "left alone": np.allclose(made, X),
             "divided by n": np.allclose(made[:, 0], (X[:, 0] - X[:, 0].mean()) / X[:, 0].std()),
             "standardised 0/1": not np.allclose(made[:, [1, 4]], X[:, [1, 4]])}  # fmt: skip
    return first(shows, Slip())
