"""Check the input of a search: matching tables, a suitable metric, labels that are classes."""

import numbers
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import VALID_METRICS, VALID_METRICS_SPARSE

from tiws_teach._validation import LARGEST, check_count, fail

EUCLIDEAN = ("euclidean", "l2")
NAMES = tuple(sorted(VALID_METRICS["brute"]))  # the metrics that can be given by name
SPARSE_NAMES = tuple(sorted(set(VALID_METRICS_SPARSE["brute"]) - {"precomputed"}))  # those for sparse rows


def as_table(values: Any) -> Any:
    """Return values as an array of floats, or as a sparse table by rows with sorted, unique, 32-bit indices."""
    if not sparse.issparse(values):
        return np.asarray(values, dtype=float)
    values = sparse.csr_array(values, dtype=float)
    if not values.has_canonical_format:
        values = values.copy()
        values.sum_duplicates()
    if values.nnz < 2**31:  # scikit-learn's searches accept only 32-bit indices
        places = values.indices.astype(np.int32, copy=False), values.indptr.astype(np.int32, copy=False)
        values = sparse.csr_array((values.data, *places), shape=values.shape)
        values.has_canonical_format = True
    return values


def check_measurable(X: Any, metric: Any = "euclidean", metric_params: Any = None, n_jobs: Any = None) -> None:
    """Refuse rows or distances that cannot be searched with this metric."""
    if n_jobs is not None and (isinstance(n_jobs, bool) or not isinstance(n_jobs, numbers.Integral) or n_jobs == 0):
        error = ValueError if isinstance(n_jobs, int) and not n_jobs else TypeError
        rule = "be a whole number other than 0, or None"
        fail("n_jobs", rule, repr(n_jobs), "Pass None for one thread or -1 for all processors.", error)
    if not callable(metric) and metric not in NAMES:
        fail("metric", f"be a function or one of {', '.join(NAMES)}", repr(metric), "Choose one of these names.")
    if sparse.issparse(X) and metric not in SPARSE_NAMES:
        rule = f"be one of {', '.join(SPARSE_NAMES)} if X is sparse"
        fail("metric", rule, repr(metric), "Choose one of these, or pass X.toarray().")
    check_params(metric, metric_params)
    if metric == "precomputed":
        if X.shape[0] != X.shape[1]:
            fail("X", f"be square if {metric=}", f"shape {X.shape}", "Pass the distances between all training rows.")
        check_distances(X)
    else:
        check_size(X, "X", metric)
    if metric not in ("precomputed", *EUCLIDEAN):
        try:
            pairwise_distances(as_table(X[:1]), as_table(X[-1:]), metric=metric, **(metric_params or {}))
        except (TypeError, ValueError) as error:
            advice = f"scikit-learn says: {error}"
            fail("metric and metric_params", "match each other and X", f"{metric!r} and {metric_params!r}", advice)


def check_params(metric: Any, metric_params: Any) -> None:
    """Refuse parameters that are no dict, or that the metric does not take."""
    if metric_params is not None and not isinstance(metric_params, dict):
        fail("metric_params", "be a dict or None", repr(metric_params), "Pass, for example, {'p': 3}.", TypeError)
    if metric_params and metric in ("precomputed", *EUCLIDEAN):
        advice = "Use metric='minkowski' or another metric that takes parameters."
        fail("metric_params", f"be None if metric={metric!r}", repr(metric_params), advice)


def check_size(X: Any, argument: str = "X", metric: Any = "euclidean") -> None:
    """Refuse values whose squares overflow, and NaN if the distance is Euclidean."""
    values = X.data if sparse.issparse(X) else X
    largest = max(values.max(initial=0), -values.min(initial=0))
    if np.isnan(largest) and metric in EUCLIDEAN:
        raise ValueError(f"{argument} contains NaN. Impute or drop missing values first.")
    if largest > LARGEST:
        advice = "Replace infinite values." if np.isinf(largest) else "Divide all values by a power of ten."
        fail(argument, f"hold values of size at most {LARGEST:g}", f"{largest:g}", advice)


def check_distances(table: Any) -> None:
    """Refuse negative distances and NaN."""
    least = table.min(initial=0)
    if not least >= 0:
        fail("precomputed distances", "be >= 0", f"{least:g}", "Pass distances, not similarities, and no NaN.")


def check_tables(queries: Any, rows: Any, metric: Any, metric_params: Any, leave_out_self: bool) -> None:
    """Check that the shapes match, and that the metric can measure the values."""
    given, asked, searched = metric == "precomputed", queries.shape, rows.shape
    shapes = f"shapes {asked} and {searched}"
    if len(asked) != 2 or len(searched) != 2:
        fail("queries and rows", "be tables with two axes", shapes, "Pass 2-D tables with one row for each query.")
    if leave_out_self and asked[0] != searched[0]:
        rule = f"be the {searched[0]} rows themselves"
        fail("queries", rule, f"{asked[0]} queries", "Pass the same array twice.")
    if given and asked[1] != searched[0]:
        rule = f"have {searched[0]} columns if metric='precomputed'"
        fail("queries", rule, f"shape {asked}", "Pass the distances from each query to each row.")
    if not given and (asked[1] != searched[1] or asked[1] == 0):
        rule = "have the same features, at least one"
        fail("queries and rows", rule, shapes, "Pass the same columns in both tables.")
    if metric_params:
        check_params(metric, metric_params)
    if given:
        return check_distances(queries)
    for table in (queries, rows):
        check_size(table, "queries and rows", metric)
    return None


def check_classes(labels: Any, n_rows: int, k: int, n_classes: int | None) -> tuple[np.ndarray, int]:
    """Return the labels as an array and the number of classes; check k, the number of rows of each."""
    check_count("k", k, 1)
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
