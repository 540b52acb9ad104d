"""WCTF-IDF, equation by equation: a share of the vocabulary for each class, then one TF-IDF for all documents.

Symbols, in the order of Pattnaik, How to correctly use TF-IDF with imbalanced data
    tf(x, y)        number of times word x occurs in document y
    N, n_d          number of documents; df(x) of them have word x
    n_c             documents of class c                                 `order_classes`
    f_c             quota of class c in the vocabulary                   `class_quotas`
    idf             scikit-learn's version of log(N / df)                `smoothed_idf`

Functions take arrays, sparse matrices or labelled frames; a frame gives a labelled result.
"""

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.preprocessing import normalize

from tiws_teach._validation import check_choice, check_count, check_floats, fail
from tiws_teach.wctf_idf._classes import checked_quotas, checked_sizes, order_classes, ranked_terms, sum_by_class

QUOTAS = ("largest_remainder", "rounded")
NORMS = ("l1", "l2", None)


def class_quotas(class_sizes, max_features, quota="largest_remainder"):
    """Return f_c = max_features n_c / n_d, rounded to whole numbers.

    Parameters
    ----------
    class_sizes : array-like of int or Series, shape (n_classes,)
        n_c, in documents; each at least 1.
    max_features : int
        Size of the vocabulary.
    quota : {"largest_remainder", "rounded"}, default="largest_remainder"
        How to round the shares. "largest_remainder": round down, then give one more term each to the largest
        remainders; ties go to the larger class, then to the first; the sum is `max_features`.
        "rounded": ``int(round(share, 1))``, as in the article's code; the sum can be smaller.

    Returns
    -------
    ndarray of int64 or Series, shape (n_classes,)
        In terms. A small class can have 0.

    Examples
    --------
    >>> class_quotas([80, 20], 300).tolist()
    [240, 60]
    >>> class_quotas([7, 3], 5).tolist(), class_quotas([7, 3], 5, "rounded").tolist()
    ([4, 1], [3, 1])

    Source: Pattnaik, Solution, formula for f_c.
    Equation: 3.1.
    """
    check_choice("quota", quota, QUOTAS)
    sizes = checked_sizes(class_sizes)
    products = check_count("max_features", max_features, 1) * sizes
    if quota == "rounded":
        whole = np.array([int(round(float(share), 1)) for share in products / sizes.sum()], dtype=np.int64)
    else:
        whole, remainder = np.divmod(products, sizes.sum())
        first = np.lexsort((np.arange(len(sizes)), -sizes, -remainder))
        whole[first[: max_features - whole.sum()]] += 1
    return pd.Series(whole, index=class_sizes.index, name="quota") if isinstance(class_sizes, pd.Series) else whole


def class_frequencies(counts, y):
    """Return how often each term occurs in the documents of each class.

    Parameters
    ----------
    counts : array-like, sparse matrix or DataFrame, shape (n_documents, n_terms)
        Occurrences of each term in each document.
    y : array-like of shape (n_documents,)
        Labels.

    Returns
    -------
    sparse array (from a sparse matrix), ndarray or DataFrame of shape (n_classes, n_terms)
        Occurrences; the largest class first, as in `order_classes`.

    Source: Pattnaik, Solution.
    """
    labels, codes, _ = order_classes(y)
    if sparse.issparse(counts):
        return sum_by_class(counts, codes, len(labels))
    check_floats("counts", counts, 2, 0)
    total = sum_by_class(sparse.csr_array(np.asarray(counts)), codes, len(labels)).toarray()
    if not isinstance(counts, pd.DataFrame):
        return total
    return pd.DataFrame(total, index=pd.Index(labels, name="class"), columns=counts.columns)


def class_vocabulary(frequencies, quotas, refill=False):
    """Return the terms of each class: its most frequent ones that no earlier class has taken.

    Parameters
    ----------
    frequencies : array-like, sparse matrix or DataFrame, shape (n_classes, n_terms)
        Occurrences of each term in each class, as from `class_frequencies`: the class that chooses first on top, terms
        in alphabetical order. A class never takes a term with 0 in its row.
    quotas : array-like of int, shape (n_classes,)
        Number of terms that each class may take.
    refill : bool, default=False
        Whether a class that runs out of terms passes the rest of its quota to the next class (the last to the first).

    Returns
    -------
    list of ndarray of int, or dict of label to list of terms from a frame
        In the order of choice: by frequency, ties in alphabetical order.

    Examples
    --------
    >>> table = pd.DataFrame({"bad": [4, 1], "film": [3, 2], "good": [0, 2]}, index=["negative", "positive"])
    >>> class_vocabulary(table, [2, 1])
    {'negative': ['bad', 'film'], 'positive': ['good']}

    Source: Pattnaik, Solution.
    Equation: 3.2.
    """
    ranked = ranked_terms(frequencies)
    wanted, left = checked_quotas(quotas, len(ranked)), 0
    chosen: list[list[int]] = [[] for _ in ranked]
    taken = np.zeros(np.shape(frequencies)[1], dtype=bool)
    for _ in range(2 if refill else 1):
        for c, terms in enumerate(ranked):
            places = wanted[c] + left * refill
            own = terms[~taken[terms]][:places]
            taken[own] = True
            chosen[c].extend(own)
            wanted[c], left = 0, places - len(own)
    vocabulary = [np.array(own, dtype=np.int64) for own in chosen]
    if not isinstance(frequencies, pd.DataFrame):
        return vocabulary
    return {label: frequencies.columns[own].tolist() for label, own in zip(frequencies.index, vocabulary, strict=True)}


