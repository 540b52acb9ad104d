"""Counts by group-bys of narwhals: what DuckDB and Polars run by themselves, in parallel and out of memory."""

from itertools import combinations

import narwhals as nw
import numpy as np
import pandas as pd
from scipy import sparse

from tiws_teach._categories import encode_column, encode_known
from tiws_teach._validation import fail
from tiws_teach.scale._reading import MOST_CLASSES, NO_FOLD, check_classes, check_finite, check_folds, check_missing
from tiws_teach.scale._sums import TargetSums
from tiws_teach.tiws._counts import SMALL_TABLE
from tiws_teach.tiws._input import fill_missing
from tiws_teach.tiws._libraries import column_to_pandas

ONE_QUERY = 5_000_000
"""Most cells of all pair tables that one query returns; beyond them each pair of features is a query of its own."""


def count_query(frame, columns, target, fold, target_type, pairs_of, count_missing):
    """Return the fields of the CategoryCounts of a lazy frame of narwhals.

    The target becomes columns of floats before the group-bys: DuckDB sums whole numbers as decimals.
    """
    classes, sums = _target_columns(frame, target, target_type)
    folds = [] if fold is None else [nw.col(fold).alias("fold")]
    singles = [collect(_single(frame.select(nw.col(name).alias("x"), *folds, *sums))) for name in columns]
    read = _read_all if count_missing else column_to_pandas
    labels = [encode_column(read(each["x"]))[1] for each in singles]
    tables = _category_sums(singles, labels, classes, _fold_labels(singles[0]), read)
    sizes = [rows.sum(axis=0)[1:] for rows, *_ in tables]
    targets = None if target is None else _targets(tables, classes, _fold_labels(singles[0]))
    n_seen = [0 if target is None else len(each) for each in labels]
    pairs = _pair_tables(frame, columns, labels, pairs_of, read)
    return labels, n_seen, pairs, sizes, list(columns), targets


def _read_all(series):
    """Return a column of labels with missing values as a category."""
    return fill_missing(pd.DataFrame({"x": column_to_pandas(series)}))["x"]


def _target_columns(frame, target, target_type):
    """Return the classes of the target, or None, and expressions for what is summed: all classes but the last."""
    if target is None:
        return None, []
    column, number = nw.col(target), nw.col(target).cast(nw.Float64)
    dtype = frame.collect_schema()[target]
    broken = _check_target(frame, column, number, dtype.is_float() or dtype.is_decimal())
    if target_type == "continuous" or (target_type == "auto" and broken):
        if not (dtype.is_numeric() or dtype == nw.Boolean):
            fail("y", "be numeric if target_type='continuous'", f"{target!r} of {dtype}", "Keep target_type='auto'.")
        return None, [number.alias("s0")]
    values = collect(frame.select(column.alias("y")).unique().head(MOST_CLASSES + 1))["y"]
    classes = encode_column(column_to_pandas(values))[1]
    check_classes(classes)
    return classes, [(column == label).cast(nw.Float64).alias(f"s{i}") for i, label in enumerate(classes[:-1])]


def _check_target(frame, column, number, is_float):
    """Return whether a target has fractional parts; refuse missing and infinite values."""
    faults = {"missing": column.is_null()}
    if is_float:
        faults |= {"nan": number.is_nan(), "infinite": number.abs() == np.inf, "broken": number != number.floor()}
    asked = frame.select(*(fault.cast(nw.Float64).sum().alias(name) for name, fault in faults.items()))
    numbers = {name: int(values[0] or 0) for name, values in collect(asked).to_dict(as_series=False).items()}
    check_missing(numbers["missing"] + numbers.get("nan", 0))
    check_finite(numbers.get("infinite", 0))
    return numbers.get("broken", 0) > 0


def _single(frame):
    """Return rows and target sums of each category of a feature, by fold if there are folds."""
    names = frame.collect_schema().names()
    sums = [nw.col(name).sum() for name in names if name.startswith("s")]
    return frame.group_by(*(name for name in names if name in ("x", "fold"))).agg(_ROWS, *sums)


