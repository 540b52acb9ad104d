"""Similarities from a sparse document matrix, and estimates from sums over its rows of S: see `_profiles`."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from tiws_teach.scale._profiles import Products, coefficients, conditional_cosine, store_cells, tfidf_cosine
from tiws_teach.tiws.equations import document_matrix
from tiws_teach.tiws.similarities import category_similarity

CHUNK = 4_000_000
"""Cells of S that may always be computed at once (32 MB of floats)."""
SMALL_DOCUMENT = 200_000
"""Cells up to which a document is always dense."""
DENSER = {"tfidf": 8, "conditional": 8, "hellinger": 24}
"""Cells of a dense document that take as long as one filled cell of a sparse one."""

LEAST_MEAN = 1e-3
"""Mean similarity below which estimates are made from rows of S instead of sums."""


@dataclass(frozen=True)
class CosineSimilarity:
    """(1 + cosine) / 2, with 0 between a category and itself."""

    cosine: Products  # of profiles of length 1
    nonzero: np.ndarray  # which profiles are not all zeros

    @property
    def cells(self):
        """Number of stored cells."""
        return self.cosine.cells

    def rows(self, wanted):
        """Return rows of S."""
        s = self.cosine.rows(wanted)
        s *= 0.5
        s += 0.5
        s[np.arange(len(wanted)), wanted] = 0.0
        return np.clip(s, 0.0, 1.0, out=s)

    def times(self, wanted, values):
        """Return `rows(wanted) @ values` without these rows."""
        own = np.where(self.nonzero[wanted, np.newaxis], 1.0, 0.5) * values[wanted]
        return 0.5 * (values.sum(axis=0) + self.cosine.times(wanted, values)) - own


@dataclass(frozen=True)
class HellingerSimilarity:
    """The product over the other features of the Bhattacharyya coefficients, with 0 between a category and itself."""

    coefficients: list[Products]
    n_categories: int

    @property
    def cells(self):
        """Number of stored cells."""
        return sum(coefficient.cells for coefficient in self.coefficients)

    def rows(self, wanted):
        """Return rows of S."""
        s = np.ones((len(wanted), self.n_categories))
        for coefficient in self.coefficients:
            s *= np.clip(coefficient.rows(wanted), 0.0, 1.0)
        s[np.arange(len(wanted)), wanted] = 0.0
        return s


def sparse_similarity(document, similarity, blocks):
    """Return an object whose method `rows` gives rows of S."""
    if similarity == "hellinger":
        starts = np.cumsum([0, *blocks])
        parts = [document[:, start:stop] for start, stop in pairwise(starts)]
        return HellingerSimilarity([coefficients(part) for part in parts], document.shape[0])
    cells = store_cells(document)
    if similarity == "conditional":
        return CosineSimilarity(*conditional_cosine(cells, np.repeat(np.arange(len(blocks)), blocks), len(blocks)))
    return CosineSimilarity(*tfidf_cosine(cells))


@dataclass(frozen=True)
class DenseSimilarity:
    """Rows of S from a dense document matrix, by the readable equations."""

    document: np.ndarray
    similarity: str
    blocks: list[int]

    @property
    def cells(self):
        """Number of stored cells."""
        return self.document.size

    def rows(self, wanted):
        """Return rows of S."""
        return category_similarity(self.document, self.similarity, wanted, self.blocks)


def find_similarity(counts, feature, similarity, form=None):
    """Return an object whose method `rows` gives rows of S, in the form that costs less."""
    blocks = counts.blocks(feature)
    cells = len(counts.labels[feature]) * sum(blocks)
    if form == "dense" or (form is None and cells <= SMALL_DOCUMENT):
        return DenseSimilarity(document_matrix(counts, feature), similarity, blocks)
    document = sparse_document(counts, feature)
    if form == "sparse" or document.nnz * DENSER[similarity] < cells:
        return sparse_similarity(document, similarity, blocks)
    return DenseSimilarity(document.toarray(), similarity, blocks)


def sparse_document(counts, feature):
    """Return the document matrix of a feature as a sparse one of floats, of any size."""
    shape = len(counts.labels[feature]), sum(counts.blocks(feature))
    tables = [counts.tables[feature, k] if feature < k else counts.tables[k, feature].T for k in counts.others(feature)]
    parts = [sparse.csc_array(table) for table in tables]
    if not parts:
        return sparse.csr_array(shape)
    values = np.concatenate([part.data for part in parts], dtype=float)
    rows = np.concatenate([part.indices for part in parts])
    sizes = np.concatenate([np.diff(part.indptr) for part in parts])
    del tables, parts  # the largest of all, next to the result
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(rows.dtype if len(rows) < 2**31 else np.int64)
    return sparse.csc_array((values, rows, starts), shape=shape).tocsr()


def similarity_in_chunks(counts, feature, rows, similarity):
    """Yield chunks of `rows` and their rows of S, which take little more memory than the document."""
    yield from _in_chunks(rows, find_similarity(counts, feature, similarity), len(counts.labels[feature]))


def _in_chunks(rows: np.ndarray, similarity: Any, n_categories: int):
    n_chunks = -(-len(rows) * n_categories // max(CHUNK, 2 * similarity.cells))
    for part in np.array_split(rows, n_chunks) if n_chunks else []:
        yield part, similarity.rows(part)


def fill_by_sums(tables, counts, feature, options):
    """Set means of unseen categories where sums over S give them; return the other tables and chunks of rows of S."""
    similarity = find_similarity(counts, feature, options.similarity)
    if options.sharpness == 1 and isinstance(similarity, CosineSimilarity):
        tables = [table._replace(rows=_fill_by_sums(similarity, table, options.weighting)) for table in tables]
    asked = np.unique(np.concatenate([table.rows for table in tables]))
    return tables, _in_chunks(asked, similarity, len(counts.labels[feature]))


def _fill_by_sums(similarity, table, weighting):
    """Set the means of unseen categories to weighted means of the seen ones, without rows of S; return those left.

    With sharpness 1 an estimate is a ratio of sums over a row of S: of similarity times mean, and of similarity.
    """
    rows, seen = table.rows, table.seen
    known = table.means if table.residuals is None else table.residuals
    values = np.column_stack([np.where(seen[:, np.newaxis], known, 0.0), seen, np.ones(len(seen))])
    *sums, among, everywhere = similarity.times(rows, values).T
    total = everywhere if weighting == "equal" else among
    sure = total > LEAST_MEAN * len(seen)
    share, rest = np.stack(sums, axis=1)[sure], (total - among)[sure, np.newaxis] * known[seen].mean(axis=0)
    estimates = (share + rest) / total[sure, np.newaxis]
    base = 0.0 if table.predictions is None else table.predictions[rows[sure]]
    table.means[rows[sure]] = base + estimates
    return rows[~sure]
