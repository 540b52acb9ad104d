"""Measure how well scores separate two sides, and how well they would by chance.

n_0, n_1    numbers of training and test rows        r_i    rank of row i's score among all, 1 for the lowest
A           AUC: the chance that a test row scores higher than a training row      B    number of permutations
"""

from typing import Any

import numpy as np
from scipy.stats import rankdata

from tiws_teach._validation import check_count, check_floats, check_number, fail

CHUNK = 2**22  # ranks that are permuted at once


def auc_from_ranks(ranks: Any, is_test: Any) -> float:
    """Return A = (R - n_1 (n_1 + 1) / 2) / (n_0 n_1), where R is the sum of the ranks of the test rows.

    Parameters
    ----------
    ranks : array-like of shape (n_rows,)
        Of the scores, from 1; rows with equal scores share their mean rank.
    is_test : array-like of bool, shape (n_rows,)
        With rows of both sides.

    Returns
    -------
    float
        In [0, 1]; .5 if the scores know nothing.

    Examples
    --------
    >>> auc_from_ranks([1, 2, 3, 4], [False, True, False, True])
    0.75

    Source: Mann and Whitney (1947); Hanley and McNeil (1982), The meaning and use of the area under a ROC curve.
    Equation: 10.1.
    """
    ranks, is_test = check_floats("ranks", ranks, 1, 1), check_floats("is_test", is_test, 1, 0, 1).astype(bool)
    if is_test.shape != ranks.shape:
        fail("is_test", f"have one value for each of the {len(ranks)} ranks", is_test.shape, "Pass both whole.")
    n_test, n_train = int(is_test.sum()), int((~is_test).sum())
    if not n_test or not n_train:
        fail("is_test", "hold rows of both sides", f"{n_test} of {len(ranks)}", "Score rows of both sides.")
    return float((ranks[is_test].sum() - n_test * (n_test + 1) / 2) / (n_train * n_test))


def permuted_aucs(
    scores: Any, n_test: int, n_permutations: int, rng: np.random.Generator, groups: Any = None
) -> np.ndarray:
    """Return the AUC of each of B random assignments of the rows to the two sides; the scores stay as they are.

    Parameters
    ----------
    scores : array-like of shape (n_rows,)
        Of rows that took no part in the fit.
    n_test : int
        Number of test groups, in [1, n_groups - 1]; without groups, n_1.
    n_permutations : int
        B, at least 1.
    rng : numpy.random.Generator
    groups : array-like of shape (n_rows,) or None, default=None
        Whole groups are assigned to a side. None: each row is a group.

    Returns
    -------
    ndarray of shape (n_permutations,)

    Source: Fisher (1935), The Design of Experiments, section 21; Good (2005), Permutation, Parametric and Bootstrap
    Tests of Hypotheses.
    """
    if not isinstance(rng, np.random.Generator):
        fail("rng", "be a numpy.random.Generator", repr(rng), "Pass numpy.random.default_rng(0).", TypeError)
    ranks = rankdata(check_floats("scores", scores, 1))
    group = np.arange(len(ranks)) if groups is None else np.unique(groups, return_inverse=True)[1]
    if len(group) != len(ranks):
        fail("groups", f"have one value for each of the {len(ranks)} scores", len(group), "Pass the same rows.")
    totals, sizes = np.bincount(group, ranks), np.bincount(group)
    n_test = check_count("n_test", n_test, 1, len(sizes) - 1)
    left = check_count("n_permutations", n_permutations, 1)
    blocks = []
    while left:
        rows = min(left, max(1, CHUNK // len(sizes)))
        drawn = rng.permuted(np.tile(np.arange(len(sizes)), (rows, 1)), axis=1)[:, :n_test]
        R, n_1 = totals[drawn].sum(axis=1), sizes[drawn].sum(axis=1)
        blocks.append((R - n_1 * (n_1 + 1) / 2) / (n_1 * (len(ranks) - n_1)))
        left -= rows
    return np.concatenate(blocks)


def permutation_p_value(auc: float, permuted: Any) -> float:
    """Return p = (1 + number of permutations with an AUC at least as large) / (1 + B).

    Parameters
    ----------
    auc : float
        The AUC that was found.
    permuted : array-like of shape (n_permutations,)
        Those of random sides.

    Returns
    -------
    float
        In (0, 1]; under one distribution it is at most alpha with a chance of at most alpha if rows (or the groups that
        were permuted) are exchangeable.

    Examples
    --------
    >>> permutation_p_value(0.9, [0.5, 0.4, 0.9, 0.6])
    0.4

    Source: Phipson and Smyth (2010), Permutation p-values should never be zero.
    Equation: 10.2.
    """
    auc, permuted = check_number("auc", auc, 0, 1), check_floats("permuted", permuted, 1, 0, 1)
    return float((1 + np.sum(permuted >= auc - 1e-12)) / (1 + permuted.size))


def importance_weights(probabilities: Any, n_train: int, n_test: int) -> np.ndarray:
    """Return w = q / (1 - q) * n_0 / n_1, the density of the test rows over that of the training rows.

    Parameters
    ----------
    probabilities : array-like of shape (n_rows,)
        q, the calibrated probability that a row is a test row, in [0, 1).
    n_train, n_test : int
        n_0 and n_1 of the rows that the classifier was fitted to, at least 1.

    Returns
    -------
    ndarray of shape (n_rows,)
        >= 0; 1 where both densities agree. For ``fit(X_train, y_train, sample_weight=...)``.

    Examples
    --------
    >>> importance_weights([0.5, 0.75], 100, 50).tolist()
    [2.0, 6.0]

    Source: Shimodaira (2000), section 2; Bickel, Brueckner and Scheffer (2009), section 5.
    Equation: 10.3.
    """
    q = np.asarray(probabilities, dtype=float)
    if not np.all((q >= 0) & (q < 1)):
        fail("probabilities", "be in [0, 1)", f"{q.min():g} to {q.max():g}", "Clip them below 1 first.")
    return q / (1 - q) * check_count("n_train", n_train, 1) / check_count("n_test", n_test, 1)
