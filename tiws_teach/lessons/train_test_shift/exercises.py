"""Exercises of lesson 10: an AUC, a p-value and weights by hand, the method in a few lines, and a broken twin."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.course.exercises import exercise, function, match_number, number, pair
from tiws_teach.lessons.train_test_shift.experiments import clouds
from tiws_teach.shift import auc_from_ranks, importance_weights, permutation_p_value

RANKS = ((1, 2.5, 4), (2.5, 5))  # of the training and the test scores .2 .4 .5 and .4 .9
LARGER, PERMUTATIONS = 24, 999
TWINS = ("Ada", "Bo")
RULES = ("test on later rows", "keep test rows out of the fit", "shuffle before splitting")


@exercise(
    "train_test_shift.1",
    expects=number(0, 1),
    hints=[
        "Compare each of the two test scores with each of the three training scores: six pairs.",
        "A tie counts one half. Divide by six.",
    ],
    misconceptions={
        "reversed": "You counted pairs in which the training row scores higher. Count the others.",
        "tie as win": "You counted the tie as a full win. It counts one half.",
        "tie as loss": "You counted the tie as a loss. It counts one half.",
        "count": "That is the share of one test score's pairs. Divide by all six pairs.",
    },
)
def auc_of_five(answer: float) -> bool | str:
    """Give the AUC of three training and two test scores."""
    right = auc_from_ranks([*RANKS[0], *RANKS[1]], [False] * 3 + [True] * 2)
    wrong = {"reversed": 1 - right, "tie as win": 5 / 6, "tie as loss": 4 / 6, "count": 0.5}
    return match_number(answer, right, wrong)


@exercise(
    "train_test_shift.2",
    expects=number(0, 1),
    hints=[
        "The data themselves are one of the possible assignments: they count above and below the line.",
        "Equation 10.2: (1 + 24) / (1 + 999).",
    ],
    misconceptions={
        "not counted": "That leaves out the assignment that was found. Without it, p could be 0.",
        "one minus": "That is one minus p. A small p speaks for a shift.",
        "half counted": "The assignment that was found counts in the numerator, too.",
    },
)
def p_of_permutations(answer: float) -> bool | str:
    """Give the p-value of 24 larger ones among 999 permutations."""
    right = permutation_p_value(1.0, np.repeat([1.0, 0.0], [LARGER, PERMUTATIONS - LARGER]))
    wrong = {"not counted": LARGER / PERMUTATIONS, "one minus": 1 - right, "half counted": LARGER / (PERMUTATIONS + 1)}
    return match_number(answer, right, wrong, 1e-6)


@exercise(
    "train_test_shift.3",
    expects=function("q", "n_train", "n_test"),
    hints=[
        "The odds q / (1 - q) are large where test rows are frequent.",
        "If there are twice as many training rows, equal densities give the odds 1/2: multiply by n_train / n_test.",
    ],
    misconceptions={
        "no sizes": "These are the odds. With sides of unequal size, divide them by the odds of any row.",
        "turned round": "You divided training by test density. Rows that look like test rows need large weights.",
        "sizes turned round": "With more training rows the odds are too small: multiply by n_train / n_test.",
    },
)
def weights_of_your_own(answer) -> bool | str:
    """Write the weights as a function of q and the sizes of both sides."""
    q = np.array([0.2, 0.5, 0.9])
    right, odds = importance_weights(q, 30, 10), q / (1 - q)
    found = np.asarray(answer(q, 30, 10), dtype=float)
    if found.shape == right.shape and np.allclose(found, right):
        return True
    wrong = {"no sizes": odds, "turned round": 1 / right, "sizes turned round": odds / 3}
    return next(
        (name for name, values in wrong.items() if found.shape == right.shape and np.allclose(found, values)), False
    )


@exercise(
    "train_test_shift.4",
    expects=function("X", "X_new"),
    hints=[
        "Stack both tables, mark the rows of X_new with 1, and split all rows at random into two halves.",
        "Fit KNeighborsClassifier(15) to one half; roc_auc_score of its predict_proba on the other half.",
    ],
    misconceptions={
        "fitted rows": "Without any shift your AUC is far above one half: you judge rows that the classifier knows.",
        "accuracy": "Without a shift you return about three quarters: that is the accuracy of naming the larger side.",
        "reversed": "A large shift gives you an AUC below one half: pass the probability of X_new, and mark it with 1.",
        "linear": "You find moved means, but not a turned cloud: take a classifier that is not linear.",
    },
    praise="That is the whole method. distribution_shift adds the band, the columns and the weights.",
)
def method_of_your_own(answer) -> bool | str:
    """Return an AUC that is near one half without a shift and high with one, moved or turned."""
    X, same = clouds(0, 0, 600, seed=1)
    none = float(answer(X, same[:200]))
    moved, turned = (float(answer(X, clouds(*place, 600, seed=2)[1])) for place in ((2, 0), (0, 90)))
    if min(none, moved, turned) < 0 or max(none, moved, turned) > 1:
        return False
    if moved < 0.5:
        return "reversed"
    if none > 0.6:
        return "accuracy" if abs(none - 0.75) < 0.06 else "fitted rows"
    return True if turned > 0.65 else "linear"


@exercise(
    "train_test_shift.5",
    expects=pair(TWINS, RULES, ("Ada", "keep test rows out of the fit")),
    hints=[
        "Next month comes after all of these rows. Whose test rows come after the training rows?",
        "A shuffle puts early and late rows on both sides.",
    ],
    misconceptions={
        "the honest one": "That colleague's test digits come after the training digits, as those of next month.",
        "wrong rule": "The person is right, but the rule is not: both keep the test rows out of the fit, and the "
        "shuffle is the problem.",
    },
    praise="If the future differs from the past, the test rows must, too.",
)
def splitting_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague whose test rows are no later than the training rows, and the broken rule."""
    promised = _promises()
    person, rule = answer
    if person != max(promised, key=promised.__getitem__):
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


def _promises() -> dict[str, float]:
    """Return the accuracy that each twin reports."""
    X, y = load_digits(return_X_y=True)
    splits = {
        "Ada": train_test_split(X, y, test_size=600, random_state=0),
        "Bo": train_test_split(X, y, test_size=600, shuffle=False),
    }
    return {name: KNeighborsClassifier(1).fit(A, a).score(B, b) for name, (A, B, a, b) in splits.items()}
