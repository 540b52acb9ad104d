"""What all simulations draw with: a Generator from `random_state`, and Zipf's law."""

from __future__ import annotations

import numbers

import numpy as np

from tiws_teach._validation import fail


def zipf_weights(ranks: np.ndarray, zipf: float) -> np.ndarray:
    """Return probabilities proportional to rank ** -zipf."""
    weights = ranks.astype(float) ** -zipf
    return weights / weights.sum()


def generator(random_state: int | np.random.Generator | None) -> np.random.Generator:
    """Return the given Generator (which advances), or a new one seeded by an int or, for None, by the system."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    whole = isinstance(random_state, numbers.Integral) and not isinstance(random_state, bool)
    if random_state is not None and not (whole and random_state >= 0):
        rule = "be a whole number >= 0, a numpy.random.Generator or None"
        fail("random_state", rule, repr(random_state), "Pass, for example, random_state=0.", TypeError)
    return np.random.default_rng(random_state)
