"""Nearest neighbours in one place: exact distances, one tie rule, and never a table of all pairs.

Of equally near rows the lower row number comes first, also at the last place. Euclidean distances are summed from the
differences, so that a duplicate is at distance 0 wherever it lies. A search of many pairs runs in two steps:

1. Scikit-learn finds a few candidates more than k, by a tree where there are few features, else by brute force, which
   expands the square: |q|^2 - 2 q r + |r|^2. That is fast, and it loses small distances far from the origin: so the
   rows' mean is taken off first, and the distances of the candidates are computed anew.
2. No other row can be among the k nearest if the k-th exact square lies below the last candidate's by more than what
   rounding can do (`rounding`). The few queries that leave it open, mostly those with ties at the border, are asked
   again: with more candidates, and then against all rows.

Other metrics are measured against all rows, in chunks. Memory grows with the number of queries times k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.metrics import pairwise_distances_chunked
from sklearn.neighbors import NearestNeighbors

from tiws_teach._validation import check_count, fail

Metric = str | Callable[..., float]
Found = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Distances and rows, query after query, nearest first; and how many of them belong to each query."""

CHUNK = 16
"""MiB of distances or differences that are held at a time."""

GROUP = 16
"""Columns whose least value stands for them while the k-th smallest is bounded."""

SPARE = 3
"""Candidates beyond the k that are wanted."""

FEW_PAIRS, FEW_QUERIES = 2**15, 4
"""Up to so many pairs of query and row, or so many queries, all distances are computed at once."""

SAFE = 1e150
"""Lengths up to which no square overflows."""

TREE_FEATURES, TREE_QUERIES = 4, 100
"""A tree finds the candidates if there are at most so many features and at least so many queries."""


