"""Simulate two overlapping classes, the ill and the healthy, with a known truth and adjustable difficulties.

Both classes are normal with standard deviation 1 in every feature. Their means lie on the axis of `x_1`, the healthy
at -D/2 and the ill at D/2; the other features carry no information. The distance D follows from the overlap, the area
under both densities: 2 Phi(-D/2), with Phi the distribution function of the standard normal.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.datasets._simulated import Simulated, generator, numbered


@documented
@dataclass(frozen=True)
class OverlappingClasses(Simulated):
    """Simulated rows of two classes and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_samples, n_features)
        `x_1`, `x_2`, ..., in standard deviations. Only `x_1` distinguishes the classes.
    target : Series of shape (n_samples,)
        `y`: 1 (the minority) or 0, as recorded.
    clean : Series of shape (n_samples,)
        `y` before labels were flipped.
    means : ndarray of shape (2, n_features)
        Means of class 0 and class 1.
    ratio : float
        Rows of class 0 for each row of class 1.
    overlap : float
        The area under both densities.
    """

    data: pd.DataFrame
    target: pd.Series
    clean: pd.Series
    means: np.ndarray
    ratio: float
    overlap: float

    @property
    def distance(self) -> float:
        """Distance between the two means, in standard deviations."""
        return float(self.means[1, 0] - self.means[0, 0])

    def posterior(self, X: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the probability that a row with these features is of class 1, ignoring flipped labels.

        {of_features}
        ndarray of shape (n_rows,)
        """
        log_odds = self.distance * np.asarray(X, dtype=float)[:, 0] - np.log(self.ratio)
        return 0.5 + 0.5 * np.tanh(log_odds / 2)  # the logistic function, which cannot overflow in this form

    def boundary(self, threshold: float = 0.5) -> float:
        """Return the Bayes decision boundary: the value of x_1 above which class 1 is more probable than a threshold.

        Parameters
        ----------
        threshold : float, default=0.5
            In (0, 1); 0.5 makes the fewest errors.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the threshold is not inside (0, 1), or the classes do not differ, so that there is no boundary.
        """
        if not 0 < check_number("threshold", threshold, 0, 1) < 1:
            fail("threshold", "be inside (0, 1)", threshold, "Pass, for example, 0.5.")
        if self.distance == 0:
            fail("the overlap", "be below 1 for a boundary", self.overlap, "Simulate classes that differ.")
        return float((np.log(self.ratio) + np.log(threshold / (1 - threshold))) / self.distance)


@documented
def make_overlapping_classes(
    n_samples: int = 1000,
    *,
    ratio: float = 9.0,
    overlap: float = 0.3,
    n_features: int = 2,
    label_noise: float = 0.0,
    random_state: int | np.random.Generator | None = None,
) -> OverlappingClasses:
    """Simulate two classes, one of them rarer.

    Parameters
    ----------
    n_samples : int
        Number of rows of both classes together.
    ratio : float
        Rows of class 0 for each row of class 1, at least 1. The counts are exact: 9 gives 900 and 100 in 1,000 rows.
    overlap : float
        In (0, 1]: the area under both densities. With 1 the features carry no information.
    n_features : int
        Number of features; only the first carries information.
    label_noise : float
        In [0, 0.5]: the share of all rows whose label is flipped, drawn independently of the class.
    {seed_and_result}
    OverlappingClasses

    Raises
    ------
    ValueError
        If a parameter is outside its range, or if no row of class 1 would be left.

    Examples
    --------
    >>> simulated = make_overlapping_classes(1000, ratio=9, random_state=0)
    >>> simulated.target.value_counts().to_dict()
    {0: 900, 1: 100}
    >>> round(simulated.boundary(), 2)
    1.06
    """
    n = check_count("n_samples", n_samples, 2)
    p = check_count("n_features", n_features, 1)
    ill = round(n / (1 + check_number("ratio", ratio, 1)))
    if ill == 0:
        fail("ratio", f"leave a row of class 1 among {n}", ratio, "Lower ratio or raise n_samples.")
    distance = -2 * NormalDist().inv_cdf(check_number("overlap", overlap, 0, 1, open_low=True) / 2)
    noise = check_number("label_noise", label_noise, 0, 0.5)
    rng = generator(random_state)

    means = np.zeros((2, p))
    means[:, 0] = -distance / 2, distance / 2
    clean = rng.permutation(np.repeat([0, 1], [n - ill, ill]))
    data = rng.normal(size=(n, p)) + means[clean]
    recorded = clean.copy()
    exchanged = rng.choice(n, size=round(noise * n), replace=False)
    recorded[exchanged] = 1 - recorded[exchanged]
    target, unflipped = (pd.Series(labels, name="y") for labels in (recorded, clean))
    return OverlappingClasses(numbered(data), target, unflipped, means, float(ratio), float(overlap))
