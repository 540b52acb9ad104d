"""Similarities, weights and estimates of chosen categories of one feature, from the counts of all rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from tiws_teach._validation import fail
from tiws_teach.tiws._sparse_similarity import CosineSimilarity, fill_by_sums, sparse_similarity
from tiws_teach.tiws.equations import unseen_estimates, unseen_weights
from tiws_teach.tiws.similarities import category_similarity, size_correlation


class UnseenRows(NamedTuple):
    """Means of the seen categories of one feature, and the unseen ones whose means are to be filled in.

    Attributes
    ----------
    means : ndarray of float, shape (n_categories, n_targets)
        Target estimates, or mean residuals; those of `rows` are set in place.
    rows : ndarray of int
        Positions of the categories to fill in, none of them seen.
    seen : ndarray of bool, shape (n_categories,)
        At least one.
    """

    means: np.ndarray
    rows: np.ndarray
    seen: np.ndarray


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
        return DenseSimilarity(counts.document(feature), similarity, blocks)
    document = counts.sparse_document(feature)
    if form == "sparse" or document.nnz * DENSER[similarity] < cells:
        return sparse_similarity(document, similarity, blocks)
    return DenseSimilarity(document.toarray(), similarity, blocks)


def similarity_of(counts, feature, rows, similarity):
    """Return the similarity of the categories `rows` to all categories of their feature."""
    return find_similarity(counts, feature, similarity).rows(rows)


def in_chunks(rows, similarity, n_categories):
    """Yield chunks of `rows` and their rows of S, which take little more memory than the document."""
    n_chunks = -(-len(rows) * n_categories // max(CHUNK, 2 * similarity.cells))
    for part in np.array_split(rows, n_chunks) if n_chunks else []:
        yield part, similarity.rows(part)


def similarity_in_chunks(counts, feature, rows, similarity):
    """Yield chunks of `rows` and their `similarity_of`."""
    if len(rows):
        yield from in_chunks(rows, find_similarity(counts, feature, similarity), len(counts.labels[feature]))


def fill_unseen(tables, counts, feature, options):
    """Set the means of the unseen categories to the weighted means of the seen ones, in place."""
    if not any(len(table.rows) for table in tables):
        return
    similarity = find_similarity(counts, feature, options.similarity)
    if options.sharpness == 1 and isinstance(similarity, CosineSimilarity):
        tables = [
            UnseenRows(means, fill_by_sums(similarity, means, rows, seen, options.weighting), seen)
            for means, rows, seen in tables
        ]
    asked = np.unique(np.concatenate([table.rows for table in tables]))
    for part, s in in_chunks(asked, similarity, len(counts.labels[feature])):
        for means, rows, seen in tables:
            chosen = np.isin(part, rows)
            s_seen_first = np.hstack([s[chosen][:, seen], s[chosen][:, ~seen]])
            weights = unseen_weights(s_seen_first, int(seen.sum()), options.weighting, options.sharpness)
            means[part[chosen]] = unseen_estimates(weights, means[seen])


def most_similar(similarity):
    """Return the position of the most similar category in each row; ties go to the first.

    Similarities that are equal in exact arithmetic may differ by rounding, so "equal" means within 1e-12.
    """
    return (similarity >= similarity.max(axis=1, keepdims=True) - 1e-12).argmax(axis=1)


def explain_category(counts, feature, category, name, estimates, options):
    """Return similarity, weight and estimate of each seen category for one unseen category, heaviest first."""
    seen = counts.seen(feature)
    row = find_unseen(counts, feature, category, name)
    s = similarity_of(counts, feature, np.array([row]), options.similarity)  # the seen categories come first
    weights = unseen_weights(s, int(seen.sum()), options.weighting, options.sharpness)
    table = pd.DataFrame(
        {
            "category": counts.labels[feature][seen],
            "rows": counts.sizes[feature][seen],
            "similarity": s[0, : seen.sum()],
            "weight": weights[0],
        }
    )
    table = table.join(estimates)
    by_weight = np.argsort(-table["weight"].to_numpy().round(12), kind="stable")  # equal weights stay in sorted order
    return table.iloc[by_weight].reset_index(drop=True)


def find_unseen(counts, feature, category, name):
    """Return the position of an unseen category among the labels of its feature, or raise an error with the reason."""
    position = {label: row for row, label in enumerate(counts.labels[feature])}
    if category not in position:
        advice = "Pass a frame that contains it as X, or fit with X_unlabeled."
        fail("category", f"occur in column {name!r}", repr(category), advice)
    row = position[category]
    if row < counts.n_seen[feature]:
        rule = f"be unseen in training (column {name!r} has {counts.sizes[feature][row]} rows of it)"
        fail("category", rule, repr(category), "Use its estimate from fit: the smoothed mean of its own rows.")
    return row


def diagnose_categories(counts, names, first, source, options):
    """Yield one tuple of DIAGNOSIS for each unseen category at position `first` of its feature or later."""
    for j, name in enumerate(names):
        labels, sizes, seen = counts.labels[j], counts.sizes[j], counts.seen(j)
        asked = np.arange(first[j], len(labels))
        for part, s in similarity_in_chunks(counts, j, asked, options.similarity):
            s = s[:, : seen.sum()]
            for row, similar, best in zip(part, s, most_similar(s), strict=True):
                correlation = size_correlation(similar, sizes[seen], sizes[row])
                drives = pd.NA if np.isnan(correlation) else bool(correlation >= SIZE_DRIVES)
                similarity = similar[best]
                yield (
                    name,
                    labels[row],
                    sizes[row],
                    seen.sum(),
                    source,
                    labels[best],
                    similarity,
                    correlation,
                    drives,
                )


SIZE_DRIVES = 0.6
"""Lowest rank correlation of similarity with closeness in size at which `size_drives` is True."""

DIAGNOSIS = (
    "feature",
    "category",
    "rows",
    "n_seen",
    "counts_from",
    "most_similar",
    "similarity",
    "size_correlation",
    "size_drives",
)
"""Columns of the table that `TIWSEncoder.diagnose` returns."""

CHUNK = 4_000_000
"""Cells of S that may always be computed at once (32 MB of floats)."""

SMALL_DOCUMENT = 200_000
"""Cells up to which a document is always dense."""

DENSER = {"tfidf": 8, "conditional": 8, "hellinger": 24}
"""Cells of a dense document that take as long as one filled cell of a sparse one."""
