"""What all coders share: predict, confidence, score and tags; and the distinct training answers with their codes."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from tiws_teach._docs import documented
from tiws_teach.occupation._input import ReadsTexts, check_texts, check_training
from tiws_teach.occupation.preprocessing import AnswerVectorizer, known_terms, vectorizer_or_default
from tiws_teach.occupation.words import indicators

CHUNK = 2_000
"""Answers that are scored at once: the scores are dense, answers times codes."""


@documented
class BaseCoder(ReadsTexts, ClassifierMixin, BaseEstimator):
    """A classifier of texts; subclasses have fit and code_scores, and predict_proba if its codes are not the scores."""

    def predict(self, texts):
        """Return the code of each answer: the one with the highest probability, ties to the first in `classes_`.

        {of_answers}
        ndarray of str, shape (n_answers,)
        """
        best = in_chunks(lambda part: self.predict_proba(part).argmax(axis=1), self._answers(texts))
        return self.classes_[best.astype(np.int64)]

    def predict_proba(self, texts):
        """Return the scores of the codes, divided by their sum; equal shares if all are 0.

        {answers_to_code_shares}
        """
        scores = self.code_scores(texts)
        scores = np.where(scores.sum(axis=1, keepdims=True) > 0, scores, 1.0)
        return scores / scores.sum(axis=1, keepdims=True)

    def confidence(self, texts):
        """Return the score of each answer's code: the higher, the easier is the answer to code.

        {of_answers}
        ndarray of shape (n_answers,)
        """
        return in_chunks(lambda part: self.code_scores(part).max(axis=1), self._answers(texts))

    def _answers(self, texts):
        check_is_fitted(self)
        return check_texts(texts)


def in_chunks(function, answers):
    """Return the joined results of a function on parts of the answers."""
    parts = [function(answers[start : start + CHUNK]) for start in range(0, len(answers), CHUNK)]
    return np.concatenate(parts) if parts else np.empty(0)


@dataclass(frozen=True)
class DistinctAnswers:
    """The training answers, each set of terms once, with the number of answers of each code."""

    vectorizer: AnswerVectorizer
    row_of: dict[tuple[str, ...], int]
    code_counts: sparse.csr_array

    def terms(self, texts):
        """Return the terms of answers."""
        return self.vectorizer.terms(texts)

    def duplicates(self, terms):
        """Return m, the number of duplicates with each code; an answer without terms has none."""
        rows = np.array([self.row_of.get(each, -1) if each else -1 for each in terms], dtype=np.int64)
        counts = np.zeros((len(rows), self.code_counts.shape[1]))
        counts[rows >= 0] = self.code_counts[rows[rows >= 0]].toarray()
        return counts

    def vectors(self):
        """Return the indicator variables of the distinct answers, and the vocabulary."""
        vocabulary = {term: column for column, term in enumerate(sorted({t for key in self.row_of for t in key}))}
        return indicators(list(self.row_of), vocabulary), vocabulary


def learn_answers(vectorizer, texts, codes):
    """Return the codes in order, and the distinct training answers."""
    answers, codes = check_training(texts, codes)
    vectorizer = clone(vectorizer_or_default(vectorizer))
    known = known_terms(vectorizer, answers)
    classes, columns = np.unique(codes, return_inverse=True)
    row_of: dict[tuple[str, ...], int] = {}
    rows = [row_of.setdefault(terms, len(row_of)) for terms in known]
    counts = sparse.coo_array((np.ones(len(rows)), (rows, columns)), shape=(len(row_of), len(classes)))
    return classes, DistinctAnswers(vectorizer, row_of, sparse.csr_array(counts))
