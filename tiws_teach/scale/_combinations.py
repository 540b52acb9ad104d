"""Rows for a baseline from a table of an engine: each combination of categories once, with its number of rows.

Up to `MOST` rows, or if the categories allow no more than `MOST` combinations, all are taken. Of a larger table every
k-th combination is taken with all its rows, chosen by a hash of its categories; k is the number of rows, or of possible
combinations if these are fewer, divided by `MOST`.
"""

from dataclasses import replace
from functools import partial
from math import ceil, prod
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd

from tiws_teach._categories import encode_known
from tiws_teach.scale._queries import collect
from tiws_teach.scale._sums import places_of
from tiws_teach.tiws._estimates import TrainingRows
from tiws_teach.tiws._input import fill_missing
from tiws_teach.tiws._libraries import by_partition, column_to_pandas, is_lazy, to_pandas

MOST = 200_000
"""Rows or combinations from which a baseline learns, and most that are expanded to rows."""
ROWS = "_tiws_rows"


def grouped(native, keys, columns, every, only=None):
    """Return the combinations of the `keys` that occur in a frame of an engine, and the rows of each, as a frame.

    Of the combinations of `columns`, every `every`-th is taken; with `only`, those with one of its labels.
    """
    part = partial(_of_part, keys=keys, columns=columns, every=every, only=only)
    if by_partition(native) == "dask":
        import dask

        parts = dask.compute(*(dask.delayed(part)(table) for table in native[keys].to_delayed()))
        return _summed(pd.concat(parts, ignore_index=True), keys)
    if not is_lazy(native):
        return part(to_pandas(native))
    frame = nw.from_native(native)
    if only is not None:
        frame = frame.filter(nw.any_horizontal(*(nw.col(c).is_in(list(v)) for c, v in only.items()), ignore_nulls=True))
    if every > 1:
        frame = _by_hash(frame, columns, every)
    counted = frame.select(*keys).group_by(*keys).agg(nw.len().cast(nw.Int64).alias(ROWS))
    groups = collect(counted)
    return pd.DataFrame({name: pd.Series(column_to_pandas(groups[name])) for name in [*keys, ROWS]})


def _by_hash(frame, columns, every):
    """Return the rows of every k-th combination by the engine's own hash."""
    native = nw.to_native(frame)
    if frame.implementation.is_duckdb():
        names = ", ".join('"' + name.replace('"', '""') + '"' for name in columns)
        return nw.from_native(native.filter(f"hash({names}) % {every} = 0"))
    if not frame.implementation.is_polars():
        from pyspark.sql import functions

        return nw.from_native(native.filter(functions.abs(functions.xxhash64(*columns)) % every == 0))
    import polars as pl

    return nw.from_native(native.filter(pl.struct(list(columns)).hash(0) % every == 0))


def _of_part(table, keys, columns, every, only):
    """Return the combinations of one partition, a pandas frame."""
    table = table[keys]
    if only is not None:
        table = table[np.any([table[name].isin(labels) for name, labels in only.items()], axis=0)]
    if every > 1:
        words = table[list(columns)].astype(str)
        table = table[(pd.util.hash_pandas_object(words, index=False) % every == 0).to_numpy()]
    return _summed(table.assign(**{ROWS: np.int64(1)}), keys)


def _summed(table, keys):
    return table.groupby(keys, dropna=False, observed=True, sort=True)[ROWS].sum().reset_index()


def share_of(counts, n_rows, view):
    """Return k: how many combinations stand for one that is taken; with numbers each row may be one."""
    possible = n_rows if view.edges else prod(len(labels) + 1 for labels in counts.labels)
    return ceil(min(n_rows, possible) / MOST) if n_rows > MOST else 1


def codes_of(groups, counts, count_missing):
    """Return the codes of the features of grouped rows."""
    table = fill_missing(groups[list(counts.names)]) if count_missing else groups
    return [encode_known(table[name], known)[0] for name, known in zip(counts.names, counts.labels, strict=True)]


def expanded(codes, n, *others):
    """Return codes, weights and other columns in the order of the codes: a line for each row without weights, if few.

    The order of the engine's groups would change the last digits of a regression.
    """
    order = np.lexsort((*(values if values.ndim == 1 else values[:, 0] for values in others), *codes))
    codes, n = [code[order] for code in codes], n[order]
    sorted_others = [values[order] for values in others]
    if n.sum() > MOST:
        return codes, n.astype(float), *sorted_others
    return [np.repeat(code, n) for code in codes], None, *(np.repeat(values, n, axis=0) for values in sorted_others)


