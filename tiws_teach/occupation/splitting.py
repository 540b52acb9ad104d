"""Divide new answers into those that are coded and a to-do list for people, with suggestions and the evidence."""

import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.occupation._base import CHUNK, DistinctAnswers, learn_answers
from tiws_teach.occupation._input import check_pair, check_texts
from tiws_teach.occupation._nearest import blocks
from tiws_teach.occupation.crossing import codes_with_confidence, part_confidence
from tiws_teach.occupation.hierarchy import code_groups, scores_of
from tiws_teach.occupation.neighbors import binary_cosine
from tiws_teach.occupation.promise import CodingThreshold
from tiws_teach.occupation.sources import other_source
from tiws_teach.occupation.words import indicators

EXAMPLES = 3  # training answers that are shown for each suggestion


@dataclass(frozen=True)
class CodedAnswers:
    """New answers in two tables; each answer is in one of them, in the given order and with its index.

    Attributes
    ----------
    coded : pandas.DataFrame
        Columns `answer`, or those of the frame that was passed, `code` and `confidence`. With the threshold's `parts`
        also `part`: "whole", or the number of leading characters that are coded.
    todo : pandas.DataFrame
        The same without `code`, and for each suggestion `suggestion_1`, `score_1` and `because_1`: the code, its score,
        and the most similar training answers with this code and their numbers; '' if there is none.

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


def split_for_coding(coder, texts, threshold, training, n_suggestions=3, vectorizer=None, columns=None):
    """Code the confident answers, and list the others with suggestions and the training answers behind them.

    Parameters
    ----------
    coder : fitted classifier of texts
        With predict, and confidence, predict_proba or decision_function.
    texts : iterable of str, length n_answers, or DataFrame
        New answers; the index of pandas is kept. A frame needs `columns`, and both tables keep its columns.
    threshold : CodingThreshold or float
        From `threshold_for`; answers with at least this confidence are coded, whole or as far as its `parts` go. With
        a threshold from `threshold_for`, an answer of confidence 0, or without letter and digit, is never coded.
    training : tuple of (texts, codes)
        The training answers and their codes, from which the evidence is taken. If `source_difference` separates 100 or
        more of them from as many new answers, a threshold of `threshold_for` may not hold, and a warning says so.
    n_suggestions : int, default=3
    vectorizer : AnswerVectorizer or None, default=None
        Its terms define which training answers are similar. None: `AnswerVectorizer()`.
    columns : str, list of str or None, default=None
        With a frame: where the answers are, joined as by `join_texts`.

    Returns
    -------
    CodedAnswers

    Examples
    --------
    >>> from tiws_teach import NearestNeighborCoder
    >>> training = ["roofer", "roofer", "printer"], ["7131", "7131", "8251"]
    >>> parts = split_for_coding(NearestNeighborCoder().fit(*training), ["Roofer", "book printer"], 0.9, training)
    >>> parts.coded["code"].tolist()
    ['7131']
    >>> parts.todo[["answer", "suggestion_1", "because_1"]].iloc[0].tolist()
    ['book printer', '8251', 'printer (1)']

    Source: Gweon (2017), Section 4.2.1; the suggestions are ours.
    """
    parts = split_answers(coder, texts, threshold, training, n_suggestions, vectorizer, columns)
    is_promise = isinstance(threshold, CodingThreshold)
    if is_promise and (message := other_source(list(training[0]), _answers(texts, columns, [])[1])):
        warnings.warn(message, stacklevel=2)
    return parts


def split_answers(coder, texts, threshold, training, n_suggestions=3, vectorizer=None, columns=None):
    """Return what `split_for_coding` does, without its warning."""
    check_is_fitted(coder)
    check_count("n_suggestions", n_suggestions, 1)
    added = [f"{name}_{n}" for n in range(1, n_suggestions + 1) for name in ("suggestion", "score", "because")]
    parts = ["part"] * bool(getattr(threshold, "parts", None))
    kept, texts = _answers(texts, columns, ["code", "confidence", *parts, *added])
    codes, confidence, sure, part = _coded(coder, texts, threshold)
    coded = kept[sure].assign(code=codes[sure], confidence=confidence[sure], part=part[sure])
    coded = coded if parts else coded.drop(columns="part")
    known, unsure = evidence(training, vectorizer), np.flatnonzero(~sure)
    rows = list(_suggestions(coder, [texts[row] for row in unsure], known, n_suggestions))
    todo = kept[~sure].assign(confidence=confidence[~sure])
    return CodedAnswers(coded, todo.join(pd.DataFrame(rows, columns=added, index=todo.index)))


def join_texts(frame, columns):
    """Return one text for each row of a frame: its columns joined by a slash, those that are empty left out.

    Parameters
    ----------
    frame : DataFrame
    columns : str or list of str
        Each holds texts, '' where there is none.

    Returns
    -------
    pandas.Series

    Examples
    --------
    >>> frame = pd.DataFrame({"job": ["driver", "nurse"], "industry": ["bus company", ""]})
    >>> join_texts(frame, ["job", "industry"]).tolist()
    ['driver / bus company', 'nurse']

    Source: ours.
    """
    columns = [columns] if isinstance(columns, str) else list(columns)
    for column in columns or [None]:
        if column not in frame:
            fail("columns", "name columns of the frame", repr(column), f"It has {', '.join(map(repr, frame))}.")
    texts = [check_texts(frame[column], column) for column in columns]
    joined = [" / ".join(filter(str.strip, row)) for row in zip(*texts, strict=True)]
    return pd.Series(joined, index=frame.index, dtype=object)


def _answers(texts, columns, added):
    """Return a frame of what the tables keep, and the answers as a list."""
    if not isinstance(texts, pd.DataFrame):
        answers, index = check_texts(texts), texts.index if isinstance(texts, pd.Series) else None
        return pd.DataFrame({"answer": answers}, index=index), answers
    if columns is None:
        fail("columns", "name the column of the answers", None, f"It is one of {', '.join(map(repr, texts))}.")
    for column in added:
        if column in texts:
            fail("texts", f"have no column {column!r}", "one", "Rename it: the tables add this column.")
    return texts, join_texts(texts, columns).tolist()


def _coded(coder, answers, threshold):
    """Return for each answer its code, the confidence that decided, whether it is coded, and how far it goes."""
    extent = np.full(len(answers), "whole", dtype=object)
    if not answers:
        return np.empty(0, dtype=str), np.empty(0), np.empty(0, dtype=bool), extent
    codes, confidence = codes_with_confidence(coder, answers)
    if not isinstance(threshold, CodingThreshold):
        return codes, confidence, confidence >= _limit(threshold), extent
    says_something = np.array([any(map(str.isalnum, answer)) for answer in answers])
    evident = says_something & (confidence != 0)  # nothing speaks for one code of an empty answer
    sure, given = evident & (confidence >= threshold.threshold), codes.copy()
    for length, part in threshold.parts.items():
        of_part = part_confidence(coder, answers, codes, length)
        more = ~sure & evident & (of_part >= part.threshold)
        given[more], confidence[more], extent[more] = code_groups(codes[more], length), of_part[more], str(length)
        sure |= more
    return given, confidence, sure, extent


def evidence(training, vectorizer=None):
    """Return the training answers as evidence for suggestions."""
    texts, codes = check_pair("training", training)
    codes, answers = learn_answers(vectorizer, texts, codes)
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
            kept = [code for code in candidates if code in examples or own.get(code, least) > least]
            kept = kept if any(map(str.isalnum, part[row])) else []
            kept.sort(key=lambda code: (-own.get(code, least), -examples.get(code, (0, ""))[0], code))
            cells = [cell for code in kept[:n] for cell in (code, own.get(code, least), examples.get(code, (0, ""))[1])]
            yield cells + [""] * (3 * n - len(cells))


def _examples(known, rows, cosine):
    """Return for each code, most similar first, the cosine of its most similar training answer and the examples."""
    examples: dict[str, tuple[float, list[str]]] = {}
    counts = known.answers.code_counts
    for row, value in zip(rows[:200], cosine[:200], strict=True):
        for place in range(counts.indptr[row], counts.indptr[row + 1]):
            _, shown = examples.setdefault(str(known.codes[counts.indices[place]]), (value, []))
            if len(shown) < EXAMPLES:
                shown.append(f"{known.shown[row]} ({counts.data[place]:.0f})")
    return {code: (value, "; ".join(shown)) for code, (value, shown) in examples.items()}
