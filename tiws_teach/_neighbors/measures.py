"""Measure pairs of query and row: a table that finds the nearest rows, and their exact distances.

The table of a `Measure` may hold values that only increase with the distance or that are slightly off by rounding.
`distances` then measures every pair within `limit`. All Euclidean measures end in the same sums of squared differences,
so a pair has the same distance to the last bit whichever method finds it:

- `by_whole_numbers`: rows of whole numbers, dense or sparse, such as 0 and 1. |q|^2 - 2 q r + |r|^2 is exact as long as
  all sums stay below 2^53, and one matrix product gives it for a table of pairs.
- `by_products`: rows of any numbers, dense or sparse. The same product, with an error of at most `rounding`. The mean
  of dense rows is subtracted first, because the product loses small distances far from the origin.
- `by_differences`: few dense rows. scipy sums the differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances
from sklearn.metrics.pairwise import PAIRWISE_BOOLEAN_FUNCTIONS

from tiws_teach._neighbors.arrays import blocks, pair_distances, squared_norms
from tiws_teach._validation import fail

EXACT = 2.0**53
"""Up to this size, floating point represents every whole number."""


class Measure(NamedTuple):
    """Functions that measure queries and rows."""

    table: Callable[[np.ndarray], np.ndarray]
    """Map query numbers to a new table of shape (n_asked, n_rows)."""
    limit: Callable[[np.ndarray, np.ndarray], np.ndarray]
    """Map upper bounds of the k-th smallest values and query numbers to the largest value a neighbour can have."""
    distances: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
    """Map table values, with their queries and rows, to distances."""


def by_metric(queries, rows, metric, params) -> Measure:
    """Measure with a metric of scikit-learn."""
    if isinstance(metric, str) and metric in PAIRWISE_BOOLEAN_FUNCTIONS:
        queries, rows = queries != 0, rows != 0

    def table(block):
        found = pairwise_distances(queries[block], rows, metric=metric, **(params or {}))
        return _checked(np.asarray(found, dtype=float), metric)

    return Measure(table, lambda bound, _: bound, lambda values, *_: values)


def given(distances) -> Measure:
    """Use precomputed distances."""
    return Measure(lambda block: distances[block], lambda bound, _: bound, lambda values, *_: values)


def by_differences(queries, rows) -> Measure:
    """Measure dense rows by the Euclidean distance."""
    slack = 1 + 4 * (rows.shape[1] + 4) * np.finfo(float).eps

    def table(block):  # scipy sums differences for "minkowski" (p = 2); scikit-learn expands the square for "euclidean"
        return pairwise_distances(queries[block], rows, metric="minkowski")

    return Measure(table, lambda bound, _: bound * slack, _anew(queries, rows))


def by_whole_numbers(queries, rows) -> Measure:
    """Measure rows of whole numbers by the square of the Euclidean distance, without rounding."""
    return Measure(_expanded(queries, rows), lambda bound, _: bound, lambda values, *_: np.sqrt(values))


def by_products(queries, rows) -> Measure:
    """Measure rows by the square of the Euclidean distance, with a small rounding error."""
    centre = 0 if sparse.issparse(rows) else rows.mean(axis=0)
    near_q, near_r = (queries, rows) if sparse.issparse(rows) else (queries - centre, rows - centre)
    norms, largest = np.sqrt(squared_norms(near_q)), np.sqrt(squared_norms(near_r).max())

    def limit(bound, block):
        reach = np.sqrt(np.maximum(bound, 0))
        return bound + 2 * rounding(norms[block, np.newaxis], largest, reach, rows.shape[1])

    return Measure(_expanded(near_q, near_r), limit, _anew(queries, rows))


def rounding(query_norms: np.ndarray, largest: float, reach: np.ndarray, n_features: int) -> np.ndarray:
    """Return a bound on the rounding error of an expanded squared distance, for rows within the reach of each query.

    The error of a sum of p products is at most about p units of rounding times the sum of their sizes (Higham 2002,
    section 3.1), which for the expanded square is (|q| + |r|)^2. Subtracting the mean adds two units of it, the sums
    and the root some more. A row of norm beyond 2 |q| + 2 reach is farther than the reach, whatever the rounding.

    Parameters
    ----------
    query_norms : ndarray of shape (n_queries,)
        |q|, after subtracting the mean of the rows.
    largest : float
        The largest |r| of all rows.
    reach : ndarray of shape (n_queries,)
        The distance to decide.
    n_features : int
        p.

    Returns
    -------
    ndarray of shape (n_queries,)
    """
    row_norms = np.minimum(largest, 2 * (query_norms + reach))
    unit, smallest = np.finfo(float).eps, np.finfo(float).tiny
    return (n_features + 10) * (unit * (query_norms + row_norms) ** 2 + smallest)


def are_whole(*tables) -> bool:
    """Return whether all values are whole numbers small enough that no sum of the expanded square is rounded."""
    for table in tables:
        values = table.data[:, np.newaxis] if sparse.issparse(table) else table
        for part in [slice(1), *blocks(np.arange(len(values)), values.shape[1])]:  # one row rules out most tables
            if not (values[part] == np.rint(values[part])).all():
                return False
    return 4 * max(squared_norms(table).max(initial=0) for table in tables) < EXACT


def _expanded(queries, rows) -> Callable[[np.ndarray], np.ndarray]:
    """Return the function that maps query numbers to |q|^2 - 2 q r + |r|^2 for all rows r."""
    of_queries, of_rows = squared_norms(queries), squared_norms(rows)
    if not sparse.issparse(rows):  # one product of [-2 q, |q|^2, 1] and [r, 1, |r|^2]
        columns = np.vstack([rows.T, np.ones(len(rows)), of_rows])
        return lambda block: np.column_stack([-2 * queries[block], of_queries[block], np.ones(len(block))]) @ columns
    columns = rows.T.tocsr()

    def table(block):
        found = (queries[block] @ columns).toarray()
        found *= -2
        found += of_rows
        found += of_queries[block, np.newaxis]
        return found

    return table


def _anew(queries, rows) -> Callable[[Any, np.ndarray, np.ndarray], np.ndarray]:
    """Return the function that recomputes finite distances from the differences."""

    def distances(values, asked, columns):
        finite = np.flatnonzero(np.isfinite(values))
        values[finite] = pair_distances(queries, rows, asked[finite], columns[finite])
        return values

    return distances


def _checked(table, metric) -> np.ndarray:
    """Refuse undefined distances; set distances that rounding made negative to 0."""
    if np.isnan(table.min(initial=0)):
        advice = "Drop the rows for which it is undefined, such as constant rows, or use another metric."
        fail("metric", "be defined for all pairs of rows", f"NaN by {metric!r}", advice)
    if callable(metric) and table.min(initial=0) < 0:
        fail("metric", "return distances, which are >= 0", f"{table.min():g}", "Return 0 for the most similar rows.")
    return np.maximum(table, 0, out=table)
