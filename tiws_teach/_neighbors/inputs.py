"""Check the input of a search: matching tables, a suitable metric, labels that are classes."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import VALID_METRICS, VALID_METRICS_SPARSE

from tiws_teach._neighbors.repeats import Repeats
from tiws_teach._validation import check_count, fail

Metric = str | Callable[..., float]

EUCLIDEAN = ("euclidean", "l2")

NAMES = tuple(sorted(VALID_METRICS["brute"]))
"""The metrics that can be given by name."""

SPARSE_NAMES = tuple(sorted(set(VALID_METRICS_SPARSE["brute"]) - {"precomputed"}))
"""Those that can measure sparse rows."""

FEW_PAIRS, FEW_QUERIES = 2**15, 4
"""Up to this many pairs of query and row, or this many queries, all distances are computed at once."""

LARGEST = 1e140
"""Largest value for which sums of squares do not overflow."""


@dataclass(frozen=True)
class Search:
    """Checked queries and rows, and how to measure them."""

    queries: Any
    rows: Any
    metric: Metric
    metric_params: dict | None = None
    leave_out_self: bool = False
    n_jobs: int | None = None

    @property
    def n_queries(self) -> int:
        """Number of queries."""
        return self.queries.shape[0]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self.rows.shape[0]

    @property
    def is_given(self) -> bool:
        """Whether the queries are distances."""
        return is_named(self.metric, "precomputed")

    @property
    def is_euclidean(self) -> bool:
        """Whether the metric is the Euclidean distance by name."""
        return is_named(self.metric, *EUCLIDEAN)

    @property
    def is_sparse(self) -> bool:
        """Whether queries and rows are sparse."""
        return sparse.issparse(self.queries)

    @property
    def is_small(self) -> bool:
        """Whether there are too few pairs for preparation to pay."""
        return self.n_queries <= FEW_QUERIES or self.n_queries * self.n_rows <= FEW_PAIRS

    @property
    def is_plain(self) -> bool:
        """Whether distances are summed from the differences of all pairs or come from another metric."""
        return not self.is_euclidean or (self.is_small and not self.is_sparse)

    def among(self, members: np.ndarray) -> Search:
        """Return the search among some of the rows."""
        queries = self.queries[:, members] if self.is_given else self.queries
        return replace(self, queries=queries, rows=self.rows[members])

    def distinct(self, asked: Repeats, among: Repeats) -> Search:
        """Return the search of each distinct query among the distinct rows, including itself."""
        queries = self.queries if len(asked.first) == self.n_queries else self.queries[asked.first]
        rows = self.rows if len(among.first) == self.n_rows else self.rows[among.first]
        return replace(self, queries=queries, rows=rows, leave_out_self=False)


def is_named(metric, *names) -> bool:
    """Return whether a metric has one of the names."""
    return isinstance(metric, str) and metric in names


def prepared(queries, rows, k, metric, metric_params=None, leave_out_self=False, n_jobs=None) -> Search:
    """Check that the parts of a search match, and return it."""
    given = is_named(metric, "precomputed")
    queries = as_table(queries)
    rows = np.empty((np.shape(rows)[0], 0)) if given and np.ndim(rows) else as_table(rows)
    _check_tables(queries, rows, k, given, leave_out_self)
    if given:
        _check_distances(queries)
    else:
        for table in (queries, rows):
            check_size(table, "queries and rows", metric)
    if not given and sparse.issparse(queries) != sparse.issparse(rows):
        queries, rows = sparse.csr_array(queries), sparse.csr_array(rows)
    _check_no_params(metric, metric_params)
    return Search(queries, rows, metric, metric_params, leave_out_self, n_jobs)


def check_measurable(X: Any, metric: Any = "euclidean", metric_params: Any = None, n_jobs: Any = None) -> None:
    """Refuse rows or distances that cannot be searched with this metric."""
    _check_jobs(n_jobs)
    _check_metric(metric, metric_params, X)
    if is_named(metric, "precomputed"):
        _check_distances(X)
    check_size(X)


def _check_metric(metric: Any, metric_params: Any, X: Any) -> None:
    """Refuse a metric that is unknown or that cannot measure the rows of X."""
    if not callable(metric) and not is_named(metric, *NAMES):
        fail("metric", f"be a function or one of {', '.join(NAMES)}", repr(metric), "Choose one of these names.")
    if metric_params is not None and not isinstance(metric_params, dict):
        fail("metric_params", "be a dict or None", repr(metric_params), "Pass, for example, {'p': 3}.", TypeError)
    if sparse.issparse(X) and not is_named(metric, *SPARSE_NAMES):
        rule = f"be one of {', '.join(SPARSE_NAMES)} if X is sparse"
        fail("metric", rule, repr(metric), "Choose one of these, or pass X.toarray().")
    _check_no_params(metric, metric_params)
    if is_named(metric, "precomputed", *EUCLIDEAN):
        return
    try:
        pairwise_distances(as_table(X[:1]), as_table(X[-1:]), metric=metric, **(metric_params or {}))
    except (TypeError, ValueError) as error:
        advice = f"scikit-learn says: {error}"
        fail("metric and metric_params", "match each other and X", f"{metric!r} and {metric_params!r}", advice)


def _check_no_params(metric: Any, metric_params: Any) -> None:
    """Refuse parameters for a metric that takes none."""
    if metric_params and is_named(metric, "precomputed", *EUCLIDEAN):
        advice = "Use metric='minkowski' or another metric that takes parameters."
        fail("metric_params", f"be None if metric={metric!r}", repr(metric_params), advice)


def check_size(X: Any, argument: str = "X", metric: Any = "euclidean") -> None:
    """Refuse values whose squares overflow, and NaN if the distance is Euclidean."""
    values = X.data if sparse.issparse(X) else X
    largest = max(values.max(initial=0), -values.min(initial=0))
    if np.isnan(largest) and is_named(metric, *EUCLIDEAN):
        raise ValueError(f"{argument} contains NaN. Impute or drop missing values first.")
    if largest > LARGEST:
        advice = "Replace infinite values." if np.isinf(largest) else "Divide all values by a power of ten."
        fail(argument, f"hold values of size at most {LARGEST:g}", f"{largest:g}", advice)


def _check_jobs(n_jobs: Any) -> None:
    """Refuse an invalid number of threads."""
    advice = "Pass None for one thread or -1 for all processors."
    if n_jobs is not None and (isinstance(n_jobs, bool) or not isinstance(n_jobs, numbers.Integral)):
        fail("n_jobs", "be a whole number or None", repr(n_jobs), advice, TypeError)
    if n_jobs == 0:
        fail("n_jobs", "not be 0", "0", advice)


def check_classes(labels, n_rows, n_classes) -> tuple[np.ndarray, int]:
    """Return the labels as an array and the number of classes."""
    codes = np.asarray(labels)
    if codes.shape != (n_rows,) or codes.dtype.kind not in "iu":
        advice = "Encode the classes with numpy.unique(y, return_inverse=True)."
        value = f"{codes.dtype} of shape {codes.shape}"
        fail("labels", f"be whole numbers, one for each of the {n_rows} rows", value, advice)
    highest = int(codes.max())
    n_classes = highest + 1 if n_classes is None else check_count("n_classes", n_classes, 1)
    if codes.min() < 0 or highest >= n_classes:
        fail("labels", f"be in [0, {n_classes - 1}]", f"{codes.min()} to {highest}", "Number the classes from 0.")
    return codes, n_classes


def _check_distances(table: np.ndarray) -> None:
    """Refuse negative distances and NaN."""
    least = table.min(initial=0)
    if not least >= 0:
        fail("precomputed distances", "be >= 0", f"{least:g}", "Pass distances, not similarities, and no NaN.")


def as_table(values) -> Any:
    """Return values as an array of floats, or as a sparse table by rows with sorted, unique indices."""
    if not sparse.issparse(values):
        return np.asarray(values, dtype=float)
    values = sparse.csr_array(values, dtype=float)
    if not values.has_canonical_format:
        values = values.copy()
        values.sum_duplicates()
    if values.nnz < 2**31:  # some metrics of scikit-learn accept only 32-bit indices
        places = values.indices.astype(np.int32, copy=False), values.indptr.astype(np.int32, copy=False)
        values = sparse.csr_array((values.data, *places), shape=values.shape)
        values.has_canonical_format = True
    return values


def _check_tables(queries, rows, k, given, leave_out_self) -> None:
    """Check that the shapes match and leave k rows."""
    shapes = queries.shape, rows.shape
    if len(shapes[0]) != 2 or not shapes[1] or (len(shapes[1]) != 2 and not given):
        advice = "Pass 2-D tables with one row for each query."
        fail("queries and rows", "be tables with two axes", f"shapes {shapes[0]} and {shapes[1]}", advice)
    (n_queries, n_columns), n_rows = shapes[0], shapes[1][0]
    if leave_out_self and n_queries != n_rows:
        fail("queries", f"be the {n_rows} rows themselves", f"{n_queries} queries", "Pass the same array twice.")
    check_count("k", k, 1, n_rows - leave_out_self)
    if given and n_columns != n_rows:
        advice = "Pass the distances from each query to each row."
        fail("queries", f"have {n_rows} columns if metric='precomputed'", f"shape {shapes[0]}", advice)
    if not given and (n_columns != shapes[1][1] or n_columns == 0):
        advice = "Pass the same columns in both tables."
        fail("queries and rows", "have the same features, at least one", f"shapes {shapes[0]} and {shapes[1]}", advice)
