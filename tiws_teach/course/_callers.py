"""Find which tests call which function, from their syntax.

A word in a text does not count as a call, nor does a name that is only imported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


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
    names, found = imported(tree), set()
    for node in ast.walk(tree):
        found |= {dotted(used, names) for used in handed(node)}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found.add(f"*.{node.func.attr}")
    return found - {""}


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
