"""Exercises of notebook 05: labelsets chosen or invented, two broken twins, expected errors, a measure, a scaling."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from tiws_teach.course.exercises import choice, exercise, function, match_number, number, pair, whole
from tiws_teach.lessons.nldd.experiments.songs import seen_before
from tiws_teach.lessons.nldd.experiments.traps import chain_reports, two_colleagues
from tiws_teach.multilabel import (
    f_measure,
    feature_scaling,
    hamming_loss,
    misclassification_probability,
    multilabel_accuracy,
    nearest_double_distance,
    standardized_features,
)

TRUTH, SAID = [[1, 1, 0, 0, 0]], [[1, 0, 1, 0, 0]]
PAIR, WEIGHTS = (2.0, 0.5), (-3.0, 0.2, 1.0)
N_LABELS = 6
SEEN = [{"sad", "calm"}, {"calm"}, {"sad", "calm"}, {"lively"}, {"calm"}, {"sad", "calm"}]
TWINS = ("Ada", "Bo")
RULES = ("fresh pairs", "same scale", "more rows")


@exercise(
    "nldd.1",
    expects=function("Dx", "Dy", "b", "Y"),
    hints=[
        "Section 3 does it for one new song: first the weighted sums, then the smallest. Which entries of b weigh?",
        "b is the array b0, b1, b2. The weighted sum of all rows at once is b[1] * Dx + b[2] * Dy, of the shape of Dx.",
        "Each line is a new row, so the smallest sum is sought along the line: argmin(axis=1). Y[rows] are labelsets.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It must return the labelsets.",
        "the library": "Your function calls the library's. Write the weighted sums and the smallest one with numpy.",
        "row numbers": "You return one number for each new row, such as the number of the chosen training row. "
        "Return the labelsets of the chosen rows: Y[rows].",
        "one for all": "You return a single labelset. argmin without axis=1 seeks one smallest sum in the whole table.",
        "other axis": "You choose a new row for each training row. Each line is a new row: argmin(axis=1).",
        "other shape": "The result must have a line for each new row and a column for each label.",
        "largest": "You choose the row with the largest sum, where most wrong labels are expected. Take the smallest: "
        "argmin, with b1 and b2 as they are.",
        "Dx only": "You choose the nearest row in the features. Dy counts too: add both with their weights.",
        "Dy only": "You choose the row nearest in the labels. Dx counts too: add both with their weights.",
        "no slopes": "You add Dx and Dy without their slopes b1 and b2.",
        "b0 as a slope": "You weight with b[0] and b[1]. b[0] is b0, which is no slope: take b[1] for Dx, b[2] for Dy.",
        "swapped slopes": "You weight Dx with b2 and Dy with b1. b[1] belongs to Dx, b[2] to Dy.",
        "Dx subtracted": "Dx enters with a minus: then a row that is farther in the features looks better. Add both.",
        "Dy subtracted": "Dy enters with a minus: then a row that is farther in the labels looks better. Add both.",
    },
    praise="b0 can be left out: it is the same for all rows. This is the prediction of section 6.",
)
def choose_labelsets(answer: Callable[..., Any]) -> bool | str:
    """Judge a function from distances, coefficients and labelsets to the predicted labelsets."""
    if "nearest_double_distance" in getattr(getattr(answer, "__code__", None), "co_names", ()):
        return "the library"
    agreed, right = set(_slips(*_distances(0)[:3])), True
    for seed in range(5):
        Dx, Dy, b, Y = _distances(seed)
        made = answer(Dx.copy(), Dy.copy(), b.copy(), Y.copy())
        if misshapen := _misshapen(made, len(Dx), Y.shape):
            return misshapen
        right &= np.array_equal(made, Y[nearest_double_distance(Dx, Dy, b)])
        agreed &= {name for name, sums in _slips(Dx, Dy, b).items() if np.array_equal(made, Y[sums.argmin(axis=1)])}
    return True if right else min(agreed, default=False)


def _distances(seed: int) -> tuple[np.ndarray, ...]:
    """Draw the distances of five new rows from eight training rows, coefficients, and eight different labelsets.

    The smallest sum of the whole table is in its first line, so that the place that argmin() finds is a row of Y.
    """
    rng = np.random.default_rng(seed)
    far = np.array([[0.05], [1], [1], [1], [1]])
    Y = rng.permutation(list(product((0, 1), repeat=3)))
    return far * rng.uniform(1, 5, (5, 8)), far * rng.uniform(0.3, 1.5, (5, 8)), np.array([-3.0, 0.5, 2.0]), Y


def _misshapen(made: Any, n_new: int, shape: tuple[int, ...]) -> str:
    """Name what is returned in place of a labelset for each new row, or return an empty text."""
    if made is None or made is ...:
        return "nothing returned"
    kinds = {(n_new, shape[1]): "", (n_new,): "row numbers", shape: "other axis"}
    return {**kinds, shape[1:]: "one for all"}.get(np.shape(made), "other shape")


def _slips(Dx: np.ndarray, Dy: np.ndarray, b: np.ndarray) -> dict[str, np.ndarray]:
    """Return what each misconception makes smallest."""
    x, y = b[1] * Dx, b[2] * Dy
    signs = {"largest": -x - y, "Dx subtracted": y - x, "Dy subtracted": x - y}
    slopes = {"no slopes": Dx + Dy, "swapped slopes": b[2] * Dx + b[1] * Dy, "b0 as a slope": b[0] * Dx + b[1] * Dy}
    return {"Dx only": Dx, "Dy only": Dy, **signs, **slopes}


@exercise(
    "nldd.2",
    expects=pair(TWINS, RULES, ("Bo", "same scale")),
    hints=[
        "Look at the median Dx of the pairs: which two rows can be at that distance from each other?",
        "What is Dx between a row and itself, and how many labels differ? In whose code can a row meet itself?",
    ],
    misconceptions={
        "the honest one": "This code keeps the halves apart: the median Dx of its pairs is above 0. Read the other.",
        "wrong rule": "The person is right, the rule is not: neither more pairs nor another unit makes Dx zero.",
    },
    praise="Each row is paired with itself: Dx = 0, no wrong label. This leakage makes it trust Dx alone.",
)
def same_halves(answer: tuple[str, str]) -> bool | str:
    """Name who used T1 = T2, and the broken rule."""
    broken = two_colleagues()["median Dx"].idxmin()
    person, rule = answer
    if person != broken:
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


@exercise(
    "nldd.3",
    expects=function("Y_pred", "Y_train"),
    hints=[
        "Section 1 does it: a set of tuples holds the labelsets of the training rows.",
        "With has = set(map(tuple, Y_train)), a row of Y_pred is new if tuple(row) is not in has.",
        "A share is the mean of a list of True and False, one for each row of Y_pred.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It must return the share.",
        "one for each row": "You return a value for each predicted row. The share is their mean.",
        "a count": "That is the number of labelsets that no training row has. Divide by the number of predicted rows.",
        "training rows": "You divide by the number of training rows. The share is that of the predicted rows.",
        "each once": "You count each different labelset once. The share is that of the rows, repeated ones included.",
        "seen ones": "That is the share of the labelsets that some training row has. Count the others.",
        "turned round": "That is the share of training rows whose labelset is never predicted. Swap the two tables.",
        "single entries": "Your share is 0: each label alone is seen in some training row. `row in Y_train` also asks "
        "for a single equal entry only. Compare whole rows, as tuples.",
        "never equal": "Your share is 1: no row was found equal, for instance because a tuple never equals a list. "
        "Turn the rows of both tables into tuples.",
    },
    praise="It is 0 for every method that copies labelsets, by construction. That does not make the copies right.",
)
def labelsets_of_nobody(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that returns the share of predicted labelsets that no training row has."""
    agreed = set.intersection(*(_agreeing(answer, *_two_tables(seed)) for seed in range(3)))
    return True if "right" in agreed else min(agreed, default=False)


