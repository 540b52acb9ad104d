"""Tables of numbers and categories with one target column: the description of a set, and one reader for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from tiws_teach.datasets._bunch import Parts, class_codes
from tiws_teach.datasets._cache import fetch


@dataclass(frozen=True)
class MixedTable:
    """Description of a table; calling it with the name of a set reads the set.

    Attributes
    ----------
    target : str
    classes : mapping of str to str
        Label in the file -> name of the class, in the order of the codes 0, 1, ...; empty for a number.
    categories : str
        Columns whose values are categories although they look like numbers, separated by blanks.
    left_out : str
        Columns that identify a row, repeat another, or are known only after the target, separated by blanks.
    columns : str
        Names of all columns in file order, separated by blanks, if the file has no header.
    separator : str
    missing : str
        What stands for a missing value.
    """

    target: str
    classes: Mapping[str, str] = field(default_factory=dict)
    categories: str = ""
    left_out: str = ""
    columns: str = ""
    separator: str = ","
    missing: str = "?"

    def __call__(self, name: str) -> Parts:
        """Read the only file of the set: numbers as floats, categories as strings."""
        (path,) = fetch(name).values()
        rows = pd.read_csv(
            path,
            sep=self.separator,
            names=self.columns.split() or None,
            dtype=str,
            keep_default_na=False,
            na_values=[self.missing],
            skipinitialspace=True,
            encoding="utf-8",
        )
        data = rows.drop(columns=[self.target, *self.left_out.split()])
        words = self.categories.split()
        for column in data.columns.difference(words, sort=False):
            numbers = pd.to_numeric(data[column], errors="coerce")
            if numbers.notna().equals(data[column].notna()):
                data[column] = numbers.astype("float64")
        if self.classes:
            return Parts(data, class_codes(rows[self.target], self.classes, self.target), list(self.classes.values()))
        return Parts(data, rows[self.target].astype("float64"), [])
