"""Code the training answers by coders that have not seen them: the codes, and how sure a coder is of each part of them.

The first characters of a code are its group. A coder can be sure of the group where it is not sure of the code: the
confidence of a part is the sum of the group's scores, or by margins the lead of its best code over all other groups.
"""

import warnings
from contextlib import contextmanager

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import GroupKFold, KFold

from tiws_teach._extras import progress_bar
from tiws_teach._validation import check_count
from tiws_teach.occupation._base import CHUNK, in_chunks
from tiws_teach.occupation._input import check_classifier, check_pair, check_training
from tiws_teach.occupation.hierarchy import code_groups, code_margins, scores_of


def cross_coded(coder, texts, codes, cv=10, groups=None, random_state=None, progress=False, reference=None, parts=()):
    """Code each training answer by a coder that was fitted without it, but with all of the reference.

    Return the codes and their confidences, and if there are `parts`, the confidence of each in a column of its own.

    Source: Gweon (2017), Section 4.4.1; the reference and the parts are ours.
    """
    answers, codes = check_training(texts, codes)
    check_classifier(coder, "coder", ("decision_function",))
    n_folds = check_count("cv", cv, 2, len(answers))
    titles, title_codes = ([], codes[:0]) if reference is None else check_pair("reference", reference)
    splitter = KFold if groups is None else GroupKFold
    folds = splitter(n_folds, shuffle=True, random_state=random_state).split(answers, codes, groups)
    predicted, confidence = np.empty(len(codes), dtype=object), np.empty((len(codes), 1 + len(parts)))
    for train, test in progress_bar(folds, progress, total=n_folds, desc="cross-validation"):
        with few_answers_for_each_code():
            fitted = clone(coder).fit([answers[row] for row in train] + titles, np.r_[codes[train], title_codes])
        tested = [answers[row] for row in test]
        predicted[test], confidence[test, 0] = codes_with_confidence(fitted, tested)
        for column, length in enumerate(parts, 1):
            confidence[test, column] = part_confidence(fitted, tested, predicted[test], length)
    return predicted.astype(str), confidence if parts else confidence[:, 0]


@contextmanager
def few_answers_for_each_code():
    """Silence the advice of scikit-learn that many classes may be a regression: rare codes are usual here."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        yield


def codes_with_confidence(coder, answers):
    """Return the code of each answer, and its confidence: the coder's own, the highest probability, or the margin."""
    answers, rows = np.unique(np.array(answers, dtype=object), return_inverse=True)  # each text is coded once
    if hasattr(coder, "confidence"):
        return coder.predict(answers)[rows], coder.confidence(answers)[rows]
    sure = (lambda scores: scores.max(axis=1)) if hasattr(coder, "predict_proba") else code_margins
    return in_chunks(coder.predict, answers)[rows], in_chunks(lambda part: sure(scores_of(coder, part)), answers)[rows]


def part_confidence(coder, answers, predicted, length):
    """Return how sure a coder is of the first characters of the codes that it predicts."""
    starts, group = np.unique(code_groups(coder.classes_, length), return_index=True, return_inverse=True)[1:]
    own = group[np.searchsorted(coder.classes_, predicted)]
    lead = _lead if not (hasattr(coder, "code_scores") or hasattr(coder, "predict_proba")) else _sum
    chunks = [slice(start, start + CHUNK) for start in range(0, len(answers), CHUNK)]
    confidences = [lead(scores_of(coder, answers[chunk]), starts, own[chunk]) for chunk in chunks]
    return np.concatenate(confidences) if confidences else np.empty(0)


def _sum(scores, starts, own):
    """Return the sum of the scores of each answer's own group; the codes of a group stand side by side."""
    return np.add.reduceat(scores, starts, axis=1)[np.arange(len(own)), own]


def _lead(scores, starts, own):
    """Return by how much the best score of the own group exceeds those of all others; if there is none, the worst."""
    best, rows = np.maximum.reduceat(scores, starts, axis=1), np.arange(len(own))
    mine = best[rows, own]
    best[rows, own] = scores.min(axis=1)
    return mine - best.max(axis=1)
