"""Exercises of lesson 04: posteriors by hand, smoothing, the race, leave-one-out, leakage, stable posteriors, costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from tiws_teach.course.exercises import choice, exercise, function, match_number, names, number, pair
from tiws_teach.kcnn import conditional_distances, conditional_posteriors
from tiws_teach.lessons.kcnn.experiments.fields import bent
from tiws_teach.lessons.kcnn.experiments.measured import wines
from tiws_teach.lessons.kcnn.experiments.traps import WORKERS, report

DISTANCES, FEATURES = (1.0, 2.0, 2.0), 3
TRUE, SMOOTHING = 0.8, 2.0
ORDER = "ABABCCCAB"  # classes of the rows around a query, nearest first
TWIN_K = 3
TWINS = ("Ada", "Bo")
RULES = ("leave yourself out", "same scale", "k for each class")
COST, PLANE = 9.0, 2  # what a missed weed costs, and the features of the plane


@exercise(
    "kcnn.1",
    expects=number(0, 1),
    hints=[
        "A distance d gives a class the weight d^-p, that is 1 / d^p. How many features are there?",
        "The weights are 1, 1/8 and 1/8. Divide the first by the sum of all three.",
    ],
    misconceptions={
        "no power": "You used the weight 1/d. The volume of the ball grows with d to the power p; here p = 3.",
        "square": "You used the weight 1/d^2, which is right for two features. Here there are three.",
        "turned round": "Your weights grow with the distance. A nearer k-th neighbour means a denser class.",
        "class sizes": "Did you count rows? k and the class sizes cancel; only the distances remain.",
    },
    praise="Twice the distance in three features means one eighth of the weight.",
)
def posterior_by_hand(answer: float) -> bool | str:
    """Give the posterior of the nearest class."""
    d = np.array(DISTANCES)
    right = conditional_posteriors(d, FEATURES)[0]
    wrong = {
        "no power": conditional_posteriors(d, 1)[0],
        "square": conditional_posteriors(d, 2)[0],
        "turned round": d[0] ** FEATURES / (d**FEATURES).sum(),
        "class sizes": 1 / 3,
    }
    return match_number(answer, float(right), {name: float(value) for name, value in wrong.items()})


@exercise(
    "kcnn.4",
    expects=number(0, 1),
    hints=[
        "Write the true probability as odds: 0.8 against 0.2. What does r = 2 do to odds?",
        "The odds 4 : 1 become their square root, 2 : 1. What probability is that?",
    ],
    misconceptions={
        "the truth": "r = 1 converges to that. With another r, more rows do not help.",
        "r = p": "You took the fourth root of the odds. The power is 1/r, not 1/p.",
        "root of the probability": "Take the root of the odds, not of the probability.",
        "sharper": "Your estimate is more extreme than the truth. An r above 1 pulls it towards one half.",
    },
    praise="It is a limit: no number of rows brings it closer to the truth.",
)
def smoothed_limit(answer: float) -> bool | str:
    """Give the limit of a smoothed posterior."""
    wrong = {
        "the truth": TRUE,
        "r = p": float(bent(TRUE, 1 / 4)),
        "root of the probability": TRUE**0.5,
        "sharper": float(bent(TRUE, SMOOTHING)),
    }
    return match_number(answer, float(bent(TRUE, 1 / SMOOTHING)), wrong)


@exercise(
    "kcnn.5",
    expects=choice("A", "B", "C"),
    hints=[
        "Read the classes from the nearest on and count each one. Which is the first to reach three?",
        "C is at places 5, 6 and 7. Where are the third A and the third B?",
    ],
    misconceptions={
        "nearest": "A has the nearest row, which decides for k = 1. Here k = 3: which class has the nearest third row?",
        "most": "B has the second nearest row, but its third comes last. Which class has the nearest third row?",
    },
    praise="A vote of 3 or of 5 would not predict it: with three classes the race is a rule of its own.",
)
def who_wins_the_race(answer: str) -> bool | str:
    """Name the class that kCNN predicts with k = 3."""
    rows = np.arange(1.0, len(ORDER) + 1)[:, np.newaxis]
    labels = np.array(["ABC".index(letter) for letter in ORDER])
    winner = "ABC"[int(conditional_distances([[0.0]], rows, labels, 3)[0, 2].argmin())]
    if answer == winner:
        return True
    return "nearest" if answer == ORDER[0] else "most"


@exercise(
    "kcnn.2",
    expects=pair(TWINS, RULES, ("Ada", "same scale")),
    hints=[
        "The two programs differ in one line. How does it change the distances that are searched?",
        "Which training row is nearest to a training row, if you search among all of them? How does it help its class?",
    ],
    misconceptions={
        "the honest one": "That colleague's error rate is close to the one on test rows. Look at the other one.",
        "wrong rule": "The person is right, the rule is not. Which row lies at distance 0 from each query?",
    },
    praise="A row that is its own neighbour gives its class a head start of one in the race, whatever its label.",
)
def own_neighbour_twin(answer: tuple[str, str]) -> bool | str:
    """Name who let a row be its own neighbour, and the rule."""
    person, rule = answer
    if person != _own_neighbour():
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


@exercise(
    "kcnn.6",
    expects=names(*WORKERS),
    hints=[
        "Change a wine of the test set. Whose rule changes before anything is tested?",
        "Look at the rows that .fit and the choice of k receive in each of the three blocks.",
    ],
    misconceptions={
        "only Dan": "Dan's figure gives him away. But leakage need not show: who else uses the test set?",
        "only Cleo": "Cleo is one of them. Who else uses the test set before the test?",
        "Eva": "Eva standardises by the training set and chooses k within it. Nothing of X_judge reaches her rule.",
        "none": "At least one of them lets the test set into the rule. Which rows does each .fit receive?",
    },
    praise="Cleo's figure equals Eva's here, but her way still leaks: with other data the figures may differ.",
)
def who_leaks(answer: list[str]) -> bool | str:
    """Name those whose rule depends on the test set."""
    if answer == _leaking():
        return True
    if "Eva" in answer:
        return "Eva"
    return f"only {answer[0]}" if answer else "none"


@exercise(
    "kcnn.3",
    expects=function("d", "p", "r"),
    hints=[
        "Work with the exponents -(p / r) log(d + epsilon). What happens to the posteriors if you subtract the same "
        "number from all exponents of a row?",
        "Subtract the largest exponent of each row. Its exp becomes 1, all others lie between 0 and 1, and an "
        "infinite distance gives 0.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It must return the posteriors.",
        "other shape": "The result must have the shape of d: a row for each query, a column for each class.",
        "sum": "The posteriors of a query do not sum to 1. Divide each row by its own sum.",
        "no smoothing": "Your function gives the same posteriors for every r. The power is p / r.",
        "turned round": "Your function gives the far class the higher posterior. The power is negative.",
        "no epsilon": "At distance 0 your function gives nan: 0 has no logarithm and no negative power. First add 1e-7 "
        "to every distance.",
        "overflow": "With 60 features your function gives nan: a power became infinite, or a whole row became 0. "
        "Subtract the largest exponent of each row before np.exp.",
    },
    praise="It also holds for 60 features, for copies at distance 0 and for classes without a k-th row.",
)
def stable_posteriors(answer: Callable[..., Any]) -> bool | str:
    """Judge a function from distances to posteriors."""
    easy, at_zero = np.array([[1.0, 2.0, 4.0], [3.0, 1.0, 2.0]]), np.array([[0.0, 1.0, 2.0], [0.5, 1.0, np.inf]])
    hard = np.array([[0.0, 2e-6, np.inf], [5.0, 8.0, 2e3]])  # minima far apart: each row needs its own
    with np.errstate(all="ignore"):  # an overflow is answered in words, not by a warning
        made = answer(easy.copy(), 2, 1.0)
        if made is None or made is ...:
            return "nothing returned"
        made = np.asarray(made, dtype=float)
        if made.shape != easy.shape:
            return "other shape"
        smooth = np.asarray(answer(easy.copy(), 2, 3.0), dtype=float)
        zero = np.asarray(answer(at_zero.copy(), 2, 1.0), dtype=float)
        tiny, mild = (np.asarray(answer(hard.copy(), 60, r), dtype=float) for r in (1.0, 60.0))
    if not np.allclose(made.sum(axis=1), 1):
        return "sum"
    if (made[:, 0] < made[:, 1]).tolist() == [True, False]:
        return "turned round"
    if np.allclose(made, smooth):
        return "no smoothing"
    if not np.isfinite(zero).all():
        return "no epsilon"
    if not np.isfinite(tiny).all():
        return "overflow"
    cases = [(made, easy, 2, 1.0), (smooth, easy, 2, 3.0), (zero, at_zero, 2, 1.0), (tiny, hard, 60, 1.0)]
    cases.append((mild, hard, 60, 60.0))  # 0 and 2e-6 at the power 1: here epsilon itself counts
    return all(np.allclose(got, conditional_posteriors(d, p, r), atol=1e-6) for got, d, p, r in cases)


def _own_neighbour() -> str:
    """Return who has the smaller error on random labels, where one half is honest."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 2)), rng.integers(2, size=100)
    apart = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    errors = {}
    for person, diagonal in zip(TWINS, (0.0, np.inf), strict=True):
        np.fill_diagonal(apart, diagonal)
        found = conditional_distances(apart, X, y, TWIN_K, metric="precomputed")[:, TWIN_K - 1]
        errors[person] = (found.argmin(axis=1) != y).mean()
    return min(errors, key=errors.__getitem__)


