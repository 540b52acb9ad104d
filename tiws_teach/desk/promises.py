"""Promises over time: whether the promised accuracy is still kept, and how much new answers differ from the others."""

import numpy as np
import pandas as pd

from tiws_teach._validation import check_number
from tiws_teach.occupation import accuracy_bound, source_difference
from tiws_teach.occupation.sources import LEAST

DIFFERENT, ALL_NEW = 0.6, "all new"
"""The AUC from which two files are called different, and the row for all new surveys together."""


def promise_kept(correct, n, target, level=0.95):
    """Return whether a control sample shows that automatic codes reach an accuracy.

    Parameters
    ----------
    correct, n : int
        Automatic codes of the sample that persons confirmed, and all that persons have decided.
    target : float
        The accuracy that was promised, in (0, 1).
    level : float, default=0.95
        The probability with which each bound holds, in [0.5, 1).

    Returns
    -------
    dict of str to float or str
        `accuracy`, its one-sided bounds `low` and `high` (Clopper and Pearson), and the `verdict`: "kept" if low
        reaches the target, "broken" if high is below it, "open" otherwise.

    Notes
    -----
    Simulated with samples of 50 to 400 and accuracies of .85 to .99, each bound holds with probability .95 to 1.00: of
    promises that are just kept, at most 5 % are called broken. Looked at after every 50 answers up to 400, 7 to 14 %
    are, because each look is another chance: decide on the size of the sample before.

    Examples
    --------
    >>> [promise_kept(correct, 100, 0.9)["verdict"] for correct in (99, 92, 80)]
    ['kept', 'open', 'broken']

    Source: Clopper and Pearson (1934); the verdicts are ours.
    """
    check_number("target", target, 0, 1, open_low=True, open_high=True)
    low, high = float(accuracy_bound(correct, n, level)), float(1 - accuracy_bound(n - correct, n, level))
    verdict = "kept" if low >= target else "broken" if high < target else "open"
    return {"accuracy": correct / n if n else np.nan, "low": low, "high": high, "verdict": verdict}


def survey_differences(training, answers):
    """Return how well a classifier tells the answers of each survey from the training answers.

    Parameters
    ----------
    training, answers : pandas.DataFrame
        Columns `text`, `survey` and `person`, both of which may be empty.

    Returns
    -------
    pandas.DataFrame
        A row for each survey: `survey`, `kind` ("new", or "training": compared with the other training surveys, which
        shows how much surveys usually differ), `n` and `auc`; NaN with fewer than 20 answers on a side. If there are
        two surveys of both kinds, the last row ("all new") is split by survey: what it finds is common to the new
        surveys, and no habit of a single one.

    Examples
    --------
    >>> old = pd.DataFrame({"text": ["roofer", "printer"] * 20, "survey": "2024", "person": None})
    >>> new = pd.DataFrame({"text": ["I am a roofer", "work as printer"] * 20, "survey": "2025", "person": None})
    >>> survey_differences(old, new)["auc"].tolist()
    [1.0]

    Source: ours; see `tiws_teach.occupation.source_difference`.
    """
    rows = []
    known = training["survey"].dropna().unique()
    for name in known if len(known) > 1 else []:
        own = training["survey"] == name
        rows.append((name, "training", int(own.sum()), _difference(training[~own], training[own], "person")))
    new = answers["survey"].unique()
    for name in new:
        own = answers[answers["survey"] == name]
        rows.append((name, "new", len(own), _difference(training, own, "person")))
    if len(known) > 1 and len(new) > 1:
        rows.append((ALL_NEW, "new", len(answers), _difference(training, answers, "survey")))
    return pd.DataFrame(rows, columns=["survey", "kind", "n", "auc"])


def _difference(old, new, by):
    """Return the AUC of two tables of answers, split by who gave them where that is known on both sides."""
    if min(len(old), len(new)) < LEAST:
        return np.nan
    is_known = old[by].notna().all() and new[by].notna().all()
    groups = {"groups": old[by].tolist(), "new_groups": new[by].tolist()} if is_known else {}
    return source_difference(old["text"].tolist(), new["text"].tolist(), random_state=0, **groups)
