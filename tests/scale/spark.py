"""TIWS on PySpark in local mode; run by ``make test-scale``, since PySpark is large and needs Java."""

import os
import signal
import sys

import polars as pl
import pytest
from methods.test_scale_engines import FEATURES, NEW, ROWS, assert_same_counts, close
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from sklearn.model_selection import PredefinedSplit

from tiws_teach.scale import _engines, count_categories
from tiws_teach.tiws import TIWSEncoder

pytestmark = [
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def session():
    """Two local cores; a task may fail once."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2,2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    yield spark
    spark.stop()


@pytest.fixture(scope="module")
def tables(session, tmp_path_factory):
    """The rows and the new rows as Parquet tables of Spark."""
    folder = tmp_path_factory.mktemp("tables")
    found = []
    for name, frame in (("rows", ROWS), ("new", NEW)):
        pl.DataFrame(frame.to_dict("list")).write_parquet(folder / f"{name}.parquet")
        found.append(session.read.parquet(str(folder / f"{name}.parquet")).repartition(6))
    return found


def collected(frame):
    return pl.DataFrame(frame.toArrow()).sort("id")


@pytest.mark.parametrize("fan_in", [2, 16])
def test_spark_counts_as_numpy_does(tables, fan_in, monkeypatch):
    monkeypatch.setattr(_engines, "FAN_IN", fan_in)
    for target in ("binary", "number"):
        found = count_categories(tables[0], FEATURES, target, fold="fold")
        assert_same_counts(found, count_categories(ROWS, FEATURES, target, fold="fold"))


@pytest.mark.parametrize("missing", ["mean", "category"])
def test_spark_gives_the_estimates_of_memory(tables, missing):
    memory = TIWSEncoder.of_paper(handle_missing=missing).fit(ROWS[FEATURES], ROWS["binary"])
    encoder = TIWSEncoder.of_paper(handle_missing=missing).fit(tables[0], "binary", columns=FEATURES)
    for found, expected in zip(encoder.estimates_, memory.estimates_, strict=True):
        close(found, expected)
    table = encoder.transform(tables[1])
    assert type(table) is type(tables[1])
    found = collected(table)
    close(found.select(FEATURES).to_numpy(), memory.transform(NEW[FEATURES]))
    assert found["words"].to_list() == NEW["words"].tolist()


@pytest.mark.filterwarnings("ignore:column 'c. has new categories with fewer")
@pytest.mark.parametrize("options", [{}, {"encode": ["c1"]}, {"by_column": {"c0": {"baseline": None}}}], ids=str)
def test_a_regression_and_columns_that_help_are_those_of_memory(tables, options):
    memory = TIWSEncoder(**options).fit(ROWS[FEATURES], ROWS["binary"], X_unlabeled=NEW)
    encoder = TIWSEncoder(**options).fit(tables[0], "binary", X_unlabeled=tables[1], columns=FEATURES)
    for found, expected in zip(encoder.estimates_, memory.estimates_, strict=True):
        close(found, expected, 1e-9)
    memory = TIWSEncoder(**options).fit(ROWS[FEATURES], ROWS["binary"])
    encoder = TIWSEncoder(**options).fit(tables[0], "binary", columns=FEATURES)
    found, names = collected(encoder.transform(tables[1])), list(memory.get_feature_names_out())
    close(found.select(names).to_numpy(), memory.transform(NEW[FEATURES]), 1e-9)


def test_a_fold_column_cross_fits_as_a_splitter_does(tables):
    expected = TIWSEncoder.of_paper(cv=PredefinedSplit(ROWS["fold"])).fit_transform(ROWS[FEATURES], ROWS["binary"])
    found = TIWSEncoder.of_paper().fit_transform(tables[0], "binary", columns=FEATURES, fold="fold")
    close(collected(found).select(FEATURES).to_numpy(), expected)


def deadly(flag, *, always):
    """A step of the table's plan whose process dies: once, or each time."""

    def pass_on(batches):
        for batch in batches:
            if always or not os.path.exists(flag):
                open(flag, "w").close()
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch

    return pass_on


def test_a_process_that_dies_in_the_middle_costs_time_and_no_row(tables, tmp_path):
    table = tables[0].mapInArrow(deadly(str(tmp_path / "dead"), always=False), tables[0].schema)
    counts = count_categories(table, FEATURES, "binary")
    assert (tmp_path / "dead").exists()
    assert_same_counts(counts, count_categories(ROWS, FEATURES, "binary"))


def test_a_step_that_always_dies_is_an_error(tables, tmp_path):
    table = tables[0].mapInArrow(deadly(str(tmp_path / "dead"), always=True), tables[0].schema)
    with pytest.raises((PySparkException, Py4JJavaError), match="Job aborted due to stage failure"):
        count_categories(table, FEATURES, "binary")
