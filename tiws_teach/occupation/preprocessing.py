"""From an answer to its terms: preprocessing that can be shown step by step, word n-grams, and what a duplicate is.

Four representations of an answer, from the strictest definition of a duplicate to the most generous:

string        the answer as it was typed
preprocessed  lower case, without blanks at the ends
words         the set of its words: lower case, umlauts and accents written out, no punctuation
ngrams        the set of its word n-grams, without stop words, and with stemmed words if asked for
"""

from functools import cache, reduce

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from tiws_teach._docs import documented
from tiws_teach._extras import require
from tiws_teach._validation import check_choice, check_count, fail
from tiws_teach.occupation._input import ReadsTexts, check_texts
from tiws_teach.occupation._words import STOP_WORDS
from tiws_teach.occupation.words import fold_letters, indicators, split_words, word_ngrams

REPRESENTATIONS = ("string", "preprocessed", "words", "ngrams")


@documented
class AnswerVectorizer(ReadsTexts, TransformerMixin, BaseEstimator):
    """Turn answers into indicator variables: 1 if the answer contains the term, else 0.

    Parameters
    ----------
    representation : {"ngrams", "words", "preprocessed", "string"}, default="ngrams"
        What a term is, and with it what a duplicate is. "string" and "preprocessed": the whole answer is one term.
    ngram_range : tuple of int, default=(1, 1)
        Smallest and largest number of words in a term; only for "ngrams".
    stop_words : {"english", "german"}, list of str or None, default=None
        Words to remove; only for "ngrams". A list is spelled as after lower case and folding.
    stemmer : str or None, default=None
        Language of a Snowball stemmer, for example "german"; only for "ngrams".
    word_count : bool, default=False
        Whether to add a last column with the number of words, as the thesis does for its statistical learner.

    Attributes
    ----------
    vocabulary_ : dict of str to int
        Term to column, in alphabetical order.

    Notes
    -----
    `transform` has no column for a term that `fit` has not seen. The coders count such terms all the same: they
    lengthen an answer, which lowers its similarity to every training answer.

    Examples
    --------
    >>> vectorizer = AnswerVectorizer(stop_words="german", stemmer="german").fit(["Drucker", "Heizungen"])
    >>> vectorizer.get_feature_names_out().tolist()
    ['druck', 'heizung']
    >>> vectorizer.transform(["Heizungs und Lüftungsbauer, Drucker"]).toarray()
    array([[1., 1.]])

    Source: Gweon (2017), Sections 4.2.2, 4.2.4 and 4.4.1.
    """

    def __init__(self, representation="ngrams", ngram_range=(1, 1), *, stop_words=None, stemmer=None, word_count=False):
        self.representation = representation
        self.ngram_range = ngram_range
        self.stop_words = stop_words
        self.stemmer = stemmer
        self.word_count = word_count

    def fit(self, texts, y=None):  # noqa: ARG002
        """Learn the vocabulary.

        Parameters
        ----------
        texts : iterable of str, length n_answers
        y : None
            Ignored.

        Returns
        -------
        self
        """
        vocabulary = sorted({term for terms in known_terms(self, texts) for term in terms})
        self.vocabulary_ = {term: column for column, term in enumerate(vocabulary)}
        return self

    def transform(self, texts):
        """Return the indicator variables of answers.

        {of_answers}
        sparse array of shape (n_answers, n_terms), with one column more if `word_count`
        """
        check_is_fitted(self)
        answers = check_texts(texts)
        vectors = indicators(self.terms(answers), self.vocabulary_)
        if self.word_count:
            counts = sparse.csr_array(np.array([[len(split_words(answer))] for answer in answers], dtype=float))
            vectors = sparse.csr_array(sparse.hstack([vectors, counts]))
        return vectors

    def terms(self, texts):
        """Return the distinct terms of each answer; two answers with the same terms are duplicates.

        {of_answers}
        list of tuple of str, length n_answers
            Sorted; empty for an answer without words.

        Source: Gweon (2017), Section 4.3.1.
        """
        apply, answers = [step for _, step in self._steps()], check_texts(texts)
        by_text = {one: tuple(sorted(set(reduce(lambda value, step: step(value), apply, one)))) for one in set(answers)}
        return [by_text[answer] for answer in answers]

    def steps(self, text):
        """Show one answer after each step of the preprocessing.

        Parameters
        ----------
        text : str

        Returns
        -------
        pandas.DataFrame
            Columns `step` and `result`, one row for each step.

        Source: Gweon (2017), Section 4.4.1.
        """
        (value,) = check_texts([text])
        rows = [("as typed", value)]
        for name, step in self._steps():
            value = step(value)
            rows.append((name, value))
        return pd.DataFrame(rows, columns=["step", "result"])

    def get_feature_names_out(self, input_features=None):  # noqa: ARG002
        """Return the terms, in the order of the columns.

        {terms_in_order}
        """
        check_is_fitted(self)
        return np.array([*self.vocabulary_, *["number of words"] * self.word_count], dtype=object)

    def _steps(self):
        """Return the steps as (name, function), the last of which returns a list of terms."""
        kind = check_choice("representation", self.representation, REPRESENTATIONS)
        if kind == "string":
            return [("whole text", lambda text: [text] if text.strip() else [])]
        if kind == "preprocessed":
            return [
                ("lower case, no blanks at the ends", lambda text: text.strip().lower()),
                ("whole text", lambda text: [text] if text else []),
            ]
        words = [("lower case, umlauts and accents", fold_letters), ("words without punctuation", split_words)]
        return words if kind == "words" else [*words, *self._ngram_steps()]

    def _ngram_steps(self):
        """Return the steps that only n-grams have."""
        steps = []
        if self.stop_words is not None:
            stop = _stop_words(self.stop_words)
            steps.append(("no stop words", lambda words: [word for word in words if word not in stop]))
        if self.stemmer is not None:
            stem = _stemmer(self.stemmer)
            steps.append(("stems", lambda words: [stem(word) for word in words]))
        low, high = self.ngram_range
        check_count("ngram_range[1]", high, check_count("ngram_range[0]", low, 1))
        return [*steps, ("n-grams", lambda words: word_ngrams(words, (low, high)))] if high > 1 else steps


def vectorizer_or_default(vectorizer):
    """Return the vectorizer, or `AnswerVectorizer()` if it is None."""
    if vectorizer is None:
        return AnswerVectorizer()
    if isinstance(vectorizer, type) or not hasattr(vectorizer, "terms"):
        fail("vectorizer", "be an AnswerVectorizer or None", repr(vectorizer), "Pass AnswerVectorizer().", TypeError)
    return vectorizer


def known_terms(vectorizer, texts):
    """Return the terms of training answers; refuse a training set without any."""
    terms = vectorizer.terms(texts)
    if not any(terms):
        fail("texts", "hold an answer with a term", "none", "Check the column, and that not all are stop words.")
    return terms


def _stop_words(stop_words):
    """Return the set of stop words of a language or of a list."""
    if isinstance(stop_words, str):
        return STOP_WORDS[check_choice("stop_words", stop_words, tuple(STOP_WORDS))]
    return frozenset(check_texts(stop_words, "stop_words"))


def _stemmer(language):
    """Return the function that stems a word; it remembers the words, since the same ones come again and again."""
    require("occupation", "snowballstemmer")
    import snowballstemmer

    return cache(snowballstemmer.stemmer(check_choice("stemmer", language, snowballstemmer.algorithms())).stemWord)
