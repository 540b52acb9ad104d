"""Simulate readings of a tide gauge with a known truth: a smooth tide, and noise from small waves.

The level follows ``amplitude * sin(2 pi hour / PERIOD)`` around the mean level; a reading adds a normal error. This
tide takes exactly twelve hours, slightly less than a real one.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_number
from tiws_teach.datasets._simulated import Simulated, generator

PERIOD = 12.0
DESIGNS = ("even", "random")


@dataclass(frozen=True)
class TideReadings(Simulated):
    """Simulated readings of one tide and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_samples, 1)
        `hour`, from 0 to 12, ascending.
    target : Series of shape (n_samples,)
        `level`: the water level reading, in decimetres above the mean.
    amplitude : float
        Amplitude of the tide, in decimetres.
    noise : float
        Standard deviation of a reading, in decimetres.
    """

    data: pd.DataFrame
    target: pd.Series
    amplitude: float
    noise: float

    def truth(self, hours: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the tide level without noise.

        Parameters
        ----------
        hours : array-like of shape (n_rows, 1) or (n_rows,)

        Returns
        -------
        ndarray of shape (n_rows,)
            In decimetres above the mean.
        """
        return self.amplitude * np.sin(2 * np.pi * np.asarray(hours, dtype=float).reshape(len(hours)) / PERIOD)

    def posterior(self, hours: pd.DataFrame | np.ndarray, level: float = 0.0) -> np.ndarray:
        """Return the probability that a reading is above a level.

        Parameters
        ----------
        hours : array-like of shape (n_rows, 1) or (n_rows,)
        level : float, default=0.0
            In decimetres above the mean.

        Returns
        -------
        ndarray of shape (n_rows,)
        """
        from scipy.special import ndtr  # reading the catalogue should not import scipy

        above = self.truth(hours) - level
        return ndtr(above / self.noise) if self.noise > 0 else (above > 0).astype(float)


@documented
def make_tide(
    n_samples: int = 50,
    *,
    amplitude: float = 14.0,
    noise: float = 10.0,
    design: str = "even",
    random_state: int | np.random.Generator | None = None,
) -> TideReadings:
    """Simulate the readings of a gauge during one tide.

    Parameters
    ----------
    n_samples : int, default=50
        Number of readings.
    amplitude : float, default=14.0
        Amplitude of the tide, in decimetres, >= 0.
    noise : float, default=10.0
        Standard deviation of a reading, in decimetres, >= 0.
    design : {"even", "random"}, default="even"
        When the gauge is read: in the middle of each of n_samples equal time intervals, or at random.
    {seed_and_result}
    TideReadings

    Examples
    --------
    >>> make_tide(3, noise=0).frame.round(2)
       hour  level
    0   2.0  12.12
    1   6.0   0.00
    2  10.0 -12.12
    """
    n = check_count("n_samples", n_samples, 1)
    amplitude, noise = check_number("amplitude", amplitude, 0), check_number("noise", noise, 0)
    rng = generator(random_state)
    if check_choice("design", design, DESIGNS) == "even":
        hours = (np.arange(n) + 0.5) * PERIOD / n
    else:
        hours = np.sort(rng.uniform(0, PERIOD, n))
    level = amplitude * np.sin(2 * np.pi * hours / PERIOD) + rng.normal(0, noise, n)
    return TideReadings(pd.DataFrame({"hour": hours}), pd.Series(level, name="level"), amplitude, noise)
