"""Show the code of the library next to the formula that it computes.

A stored output must not change when lines are added above the function. The line number is therefore only in the link
in the learner's working copy, which no test compares. A changed function does change the output.
"""

from __future__ import annotations

import ast
import functools
import html
import inspect
import os
import re
import reprlib
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from IPython.display import display
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from tiws_teach._docs import filled
from tiws_teach._paths import LIBRARY, MANIFEST
from tiws_teach._validation import fail

PACKAGE = Path(__file__).resolve().parents[1]
_ARGUMENT = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : (.+))?$")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_INK = "color:#1f2328;background:#f6f8fa"  # both, so that the code can be read in a dark theme too


def source(*functions: Any, fold: bool = False) -> None:
    """Show the code of functions of this library: file, arguments and body, without the docstring.

    In JupyterLab the name of the file is a link that opens it at the function. ``function?`` shows the docstring.

    Parameters
    ----------
    *functions : function, method or class
        One or several, of any module of tiws_teach: an equation, a method of an estimator, a literal version, an
        experiment of a lesson.
    fold : bool, default=False
        Whether the code is behind a line to click.

    Raises
    ------
    TypeError
        If one of them is not a function, method or class.
    ValueError
        If none is given, or if tiws_teach does not define one of them.

    Examples
    --------
    >>> from tiws_teach.metrics import balanced_accuracy
    >>> source(balanced_accuracy)  # doctest: +SKIP
    [source] tiws_teach/metrics/by_class.py
      y_true, y_pred : array-like of shape (n_rows,)
    def balanced_accuracy(y_true, y_pred):
        return float(recall(y_true, y_pred, zero_division=np.nan).mean())
    """
    if not functions:
        fail("source", "be given at least one function", "none", "Write, for example, source(f1).", TypeError)
    listings = [find(function) for function in functions]
    here = Path.cwd()
    text, page = "\n\n".join(each.text() for each in listings), "".join(_as_html(each, here) for each in listings)
    if fold:
        names = ", ".join(_bare(function).__qualname__ for function in functions)
        page = f"<details><summary>The code of {html.escape(names)}</summary>{page}</details>"
    display({"text/plain": text, "text/html": page}, raw=True)


def find(function: Any) -> Listing:
    """Return the listing of a function, a method or a class of this library."""
    value = _bare(function)
    if not (inspect.isfunction(value) or inspect.isclass(value)):
        _refuse(function)
    module, name = value.__module__, value.__qualname__
    file = Path(inspect.getattr_static(sys.modules.get(module), "__file__", None) or "-").resolve()
    if module == "__main__":
        fail("function", f"be defined in {PACKAGE.name}", name, "Your own code is in the cell where you wrote it.")
    if module.partition(".")[0] != PACKAGE.name or not file.is_relative_to(PACKAGE):
        fail("function", f"be defined in {PACKAGE.name}", f"{module}.{name}", f"Read its code with {name}??")
    try:
        return listing(file, name)
    except KeyError:
        advice = "Pass a function that a module defines with def, not a lambda or one made by another function."
        fail("function", "be defined in its file under its own name", f"{module}.{name}", advice)


def link(path: str, last: int, here: Path) -> str | None:
    """Return the address that opens a file of the package from a notebook in the folder `here`, or None.

    In a working copy, this is the copy in its library with the function's last line, counted from 0: JupyterLab scrolls
    down to the line and so shows the whole function. In a checkout, it is the file itself without a line. Elsewhere
    there is nothing to open.
    """
    below = Path(*Path(path).parts[1:])
    for folder in (here, *here.parents):
        if (folder / MANIFEST).is_file() and (folder / LIBRARY / below).is_file():
            return f"{_relative(folder / LIBRARY / below, here)}#line={last - 1}"
    if here.is_relative_to(PACKAGE.parent) and (PACKAGE.parent / "pyproject.toml").is_file():
        return _relative(PACKAGE.parent / path, here)
    return None


def _relative(file: Path, here: Path) -> str:
    return Path(os.path.relpath(file, here)).as_posix()


def _bare(value: Any) -> Any:
    """Return the function behind a method, a property, a partial or a wrapper."""
    while True:
        if isinstance(value, functools.partial):
            value = value.func
        elif isinstance(value, property):
            value = value.fget
        elif inspect.ismethod(value) or isinstance(value, staticmethod | classmethod):
            value = value.__func__
        elif hasattr(value, "__wrapped__") and not inspect.isclass(value):
            value = value.__wrapped__
        else:
            return value


def _refuse(value: Any) -> NoReturn:
    """Raise an error that says why there is no code to show."""
    rule, shown = "be a function, a method or a class", reprlib.repr(value)
    if isinstance(value, str):
        advice = "Pass the function itself, without quotation marks."
    elif inspect.ismodule(value):
        advice = "Pass one of the module's functions."
    elif inspect.isroutine(value) or (type(value).__module__.startswith("numpy") and callable(value)):
        advice = "It is not written in Python; read its help with help(...)."
    elif type(value).__module__.partition(".")[0] == PACKAGE.name:
        advice = f"Pass the class or one of its methods: {type(value).__name__}."
    else:
        advice = "Pass the function itself, not what it returns: source(f), not source(f(x))."
    fail("function", rule, shown, advice, TypeError)


def _as_html(listing: Listing, here: Path) -> str:
    """Return the listing as HTML that needs no style sheet: file, arguments, highlighted code."""
    address, path = link(listing.path, listing.last, here), html.escape(listing.path)
    head = f'<a href="{html.escape(address)}">{path}</a>' if address else path
    arguments = "".join(f"<div>{html.escape(argument)}</div>" for argument in listing.arguments)
    style = HtmlFormatter(noclasses=True, cssstyles=_INK, prestyles=f"{_INK};line-height:1.35;margin:0;padding:6px")
    code = highlight(listing.code, PythonLexer(), style)
    return f'<div class="tiws-source" style="margin-bottom:0.7em"><div><code>{head}</code></div>{arguments}{code}</div>'


# The listing of a definition


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
    body, node = tree.body, None
    for part in name.split("."):
        node = next((n for n in reversed(body) if isinstance(n, Definition) and n.name == part), None)
        if node is None:
            raise KeyError(name)
        body = node.body
    assert node is not None
    return node


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
        match = _ARGUMENT.match(line)
        if match and match[2]:
            yield line
