"""The table equation -> function -> test -> notebook, read from the docstrings."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tiws_teach._validation import project_folder

_EQUATION = re.compile(r"^Equations?: (\d+\.\d+[a-z]?(?:, \d+\.\d+[a-z]?)*)\.", re.MULTILINE)
_SOURCE = re.compile(r"^Source: (.+?)\.?\s*(?=^Equations?: |\Z)", re.MULTILINE | re.DOTALL)
_TAG = re.compile(r"\\tag\*?\s*\{\s*\(?(\d+\.\d+[a-z]?)\)?\s*\}")


@dataclass(frozen=True)
class Equation:
    """One numbered equation of a lesson and the public function that implements it."""

    number: str
    function: str
    module: str
    source: str

    @property
    def order(self) -> tuple[int, int, str]:
        """The key to sort by: 2.10 comes after 2.9."""
        lesson, number = self.number.split(".")
        digits = re.match(r"\d+", number)
        return int(lesson), int(digits[0]) if digits else 0, number


def equations(package: Path | None = None) -> list[Equation]:
    """Return the equations that the docstrings of public functions and classes name, in order.

    Parameters
    ----------
    package : Path, optional
        The folder of the package; by default the one that is installed.

    Returns
    -------
    list of Equation
    """
    root = package or Path(__file__).resolve().parents[1]
    found = [
        Equation(number, name, _module(path, root), _place(text))
        for path in sorted(root.rglob("*.py"))
        if _is_public(path.relative_to(root))
        for name, text in _docstrings(ast.parse(path.read_text(encoding="utf-8")))
        for number in _numbers(text)
    ]
    return sorted(found, key=lambda equation: (equation.order, equation.module, equation.function))


def tagged_equations(notebook: Path) -> list[str]:
    r"""Return the numbers that the formulas of a notebook carry in ``\tag{...}``, in order."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [
        number for cell in cells if cell["cell_type"] == "markdown" for number in _TAG.findall(_text(cell["source"]))
    ]


def equation_table(notebooks: Path | None = None, tests: Path | None = None, package: Path | None = None) -> str:
    """Return the table of all equations as markdown; it is made from the docstrings, never by hand.

    Parameters
    ----------
    notebooks, tests, package : Path, optional
        Folders to read; by default those of the project. Tests are not part of an installed package.

    Returns
    -------
    str
        A heading, a line that says where the table comes from, and one row for each equation.
    """
    lessons = notebooks or project_folder("notebooks")
    tested = _words_of(sorted((tests or lessons.parent / "tests").rglob("test_*.py")))
    tags = {
        path: tagged_equations(path)
        for path in sorted(lessons.rglob("*.ipynb"))
        if ".ipynb_checkpoints" not in path.parts
    }
    rows = [_row(equation, tested, tags, lessons) for equation in equations(package)]
    head = [
        "# Equations",
        "",
        "Generated from the docstrings by `make notebooks`; do not edit.",
        "",
        "| equation | function | module | source | tests | notebooks |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join(head + rows) + "\n"


def _row(equation: Equation, tested: dict[str, set[str]], tags: dict[Path, list[str]], lessons: Path) -> str:
    """Return one row of the table."""
    tests = [name for name, words in tested.items() if equation.function.rpartition(".")[2] in words]
    books = [path.relative_to(lessons).as_posix() for path, numbers in tags.items() if equation.number in numbers]
    cells = [
        equation.number,
        f"`{equation.function}`",
        f"`{equation.module}`",
        equation.source.replace("|", r"\|"),
        ", ".join(f"`{name}`" for name in tests) or "-",
        ", ".join(f"[{Path(book).stem}]({book})" for book in books) or "-",
    ]
    return f"| {' | '.join(cells)} |"


def _is_public(path: Path) -> bool:
    """Tell whether people import from a module."""
    return not any(part.startswith("_") and part != "__init__.py" for part in path.parts)


def _docstrings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of every public function, class and method."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, ast.get_docstring(node) or ""
            for inner in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield f"{node.name}.{inner.name}", ast.get_docstring(inner) or ""


def _numbers(docstring: str) -> list[str]:
    """Return the equation numbers that a docstring names."""
    return [number for line in _EQUATION.findall(docstring) for number in line.split(", ")]


def _place(docstring: str) -> str:
    """Return the source that a docstring names, on one line."""
    found = _SOURCE.search(docstring)
    return " ".join(found[1].split()) if found else "-"


def _module(path: Path, root: Path) -> str:
    """Return the dotted name of a module below the package `root`."""
    parts = [root.name, *path.relative_to(root).with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")


def _words_of(paths: list[Path]) -> dict[str, set[str]]:
    """Return the words of each file by its place in the folder of the tests."""
    return {
        path.as_posix().rpartition("/tests/")[2]: set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
        for path in paths
    }


def _text(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)
