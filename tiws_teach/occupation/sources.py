"""Measure whether two files of answers come from one source."""

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

from tiws_teach._validation import fail
from tiws_teach.occupation._input import check_texts
from tiws_teach.occupation.classifiers import svm_classifier

MOST = 5_000  # answers of each file that are compared
LEAST, FEW, DIFFERENT = 20, 100, 0.6  # answers to compare, answers to warn, and the AUC from which to warn


def source_difference(texts, new_texts, random_state=None, groups=None, new_groups=None):
    """Return how well a classifier separates two files of answers: the AUC, 0.5 if they come from one source.

    The `svm_classifier` is fitted to one half of the answers and judges the other half, and the other way round.

    Parameters
    ----------
    texts, new_texts : iterable of str
        Training answers and new answers, at least 20 each; of more than 5,000 a random sample is taken.
    random_state : int, RandomState instance or None, default=None
    groups, new_groups : array-like of shape (n_texts,) and (n_new_texts,), or None, default=None
        Who gave each answer. Pass them if persons answered more than once: else a half recognises what the other half
        repeats, and most comparisons of one source have an AUC of .6 or more.

    Returns
    -------
    float
        From 0.6 on, do not expect that a promise which holds for the one source holds for the other.

    Examples
    --------
    >>> titles, answers = ["Roofer", "Printer"] * 20, ["I am a roofer", "work as printer"] * 20
    >>> source_difference(titles, answers, random_state=0)
    1.0

    Source: ours, after the classifier two-sample test of Lopez-Paz and Oquab (2017); for tables, `distribution_shift`.
    """
    rng = np.random.default_rng(random_state)
    given = (("texts", texts, groups), ("new_texts", new_texts, new_groups))
    (old, whose), (new, whose_new) = (_sample(rng, *side) for side in given)
    answers, is_new = old + new, np.repeat([0, 1], [len(old), len(new)])
    persons = None
    if groups is not None or new_groups is not None:
        persons = pd.factorize(pd.Series(whose + whose_new, dtype=object))[0]
    kind = StratifiedKFold if persons is None else StratifiedGroupKFold
    splits = kind(2, shuffle=True, random_state=int(rng.integers(2**31))).split(answers, is_new, persons)
    return float(np.mean([_judged(answers, is_new, *half) for half in splits]))


def other_source(texts, new_texts, groups=None, new_groups=None):
    """Return a warning if new answers differ from the training answers; None if not, or if either are few."""
    if min(len(texts), len(new_texts)) < FEW:
        return None
    auc = source_difference(texts, new_texts, random_state=0, groups=groups, new_groups=new_groups)
    found = f"the answers differ from the training answers (AUC {auc:.2f}; 0.5 is one source), so the promised accuracy"
    return f"{found} may be missed. Code a sample of them by hand, and train with it." if auc >= DIFFERENT else None


def _sample(rng, name, texts, groups):
    """Return at most `MOST` answers of a file, drawn at random, and who gave them: by default each somebody else."""
    texts = check_texts(texts, name)
    if len(texts) < LEAST:
        fail(name, f"hold at least {LEAST} answers", len(texts), "Compare larger files.")
    persons = [(name, row) for row in range(len(texts))] if groups is None else list(groups)
    if len(persons) != len(texts):
        fail("groups", f"have one value for each of {len(texts)} {name}", len(persons), "Pass both whole.")
    rows = rng.permutation(len(texts))[:MOST]
    return [texts[row] for row in rows], [persons[row] for row in rows]


def _judged(answers, is_new, fit, judge):
    """Return the AUC of one half by a machine that was fitted to the other."""
    machine = svm_classifier().fit([answers[row] for row in fit], is_new[fit].astype(str))
    return roc_auc_score(is_new[judge], machine.decision_function([answers[row] for row in judge]))
