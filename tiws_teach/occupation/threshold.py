"""Choose the confidence from which answers are coded automatically, so that the codes reach an accuracy.

The accuracy above each threshold is estimated by cross-validation. A *lower bound* of it has to reach the accuracy,
because an estimate alone would miss it in about every second survey. The thresholds are tried from the highest to the
lowest, and the first that misses the accuracy ends the search. So the choice needs no correction: a threshold that is
not accurate enough is taken only if the bound fails at the first of them. The counts are halved, because in a
cross-validation the same codes train and judge: two answers that code each other are both right or both wrong, and an
answer without a duplicate is not judged as the answers that it will code.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import beta
from sklearn.base import clone
from sklearn.model_selection import GroupKFold, KFold

from tiws_teach._extras import progress_bar
from tiws_teach._validation import check_count, check_floats, check_number, fail
from tiws_teach.occupation._base import in_chunks
from tiws_teach.occupation._input import check_classifier, check_training
from tiws_teach.occupation.production import ProductionCurve, production_curve

STEPS = 20
"""Number of production rates at which a threshold may lie: with one for each answer, bad luck would end the search."""
DESIGN_EFFECT = 2
"""How many cross-validated answers are worth one independent answer; measured in simulated surveys."""


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


@dataclass(frozen=True)
class CodingThreshold:
    """The threshold for an accuracy, and what to expect of it.

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

    Source: Gweon (2017), Section 4.2.1; the lower bound is ours.
    """

    threshold: float
    target: float
    accuracy: float
    lower_bound: float
    level: float
    coded_share: float
    curve: ProductionCurve


def cross_coded(coder, texts, codes, cv=10, groups=None, random_state=None, progress=False):
    """Code each training answer by a coder that was fitted without it.

    Source: Gweon (2017), Section 4.4.1.
    """
    answers, codes = check_training(texts, codes)
    check_classifier(coder, "coder")
    n_folds = check_count("cv", cv, 2, len(answers))
    splitter = KFold if groups is None else GroupKFold
    folds = splitter(n_folds, shuffle=True, random_state=random_state).split(answers, codes, groups)
    predicted, confidence = np.empty(len(codes), dtype=codes.dtype), np.empty(len(codes))
    for train, test in progress_bar(folds, progress, total=n_folds, desc="cross-validation"):
        fitted = clone(coder).fit([answers[row] for row in train], codes[train])
        predicted[test], confidence[test] = codes_with_confidence(fitted, [answers[row] for row in test])
    return predicted, confidence


def codes_with_confidence(coder, answers):
    """Return the code of each answer, and its confidence: the coder's own, otherwise the highest probability.

    Source: Gweon (2017), Section 4.3.
    """
    if hasattr(coder, "confidence"):
        return coder.predict(answers), coder.confidence(answers)
    return coder.predict(answers), in_chunks(lambda part: coder.predict_proba(part).max(axis=1), answers)


def threshold_for(
    coder, texts, codes, accuracy=0.95, *, level=0.9, cv=10, groups=None, random_state=None, progress=False
):
    """Return the confidence from which answers are coded automatically, so that their codes reach an accuracy.

    Parameters
    ----------
    coder : classifier of texts
        With predict, and confidence or predict_proba; it is cloned, not fitted.
    texts, codes : iterable of str, length n_answers
        Training answers and their codes.
    accuracy : float, default=0.95
        In (0, 1).
    level : float, default=0.9
        The probability with which the lower bound is to hold, in [0.5, 1).
    cv : int, default=10
        Number of folds.
    groups : array-like of shape (n_answers,) or None, default=None
        Who gave the answer. Pass it if one person answers more than once; otherwise the estimate is too good.
    random_state : int, RandomState or None, default=None
    progress : bool, default=False
        Whether to show a progress bar.

    Returns
    -------
    CodingThreshold

    Notes
    -----
    The bound assumes that new answers are drawn like the training answers. The accuracy is that of all coded answers
    together: single codes can be coded less accurately. Where nothing can be promised, nothing is coded: 0.95 at the
    default level takes at least 90 answers above the threshold, and all of their codes right. If most surveys like
    yours are too small for that, those that pass are lucky ones, and the bound holds less often among them.

    Measured on 40 random splits with 1,000 answers of English marriage certificates (replication
    `occupation_promises`): with NN-3 all 40 reach 0.95 and 0.34 of the answers are coded; the estimate in the place of
    the bound reaches 0.95 in 26 splits. On lists of titles an error or two among the first answers end the search: with
    O*NET's titles by major group, no coder codes anything for 0.95 in more than one split of 40.

    Examples
    --------
    >>> from tiws_teach import DuplicateCoder
    >>> texts, codes = ["roofer"] * 50 + ["printer"] * 50, ["7131"] * 50 + ["8251"] * 50
    >>> limit = threshold_for(DuplicateCoder(), texts, codes, accuracy=0.95, random_state=0)
    >>> limit.threshold, limit.coded_share, round(limit.lower_bound, 3)
    (1.0, 1.0, 0.955)

    Source: Gweon (2017), Section 4.2.1; the lower bound is ours.
    """
    check_number("accuracy", accuracy, 0, 1, open_low=True)
    if check_number("level", level, 0.5, 1) == 1:
        fail("level", "be less than 1", 1, "No sample gives certainty; use, for example, 0.9.")
    answers, codes = check_training(texts, codes)
    predicted, confidence = cross_coded(coder, answers, codes, cv, groups, random_state, progress)
    return lowest_threshold(production_curve(confidence, predicted == codes), accuracy, level)


def lowest_threshold(curve, accuracy, level=0.9, design_effect=DESIGN_EFFECT):
    """Return the lowest threshold of a curve down to which the lower bound reaches an accuracy.

    The search starts at the first threshold with enough answers: if all of their codes were right, the bound would
    reach the accuracy. It ends at the first threshold whose bound does not. The bounds are tests in a fixed order, and
    this stop is what keeps the probability of accepting a threshold that misses the accuracy at most 1 - `level`,
    however many are tried: such a threshold can only be accepted if the first of them passes its test.

    Parameters
    ----------
    curve : ProductionCurve
    accuracy : float
    level : float, default=0.9
    design_effect : float, default=2
        All counts are divided by it; 1 takes the cross-validated answers as independent.

    Returns
    -------
    CodingThreshold

    Source: ours; the order of the tests is that of Maurer, Hothorn and Lehmacher (1995).
    """
    ends = np.searchsorted(curve.rates, np.arange(1, STEPS + 1) / STEPS - 1e-12)
    tried = np.unique(np.minimum(ends, len(curve.coded) - 1))
    correct, coded = curve.correct[tried] / design_effect, curve.coded[tried] / design_effect
    can_reach = accuracy_bound(coded, coded, level) >= accuracy
    tried, bounds = tried[can_reach], accuracy_bound(correct, coded, level)[can_reach]
    n_passed = int(np.logical_and.accumulate(bounds >= accuracy).sum())
    if not n_passed:
        return CodingThreshold(np.inf, accuracy, np.nan, np.nan, level, 0.0, curve)
    at, bound = tried[n_passed - 1], float(bounds[n_passed - 1])
    threshold, expected, share = (float(each[at]) for each in (curve.thresholds, curve.accuracies, curve.rates))
    return CodingThreshold(threshold, accuracy, expected, bound, level, share, curve)
