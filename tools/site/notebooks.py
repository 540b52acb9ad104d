"""Where the project's files are, what a notebook says, and what several pages need."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import nbformat

from tiws_teach.course._series import Lesson

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "tools" / "site"
Cell = dict[str, Any]


def lesson(number: str) -> Path:
    """Return the notebook of a lesson from its number, such as "02"."""
    found = sorted((ROOT / "notebooks").glob(f"{int(number):02d}_*.ipynb")) if number.isdigit() else []
    if not found:
        names = ", ".join(path.name[:2] for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")))
        raise SystemExit(f"There is no lesson {number!r}. Choose one of {names}.")
    return found[0]


def cells_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook."""
    return nbformat.read(path, as_version=4).cells


def copy_files(source: Path, folder: Path, names: Iterable[str]) -> None:
    """Copy files, or folders with all that is in them, under the names that they have below `source`."""
    for name in names:
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (source / name).is_dir() else shutil.copy)(source / name, to)


def write(path: Path, text: str) -> Path:
    """Write a text file, make its folder, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def markdown_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    lines = [list(header), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@cache
def prose(lesson: Lesson) -> str:
    """Return the text of a lesson without code and outputs."""
    cells = cells_of(ROOT / "notebooks" / f"{lesson.notebook}.ipynb")
    return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
