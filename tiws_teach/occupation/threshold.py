"""Choose the confidence from which answers are coded automatically, by cross-validation on the training answers."""

import math
import warnings
from collections import Counter
from dataclasses import replace

import numpy as np

from tiws_teach._validation import check_choice, check_count, check_number, fail
from tiws_teach.occupation._input import check_training, unequal_lengths
from tiws_teach.occupation.crossing import cross_coded
from tiws_teach.occupation.hierarchy import code_groups
from tiws_teach.occupation.production import production_curve
from tiws_teach.occupation.promise import lowest_threshold

FEW_PAIRS = 20  # different answers with their codes; among fewer, equal numbers of copies say nothing


def threshold_for(
    coder,
    texts,
    codes,
    accuracy=0.95,
    *,
    level=0.9,
    cv=10,
    groups=None,
    random_state=None,
    progress=False,
    reference=None,
    parts=(),
    lengths="equal",
):
    """Return the confidence from which answers are coded automatically, so that their codes reach an accuracy.

    Parameters
    ----------
    coder : classifier of texts
        With predict, and confidence, predict_proba or decision_function; it is cloned, not fitted.
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
    reference : tuple of (texts, codes) or None, default=None
        Official titles and their codes, which train with the answers and judge nothing. Fit the coder that will code to
        both together.
    parts : tuple of int, default=()
        Numbers of leading characters, descending, that are coded where the whole code is not, for example (3, 1). Then
        the promise is that of all codes as far as they go.
    lengths : {"equal", "any"}, default="equal"
        Whether to warn of codes of different lengths, the short ones of which often lost a leading zero.

    Returns
    -------
    CodingThreshold

    Notes
    -----
    The bound assumes that new answers are drawn like the training answers. The accuracy is that of all coded answers
    together: single codes can be coded less accurately. Where nothing can be promised, nothing is coded: 0.95 at the
    default level takes at least 85 answers above the threshold, with one error at most. If most surveys like yours are
    too small for that, those that pass are lucky ones, and the bound holds less often among them.

    Measured (replication `occupation_rules`): 38 of 960 promises are broken, where 96 may be. With 1,000 answers of
    English marriage certificates, NN-3 codes 0.36 of the others for 0.95, and the support vector machine 0.47; with 400
    it codes 0.24. The estimate in the place of the bound breaks 311 promises.

    Examples
    --------
    >>> from tiws_teach import DuplicateCoder
    >>> texts, codes = ["roofer"] * 50 + ["printer"] * 50, ["7131"] * 50 + ["8251"] * 50
    >>> limit = threshold_for(DuplicateCoder(), texts, codes, accuracy=0.95, random_state=0)
    >>> limit.threshold, limit.coded_share, round(limit.lower_bound, 3)
    (1.0, 1.0, 0.977)

    Source: Gweon (2017), Section 4.2.1; the lower bound is ours.
    """
    for name, value, low in (("accuracy", accuracy, 0), ("level", level, 0.5)):
        if check_number(name, value, low, 1, open_low=name == "accuracy") == 1:
            fail(name, "be less than 1", value, "No sample gives certainty; use, for example, 0.9.")
    answers, codes = check_training(texts, codes)
    _check_lengths(codes, parts, lengths)
    if groups is None:
        _warn_of_copies(answers, codes)
    how = (cv, groups, random_state, progress, reference, parts)
    predicted, confidence = cross_coded(coder, answers, codes, *how)
    confidence = confidence.reshape(len(codes), -1)
    limit = lowest_threshold(production_curve(confidence[:, 0], predicted == codes), accuracy, level)
    sure, right = confidence[:, 0] >= limit.threshold, predicted == codes
    for column, length in enumerate(parts, 1):
        right = np.where(sure, right, code_groups(predicted, length) == code_groups(codes, length))
        limit.parts[length], sure = _threshold_of_rest(confidence[:, column], right, sure, accuracy, level)
    return limit


def _check_lengths(codes, parts, lengths):
    """Warn of codes of different lengths; refuse parts that are not shorter each time, the first than all codes."""
    if check_choice("lengths", lengths, ("equal", "any")) == "equal" and (unequal := unequal_lengths(codes)):
        advice = "Restore leading zeros, or pass lengths='any'."
        warnings.warn(f"codes have different lengths: {unequal}. {advice}", stacklevel=3)
    if sorted(set(parts), reverse=True) != list(parts):
        fail("parts", "become smaller each time", parts, "Order them, the longest first.")
    longest = max(map(len, codes))
    for length in parts:
        longest = check_count("each of parts", length, 1, longest - 1)


def _warn_of_copies(answers, codes):
    """Warn if every answer stands there with its code k times or a multiple of it, as in a file with copied rows."""
    counts = list(Counter(zip(answers, codes.tolist(), strict=True)).values())
    copies = math.gcd(*counts)
    if copies > 1 and len(counts) >= FEW_PAIRS:
        problem = f"each answer with its code stands there {copies} times or a multiple of it"
        advice = "Drop the copies, or pass the person of each row as groups."
        warnings.warn(f"{problem}; coded by its own copy, it is no test. {advice}", stacklevel=3)


def _threshold_of_rest(confidence, right, sure, accuracy, level):
    """Return the threshold for the answers that have no code yet, and which have one then.

    Those that have one come first on the curve, because the promise is that of all coded answers.
    """
    first = confidence.max() + 1
    order = np.where(sure, first, confidence)
    threshold = lowest_threshold(production_curve(order, right), accuracy, level)
    if threshold.threshold >= first:  # no other answer is sure enough
        threshold = replace(threshold, threshold=np.inf, coded_share=float(sure.mean()))
    return threshold, sure | (confidence >= threshold.threshold)
