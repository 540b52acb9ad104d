"""Nearest neighbours on many tides, read at the same hours: simulated curves, and exact parts of their error."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from tiws_teach._validation import check_count
from tiws_teach.bias_variance import neighbor_weights, smoother_parts
from tiws_teach.datasets import TideReadings, make_tide

HOURS = np.linspace(0.06, 11.94, 100)[:, np.newaxis]
"""The points at which all models are evaluated; with 50 even readings none is equally near to two of them."""


@dataclass(frozen=True)
class ManyTides:
    """The curves of several training sets and the parts of their error."""

    k: int
    n_samples: int  # readings in each training set
    noise: float  # standard deviation of a reading
    first: TideReadings  # the first training set
    hours: np.ndarray  # (100,)
    truth: np.ndarray  # (100,), the true level at these hours
    curves: np.ndarray  # (n_sets, 100), one row for each training set: the mean of the k nearest readings
    expected: np.ndarray  # (100,), the mean of the curves of all possible training sets
    parts: pd.Series  # squared bias, variance, noise and error, exact, averaged over the hours
    training: float  # mean squared error of the first curve on its own readings


def draw_tide(
    n_samples: int = 50,
    *,
    noise: float = 10.0,
    amplitude: float = 14.0,
    design: str = "even",
    level: float | None = None,
) -> Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]]:
    """Return a function that draws training sets, to pass to `bias_variance_decomposition`."""

    def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        tide = make_tide(n_samples, noise=noise, amplitude=amplitude, design=design, random_state=rng)
        y = tide.target.to_numpy()
        return tide.data.to_numpy(), y if level is None else (y > level).astype(int)

    return draw


@cache
def _tides(n_samples: int, noise: float, n_sets: int, first_seed: int) -> list[TideReadings]:
    """Return training sets, which all k share."""
    return [make_tide(n_samples, noise=noise, random_state=first_seed + i) for i in range(n_sets)]


@cache
def many_tides(k: int, n_samples: int = 50, noise: float = 10.0, n_sets: int = 20, first_seed: int = 0) -> ManyTides:
    """Return the curves of k nearest neighbours on several training sets, and the exact parts of their error."""
    check_count("k", k, 1, n_samples)
    tides = _tides(n_samples, noise, n_sets, first_seed)
    first, rows = tides[0], tides[0].data.to_numpy()
    weights = neighbor_weights(HOURS, rows, k)
    truth = first.truth(HOURS)
    return ManyTides(
        k=k,
        n_samples=n_samples,
        noise=noise,
        first=first,
        hours=HOURS[:, 0],
        truth=truth,
        curves=np.array([weights @ tide.target.to_numpy() for tide in tides]),
        expected=weights @ first.truth(rows),
        parts=smoother_parts(weights, first.truth(rows), truth, noise**2).mean(),
        training=float(((neighbor_weights(rows, rows, k) @ first.target - first.target) ** 2).mean()),
    )


def parts_of_a_line(n: int) -> pd.Series:
    """Return the parts of the error of a straight line through n readings, averaged over the hours, in dm²."""
    tide = make_tide(n)
    rows = tide.data.to_numpy()
    weights = np.vander(HOURS[:, 0], 2) @ np.linalg.pinv(np.vander(rows[:, 0], 2))
    return smoother_parts(weights, tide.truth(rows), tide.truth(HOURS), tide.noise**2).mean()