def _two_tables(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw 30 predicted labelsets and those of 12 training rows, of four labels."""
    rng = np.random.default_rng(seed)
    return rng.integers(2, size=(30, 4)), rng.integers(2, size=(12, 4))


def _agreeing(answer: Callable[..., Any], predicted: np.ndarray, known: np.ndarray) -> set[str]:
    """Return the readings of the share, the right one and the misconceptions, that give what the function gives."""
    made = answer(predicted.copy(), known.copy())
    if made is None or made is ...:
        return {"nothing returned"}
    if np.shape(made) == (len(predicted),):
        return {"one for each row"}
    new, kinds = ~seen_before(predicted, known), np.unique(predicted, axis=0)
    values = {"right": new.mean(), "a count": new.sum(), "training rows": new.sum() / len(known)}
    values |= {"seen ones": 1 - new.mean(), "each once": 1 - seen_before(kinds, known).mean()}
    values |= {"turned round": 1 - seen_before(known, predicted).mean(), "single entries": 0.0, "never equal": 1.0}
    return {name for name, value in values.items() if abs(float(made) - value) < 0.006}


@exercise(
    "nldd.4",
    expects=number(0, N_LABELS),
    hints=[
        "First b0 + b1 Dx + b2 Dy, then theta = 1 / (1 + exp(-that)).",
        "theta is the probability that one label is wrong. How many of the six labels are wrong on average?",
    ],
    misconceptions={
        "one label": "That is theta, the probability that one label is wrong. The question is about all six labels.",
        "without b0": "You left out b0. The choice of the row does not need b0, but theta does.",
        "sign": "That is the expected number of *correct* labels. A smaller sum must give fewer wrong labels.",
        "odds": "You used the odds, exp(-2.1), as theta. Odds are theta / (1 - theta); theta is odds / (1 + odds).",
    },
    praise="About two thirds of a label on average.",
)
def expected_mistakes(answer: float) -> bool | str:
    """Give the expected number of wrong labels."""
    Dx, Dy = PAIR
    theta = float(misclassification_probability(Dx, Dy, WEIGHTS))
    plain = float(misclassification_probability(Dx, Dy, (0.0, *WEIGHTS[1:])))
    wrong = {"one label": theta, "without b0": N_LABELS * plain, "sign": N_LABELS * (1 - theta)}
    wrong["odds"] = N_LABELS * theta / (1 - theta)
    return match_number(answer, N_LABELS * theta, wrong)


@exercise(
    "nldd.5",
    expects=number(0, 1),
    hints=[
        "Count the labels that are in both sets, and the labels that are in at least one.",
        "One label is in both, three are in at least one.",
    ],
    misconceptions={
        "F": "That is the F-measure. The accuracy divides by the labels that are in at least one of the sets.",
        "right share": "That is the share of correct labels, 1 minus the Hamming loss. Absent labels do not count.",
        "hamming": "That is the Hamming loss. The accuracy uses only the labels that are in at least one of the sets.",
        "only one": "That is the share of the three labels that are in *only* one set. Count those in both.",
    },
    praise="One of three. The two labels that are absent from both sets do not help.",
)
def accuracy_by_hand(answer: float) -> bool | str:
    """Give the accuracy of one row."""
    hamming = float(hamming_loss(TRUTH, SAID))
    right = float(multilabel_accuracy(TRUTH, SAID))
    wrong = {"F": float(f_measure(TRUTH, SAID)), "right share": 1 - hamming, "hamming": hamming, "only one": 1 - right}
    return match_number(answer, right, wrong)


@exercise(
    "nldd.6",
    expects=whole(0, 64),
    hints=[
        "Which labelsets can BR predict, with a yes or a no for each of three labels? Which ones can NLDD?",
        "The cube has eight corners. NLDD can predict those that some training row has; equal labelsets count once.",
    ],
    misconceptions={
        "reachable": "That is how many NLDD *can* predict. The question is how many BR can predict and NLDD cannot.",
        "rows": "You subtracted the number of rows. Two rows with the same labelset are at the same corner.",
        "all": "That is the number of all labelsets, which BR can predict. Subtract those that NLDD can predict.",
        "without none": "The empty labelset counts too: BR can predict it, and NLDD cannot.",
        "all but none": "BR can also predict the empty labelset: count it. Then subtract those that NLDD can predict.",
    },
    praise="NLDD can predict three of the eight labelsets; the empty labelset is not one of them.",
)
def out_of_reach(answer: int) -> bool | str:
    """Count the labelsets that NLDD cannot predict."""
    corners = 2 ** len(set().union(*SEEN))
    reachable = len({frozenset(labelset) for labelset in SEEN})
    if answer == corners - reachable:
        return True
    wrong = {corners: "all", corners - len(SEEN): "rows", reachable: "reachable", corners - 1: "all but none"}
    return {**wrong, corners - reachable - 1: "without none"}.get(answer, False)


CHAINS = ("0/1 loss", "Hamming loss", "both", "neither")


@exercise(
    "nldd.7",
    expects=choice(*CHAINS),
    hints=[
        "Take a row on which all predictions are correct. Then take one on which the second prediction is wrong.",
        "Up to its first error, a chain that uses its own predictions sees the same labels as one that sees the truth.",
    ],
    misconceptions={
        "0/1 loss": "Think of the first error in a row: both versions make it at the same label.",
        "both": "Only one of them gets smaller. Until its first error a chain sees only correct labels anyway.",
        "neither": "After the first error the truth helps with later labels. Which measure counts single labels?",
    },
    praise="Both make the same first error. The truth helps only after it, and only the Hamming loss counts that.",
)
def fed_with_the_truth(answer: str) -> bool | str:
    """Say which loss becomes smaller when a chain sees the true labels."""
    reports = chain_reports(0)
    fell = [name for name in CHAINS[:2] if reports[name].iloc[1] < reports[name].iloc[0]]
    right = fell[0] if len(fell) == 1 else "both" if fell else "neither"
    return True if answer == right else answer


@exercise(
    "nldd.8",
    expects=function("X"),
    hints=[
        "A column is 0/1 when all its values are 0 or 1: np.isin(X, (0, 1)).all(axis=0).",
        "X.std(axis=0, ddof=1) for the others; a column that never varies must not be divided by 0.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It must return the table of scaled features.",
        "other shape": "The result has another shape than X.",
        "standardised 0/1": "Your function standardises 0/1 columns: a rare word then counts more than a common one.",
        "left alone": "Your function changes nothing. Columns with other values than 0 and 1 must be standardised.",
        "divided by n": "Your standard deviation divides by n. Here it divides by n - 1: ddof=1.",
        "not finite": "Some values are not finite: a column that never varies has a standard deviation of 0.",
    },
    praise="A rare word now counts as much as a common one, and the units of the numbers no longer matter.",
)
def careful_scaling(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that standardises all but 0/1 features."""
    rng = np.random.default_rng(0)
    words = (rng.random((30, 2)) < (0.1, 0.5)).astype(float)
    X = np.column_stack([rng.normal(5, 20, 30), words[:, 0], np.full(30, 7.0), rng.normal(size=30), words[:, 1]])
    made = answer(X.copy())
    if made is None or made is ...:
        return "nothing returned"
    made = np.asarray(made, dtype=float)
    if made.shape != X.shape:
        return "other shape"
    if not np.isfinite(made).all():
        return "not finite"
    if np.allclose(made, standardized_features(X, *feature_scaling(X))):
        return True
    return _scaling_mistake(X, made)


def _scaling_mistake(X: np.ndarray, made: np.ndarray) -> bool | str:
    """Name the mistake in the scaling of a table whose first column is numeric and whose second is 0/1."""
    if np.allclose(made, X):
        return "left alone"
    numbers = X[:, 0]
    if np.allclose(made[:, 0], (numbers - numbers.mean()) / numbers.std()):
        return "divided by n"
    return False if np.allclose(made[:, [1, 4]], X[:, [1, 4]]) else "standardised 0/1"
