"""TIWS, equation by equation: estimates for categories that do not occur in the training rows.

Source: Bang, Lin and Kosorok (2020), TF-IDF Weighted Similarity Estimates for Unseen Categories.

Symbols, in the paper's order
    c_jk     category k of feature j; l_j of them are seen, that is, have training rows
    y_jk     target estimate of a seen category                          `target_estimates`
    D_j      document matrix: row = category of j, column = category
             of any other feature, entry = number of rows with both      `document_matrix`
    T        term frequency: z-score within each row of D                `term_frequency`
    I        inverse document frequency: z-score within each column      `inverse_document_frequency`
    H        aggregation g(T, I), here the entrywise product T * I       `aggregate`
    s        modified cosine of two rows of H, in [0, 1]                 `modified_cosine`
    w        weights over the seen categories, sum 1                     `unseen_weights`
    y_u      estimate of an unseen category, w times y                   `unseen_estimates`

Every function takes arrays or labelled frames and returns the same kind.
"""

import numpy as np
import pandas as pd
from scipy import sparse

from tiws_teach._categories import columns_of, encode_column, match_columns
from tiws_teach._docs import documented
from tiws_teach._validation import LARGEST, check_choice, check_count, check_floats, check_number, check_positions, fail
from tiws_teach.tiws._counts import PairCounts
from tiws_teach.tiws.smoothing import empirical_bayes_smoothing

WEIGHTINGS = ("equal", "renormalize")
LARGEST_DOCUMENT = 400_000_000
"""Most cells of a document matrix (3.2 GB of floats) before `document_matrix` refuses to build it."""


@documented
def smoothed_means(codes, targets, n_categories, smooth, prior, weights=None):
    """Return (sum of y + a p) / (count + a) for each category, and the counts.

    Parameters
    ----------
    {category_codes}
    targets : ndarray of float, shape (n_rows, n_targets)
    n_categories : int
    smooth : float, "auto" or ndarray of float, shape (n_categories, n_targets)
        a >= 0, in rows; one for all, or one for each category and target; "auto" as in `empirical_bayes_smoothing`.
    prior : ndarray of float, shape (n_targets,)
        p, in units of the target.
    {row_weights}

    Returns
    -------
    estimates : ndarray of float, shape (n_categories, n_targets)
        A category without rows has the prior.
    counts : ndarray, shape (n_categories,)
        Of int64, or sums of weights.

    Source: Bang et al. (2020), Method, target estimate.
    Equation: 2.1.
    """
    if isinstance(smooth, str):
        smooth = empirical_bayes_smoothing(codes, targets, n_categories, weights)
    counts = np.bincount(codes + 1, weights, minlength=n_categories + 1)[1:]
    weighted = targets.T if weights is None else targets.T * weights
    sums = np.stack([np.bincount(codes + 1, y, minlength=n_categories + 1)[1:] for y in weighted], axis=1)
    total = counts[:, np.newaxis] + smooth + np.zeros_like(sums)
    prior = np.tile(prior, (n_categories, 1)).astype(float)
    return np.divide(sums + smooth * prior, total, out=prior, where=total > 0), counts


def target_estimates(x, y, smooth=1.0, prior=None):
    """Return the smoothed mean of the target in each category of one column.

    Parameters
    ----------
    x : array-like of shape (n_rows,)
        Categories; missing values are not counted.
    y : array-like of shape (n_rows,)
        Numeric target.
    smooth : float, default=1.0
        a >= 0: number of pseudo-rows with the prior as their target added to each category.
    prior : float, optional
        p; by default the mean of `y`.

    Returns
    -------
    pandas.Series of float, indexed by category in sorted order, in units of `y`.

    Examples
    --------
    >>> target_estimates(["red", "red", "blue"], [1, 1, 0], prior=0.5).round(4).to_dict()
    {'blue': 0.25, 'red': 0.8333}

    Source: Micci-Barreca (2001); Bang et al. (2020), Method, target estimate: `smoothed_means` of one column.
    Equation: 11.1.
    """
    check_number("smooth", smooth, 0)
    codes, labels = encode_column(x)
    y = np.asarray(y, dtype=float)
    if y.shape != codes.shape:
        rule = f"have one value for each of the {codes.size} rows of x"
        fail("y", rule, f"shape {y.shape}", "Pass one target for each row of x.")
    prior = y.mean() if prior is None else prior
    estimates, _ = smoothed_means(codes, y[:, np.newaxis], len(labels), smooth, np.array([prior]))
    return pd.Series(estimates[:, 0], index=pd.Index(labels, name=getattr(x, "name", None)), name="estimate")


