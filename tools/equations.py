"""Make ``notebooks/EQUATIONS.md``: equation -> function -> literal version -> tests that call it -> notebooks.

Which tests call which function is read from their syntax: a word in a text does not count as a call, nor does a name
that is only imported.
"""

import ast
import os
import re
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
    """Return the dotted names, by imports at any level, that a file calls, passes to a call or puts into a table."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
            names |= {top: top for alias in node.names if not alias.asname and (top := alias.name.partition(".")[0])}
    calls: set[str] = set()
    for parent in ast.walk(tree):
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
            calls.add(f"*.{parent.func.attr}")
        if isinstance(parent, ast.Call | ast.keyword | ast.List | ast.Tuple | ast.Set | ast.Dict):
            texts = (
                ast.unparse(node) for node in ast.iter_child_nodes(parent) if isinstance(node, ast.Name | ast.Attribute)
            )
            parts = (text.partition(".") for text in texts if re.fullmatch(r"[\w.]+", text))
            calls |= {names[head] + dot + rest for head, dot, rest in parts if head in names}
    return calls


def credits(names: set[str], module: str, function: str) -> bool:
    """Return whether a file that calls `names` calls a function, imported from its module or any package above it."""
    owner, _, method = function.rpartition(".")
    if owner:
        return f"*.{method}" in names and credits(names, module, owner)
    homes = (name.rpartition(".") for name in names)
    return any(last == function and f"{module}.".startswith(f"{home}.") for home, _, last in homes if home)
