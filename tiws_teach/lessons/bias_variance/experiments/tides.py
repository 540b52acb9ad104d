"""Nearest neighbours on many tides, read at the same hours: simulated curves, and exact parts of their error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from tiws_teach._validation import check_count, fail
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
    parts: pd.Series  # squared bias, variance, noise and error, exact, averaged over the hours

    @property
    def average(self) -> np.ndarray:
        """The mean of the curves."""
        return self.curves.mean(axis=0)


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
def many_tides(k: int, n_samples: int = 50, noise: float = 10.0, n_sets: int = 20) -> ManyTides:
    """Return the curves of k nearest neighbours on several training sets, and the exact parts of their error."""
    check_count("k", k, 1, n_samples)
    tides = [make_tide(n_samples, noise=noise, random_state=seed) for seed in range(n_sets)]
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
        parts=smoother_parts(weights, first.truth(rows), truth, noise**2).mean(),
    )


GROWING = {
    "1 neighbour": (1, 0.0),
    "10 neighbours": (10, 0.0),
    "a fifth of the readings": (10, 1.0),
    "k grows as n^0.8": (10, 0.8),
}
"""The k for 50 readings, and the power of the number of readings with which k grows."""
LINE = "straight line"


@cache
def learning_curves(part: str = "error", sizes: Sequence[int] = (20, 50, 100, 200, 500, 1000, 2000)) -> pd.DataFrame:
    """Return a part of the expected error, in squared decimetres, by number of readings and model."""
    if part not in ("error", "squared_bias", "variance", "noise"):
        fail("part", "be error, squared_bias, variance or noise", repr(part), "Choose one of the four.")
    lines = [_by_model(n)[part] for n in sizes]
    return pd.DataFrame(lines, index=pd.Index(sizes, name="readings"))


@cache
def _by_model(n: int) -> pd.DataFrame:
    """Return the parts of each model of the learning curves for n readings, one row for each model."""
    tide = make_tide(n, random_state=0)
    rows = tide.data.to_numpy()
    ks = {name: round(k * (n / 50) ** power) for name, (k, power) in GROWING.items()}
    weights = {name: neighbor_weights(HOURS, rows, k) for name, k in ks.items()}
    weights[LINE] = np.vander(HOURS[:, 0], 2) @ np.linalg.pinv(np.vander(rows[:, 0], 2))
    truths = tide.truth(rows), tide.truth(HOURS)
    return pd.DataFrame({name: smoother_parts(w, *truths, tide.noise**2).mean() for name, w in weights.items()}).T
