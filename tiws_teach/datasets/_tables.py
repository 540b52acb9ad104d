"""Plain tables of numbers with one class column: a small specification for each set, one reader for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from tiws_teach.datasets._bunch import class_codes, make_bunch
from tiws_teach.datasets._cache import fetch
from tiws_teach.datasets._specs import SPECS, TableSpec


def read_table(paths: Sequence[Any], spec: TableSpec) -> pd.DataFrame:
    """Return the rows of all files of a set as strings, with the column names of its specification.

    Parameters
    ----------
    paths : sequence of path
    spec : TableSpec

    Returns
    -------
    DataFrame of str; missing values as NaN
    """
    parts = [
        pd.read_csv(
            path,
            sep=r"\s+" if spec.blanks else ",",
            header=None,
            names=list(spec.columns),
            skiprows=spec.header_lines(position),
            dtype=str,
            keep_default_na=False,
            na_values=["?"],
            skip_blank_lines=True,
            encoding="utf-8",
        )
        for position, path in enumerate(paths)
    ]
    return pd.concat(parts, ignore_index=True)


def load_table(name: str, files: slice = slice(None)) -> Any:
    """Return the Bunch of a plain table: float features, the class as 0, 1, ... in the order of `target_names`."""
    spec, paths = SPECS[name], list(fetch(name).values())
    rows = read_table(paths[files], spec)
    rows = rows.apply(lambda column: column.str.strip())
    target = class_codes(rows[spec.target], spec.classes, spec.target)
    data = rows.drop(columns=[spec.target, *spec.left_out]).astype("float64")
    return make_bunch(name, data, target, [label for _, label in spec.classes])
