"""Judges of lesson 04: posteriors by hand, smoothing, the race, leave-one-out, leakage, stable posteriors, costs."""

import numpy as np
from sklearn.model_selection import train_test_split

from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, exercise, first, match, matched, twin
from tiws_teach.kcnn import conditional_distances, conditional_posteriors
from tiws_teach.lessons.kcnn.experiments.fields import bent
from tiws_teach.lessons.kcnn.experiments.measured import WORKERS, report, wines

DISTANCES, FEATURES = np.array([1.0, 2.0, 2.0]), 3
TRUE, SMOOTHING = 0.8, 2.0
ORDER = "ABABCCCAB"  # classes of the rows around a query, nearest first
COST, PLANE = 9.0, 2  # what a missed weed costs, and the features of the plane
EASY, AT_ZERO = np.array([[1.0, 2.0, 4.0], [3.0, 1.0, 2.0]]), np.array([[0.0, 1.0, 2.0], [0.5, 1.0, np.inf]])
HARD = np.array([[0.0, 2e-6, np.inf], [5.0, 8.0, 2e3]])  # minima far apart: each row needs its own


@matched("kcnn.1", expect.number(0, 1))
def posterior_by_hand() -> Ways:
    """Give the posterior of the nearest class."""
    right, plain, square = (conditional_posteriors(DISTANCES, p)[0] for p in (FEATURES, 1, 2))
    away = DISTANCES**FEATURES
    ways = {"right": right, "no power": plain, "square": square, "turned round": away[0] / away.sum()}
    return ways | {"class sizes": 1 / 3}


@twin("kcnn.2")
def own_neighbour_twin() -> str:
    """Return who let a row be its own neighbour: the smaller error on random labels, where one half is honest."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 2)), rng.integers(2, size=100)
    apart = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    errors = {}
    for person, diagonal in {"Ada": 0.0, "Bo": np.inf}.items():
        np.fill_diagonal(apart, diagonal)
        third = conditional_distances(apart, X, y, 3, metric="precomputed")[:, 2]
        errors[person] = (third.argmin(axis=1) != y).mean()
    return min(errors, key=errors.__getitem__)


@exercise("kcnn.3", expect.function("d", "p", "r"))
def stable_posteriors(answer: Written) -> Judged:
    """Judge a function from distances to posteriors."""
    cases = [(EASY, 2, 1.0), (EASY, 2, 3.0), (AT_ZERO, 2, 1.0), (HARD, 60, 1.0)]
    cases.append((HARD, 60, 60.0))  # 0 and 2e-6 at the power 1: here epsilon itself counts
    with np.errstate(all="ignore"):  # an overflow is answered in words, not by a warning
        results = [answer.shaped(case[0].shape, *case) for case in cases]
    made, smooth, zero, tiny, _ = results
    right = [conditional_posteriors(*case) for case in cases]
    shows = {
        "sum": not np.allclose(made.sum(axis=1), 1),
        "turned round": (made[:, 0] < made[:, 1]).tolist() == [True, False],
        "no smoothing": np.allclose(made, smooth),
        "no epsilon": not np.isfinite(zero).all(),
        "overflow": not np.isfinite(tiny).all(),
    }
    return first(shows, Right() if np.allclose(results, right, atol=1e-6) else Slip())


@matched("kcnn.4", expect.number(0, 1))
def smoothed_limit() -> Ways:
    """Give the limit of a smoothed posterior."""
    return {
        "right": bent(TRUE, 1 / SMOOTHING),
        "the truth": TRUE,
        "r = p": bent(TRUE, 1 / 4),
        "root of the probability": TRUE**0.5,
        "sharper": bent(TRUE, SMOOTHING),
    }


@matched("kcnn.5", expect.choice("A", "B", "C"))
def who_wins_the_race() -> Ways:
    """Name the class that kCNN predicts with k = 3."""
    rows = np.arange(1.0, len(ORDER) + 1)[:, np.newaxis]
    labels = np.array(["ABC".index(letter) for letter in ORDER])
    winner = "ABC"[int(conditional_distances([[0.0]], rows, labels, 3)[0, 2].argmin())]
    return {"right": winner, "nearest": ORDER[0], "most": ORDER[1]}


@exercise("kcnn.6", expect.names(*WORKERS))
def who_leaks(answer: list[str]) -> Judged:
    """Name those whose rule changes with another test set."""
    X, y = wines()
    X_fit, X_judge, y_fit, y_judge = train_test_split(X, y, test_size=1 / 3, stratify=y, random_state=4)
    leaking = []
    for worker in WORKERS:
        rule = report(worker, X_fit, y_fit, X_judge, y_judge)[1]
        changed = report(worker, X_fit, y_fit, 10 * X_judge, np.roll(y_judge, 7))[1]
        if any(not np.array_equal(rule[part], changed[part]) for part in rule):
            leaking.append(worker)
    if "Eva" in answer:
        return Slip("Eva")
    return match(answer, {"right": leaking, "only Dan": ["Dan"], "only Cleo": ["Cleo"], "none": []})


@matched("kcnn.7", expect.number(0))
def weight_in_the_distance() -> Ways:
    """Give the factor on the odds when a distance is divided by a cost."""
    plain, changed = conditional_posteriors(np.array([[1.0, 1.0], [1.0, 1.0 / COST]]), PLANE)
    return {
        "right": (changed[1] / changed[0]) / (plain[1] / plain[0]),
        "as meant": COST,
        "doubled": COST * PLANE,
        "one side": COST**-PLANE,
        "no power of p": COST ** (1 / PLANE),
    }
