"""TIWSEncoder on tables that an engine holds: time, processor time and memory by engine, growth, and sums on paper."""

import pickle
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from tiws_teach import CategoryCounts, TIWSEncoder
from tools.bench._frames import GROUPS, KINDS, make_frames
from tools.bench._measure import Cost, cost, fitted, growth, race
from tools.bench._report import Block, Table, figure

FEATURES, CATEGORIES, TARGET = 10, 50, "bought"
CHUNK = 1_000_000


def measure(quick: bool) -> Iterator[Block]:
    n_rows = 10_000_000 // (100 if quick else 1)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "rows.parquet"
        write_table(path, n_rows)
        yield from by_engine(path, n_rows)
        yield from encoding(path, n_rows)
        blocks, per_row = in_rows(path, n_rows)
        yield from blocks
        yield from on_paper(path, n_rows, per_row)
    yield from in_memory(1_000_000 // (20 if quick else 1), 1 if quick else 3)


def write_table(path: Path, n_rows: int) -> None:
    """Write rows of hidden groups to a Parquet file, a million at a time: strings, and a target of 0 and 1."""
    rng = np.random.default_rng(0)
    limits = rng.dirichlet(np.ones(CATEGORIES), size=(FEATURES, GROUPS)).cumsum(axis=2)
    labels = [pa.array([f"feature {j}: {k:05d}" for k in range(CATEGORIES)]) for j in range(FEATURES)]
    schema = pa.schema([(f"x{j}", pa.string()) for j in range(FEATURES)] + [(TARGET, pa.int8())])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, n_rows, CHUNK):
            group = rng.integers(GROUPS, size=min(CHUNK, n_rows - start))
            columns = [_draw(rng, limits[j], group, labels[j]) for j in range(FEATURES)]
            bought = rng.random(len(group)) < (group + 1) / (GROUPS + 1)
            writer.write_table(pa.table([*columns, pa.array(bought.astype(np.int8))], schema))


def _draw(rng, limits, group, labels):
    """Return one column, drawn from the shares of each row's group."""
    at = rng.random(len(group))
    codes = np.empty(len(group), dtype=np.int32)
    for g, limit in enumerate(limits):
        codes[group == g] = np.searchsorted(limit[:-1], at[group == g])
    return pa.DictionaryArray.from_arrays(pa.array(codes), labels).cast(pa.string())


# ----------------------------------------------------------------------------------------------------- the jobs


def _connection():
    connection = duckdb.connect(config={"threads": "2"})
    connection.execute("SET enable_progress_bar = false")
    return connection


def _duckdb(path, times=1):
    connection = _connection()
    return lambda: TIWSEncoder.of_paper().fit(connection.read_parquet([str(path)] * times), TARGET)


def _polars(path, times=1):
    return lambda: TIWSEncoder.of_paper().fit(pl.scan_parquet([path] * times), TARGET)


