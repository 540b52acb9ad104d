"""Exercises of lesson 10: an AUC and a promise by hand, the method for persons, and a broken twin."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.course.exercises import exercise, function, match_number, number, pair
from tiws_teach.lessons.train_test_shift.experiments import People, people
from tiws_teach.shift import auc_from_ranks

RANKS = ((1, 2.5, 4), (2.5, 5))  # of the training and the test scores .2 .4 .5 and .4 .9
TRAINED, CLINIC, ACCURACY = np.array([0.8, 0.2]), np.array([0.3, 0.7]), np.array([0.9, 0.5])  # young, old
TWINS = ("Ada", "Bo")
RULES = ("split by group", "keep test rows out of the fit", "shuffle before splitting")


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
        "Which share of the training patients is young, and which share of the clinic's?",
        "A young training patient counts .3 / .8, an old one .7 / .2. There are 80 and 20 of them.",
    ],
    misconceptions={
        "training mix": "That is the accuracy on the training patients. The clinic has more old ones.",
        "equal": "You averaged the two groups as if the clinic had as many young as old patients.",
        "turned round": "You divided training by clinic shares. The group that is frequent in the clinic counts more.",
        "groups": "You weighted the two groups by the weight of one row. There are 80 and 20 rows to weight.",
    },
    praise="The weights of equation 10.3 corrected a score. No model was fitted again.",
)
def promise(answer: float) -> bool | str:
    """Give the accuracy to expect where the shares of two groups differ."""
    weights = CLINIC / TRAINED
    right = np.average(ACCURACY, weights=TRAINED * weights)
    wrong = {"training mix": np.average(ACCURACY, weights=TRAINED), "equal": ACCURACY.mean()}
    wrong |= {"turned round": np.average(ACCURACY, weights=TRAINED / weights)}
    return match_number(answer, right, wrong | {"groups": np.average(ACCURACY, weights=weights)})


@exercise(
    "train_test_shift.3",
    expects=function("X", "X_new", "person", "person_new"),
    hints=[
        "Stack both tables, mark the rows of X_new with 1, and stack the persons' numbers.",
        "Split persons, not rows: GroupShuffleSplit(1, test_size=0.5).split(rows, side, groups=persons).",
        "Fit KNeighborsClassifier(15) to one half; roc_auc_score of its predict_proba on the other half.",
    ],
    misconceptions={
        "fitted rows": "Even with one row for each person your AUC is far above one half without a shift: you judge "
        "rows that the classifier knows.",
        "same person": "Without a shift your AUC is far above one half: a person has rows in both halves, so the "
        "classifier recognises persons. Split by person.",
        "accuracy": "Without a shift you return about three quarters: that is the accuracy of naming the larger side.",
        "reversed": "A large shift gives you an AUC below one half: pass the probability of X_new, and mark it with 1.",
        "linear": "You find moved means, but not a turned cloud: take a classifier that is not linear.",
    },
    praise="Rows of one person are not independent. In scikit-learn, groups= says who belongs together.",
)
def method_of_your_own(answer) -> bool | str:
    """Return an AUC that is near one half without a shift and high with one, however many rows a person gives."""
    single, none, moved, turned = (
        np.mean([_asked(answer, people(*place, seed)) for seed in range(n_seeds)])
        for place, n_seeds in (((0, 0, 1), 6), ((0, 0, 20), 6), ((3, 0, 20), 3), ((0, 90, 20), 3))
    )
    if moved < 0.5:
        return "reversed"
    if single > 0.65:
        return "accuracy" if abs(none - single) < 0.05 and abs(none - 0.75) < 0.06 else "fitted rows"
    if none > 0.65:
        return "same person"
    return True if turned > 0.7 else "linear"


def _asked(answer, drawn: People) -> float:
    """Return the learner's AUC, which has to lie between 0 and 1."""
    auc = float(answer(drawn.X, drawn.X_new, drawn.person, drawn.person_new))
    if not 0 <= auc <= 1:
        raise ValueError(f"the AUC is {auc:g}, not from 0 to 1")
    return auc


@exercise(
    "train_test_shift.4",
    expects=pair(TWINS, RULES, ("Ada", "keep test rows out of the fit")),
    hints=[
        "The users' digits are those of new people. Whose test digits are, too, except perhaps for one person's?",
        "A shuffle puts digits of every writer on both sides.",
    ],
    misconceptions={
        "the honest one": "That colleague keeps the file in order, so nearly all test digits are other people's.",
        "wrong rule": "The person is right, but the rule is not: both keep the test rows out of the fit, and the "
        "shuffle is the problem, because it deals each writer's digits to both sides.",
    },
    praise="If new people will use it, test on people whom the model has not seen: GroupKFold, where they are named.",
)
def splitting_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague whose test rows share their writers with the training rows, and the broken rule."""
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
