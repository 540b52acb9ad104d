"""Simulate classes of normal clouds, whose true posterior is known at every point.

Every class is a mixture of one or more spherical normal distributions with one standard deviation, the spread; within a
class all centres are equally probable. With one centre for each of two classes the optimal decision boundary is a
straight line; with several it is curved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.datasets._simulated import Simulated, generator, numbered

CURVED = (((-1.6, 1.0), (-0.6, -0.9), (0.6, 1.7)), ((1.5, 0.4), (0.2, 0.4), (1.4, -1.4)))
"""Three centres for each of two classes; the optimal decision boundary between them is S-shaped."""


@documented
@dataclass(frozen=True)
class GaussianClasses(Simulated):
    """Simulated rows of several classes and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_samples, n_features)
        `x_1`, `x_2`, ..., in the units of the spread.
    target : Series of shape (n_samples,)
        `y`: 0, 1, ..., the class.
    centers : tuple of ndarray of shape (n_centers of the class, n_features)
        One array for each class.
    spread : float
        Standard deviation of every cloud in every feature.
    priors : ndarray of shape (n_classes,)
        The probabilities of the classes in the draw.
    """

    data: pd.DataFrame
    target: pd.Series
    centers: tuple[np.ndarray, ...]
    spread: float
    priors: np.ndarray

    def log_densities(self, X: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the log density of every class, up to a constant shared by all classes.

        {of_features}
        ndarray of shape (n_rows, n_classes)
        """
        rows = np.asarray(X, dtype=float)[:, np.newaxis]
        by_class = []
        for centers in self.centers:
            heights = -((rows - centers) ** 2).sum(axis=2) / (2 * self.spread**2)
            by_class.append(np.logaddexp.reduce(heights, axis=1) - np.log(len(centers)))
        return np.column_stack(by_class)

    def posterior(self, X: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the true probability of every class at the rows.

        {of_features}
        ndarray of shape (n_rows, n_classes)
        """
        heights = self.log_densities(X) + np.log(self.priors)
        return np.exp(heights - np.logaddexp.reduce(heights, axis=1)[:, np.newaxis])


@documented
def make_gaussian_classes(
    n_samples: int = 200,
    *,
    centers: Sequence[Any] | np.ndarray = CURVED,
    spread: float = 0.7,
    priors: Sequence[float] | None = None,
    random_state: int | np.random.Generator | None = None,
) -> GaussianClasses:
    """Simulate classes that are mixtures of normal clouds.

    Parameters
    ----------
    n_samples : int
        Rows of all classes together.
    centers : sequence of array-like of shape (n_centers of the class, n_features)
        One entry for each class, at least two. The default has two features and a curved boundary between two classes.
    spread : float
        Standard deviation of every cloud in every feature, above 0.
    priors : sequence of float, optional
        The probability of every class; equal by default. The labels are drawn, so the counts vary.
    {seed_and_result}
    GaussianClasses

    Raises
    ------
    ValueError
        If there are fewer than two classes, the centres do not have the same number of features, or the priors are
        not positive numbers that sum to 1.

    Examples
    --------
    >>> simulated = make_gaussian_classes(100, centers=[[[0, 0]], [[1, 0]]], spread=1, random_state=0)
    >>> simulated.data.shape
    (100, 2)
    >>> simulated.posterior([[0.5, 7.0]]).round(3)
    array([[0.5, 0.5]])
    """
    n = check_count("n_samples", n_samples, 1)
    clouds = _checked_centers(centers)
    width = check_number("spread", spread, 0, open_low=True)
    shares = _checked_priors(priors, len(clouds))
    rng = generator(random_state)

    target = rng.choice(len(clouds), size=n, p=shares)
    number = np.array([len(each) for each in clouds])[target]
    which = rng.integers(number)  # one draw for each row, less than the number of centres of its class
    first = np.cumsum([0, *(len(each) for each in clouds)])[target]
    data = np.concatenate(clouds)[first + which] + width * rng.normal(size=(n, clouds[0].shape[1]))
    return GaussianClasses(numbered(data), pd.Series(target, name="y"), clouds, width, shares)


def _checked_centers(centers: Sequence[Any] | np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the centres as one array for each class."""
    advice = "Pass one table of centres for each class, such as [[[0, 0]], [[1, 0], [2, 2]]]."
    clouds = tuple(np.asarray(each, dtype=float) for each in centers)
    if len(clouds) < 2:
        fail("centers", "have an entry for each of at least 2 classes", f"{len(clouds)}", advice)
    shapes = [each.shape for each in clouds]
    if any(each.ndim != 2 or 0 in each.shape or not np.isfinite(each).all() for each in clouds):
        fail("centers", "hold a table of finite numbers for each class", f"shapes {shapes}", advice)
    if len({shape[1] for shape in shapes}) > 1:
        fail("centers", "have the same number of features in every class", f"shapes {shapes}", advice)
    return clouds


def _checked_priors(priors: Sequence[float] | None, n_classes: int) -> np.ndarray:
    """Return the priors as an array; equal ones for None."""
    if priors is None:
        return np.full(n_classes, 1 / n_classes)
    shares = np.asarray(priors, dtype=float)
    if shares.shape != (n_classes,) or not (shares > 0).all() or not np.isclose(shares.sum(), 1):
        advice = f"Pass {n_classes} probabilities, or None for equal ones."
        fail("priors", f"be {n_classes} positive numbers that sum to 1", repr(priors), advice)
    return shares / shares.sum()
