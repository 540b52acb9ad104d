"""Two statistical learners to start from; any classifier of texts with probabilities can take their place."""

from __future__ import annotations

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from tiws_teach.occupation.preprocessing import AnswerVectorizer
from tiws_teach.occupation.words import fold_letters


def word_classifier(vectorizer=None, C=10.0):
    """Return a logistic regression on the words of an answer.

    Parameters
    ----------
    vectorizer : AnswerVectorizer or None, default=None
    C : float, default=10.0
        Inverse strength of the penalty.

    Returns
    -------
    sklearn.pipeline.Pipeline
        It reads texts.

    Source: Gweon (2017), Section 4.2.4; the thesis takes a support vector machine, and allows any other learner.
    """
    vectorizer = AnswerVectorizer() if vectorizer is None else vectorizer
    return make_pipeline(vectorizer, LogisticRegression(C=C, tol=1e-3, max_iter=1000))


def character_classifier(C=10.0) -> Pipeline:
    """Return a logistic regression on character n-grams, which also see parts of words and survive spelling errors.

    Parameters
    ----------
    C : float, default=10.0
        Inverse strength of the penalty.

    Returns
    -------
    sklearn.pipeline.Pipeline
        It reads texts.

    Source: ours; the usual choice for short texts in scikit-learn.
    """
    characters = TfidfVectorizer(preprocessor=fold_letters, analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True)
    return make_pipeline(characters, LogisticRegression(C=C, tol=1e-3, max_iter=1000))
