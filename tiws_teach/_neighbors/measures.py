"""How pairs of query and row are measured: by which table the nearest are found, and what their distances are.

The table of a `Measure` may hold something that only rises with the distance, or that is wrong by a little; whatever is
not beyond `limit` is then measured by `distances`. All Euclidean measures end in the same sums of squared differences,
so that the same pair has the same distance to the last bit whichever way it is found:

- `by_whole_numbers`: rows of whole numbers, dense or sparse, such as 0 and 1. |q|^2 - 2 q r + |r|^2 is exact as long as
  all sums stay below 2^53, and one matrix product gives it for a table of pairs.
- `by_products`: rows of any numbers, dense or sparse. The same product, wrong by `rounding` at most. Dense rows have
  their mean taken off first, since the product loses small distances far from the origin.
- `by_differences`: few dense rows, or very large numbers. scipy sums the differences.
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

SAFE = 1e150
"""Lengths up to which no square overflows."""

EXACT = 2.0**53
"""Whole numbers up to which floating point holds each."""


class Measure(NamedTuple):
    """How queries and rows are measured."""

    table: Callable[[np.ndarray], np.ndarray]
    """From the numbers of some queries to a new table of shape (n_asked, n_rows)."""
    limit: Callable[[np.ndarray, np.ndarray], np.ndarray]
    """From the k-th smallest values, or more, and the numbers of the queries to what no neighbour's value is beyond."""
    distances: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
    """From values of the table and their queries and rows to distances."""


def by_metric(queries, rows, metric, params) -> Measure:
    """Measure by a metric of scikit-learn."""
    if isinstance(metric, str) and metric in PAIRWISE_BOOLEAN_FUNCTIONS:
        queries, rows = queries != 0, rows != 0

    def table(block):
        found = pairwise_distances(queries[block], rows, metric=metric, **(params or {}))
        return _checked(np.asarray(found, dtype=float), metric)

    return Measure(table, lambda bound, _: bound, lambda values, *_: values)


def given(distances) -> Measure:
    """Take distances as they are."""
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
    """Measure rows by the square of the Euclidean distance, which rounding can make a little wrong."""
    centre = 0 if sparse.issparse(rows) else rows.mean(axis=0)
    near_q, near_r = (queries, rows) if sparse.issparse(rows) else (queries - centre, rows - centre)
    norms, largest = np.sqrt(squared_norms(near_q)), np.sqrt(squared_norms(near_r).max())

    def limit(bound, block):
        reach = np.sqrt(np.maximum(bound, 0))
        return bound + 2 * rounding(norms[block, np.newaxis], largest, reach, rows.shape[1])

    return Measure(_expanded(near_q, near_r), limit, _anew(queries, rows))


def rounding(query_norms: np.ndarray, largest: float, reach: np.ndarray, n_features: int) -> np.ndarray:
    """Return by how much an expanded square of a distance can be wrong, for rows within the reach of each query.

    A sum of p products is wrong by at most about p units of rounding times the sum of their sizes (Higham 2002, section
    3.1), which for the expanded square is (|q| + |r|)^2; taking off the mean adds two units of it, the sums and the
    root some more. A row of norm beyond 2 |q| + 2 reach is farther than the reach, whatever the rounding does.

    Parameters
    ----------
    query_norms : ndarray of shape (n_queries,)
        |q|, the mean of the rows taken off.
    largest : float
        The largest |r| of all rows.
    reach : ndarray of shape (n_queries,)
        The distance that is to be decided.
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
    """Tell whether all values are whole numbers, so small that no sum of the expanded square is rounded."""
    for table in tables:
        values = table.data[:, np.newaxis] if sparse.issparse(table) else table
        for part in [slice(1), *blocks(np.arange(len(values)), values.shape[1])]:  # one row says no to most tables
            if not (values[part] == np.rint(values[part])).all():
                return False
    return bool(4 * _longest(tables) < EXACT)


def are_in_range(*tables) -> bool:
    """Tell whether no square of a distance overflows; refuse NaN."""
    longest = _longest(tables)
    if np.isnan(longest):
        raise ValueError("queries or rows contains NaN. Fill in or leave out missing values first.")
    return np.sqrt(longest) < SAFE / 4


def _longest(tables) -> float:
    """Return the square of the length of the longest row."""
    return float(np.max([squared_norms(table).max(initial=0) for table in tables]))


def _expanded(queries, rows) -> Callable[[np.ndarray], np.ndarray]:
    """Return the function from the numbers of some queries to |q|^2 - 2 q r + |r|^2 for all rows r."""
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
    """Return the function that measures the pairs of finite distances by their differences."""

    def distances(values, asked, columns):
        finite = np.flatnonzero(np.isfinite(values))
        values[finite] = pair_distances(queries, rows, asked[finite], columns[finite])
        return values

    return distances


def _checked(table, metric) -> np.ndarray:
    """Refuse undefined distances; what rounding makes negative is 0."""
    if np.isnan(table.min(initial=0)):
        advice = "Leave out the rows for which it is not defined, such as constant rows, or use another metric."
        fail("metric", "be defined for all pairs of rows", f"NaN by {metric!r}", advice)
    if callable(metric) and table.min(initial=0) < 0:
        fail("metric", "return distances, which are >= 0", f"{table.min():g}", "Return 0 for the most similar rows.")
    return np.maximum(table, 0, out=table)