def training_rows(
    counts: Any, X: Any, target: str, fold: str | None, values: Any, *, count_missing: bool, view: Any
) -> tuple[TrainingRows, Any]:
    """Return the training rows of a frame of an engine as a `view` sees it, and the fold of each.

    `values` has the target of a row of each class, or is None: then the target is a number.
    """
    columns = view.columns(counts.names)
    keys = [*columns, target, *([] if fold is None else [fold])]
    groups = grouped(view.of(X), keys, columns, share_of(counts, int(counts.targets.all_rows.sum()), view))
    if values is None:
        targets = groups[target].to_numpy(dtype=float)[:, np.newaxis]
    else:
        targets = values[encode_known(groups[target], counts.targets.classes)[0]]
    folds = np.zeros(len(groups), dtype=int) if fold is None else encode_known(groups[fold], counts.targets.folds)[0]
    n = groups[ROWS].to_numpy()
    codes = codes_of(groups, counts, count_missing)
    codes, weights, targets, folds, *numbers = expanded(codes, n, targets, folds, *view.numbers(groups))
    nothing = [np.zeros(0, dtype=np.int64)] * len(codes)
    return TrainingRows(counts, codes, targets, weights, nothing, view.frame(numbers)), folds


def rows_with_new(counts: Any, known: list[int], X: Any, *, count_missing: bool, view: Any) -> tuple[Any, Any, Any]:
    """Return codes, weights and numbers of the rows of a frame that have a category after the `known` ones."""
    new = {name: list(labels[n:]) for name, labels, n in zip(counts.names, counts.labels, known, strict=True)}
    only = {name: labels for name, labels in new.items() if labels}
    n_rows = max(int(sizes[n:].sum()) for sizes, n in zip(counts.sizes, known, strict=True))
    columns = view.columns(counts.names)
    groups = grouped(view.of(X), columns, columns, share_of(counts, n_rows, view), only)
    codes, n = codes_of(groups, counts, count_missing), groups[ROWS].to_numpy()
    codes, weights, *numbers = expanded(codes, n, *view.numbers(groups))
    return codes, weights, view.frame(numbers)


def rows_for_baseline(encoder, view, X, y, fold, X_unlabeled, counts, values):
    """Return the rows from which the baseline of an encoder learns, and the fold of each."""
    options = {"count_missing": encoder.handle_missing == "category", "view": view}
    rows, folds = training_rows(counts, X, y, fold, values, **options)
    if X_unlabeled is not None and any(len(known) > n for known, n in zip(counts.labels, counts.n_seen, strict=True)):
        codes, weights, numbers = rows_with_new(counts, counts.n_seen, X_unlabeled, **options)
        if weights is not None and rows.weights is None:
            rows = replace(rows, weights=np.ones(len(rows.targets)))
        rows = replace(rows, unlabeled=codes, more_weights=weights, numbers=_joined(rows.numbers, numbers))
    return rows.compact(), folds


def _joined(numbers, more):
    return None if numbers is None else pd.concat([numbers, more])


def rows_with_added(encoder, view, X, counts, values):  # noqa: ARG001  (the classes' values are those of the fit)
    """Return the rows of an encoder with those of a frame that have an unseen category, and their folds."""
    before = encoder._rows
    places = [np.append(places_of(a, b), -1) for a, b in zip(before.counts.labels, counts.labels, strict=True)]
    missing = encoder.handle_missing == "category"
    codes, weights, numbers = rows_with_new(counts, counts.n_seen, X, count_missing=missing, view=view)
    moved = [place[code.astype(np.int64)] for place, code in zip(places, before.unlabeled, strict=True)]
    if weights is not None or before.more_weights is not None:
        parts = (before.more_weights, len(moved[0])), (weights, len(codes[0]))
        weights = np.concatenate([np.ones(n) if part is None else part for part, n in parts])
    unlabeled = [np.concatenate(both) for both in zip(moved, codes, strict=True)]
    first = np.ones(len(before.targets)) if weights is not None and before.weights is None else before.weights
    changed = {"counts": counts, "unlabeled": unlabeled, "more_weights": weights, "weights": first}
    changed["numbers"] = _joined(before.numbers, numbers)
    return replace(before, **changed).compact(), encoder._folds
