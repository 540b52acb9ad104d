"""Make ``notebooks/EQUATIONS.md``: equation -> function -> literal version -> tests that call it -> notebooks.

Which tests call which function is read from their syntax: a word in a text does not count as a call, nor does a name
that is only imported.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from tiws_teach._validation import project_folder
from tiws_teach.course._equations import TAG, Equation, equations, lesson_notebooks, literal_versions, markdown


def equation_table(notebooks: Path | None = None, tests: Path | None = None, package: Path | None = None) -> str:
    """Return the table of all equations as Markdown, generated from the docstrings."""
    lessons = notebooks or project_folder("notebooks")
    called = calls(tests or lessons.parent / "tests")
    tags = {path: tagged_equations(path) for path in lesson_notebooks(lessons)}
    literal = literal_versions(package)
    rows: dict[str, list[str]] = {}
    for equation in equations(package):
        chapter = equation.number.partition(".")[0]
        rows.setdefault(chapter, []).append(_row(equation, literal, called, tags, lessons))
    columns = [
        "| equation | function | module | literal version | source | tests that call it | notebooks |",
        "|---|---|---|---|---|---|---|",
    ]
    head = [
        "# Equations",
        "",
        "Generated from the docstrings by `make notebooks`; do not edit. A literal version is the formula in plain",
        "loops over plain numbers. One formula with its code: `python -m tiws_teach equations 2.6`.",
    ]
    parts = [["", f"## Lesson {int(chapter):02d}", "", *columns, *lines] for chapter, lines in rows.items()]
    return "\n".join(sum(parts, head)) + "\n"


def tagged_equations(notebook: Path) -> list[str]:
    r"""Return the numbers in the ``\tag{...}`` of a notebook's formulas, in order."""
    return [number for source in markdown(notebook) for number in TAG.findall(source)]


def _row(
    equation: Equation, literal: list[Equation], called: dict[str, set[str]], tags: dict[Path, list[str]], lessons: Path
) -> str:
    """Return one row of the table."""
    tests = [test for test, names in called.items() if credits(names, equation.module, equation.function)]
    books = [path.relative_to(lessons).as_posix() for path, numbers in tags.items() if equation.number in numbers]
    cells = [
        equation.number,
        _link(equation, lessons),
        f"`{equation.module}`",
        ", ".join(_link(each, lessons) for each in literal if each.number == equation.number) or "-",
        equation.source.replace("|", r"\|"),
        ", ".join(f"`{name}`" for name in tests) or "-",
        ", ".join(f"[{Path(book).stem}]({book})" for book in books) or "-",
    ]
    return f"| {' | '.join(cells)} |"


def _link(equation: Equation, lessons: Path) -> str:
    """Return the function's name, linked to its line."""
    file = Path(os.path.relpath(equation.path, lessons)).as_posix()
    return f"[`{equation.function}`]({file}#L{equation.line})"


def calls(folder: Path) -> dict[str, set[str]]:
    """Return, for each test file below a folder, the dotted names that it calls or passes to a call.

    A function in a table also counts as called, because tests iterate over tables. A method called on an unknown
    object is listed as ``*.name``.
    """
    return {
        path.relative_to(folder).as_posix(): called(ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(folder.rglob("test_*.py"))
    }


def called(tree: ast.Module) -> set[str]:
    """Return the dotted names that one file calls, passes to a call or puts into a table."""
    names, calls = imported(tree), set()
    for node in ast.walk(tree):
        calls |= {dotted(used, names) for used in handed(node)}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls.add(f"*.{node.func.attr}")
    return calls - {""}


def imported(tree: ast.Module) -> dict[str, str]:
    """Return the dotted name of each name that a file imports, at module level or inside a function."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                names[alias.asname or top] = alias.name if alias.asname else top
    return names


def handed(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the function and the arguments of a call, and the entries of a table."""
    if isinstance(node, ast.Call):
        yield node.func
        yield from node.args
        yield from (keyword.value for keyword in node.keywords)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        yield from node.elts
    elif isinstance(node, ast.Dict):
        yield from (key for key in node.keys if key is not None)
        yield from node.values


def dotted(node: ast.expr, names: dict[str, str]) -> str:
    """Return the dotted name behind an expression, or an empty text."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        base = dotted(node.value, names)
        return f"{base}.{node.attr}" if base else ""
    return ""


def credits(names: set[str], module: str, function: str) -> bool:
    """Return whether a file that calls `names` calls a function, imported from its module or any package above it."""
    owner, _, method = function.rpartition(".")
    if owner:
        return f"*.{method}" in names and credits(names, module, owner)
    homes = (name.rpartition(".") for name in names)
    return any(last == function and f"{module}.".startswith(f"{home}.") for home, _, last in homes if home)
