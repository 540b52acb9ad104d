"""Tables with one target column: the description of a set, and one reader for all."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from tiws_teach.datasets._bunch import Parts, class_codes
from tiws_teach.datasets._cache import fetch


@dataclass(frozen=True)
class PlainTable:
    """Description of a set's table in datasets/tables.toml; calling it with the name of the set reads its files."""

    target: str
    columns: str = ""
    classes: Mapping[str, str] | list[str] = field(default_factory=dict)
    categories: str = ""
    left_out: str = ""
    separator: str = ","
    missing: str = "?"
    headers: Mapping[str, int] = field(default_factory=dict)

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
            names = self.classes if isinstance(self.classes, Mapping) else {label: label for label in self.classes}
            return Parts(data, class_codes(rows[self.target], names, self.target), list(names.values()))
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
