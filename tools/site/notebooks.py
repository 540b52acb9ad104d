"""Where the project's files are, what a notebook says, and what several pages need."""

import os
import shutil
from collections.abc import Iterable
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import nbformat

from tiws_teach.course._series import Lesson

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "tools" / "site"
NOTEBOOKS = ROOT / "notebooks"
SOLUTIONS = os.environ.get("SOLUTIONS") not in ("0", "no", "false")
"""Whether the site has solutions, and the guide that answers exam questions: not after make site SOLUTIONS=0."""
Cell = dict[str, Any]


def lesson(number: str) -> Path:
    """Return the notebook of a lesson from its number, such as "02", or of a further question from its file's name."""
    paths = sorted(NOTEBOOKS.glob(f"{int(number):02d}_*.ipynb")) if number.isdigit() else []
    further = {path.stem: path for path in NOTEBOOKS.glob("more/*.ipynb")}
    if not paths and number not in further:
        names = ", ".join([*(path.name[:2] for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))), *sorted(further)])
        raise SystemExit(f"There is no lesson {number!r}. Choose one of {names}.")
    return paths[0] if paths else further[number]


@cache
def title_of(path: Path) -> str:
    """Return the title of a notebook."""
    return cells_of(path)[0]["source"].partition("\n")[0].removeprefix("# ")


def related(path: Path) -> dict[str, Path]:
    """Return, by title, the notebooks that belong to one: its lesson, its further questions, its solutions."""
    number, kind = path.name[:2], path.parent.name
    pattern = {"more": f"{number}_*.ipynb", "notebooks": f"more/{number}_*.ipynb"}.get(kind)
    others = sorted(NOTEBOOKS.glob(pattern)) if pattern else []
    titles = {title_of(each): each for each in others}
    solved = NOTEBOOKS / "solutions" / path.name
    return titles | ({"Solutions": solved} if pattern and solved.exists() and SOLUTIONS else {})


def cells_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook."""
    return nbformat.read(path, as_version=4).cells


def core_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook up to an appendix."""
    return list(takewhile(lambda cell: not cell["source"].startswith("## Appendix"), cells_of(path)))


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
    cells = cells_of(NOTEBOOKS / f"{lesson.notebook}.ipynb")
    return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