_ROWS = nw.len().cast(nw.Int64).alias("n")


def _fold_labels(single):
    """Return the labels of the folds."""
    if "fold" not in single.columns:
        return NO_FOLD
    codes, folds = encode_column(column_to_pandas(single["fold"]))
    check_folds(codes)
    return folds


def _targets(tables, classes, folds):
    """Return TargetSums from the tables of rows and sums, in which category 0 is that of missing values."""
    rows = [table[0][:, 1:] for table in tables]
    sums = [np.stack([part[:, 1:] for part in parts], axis=2).astype(float) for _, *parts in tables]
    every = [part.sum(axis=1) for part in tables[0]]
    return TargetSums(classes, folds, rows, sums, every[0], np.stack(every[1:], axis=1).astype(float))


def _category_sums(singles, labels, classes, folds, read):
    """Return tables of rows and target sums by fold and category, for each feature."""
    tables = []
    for single, known in zip(singles, labels, strict=True):
        code, _ = encode_known(read(single["x"]), known)
        rows = single["n"].to_numpy()
        sums = [single[name].to_numpy() for name in single.columns if name.startswith("s")]
        if classes is not None:
            sums.append(rows - sum(sums))
        fold = encode_known(column_to_pandas(single["fold"]), folds)[0] if len(folds) > 1 else 0
        cell = (np.broadcast_to(fold, code.shape), code + 1)
        shape = (len(folds), len(known) + 1)
        tables.append([_scatter(cell, values, shape) for values in (rows, *sums)])
    return tables


def _scatter(cell, values, shape):
    """Return a table with `values` added at each `cell`, zeros elsewhere."""
    table = np.zeros(shape, dtype=values.dtype)
    np.add.at(table, cell, values)
    return table


def _pair_tables(frame, columns, labels, pairs_of, read):
    """Return the pair tables from one query, or one for each pair if they are large or their types differ."""
    wanted = [(j, k) for j, k in combinations(range(len(columns)), 2) if pairs_of is None or {j, k} & set(pairs_of)]
    parts = [_pair(frame, columns, j, k) for j, k in wanted]
    schema = frame.collect_schema()
    alike = len({schema[name] for name in columns}) == 1
    cells = sum(len(labels[j]) * len(labels[k]) for j, k in wanted)
    if len(parts) > 1 and alike and cells <= ONE_QUERY:
        counted = collect(nw.concat(parts))
        at = counted["j"].to_numpy() * len(columns) + counted["k"].to_numpy()
        split = [counted.filter((at == j * len(columns) + k).tolist()) for j, k in wanted]
    else:
        split = [collect(part) for part in parts]
    return {(j, k): _pair_table(table, labels[j], labels[k], read) for (j, k), table in zip(wanted, split, strict=True)}


def _pair(frame, columns, j, k):
    """Return the number of rows of each pair of categories that occurs; only the two columns are read."""
    both = frame.select(nw.col(columns[j]).alias("a"), nw.col(columns[k]).alias("b"))
    return both.group_by("a", "b").agg(_ROWS).select(nw.lit(j).alias("j"), nw.lit(k).alias("k"), "a", "b", "n")


def _pair_table(counted, labels, other_labels, read):
    """Return a table of pair counts, sparse if most of its cells must be zeros."""
    code, new = encode_known(read(counted["a"]), labels)
    other, new_other = encode_known(read(counted["b"]), other_labels)
    if len(new) or len(new_other):
        advice = "Store it, or count a snapshot."
        fail("the table", "stay the same while it is counted", f"new categories {[*new, *new_other][:3]}", advice)
    both = (code >= 0) & (other >= 0)
    cells, counts = (code[both], other[both]), counted["n"].to_numpy()[both]
    shape = (len(labels), len(other_labels))
    table = sparse.coo_array((counts, cells), shape=shape).tocsr()
    return table.toarray() if shape[0] * shape[1] <= 2 * len(counts) + SMALL_TABLE else table


def collect(frame):
    """Return the result of a query, small enough for memory; Polars streams it."""
    return frame.collect(engine="streaming") if frame.implementation.is_polars() else frame.collect()
