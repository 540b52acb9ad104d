"""Tables of pair counts: count the rows, add further rows, store them in little space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy import sparse

SMALL_TABLE = 100_000
"""Cells that a table of pair counts may have, beyond two for each row, before it is stored as a sparse one."""


def count_pairs(codes, other_codes, n_categories, n_other, weights=None):
    """Return how often category k of one feature and category k' of another occur in the same row.

    Parameters
    ----------
    codes, other_codes : ndarray of int64, shape (n_rows,)
        In [0, n_categories) and [0, n_other); -1 marks a missing value, which is not counted.
    n_categories, n_other : int
    weights : ndarray of float, shape (n_rows,), optional
        A weight of 2 counts a row twice.

    Returns
    -------
    ndarray or scipy.sparse.csr_array of int64, or of float with weights, shape (n_categories, n_other)
        Sparse if the cells far outnumber the rows, so that most of them must be zeros.

    Source: Bang et al. (2020), Method, the sum f.
    Equation: 2.2.
    """
    shape = (n_categories + 1, n_other + 1)  # row and column 0 hold the missing values and are cut off below
    if shape[0] * shape[1] <= 2 * codes.size + SMALL_TABLE:
        pair = codes * shape[1] + other_codes + (shape[1] + 1)  # (code + 1) * width + (other code + 1)
        return np.bincount(pair, weights, minlength=shape[0] * shape[1]).reshape(shape)[1:, 1:]
    both = (codes >= 0) & (other_codes >= 0)
    pairs = codes[both].astype(np.int32), other_codes[both].astype(np.int32)  # else the table has indices of int64
    ones = np.ones(pairs[0].size, dtype=np.int64) if weights is None else weights[both]
    return sparse.coo_array((ones, pairs), shape=(n_categories, n_other)).tocsr()


class SummedTables(Mapping):
    """The tables of some counts plus those of further rows, which are counted when they are asked for.

    Counts of further rows are kept if they are dense, hence small, and counted again if they are sparse.
    """

    def __init__(self, tables, codes, labels, pairs):
        self.tables, self.codes, self.labels, self.pairs = tables, codes, labels, pairs
        self.counted: dict[tuple[int, int], Any] = {}

    def __getitem__(self, pair: tuple[int, int]) -> Any:
        if pair in self.counted:
            return self.counted[pair]
        (j, k), widths = pair, [len(self.labels[feature]) for feature in pair]
        more = count_pairs(self.codes[j], self.codes[k], *widths)
        table = widened(self.tables[pair], more.shape) + more
        if not sparse.issparse(table):
            self.counted[pair] = table
        return table

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


def narrowed(table: Any) -> Any:
    """Return a table of whole counts in the narrowest type that holds them."""
    values = table.data if sparse.issparse(table) else table
    return table.astype(np.min_scalar_type(values.max(initial=0))) if table.dtype.kind == "i" else table


def restored(table: Any) -> Any:
    """Return a narrowed table of counts as int64."""
    return table.astype(np.int64) if table.dtype.kind == "u" else table


def widened(table: Any, shape: tuple[int, ...]) -> Any:
    """Return a table padded with zero rows and columns for labels that it does not have."""
    if sparse.issparse(table):  # a view: only the starts of the rows are copied
        starts = np.pad(table.indptr, (0, shape[0] - table.shape[0]), mode="edge")
        return sparse.csr_array((table.data, table.indices, starts), shape=shape)
    wide = np.zeros(shape, dtype=table.dtype)
    wide[tuple(slice(length) for length in table.shape)] = table
    return wide
