"""Means of samples whose truth is known: settings -> result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TRUTH = 1.0
"""The mean of the distribution that the samples come from, in minutes."""


@dataclass(frozen=True)
class Means:
    """The means of many samples of n waiting times."""

    n: int
    means: np.ndarray

    @property
    def spread(self) -> float:
        """The standard deviation of the means."""
        return float(self.means.std(ddof=1))


def sample_means(n: int, n_samples: int = 500, seed: int = 0) -> Means:
    """Draw samples of n waiting times with mean 1 and return their means."""
    return Means(n, np.random.default_rng(seed).exponential(TRUTH, size=(n_samples, n)).mean(axis=1))
