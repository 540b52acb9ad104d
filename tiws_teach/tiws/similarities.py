"""Three similarities between categories, all from the same document matrix.

`tfidf` is the paper's (equations 2.3 to 2.6). It works on raw counts, so it measures the size of a category at least as
much as its likeness: H = T * I loses the sign, and the z-scores of a column are positive for large categories and
negative for small ones. The other two start from shares, so that size cancels:

    conditional   modified cosine of the shares of each other feature's categories, as z-scores by column
    hellinger     product over the other features of the Bhattacharyya coefficient, sum of sqrt(q_u q_k)
"""

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_floats, check_positions, fail
from tiws_teach.tiws.equations import aggregate, inverse_document_frequency, modified_cosine, term_frequency

SIMILARITIES = ("tfidf", "conditional", "hellinger")


@documented
def conditional_profiles(document, blocks=None):
    """Return the share of each word among the words of its feature, as z-scores by column.

    Parameters
    ----------
    {document}
    {blocks}

    Returns
    -------
    ndarray or DataFrame of shape (n_categories, n_words), in standard deviations.
        A category without any row in a feature gets that feature's mean shares, hence zeros.

    Source: Bang et al. (2020) standardise counts; here shares within each feature are standardised.
    Equation: 2.9.
    """
    values, parts = _split(document, blocks)
    profile = np.hstack([standard_shares(part) for part in parts]) if parts else np.zeros((len(values), 0))
    if isinstance(document, pd.DataFrame):
        return pd.DataFrame(profile, index=document.index, columns=document.columns)
    return profile


@documented
def hellinger_similarity(document, rows_of=None, blocks=None):
    """Return the product over the other features of sum_c sqrt(q_u(c) q_k(c)), with 0 between a row and itself.

    q is the share of word c within its feature after one row with the pooled shares has been added, so that a lack of
    rows cannot make a product 0.

    Parameters
    ----------
    {document}
    {rows_of}
    {blocks}

    Returns
    -------
    ndarray or DataFrame of shape (n_categories or len(rows_of), n_categories), in [0, 1].

    Source: Bhattacharyya (1943), coefficient of two distributions; Hellinger distance squared is 1 minus it.
    Equation: 2.10b.
    """
    values, parts = _split(document, blocks)
    wanted = check_positions(rows_of, len(values))
    s = np.ones((len(wanted), len(values)))
    for part in parts:
        root = np.sqrt(smoothed_shares(part))
        s *= np.clip(root[wanted] @ root.T, 0.0, 1.0)
    s[np.arange(len(wanted)), wanted] = 0.0
    if isinstance(document, pd.DataFrame):
        return pd.DataFrame(s, index=document.index[wanted], columns=document.index)
    return s


@documented
def category_similarity(document, similarity="tfidf", rows_of=None, blocks=None):
    """Return rows of S for one of the three similarities.

    They combine the other features differently. "hellinger" multiplies one coefficient for each feature, so two
    categories that share nothing in one feature are unlike. "tfidf" and "conditional" put the words of all features
    into one vector for each category and take its modified cosine, (1 + cos) / 2. There likeness in one feature makes
    up for unlikeness in another, and a feature with more words usually counts more.

    Parameters
    ----------
    {document}
    similarity : {"tfidf", "conditional", "hellinger"}, default="tfidf"
    {rows_of}
    {blocks}

    Returns
    -------
    ndarray or DataFrame of shape (n_categories or len(rows_of), n_categories), in [0, 1].

    Source: Bang et al. (2020), Method, similarity matrix S.
    """
    check_choice("similarity", similarity, SIMILARITIES)
    if similarity == "hellinger":
        return hellinger_similarity(document, rows_of, blocks)
    if similarity == "conditional":
        return modified_cosine(conditional_profiles(document, blocks), rows_of)
    return modified_cosine(aggregate(term_frequency(document), inverse_document_frequency(document)), rows_of)


def size_correlation(similarity, sizes, size):
    """Return the rank correlation of similarity with closeness in size, ``-|log(size_k / size_u)|``.

    Parameters
    ----------
    similarity : ndarray of shape (n_seen,)
        s(u, k) of one category u to the others.
    sizes : ndarray of shape (n_seen,)
        Rows of data of the others.
    size : int
        Rows of data of u.

    Returns
    -------
    float
        In [-1, 1]; near 1, the most similar categories are those of about the same size. NaN for fewer than three
        others, or if all similarities or all sizes are equal.

    Source: Spearman (1904), rank correlation.
    """
    closeness = -np.abs(np.log(np.maximum(sizes, 0.5) / max(size, 0.5))).round(12)  # ties stay ties
    similarity = np.round(similarity, 12)
    if len(similarity) < 3 or np.ptp(similarity) == 0 or np.ptp(closeness) == 0:
        return float("nan")
    return float(spearmanr(similarity, closeness).statistic)


def _split(document, blocks):
    """Return the values of a document and its parts, one for each other feature."""
    values = check_floats("document", document, 2, 0, empty=True)
    if blocks is None:
        if not (isinstance(document, pd.DataFrame) and document.columns.nlevels == 2):
            advice = "Pass the number of words of each other feature, or a frame made by document_matrix."
            fail("blocks", "be given for a document without feature names", blocks, advice)
        features = document.columns.get_level_values(0)
        blocks = [int((features == name).sum()) for name in features.unique()]
    if sum(blocks) != values.shape[1]:
        fail("blocks", f"sum to the {values.shape[1]} columns of the document", list(blocks), "Count the words again.")
    return values, np.split(values, np.cumsum(blocks)[:-1], axis=1) if len(blocks) else []


@documented
def standard_shares(part):
    """Return the row shares of one other feature's block as z-scores by column.

    Parameters
    ----------
    {part}

    Returns
    -------
    ndarray of shape (n_categories, n_words), in standard deviations.
        A row without counts has the mean shares, hence zeros.

    Source: Bang et al. (2020) standardise counts; here shares within each feature are standardised.
    Equation: 2.9.
    """
    total = part.sum(axis=1, keepdims=True)
    shares = np.divide(part, total, out=np.zeros_like(part), where=total > 0)
    empty = total[:, 0] == 0
    if empty.any() and not empty.all():
        known = shares[~empty]  # a rounded mean must not turn a constant column into z-scores
        shares[empty] = np.clip(known.mean(axis=0), known.min(axis=0), known.max(axis=0))
    scores = inverse_document_frequency(shares)
    scores[empty] = 0.0
    return np.where(np.abs(scores) < 1e-12, 0.0, scores)  # a share equal to the mean up to rounding


@documented
def smoothed_shares(part):
    """Return q: the row shares of one block after adding one pseudo-row with the pooled shares m to each row.

    Parameters
    ----------
    {part}

    Returns
    -------
    ndarray of shape (n_categories, n_words)
        Each row sums to 1.

    Source: a choice of this project: additive smoothing, one row with the pooled shares.
    Equation: 2.10a.
    """
    total = part.sum()
    pooled = part.sum(axis=0) / total if total > 0 else np.full(part.shape[1], 1 / max(part.shape[1], 1))
    return (part + pooled) / (part.sum(axis=1, keepdims=True) + 1)
