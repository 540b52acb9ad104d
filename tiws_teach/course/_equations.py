"""Find the numbered equations in the docstrings of the package, and show one with its formula and its code."""

import ast
import difflib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tiws_teach._validation import fail, project_folder
from tiws_teach.course import _source
from tiws_teach.course._source import PACKAGE

_EQUATION = re.compile(r"^Equations?: (\d+\.\d+[a-z]?(?:, \d+\.\d+[a-z]?)*)\.", re.MULTILINE)
_LITERAL = re.compile(r"^Equations? (\d+\.\d+[a-z]?(?:, \d+\.\d+[a-z]?)*): ")
_SOURCE = re.compile(r"^Source: (.+?)\.?\s*(?=^Equations?: |\Z)", re.MULTILINE | re.DOTALL)
_INSTEAD = re.compile(r"^Runs as: (.+?)\.?\s*(?=^Source: )", re.MULTILINE | re.DOTALL)
TAG = re.compile(r"\\tag\*?\s*\{\s*\(?(\d+\.\d+[a-z]?)\)?\s*\}")


@dataclass(frozen=True)
class Equation:
    """One numbered equation of a lesson, its public function, and what an estimator runs instead of it, and why."""

    number: str
    function: str
    module: str
    source: str
    path: Path = Path()
    line: int = 0
    instead: str = ""

    @property
    def order(self) -> tuple[int, int, str]:
        """Sort key: 2.10 comes after 2.9."""
        lesson, number = self.number.split(".")
        digits = re.match(r"\d+", number)
        return int(lesson), int(digits[0]) if digits else 0, number


def equations(package: Path | None = None) -> list[Equation]:
    """Return the equations in the docstrings of public functions and classes, in order."""
    return _tagged(package or PACKAGE, _EQUATION)


def literal_versions(package: Path | None = None) -> list[Equation]:
    """Return the functions that compute an equation in loops, in order: tagged ``Equation 2.6:`` at their beginning."""
    return _tagged(package or PACKAGE, _LITERAL)


def formulas(notebook: Path) -> dict[str, str]:
    r"""Return the formulas of a notebook, as written between ``$$`` and ``$$``, by the number in their tag."""
    by_number: dict[str, str] = {}
    for source in markdown(notebook):
        for formula in re.findall(r"\$\$.*?\$\$", source, re.DOTALL):
            by_number |= dict.fromkeys(TAG.findall(formula), formula)
    return by_number


def lesson_notebooks(folder: Path) -> list[Path]:
    """Return the notebooks below a folder, sorted, without JupyterLab's checkpoints."""
    return [path for path in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]


def explained(number: str, notebooks: Path | None = None, package: Path | None = None) -> str:
    """Return one equation in plain text: the formula of its lesson, its code and its literal version."""
    root = package or PACKAGE
    tagged = [each for each in equations(root) if each.number == number]
    if not tagged:
        fail("the equation", "have a number in the table", repr(number), _nearest(number, root))
    parts = [f"Equation {number}"]
    for notebook in lesson_notebooks(notebooks or project_folder("notebooks")):
        formula = formulas(notebook).get(number)
        parts += [f"{notebook.name}:\n{formula}"] if formula else []
    parts += [f"Source: {source}." for source in dict.fromkeys(each.source for each in tagged)]
    parts += [_source.listing(each.path, each.function, root).text(numbered=True) for each in tagged]
    parts += [f"In the estimator it runs as: {each.instead}." for each in tagged if each.instead]
    literal = [each for each in literal_versions(root) if each.number == number]
    parts += ["Literally, in plain loops over plain numbers:"] if literal else []
    parts += [_source.listing(each.path, each.function, root).text(numbered=True) for each in literal]
    return "\n\n".join(parts)


def _nearest(number: str, package: Path) -> str:
    """Return the advice for an unknown number: its lesson's numbers, or similar ones, or each lesson's first."""
    known = list(dict.fromkeys(each.number for each in equations(package)))
    same = [each for each in known if each.partition(".")[0] == number.partition(".")[0]]
    near = same or difflib.get_close_matches(number, known) or [each for each in known if each.endswith(".1")]
    return f"Nearest: {', '.join(near)}. All: python -m tiws_teach equations."


def _tagged(root: Path, tag: re.Pattern[str]) -> list[Equation]:
    """Return the public functions whose docstrings have a tag, in the order of the equations."""
    tagged = [
        Equation(number, name, _module(path, root), _place(text, _SOURCE) or "-", path, line, _place(text, _INSTEAD))
        for path in sorted(root.rglob("*.py"))
        if not any(part.startswith("_") and part != "__init__.py" for part in path.relative_to(root).parts)
        for name, line, text in _docstrings(path.read_text(encoding="utf-8"))
        for numbers in tag.findall(text)
        for number in numbers.split(", ")
    ]
    return sorted(tagged, key=lambda equation: (equation.order, equation.module, equation.function))


def markdown(notebook: Path) -> list[str]:
    """Return the sources of a notebook's markdown cells."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


@cache
def _docstrings(code: str) -> list[tuple[str, int, str]]:
    """Return the name, the line and the docstring of every public function, class and method in a module's code."""
    docstrings = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            docstrings.append((node.name, node.lineno, _source.docstring(node)))
            for inner in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    docstrings.append((f"{node.name}.{inner.name}", inner.lineno, _source.docstring(inner)))
    return docstrings


def _place(docstring: str, pattern: re.Pattern[str]) -> str:
    """Return what a docstring says in a section, on one line."""
    match = pattern.search(docstring)
    return " ".join(match[1].split()) if match else ""


def _module(path: Path, root: Path) -> str:
    """Return the dotted name of a module below the package `root`."""
    parts = [root.name, *path.relative_to(root).with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")
