"""Where the project's files are, and what a notebook says."""

from __future__ import annotations

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


@cache
def prose(lesson: Lesson) -> str:
    """Return the text of a lesson without code and outputs."""
    cells = cells_of(ROOT / "notebooks" / f"{lesson.notebook}.ipynb")
    return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
