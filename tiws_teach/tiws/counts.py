"""Counts of categories, of pairs of categories and of the target, from a frame in memory or from an engine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tiws_teach._categories import encode_column
from tiws_teach._validation import check_choice, check_same_index, fail
from tiws_teach.tiws._count_input import NO_FOLD, check_folds, read_target, split_columns
from tiws_teach.tiws._counting import CategoryCounts
from tiws_teach.tiws._engines import count_engine, join_batches
from tiws_teach.tiws._frames import fill_missing
from tiws_teach.tiws._libraries import is_lazy, to_pandas
from tiws_teach.tiws._sums import TargetSums


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
        return count_engine(frame, columns, target, fold, count_categories, options)
    check_same_index(frame, target, ("frame", "target"))
    check_same_index(frame, fold, ("frame", "fold"))
    X, names, (y, folds) = split_columns(to_pandas(frame), columns, target, fold)
    codes, counts = CategoryCounts.of_training(fill_missing(X) if count_missing else X, names, pairs_of)
    if y is None:
        return replace(counts, n_seen=[0] * len(names))
    values, classes = read_target(y, target_type)
    fold_codes, fold_labels = (np.zeros(len(values), np.int64), NO_FOLD) if folds is None else encode_column(folds)
    check_folds(fold_codes)
    return replace(counts, targets=sum_targets(codes, counts.sizes, values, classes, fold_codes, fold_labels))


def count_batches(batches, columns, target, **options):
    """Return the sum of the counts of batches; small Arrow batches are joined, since each count has a fixed cost.

    Parameters
    ----------
    batches : iterable of DataFrame, Table or RecordBatch
    columns, target, **options
        As in `count_categories`.

    Returns
    -------
    CategoryCounts

    Raises
    ------
    ValueError
        If there is no batch.

    Source: Bang et al. (2020), Method, the sum f, of several tables.
    """
    total = None
    for batch in join_batches(batches):
        counts = count_categories(batch, columns, target, **options)
        total = counts if total is None else total + counts
    if total is None:
        fail("batches", "hold at least one batch", "none", "Check the folder or the filter.")
    return total


def sum_targets(codes, sizes, values, classes, fold, folds):
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
