"""The ratio of two summed errors, with an interval over categories."""

import numpy as np
from scipy.stats import t


def ratio_of_sums(error, base):
    """Return the sum of `error` divided by that of `base`; 1 if both are 0."""
    above, below = float(np.sum(error)), float(np.sum(base))
    if below > 0:
        return above / below
    return np.inf if above > 0 else 1.0


def ratio_interval(error, base, level=0.95):
    """Return Fieller's interval for the ratio of two sums: each r >= 0 for which t finds no error - r * base but 0.

    The pairs count as independent draws. An interval is [0, inf) if t does not tell the mean of `base` from 0.

    >>> low, high = ratio_interval([1, 2, 3, 2], [4, 5, 7, 4])
    >>> round(low, 2), round(high, 2)
    (0.22, 0.53)

    Source: Fieller (1954).
    """
    error, base = np.asarray(error, dtype=float), np.asarray(base, dtype=float)
    if len(error) < 2:
        return 0.0, np.inf
    square = t.ppf((1 + level) / 2, len(error) - 1) ** 2 / len(error)
    means, spread = np.array([error.mean(), base.mean()]), np.cov(error, base)
    (c, b), (_, a) = np.outer(means, means) - square * spread  # a r**2 - 2 b r + c <= 0
    if a <= 0:
        return 0.0, np.inf
    root = np.sqrt(max(b**2 - a * c, 0))
    return max(float((b - root) / a), 0.0), max(float((b + root) / a), 0.0)
