"""Counts of categories, of pairs of categories and of the target, from a frame in memory or from an engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from tiws_teach._categories import columns_of, encode_column
from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_same_index, fail
from tiws_teach.scale._engines import count_engine, join_batches
from tiws_teach.scale._reading import NO_FOLD, check_folds, read_target
from tiws_teach.scale._similarity import sparse_document
from tiws_teach.scale._sums import TargetSums, add_counts
from tiws_teach.tiws._columns import split_columns
from tiws_teach.tiws._counts import PairCounts
from tiws_teach.tiws._input import as_frame, fill_missing
from tiws_teach.tiws._libraries import is_lazy, to_pandas
from tiws_teach.tiws.equations import document_matrix


@documented
@dataclass(frozen=True)
class CategoryCounts(PairCounts):
    """Labels of every feature and pair counts of every two features; further rows can be added.

    Attributes
    ----------
    labels : list of ndarray of object
        One for each feature, in the order of the codes: the seen labels sorted, then the new labels of later rows.
    n_seen : list of int
        Number of labels of each feature in the training rows.
    tables : mapping of (int, int) -> ndarray or scipy.sparse.csr_array
        Pair counts of features j < j'.
    sizes : list of ndarray of int64
        Number of rows of each category.
    names : list
        Feature names.
    targets : TargetSums or None
        Rows and sums of the target by category, if they were counted.

    Examples
    --------
    >>> import pandas as pd
    >>> monday = pd.DataFrame({"color": ["red", "blue"], "size": ["S", "M"], "bought": [1, 0]})
    >>> friday = pd.DataFrame({"color": ["red", "pink"], "size": ["S", "S"], "bought": [1, 1]})
    >>> counts = CategoryCounts.of_batches([monday, friday], ["color", "size"], "bought")
    >>> dict(zip(counts.labels[0], counts.sizes[0].tolist()))
    {'blue': 1, 'pink': 1, 'red': 2}

    Source: Bang et al. (2020), Method, the sum f.
    """

    targets: TargetSums | None = None

    @classmethod
    def of_training(cls, X: Any, names: Any = None, needed: Any = None) -> tuple[list[np.ndarray], CategoryCounts]:
        """Return the codes of the training rows, one array for each feature, and their counts.

        With `needed`, only the pairs with a needed feature are counted.
        """
        codes, labels = (list(each) for each in zip(*map(encode_column, columns_of(X)), strict=True))
        names = list(range(len(labels)) if names is None else names)
        return codes, cls.of_codes(codes, labels, [len(known) for known in labels], names, needed=needed)

    @classmethod
    def of_batches(cls, batches: Iterable[Any], columns: Any = None, target: Any = None, **options: Any) -> Any:
        """Return the sum of the counts of batches, of which one is in memory at a time.

        Parameters
        ----------
        batches : iterable of DataFrame, Table or RecordBatch
            pandas, Polars or PyArrow; for example ``pyarrow.dataset.dataset(path).to_batches()``.
        columns : list of str, optional
            The features; by default all columns but the target.
        target : str, optional
            Name of the target's column.
        **options
            As in `count_categories`: fold and target_type.

        Returns
        -------
        CategoryCounts
        """
        total = None
        for batch in join_batches(batches):  # small Arrow batches are joined, since each count has a fixed cost
            counts = count_categories(batch, columns, target, **options)
            total = counts if total is None else total + counts
        if total is None:
            fail("batches", "hold at least one batch", "none", "Check the folder or the filter.")
        return total

    def __add__(self, other: Any) -> CategoryCounts:
        """Return the counts of the rows of both."""
        return add_counts(self, other) if isinstance(other, CategoryCounts) else NotImplemented

    def document(self, feature: int) -> np.ndarray:
        """Return the dense document matrix of a feature: one column for each category of each other feature.

        {of_feature}
        ndarray of int64, shape (n_categories, n_words)

        Raises
        ------
        ValueError
            If it would not fit in memory.
        """
        return document_matrix(self, feature)

    def sparse_document(self, feature: int) -> sparse.csr_array:
        """Return the document matrix of a feature as a sparse one of floats, of any size.

        {of_feature}
        scipy.sparse.csr_array of float, shape (n_categories, n_words)
        """
        return sparse_document(self, feature)


def count_categories(
    frame, columns=None, target=None, *, fold=None, target_type="auto", pairs_of=None, count_missing=False
):
    """Count the categories, the pairs of categories and the target of a table of any size.

    A frame in memory (pandas, Polars, PyArrow) is counted by numpy. For a frame of an engine (a DuckDB relation, Polars
    lazy, Dask, PySpark) the engine counts, and only the counts leave it: DuckDB and Polars run group-bys, Dask and
    PySpark count each partition and add the counts.

    Parameters
    ----------
    frame : DataFrame, lazy frame, DuckDB relation or array of shape (n_rows, n_columns)
    columns : list of str, optional
        The features; by default all columns but target and fold.
    target : str, or array-like of shape (n_rows,), optional
        Name of the target's column; for a frame in memory also its values. Without a target, the rows count as
        unlabelled ones.
    fold : str, or array-like of shape (n_rows,), optional
        Fold of each row for cross-fitting; only the sums of the target depend on it.
    target_type : {"auto", "binary", "multiclass", "continuous"}, default="auto"
        "auto" counts classes, unless a number has a fractional part; "continuous" sums the numbers.
    pairs_of : collection of int, optional
        Positions of the features whose pairs with the others are needed; by default all.

    count_missing : bool, default=False
        Count missing values as the category "<missing>".

    Returns
    -------
    CategoryCounts
        Counts of several tables can be added: ``a + b``.

    Raises
    ------
    ValueError
        If a column is unknown, or if the target has missing or infinite values or more than 1,000 classes.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame({"color": ["red", "red", "blue"], "size": ["S", "M", "S"], "bought": [1, 0, 1]})
    >>> counts = count_categories(rows, ["color", "size"], "bought")
    >>> counts.sizes[0].tolist(), counts.tables[0, 1].tolist()
    ([1, 2], [[0, 1], [1, 1]])
    >>> (counts + counts).sizes[0].tolist()
    [2, 4]

    Source: Bang et al. (2020), Method, the sum f; `count_pairs` for tables of any engine.
    """
    check_choice("target_type", target_type, ("auto", "binary", "multiclass", "continuous"))
    if is_lazy(frame):
        options = {"target_type": target_type, "pairs_of": pairs_of, "count_missing": count_missing}
        return count_engine(frame, columns, target, fold, count_categories, CategoryCounts, options)
    check_same_index(frame, target, ("frame", "target"))
    check_same_index(frame, fold, ("frame", "fold"))
    X, names, (y, folds) = split_columns(to_pandas(frame), columns, target, fold)
    codes, counts = CategoryCounts.of_training(fill_missing(as_frame(X)) if count_missing else X, names, pairs_of)
    if y is None:
        return replace(counts, n_seen=[0] * len(names))
    values, classes = read_target(y, target_type)
    fold_codes, fold_labels = (np.zeros(len(values), np.int64), NO_FOLD) if folds is None else encode_column(folds)
    check_folds(fold_codes)
    return replace(counts, targets=_sum_targets(codes, counts.sizes, values, classes, fold_codes, fold_labels))


def _sum_targets(codes, sizes, values, classes, fold, folds):
    """Return the sums of a target, given as codes of classes or as numbers, in each fold and category."""
    n_classes = None if classes is None else len(classes)
    tables = [
        _sum_up(code, len(size), values, n_classes, fold, len(folds)) for code, size in zip(codes, sizes, strict=True)
    ]
    rows, sums = [rows[:, 1:] for rows, _ in tables], [sums[:, 1:] for _, sums in tables]
    return TargetSums(classes, folds, rows, sums, tables[0][0].sum(axis=1), tables[0][1].sum(axis=1))


def _sum_up(code, width, values, n_classes, fold, n_folds):
    """Return rows and sums of one feature in each fold and category; category 0 is that of missing values."""
    cell = code + 1 if n_folds == 1 else fold * (width + 1) + code + 1
    shape = (n_folds, width + 1)
    if n_classes is None:
        rows = np.bincount(cell, minlength=shape[0] * shape[1]).reshape(shape)
        return rows, np.bincount(cell, values, minlength=rows.size).reshape(*shape, 1)
    size = shape[0] * shape[1] * n_classes
    by_class = np.bincount(cell * n_classes + values, minlength=size).reshape(*shape, n_classes)
    return by_class.sum(axis=2), by_class.astype(float)
