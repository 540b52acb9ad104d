"""Combine an answer's duplicates with a statistical learner, which counts as one more answer.

M(x)   number of duplicates      p_d   a code's share of them      p_s   its probability by the statistical learner
"""

import numpy as np
from sklearn.base import clone

from tiws_teach._docs import documented
from tiws_teach._validation import check_floats
from tiws_teach.occupation._base import BaseCoder, learn_answers
from tiws_teach.occupation._input import check_classifier, check_training
from tiws_teach.occupation.duplicates import duplicate_probabilities
from tiws_teach.occupation.hierarchy import HierarchicalCoder, scores_of


def hybrid_scores(duplicate, n_duplicates, statistical):
    """Return theta: M / (M + 1) of the duplicates' probability, and 1 / (M + 1) of the statistical learner's.

    Parameters
    ----------
    duplicate : array-like of shape (n_answers, n_codes)
        p_d.
    n_duplicates : array-like of shape (n_answers,)
        M, in training answers.
    statistical : array-like of shape (n_answers, n_codes)
        p_s.

    Returns
    -------
    ndarray of shape (n_answers, n_codes)

    Examples
    --------
    >>> hybrid_scores([[0.5, 0.5], [0.5, 0.5]], [4, 0], [[0.1, 0.9], [0.1, 0.9]])
    array([[0.42, 0.58],
           [0.1 , 0.9 ]])

    Source: Gweon (2017), Section 4.3.3, Equation 4.2.
    Equation: 13.6.
    """
    n = check_floats("n_duplicates", n_duplicates, 1, 0, empty=True)[:, np.newaxis]
    return n / (n + 1) * np.asarray(duplicate) + 1 / (n + 1) * np.asarray(statistical)


@documented
class HybridCoder(BaseCoder):
    """Follow the duplicates where there are any, and let a statistical learner break ties and code all other answers.

    Parameters
    ----------
    classifier : classifier of texts or None, default=None
        With predict_proba, or code_scores. None: `HierarchicalCoder()`, which gives the thesis's hybrid-3/4digit;
        `HierarchicalCoder(levels=())` gives hybrid-4digit.
    vectorizer : AnswerVectorizer or None, default=None
        Its `representation` is the definition of a duplicate. None: `AnswerVectorizer()`.

    Attributes
    ----------
    {codes_}
    {answers_}
    classifier_ : fitted classifier

    Examples
    --------
    >>> texts = ["roofer", "roofer", "plumber", "printer", "book printer"]
    >>> coder = HybridCoder().fit(texts, ["7131", "7136", "7136", "8251", "8251"])
    >>> coder.predict(["Roofer", "poster printer"]).tolist()
    ['7136', '8251']

    Source: Gweon (2017), Section 4.3.3.
    """

    def __init__(self, classifier=None, vectorizer=None):
        self.classifier = classifier
        self.vectorizer = vectorizer

    def fit(self, texts, codes):
        """Count the duplicates' codes, and fit the classifier.

        {coded_answers}
        """
        answers, codes = check_training(texts, codes)
        classifier = HierarchicalCoder() if self.classifier is None else self.classifier
        check_classifier(classifier)
        self.classes_, self.answers_ = learn_answers(self.vectorizer, answers, codes)
        self.classifier_ = clone(classifier).fit(answers, codes)
        return self

    def code_scores(self, texts):
        """Return theta.

        {answers_to_code_shares}
        """
        answers = self._answers(texts)
        counts = self.answers_.duplicates(self.answers_.terms(answers))
        return hybrid_scores(duplicate_probabilities(counts), counts.sum(axis=1), scores_of(self.classifier_, answers))
