"""Find the most similar training answers of many queries: sparse products, a block at a time, over distinct answers.

The cosine of two sets of terms is shared / sqrt(size * other). Within one query, it has the order of
shared^2 / other: whole numbers, whose correctly rounded quotients are equal exactly if the cosines are.
"""

import numpy as np
from scipy import sparse

ENTRIES = 4_000_000
"""Upper limit of the pairs with a shared term that are held at once."""


def nearest_counts(vectors, queries, code_counts):
    """Return for each query the shared terms and the size of its nearest answers, and the counts of their codes.

    A query without a shared term has 0, 1 and the counts of all training answers, because all are equally far away.
    """
    sizes = np.maximum(np.diff(vectors.indptr), 1)
    n_queries, n_codes = queries.shape[0], code_counts.shape[1]
    shared, other, counts = np.zeros(n_queries), np.ones(n_queries), np.empty((n_queries, n_codes))
    counts[:] = code_counts.sum(axis=0)
    by_term = sparse.csr_array(vectors.T)
    for block in blocks(queries, by_term):
        products = sparse.csr_array(queries[block] @ by_term)
        rows, first, tied = _ties(products, sizes)
        place = block.start + rows
        counts[place] = (tied @ code_counts).toarray()
        shared[place], other[place] = products.data[first], sizes[products.indices[first]]
    return shared, other, counts


def blocks(queries, by_term):
    """Yield slices of the queries, each with few enough pairs that share a term."""
    used = queries.copy()
    used.data[:] = 1
    pairs = np.cumsum(used @ np.diff(by_term.indptr).astype(float))
    start = 0
    while start < queries.shape[0]:
        reached = pairs[start - 1] if start else 0.0
        stop = max(int(np.searchsorted(pairs, reached + ENTRIES, side="right")), start + 1)
        yield slice(start, stop)
        start = stop


def _ties(products, sizes):
    """Return the rows with a shared term, the place of each one's first nearest answer, and a matrix of all nearest."""
    value = products.data**2 / sizes[products.indices]
    filled = np.diff(products.indptr)
    rows = np.flatnonzero(filled)
    best = np.maximum.reduceat(value, products.indptr[rows]) if len(rows) else np.empty(0)
    nearest = np.flatnonzero(value == np.repeat(best, filled[rows]))
    starts: np.ndarray = np.searchsorted(nearest, np.append(products.indptr[rows], products.nnz))
    shape = (len(rows), products.shape[1])
    tied = sparse.csr_array((np.ones(len(nearest)), products.indices[nearest], starts), shape=shape)
    return rows, nearest[starts[:-1]], tied
