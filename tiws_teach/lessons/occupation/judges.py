"""Judges of notebook 13: NN-3 from scratch, a promise, writers on both sides, scores and ties by hand."""

from functools import cache

import numpy as np

from tiws_teach import occupation
from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Right, Slip, Ways, Written, exercise, match, matched
from tiws_teach.lessons.occupation.experiments import crossed_accuracy

CODES = np.array(["7131", "7136", "8251"])


@matched("occupation.2", expect.number(1))
def answers_for_a_promise() -> Ways:
    """Give the number of right answers that a bound of 0.95 needs."""
    right = next(n for n in range(1, 1000) if occupation.accuracy_bound(n, n) >= 0.95)
    return {"right": right, "still above": 44, "level": 59, "one in twenty": 20, "halved": 90}


@matched("occupation.3", expect.number(0, 1), within=0.0009)
def writers_on_both_sides() -> Ways:
    """Give the accuracy of the call that had a writer's titles on both sides, once it is repaired."""
    return _calls()


@cache
def _calls() -> Ways:
    """Return the accuracy of the repaired call, and those of the calls with another change or none."""
    plain = occupation.AnswerVectorizer()
    stems = occupation.AnswerVectorizer(stop_words="english", stemmer="english")
    calls = {
        "right": (plain, 10, True),
        "not repaired": (plain, 10, False),
        "folds": (plain, 3, False),
        "Ada": (stems, 3, True),
        "Ada's call": (stems, 3, False),
        "also the folds": (plain, 3, True),
        "also the words": (stems, 10, True),
    }
    return {name: crossed_accuracy(*call) for name, call in calls.items()}


@exercise("occupation.1", expect.function("X", "codes", "x"))
def nn3_from_scratch(answer: Written) -> Judged:
    """Judge a function that codes one answer by its nearest neighbours."""
    for case in _cases():
        made = answer(*case)
        if not isinstance(made, tuple | list) or len(made) != 2:
            return Slip("other shape")
        code, ways = _scores(*case)
        judged = match(float(made[1]), ways, 1e-6)
        if judged != Right() or str(made[0]) != code:
            return judged if judged != Right() else Slip("code")
    made = answer(np.eye(3, 4, dtype=int), CODES, np.array([0, 0, 0, 1]))
    return Right() if isinstance(made, tuple | list) and tuple(made) == (None, 0) else Slip("no shared term")


def _cases() -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return training vectors, codes and queries with one best code each."""
    rng = np.random.default_rng(0)
    cases: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    while len(cases) < 12:
        X, x = (rng.random((14, 6)) < 0.4).astype(int), (rng.random(6) < 0.5).astype(int)
        X[:, 0] |= X.sum(axis=1) == 0
        codes = rng.choice(CODES, size=14)
        if (X @ x).max() > 0:
            _, shares = _shares(occupation.binary_cosine(X @ x, X.sum(axis=1), x.sum()), codes)
            if len(shares) > 1 and np.ptp(np.sort(shares)[-2:]) > 1e-9:
                cases.append((X, codes, x))
    return cases


def _shares(similarity: np.ndarray, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the codes of the most similar answers, and the share of each."""
    kinds, counts = np.unique(codes[np.isclose(similarity, similarity.max())], return_counts=True)
    return kinds, counts / counts.sum()


def _scores(X: np.ndarray, codes: np.ndarray, x: np.ndarray) -> tuple[str, Ways]:
    """Return the code to suggest, its score, and the score that each slip gives."""
    shared = X @ x
    cosine = occupation.binary_cosine(shared, X.sum(axis=1), x.sum())
    kinds, shares = _shares(cosine, codes)
    best, k, top = cosine.max(), np.isclose(cosine, cosine.max()).sum(), shares.max()
    k_dot, top_dot = (shared == shared.max()).sum(), _shares(shared, codes)[1].max()
    return str(kinds[shares.argmax()]), {
        "right": top * best * k / (k + 0.1),
        "NN-2": top * best,
        "NN-1": top,
        "one neighbour": best / 1.1,
        "dot product": top_dot * shared.max() * k_dot / (k_dot + 0.1),
    }


@matched("occupation.4", expect.number(0))
def hybrid_by_hand() -> Ways:
    """Give a hybrid score by hand."""
    ways = {"right": occupation.hybrid_scores([[2 / 3]], [3], [[0.2]])[0, 0], "equal weights": (2 / 3 + 0.2) / 2}
    return ways | {"turned round": 2 / 3 / 4 + 0.2 * 3 / 4, "duplicates alone": 2 / 3}


@matched("occupation.5", expect.number(0))
def ties_on_a_curve() -> Ways:
    """Give the accuracy within a group of equal confidences."""
    right = occupation.production_curve([0.9, 0.5, 0.5, 0.5], [True, True, False, False]).accuracy_at(0.75)
    return {"right": right, "row order": 2 / 3, "worst order": 1 / 3, "all of them": 0.5}


@matched("occupation.6", expect.number(0))
def score_by_hand() -> Ways:
    """Give the score of a code by hand."""
    s = float(occupation.binary_cosine(1, 2, 1))
    return {"right": occupation.neighbor_scores([[0.5]], [s], [2])[0, 0], "no similarity": 0.5 * 2 / 2.1,
            "no number": 0.5 * s, "cosine without root": 0.25 * 2 / 2.1, "one neighbour": 0.5 * s / 1.1}  # fmt: skip
