"""Simulate rows with several labels at once and a chosen correlation.

The labels form a chain. The first is present with a chosen probability, the share. Each further one
repeats the label before it with probability r, the correlation, and is otherwise drawn again with the same share.
Adjacent labels then have correlation r, labels i places apart r^i, and every labelset's probability is a short product.
Each label shifts its own feature by a chosen amount, the signal; all features have normal noise of deviation 1.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number
from tiws_teach.datasets._simulated import Simulated, generator, numbered

MOST_LABELS = 12
"""The truth needs a list of all labelsets, at most 2 to this power."""


@documented
@dataclass(frozen=True)
class Labelsets(Simulated):
    """Simulated rows with several labels and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_samples, n_labels + n_noise)
        `x_1`, `x_2`, ...: the feature of each label, then noise; in standard deviations of the noise.
    target : DataFrame of shape (n_samples, n_labels)
        `label_1`, `label_2`, ...: 0 or 1.
    labelsets : ndarray of int, shape (2 ** n_labels, n_labels)
        All possible labelsets.
    priors : ndarray of shape (2 ** n_labels,)
        Their probabilities.
    signal : float
        How much a label shifts its feature.
    """

    data: pd.DataFrame
    target: pd.DataFrame
    labelsets: np.ndarray
    priors: np.ndarray
    signal: float

    def posterior(self, X: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the true probability of every labelset at the rows.

        {of_features}
        ndarray of shape (n_rows, 2 ** n_labels)
            In the order of `labelsets`.
        """
        x = np.asarray(X, dtype=float)[:, np.newaxis, : self.labelsets.shape[1]]
        with np.errstate(divide="ignore"):  # an impossible labelset has log-probability -inf and probability 0
            heights = np.log(self.priors) - ((x - self.signal * self.labelsets) ** 2).sum(axis=2) / 2
        return np.exp(heights - np.logaddexp.reduce(heights, axis=1)[:, np.newaxis])

    def most_probable(self, X: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the most probable labelset at each row; no other rule has a lower 0/1 loss.

        {of_features}
        ndarray of int, shape (n_rows, n_labels)
        """
        return self.labelsets[self.posterior(X).argmax(axis=1)]

    def label_probabilities(self, X: pd.DataFrame | np.ndarray) -> np.ndarray:
        """Return the true probability of every label at the rows; the rule "above 1/2" has the lowest error per label.

        {of_features}
        ndarray of shape (n_rows, n_labels)
        """
        return self.posterior(X) @ self.labelsets


@documented
def make_labelsets(
    n_samples: int = 600,
    *,
    n_labels: int = 5,
    correlation: float = 0.8,
    share: float = 0.4,
    signal: float = 1.5,
    n_noise: int = 0,
    random_state: int | np.random.Generator | None = None,
) -> Labelsets:
    """Simulate rows whose labels have a chosen correlation.

    Parameters
    ----------
    n_samples : int
    n_labels : int
        In [1, 12].
    correlation : float
        Correlation of a label and the one before it, in [0, 1]: 0 makes the labels independent, 1 makes them identical.
    share : float
        Probability of every label, in [0, 1].
    signal : float
        How much a label shifts its feature, in standard deviations of the noise, at least 0.
    n_noise : int
        Number of additional features without information.
    {seed_and_result}
    Labelsets

    Examples
    --------
    >>> simulated = make_labelsets(1000, n_labels=3, random_state=0)
    >>> simulated.data.shape, simulated.target.shape
    ((1000, 3), (1000, 3))
    >>> dict(zip(map(str, simulated.labelsets[[0, 1, 7]]), simulated.priors[[0, 1, 7]].round(4).tolist()))
    {'[0 0 0]': 0.5078, '[0 0 1]': 0.0442, '[1 1 1]': 0.3098}
    """
    n, n_labels = check_count("n_samples", n_samples, 1), check_count("n_labels", n_labels, 1, MOST_LABELS)
    check_number("correlation", correlation, 0, 1)
    check_number("share", share, 0, 1)
    check_number("signal", signal, 0)
    noise = check_count("n_noise", n_noise, 0)
    rng = generator(random_state)

    sets = np.array(list(product((0, 1), repeat=n_labels)))
    priors = _priors(sets, correlation, share)
    Y = sets[rng.choice(len(sets), size=n, p=priors)]
    X = rng.normal(size=(n, n_labels + noise))
    X[:, :n_labels] += signal * Y
    return Labelsets(numbered(X), numbered(Y, "label"), sets, priors, float(signal))


def _priors(sets: np.ndarray, correlation: float, share: float) -> np.ndarray:
    """Return each labelset's probability: that of its first label times each further one's given the one before."""
    alone = np.where(sets == 1, share, 1 - share)
    repeats = sets[:, 1:] == sets[:, :-1]
    return alone[:, 0] * (correlation * repeats + (1 - correlation) * alone[:, 1:]).prod(axis=1)