def document_matrix(X, feature, X_unlabeled=None):
    """Return D_j: how often each category of one feature occurs together with each category of the others.

    Parameters
    ----------
    X : DataFrame of shape (n_rows, n_features), or the counts of an encoder
        Training rows, categories only.
    feature : hashable
        Name of the column whose categories become the documents; for counts, its position.
    X_unlabeled : DataFrame, optional
        Rows without a target, columns matched by name. Their categories count too; categories of `feature` that
        are not in `X` become extra rows.

    Returns
    -------
    DataFrame of int64, shape (n_categories of `feature`, categories of all other features)
        Rows: the seen categories, sorted, then the unseen, sorted. Columns: (feature, category). For counts, an array.

    Source: Bang et al. (2020), Method, matrices D_jj' and D_j.
    Equation: 2.2.
    """
    if isinstance(X, pd.DataFrame):
        return _labelled_document(X, feature, X_unlabeled)
    if not isinstance(X, PairCounts):
        fail("X", "be a pandas frame", type(X).__name__, "Pass pd.DataFrame(X, columns=[...]).", TypeError)
    shape = len(X.labels[feature]), sum(map(len, X.labels)) - len(X.labels[feature])
    if shape[0] * shape[1] > LARGEST_DOCUMENT:
        rule = f"produce document matrices of at most {LARGEST_DOCUMENT:.0e} cells"
        advice = "Leave out the columns with the most categories (identifiers, free text) or merge rare ones."
        fail("X", rule, f"{shape[0]} x {shape[1]} cells for column {X.names[feature]!r}", advice)
    others = [k for k in range(len(X.labels)) if k != feature]
    tables = [X.tables[feature, k] if feature < k else X.tables[k, feature].T for k in others]
    return np.hstack([np.zeros((shape[0], 0), np.int64), *(t.toarray() if sparse.issparse(t) else t for t in tables)])


def _labelled_document(X, feature, X_unlabeled):
    """Return the document matrix of the rows of a frame, with the names of its rows and columns."""
    if not X.columns.is_unique:
        fail("X", "have unique column names", list(X.columns), "Rename the columns.")
    if feature not in X.columns:
        fail("feature", f"be a column of X, one of {list(X.columns)}", repr(feature), "Check the spelling.")
    codes, labels = zip(*map(encode_column, columns_of(X)), strict=True)
    j, n_seen = X.columns.get_loc(feature), [len(known) for known in labels]
    counts = PairCounts.of_codes(codes, labels, n_seen, X.columns, needed={j})
    if X_unlabeled is not None:
        _, counts = counts.with_rows(match_columns(X_unlabeled, X.columns, "X_unlabeled"), {j})
    words = [(X.columns[k], label) for k in counts.others(j) for label in counts.labels[k]]
    columns = pd.MultiIndex.from_tuples(words, names=["feature", "category"])
    return pd.DataFrame(document_matrix(counts, j), index=pd.Index(counts.labels[j], name=feature), columns=columns)


@documented
def term_frequency(document):
    """Return T: each row of the document matrix as z-scores (divisor n - 1); a constant row gives zeros.

    {document_to_z_scores}

    Source: Bang et al. (2020), Method, matrix T.
    Equation: 2.3.
    """
    f = check_floats("document", document, 2, empty=True)
    varies = (f != f[:, :1]).any(axis=1, keepdims=True)  # exact; sigma may be off by rounding
    centred = f - f.sum(axis=1, keepdims=True) / max(f.shape[1], 1)
    sigma = np.sqrt((centred**2).sum(axis=1, keepdims=True) / max(f.shape[1] - 1, 1))
    scores = np.divide(centred, sigma, out=np.zeros_like(f), where=varies)
    if isinstance(document, pd.DataFrame):
        return pd.DataFrame(scores, index=document.index, columns=document.columns)
    return scores


@documented
def inverse_document_frequency(document):
    """Return I: each column of the document matrix as z-scores; a constant column is uninformative and gives zeros.

    {document_to_z_scores}

    Source: Bang et al. (2020), Method, matrix I.
    Equation: 2.4.
    """
    return term_frequency(np.transpose(document)).T


