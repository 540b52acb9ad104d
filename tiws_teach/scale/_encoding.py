"""A lazy frame in, a lazy frame out: each feature is replaced by its estimates, all other columns are kept."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd

from tiws_teach._categories import encode_known
from tiws_teach._validation import fail
from tiws_teach.scale._engines import columns_there, join_batches
from tiws_teach.tiws._libraries import by_partition, column_to_pandas


@dataclass(frozen=True)
class Coding:
    """What the engine needs to encode a table; lists have an array for each feature."""

    outputs: dict[str, list[str]]  # for each feature the columns that take its place
    labels: list[np.ndarray]
    tables: list[np.ndarray]  # estimates, (n_folds, n_categories + 1, n_targets); the last are of missing values
    fold: str | None  # name of the fold column
    folds: np.ndarray  # its labels

    def place(self, columns: list[Any]) -> list[str]:
        """Return the names of the columns of the result, in order."""
        return [out for name in columns for out in self.outputs.get(name, [name])]


def encode_engine(native, coding):
    """Return a frame of the same engine, in which the estimates take the place of the features."""
    wanted = [*coding.outputs, *([] if coding.fold is None else [coding.fold])]
    absent = [name for name in wanted if name not in columns_there(native)]
    if absent:
        fail("X", "have the columns of fit", f"missing {absent}", "Select the same columns by name.")
    engine = by_partition(native)
    if engine == "dask":
        return native.map_partitions(encode_part, coding, meta=encode_part(native._meta, coding))
    if engine == "spark":
        return native.mapInArrow(partial(_encode_batches, coding=coding), _spark_schema(native, coding))
    frame = nw.from_native(native)
    if frame.implementation.is_polars():
        return nw.to_native(_map_columns(frame, coding))
    if frame.implementation.is_duckdb():
        return nw.to_native(_join_tables(frame, coding))
    advice = "Join encoding_table() with your table, or use one of these engines."
    return fail("X", "be a frame of Polars, DuckDB, Dask or PySpark", frame.implementation, advice, TypeError)


def encode_part(part, coding):
    """Return one partition, a pandas frame or an Arrow table, with the features replaced by their estimates."""
    frame = nw.from_native(part, eager_only=True)
    fold = 0 if coding.fold is None else _codes(frame[coding.fold], coding.folds, coding.fold)
    columns = {name: frame[name].to_native() for name in frame.columns}
    for (name, outputs), labels, table in zip(coding.outputs.items(), coding.labels, coding.tables, strict=True):
        values = table[fold, _codes(frame[name], labels, name)]
        columns |= dict(zip(outputs, values.T, strict=True))
    columns = {name: columns[name] for name in coding.place(frame.columns)}
    return pd.DataFrame(columns, index=part.index) if isinstance(part, pd.DataFrame) else _arrow(columns)


def _codes(column, labels, name):
    codes, new = encode_known(column_to_pandas(column), labels)
    if len(new):
        fail("X", f"stay the same while column {name!r} is encoded", f"new values {list(new[:3])}", "Store it first.")
    return codes


def _arrow(columns):
    import pyarrow as pa

    return pa.table(columns)


def _encode_batches(batches, coding):
    """Yield the encoded batches of a partition of Spark."""
    for table in join_batches(batches):
        yield from encode_part(table, coding).to_batches()


def _spark_schema(native, coding):
    """Return the columns of the result: those of `native`, and floats in place of the features."""
    from pyspark.sql.types import DoubleType, StructField, StructType

    kept = {field.name: field for field in native.schema.fields if field.name not in coding.outputs}
    names = coding.place(native.columns)
    return StructType([kept.get(name, StructField(name, DoubleType())) for name in names])


def _map_columns(frame, coding):
    """Return a Polars frame with each feature mapped to its estimates; the rows stay in order."""
    columns, schema = {}, frame.collect_schema()
    for (name, outputs), labels, table in zip(coding.outputs.items(), coding.labels, coding.tables, strict=True):
        label = nw.col(name).cast(nw.String) if schema[name] in (nw.Categorical, nw.Enum) else nw.col(name)
        for out, values in zip(outputs, np.moveaxis(table, 2, 0), strict=True):
            mapped = [_mapped(label, labels, row) for row in values]
            columns[out] = _by_fold(mapped, coding).alias(out)
    return frame.select(*(columns.get(name, nw.col(name)) for name in coding.place(schema.names())))


def _mapped(label, labels, values):
    """Return the estimates of a column as an expression; `values` has that of missing values last."""
    missing = float(values[-1])
    if not len(labels):
        return nw.lit(missing)
    return label.replace_strict(list(labels), values[:-1].tolist(), default=missing, return_dtype=nw.Float64)


def _by_fold(expressions, coding):
    """Return the expression that holds in the fold of each row."""
    expression = expressions[0]
    for fold, other in zip(coding.folds[1:], expressions[1:], strict=True):
        expression = nw.when(nw.col(coding.fold) == fold).then(other).otherwise(expression)
    return expression


def _join_tables(frame, coding):
    """Return a DuckDB relation joined with one small table for each feature."""
    columns, estimates = frame.collect_schema().names(), {}
    for j, ((name, outputs), table) in enumerate(zip(coding.outputs.items(), coding.tables, strict=True)):
        small = nw.from_native(_small_table(frame, coding, j))
        keys = [f"_tiws{j}_label", *([] if coding.fold is None else [f"_tiws{j}_fold"])]
        frame = frame.join(small, how="left", left_on=[name, coding.fold][: len(keys)], right_on=keys)
        for t, out in enumerate(outputs):
            missing = _by_fold([nw.lit(float(value)) for value in table[:, -1, t]], coding)
            estimate = nw.col(f"_tiws{j}_{t}")
            estimates[out] = nw.when(estimate.is_null()).then(missing).otherwise(estimate).alias(out)
    return frame.select(*(estimates.get(name, nw.col(name)) for name in coding.place(columns)))


def _small_table(frame, coding, j):
    """Return labels, folds and estimates of a feature as a relation on the same connection."""
    labels, table = coding.labels[j], coding.tables[j][:, :-1]
    small = {f"_tiws{j}_label": list(labels) * len(coding.folds)}
    if coding.fold is not None:
        small[f"_tiws{j}_fold"] = np.repeat(coding.folds, len(labels)).tolist()
    small |= {f"_tiws{j}_{t}": table[:, :, t].ravel() for t in range(table.shape[2])}
    small = pd.DataFrame(small)  # which the query finds by its name
    return nw.to_native(frame).limit(0).query("tiws_rows", "SELECT * FROM small")
