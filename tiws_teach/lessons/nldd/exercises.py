"""Exercises of notebook 05: a measure, the choice between rows, expected mistakes, and three broken twins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tiws_teach.course.exercises import choice, exercise, function, match_number, number, pair, whole
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
DISTANCES = {"A": (1.0, 0.9), "B": (2.0, 0.5), "C": (4.0, 0.2)}
WEIGHTS = (-3.0, 0.2, 1.0)
N_LABELS = 6
SEEN = [{"sad", "calm"}, {"calm"}, {"sad", "calm"}, {"lively"}, {"calm"}, {"sad", "calm"}]
TWINS = ("Ada", "Bo")
RULES = ("fresh pairs", "same scale", "more rows")


@exercise(
    "nldd.1",
    expects=number(0, 1),
    hints=[
        "Count the labels that are in both sets, and the labels that are in at least one.",
        "One label is in both, three are in at least one.",
    ],
    misconceptions={
        "F": "That is the F-measure. The accuracy divides by the labels that are in at least one of the sets.",
        "right share": "That is the share of right labels, 1 minus the Hamming loss. Absent labels do not count here.",
        "hamming": "That is the Hamming loss. The accuracy looks at the labels that are present somewhere.",
        "only one": "Of the three labels in at least one set, that is the share in *only* one. Count those in both.",
    },
    praise="One of three. The two labels that are absent in both do not help.",
)
def accuracy_by_hand(answer: float) -> bool | str:
    """Give the accuracy of one row."""
    hamming = float(hamming_loss(TRUTH, SAID))
    right = float(multilabel_accuracy(TRUTH, SAID))
    wrong = {"F": float(f_measure(TRUTH, SAID)), "right share": 1 - hamming, "hamming": hamming, "only one": 1 - right}
    return match_number(answer, right, wrong)


@exercise(
    "nldd.2",
    expects=choice(*DISTANCES),
    hints=[
        "The smallest b1 Dx + b2 Dy wins; b0 is the same for all rows.",
        "For row A it is 0.2 * 1 + 1 * 0.9. Work out the other two.",
    ],
    misconceptions={
        "nearest in the features": "That row has the smallest Dx. Its Dy counts too: add up both with their weights.",
        "nearest in the labels": "That row has the smallest Dy. Its Dx counts too: add up both with their weights.",
    },
    praise="Neither the nearest in the features nor the nearest in the labels, but the best of both.",
)
def chosen_row(answer: str) -> bool | str:
    """Name the row that NLDD chooses."""
    Dx, Dy = np.transpose(list(DISTANCES.values()))
    names = list(DISTANCES)
    right = names[int(nearest_double_distance(Dx[np.newaxis], Dy[np.newaxis], WEIGHTS)[0])]
    if answer == right:
        return True
    return "nearest in the features" if answer == names[int(Dx.argmin())] else "nearest in the labels"


@exercise(
    "nldd.3",
    expects=number(0, N_LABELS),
    hints=[
        "First b0 + b1 Dx + b2 Dy, then theta = 1 / (1 + exp(-that)).",
        "theta is the probability for one label. How many of the six labels are wrong on average?",
    ],
    misconceptions={
        "one label": "That is theta, the probability that one label is wrong. The question is about all six labels.",
        "without b0": "Without b0 nearly all labels would be wrong. Which row is chosen does not need b0, theta does.",
        "sign": "You have the expected number of *right* labels. A smaller sum must give fewer wrong ones.",
        "odds": "You took exp(-2.1), the odds, for theta. The odds are theta against 1 - theta: divide by 1 + odds.",
    },
    praise="About two thirds of a label on average.",
)
def expected_mistakes(answer: float) -> bool | str:
    """Give the expected number of wrong labels."""
    Dx, Dy = DISTANCES["B"]
    theta = float(misclassification_probability(Dx, Dy, WEIGHTS))
    plain = float(misclassification_probability(Dx, Dy, (0.0, *WEIGHTS[1:])))
    wrong = {"one label": theta, "without b0": N_LABELS * plain, "sign": N_LABELS * (1 - theta)}
    wrong["odds"] = N_LABELS * theta / (1 - theta)
    return match_number(answer, N_LABELS * theta, wrong)


@exercise(
    "nldd.4",
    expects=whole(0, 64),
    hints=[
        "Which labelsets can BR predict, with a yes or a no for each of three labels? Which ones can NLDD?",
        "Eight corners of the cube; NLDD reaches those at which a training row stands. Equal labelsets count once.",
    ],
    misconceptions={
        "reachable": "So many NLDD *can* predict. The question is how many it cannot predict, and BR can.",
        "rows": "You subtracted the number of rows. Two rows with the same labelset stand at one corner.",
        "all": "That is the number of all labelsets, which BR can predict. Subtract those that NLDD can predict.",
        "without none": "No label at all is a labelset too: BR can predict it, and NLDD cannot. Count it.",
        "all but none": "BR can predict no label at all too. Count that one, and subtract those that NLDD can predict.",
    },
    praise="Three of the eight corners can be reached; 'no label at all' is not among them.",
)
def out_of_reach(answer: int) -> bool | str:
    """Count the labelsets that NLDD cannot predict."""
    corners = 2 ** len(set().union(*SEEN))
    reachable = len({frozenset(labelset) for labelset in SEEN})
    if answer == corners - reachable:
        return True
    wrong = {corners: "all", corners - len(SEEN): "rows", reachable: "reachable", corners - 1: "all but none"}
    return {**wrong, corners - reachable - 1: "without none"}.get(answer, False)


@exercise(
    "nldd.5",
    expects=pair(TWINS, RULES, ("Bo", "same scale")),
    hints=[
        "Look at the median Dx of the pairs: which rows can be at such a distance from one another?",
        "What is Dx between a row and itself, and how many labels differ? Who has such pairs, and how do they arise?",
    ],
    misconceptions={
        "the honest one": "With this one both distances count, and stated and found are closer. Look at the other.",
        "wrong rule": "The person is right, the rule is not: more pairs or another unit do not bring Dx down to 0.",
    },
    praise="Each row of T2 finds itself in T1: Dx = 0 and no label wrong. So Dx seems to be all that counts.",
)
def same_halves(answer: tuple[str, str]) -> bool | str:
    """Name who used T1 = T2, and the rule."""
    broken = two_colleagues()["median Dx"].idxmin()
    person, rule = answer
    if person != broken:
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


CHAINS = ("0/1 loss", "Hamming loss", "both", "neither")


@exercise(
    "nldd.6",
    expects=choice(*CHAINS),
    hints=[
        "Follow a row on which all decisions are right, then one on which the second decision is the first wrong one.",
        "Up to its first mistake, a chain that follows its predictions sees the same labels as one fed with the truth.",
    ],
    misconceptions={
        "0/1 loss": "Think of the first mistake of a row: both ways make it at the same label. Then the row is lost.",
        "both": "One of them gets smaller. But until its first mistake a chain sees nothing but right labels anyway.",
        "neither": "After a first mistake the truth does help with the labels that follow. Which measure sees that?",
    },
    praise="The first mistake of a row is the same; only after it does the truth help, and only Hamming loss sees it.",
)
def fed_with_the_truth(answer: str) -> bool | str:
    """Say which loss a chain that is fed with the truth makes look smaller."""
    reports = chain_reports(0)
    fell = [name for name in CHAINS[:2] if reports[name].iloc[1] < reports[name].iloc[0]]
    right = fell[0] if len(fell) == 1 else "both" if fell else "neither"
    return True if answer == right else answer


@exercise(
    "nldd.7",
    expects=function("X"),
    hints=[
        "A column is 0/1 when all its values are 0 or 1: np.isin(X, (0, 1)).all(axis=0).",
        "X.std(axis=0, ddof=1) for the others; a column that never varies must not be divided by 0.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return the table of new features.",
        "other shape": "The result has another shape than X.",
        "standardised 0/1": "Your function standardises 0/1 columns: a rare word then counts more than a common one.",
        "left alone": "Your function changes nothing. The columns that are no 0/1 columns have to be standardised.",
        "divided by n": "Your standard deviation divides by n. Here it divides by n - 1: ddof=1.",
        "not finite": "Some values are not finite: a column that never varies has a standard deviation of 0.",
    },
    praise="Common and rare words now count alike, and numbers in any unit do too.",
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
    """Name what went wrong with the scaling of a table whose first column is a number and whose second is 0/1."""
    if np.allclose(made, X):
        return "left alone"
    numbers = X[:, 0]
    if np.allclose(made[:, 0], (numbers - numbers.mean()) / numbers.std()):
        return "divided by n"
    return False if np.allclose(made[:, [1, 4]], X[:, [1, 4]]) else "standardised 0/1"
