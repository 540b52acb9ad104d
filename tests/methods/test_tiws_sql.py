"""TIWSEncoder.to_sql: DuckDB and SQLite return what transform returns."""

import sqlite3

import duckdb
import numpy as np
import pandas as pd
import pytest

from methods.checks import refused
from tiws_teach.tiws import TIWSEncoder

ROWS = pd.DataFrame(
    {
        "home town": ["Ode", "O'Hara", 'say "x"', None, "Ode"] * 4,
        "n": [1, 2, 3, 3, 1] * 4,
        "f": [0.5, 1.5, 0.5, 0.1, 2.0] * 4,
    }
)
Y = [0, 1, 1, 0, 2] * 4


@pytest.mark.parametrize("target", ["continuous", "multiclass"])
@pytest.mark.parametrize("missing", ["mean", "category"])
def test_two_databases_return_what_transform_returns(target, missing):
    encoder = TIWSEncoder(target_type=target, handle_missing=missing).fit(ROWS, Y)
    query, expected = encoder.to_sql('my "rows"'), encoder.transform(ROWS)
    with sqlite3.connect(":memory:") as lite:
        ROWS.to_sql('my "rows"', lite, index=False)
        found = pd.read_sql_query(query, lite)
    lite.close()
    duck = duckdb.connect()
    duck.register('my "rows"', ROWS)
    for table in (found, duck.sql(query).df()):
        assert list(table) == list(encoder.get_feature_names_out())
        np.testing.assert_allclose(table.to_numpy(), expected, atol=1e-15, rtol=0)  # SQLite rounds as it reads
    duck.close()


def test_only_encoded_columns_are_in_the_query():
    query = TIWSEncoder(encode=["n"]).fit(ROWS, Y).to_sql("t")
    assert "home town" not in query
    assert query.count("CASE") == 3  # one for each class


test_bad_input = refused(
    [
        (lambda: TIWSEncoder().to_sql("t"), "not fitted"),
        (
            lambda: (
                TIWSEncoder()
                .fit(pd.DataFrame({"day": pd.to_datetime(["2020-01-01", "2020-01-02"])}), [0, 1])
                .to_sql("t")
            ),
            "labels must be strings, numbers or booleans in column 'day'; got Timestamp",
        ),
    ]
)
