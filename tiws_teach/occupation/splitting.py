"""Divide new answers into those that are coded and a to-do list for people, with suggestions and the evidence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.occupation._base import CHUNK, DistinctAnswers, learn_answers
from tiws_teach.occupation._input import check_texts
from tiws_teach.occupation._nearest import blocks
from tiws_teach.occupation.hierarchy import scores_of
from tiws_teach.occupation.neighbors import binary_cosine
from tiws_teach.occupation.threshold import CodingThreshold, codes_with_confidence
from tiws_teach.occupation.words import indicators

EXAMPLES = 3
"""Training answers that are shown for each suggestion."""


@dataclass(frozen=True)
class CodedAnswers:
    """New answers in two tables; each answer is in one of them, in the given order and with its index.

    Attributes
    ----------
    coded : pandas.DataFrame
        Columns `answer`, `code` and `confidence`.
    todo : pandas.DataFrame
        Columns `answer`, `confidence`, and for each suggestion `suggestion_1`, `score_1` and `because_1`: the code, its
        score, and the most similar training answers with this code and their numbers. '' if there is no further one.

    Source: Gweon (2017), Section 4.2.1; the suggestions are ours.
    """

    coded: pd.DataFrame
    todo: pd.DataFrame


@dataclass(frozen=True)
class Evidence:
    """Training answers to show beside a suggestion."""

    answers: DistinctAnswers
    shown: list[str]
    vectors: sparse.csr_array
    vocabulary: dict[str, int]
    codes: np.ndarray

    def similar(self, texts):
        """Yield for each text the rows of the training answers that share a term, most similar first, and cosines."""
        terms = self.answers.terms(texts)
        queries, by_term = indicators(terms, self.vocabulary), sparse.csr_array(self.vectors.T)
        sizes = np.diff(self.vectors.indptr)
        for block in blocks(queries, by_term):
            products = sparse.csr_array(queries[block] @ by_term)
            for row in range(block.start, block.stop):
                start, stop = products.indptr[row - block.start], products.indptr[row - block.start + 1]
                others = products.indices[start:stop]
                cosine = binary_cosine(products.data[start:stop], len(terms[row]), sizes[others])
                order = np.lexsort((others, -cosine))
                yield others[order], cosine[order]


def split_for_coding(coder, texts, threshold, training, n_suggestions=3, vectorizer=None):
    """Code the confident answers, and list the others with suggestions and the training answers behind them.

    Parameters
    ----------
    coder : fitted classifier of texts
        With predict, and confidence or predict_proba.
    texts : iterable of str, length n_answers
        New answers; the index of a pandas series is kept.
    threshold : CodingThreshold or float
        From `threshold_for`; answers with at least this confidence are coded.
    training : tuple of (texts, codes)
        The training answers and their codes, from which the evidence is taken.
    n_suggestions : int, default=3
    vectorizer : AnswerVectorizer or None, default=None
        Its terms define which training answers are similar. None: `AnswerVectorizer()`.

    Returns
    -------
    CodedAnswers

    Examples
    --------
    >>> from tiws_teach import NearestNeighborCoder
    >>> training = ["roofer", "roofer", "printer"], ["7131", "7131", "8251"]
    >>> coder = NearestNeighborCoder().fit(*training)
    >>> parts = split_for_coding(coder, ["Roofer", "book printer"], 0.9, training)
    >>> parts.coded["code"].tolist()
    ['7131']
    >>> parts.todo[["answer", "suggestion_1", "because_1"]].iloc[0].tolist()
    ['book printer', '8251', 'printer (1)']

    Source: Gweon (2017), Section 4.2.1; the suggestions are ours.
    """
    check_is_fitted(coder)
    index = texts.index if isinstance(texts, pd.Series) else None
    answers = check_texts(texts)
    limit = threshold.threshold if isinstance(threshold, CodingThreshold) else _limit(threshold)
    check_count("n_suggestions", n_suggestions, 1)
    codes, confidence = codes_with_confidence(coder, answers) if answers else (np.empty(0, dtype=str), np.empty(0))
    table = pd.DataFrame({"answer": answers, "code": codes, "confidence": confidence}, index=index)
    sure = confidence >= limit
    todo = table.loc[~sure, ["answer", "confidence"]]
    columns = [f"{name}_{n}" for n in range(1, n_suggestions + 1) for name in ("suggestion", "score", "because")]
    rows = list(_suggestions(coder, todo["answer"].tolist(), evidence(training, vectorizer), n_suggestions))
    return CodedAnswers(table[sure], todo.join(pd.DataFrame(rows, columns=columns, index=todo.index)))


def evidence(training, vectorizer=None):
    """Return the training answers as evidence for suggestions.

    Source: ours.
    """
    if not isinstance(training, tuple | list) or len(training) != 2:
        fail("training", "be a pair of texts and codes", f"{type(training).__name__}", "Pass training=(texts, codes).")
    texts = check_texts(training[0], "training texts")
    codes, answers = learn_answers(vectorizer, texts, training[1])
    shown = dict.fromkeys(answers.row_of, "")
    for text, terms in zip(texts, answers.terms(texts), strict=True):
        shown[terms] = shown[terms] or " ".join(text.split())
    vectors, vocabulary = answers.vectors()
    return Evidence(answers, list(shown.values()), vectors, vocabulary, codes)


def _limit(threshold):
    """Return a threshold that is a number; infinity codes nothing."""
    return np.inf if threshold == np.inf else check_number("threshold", threshold, -np.inf)


def _suggestions(coder, answers, known, n):
    """Yield for each answer the codes, scores and examples of its best n suggestions, '' for those it lacks."""
    for start in range(0, len(answers), CHUNK):
        part = answers[start : start + CHUNK]
        scores = scores_of(coder, part)
        top = np.argsort(-scores, axis=1, kind="stable")[:, :n]
        for row, (rows, cosine) in zip(range(len(part)), known.similar(part), strict=True):
            examples = _examples(known, rows, cosine)
            own = dict(zip(coder.classes_, scores[row], strict=True))
            least = scores[row].min()
            candidates = {*coder.classes_[top[row]], *list(examples)[: 3 * n]}
            told = [code for code in candidates if code in examples or own.get(code, 0) > least]
            told.sort(key=lambda code: (-own.get(code, 0), -examples.get(code, (0, ""))[0], code))
            cells = [cell for code in told[:n] for cell in (code, own.get(code, 0.0), examples.get(code, (0, ""))[1])]
            yield cells + [""] * (3 * n - len(cells))


def _examples(known, rows, cosine):
    """Return for each code, most similar first, the cosine of its most similar training answer and the examples."""
    found: dict[str, tuple[float, list[str]]] = {}
    counts = known.answers.code_counts
    for row, value in zip(rows[:200], cosine[:200], strict=True):
        for place in range(counts.indptr[row], counts.indptr[row + 1]):
            _, shown = found.setdefault(str(known.codes[counts.indices[place]]), (value, []))
            if len(shown) < EXAMPLES:
                shown.append(f"{known.shown[row]} ({counts.data[place]:.0f})")
    return {code: (value, "; ".join(shown)) for code, (value, shown) in found.items()}
