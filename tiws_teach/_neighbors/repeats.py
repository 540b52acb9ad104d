"""Equal rows: each distinct row is searched once and stands for its copies.

A row with m copies is m neighbours at one distance, and its copies have the same neighbours, except for one another.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse


@dataclass(frozen=True)
class Repeats:
    """Groups of equal rows, numbered by first occurrence: of rows [b, a, b] the groups are b and a."""

    first: np.ndarray  # row number of the first copy in each group: [0, 1]
    member: np.ndarray  # group of each row: [0, 1, 0]
    counts: np.ndarray  # number of copies in each group: [2, 1]


def each_alone(n_rows: int) -> Repeats:
    """Return repeats in which no row is a copy."""
    everyone = np.arange(n_rows)
    return Repeats(everyone, everyone, np.ones_like(everyone))


def find_repeats(X) -> Repeats:
    """Return groups of equal rows. Rows with equal hashes are compared; a few equal rows may be missed."""
    weights = np.random.default_rng(0).random(X.shape[1])
    hashes = X @ weights if sparse.issparse(X) else np.einsum("ij,j->i", X, weights)
    _, first, member = np.unique(hashes, return_index=True, return_inverse=True)
    if len(first) == X.shape[0]:  # the usual case of measured numbers
        return each_alone(X.shape[0])
    leader = first[member]  # for rows [b, a, b]: [0, 1, 0]
    later = np.flatnonzero(leader != np.arange(len(leader)))
    difference = abs(X[later] - X[leader[later]]).max(axis=1)
    differ = later[(difference.toarray() if sparse.issparse(difference) else difference).ravel() > 0]
    leader[differ] = differ
    first, member, counts = np.unique(leader, return_inverse=True, return_counts=True)
    return Repeats(first, member, counts)


def first_copies(rows, most: int) -> np.ndarray:
    """Return the numbers of the rows without those that have `most` equal rows before them.

    No such row is among the `most` nearest of a query, since ties go to the lower row number.
    """
    repeats = find_repeats(rows)
    if repeats.counts.max(initial=1) <= most:
        return np.arange(rows.shape[0])
    order = np.argsort(repeats.member, kind="stable")  # of members [0, 1, 0, 0]: [0, 2, 3, 1]
    first = np.cumsum(repeats.counts) - repeats.counts  # of counts [3, 1]: [0, 3]
    number = np.arange(len(order)) - first[repeats.member[order]]  # of each copy: [0, 1, 2, 0]
    return np.sort(order[number < most])