def aggregate(term, inverse, g=np.multiply):
    """Return H = g(T, I), by default the entrywise product.

    Parameters
    ----------
    term, inverse : array-like of shape (n_categories, n_words)
    g : callable of two arrays, default=numpy.multiply

    Returns
    -------
    ndarray or DataFrame of shape (n_categories, n_words)

    Source: Bang et al. (2020), Method, matrix H.
    Equation: 2.5.
    """
    return g(term, inverse) + 0.0  # no -0.0


@documented
def modified_cosine(rows, rows_of=None):
    """Return S: (1 + cosine) / 2 between rows, in [0, 1], with 0 between a row and itself.

    Parameters
    ----------
    rows : array-like of shape (n_categories, n_words)
        H, or any other profile of the categories. A row of zeros has cosine 0, hence s = 1/2.
    {rows_of}

    Returns
    -------
    ndarray or DataFrame of shape (n_categories or len(rows_of), n_categories)

    Source: Bang et al. (2020), Method, similarity s; diagonal as in Multiple Unseen Categories.
    Equation: 2.6.
    """
    values = check_floats("rows", rows, 2, -LARGEST, LARGEST, empty=True)
    wanted = check_positions(rows_of, len(values))
    length = np.linalg.norm(values, axis=1, keepdims=True)
    unit = np.divide(values, length, out=np.zeros_like(values), where=length > 0)
    s = np.clip(0.5 + 0.5 * unit[wanted] @ unit.T, 0.0, 1.0)
    s[np.arange(len(wanted)), wanted] = 0.0
    if isinstance(rows, pd.DataFrame):
        return pd.DataFrame(s, index=rows.index[wanted], columns=rows.index)
    return s


def unseen_weights(similarity, n_seen, weighting="equal", sharpness=1.0):
    """Return the weights of the seen categories in the estimate of each unseen one; each row sums to 1.

    Parameters
    ----------
    similarity : array-like of shape (n_unseen, n_seen + n_unseen)
        Rows of S of the unseen categories; the columns have the seen categories first. 0 between a category and itself.
    n_seen : int
    weighting : {"equal", "renormalize"}, default="equal"
        How to treat the similarity to the other unseen categories, which have no estimate. "equal": divide their
        share of the row equally among the seen categories. "renormalize": ignore them; the weights are the shares
        among the seen categories. With one unseen category the two agree.
    sharpness : float, default=1.0
        g > 0: weights are proportional to s ** g. Near 0 they are almost equal; the paper uses 1; a large g puts
        almost all the weight on the most similar category.

    Returns
    -------
    ndarray or DataFrame of shape (n_unseen, n_seen)
        Equal weights if all similarities of a row are 0.

    Source: Bang et al. (2020), Method, estimate of an unseen category, and Multiple Unseen Categories.
    Equation: 2.7.
    """
    check_choice("weighting", weighting, WEIGHTINGS)
    check_number("sharpness", sharpness, 0, open_low=True)
    s = check_floats("similarity", similarity, 2, 0, empty=True)
    check_count("n_seen", n_seen, 1, s.shape[1])
    counted = s if weighting == "equal" else s[:, :n_seen]
    largest = counted.max(axis=1, keepdims=True)  # dividing s by it keeps its powers from underflowing to 0
    power = np.divide(counted, largest, out=np.zeros_like(counted), where=largest > 0) ** sharpness
    total = power.sum(axis=1, keepdims=True)
    share = np.divide(power[:, :n_seen], total, out=np.zeros((len(s), n_seen)), where=total > 0)
    weights = share + (1 - share.sum(axis=1, keepdims=True)) / n_seen
    if isinstance(similarity, pd.DataFrame):
        return pd.DataFrame(weights, index=similarity.index, columns=similarity.columns[:n_seen])
    return weights


def unseen_estimates(weights, estimates):
    """Return the weighted mean of the seen categories' target estimates for each unseen category.

    Parameters
    ----------
    weights : array-like of shape (n_unseen, n_seen)
    estimates : array-like of shape (n_seen,) or (n_seen, n_targets)
        In units of the target, in the order of the weights' columns.

    Returns
    -------
    ndarray or Series of shape (n_unseen,) or (n_unseen, n_targets), in units of the target.

    Source: Bang et al. (2020), Method, estimate of an unseen category.
    Equation: 2.8.
    """
    values = np.asarray(weights, dtype=float) @ np.asarray(estimates, dtype=float)
    if isinstance(weights, pd.DataFrame) and values.ndim == 1:
        return pd.Series(values, index=weights.index, name="estimate")
    return values
