"""Measure whether two files of answers come from one source."""

from __future__ import annotations

import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

from tiws_teach._validation import fail
from tiws_teach.occupation._input import check_texts
from tiws_teach.occupation.classifiers import svm_classifier

MOST = 5_000
"""Answers of each file that are compared."""
LEAST = 20


def source_difference(texts, new_texts, random_state=None):
    """Return how well a classifier separates two files of answers: the AUC, 0.5 if they come from one source.

    The support vector machine of `svm_classifier` is fitted to one half of the answers and judges the other half, and
    the other way round.

    Parameters
    ----------
    texts, new_texts : iterable of str
        Training answers and new answers, at least 20 each; of more than 5,000 a random sample is taken.
    random_state : int, RandomState instance or None, default=None

    Returns
    -------
    float
        From 0.6 on, do not expect that a promise which holds for the one source holds for the other.

    Examples
    --------
    >>> titles, answers = ["Roofer", "Printer"] * 20, ["I am a roofer", "work as printer"] * 20
    >>> source_difference(titles, answers, random_state=0)
    1.0

    Source: ours, after the classifier two-sample test of Lopez-Paz and Oquab (2017); `tiws_teach.distribution_shift` is
    the general form for tables.
    """
    rng = np.random.default_rng(random_state)
    sides = [check_texts(texts), check_texts(new_texts, "new_texts")]
    for name, side in zip(("texts", "new_texts"), sides, strict=True):
        if len(side) < LEAST:
            fail(name, f"hold at least {LEAST} answers", len(side), "Compare larger files.")
    sides = [[side[row] for row in rng.permutation(len(side))[:MOST]] for side in sides]
    answers, is_new = sides[0] + sides[1], np.repeat([0, 1], [len(side) for side in sides])
    halves = StratifiedKFold(2, shuffle=True, random_state=int(rng.integers(2**31))).split(answers, is_new)
    return float(np.mean([_judged(answers, is_new, *half) for half in halves]))


def _judged(answers, is_new, fit, judge):
    """Return the AUC of one half by a machine that was fitted to the other."""
    machine = svm_classifier().fit([answers[row] for row in fit], is_new[fit])
    return roc_auc_score(is_new[judge], machine.decision_function([answers[row] for row in judge]))
