"""Check the input of the functions on the curse of dimensionality."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_array

from tiws_teach._neighbors import check_size
from tiws_teach._validation import fail


def check_dimensions(d: Any) -> np.ndarray:
    """Return one or several numbers of dimensions, each at least 1, as an array of whole numbers."""
    array = np.asarray(d)
    advice = "Pass a number of dimensions such as 10, or several, such as [1, 10, 100]."
    if array.dtype.kind not in "iu":
        fail("d", "be whole numbers in [1, inf]", repr(d), advice, TypeError)
    if array.size == 0:
        fail("d", "hold at least one number of dimensions", repr(d), advice)
    if array.min() < 1:
        fail("d", "be in [1, inf]", array.min(), advice)
    return array.astype(np.int64)


def check_rows(X: Any, queries: Any) -> tuple[Any, Any]:
    """Return rows and queries as float64, both dense or sparse like X; they must have the same columns."""
    X, queries = (check_array(given, accept_sparse="csr", dtype=np.float64) for given in (X, queries))
    check_size(X)
    check_size(queries, "queries")
    if X.shape[1] != queries.shape[1]:
        fail("queries", f"have the {X.shape[1]} columns of X", f"{queries.shape[1]} columns", "Pass the same columns.")
    if sparse.issparse(X):  # there are few queries, so X stays unchanged
        return sparse.csr_array(X), sparse.csr_array(queries)
    return X, queries.toarray() if sparse.issparse(queries) else queries
