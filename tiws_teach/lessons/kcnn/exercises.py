"""Exercises of notebook 04: posteriors by hand, smoothing, the race, own neighbours, leaks, stable shares, weights."""

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
        "no power": "You took 1/d for a weight. The volume of the ball grows with d to the power p; here p = 3.",
        "square": "You took 1/d^2. That is right for two features; here there are three.",
        "turned round": "Your weights grow with the distance. The nearer the k-th neighbour, the denser the class.",
        "class sizes": "Are you counting rows? k, and the sizes of the classes, cancel; only the distances stay.",
    },
    praise="Twice as far in three features means one eighth of the weight.",
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
    "kcnn.2",
    expects=number(0, 1),
    hints=[
        "Write the true probability as odds: 0.8 against 0.2. What does r = 2 do to odds?",
        "The odds 4 : 1 become their square root, 2 : 1. What probability is that?",
    ],
    misconceptions={
        "the truth": "That is what r = 1 goes to. With another r, more rows do not help.",
        "r = p": "You took the fourth root of the odds. The power is 1/r, not 1/p.",
        "root of the probability": "Take the root of the odds, not of the probability.",
        "sharper": "Your estimate is more extreme than the truth. With r above 1 it is drawn towards one half.",
    },
    praise="It is a limit: no number of rows brings it nearer to the truth.",
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
    "kcnn.3",
    expects=choice("A", "B", "C"),
    hints=[
        "Go along the row, nearest first, and count each class. Which is the first to reach three?",
        "C stands at the places 5, 6 and 7. Where is the third A, and the third B?",
    ],
    misconceptions={
        "nearest": "A has the nearest row, and that is k = 1. Here k = 3: whose third row is the nearest?",
        "most": "B has the second nearest row; its third comes last. Whose third row is the nearest?",
    },
    praise="A vote of 3 or of 5 would not have called it: with three classes the race is a rule of its own.",
)
def who_wins_the_race(answer: str) -> bool | str:
    """Name the class that kCNN calls with k = 3."""
    rows = np.arange(1.0, len(ORDER) + 1)[:, np.newaxis]
    labels = np.array(["ABC".index(letter) for letter in ORDER])
    winner = "ABC"[int(conditional_distances([[0.0]], rows, labels, 3)[0, 2].argmin())]
    if answer == winner:
        return True
    return "nearest" if answer == ORDER[0] else "most"


@exercise(
    "kcnn.4",
    expects=pair(TWINS, RULES, ("Ada", "same scale")),
    hints=[
        "The two ways differ in one line. What does it change in the distances that are searched?",
        "Which row is the nearest to a known row, if one searches among all known rows? It helps its own class: how?",
    ],
    misconceptions={
        "the honest one": "That colleague's figure is close to the error on fresh rows. Look at the other one.",
        "wrong rule": "The person is right, the rule is not. Which row lies at distance 0 from each row asked about?",
    },
    praise="A row that is its own neighbour gives its own class a start of one in the race, whatever its label.",
)
def own_neighbour_twin(answer: tuple[str, str]) -> bool | str:
    """Name who let a row be its own neighbour, and the rule."""
    person, rule = answer
    if person != _own_neighbour():
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


@exercise(
    "kcnn.5",
    expects=names(*WORKERS),
    hints=[
        "Change a wine among those to judge on. Whose rule changes before anything is judged?",
        "Look at what .fit and the choice of k are given in each of the three blocks.",
    ],
    misconceptions={
        "only Dan": "Dan's figure gives him away. But a leak need not show: who else looks at the rows to judge on?",
        "only Cleo": "Cleo is one of them. Who else uses the rows to judge on before the judgement?",
        "Eva": "Eva standardises by the rows to fit on and chooses k among them. Nothing of X_judge reaches her rule.",
        "none": "At least one of them lets the rows to judge on into the rule. What is each .fit given?",
    },
    praise="Cleo's figure is the same as Eva's here, and her way is wrong all the same: the next data may differ.",
)
def who_leaks(answer: list[str]) -> bool | str:
    """Name those whose rule depends on the rows to judge on."""
    if answer == _leaking():
        return True
    if "Eva" in answer:
        return "Eva"
    return f"only {answer[0]}" if answer else "none"


@exercise(
    "kcnn.6",
    expects=function("d", "p", "r"),
    hints=[
        "Work with the exponents -(p / r) log(d + epsilon). What happens to the shares if the same number is taken off "
        "all exponents of a line?",
        "Choose that number for each line by itself, so that the greatest exponent of the line becomes 0: its exp is "
        "1, all others lie between 0 and 1, and an infinite distance gives 0.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. It has to return the posteriors.",
        "other shape": "The result does not have the shape of d: a line for each query, a column for each class.",
        "sum": "The posteriors of a query do not sum to 1. Divide each line by its own sum.",
        "no smoothing": "Your function gives the same for every r. The power is p / r.",
        "turned round": "Your function gives the far class the high posterior. The power is negative.",
        "no epsilon": "At a distance of 0 your function gives nan: 0 has no logarithm and no negative power. Add 1e-7 "
        "to every distance first.",
        "overflow": "With 60 features your function gives nan: a power became infinite, or all of a line became 0. "
        "Take the greatest exponent of each line off that line before np.exp.",
    },
    praise="It also holds for 60 features, copies at distance 0 and classes that have no k-th row.",
)
def stable_posteriors(answer: Callable[..., Any]) -> bool | str:
    """Judge a function from distances to posteriors."""
    easy, at_zero = np.array([[1.0, 2.0, 4.0], [3.0, 1.0, 2.0]]), np.array([[0.0, 1.0, 2.0], [0.5, 1.0, np.inf]])
    hard = np.array([[0.0, 2e-6, np.inf], [5.0, 8.0, 2e3]])  # minima far apart: each line needs its own
    with np.errstate(all="ignore"):  # a function that overflows is told so, not warned
        made = answer(easy.copy(), 2, 1.0)
        if made is None or made is ...:
            return "nothing returned"
        made = np.asarray(made, dtype=float)
        if made.shape != easy.shape:
            return "other shape"
        smooth = np.asarray(answer(easy.copy(), 2, 3.0), dtype=float)
        zero = np.asarray(answer(at_zero.copy(), 2, 1.0), dtype=float)
        tiny = np.asarray(answer(hard.copy(), 60, 1.0), dtype=float)
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
    cases = ((made, easy, 2, 1.0), (smooth, easy, 2, 3.0), (zero, at_zero, 2, 1.0), (tiny, hard, 60, 1.0))
    return all(np.allclose(got, conditional_posteriors(d, p, r), atol=1e-6) for got, d, p, r in cases)


def _own_neighbour() -> str:
    """Return whose error is the smaller one on rows whose labels are drawn at random, where one half is honest."""
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
    """Return whose rule changes if the rows to judge on are others."""
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
        "A class has the weight d^-p. What becomes of it if d is divided by 9?",
        "(d / 9)^-p = 9^p d^-p, and p = 2.",
    ],
    misconceptions={
        "as meant": "That is what she wants. But the distance is raised to a power before it becomes odds.",
        "doubled": "The power multiplies the factor by itself; it does not double it.",
        "one side": "The exponent is negative: dividing the distance makes the weight larger.",
        "no power of p": "The distance enters with the power p; here p = 2.",
    },
    praise="81 times, and 9 to the power of p in general. A weight belongs on the posterior, not into the distance.",
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
