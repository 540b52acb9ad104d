"""The registry: one row for each downloadable file, read from datasets/registry.csv."""

import csv
from dataclasses import dataclass
from functools import cache
from typing import Any

from tiws_teach._validation import project_folder


@dataclass(frozen=True)
class RegisteredFile:
    """One downloadable file: its pinned address, size and hash."""

    name: str
    file: str
    url: str
    sha256: str
    bytes: int
    licence: str
    citation: str


@cache
def registry() -> dict[str, tuple[RegisteredFile, ...]]:
    """Return the registered files of each downloadable set, sets in alphabetical order."""
    with (project_folder("datasets") / "registry.csv").open(encoding="utf-8", newline="") as stream:
        lines: list[dict[str, Any]] = list(csv.DictReader(stream))
    rows = [RegisteredFile(**line | {"bytes": int(line["bytes"])}) for line in lines]
    names = sorted({row.name for row in rows})
    return {name: tuple(row for row in rows if row.name == name) for name in names}
