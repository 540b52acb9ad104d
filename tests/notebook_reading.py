"""A notebook as the rules see it: cells with their places, tags, calls and outputs."""

from __future__ import annotations

import ast
import re
import symtable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tiws_teach.course._normalise import read_notebook

LESSON_NAME = re.compile(r"(?!00)\d\d_\w+\.ipynb")


@dataclass(frozen=True)
class Cell:
    """A cell and its place, counted from 1 as a reader counts."""

    place: int
    node: Any

    @property
    def source(self) -> str:
        return self.node.source

    @property
    def is_code(self) -> bool:
        return self.node.cell_type == "code"

    @property
    def tags(self) -> list[str]:
        return self.node.metadata.get("tags", [])

    @property
    def exempt(self) -> bool:
        return bool({"exercise", "solution"} & set(self.tags))

    @cached_property
    def tree(self) -> ast.Module:
        """The cell's syntax; empty where it has none, which `plain_python` tells."""
        try:
            return ast.parse(self.source)
        except SyntaxError:
            return ast.Module([], [])

    @cached_property
    def bound(self) -> set[str]:
        """The names that the cell assigns, loops' included and imports not."""
        symbols = symtable.symtable(ast.unparse(self.tree), "cell", "exec").get_symbols()
        return {symbol.get_name() for symbol in symbols if symbol.is_assigned() and not symbol.is_imported()}

    @cached_property
    def read(self) -> set[str]:
        """The names that the cell reads; those of its comprehensions are their own."""
        tables = [symtable.symtable(ast.unparse(self.tree), "cell", "exec")]
        found: set[str] = set()
        for table in tables:
            outer = table.get_type() == "module"
            found |= {
                each.get_name() for each in table.get_symbols() if each.is_referenced() and (outer or each.is_global())
            }
            tables += table.get_children()
        return found

    @cached_property
    def calls(self) -> list[ast.Call]:
        """The calls of the cell in the order in which they are written."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return sorted(found, key=lambda call: (call.lineno, call.col_offset))

    @property
    def outputs(self) -> list[Any]:
        return self.node.outputs if self.is_code else []

    def shown(self, mime: str) -> list[str]:
        """Return what the outputs hold of one kind."""
        return [output.data[mime] for output in self.outputs if mime in output.get("data", {})]


@dataclass(frozen=True)
class Notebook:
    """A notebook file, read as it is stored."""

    path: Path
    folder: Path  # notebooks/

    @property
    def name(self) -> str:
        return self.path.relative_to(self.folder).as_posix()

    @property
    def is_lesson(self) -> bool:
        return bool(LESSON_NAME.fullmatch(self.name))

    @property
    def is_more(self) -> bool:
        return self.name.startswith("more/")

    @property
    def is_core(self) -> bool:
        return not self.name.startswith("replications/")

    @property
    def number(self) -> str:
        return self.path.name[:2]

    @property
    def more(self) -> list[Notebook]:
        """The notebooks of further questions of this lesson."""
        return [Notebook(path, self.folder) for path in sorted((self.folder / "more").glob(f"{self.number}_*.ipynb"))]

    @cached_property
    def cells(self) -> list[Cell]:
        return [Cell(place, node) for place, node in enumerate(read_notebook(self.path).cells, start=1)]

    @property
    def code(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.is_code]

    @property
    def prose(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.is_code]

    @cached_property
    def tagged(self) -> list[tuple[Cell, str]]:
        r"""The cells with a \tag and its number."""
        pattern = r"\\tag\*?\s*\{\s*\(?(\d+\.\d+[a-z]?)\)?\s*\}"
        return [(cell, number) for cell in self.prose for number in re.findall(pattern, cell.source)]


def notebooks(folder: Path) -> list[Notebook]:
    """Return all notebooks below a folder; hidden folders (checkpoints) are left out."""
    paths = sorted(folder.rglob("*.ipynb"))
    return [Notebook(path, folder) for path in paths if not any(part.startswith(".") for part in path.parts)]


def called(call: ast.Call) -> str:
    """Return the last part of a called name: ``show`` of ``course.show(...)``."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def keys(notebook: Notebook, *functions: str) -> list[tuple[Cell, str, str]]:
    """Return cell, function and literal key of every call of the named functions, in order."""
    return [
        (cell, called(call), str(call.args[0].value))
        for cell in notebook.code
        for call in cell.calls
        if called(call) in functions and call.args and isinstance(call.args[0], ast.Constant)
    ]
