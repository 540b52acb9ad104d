"""From a table of similarities to a table of distances, in four ways.

s_ij    similarity of objects i and j, the larger the more alike      d_ij    their distance
"""

from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, fail

ROUNDING = 1e-9
"""Similarities may miss symmetry or their bounds by this much; an eigenvalue by this share of the largest s_ii."""


@documented
def reciprocal_distance(S: np.ndarray) -> np.ndarray:
    """Return d_ij = 1 / s_ij - 1 of s in (0, 1]; the notes' reciprocal, with equal objects shifted to distance 0.

    Not a metric in general: similarities .5, .5 and .1 give 1, 1 and 9.

    {similarities}

    Source: course notes, KNN given a distance or similarity matrix, without the shift by 1.
    Equation: 9.1.
    """
    return 1 / S - 1


@documented
def complement_distance(S: np.ndarray) -> np.ndarray:
    """Return d_ij = 1 - s_ij of s in [0, 1].

    A metric for shared over all properties (Jaccard, Tanimoto), not for the cosine.

    {similarities}

    Source: Gower and Legendre (1986), Metric and Euclidean properties of dissimilarity coefficients.
    Equation: 9.2.
    """
    return 1 - S


@documented
def kernel_distance(S: np.ndarray) -> np.ndarray:
    """Return d_ij = sqrt(s_ii + s_jj - 2 s_ij), the Euclidean distance if s_ij is the scalar product of vectors.

    S is positive semidefinite, and the unit is the square root of its unit. The triangle inequality holds, but objects
    with the same vector are at distance 0.

    {similarities}

    Source: Gower and Legendre (1986), Metric and Euclidean properties of dissimilarity coefficients.
    Equation: 9.3.
    """
    own = np.diagonal(S)
    return np.sqrt(np.maximum(own[:, np.newaxis] + own - 2 * S, 0))


@documented
def neglog_distance(S: np.ndarray) -> np.ndarray:
    """Return d_ij = -ln s_ij of s in (0, 1], which recovers r from s = exp(-r).

    It keeps the triangle inequality if s_ij s_jk <= s_ik for all objects.

    {similarities}

    Source: Nei (1972), Genetic distance between populations, D = -ln I.
    Equation: 9.4.
    """
    return -np.log(S)


MAPS = {
    "reciprocal": reciprocal_distance,
    "complement": complement_distance,
    "kernel": kernel_distance,
    "neglog": neglog_distance,
}


def similarity_to_distance(S: Any, how: str = "complement") -> Any:
    """Return distances for ``metric="precomputed"`` from the similarities of all pairs of objects.

    Parameters
    ----------
    S : array-like or DataFrame of shape (n, n)
        Symmetric. All but "kernel" need similarities of at most 1, and 1 of each object with itself. "complement"
        needs s >= 0, "reciprocal" and "neglog" s > 0; "kernel" needs a positive semidefinite table.
    how : {"reciprocal", "complement", "kernel", "neglog"}, default="complement"
        1 / s - 1, 1 - s, sqrt(s_ii + s_jj - 2 s_ij), or -ln s. All but "kernel" order the neighbours of each object
        alike; "kernel" does, too, if all s_ii are equal.

    Returns
    -------
    ndarray or DataFrame of shape (n, n)
        Symmetric and >= 0 with zeros on the diagonal; a frame keeps its labels. Only "kernel" always keeps
        the triangle inequality, which search trees rely on and a brute search for neighbours does not; it is a
        pseudometric, as different objects may be at distance 0. For scikit-learn's cross-validation pass an array,
        ``D.to_numpy()``: it cuts rows and columns of a precomputed table, and cannot do so in a frame.

    Examples
    --------
    >>> similarity_to_distance([[1, 0.25], [0.25, 1]], how="reciprocal").tolist()
    [[0.0, 3.0], [3.0, 0.0]]

    Source: course notes, KNN given a distance or similarity matrix; Gower and Legendre (1986).
    """
    check_choice("how", how, tuple(MAPS))
    values = _similarities(S)
    _check_kernel(values) if how == "kernel" else _check_range(values, how)
    d = MAPS[how](values if how == "kernel" else np.minimum(values, 1.0))
    d = np.maximum((d + d.T) / 2, 0.0)
    np.fill_diagonal(d, 0.0)
    return pd.DataFrame(d, S.index, S.columns) if isinstance(S, pd.DataFrame) else d


def _similarities(S: Any) -> np.ndarray:
    """Return S as floats if it is square, finite and symmetric."""
    if sparse.issparse(S):
        advice = "Absent pairs would be at the largest distance: pass S.toarray()."
        fail("S", "be dense", "a sparse array", advice, TypeError)
    if isinstance(S, pd.DataFrame) and not S.index.equals(S.columns):
        fail("S", "name rows and columns alike", f"rows {S.index[:3].tolist()}...", "Use S.loc[S.columns].")
    values = np.array(S, dtype=float)
    if values.ndim != 2 or values.shape[0] != values.shape[1] or not len(values):
        fail("S", "be square", f"shape {values.shape}", "Pass the similarity of every pair of objects.")
    _no_pair("be finite", ~np.isfinite(values), values, "Fill the missing similarities first.")
    unequal = np.abs(values - values.T) > ROUNDING * np.abs(values).max()
    _no_pair("be symmetric", unequal, values, "Use (S + S.T) / 2 if the difference has no meaning.")
    return values


def _check_range(S: np.ndarray, how: str) -> None:
    """Refuse similarities outside [0, 1] or (0, 1], and objects that are not fully similar to themselves."""
    _no_pair("be at most 1", S > 1 + ROUNDING, S, 'Divide by the largest, or use how="kernel" for scalar products.')
    _no_pair("be 0 or more", S < 0, S, 'Use (1 + S) / 2 for correlations, or how="kernel" for scalar products.')
    if how != "complement":
        rule = f'be above 0 if how="{how}"'
        _no_pair(rule, S == 0, S, 'Use how="complement", where such pairs are at distance 1.')
    below = np.diag(np.diagonal(S) < 1 - ROUNDING)
    _no_pair("be 1 for each object and itself", below, S, "Divide s_ij by sqrt(s_ii s_jj) first.")


def _no_pair(rule: str, broken: np.ndarray, S: np.ndarray, advice: str) -> None:
    """Refuse S if a pair breaks the rule, and name the first one."""
    if broken.any():
        i, j = (int(place) for place in np.argwhere(broken)[0])
        fail("S", rule, f"S[{i}, {j}] = {S[i, j]:.6g}, S[{j}, {i}] = {S[j, i]:.6g}", advice)


def _check_kernel(S: np.ndarray) -> None:
    """Refuse a table that holds the scalar products of no vectors."""
    tolerance = ROUNDING * len(S) * max(np.diagonal(S).max(), np.finfo(float).tiny)
    try:
        np.linalg.cholesky(S + tolerance * np.eye(len(S)))
    except np.linalg.LinAlgError:
        least = np.linalg.eigvalsh(S)[0]
        advice = 'Use how="complement", or set the negative eigenvalues to 0 first.'
        fail("S", 'be positive semidefinite if how="kernel"', f"an eigenvalue of {least:.6g}", advice)
