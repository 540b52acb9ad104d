"""Repeated rows: each distinct row is searched once and weighted by its number of copies.

Tables of zeros and ones, of dummy variables or of few whole numbers have far fewer distinct rows than rows. A row with
m copies is m neighbours at one distance. Its copies have the same neighbours, except for the copies themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from tiws_teach._neighbors.arrays import blocks
from tiws_teach._neighbors.scan import Found


@dataclass(frozen=True)
class Repeats:
    """Groups of equal rows; the distinct rows are numbered by first occurrence.

    Attributes
    ----------
    first : ndarray of int64, shape (n_distinct,)
        Row number of the first copy of each distinct row.
    member : ndarray of int64, shape (n_rows,)
        Number of the distinct row of which each row is a copy.
    counts : ndarray of int64, shape (n_distinct,)
        Number of copies of each distinct row.
    """

    first: np.ndarray
    member: np.ndarray
    counts: np.ndarray

    @property
    def largest(self) -> int:
        """Number of copies of the most repeated row."""
        return int(self.counts.max(initial=1))


@dataclass(frozen=True)
class Counted:
    """The distinct rows no farther from each query than its k-th nearest row, nearest first.

    Attributes
    ----------
    distances : ndarray of shape (n_found,)
    rows : ndarray of int64, shape (n_found,)
        Numbers of distinct rows.
    weights : ndarray of int64, shape (n_found,)
        Number of rows that each represents, >= 1.
    starts : ndarray of int64, shape (n_queries + 1,)
        The neighbours of query i are at [starts[i]:starts[i + 1]].
    """

    distances: np.ndarray
    rows: np.ndarray
    weights: np.ndarray
    starts: np.ndarray

    @property
    def k_distance(self) -> np.ndarray:
        """Distance of each query's k-th nearest row, an ndarray of shape (n_queries,)."""
        return self.distances[self.starts[1:] - 1]


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
    leader = first[member]
    differ = _differ(X, leader)
    leader[differ] = np.flatnonzero(differ)
    first, member, counts = np.unique(leader, return_inverse=True, return_counts=True)
    return Repeats(first, member, counts)


def counted_neighborhoods(found: Found, counts, k: int, leave_out_self: bool) -> Counted:
    """Keep the nearest distinct rows up to the k-th row; `found` must reach that far, ties included.

    With `leave_out_self` the queries are the distinct rows, and each counts one row less among its own neighbours.
    """
    distances, rows, n_found = found
    starts = _starts(n_found)
    lines = np.repeat(np.arange(len(n_found)), n_found)
    weights = counts[rows] - (rows == lines if leave_out_self else 0)
    upto = np.cumsum(weights)
    before = np.concatenate([[0], upto])[starts[:-1]]
    last = np.searchsorted(upto, before + k)  # where the k-th row is reached
    kept = (distances <= distances[last][lines]) & (weights > 0)
    n_kept = np.bincount(lines[kept], minlength=len(n_found))
    return Counted(distances[kept], rows[kept], weights[kept], _starts(n_kept))


def members_of(near: Counted, asked, among: Repeats, k: int, leave_out_self: bool, ties: bool) -> Found:
    """Return the rows of the distinct neighbours of each query; query i is a copy of distinct query ``asked[i]``.

    With `leave_out_self` query i is row i, which is not its own neighbour.
    """
    most = among.largest if ties else k + leave_out_self
    distances, rows, n_found = _spread(near, among, most)
    ends = n_found.cumsum()
    taken = n_found if ties else np.minimum(n_found, most)
    lines, places = _flat((ends - n_found)[asked], taken[asked])
    distances, rows = distances[places], rows[places]
    if leave_out_self:
        kept = rows != lines
        lines, distances, rows = lines[kept], distances[kept], rows[kept]
    counts = np.bincount(lines, minlength=len(asked))
    if not ties:
        kept = np.arange(len(lines)) - (counts.cumsum() - counts)[lines] < k
        distances, rows, counts = distances[kept], rows[kept], np.minimum(counts, k)
    return distances, rows, counts


def _spread(near: Counted, among: Repeats, most: int) -> Found:
    """Return the copies of the distinct rows, at most `most` of each, by distance and then by row."""
    members = np.argsort(among.member, kind="stable")
    begins = among.counts.cumsum() - among.counts
    behind = np.minimum(among.counts[near.rows], most)
    found, places = _flat(begins[near.rows], behind)
    rows, distances = members[places], near.distances[found]
    lines = np.repeat(np.arange(len(near.starts) - 1), np.diff(near.starts))[found]
    order = np.lexsort((rows, distances, lines))
    return distances[order], rows[order], np.bincount(lines, minlength=len(near.starts) - 1)


def _flat(begins, lengths) -> tuple[np.ndarray, np.ndarray]:
    """Return the concatenated ranges ``begins[i], ..., begins[i] + lengths[i] - 1``, and the i of each entry."""
    lines = np.repeat(np.arange(len(lengths)), lengths)
    return lines, np.arange(len(lines)) + np.repeat(begins - (lengths.cumsum() - lengths), lengths)


def _starts(counts) -> np.ndarray:
    """Return the start of each of several concatenated lists, and the end of the last."""
    return np.concatenate([[0], counts.cumsum()])


def _differ(X, leader) -> np.ndarray:
    """Return whether each row differs from the row whose number `leader` gives."""
    differ = np.zeros(len(leader), dtype=bool)
    for part in blocks(np.flatnonzero(leader != np.arange(len(leader))), X.shape[1]):
        difference = X[part] != X[leader[part]]
        differ[part] = np.asarray(difference.sum(axis=1)).ravel() > 0 if sparse.issparse(X) else difference.any(axis=1)
    return differ
