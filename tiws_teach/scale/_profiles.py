"""Profiles of categories from a sparse document matrix, and the products of any two of them, without a dense one.

Most cells of a document with many categories are 0, and there a profile is a product of a number of its row and one of
its column, its background:

    tfidf        H = T * I is (m_k / s_k) (m_c / s_c), with the means m and standard deviations s of row k and column c
    conditional  P is -m_c / s_c if the row has counts in the block of c, else 0
    hellinger    sqrt(f + m_c) is sqrt(m_c)

So profiles are a sparse matrix plus a product of two thin ones, and so are the products of any two of them. A row or
column with counts in many cells is stored in full and has no background: sparse part and background would cancel.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

FULL = 0.25
"""Share of nonzero cells beyond which a row or column is stored in full."""


@dataclass(frozen=True)
class Products:
    """The products of all pairs of profiles: spread @ spread.T (less their background, sparse) + left @ right.T."""

    spread: Any
    left: np.ndarray
    right: np.ndarray

    @property
    def cells(self):
        """Number of stored cells."""
        return self.spread.nnz

    def rows(self, wanted):
        """Return the products of the profiles `wanted` with all profiles."""
        return (self.spread @ self.spread[wanted].T.tocsr()).toarray().T + self.left[wanted] @ self.right.T

    def times(self, wanted, values):
        """Return `rows(wanted) @ values`."""
        return self.spread[wanted] @ (self.spread.T @ values) + self.left[wanted] @ (self.right.T @ values)


@dataclass(frozen=True)
class Cells:
    """The stored cells of a sparse document matrix, row by row."""

    rows: np.ndarray
    words: np.ndarray
    counts: np.ndarray
    shape: tuple[int, int]
    starts: np.ndarray  # where each row starts, and the end
    full_rows: np.ndarray  # which rows have all their cells stored
    full_words: np.ndarray  # which columns have


def store_cells(document):
    """Return the cells of a document with counts, and all cells of its full rows and columns."""
    (height, width), rows = document.shape, _rows_of(document)
    full_rows = np.diff(document.indptr) > FULL * width
    full_words = np.bincount(document.indices, minlength=width) > FULL * height
    whole = [np.flatnonzero(full_rows), np.flatnonzero(full_words)]
    more_rows = [np.repeat(whole[0], width), np.tile(np.arange(height), len(whole[1]))]
    more_words = [np.tile(np.arange(width), len(whole[0])), np.repeat(whole[1], height)]
    if more_rows[0].size + more_rows[1].size:
        places = np.concatenate([rows, *more_rows]), np.concatenate([document.indices, *more_words])
        values = np.pad(document.data, (0, places[0].size - rows.size))
        document = sparse.csr_array((values, places), shape=document.shape)  # adds the zeros to the counts
        rows = _rows_of(document)
    return Cells(rows, document.indices, document.data, document.shape, document.indptr, full_rows, full_words)


def _rows_of(document):
    """Return the row of each stored cell."""
    return np.repeat(np.arange(document.shape[0], dtype=np.int32), np.diff(document.indptr))


def moments(places, values, n_cells, n_rows):
    """Return mean and 1 / standard deviation (divisor n_rows - 1) of each row or column; 0 for a constant one."""
    n_places = len(n_cells)
    others = n_cells - np.bincount(places, minlength=n_places)
    sums = np.bincount(places, values, minlength=n_places)
    mean = sums / np.maximum(n_cells, 1)
    squares = np.bincount(places, (values - mean[places]) ** 2, minlength=n_places) + others * mean**2
    varies = (others > 0) & (sums > 0)
    whole = np.flatnonzero((others == 0)[places])  # exact; sigma may be off by rounding
    some = np.zeros(n_places)
    some[places[whole]] = values[whole]
    varies[places[whole[values[whole] != some[places[whole]]]]] = True
    scale = np.sqrt(max(n_rows - 1, 1) / np.where(varies, squares, 1.0))
    return mean, np.where(varies, scale, 0.0)


def tfidf_cosine(cells):
    """Return the cosines of the rows of H = T * I, and which rows are not all zeros."""
    height, width = cells.shape
    row_mean, row_scale = moments(cells.rows, cells.counts, np.full(height, width), width)
    mean, scale = moments(cells.words, cells.counts, np.full(width, height), height)
    values = cells.counts - row_mean[cells.rows]  # one step at a time, for the memory of few temporary arrays
    values *= row_scale[cells.rows]
    values *= cells.counts - mean[cells.words]
    values *= scale[cells.words]
    background = np.where(cells.full_rows, 0.0, row_mean * row_scale)[:, np.newaxis]
    return _unit_products(cells, values, background, np.zeros(width, dtype=int), mean * scale)


def conditional_cosine(cells, block, n_blocks):
    """Return the cosines of the rows of P, and which rows are not all zeros: the twin of `conditional_profiles`."""
    height, where = cells.shape[0], cells.rows * n_blocks + block[cells.words]
    totals = np.bincount(where, cells.counts, minlength=height * n_blocks)
    known = totals[where] > 0
    shares = np.divide(cells.counts, totals[where], out=np.zeros_like(cells.counts), where=known)
    has_counts = totals.reshape(height, n_blocks) > 0
    mean, scale = moments(cells.words[known], shares[known], has_counts.sum(axis=0)[block], height)
    values = shares - mean[cells.words]
    values *= scale[cells.words]
    values[~known | (np.abs(values) < 1e-12)] = 0.0  # a share equal to the mean up to rounding
    return _unit_products(cells, values, has_counts & ~cells.full_rows[:, np.newaxis], block, -mean * scale)


def _unit_products(cells, values, by_row, block, by_word):
    """Return the cosines of the profiles with `values` in the stored cells and a background elsewhere.

    The background of row k and column c is by_row[k, block[c]] * by_word[c]. `values` is overwritten.
    """
    (height, width), n_blocks = cells.shape, by_row.shape[1]
    by_row, by_word = by_row.astype(float), np.where(cells.full_words, 0.0, by_word)
    at = cells.rows if n_blocks == 1 else cells.rows * n_blocks + block[cells.words]
    squares = np.bincount(block, by_word**2, minlength=n_blocks)
    covered = np.bincount(at, (by_word**2)[cells.words], minlength=by_row.size)  # by stored cells
    open_squares = squares - covered.reshape(by_row.shape)
    length = np.sqrt(np.bincount(cells.rows, values**2, minlength=height) + (by_row**2 * open_squares).sum(axis=1))
    scale = np.divide(1.0, length, out=np.zeros(height), where=length > 0)
    by_row *= scale[:, np.newaxis]
    background = by_row.ravel()[at]
    background *= by_word[cells.words]
    values *= scale[cells.rows]
    values -= background
    spread = sparse.csr_array((values, cells.words, cells.starts), shape=cells.shape)
    base = sparse.csr_array((by_word, (np.arange(width), block)), shape=(width, n_blocks))
    on_base = (spread @ base).toarray()
    products = Products(spread, np.hstack([by_row, on_base]), np.hstack([on_base + by_row * squares, by_row]))
    return products, length > 0


def coefficients(part):
    """Return the Bhattacharyya coefficients of one other feature's block: the twin of `smoothed_shares`."""
    width, rows, total = part.shape[1], _rows_of(part), part.sum()
    pooled = part.sum(axis=0) / total if total > 0 else np.full(width, 1 / max(width, 1))
    root = np.sqrt(pooled)
    scale = 1 / np.sqrt(part.sum(axis=1) + 1)
    beyond = part.data / (np.sqrt(part.data + pooled[part.indices]) + root[part.indices])  # sqrt(f + m) - sqrt(m)
    spread = sparse.csr_array((beyond * scale[rows], part.indices, part.indptr), shape=part.shape)
    on_base = spread @ root
    left, right = np.stack([scale, on_base], axis=1), np.stack([on_base + scale * (root @ root), scale], axis=1)
    return Products(spread, left, right)