def smoothed_idf(document_frequency, n_documents, smooth=True):
    """Return ln((1 + n) / (1 + df)) + 1: scikit-learn's idf, as if one extra document had every term.

    Parameters
    ----------
    document_frequency : array-like or Series, shape (n_terms,)
        df, in documents.
    n_documents : int
        n.
    smooth : bool, default=True
        False: ln(n / df) + 1, scikit-learn's ``smooth_idf=False``; infinite for a term in no document.

    Returns
    -------
    ndarray or Series of float, shape (n_terms,)

    Examples
    --------
    >>> smoothed_idf([1, 3], 3).round(4).tolist()
    [1.6931, 1.0]

    Source: Pattnaik, TF-IDF: An overview, in its note; scikit-learn's TfidfTransformer.
    Equation: 3.3.
    """
    df = document_frequency if isinstance(document_frequency, pd.Series) else np.asarray(document_frequency)
    with np.errstate(divide="ignore"):
        return np.log((n_documents + smooth) / (df + smooth)) + 1


def textbook_tf_idf(counts):
    """Return tf log(N / df), as the article prints it: no smoothing, no 1 added, no normalisation.

    Parameters
    ----------
    counts : array-like, sparse matrix or DataFrame, shape (n_documents, n_terms)
        tf, in occurrences.

    Returns
    -------
    ndarray, sparse array or DataFrame of float, shape (n_documents, n_terms)
        A term in all documents has 0 everywhere, and so does a term in none.

    Source: Pattnaik, TF-IDF: An overview.
    Equation: 3.4.
    """
    table = sparse.csr_array(counts if sparse.issparse(counts) else check_floats("counts", counts, 2, 0))
    df = np.bincount(table.nonzero()[1], minlength=table.shape[1])
    weighted = table.multiply(np.log(table.shape[0] / np.maximum(df, 1))).tocsr()
    if sparse.issparse(counts):
        return weighted
    dense = weighted.toarray()
    return pd.DataFrame(dense, counts.index, counts.columns) if isinstance(counts, pd.DataFrame) else dense


def tf_idf(counts, idf=None, norm="l2", sublinear_tf=False):
    """Return tf times idf with each document scaled to length 1, as in scikit-learn's TfidfVectorizer.

    Parameters
    ----------
    counts : array-like, sparse matrix or DataFrame, shape (n_documents, n_terms)
        tf, in occurrences.
    idf : array-like of float, shape (n_terms,), optional
        As from `smoothed_idf`; None: no idf.
    norm : {"l2", "l1"} or None, default="l2"
        Norm scaled to 1 in each document: the root of the sum of squares, or the sum.
    sublinear_tf : bool, default=False
        Whether to replace tf by 1 + ln(tf).

    Returns
    -------
    ndarray, sparse matrix or DataFrame of float, shape (n_documents, n_terms)
        A document without any of the terms is a row of zeros.

    Source: Pattnaik, TF-IDF: An overview, in its note; scikit-learn's TfidfTransformer.
    """
    check_choice("norm", norm, NORMS)
    frame = isinstance(counts, pd.DataFrame)
    table = counts if sparse.issparse(counts) else sparse.csr_array(check_floats("counts", counts, 2, 0, empty=True))
    table = table.astype(counts.dtype if sparse.issparse(counts) and counts.dtype.kind == "f" else float)
    if sublinear_tf:
        table.data = np.log(table.data) + 1
    if idf is not None:
        idf = check_floats("idf", idf, 1, infinite=True, empty=True)
        if len(idf) != table.shape[1]:
            fail("idf", f"have one value for each of the {table.shape[1]} terms", len(idf), "Pass the same terms.")
        table.data *= idf[table.indices]
    table = table if norm is None else normalize(table, norm=norm, copy=False)
    if sparse.issparse(counts):
        return table
    return pd.DataFrame(table.toarray(), counts.index, counts.columns) if frame else table.toarray()
