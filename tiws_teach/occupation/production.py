"""Accuracy against production rate: how accurate the coding is if only the most confident answers are coded.

n         number of answers, of which a share r (the production rate) is coded automatically, the most confident first
C(m)      how many of the m most confident are coded correctly, on average over all orders of equal confidences
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._validation import check_floats, check_number, fail


def accuracy_at_rates(coded, correct, rates):
    """Return the accuracy at production rates, C(r n) / (r n), in closed form where confidences are equal.

    Within a group of equal confidences, each order is equally likely, so the expected number of correct codes grows
    linearly: C is interpolated between the ends of the groups.

    Parameters
    ----------
    coded : array-like of int, shape (n_groups,)
        Number of answers down to the end of each group of equal confidences, a running total; the last one is n.
    correct : array-like of int, shape (n_groups,)
        How many of them are coded correctly, a running total.
    rates : array-like of shape (n_rates,)
        In (0, 1].

    Returns
    -------
    ndarray of shape (n_rates,)

    Examples
    --------
    >>> accuracy_at_rates([2, 4], [2, 3], [0.5, 0.75, 1])
    array([1.        , 0.83333333, 0.75      ])

    Source: Gweon (2017), Section 4.2.1; the average over ties is ours.
    Equation: 13.2.
    """
    coded, correct = check_floats("coded", coded, 1, 0), check_floats("correct", correct, 1, 0)
    m = check_floats("rates", rates, low=0, high=1, empty=True) * coded[-1]
    return np.interp(m, np.r_[0, coded], np.r_[0, correct]) / m


@dataclass(frozen=True, repr=False)
class ProductionCurve:
    """Accuracy against production rate.

    Attributes
    ----------
    thresholds : ndarray of shape (n_groups,)
        The distinct confidences, descending: all answers with at least this confidence are coded.
    coded : ndarray of int, shape (n_groups,)
        How many answers that are.
    correct : ndarray of int, shape (n_groups,)
        How many of them are coded correctly.

    Source: Gweon (2017), Section 4.2.1.
    """

    thresholds: np.ndarray
    coded: np.ndarray
    correct: np.ndarray

    def __repr__(self) -> str:
        n, right = self.coded[-1], self.correct[-1]
        return f"ProductionCurve({n} answers, {right} right, {len(self.thresholds)} thresholds)"

    @property
    def rates(self) -> np.ndarray:
        """Production rate at each threshold, an ndarray of shape (n_groups,)."""
        return self.coded / self.coded[-1]

    @property
    def accuracies(self) -> np.ndarray:
        """Accuracy at each threshold, an ndarray of shape (n_groups,)."""
        return self.correct / self.coded

    def accuracy_at(self, rates):
        """Return the accuracy at production rates, on average over the orders of equal confidences.

        Parameters
        ----------
        rates : float or array-like of shape (n_rates,)
            In (0, 1].

        Returns
        -------
        float or ndarray of shape (n_rates,)
        """
        checked = [check_number("rates", rate, 0, 1, open_low=True) for rate in np.ravel(rates).tolist()]
        accuracies = accuracy_at_rates(self.coded, self.correct, checked)
        return accuracies.reshape(np.shape(rates))[()]

    def rate_at(self, accuracy):
        """Return the highest production rate that a threshold reaches with this accuracy.

        Parameters
        ----------
        accuracy : float
            In (0, 1].

        Returns
        -------
        float
            0 if no threshold reaches the accuracy.
        """
        return self._at_lowest(accuracy, self.rates, 0.0)

    def threshold_at(self, accuracy):
        """Return the lowest threshold that reaches this accuracy: an estimate, which promises nothing.

        Parameters
        ----------
        accuracy : float
            In (0, 1].

        Returns
        -------
        float
            Infinity if no threshold reaches the accuracy.
        """
        return self._at_lowest(accuracy, self.thresholds, np.inf)

    def _at_lowest(self, accuracy, values, otherwise):
        """Return the value at the lowest threshold that reaches an accuracy, or what holds if none does."""
        check_number("accuracy", accuracy, 0, 1, open_low=True)
        enough = np.flatnonzero(self.accuracies >= accuracy)
        return float(values[enough[-1]]) if len(enough) else otherwise

    def to_frame(self, rates=None):
        """Return the curve as a table.

        Parameters
        ----------
        rates : array-like of shape (n_rates,) or None, default=None
            None: 0.01, 0.02, ..., 1.

        Returns
        -------
        pandas.DataFrame
            Columns `production_rate` and `accuracy`.
        """
        rates = np.arange(1, 101) / 100 if rates is None else np.asarray(rates, dtype=float)
        return pd.DataFrame({"production_rate": rates, "accuracy": self.accuracy_at(rates)})

    def plot(self, ax=None, **style):
        """Draw the curve with pandas.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
        **style : dict
            Passed to `pandas.DataFrame.plot`, for example `label`.

        Returns
        -------
        matplotlib.axes.Axes
        """
        labels = {"xlabel": "production rate", "ylabel": "accuracy", "legend": "label" in style}
        return self.to_frame().plot(x="production_rate", y="accuracy", ax=ax, **{**labels, **style})


def production_curve(confidence, correct):
    """Return the accuracy against the production rate.

    Parameters
    ----------
    confidence : array-like of shape (n_answers,)
        The higher, the sooner is an answer coded automatically.
    correct : array-like of bool, shape (n_answers,)
        Whether its code is right.

    Returns
    -------
    ProductionCurve

    Examples
    --------
    >>> curve = production_curve([0.9, 0.9, 0.2, 0.2], [True, True, True, False])
    >>> curve.accuracies
    array([1.  , 0.75])
    >>> curve.rate_at(0.8)
    0.5

    Source: Gweon (2017), Section 4.2.1.
    """
    confidence, correct = np.asarray(confidence, dtype=float), np.asarray(correct)
    if confidence.ndim != 1 or correct.shape != confidence.shape or not len(confidence):
        shapes = f"shapes {confidence.shape} and {correct.shape}"
        fail("confidence and correct", "have one value for each of at least one answer", shapes, "Pass both whole.")
    if not np.isfinite(confidence).all():
        fail("confidence", "be finite", f"{confidence[~np.isfinite(confidence)][0]}", "Drop or replace these answers.")
    if correct.dtype != bool:
        fail("correct", "hold True or False", f"{correct.dtype}", "Pass, for example, predicted == codes.", TypeError)
    values, group = np.unique(-confidence, return_inverse=True)
    right = np.bincount(group, weights=correct).astype(np.int64)
    return ProductionCurve(-values, np.cumsum(np.bincount(group)), np.cumsum(right))
