"""Plain tables of numbers with one class column: the description of a set, and one reader for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from tiws_teach.datasets._bunch import Parts, class_codes
from tiws_teach.datasets._cache import fetch


@dataclass(frozen=True)
class PlainTable:
    """Description of a plain table; calling it with the name of a set reads the set.

    Parameters
    ----------
    columns : str
        Names of all columns in file order, separated by blanks.
    target : str
        The class column.
    classes : mapping of str to str
        Label in the file -> name of the class, in the order of the integer codes 0, 1, ...
    left_out : str
        Columns that identify a row and are not features, separated by blanks.
    blanks : bool
        Whether blanks instead of commas separate the values.
    headers : mapping of str to int
        For each file that starts with a header: its name -> lines to skip.
    """

    columns: str
    target: str
    classes: Mapping[str, str]
    left_out: str = ""
    blanks: bool = False
    headers: Mapping[str, int] = field(default_factory=dict)

    def __call__(self, name: str) -> Parts:
        """Read all files of the set."""
        return self.parts(fetch(name).values())

    def parts(self, paths: Iterable[Path]) -> Parts:
        """Return float features, and the class as 0, 1, ... in the order of `classes`."""
        rows = pd.concat([self.read(path) for path in paths], ignore_index=True)
        rows = rows.apply(lambda column: column.str.strip())
        data = rows.drop(columns=[self.target, *self.left_out.split()]).astype("float64")
        return Parts(data, class_codes(rows[self.target], self.classes, self.target), list(self.classes.values()))

    def read(self, path: Path) -> pd.DataFrame:
        """Return the rows of a file as strings; missing values as NaN."""
        return pd.read_csv(
            path,
            sep=r"\s+" if self.blanks else ",",
            header=None,
            names=self.columns.split(),
            skiprows=self.headers.get(path.name, 0),
            dtype=str,
            keep_default_na=False,
            na_values=["?"],
            skip_blank_lines=True,
            encoding="utf-8",
        )