def _arrow(path, times=1):
    def job():
        names = [f"x{j}" for j in range(FEATURES)]
        files = (pq.ParquetFile(path, read_dictionary=names) for _ in range(times))
        batches = (batch for file in files for batch in file.iter_batches(CHUNK // 8))
        return TIWSEncoder.of_paper().fit_counts(CategoryCounts.of_batches(batches, target=TARGET))

    return job


def _dask(path, times=1):
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    client = Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
    table = dd.read_parquet([path] * times, split_row_groups=1)
    TIWSEncoder.of_paper().fit(table.get_partition(0), TARGET)  # loads what is loaded late
    return lambda: client and TIWSEncoder.of_paper().fit(table, TARGET)


def _spark(path, times=1):
    import os
    import sys

    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    table = session.read.parquet(*[str(path)] * times)
    TIWSEncoder.of_paper().fit(table.limit(1000), TARGET)
    return lambda: TIWSEncoder.of_paper().fit(table, TARGET)


def _pandas(path, times=1):
    return lambda: TIWSEncoder.of_paper().fit(pd.read_parquet([path] * times), TARGET)


JOBS = {
    "DuckDB, group-bys": _duckdb,
    "Polars lazy, group-bys": _polars,
    "PyArrow batches, numpy": _arrow,
    "Dask, two workers, by partition": _dask,
    "pandas, all rows in memory": _pandas,
}
"""Ways to read the file and fit."""
if find_spec("pyspark"):  # an extra of its own, which needs Java
    JOBS["PySpark, two threads, by partition"] = _spark


def _encode_duckdb(path, out):
    connection = _connection()
    encoder = TIWSEncoder.of_paper().fit(connection.read_parquet(str(path)).limit(100_000), TARGET)
    return lambda: encoder.transform(connection.read_parquet(str(path))).write_parquet(str(out))


def _encode_polars(path, out):
    encoder = TIWSEncoder.of_paper().fit(pl.scan_parquet(path).head(100_000), TARGET)
    return lambda: encoder.transform(pl.scan_parquet(path)).sink_parquet(out)


# --------------------------------------------------------------------------------------------------- the blocks


def by_engine(path: Path, n_rows: int) -> list[Block]:
    """Fit on one Parquet file by each engine."""
    costs = {name: cost(job, path) for name, job in JOBS.items()}
    first = next(iter(costs.values()))
    rows = [(name, *_cells(each), figure(each.processors / first.processors)) for name, each in costs.items()]
    return [
        f"### {n_rows:,} rows in a Parquet file, {FEATURES} features of {CATEGORIES} categories",
        f"The file has {path.stat().st_size / 1e6:.0f} MB. Each engine reads it, counts, and fits, in a fresh process "
        "that may use two cores. Times are seconds on the clock and seconds of all processors; memory is what all "
        "processes together hold at most beyond what they held before the job.",
        Table(("engine", "clock, s", "processors, s", "memory, MiB", "processors, ratio to the first"), tuple(rows)),
    ]


def encoding(path: Path, n_rows: int) -> list[Block]:
    """Encode the file into another one."""
    out = path.with_name("encoded.parquet")
    jobs = {"DuckDB, joins": _encode_duckdb, "Polars lazy, mappings": _encode_polars}
    rows = [(name, *_cells(cost(job, path, out))) for name, job in jobs.items()]
    return [
        f"Encoding the {n_rows:,} rows into another Parquet file, the search for new categories included:",
        Table(("engine", "clock, s", "processors, s", "memory, MiB"), tuple(rows)),
    ]


def _cells(cost: Cost) -> tuple[str, ...]:
    return figure(cost.clock), figure(cost.processors), figure(cost.memory / 2**20)


STREAMS = {name: JOBS[name] for name in ("DuckDB, group-bys", "PyArrow batches, numpy")}


def in_rows(path: Path, n_rows: int) -> tuple[list[Block], dict[str, float]]:
    """Return the growth with the rows, and the processor seconds that each further row costs."""
    sizes = [n_rows, 3 * n_rows, 10 * n_rows]
    costs = {name: [cost(job, path, size // n_rows) for size in sizes] for name, job in STREAMS.items()}
    header = [f"{name}, {what}" for name in STREAMS for what in ("processors, s", "memory, MiB")]
    rows = [
        (f"{size:,}", *(cell for series in costs.values() for cell in _cells(series[i])[1:]))
        for i, size in enumerate(sizes)
    ]
    exponents = [figure(growth(sizes, [each.processors for each in series])) for series in costs.values()]
    rows.append(("exponent", *(cell for exponent in exponents for cell in (exponent, ""))))
    per_row = {
        name: (series[-1].processors - series[0].processors) / (sizes[-1] - sizes[0]) for name, series in costs.items()
    }
    return [
        "Growth with the rows: the same file is read three and ten times, as one table. The exponent is the b of "
        "time = a rows^b. The counts do not grow with the table; DuckDB keeps what it has read, up to its memory "
        "limit, unless `SET enable_external_file_cache = false` forbids it.",
        Table(("rows", *header), tuple(rows)),
    ], per_row


PARTITION = 10_000_000


def on_paper(path: Path, n_rows: int, per_row: dict[str, float]) -> list[Block]:
    """Work out larger tables from the measured constants."""
    counts = CategoryCounts.of_batches(pq.ParquetFile(path).iter_batches(CHUNK), target=TARGET)
    size, per_cell = len(pickle.dumps(counts)), path.stat().st_size / n_rows
    slowest = max(per_row.values())
    rows = []
    for total in (10**9, 10**12):
        parts = total // PARTITION
        core_hours = total * slowest / 3600
        cells = (total * per_cell / 1e9, parts, parts * size / 1e9, core_hours, core_hours / 16, core_hours / 1000)
        rows.append((f"{total:,}", *map(figure, cells)))
    header = ("Parquet, GB", "partitions", "counts moved, GB", "core hours", "hours, 16 cores", "hours, 1,000 cores")
    return [
        "### A billion and a trillion rows on paper",
        f"Measured: a row takes {per_cell:.2f} bytes of Parquet and {1e6 * slowest:.2f} microseconds of one core (the "
        f"slower of the two engines above), and the counts of any number of rows take {size / 1e6:.2f} MB when they "
        f"are sent. A partition has {PARTITION:,} rows; the counts of each are sent once and added up in a tree. Not "
        "measured, and not in these figures: the network and the disk that deliver the table, and machines that fail.",
        Table(("rows", *header), tuple(rows)),
        "Counts are integers of 64 bits, and sums of classes are exact up to 9e15 rows. Estimates, similarities and "
        "memory depend on the number of categories only.",
    ]


def in_memory(n: int, repeats: int) -> list[Block]:
    """Compare frames of several libraries in memory."""
    frames = {kind: make_frames(n, FEATURES, CATEGORIES, kind) for kind in KINDS}
    X, y, X_new = frames["object strings"]
    plain = [pl.DataFrame(frame.to_dict("list")) for frame in (X, X_new)]
    frames["Polars"] = (plain[0], y, plain[1])
    frames["PyArrow"] = (plain[0].to_arrow(), y, plain[1].to_arrow())
    jobs = {kind: fitted(TIWSEncoder, (X, y), X_new, "transform") for kind, (X, y, X_new) in frames.items()}
    times = race(jobs, repeats)
    reference = times["pandas str"].total
    rows = [(kind, *map(figure, (*t.steps, t.total, t.total / reference))) for kind, t in times.items()]
    return [
        f"### {n:,} rows in memory",
        "Processor seconds of fit, and of transform of as many new rows with unseen categories:",
        Table(("columns hold", "fit", "transform", "both", "ratio to pandas str"), tuple(rows)),
    ]
