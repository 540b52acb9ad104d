"""Three statistical learners to start from; any classifier of texts with probabilities or margins will do as well."""

from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC

from tiws_teach.occupation._input import check_codes
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

    Notes
    -----
    Memory grows with words times codes: 5,000 job titles with 798 codes add 0.9 GB, 16,000 answers with 1,000 codes
    1.4 GB. Beyond that, use `svm_classifier` or `NearestNeighborCoder`.

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

    Notes
    -----
    Memory grows with n-grams times codes: 2,000 job titles with 648 codes add 1.6 GB. Beyond some thousand answers, use
    `svm_classifier`, which is as accurate.

    Source: ours; the usual choice for short texts in scikit-learn.
    """
    characters = TfidfVectorizer(preprocessor=fold_letters, analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True)
    return make_pipeline(characters, LogisticRegression(C=C, tol=1e-3, max_iter=1000))


def svm_classifier(C=1.0, n_features=32_768) -> Pipeline:
    """Return a linear support vector machine on character n-grams of two to five letters: our most accurate coder.

    Parameters
    ----------
    C : float, default=1.0
        Inverse strength of the penalty.
    n_features : int, default=32768
        Columns into which the n-grams are hashed; they and the codes decide the memory.

    Returns
    -------
    sklearn.pipeline.Pipeline
        It reads texts, and gives no probabilities: its confidence is the margin, see `code_margins`.

    Notes
    -----
    100,000 generated answers with 1,000 codes add 0.54 GB (`NearestNeighborCoder`: 0.12). Time grows faster than the
    answers: 2 s of processor time for a fit to 4,000 answers with 400 codes, 20 s for 16,000, and a pass over 100,000
    with 1,000 codes takes 4 minutes. Cross-validation fits once for each fold: there, use three folds or
    `NearestNeighborCoder`.

    Source: ours, with one machine for each code; the thesis (Gweon 2017, Section 4.2.4) has one for each pair of codes.
    """
    how = {"analyzer": "char_wb", "ngram_range": (2, 5), "alternate_sign": False, "norm": None}
    letters = HashingVectorizer(preprocessor=fold_letters, n_features=n_features, **how)
    return make_pipeline(letters, TfidfTransformer(sublinear_tf=True), _CodeSVC(C=C, tol=0.01, random_state=0))


class _CodeSVC(LinearSVC):
    """A linear support vector machine that refuses what is no code, as all coders do: a number lost its zeros."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, check_codes(y, X.shape[0]), sample_weight)
