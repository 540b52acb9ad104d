"""Ten points for hand arithmetic; a robot's plants, and what a rule states for them: state -> result."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from tiws_teach.kcnn import conditional_distances
from tiws_teach.lessons.kcnn.experiments.rules import METHODS, posterior_error, search

POINTS = np.array([[0, 0], [1, 0], [0, 2], [3, 1], [2, 2], [4, 4], [5, 3], [4, 1], [3, 4], [6, 0]], dtype=float)
CLASSES = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 2])
QUERIES = {"q1": (2.0, 1.0), "q2": (4.0, 2.0), "q3": (5.0, 1.0)}

N_KNOWN, SEPARATION, THRESHOLD = 100, 1.5, 0.2
"""Known plants; distance between the centres of the species; a plant above this probability is pulled out."""
RIVAL = "logistic regression"
KS = (1, 2, 3, 5, 7, 11, 15, 21, 31, 41)
ACROSS, UP = (-2.75, 4.25), (-2.75, 2.75)
"""The ends of the map: length and width of a leaf."""
_CELL = 0.25


def true_probability(X: Any) -> np.ndarray:
    """Return the probability that a plant is a weed: the log odds are linear in the first measurement."""
    return expit(SEPARATION * np.asarray(X)[:, 0] - SEPARATION**2 / 2)


@cache
def field() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return measurements and species of 1,100 plants, those of the notebook, and the middles of the map's cells."""
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=1100)
    X = rng.normal(size=(1100, 2))
    X[:, 0] += SEPARATION * y
    across, up = (np.arange(low + _CELL / 2, high, _CELL) for low, high in (ACROSS, UP))
    return X, y, np.column_stack([axis.ravel() for axis in np.meshgrid(across, up)])


@lru_cache(maxsize=256)
def _stated(rule: str, k: int, r: float) -> tuple[np.ndarray, np.ndarray]:
    """Return what a rule states for the 1,000 new plants, and for the cells of the map."""
    X, _, cells = field()
    asked = np.concatenate([X[N_KNOWN:], cells])
    weed = state_for(asked, rule, k, r)
    return weed[: len(X) - N_KNOWN], weed[len(X) - N_KNOWN :]


def state_for(asked: Any, rule: str, k: int, r: float) -> np.ndarray:
    """Return the probability that a rule states for each plant, from the known ones."""
    X, y, _ = field()
    if rule == RIVAL:
        return LogisticRegression().fit(X[:N_KNOWN], y[:N_KNOWN]).predict_proba(asked)[:, 1]
    return search(X[:N_KNOWN], y[:N_KNOWN], asked, k, 2).posteriors(rule, k, r)[:, 1]


@dataclass(frozen=True)
class Stated:
    """What a rule states for 1,000 new plants and for one that is dragged, and the truth."""

    rule: str
    k: int
    r: float
    query: tuple[float, float]
    radii: tuple[float, ...]  # of the circle of a vote, or of those of crop and weed
    now: float  # stated for the query
    true_now: float
    stated: np.ndarray  # (1000,)
    truth: np.ndarray  # (1000,)
    cells: np.ndarray  # (n_cells,), stated for the middle of each cell of the map

    @property
    def error(self) -> float:
        """The squared error of the probabilities, summed over both species."""
        both = (np.column_stack([1 - p, p]) for p in (self.stated, self.truth))
        return posterior_error(*both)

    @property
    def levels(self) -> int:
        """The number of different probabilities stated."""
        return len(np.unique(self.stated.round(6)))


def states(rule: str, k: int, r: float, x: float, y: float) -> Stated:
    """Return what a rule states, for one state of the explorer."""
    X, species, _ = field()
    stated, cells = _stated(rule, k, r)
    known, query = X[:N_KNOWN], np.array([[x, y]])
    if rule == METHODS[0]:
        radii: tuple[float, ...] = (float(np.sort(np.linalg.norm(known - query, axis=1))[k - 1]),)
    elif rule == RIVAL:
        radii = (0.0,)  # it draws none
    else:
        radii = tuple(conditional_distances(query, known, species[:N_KNOWN], k)[0, k - 1].tolist())
    now = float(state_for(query, rule, k, r)[0])
    return Stated(rule, k, r, (x, y), radii, now, float(true_probability(query)[0]), stated,
                  true_probability(X[N_KNOWN:]), cells)  # fmt: skip


def bent(probability: Any, power: float) -> np.ndarray:
    """Return the probability whose odds are those of the given one, raised to a power (Gweon, 2017, equation 3.7)."""
    p = np.asarray(probability, dtype=float)
    return p**power / (p**power + (1 - p) ** power)
