"""Frames of other libraries: eager ones as pandas frames, lazy ones by `tiws_teach.scale`, which registers itself."""

from functools import cache, wraps
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd

from tiws_teach._validation import fail

GROUP = "tiws_teach.engines"
IN_MEMORY = (pd.DataFrame, np.ndarray, list)


@cache
def scale() -> Any:
    """Return what computes with large tables: the module that is registered as the entry point "tiws"."""
    points = entry_points(group=GROUP, name="tiws")
    if not points:
        advice = "Install the package once more: python3 bootstrap.py lab, or pip install -e . in the checkout."
        fail(f"the entry points {GROUP!r}", "name what computes with large tables", "none", advice)
    return next(iter(points)).load()


def is_lazy(X: Any) -> bool:
    """Return whether `X` is a frame of an engine: Polars lazy, a DuckDB relation, Dask, PySpark and the like."""
    if isinstance(X, IN_MEMORY):
        return False
    return by_partition(X) is not None or isinstance(nw.from_native(X, pass_through=True), nw.LazyFrame)


def by_partition(X: Any) -> str | None:
    """Return "dask" or "spark" for a frame of these engines, which are told to work on each partition, else None."""
    if nw.dependencies.is_dask_dataframe(X):
        return "dask"
    spark = type(X).__module__.startswith("pyspark.sql") and hasattr(X, "mapInArrow")
    return "spark" if spark else None


def engines_first(transformer: type) -> type:
    """Decorate a transformer so that an engine transforms its own frames, which `set_output` leaves as they are."""
    for name in ("transform", "fit_transform"):
        setattr(transformer, name, _unless_lazy(getattr(transformer, name)))
    return transformer


def _unless_lazy(method: Any) -> Any:
    """Return the method with the engine's one in its place for a frame of an engine."""

    @wraps(method)
    def chosen(self, X, *arguments, **options):
        if isinstance(X, IN_MEMORY) or not is_lazy(X):
            return method(self, X, *arguments, **options)
        return getattr(scale(), method.__name__)(self, X, *arguments, **options)

    return chosen


def to_pandas(X: Any) -> Any:
    """Return an eager frame of Polars or PyArrow as a pandas frame; anything else as it is.

    Columns of strings become categoricals: a few integer codes and one list of labels, instead of a million strings.
    """
    frame = X if isinstance(X, IN_MEMORY) else nw.from_native(X, pass_through=True)
    if not isinstance(frame, nw.DataFrame) or frame.implementation.is_pandas_like():
        return X
    return pd.DataFrame({name: column_to_pandas(frame[name]) for name in frame.columns}, columns=frame.columns)


def column_to_pandas(column: nw.Series) -> Any:
    """Return a column of any eager frame as pandas or numpy holds it."""
    if column.implementation.is_pandas_like():
        return column.to_native()
    missing = column.is_null().to_numpy()
    if column.dtype.is_float() or column.dtype.is_temporal() or (column.dtype.is_numeric() and not missing.any()):
        return pd.Series(column.to_numpy())
    if column.dtype.is_integer():
        return pd.arrays.IntegerArray(np.array(column.fill_null(0).to_numpy()), np.array(missing))
    if column.dtype in (nw.Categorical, nw.Enum):
        column = column.cast(nw.String)
    return pd.Categorical.from_codes(*_codes_and_labels(column))


def _codes_and_labels(column: nw.Series) -> tuple[np.ndarray, pd.Index]:
    """Return the codes of a column, -1 where missing, and its labels in any order; PyArrow does it in half the time."""
    if find_spec("pyarrow"):
        array = column.to_arrow()
        array = array.combine_chunks() if hasattr(array, "combine_chunks") else array
        encoded = array.dictionary_encode()
        return encoded.indices.fill_null(-1).to_numpy(), pd.Index(encoded.dictionary.to_pylist(), dtype=object)
    labels = column.drop_nulls().unique().to_list()
    codes = column.replace_strict(labels, range(len(labels)), default=-1, return_dtype=nw.Int64)
    return codes.fill_null(-1).to_numpy(), pd.Index(labels, dtype=object)
