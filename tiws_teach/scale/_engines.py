"""Counts by the engine that holds the table: group-bys of narwhals, or counts of partitions that are added up."""

import pickle
from collections.abc import Iterator
from functools import partial, reduce
from operator import add
from typing import Any

import narwhals as nw

from tiws_teach._validation import fail
from tiws_teach.scale._queries import count_query
from tiws_teach.tiws._columns import check_columns
from tiws_teach.tiws._libraries import by_partition

BATCH = 1_000_000
"""Rows of small batches that are joined before they are counted: a count has a fixed cost for each pair."""

FAN_IN = 16
"""Counts of partitions that one task adds up."""


def count_engine(native, columns, target, fold, count, make, options):
    """Return the counts of a frame of an engine; `count` counts a partition of Dask or Spark, `make` holds others."""
    for name, value in (("target", target), ("fold", fold)):
        if value is not None and not isinstance(value, str):
            advice = "The rows of an engine have no order, so values cannot be matched by position."
            fail(name, "be the name of a column", type(value).__name__, advice, TypeError)
    engine = by_partition(native)
    frame = native if engine else nw.from_native(native)
    columns = check_columns(columns_there(native), columns, [target, fold])
    settings = {"columns": columns, "target": target, "fold": fold, **options}
    wanted = [name for name in (*columns, target, fold) if name is not None]
    if engine == "dask":
        return _count_dask(frame[wanted], partial(count, **settings))
    if engine == "spark":
        return _count_spark(frame.select(*wanted), partial(count, **settings))
    return make(*count_query(frame, **settings))


def columns_there(native):
    """Return the names of the columns of a frame of an engine."""
    return list(native.columns) if by_partition(native) else nw.from_native(native).collect_schema().names()


def _count_dask(frame, count):
    """Count each partition where it is, and add the counts in a tree of tasks."""
    import dask

    counts = [dask.delayed(count)(part) for part in frame.to_delayed()]
    while len(counts) > 1:
        groups = [counts[first : first + FAN_IN] for first in range(0, len(counts), FAN_IN)]
        counts = [dask.delayed(sum_counts)(group) for group in groups]
    return dask.compute(counts[0])[0]


def sum_counts(parts):
    """Return the sum of the counts of several parts of a table."""
    return reduce(add, parts)


def _count_spark(frame, count):
    """Count each partition in batches, and add the counts in two steps."""
    n_partitions = frame.rdd.getNumPartitions() if hasattr(frame, "rdd") else FAN_IN**2
    parts = frame.mapInArrow(partial(_count_batches, count=count), "counts binary")
    if n_partitions > FAN_IN:
        parts = parts.repartition(-(-n_partitions // FAN_IN)).mapInArrow(_add_batches, "counts binary")
    return sum_counts(pickle.loads(row["counts"]) for row in parts.collect())


def _count_batches(batches, count):
    """Yield the pickled counts of a partition."""
    counts = [count(table) for table in join_batches(batches)]
    yield from _pickled(counts)


def _add_batches(batches):
    """Yield the pickled sum of pickled counts."""
    yield from _pickled([pickle.loads(counts) for batch in batches for counts in batch.column(0).to_pylist()])


def _pickled(counts):
    import pyarrow as pa

    if counts:
        yield pa.RecordBatch.from_pydict({"counts": [pickle.dumps(sum_counts(counts))]})


def join_batches(batches: Any, n_rows: int = BATCH) -> Iterator[Any]:
    """Yield tables of at least `n_rows` rows, made of consecutive Arrow batches; other frames as they are."""
    group: list[Any] = []
    for batch in batches:
        if not nw.dependencies.is_pyarrow_table(batch) and type(batch).__name__ != "RecordBatch":
            yield batch
            continue
        group.append(batch)
        if sum(part.num_rows for part in group) >= n_rows:
            yield _joined(group)
            group = []
    if group:
        yield _joined(group)


def _joined(batches):
    """Return Arrow batches or tables as one table."""
    import pyarrow as pa

    return pa.concat_tables(pa.table(batch) if isinstance(batch, pa.RecordBatch) else batch for batch in batches)