def nearest_rows(
    queries: Any, rows: Any, k: int, metric: Metric = "euclidean", *, leave_out_self: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return the k nearest rows of each query, nearest first; of equally near ones the lower row first.

    Parameters
    ----------
    queries : array-like of shape (n_queries, n_features)
        The distances themselves, of shape (n_queries, n_rows), if `metric` is "precomputed".
    rows : array-like of shape (n_rows, n_features)
        If `metric` is "precomputed", only their number counts.
    k : int
        In [1, n_rows], or in [1, n_rows - 1] with `leave_out_self`.
    metric : str or callable, default="euclidean"
        A metric of `sklearn.metrics.pairwise_distances`.
    leave_out_self : bool, default=False
        The queries are the rows, and row i is not among the neighbours of query i; a duplicate of it may be.

    Returns
    -------
    distances : ndarray of shape (n_queries, k)
        In feature units, rising.
    indices : ndarray of int64, shape (n_queries, k)
        Row numbers.

    Raises
    ------
    ValueError
        If k is out of bounds, if the shapes do not belong together, or if with `leave_out_self` there are not as many
        queries as rows.
    """
    distances, indices, _ = _search(queries, rows, k, metric, leave_out_self, ties=False)
    return distances.reshape(-1, k), indices.reshape(-1, k)


def neighborhoods(
    queries: Any, rows: Any, k: int, metric: Metric = "euclidean", *, leave_out_self: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all rows that are no farther from a query than its k-th nearest, so more than k where distances are tied.

    Parameters
    ----------
    queries, rows, k, metric, leave_out_self
        As in `nearest_rows`.

    Returns
    -------
    distances : ndarray of shape (n_found,)
        In feature units; those of query i in places ``starts[i]:starts[i + 1]``, rising.
    indices : ndarray of int64, shape (n_found,)
        Row numbers; of equally near rows the lower first.
    starts : ndarray of int64, shape (n_queries + 1,)

    Raises
    ------
    ValueError
        As in `nearest_rows`.
    """
    distances, indices, counts = _search(queries, rows, k, metric, leave_out_self, ties=True)
    return distances, indices, np.concatenate([[0], counts.cumsum()])


def nearest_by_class(
    queries: Any, rows: Any, labels: Any, k: int, metric: Metric = "euclidean", n_classes: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the k nearest rows of each query in each class, by the same rule.

    Parameters
    ----------
    queries, rows, metric
        As in `nearest_rows`.
    labels : array-like of int, shape (n_rows,)
        Class of each row, in 0, ..., n_classes - 1.
    k : int
        At least 1; a class may have fewer rows.
    n_classes : int, default=None
        None: the highest label and one.

    Returns
    -------
    distances : ndarray of shape (n_queries, k, n_classes)
        In place [:, w - 1, c] the one to the w-th nearest row of class c, infinite if it has fewer than w rows.
    indices : ndarray of int64, shape (n_queries, k, n_classes)
        Row numbers, -1 where there is none.

    Raises
    ------
    ValueError
        If k is below 1, if a label is no class, or if the shapes do not belong together.
    """
    check_count("k", k, 1)
    given = _is(metric, "precomputed")
    queries, rows = np.asarray(queries, dtype=float), np.asarray(rows, dtype=float)
    _check(queries, rows, 1, given, False)
    labels, n_classes = _codes(labels, len(rows), n_classes)
    distances = np.full((len(queries), k, n_classes), np.inf)
    indices = np.full((len(queries), k, n_classes), -1, dtype=np.int64)
    for c in np.unique(labels):
        members = np.flatnonzero(labels == c)
        taken = min(k, len(members))
        asked = queries[:, members] if given else queries
        distances[:, :taken, c], places = nearest_rows(asked, rows[members], taken, metric)
        indices[:, :taken, c] = members[places]
    return distances, indices


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


def _bound(distances: np.ndarray, k: int) -> np.ndarray:
    """Return, for each line, a value that is no less than its k-th smallest, and seldom much more."""
    n_lines, n_columns = distances.shape
    least, n_groups = distances, n_columns // GROUP
    if n_groups >= 2 * k:  # the k-th of the groups' least values is no less than the k-th of all, and far sooner found
        least = distances[:, : n_groups * GROUP].reshape(n_lines, GROUP, n_groups).min(axis=1)
    return np.partition(least, k - 1, axis=1)[:, k - 1 : k]


def _in_order(lines, columns, values, n_lines, k, ties) -> Found:
    """Return the k smallest values of each line, or all up to the k-th; lines and each line's columns are rising."""
    order = np.lexsort((values, lines))  # stable, so that equal values stay in the order of the columns
    lines, columns, values = lines[order], columns[order], values[order]
    first = np.searchsorted(lines, np.arange(n_lines))
    kept = values <= values[first + k - 1][lines] if ties else np.arange(len(lines)) - first[lines] < k
    return values[kept], columns[kept], np.bincount(lines[kept], minlength=n_lines)


def _search(queries, rows, k, metric, leave_out_self, ties) -> Found:
    """Return what `nearest_rows` and `neighborhoods` have in common."""
    euclidean, given = _is(metric, "euclidean", "l2"), _is(metric, "precomputed")
    if euclidean or given:
        queries, rows = np.asarray(queries, dtype=float), np.asarray(rows, dtype=float)
    n_queries, n_rows = _check(queries, rows, k, given, leave_out_self)
    everyone = np.arange(n_queries)
    open_ = everyone
    parts: list = []
    if euclidean and n_queries > FEW_QUERIES and n_queries * n_rows > FEW_PAIRS:
        open_, parts = _by_candidates(queries, rows, k, leave_out_self, ties)
    if len(open_):
        asked = queries if open_ is everyone else queries[open_]
        found = _scan(asked, rows, k, metric, open_ if leave_out_self else None, ties)
        parts.append((open_, *_joined(list(found))))
    return _merged(parts)


def _is(metric, *names) -> bool:
    """Tell whether a metric has one of the names."""
    return isinstance(metric, str) and metric in names


def _check(queries, rows, k, given, leave_out_self) -> tuple[int, int]:
    """Check what all searches ask for; return the numbers of queries and of rows."""
    shapes = np.shape(queries), np.shape(rows)
    if len(shapes[0]) != 2 or not shapes[1] or (len(shapes[1]) != 2 and not given):
        mend = "Pass one line for each query and each row."
        fail("queries and rows", "be tables with two axes", f"shapes {shapes[0]} and {shapes[1]}", mend)
    (n_queries, n_columns), n_rows = shapes[0], shapes[1][0]
    if leave_out_self and n_queries != n_rows:
        fail("queries", f"be the {n_rows} rows themselves", f"{n_queries} queries", "Pass the same array twice.")
    check_count("k", k, 1, n_rows - leave_out_self)
    if given and n_columns != n_rows:
        mend = "Pass the distances from each query to each row."
        fail("queries", f"have {n_rows} columns if metric='precomputed'", f"shape {shapes[0]}", mend)
    if not given and (n_columns != shapes[1][1] or n_columns == 0):
        mend = "Pass the same columns in both."
        fail("queries and rows", "have the same features, at least one", f"shapes {shapes[0]} and {shapes[1]}", mend)
    return n_queries, n_rows


def _codes(labels, n_rows, n_classes) -> tuple[np.ndarray, int]:
    """Return the labels as an array and the number of classes."""
    codes = np.asarray(labels)
    if codes.shape != (n_rows,) or codes.dtype.kind not in "iu":
        mend = "Encode the classes with numpy.unique(y, return_inverse=True)."
        value = f"{codes.dtype} of shape {codes.shape}"
        fail("labels", f"be whole numbers, one for each of the {n_rows} rows", value, mend)
    highest = int(codes.max())
    n_classes = highest + 1 if n_classes is None else check_count("n_classes", n_classes, 1)
    if codes.min() < 0 or highest >= n_classes:
        fail("labels", f"be in [0, {n_classes - 1}]", f"{codes.min()} to {highest}", "Number the classes from 0.")
    return codes, n_classes


def _by_candidates(queries, rows, k, leave_out_self, ties) -> tuple[np.ndarray, list]:
    """Return the queries that candidates leave open, and what was found for the others, in parts."""
    centre = rows.mean(axis=0)
    near_q, near_r = queries - centre, rows - centre
    norms, largest = _norms(near_q), _norms(near_r).max()
    parts: list = []
    open_ = np.arange(len(queries))
    if not largest + norms.max() < SAFE:
        return open_, parts
    tree = rows.shape[1] <= TREE_FEATURES and len(queries) >= TREE_QUERIES
    search = NearestNeighbors(algorithm="kd_tree" if tree else "brute").fit(near_r)
    for n_candidates in (k + leave_out_self + SPARE, 8 * (k + SPARE)):
        left = [open_[:0]]
        if 2 * n_candidates > len(rows):
            break
        for asked in _blocks(open_, n_candidates * rows.shape[1]):
            approximate, indices = search.kneighbors(near_q[asked], n_candidates)
            reach = approximate[:, -1]
            limit = reach**2 - rounding(norms[asked], largest, reach, rows.shape[1])
            decided, part = _decide(queries[asked], rows, indices, k, limit, asked if leave_out_self else None, ties)
            parts.append((asked[decided], *part))
            left.append(asked[~decided])
        open_ = np.concatenate(left)
    return open_, parts


def _decide(queries, rows, indices, k, limit, left_out, ties) -> tuple[np.ndarray, Found]:
    """Return which queries have their neighbours among the candidates for sure, and those neighbours."""
    indices = np.sort(indices, axis=1)
    distances = np.sqrt(_squares(rows[indices] - queries[:, np.newaxis]))
    if left_out is not None:
        distances[indices == left_out[:, np.newaxis]] = np.inf
    order = np.argsort(distances, axis=1, kind="stable")  # equal ones stay in the order of the rows
    distances, indices = (np.take_along_axis(each, order, axis=1) for each in (distances, indices))
    last = distances[:, k - 1]
    decided = last**2 < limit
    kept = distances <= last[:, np.newaxis] if ties else np.arange(order.shape[1]) < k
    kept = kept & decided[:, np.newaxis]
    return decided, (distances[kept], indices[kept], kept.sum(axis=1)[decided])


def _scan(queries, rows, k, metric, left_out, ties) -> Iterator[Found]:
    """Yield the neighbours of a chunk of queries among all rows, chunk by chunk."""
    exact = _is(metric, "euclidean", "l2")
    slack = 1 + 4 * (rows.shape[1] + 4) * np.finfo(float).eps if exact else 1.0
    start = 0
    for chunk in _tables(queries, rows, metric):
        here = np.arange(start, start + len(chunk))
        distances = chunk
        if left_out is not None:
            distances = chunk.copy()
            distances[here - start, left_out[here]] = np.inf
        lines, columns = np.nonzero(distances <= _bound(distances, k) * slack)
        values = distances[lines, columns]
        if exact:  # summed as for candidates, so that the same pair has the same distance to the last bit
            finite = np.flatnonzero(np.isfinite(values))
            for part in _blocks(finite, rows.shape[1]):
                difference = rows[columns[part]] - queries[here[lines[part]]]
                values[part] = np.sqrt(_squares(difference))
        yield _in_order(lines, columns, values, len(chunk), k, ties)
        start += len(chunk)


def _tables(queries, rows, metric) -> Iterator[np.ndarray]:
    """Yield the distances of a chunk of queries to all rows, chunk by chunk."""
    n_rows = np.shape(rows)[0]
    if _is(metric, "precomputed"):
        yield from (queries[part] for part in _blocks(np.arange(len(queries)), n_rows))
        return
    # scipy sums differences for "minkowski" (p = 2); scikit-learn expands the square for "euclidean"
    summed = "minkowski" if _is(metric, "euclidean", "l2") else metric
    held = max(CHUNK, 8 * n_rows / 2**20)  # one query's distances at least
    yield from pairwise_distances_chunked(queries, rows, metric=summed, working_memory=held)


def _norms(rows) -> np.ndarray:
    """Return the length of each row; infinite, without a warning, where its square is."""
    with np.errstate(over="ignore"):
        return np.sqrt(_squares(rows))


def _squares(differences) -> np.ndarray:
    """Return the sums of squares along the last axis."""
    return np.einsum("...j,...j", differences, differences)


def _blocks(numbers, width) -> list[np.ndarray]:
    """Return the numbers in blocks, `width` values for each of which fit into `CHUNK`."""
    step = max(1, int(CHUNK * 2**17 / width))
    return [numbers[start : start + step] for start in range(0, len(numbers), step)]


def _joined(parts: list[Found]) -> Found:
    """Return the parts as one."""
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))  # type: ignore[return-value]


def _merged(parts: list) -> Found:
    """Return what was found for the queries in the order of the queries."""
    if not parts:  # no query
        return np.empty(0), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    asked, distances, indices, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(np.repeat(asked, counts), kind="stable")
    return distances[order], indices[order], counts[np.argsort(asked)]
