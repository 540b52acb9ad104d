"""Combine a classifier of codes with classifiers of their groups.

c_i   a code; L codes      m_j   a group: all codes that begin alike; l groups      p(c_i), p(m_j)   probabilities
"""

import numpy as np
from sklearn.base import clone

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_floats, fail
from tiws_teach.occupation._base import BaseCoder
from tiws_teach.occupation._input import check_classifier, check_lengths, check_texts, check_training
from tiws_teach.occupation.classifiers import word_classifier

LENGTHS = ("equal", "any")


def average_levels(by_level):
    """Return the mean of a code's probability and those of its groups.

    Parameters
    ----------
    by_level : list of ndarray of shape (n_answers, n_codes)
        For each level, the probability of the group that each code belongs to; for the full code, its own.

    Returns
    -------
    ndarray of shape (n_answers, n_codes)
        Not a probability distribution: a group's probability counts once for each of its codes.

    Examples
    --------
    >>> average_levels([np.array([[0.8, 0.8, 0.2]]), np.array([[0.3, 0.3, 0.4]])])
    array([[0.55, 0.55, 0.3 ]])

    Source: Gweon (2017), Section 4.3.2, Equation 4.1.
    Equation: 13.5.
    """
    return check_floats("by_level", by_level, 3, 0, empty=True).mean(axis=0)


def code_groups(codes, length):
    """Return the group of each code: its first characters, or the whole code if it is shorter.

    Parameters
    ----------
    codes : array-like of str, shape (n_codes,)
    length : int
        In characters, at least 1.

    Returns
    -------
    ndarray of str, shape (n_codes,)

    Examples
    --------
    >>> code_groups(["7131", "7136", "8251"], 3).tolist()
    ['713', '713', '825']

    Source: Gweon (2017), Section 4.3.2.
    """
    check_count("length", length, 1)
    return np.array([code[:length] for code in check_texts(codes, "codes")])


@documented
class HierarchicalCoder(BaseCoder):
    """Fit one classifier to the codes and one to the groups of each level, and average their scores.

    Parameters
    ----------
    classifier : classifier of texts or None, default=None
        With predict_proba, or code_scores, as all coders have. None: `word_classifier()`.
    levels : tuple of int, default=(3,)
        Numbers of leading characters that define the groups, besides the full code; () for the full code alone.
    lengths : {"equal", "any"}, default="equal"
        Whether codes of different lengths are refused ("equal"), because they often lost a leading zero, or grouped
        as they are ("any"); a code that is shorter than a level is a group of its own.

    Attributes
    ----------
    {codes_}
    classifiers_ : list of classifier or None, one for each level and then the full code
        None for a level with one group, which has probability 1.
    groups_ : list of ndarray of int, shape (n_codes,)
        The column of each code's group in the level's probabilities.

    Examples
    --------
    >>> texts = ["roofer", "slate roofer", "plumber", "printer", "book printer"]
    >>> coder = HierarchicalCoder(levels=(3,)).fit(texts, ["7131", "7131", "7136", "8251", "8251"])
    >>> coder.predict(["master roofer"]).tolist()
    ['7131']

    Source: Gweon (2017), Section 4.3.2.
    """

    def __init__(self, classifier=None, levels=(3,), lengths="equal"):
        self.classifier = classifier
        self.levels = levels
        self.lengths = lengths

    def fit(self, texts, codes):
        """Fit the classifiers of all levels.

        {coded_answers}
        """
        answers, codes = check_training(texts, codes)
        self._check(codes)
        fitted = [self._fit_level(answers, code_groups(codes, length)) for length in self.levels]
        self.classifiers_ = [*fitted, self._fit_level(answers, codes)]
        self.classes_ = np.unique(codes)
        names = [*(code_groups(self.classes_, length) for length in self.levels), self.classes_]
        self.groups_ = [np.unique(each, return_inverse=True)[1] for each in names]
        return self

    def code_scores(self, texts):
        """Return the average of the code's and its groups' scores.

        {answers_to_code_shares}
        """
        answers = self._answers(texts)
        by_level = [
            np.ones((len(answers), len(group))) if each is None else scores_of(each, answers)[:, group]
            for each, group in zip(self.classifiers_, self.groups_, strict=True)
        ]
        return average_levels(by_level)

    def _fit_level(self, answers, groups):
        """Return the classifier of one level; None if there is nothing to tell apart."""
        if len(np.unique(groups)) == 1:
            return None
        classifier = word_classifier() if self.classifier is None else clone(self.classifier)
        return classifier.fit(answers, groups)

    def _check(self, codes):
        """Check the parameters against the codes."""
        check_choice("lengths", self.lengths, LENGTHS)
        if self.classifier is not None:
            check_classifier(self.classifier)
        for level in self.levels:
            check_count("each of levels", level, 1, int(np.char.str_len(codes).max()) - 1)
        if self.levels and self.lengths == "equal":
            check_lengths(codes)


def scores_of(classifier, answers):
    """Return a classifier's scores of the codes: a coder's own, otherwise probabilities, otherwise decision values."""
    if hasattr(classifier, "code_scores"):
        return classifier.code_scores(answers)
    if hasattr(classifier, "predict_proba"):
        return classifier.predict_proba(answers)
    values = classifier.decision_function(answers)
    return np.column_stack([-values, values]) if values.ndim == 1 else values


def code_margins(scores):
    """Return by how much the best score of each answer exceeds the second: the confidence of a classifier by margins.

    Parameters
    ----------
    scores : array-like of shape (n_answers, n_codes)
        Decision values; at least two codes.

    Returns
    -------
    ndarray of shape (n_answers,)
        0 for a tie.

    Examples
    --------
    >>> code_margins([[0.25, -1.0, -0.5], [-0.5, -0.5, -1.0]])
    array([0.75, 0.  ])

    Source: ours; elsewhere the difference between best and second-best score is called the breaking-ties margin.
    """
    scores = check_floats("scores", scores, 2, empty=True)
    if scores.shape[1] < 2:
        fail("scores", "have at least two columns", scores.shape[1], "Pass the decision values of all codes.")
    best = np.partition(scores, -2, axis=1)[:, -2:]
    return best[:, 1] - best[:, 0]
