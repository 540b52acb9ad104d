"""Tables with one target column: the description of a set, and one reader for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from tiws_teach.datasets._bunch import Parts, class_codes
from tiws_teach.datasets._cache import fetch

BLANKS = r"\s+"
"""A separator: blanks instead of commas."""


@dataclass(frozen=True)
class PlainTable:
    """Description of a set's table; calling it with the name of the set reads its files.

    Lists of columns are names separated by blanks.
    """

    columns: str = ""  # all columns in file order, if the file has no header
    target: str = ""
    classes: Mapping[str, str] = field(default_factory=dict)  # label in the file -> name, for 0, 1, ...; {}: a number
    categories: str = ""  # columns whose values are categories although they look like numbers
    left_out: str = ""  # columns that identify a row, repeat another, or are known only after the target
    separator: str = ","
    missing: str = "?"  # what stands for a missing value
    headers: Mapping[str, int] = field(default_factory=dict)  # file -> lines to skip before the first row

    def __call__(self, name: str) -> Parts:
        """Read all files of the set."""
        return self.parts(fetch(name).values())

    def parts(self, paths: Iterable[Path]) -> Parts:
        """Return numbers as floats, categories as strings, and the classes as 0, 1, ... in the order of `classes`."""
        rows = pd.concat([self.read(path) for path in paths], ignore_index=True)
        data = rows.drop(columns=[self.target, *self.left_out.split()])
        for column in data.columns.difference(self.categories.split(), sort=False):
            numbers = pd.to_numeric(data[column], errors="coerce")
            if numbers.notna().equals(data[column].notna()):
                data[column] = numbers.astype("float64")
        if self.classes:
            return Parts(data, class_codes(rows[self.target], self.classes, self.target), list(self.classes.values()))
        return Parts(data, rows[self.target].astype("float64"), [])

    def read(self, path: Path) -> pd.DataFrame:
        """Return the rows of a file as strings; missing values as NaN."""
        rows = pd.read_csv(
            path,
            sep=self.separator,
            names=self.columns.split() or None,
            skiprows=self.headers.get(path.name, 0),
            dtype=str,
            keep_default_na=False,
            na_values=[self.missing],
            skipinitialspace=True,
            encoding="utf-8",
        )
        return rows.apply(lambda column: column.str.strip())
