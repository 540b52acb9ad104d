"""Find candidates with scikit-learn, and let exact distances decide: the Euclidean distance of many rows.

1. `NearestNeighbors` finds a few more than k candidates, by the expanded square |q|^2 - 2 q r + |r|^2 of tables whose
   mean was subtracted. Their distances are computed again from the differences.
2. No other row can be among the k nearest if the k-th exact square is smaller than the last candidate's by more than
   the rounding error. The few undecided queries, mostly those with ties at the border, get eight times the candidates.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.metrics import euclidean_distances
from sklearn.neighbors import NearestNeighbors

Found = tuple[np.ndarray, np.ndarray, np.ndarray]  # distances and rows, query by query, and how many of each query
SPARE = 2  # candidates beyond k: the query itself, and one that shows how far the others are at least
TREE_FEATURES = 6  # up to this many features, a tree is faster than the distances of all pairs
ROOM = 16  # MiB of differences or distances held at a time


def by_candidates(queries, rows, own, k: int, ties: bool, n_jobs: int | None = None) -> Found:
    """Return the nearest rows of each query, as `smallest` does.

    `own` has the row that each query is itself, -1 if none; that row is not its neighbour.
    """
    (n_rows, n_features), is_sparse = rows.shape, sparse.issparse(rows)
    centre = 0 if is_sparse else rows.mean(axis=0)
    near_q, near_r = (queries, rows) if is_sparse else (queries - centre, rows - centre)
    norms, largest = np.sqrt(squared_norms(near_q)), np.sqrt(squared_norms(near_r).max())
    tree = not is_sparse and n_features <= TREE_FEATURES
    search = NearestNeighbors(algorithm="kd_tree" if tree else "brute", n_jobs=n_jobs).fit(near_r)
    asked, n_candidates, parts = np.arange(queries.shape[0]), k + SPARE, []
    while len(asked):
        n_candidates, undecided = min(n_candidates, n_rows), []
        for block in blocks(asked, n_candidates * n_features):
            distances, indices = search.kneighbors(near_q[block], n_candidates)
            reach = distances[:, -1]
            limit = reach**2 - rounding(norms[block], largest, reach, n_features)
            limit = np.where(n_candidates == n_rows, np.inf, limit)  # or there is no other row
            indices.sort(axis=1)  # ties go to the lower row
            distances = pair_distances(queries, rows, block, indices)
            decided, part = _decide(distances, indices, own[block], k, ties, limit)
            parts.append((block[decided], *part))
            undecided.append(block[~decided])
        asked, n_candidates = np.concatenate(undecided), 8 * n_candidates
    return _merged(parts)


def by_whole_numbers(queries, rows, own, k: int, ties: bool, n_jobs: int | None = None) -> Found:  # noqa: ARG001
    """Return the same for whole numbers, such as 0 and 1: most queries have ties, and expanded squares are exact."""
    parts = []
    for block in blocks(np.arange(queries.shape[0]), rows.shape[0]):
        table = euclidean_distances(queries[block], rows)
        parts.append((block, *smallest(table, own[block], k, ties)))
    return _merged(parts)


def _decide(distances, indices, own, k, ties, limit) -> tuple[np.ndarray, Found]:
    """Return which queries certainly have their neighbours among the candidates, and those neighbours."""
    mine = indices == own[:, np.newaxis]
    last = np.partition(np.where(mine, np.inf, distances), k - 1, axis=1)[:, k - 1]
    decided = last**2 < limit
    place = np.where(mine.any(axis=1), mine.argmax(axis=1), -1)[decided]
    values, columns, counts = smallest(distances[decided], place, k, ties)
    return decided, (values, indices[decided][np.repeat(np.arange(len(counts)), counts), columns], counts)


def smallest(table: np.ndarray, own: np.ndarray, k: int, ties: bool) -> Found:
    """Return the k smallest distances of each line, or all up to the k-th, without the query's own row."""
    here = np.flatnonzero(own >= 0)
    table[here, own[here]] = np.nan  # sorted last, and never <= a number
    last = np.partition(table, k - 1, axis=1)[:, k - 1 : k]
    places = np.flatnonzero(table <= last)
    lines, columns = np.divmod(places, table.shape[1])
    order = np.lexsort((table.ravel()[places], lines))  # stable, so that equal values stay in the order of the columns
    lines, columns, distances = lines[order], columns[order], table.ravel()[places][order]
    kept = slice(None) if ties else np.arange(len(lines)) - np.searchsorted(lines, lines) < k
    return distances[kept], columns[kept], np.bincount(lines[kept], minlength=len(table))


def rounding(query_norms: np.ndarray, largest: float, reach: np.ndarray, n_features: int) -> np.ndarray:
    """Return a bound on the rounding error of an expanded squared distance, for rows within the reach of each query.

    The error of a sum of p products is at most about p units of rounding times the sum of their sizes (Higham 2002,
    section 3.1), which for the expanded square is (|q| + |r|)^2. Subtracting the mean adds two units of it, the sums
    and the root some more. A row of norm beyond 2 |q| + 2 reach is farther than the reach, whatever the rounding.
    """
    row_norms = np.minimum(largest, 2 * (query_norms + reach))
    unit, smallest = np.finfo(float).eps, np.finfo(float).tiny
    return (n_features + 10) * (unit * (query_norms + row_norms) ** 2 + smallest)


def are_whole(*tables) -> bool:
    """Return whether all values are whole numbers so small that no sum of the expanded square is rounded."""
    values = [table.data if sparse.issparse(table) else table for table in tables]
    if not all((part[:1] % 1 == 0).all() and (part % 1 == 0).all() for part in values):  # one row rules out most tables
        return False
    return 4 * max(squared_norms(table).max(initial=0) for table in tables) < 2.0**53


def pair_distances(queries, rows, asked, columns) -> np.ndarray:
    """Return the Euclidean distances of each query to some rows, summed from the differences."""
    if not sparse.issparse(rows):
        return np.sqrt(squares(rows[columns] - queries[asked, np.newaxis]))
    n_queries, n_candidates = columns.shape
    differences = rows[columns.ravel()].toarray() - queries[np.repeat(asked, n_candidates)].toarray()
    return np.sqrt(squares(differences)).reshape(n_queries, n_candidates)


def squares(differences: np.ndarray) -> np.ndarray:
    """Return the sums of squares along the last axis."""
    return np.einsum("...j,...j", differences, differences)


def squared_norms(rows) -> np.ndarray:
    """Return the squared length of each row."""
    return np.asarray(rows.multiply(rows).sum(axis=1)).ravel() if sparse.issparse(rows) else squares(rows)


def blocks(numbers: np.ndarray, width: int) -> list[np.ndarray]:
    """Return the numbers in blocks such that `width` values for each fit into `ROOM`."""
    step = max(1, int(ROOM * 2**17 / width))
    return [numbers[start : start + step] for start in range(0, len(numbers), step)]


def _merged(parts: list) -> Found:
    """Merge the parts into one result, in the order of the queries."""
    asked, distances, indices, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(np.repeat(asked, counts), kind="stable")
    return distances[order], indices[order], counts[np.argsort(asked)]
