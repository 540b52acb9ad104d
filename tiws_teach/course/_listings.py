"""List the code of a function as in its file, without its docstring, for `source` and the equations."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tiws_teach._docs import filled

PACKAGE = Path(__file__).resolve().parents[1]
_ARGUMENT = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : (.+))?$")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Listing:
    """One function, method or class: its location, its arguments, its code without docstrings."""

    path: str
    line: int
    last: int
    arguments: tuple[str, ...]
    code: str

    def text(self, numbered: bool = False) -> str:
        """Return the listing as plain text; `numbered` adds the line to the path."""
        where = f"[source] {self.path}:{self.line}" if numbered else f"[source] {self.path}"
        return "\n".join([where, *(f"  {argument}" for argument in self.arguments), self.code])


def listing(file: Path, name: str, package: Path = PACKAGE) -> Listing:
    """Return the listing of a name in a file."""
    text = file.read_text(encoding="utf-8")
    node = definition(ast.parse(text), name)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    hidden = {line for each in with_docstring(node) for line in docstring_lines(each, text)}
    lines = text.splitlines()
    shown = [lines[at - 1] for at in range(first, (node.end_lineno or first) + 1) if at not in hidden]
    place = (Path(package.name) / file.relative_to(package)).as_posix()
    code = textwrap.dedent("\n".join(shown))
    return Listing(place, node.lineno, node.end_lineno or first, tuple(arguments(docstring(node))), code)


def docstring(node: Definition) -> str:
    """Return a docstring as `help` shows it, with its shared blocks."""
    return filled(ast.get_docstring(node) or "")


def definition(tree: ast.Module, name: str) -> Definition:
    """Return the last definition of a dotted name, which is the effective one."""
    body, found = tree.body, None
    for part in name.split("."):
        found = next((n for n in reversed(body) if isinstance(n, Definition) and n.name == part), None)
        if found is None:
            raise KeyError(name)
        body = found.body
    assert found is not None
    return found


def with_docstring(node: Definition) -> Iterator[Definition]:
    """Yield the definition and those inside it that have a docstring and something after it."""
    for each in ast.walk(node):
        if isinstance(each, Definition) and ast.get_docstring(each) is not None and len(each.body) > 1:
            yield each


def docstring_lines(node: Definition, text: str) -> Iterator[int]:
    """Yield the numbers of a docstring's lines, of the blank lines that follow it, and of its decorator's."""
    yield from (each.lineno for each in node.decorator_list if ast.unparse(each) == "documented")
    first, following = node.body[0], node.body[1]
    yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)
    lines = text.splitlines()
    for at in range((first.end_lineno or first.lineno) + 1, following.lineno):
        if lines[at - 1].strip():
            break
        yield at


def arguments(docstring: str) -> Iterator[str]:
    """Yield the arguments with their types, as listed in the section Parameters of a docstring."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-+\n|\Z)", docstring, re.MULTILINE | re.DOTALL)
    for line in section[1].splitlines() if section else []:
        found = _ARGUMENT.match(line)
        if found and found[2]:
            yield line
