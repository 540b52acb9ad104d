"""What all simulations share: their draws, and a result with features, target, and both in one frame."""

import numbers

import numpy as np
import pandas as pd

from tiws_teach._validation import fail


class Simulated:
    """Base of the results of the generators."""

    data: pd.DataFrame
    target: pd.Series | pd.DataFrame

    @property
    def frame(self) -> pd.DataFrame:
        """Features and target in one frame."""
        return pd.concat([self.data, self.target], axis=1)


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


def numbered(values: np.ndarray, stem: str = "x") -> pd.DataFrame:
    """Return a table with the columns `x_1`, `x_2`, ..."""
    return pd.DataFrame(values, columns=[f"{stem}_{number}" for number in range(1, values.shape[1] + 1)])