def _leaking() -> list[str]:
    """Return whose rule changes with another test set."""
    X, y = wines()
    X_fit, X_judge, y_fit, y_judge = train_test_split(X, y, test_size=1 / 3, stratify=y, random_state=4)
    others = np.roll(y_judge, 7)
    leaking = []
    for worker in WORKERS:
        rule = report(worker, X_fit, y_fit, X_judge, y_judge)[1]
        changed = report(worker, X_fit, y_fit, 10 * X_judge, others)[1]
        if any(not np.array_equal(rule[part], changed[part]) for part in rule):
            leaking.append(worker)
    return leaking


@exercise(
    "kcnn.7",
    expects=number(0),
    hints=[
        "A class has the weight d^-p. How does it change if d is divided by 9?",
        "(d / 9)^-p = 9^p d^-p, and p = 2.",
    ],
    misconceptions={
        "as meant": "That is what she wants. But the distance is raised to a power before it becomes a weight.",
        "doubled": "A power of 2 multiplies the factor by itself; it does not double it.",
        "one side": "The exponent is negative: dividing the distance makes the weight larger.",
        "no power of p": "The distance is raised to the power -p; here p = 2.",
    },
    praise="81 times, in general 9 to the power of p. A cost belongs on the posterior, not in the distance.",
)
def weight_in_the_distance(answer: float) -> bool | str:
    """Give the factor on the odds when a distance is divided by a cost."""
    plain, changed = conditional_posteriors(np.array([[1.0, 1.0], [1.0, 1.0 / COST]]), PLANE)
    right = (changed[1] / changed[0]) / (plain[1] / plain[0])
    wrong = {
        "as meant": COST,
        "doubled": COST * PLANE,
        "one side": COST**-PLANE,
        "no power of p": COST ** (1 / PLANE),
    }
    return match_number(answer, float(right), wrong)
