"""What a threshold promises, and the search for the lowest one whose codes reach an accuracy.

The accuracy above each threshold is estimated by cross-validation. A *lower bound* of it has to reach the accuracy,
because an estimate alone misses it in about every third survey. Thresholds are tried from high to low, in a fixed
order, from two starts that share the error probability; a bound that misses ends its search. This *fallback procedure*
keeps the probability of accepting any threshold that is not accurate enough, however many are tried, and it forgives
early errors. It takes the cross-validated answers as independent. They are not quite, so the rate of broken promises
was simulated: see the replication `occupation_promises`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

import numpy as np
import pandas as pd
from scipy.stats import beta

from tiws_teach._validation import check_floats, check_number, fail
from tiws_teach.occupation.production import ProductionCurve

STEPS = 50
"""Number of production rates at which a threshold may lie: with one for each answer, bad luck would end the search."""
STARTS = {0.0: 0.7, 0.4: 0.3}
"""Least production rate of each start, and its share of the error probability; chosen by simulation."""
HALVED = {"design_effect": 2, "starts": {0.0: 1.0}, "steps": 20, "forgiven": 0}
"""Options of the strictest rule: one start, no error forgiven at it, and two answers count as one."""


def accuracy_bound(correct, coded, level=0.9):
    """Return a lower bound of the accuracy that holds with probability `level` (Clopper and Pearson, one-sided).

    Parameters
    ----------
    correct, coded : array-like
        Number of correct codes, and of all codes; effective numbers need not be whole.
    level : float, default=0.9
        In [0.5, 1).

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> accuracy_bound([96, 960], [100, 1000]).round(3)
    array([0.922, 0.951])

    Source: Clopper and Pearson (1934); its use here is ours.
    Equation: 13.7.
    """
    correct, coded = check_floats("correct", correct, low=0), check_floats("coded", coded, low=0)
    check_number("level", level, 0.5, 1, open_high=True)
    if np.any(correct > coded):
        fail("correct", "be at most coded", f"{np.max(correct - coded):g} more", "Count correct codes and all codes.")
    return np.where(correct > 0, beta.ppf(1 - level, np.where(correct > 0, correct, 1), coded - correct + 1), 0.0)[()]


@dataclass(frozen=True, repr=False)
class CodingThreshold:
    """The threshold for an accuracy, and what to expect of it; `print` shows it in words, with the curve if none is.

    Attributes
    ----------
    threshold : float
        Answers with at least this confidence are coded; infinite if no threshold reaches the accuracy.
    target : float
        The accuracy that was asked for.
    accuracy : float
        Expected accuracy of the coded answers, by cross-validation; NaN if nothing is coded.
    lower_bound : float
        Lower bound of that accuracy; NaN if nothing is coded.
    level : float
        The probability with which the bound holds.
    coded_share : float
        Expected production rate.
    curve : ProductionCurve
        The curve of the cross-validation.
    parts : dict of int to CodingThreshold
        Number of leading characters to the threshold from which they are coded where the whole code is not. Accuracy,
        bound and share are those of all answers that have a code by then, longer ones included.

    Source: Gweon (2017), Section 4.2.1; the lower bound and the parts are ours.
    """

    threshold: float
    target: float
    accuracy: float
    lower_bound: float
    level: float
    coded_share: float
    curve: ProductionCurve
    parts: dict[int, CodingThreshold] = field(default_factory=dict, init=False)

    def to_frame(self):
        """Return the curve with its bounds: what each share of coded answers would have promised.

        Returns
        -------
        pandas.DataFrame
            Columns `production_rate`, `threshold`, `accuracy` and `lower_bound`, at most ten rows. Each bound holds
            alone, with probability `level`; the choice among all of them asks for more.
        """
        curve = self.curve
        at = np.unique(np.minimum(np.searchsorted(curve.rates, np.arange(1, 11) / 10 - 1e-12), len(curve.coded) - 1))
        bounds = accuracy_bound(curve.correct[at], curve.coded[at], self.level)
        columns = {"production_rate": curve.rates, "threshold": curve.thresholds, "accuracy": curve.accuracies}
        return pd.DataFrame({name: values[at] for name, values in columns.items()} | {"lower_bound": bounds})

    def __repr__(self) -> str:
        names = ("threshold", "target", "accuracy", "lower_bound", "level", "coded_share")
        shown = [f"{name}={getattr(self, name):.4g}" for name in names]
        return f"CodingThreshold({', '.join([*shown, f'parts={self.parts}'])})"

    def __str__(self) -> str:
        lines, before = [self.words()], self
        for length, part in self.parts.items():
            lines.append(f"first {length} of each code: {part.words()}{part._alone(before)}")
            before = part
        return "\n".join(lines)

    def _alone(self, before: CodingThreshold) -> str:
        """Return in words how many codes a part adds to those before, and how accurate these are expected to be."""
        added = self.coded_share - before.coded_share
        if np.isinf(self.threshold) or added <= 0:
            return ""
        right = self.accuracy * self.coded_share - (before.accuracy * before.coded_share if before.coded_share else 0)
        return f", for all together; {added:.1%} are added, with {right / added:.3f}"

    def words(self) -> str:
        """Return what is coded in one line, or if nothing is, the curve that says why, or that answers are too few.

        Returns
        -------
        str
        """
        if self.coded_share and np.isinf(self.threshold):
            return "no other answer is sure enough"
        if self.coded_share:
            return (
                f"{self.coded_share:.1%} coded, from a confidence of {self.threshold:.4f} on; expected accuracy "
                f"{self.accuracy:.3f}, with {self.level:.0%} confidence at least {self.lower_bound:.3f}"
            )
        n, least = self.curve.coded[-1], least_answers(self.target, self.level)
        few = (
            f": {n} training answers are too few, since it takes {least} sure ones, of which one may be coded wrongly, "
            f"and usually some {5 * least} in all"
        ) * bool(n < least)
        frame = self.to_frame()
        if not few and (frame["lower_bound"] >= self.target).any():
            few = f" (a bound below does, alone, but the choice among all asks for more: at least {least} sure answers)"
        table = frame.round(3).to_string(index=False)
        return f"no threshold reaches an accuracy of {self.target:g}{few}; by the share that is coded:\n{table}"


def least_answers(accuracy, level=0.9):
    """Return the number of answers from which on `lowest_threshold` may code them, with one error among them."""
    risk = STARTS[0.0] * (1 - level)  # at a lower accuracy, of at most one error
    return next(n for n in count(2) if accuracy ** (n - 1) * (n - (n - 1) * accuracy) <= risk)


def lowest_threshold(curve, accuracy, level=0.9, design_effect=1, starts=None, steps=STEPS, forgiven=1):
    """Return the lowest threshold of a curve down to which the lower bound reaches an accuracy.

    The first start is the highest threshold whose bound would reach the accuracy with one error, at 0.7 of the error
    probability 1 - `level`; the second is at a production rate of 0.4, with the rest. From each start the search goes
    down while the bounds reach the accuracy. A search that arrives at the second start goes on with both shares.
    `starts` has the least production rate of each start, the first one 0, and its share of the error probability; a
    threshold may lie at `steps` production rates, and counts are divided by `design_effect`. The bound of the result is
    the one that was tested, at the error probability that its search had.

    Source: ours; the procedure is that of Wiens (2003), its use for thresholds that of Angelopoulos et al. (2021).
    """
    ends = np.searchsorted(curve.rates, np.arange(1, steps + 1) / steps - 1e-12)
    tried = np.unique(np.minimum(ends, len(curve.coded) - 1))
    correct, coded = curve.correct[tried] / design_effect, curve.coded[tried] / design_effect
    starts = starts or STARTS
    first = accuracy_bound(np.maximum(coded - forgiven, 0), coded, 1 - starts[0.0] * (1 - level)) >= accuracy
    shares = (1 - level) * _shares(first, curve.rates[tried], starts)
    best, bound = _search(correct, coded, shares, accuracy)
    if best is None:
        return CodingThreshold(np.inf, accuracy, np.nan, np.nan, level, 0.0, curve)
    at = tried[best]
    threshold, expected, share = (float(each[at]) for each in (curve.thresholds, curve.accuracies, curve.rates))
    return CodingThreshold(threshold, accuracy, expected, bound, level, share, curve)


def _search(correct, coded, shares, accuracy):
    """Return the place of the last threshold that passes, and its bound; shares of the error probability add up."""
    best, bound, risk = None, np.nan, 0.0
    for place, share in enumerate(shares):
        risk += share
        reached = accuracy_bound(correct[place], coded[place], 1 - risk) if risk else 0.0
        if reached >= accuracy:
            best, bound = place, float(reached)
        else:
            risk = 0.0
    return best, bound


def _shares(can_pass, rates, starts):
    """Return the share of the error probability that starts at each threshold: most 0, and all if no start can pass."""
    shares = np.zeros(len(rates))
    if can_pass.any():
        for rate, share in starts.items():
            shares[np.argmax(can_pass & (rates >= min(rate, rates[-1])))] += share
    return shares
