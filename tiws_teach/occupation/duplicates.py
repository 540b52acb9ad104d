"""Code an answer like its duplicates in the training set.

m_i(x)   number of training duplicates of x with code c_i      M(x)   their sum over all codes
L        number of codes                                       p_d    estimated probability of a code
"""

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._validation import check_floats
from tiws_teach.occupation._base import BaseCoder, learn_answers
from tiws_teach.occupation._input import check_texts
from tiws_teach.occupation.preprocessing import vectorizer_or_default


def duplicate_probabilities(counts):
    """Return the relative frequency of each code among an answer's duplicates; equal shares if it has none.

    Parameters
    ----------
    counts : array-like of shape (n_answers, n_codes)
        m_i(x), in training answers.

    Returns
    -------
    ndarray of shape (n_answers, n_codes)

    Examples
    --------
    >>> duplicate_probabilities([[3, 1], [0, 0]])
    array([[0.75, 0.25],
           [0.5 , 0.5 ]])

    Source: Gweon (2017), Section 4.3.1.
    Equation: 13.1.
    """
    counts = check_floats("counts", counts, 2, 0, empty=True)
    total = counts.sum(axis=1, keepdims=True)
    equal = np.full_like(counts, 1 / counts.shape[1])
    return np.divide(counts, total, out=equal, where=total > 0)


def count_duplicates(texts, vectorizer=None):
    """Return for each answer the number of other answers that are its duplicates.

    Parameters
    ----------
    texts : iterable of str, length n_answers
    vectorizer : AnswerVectorizer or None, default=None
        Its `representation` is the definition of a duplicate.

    Returns
    -------
    ndarray of int, shape (n_answers,)
        0 for an answer without terms.

    Examples
    --------
    >>> count_duplicates(["Carpenter", "carpenter", "mason"]).tolist()
    [1, 1, 0]

    Source: Gweon (2017), Sections 4.3.1 and 4.4.2.
    """
    terms = vectorizer_or_default(vectorizer).terms(check_texts(texts))
    row_of: dict[tuple[str, ...], int] = {}
    rows = np.array([row_of.setdefault(each, len(row_of)) for each in terms], dtype=np.int64)
    others = np.bincount(rows)[rows] - 1 if len(rows) else rows
    return np.where([bool(each) for each in terms], others, 0)


@documented
class DuplicateCoder(BaseCoder):
    """Give an answer the most frequent code of its duplicates; without a duplicate, all codes are equally likely.

    Parameters
    ----------
    vectorizer : AnswerVectorizer or None, default=None
        Its `representation` is the definition of a duplicate. None: `AnswerVectorizer()`.

    Attributes
    ----------
    {codes_}
    {answers_}

    Notes
    -----
    Without a duplicate the thesis draws a code at random; here `predict` returns the first code, and the confidence is
    1 / n_codes.

    Examples
    --------
    >>> coder = DuplicateCoder().fit(["carpenter", "Carpenter", "mason"], ["7124", "7124", "7122"])
    >>> coder.predict(["CARPENTER"]).tolist()
    ['7124']
    >>> coder.predict_proba(["roofer"])
    array([[0.5, 0.5]])

    Source: Gweon (2017), Section 4.3.1.
    """

    def __init__(self, vectorizer=None):
        self.vectorizer = vectorizer

    def fit(self, texts, codes):
        """Count the codes of each distinct answer.

        {coded_answers}
        """
        self.classes_, self.answers_ = learn_answers(self.vectorizer, texts, codes)
        return self

    def code_scores(self, texts):
        """Return p_d, the probability of each code.

        {answers_to_code_shares}
        """
        answers = self._answers(texts)
        return duplicate_probabilities(self.answers_.duplicates(self.answers_.terms(answers)))
