"""Documents by class: the order of the classes, their term counts, and checks of sizes and quotas."""

import numpy as np
import pandas as pd
from scipy import sparse

from tiws_teach._validation import check_count, check_floats, fail


def order_classes(y):
    """Return the classes by number of documents, the largest first, ties by label."""
    y = np.asarray(y)
    if pd.isna(y).any():
        fail("y", "have no missing label", f"{int(pd.isna(y).sum())} missing", "Leave these documents out.")
    labels, codes, sizes = np.unique(y, return_inverse=True, return_counts=True)
    order = np.argsort(-sizes, kind="stable")  # labels are sorted already
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return labels[order], place[codes], sizes[order]


def sum_by_class(counts, codes, n_classes):
    """Return the sums of the rows of each class, sparse, with sorted columns."""
    ones = np.ones(len(codes), dtype=np.int64)
    member = sparse.csr_array((ones, (codes, np.arange(len(codes)))), shape=(n_classes, len(codes)))
    total = member @ sparse.csr_array(counts)
    total.sort_indices()
    return total


def ranked_terms(frequencies):
    """Return for each row the columns of its terms by descending frequency, ties from left to right."""
    table = sparse.csr_array(
        frequencies if sparse.issparse(frequencies) else check_floats("frequencies", frequencies, 2, 0, empty=True)
    )
    ranked = []
    for row in range(table.shape[0]):
        own = slice(table.indptr[row], table.indptr[row + 1])
        terms, values = table.indices[own], table.data[own]
        terms, values = terms[values > 0], values[values > 0]
        ranked.append(terms[np.lexsort((terms, -values))])
    return ranked


def checked_sizes(class_sizes):
    """Check that each class has a document, and return the class sizes as int64."""
    sizes = np.asarray(class_sizes)
    if sizes.ndim != 1 or not len(sizes):
        fail("class_sizes", "have one number for each class", f"shape {sizes.shape}", "Pass, for example, [80, 20].")
    return np.array([check_count("each of class_sizes", size, 1) for size in sizes], dtype=np.int64)


def checked_quotas(quotas, n_classes):
    """Check that there is one quota for each class, and return them as a list of int."""
    if np.shape(quotas) != (n_classes,):
        rule = f"have one number for each of the {n_classes} rows of frequencies"
        fail("quotas", rule, f"shape {np.shape(quotas)}", "Pass them in the order of the rows.")
    return [check_count("each of quotas", quota, 0) for quota in np.asarray(quotas)]
