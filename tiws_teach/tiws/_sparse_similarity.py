"""Similarities from a sparse document matrix, and estimates from sums over its rows of S: see `_sparse_profiles`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tiws_teach.tiws._sparse_profiles import Products, coefficients, conditional_cosine, store_cells, tfidf_cosine

LEAST_MEAN = 1e-3
"""Mean similarity below which estimates are made from rows of S instead of sums."""


@dataclass(frozen=True)
class CosineSimilarity:
    """(1 + cosine) / 2, with 0 between a category and itself.

    Attributes
    ----------
    cosine : Products
        Of profiles of length 1.
    nonzero : ndarray of bool, shape (n_categories,)
        Profiles that are not all zeros.
    """

    cosine: Products
    nonzero: np.ndarray

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


def fill_by_sums(similarity, means, rows, seen, weighting):
    """Set the means of unseen categories to the weighted means of the seen ones, without their rows of S.

    With sharpness 1 an estimate is a ratio of sums over a row of S: of similarity times mean, and of similarity.
    """
    ones = np.ones(len(seen))
    values = np.column_stack([np.where(seen[:, np.newaxis], means, 0.0), seen, ones])
    *sums, among, everywhere = similarity.times(rows, values).T
    total = everywhere if weighting == "equal" else among
    sure = total > LEAST_MEAN * len(seen)
    share, rest = np.stack(sums, axis=1)[sure], (total - among)[sure, np.newaxis] * means[seen].mean(axis=0)
    means[rows[sure]] = (share + rest) / total[sure, np.newaxis]
    return rows[~sure]
