"""Code an answer like its nearest training answers, with a score that says how easy it is to code.

s(x)   cosine similarity of x and its nearest answers      K(x)       their number
k_i    how many of them have code c_i                      p_nn       k_i / K
gamma  the score: p_nn s K / (K + 0.1)
"""

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_floats, check_number
from tiws_teach.occupation._base import BaseCoder, learn_answers
from tiws_teach.occupation._nearest import nearest_counts
from tiws_teach.occupation.words import indicators

SCORES = ("nn1", "nn2", "nn3")


def binary_cosine(shared, size, other):
    """Return the cosine similarity of two sets of terms; 0 if one of them is empty.

    Parameters
    ----------
    shared : array-like
        Number of terms in both sets.
    size, other : array-like
        Number of terms in each set.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> binary_cosine(1, 3, 1).round(6)
    np.float64(0.57735)

    Source: Gweon (2017), Section 4.3.4, Equation 4.3.
    Equation: 13.3.
    """
    shared, size, other = (check_floats("set sizes", each, low=0, empty=True) for each in (shared, size, other))
    product = size * other
    return np.divide(shared, np.sqrt(product), out=np.zeros_like(shared + product), where=product > 0)[()]


def neighbor_scores(probabilities, similarity, n_neighbors, scoring="nn3", constant=0.1):
    """Return gamma, the score of each code.

    Parameters
    ----------
    probabilities : array-like of shape (n_answers, n_codes)
        p_nn.
    similarity : array-like of shape (n_answers,)
        s, in [0, 1].
    n_neighbors : array-like of shape (n_answers,)
        K, in training answers.
    scoring : {"nn3", "nn2", "nn1"}, default="nn3"
        "nn1": p_nn. "nn2": p_nn s. "nn3": p_nn s K / (K + constant).
    constant : float, default=0.1
        The larger, the more the number of neighbours matters.

    Returns
    -------
    ndarray of shape (n_answers, n_codes)

    Examples
    --------
    >>> neighbor_scores([[0.75, 0.25]], [3**-0.5], [4]).round(6)
    array([[0.422451, 0.140817]])

    Source: Gweon (2017), Sections 4.3.4 and 4.4.3, Equation 4.4.
    Equation: 13.4.
    """
    check_choice("scoring", scoring, SCORES)
    check_number("constant", constant, 0)
    gamma = check_floats("probabilities", probabilities, 2, 0, empty=True)
    k = check_floats("n_neighbors", n_neighbors, 1, 0, empty=True)[:, np.newaxis]
    if scoring != "nn1":
        gamma = gamma * check_floats("similarity", similarity, 1, 0, empty=True)[:, np.newaxis]
    gamma = gamma * (k / (k + constant)) if scoring == "nn3" else gamma
    return gamma.round(12)  # 1 / 1.1 and 21 / 23.1 are one score, though their floats differ


@documented
class NearestNeighborCoder(BaseCoder):
    """Give an answer the most frequent code of its nearest training answers by cosine similarity, all ties included.

    Parameters
    ----------
    scoring : {"nn3", "nn2", "nn1"}, default="nn3"
        What the confidence is: see `neighbor_scores`. The code is the same for all.
    vectorizer : AnswerVectorizer or None, default=None
        Its terms are compared. None: `AnswerVectorizer()`.
    constant : float, default=0.1
        See `neighbor_scores`.

    Attributes
    ----------
    {codes_}
    {answers_}

    Notes
    -----
    An answer that shares no term with any training answer has similarity 0 and the most frequent code, with
    confidence 0 ("nn2", "nn3").

    Examples
    --------
    >>> from tiws_teach import AnswerVectorizer
    >>> vectorizer = AnswerVectorizer(stop_words="german", stemmer="german")
    >>> train = ["Drucker", "Drucker", "Drucker", "Lüftungsbauer"]
    >>> coder = NearestNeighborCoder(vectorizer=vectorizer).fit(train, ["8251", "8251", "8251", "7136"])
    >>> coder.predict(["Heizungs und Lüftungsbauer, Drucker"]).tolist()
    ['8251']
    >>> coder.confidence(["Heizungs und Lüftungsbauer, Drucker", "Drucker"]).round(6)
    array([0.422451, 0.967742])

    Source: Gweon (2017), Section 4.3.4.
    """

    def __init__(self, scoring="nn3", vectorizer=None, constant=0.1):
        self.scoring = scoring
        self.vectorizer = vectorizer
        self.constant = constant

    def fit(self, texts, codes):
        """Store the distinct training answers.

        {coded_answers}
        """
        check_choice("scoring", self.scoring, SCORES)
        check_number("constant", self.constant, 0)
        self.classes_, self.answers_ = learn_answers(self.vectorizer, texts, codes)
        self._vectors, self._vocabulary = self.answers_.vectors()
        return self

    def neighborhoods(self, texts):
        """Return s and the counts k_i of each answer's nearest training answers.

        {of_answers}
        similarity : ndarray of shape (n_answers,)
        counts : ndarray of shape (n_answers, n_codes)
            k_i, in training answers; their sum is K.
        """
        answers = self._answers(texts)
        terms = self.answers_.terms(answers)
        queries = indicators(terms, self._vocabulary)
        shared, other, counts = nearest_counts(self._vectors, queries, self.answers_.code_counts)
        return binary_cosine(shared, [len(each) for each in terms], other), counts

    def code_scores(self, texts):
        """Return gamma.

        {answers_to_code_shares}
        """
        similarity, counts = self.neighborhoods(texts)
        n = counts.sum(axis=1)
        return neighbor_scores(counts / n[:, np.newaxis], similarity, n, self.scoring, self.constant)

    def predict_proba(self, texts):
        """Return p_nn, the share of each code among the nearest training answers.

        {answers_to_code_shares}
        """
        counts = self.neighborhoods(texts)[1]
        return counts / counts.sum(axis=1, keepdims=True)
