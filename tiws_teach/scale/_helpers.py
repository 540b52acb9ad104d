"""Columns that help in a table of an engine: numbers become fifths for the counts and stay numbers for a baseline."""

from dataclasses import dataclass, field

import narwhals as nw
import numpy as np
import pandas as pd

from tiws_teach._validation import fail
from tiws_teach.scale import _combinations
from tiws_teach.scale._combinations import ROWS, grouped
from tiws_teach.scale._engines import columns_there
from tiws_teach.scale._queries import collect
from tiws_teach.tiws._columns import check_columns
from tiws_teach.tiws._helpers import Helpers, find_helpers
from tiws_teach.tiws._libraries import by_partition

NUMBER = "_tiws_number_"
"""What the name of a column of numbers begins with, whose own name holds the fifths."""


@dataclass(frozen=True)
class View:
    """How an encoder sees a table: the columns in its order, how many it encodes, and the edges of the numbers."""

    names: list[str] | None
    n_encoded: int | None = None
    edges: dict[str, np.ndarray] = field(default_factory=dict)
    helpers: Helpers | None = None

    def of(self, native):
        """Return the frame with fifths in place of the numbers that help, and these as further columns."""
        absent = [name for name in self.edges if name not in columns_there(native)]
        if not self.edges or absent:
            return native  # the count names what is absent
        if strange := set(self.edges) - set(_numeric(native, self.edges)):
            fail("X", f"have numbers in column {min(strange)!r}, as at the fit", "another type", "Convert the column.")
        if by_partition(native) == "dask":
            return native.map_partitions(self.of, meta=self.of(native._meta))
        made = [column for name, edges in self.edges.items() for column in _fifths(name, edges)]
        return nw.to_native(nw.from_native(native).with_columns(*made))

    def columns(self, names):
        """Return the names of the columns with those of the numbers."""
        return [*names, *(NUMBER + name for name in self.edges)]

    def numbers(self, groups):
        """Return the numbers of grouped rows as a list of arrays."""
        return [groups[NUMBER + name].to_numpy(dtype=float, na_value=np.nan) for name in self.edges]

    def frame(self, numbers):
        """Return arrays of numbers as a frame, or None if there are none."""
        return pd.DataFrame(dict(zip(self.edges, numbers, strict=True))) if self.edges else None


def view_of(encoder):
    """Return how a fitted encoder sees a table."""
    names = list(encoder._counts.names)
    if encoder.encode is None:
        return View(names)
    helpers = encoder._helpers
    return View(names, helpers.n_encoded, {names[at]: edges for at, edges in helpers.edges.items()}, helpers)


def find_view(encoder, X, columns, *others):
    """Return how an encoder sees a table that it is to be fitted on.

    The edges of the fifths come from all rows, or from every k-th combination of the numbers of a large table.
    """
    if encoder.encode is None:
        return View(columns)
    names = check_columns(columns_there(X), columns, [name for name in others if isinstance(name, str)])
    own = encoder.encode if isinstance(encoder.encode, list | tuple) else ()
    numeric = [name for name in _numeric(X, names) if name not in own]
    sample = pd.DataFrame(index=range(1))
    if numeric:
        groups = grouped(X, numeric, numeric, -(-_n_rows(X) // _combinations.MOST))
        sample = groups.loc[groups.index.repeat(groups[ROWS])].reset_index(drop=True)
    every = {name: sample[name] if name in numeric else pd.Series("", sample.index, dtype=object) for name in names}
    helpers = find_helpers(pd.DataFrame(every), encoder.encode)
    ordered, n_encoded = helpers.arrange(names)
    return View(ordered, n_encoded, {ordered[at]: edges for at, edges in helpers.edges.items()}, helpers)


def _numeric(native, names):
    schema = nw.from_native(native._meta if by_partition(native) == "dask" else native).collect_schema()
    return [name for name in names if schema[name].is_numeric()]


def _n_rows(native):
    if by_partition(native) == "dask":
        return len(native)
    return int(collect(nw.from_native(native).select(nw.len().alias("n")))["n"].to_numpy()[0])


def _fifths(name, edges):
    """Return the number of each value's fifth, missing where the value is, and the value itself."""
    number = nw.col(name).cast(nw.Float64)
    above = [nw.when(number > float(edge)).then(nw.lit(1.0)).otherwise(nw.lit(0.0)) for edge in edges]
    fifth = nw.when(~(number.is_null() | number.is_nan())).then(sum(above, start=nw.lit(0.0)))
    return fifth.alias(name), number.alias(NUMBER + name)
