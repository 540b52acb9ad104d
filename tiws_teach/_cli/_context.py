"""Find the statements of a lesson that the code of its exercises needs, so that an assignment runs on its own."""

from __future__ import annotations

import ast
from collections.abc import Iterable

ALWAYS = {"np", "pd"}


def context(before: Iterable[str], wanted: set[str]) -> str:
    """Return the statements of the cells `before`, in their order, on which the names `wanted` depend."""
    chosen: list[str] = []
    missing = set(wanted)
    for cell in reversed(list(before)):
        for statement in reversed(ast.parse(cell).body):
            given = _given(statement)
            if not given & missing:
                continue
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                statement.names = [name for name in statement.names if (name.asname or name.name) in missing]
            chosen.append(ast.unparse(statement))
            if isinstance(statement, (ast.Assign, ast.Import, ast.ImportFrom, ast.FunctionDef)):
                missing -= _replaced(statement)
            missing |= read(statement)
    imports = sorted({line for line in chosen if line.startswith(("import ", "from "))}, key=_order)
    return "\n".join([*imports, *(line for line in reversed(chosen) if line not in imports)])


def read(statement: ast.stmt) -> set[str]:
    """Return the names that a statement reads from before it, without those of its own loops and functions."""
    if isinstance(statement, ast.For):
        own = _stored(statement.target)
        return _loaded(statement.iter) | (_missing(statement.body, own) - own)
    return _loaded(statement)


def needed(cells: Iterable[str]) -> set[str]:
    """Return the names that cells read before they have given them themselves."""
    return _missing([statement for cell in cells for statement in ast.parse(cell).body], set())


def _missing(statements: Iterable[ast.stmt], own: set[str]) -> set[str]:
    """Return the names that statements read before they have given them themselves; add to `own` what they give."""
    missing: set[str] = set()
    for statement in statements:
        missing |= read(statement) - own
        own |= _replaced(statement)
    return missing


def _loaded(node: ast.AST) -> set[str]:
    """Return the names that a piece of code reads, without those of its functions and comprehensions."""
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load))
    return {name.id for name in names} - _inner(node)


def given_once(cells: Iterable[str]) -> set[str]:
    """Return the names to which exactly one statement gives a value."""
    counts: dict[str, int] = {}
    for cell in cells:
        for statement in ast.parse(cell).body:
            for name in _given(statement):
                counts[name] = counts.get(name, 0) + 1
    return {name for name, count in counts.items() if count == 1}


def _given(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds or changes."""
    given = _replaced(statement)
    for node in ast.walk(statement):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            given |= {node.value.id} if isinstance(node.value, ast.Name) else set()
    return given


def _replaced(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(name.asname or name.name).partition(".")[0] for name in statement.names}
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    return _stored(statement) - _inner(statement)


def _stored(node: ast.AST) -> set[str]:
    """Return all names that a piece of code binds."""
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


def _inner(node: ast.AST) -> set[str]:
    """Return the names that are bound inside functions and comprehensions only."""
    parts = list(ast.walk(node))
    bodies = (_stored(part) for part in parts if isinstance(part, ast.FunctionDef))
    loops = (_stored(part.target) for part in parts if isinstance(part, ast.comprehension))
    return set().union(*bodies, *loops, {part.arg for part in parts if isinstance(part, ast.arg)})


def _order(line: str) -> tuple[bool, str]:
    """Put plain imports first, then by name."""
    return not line.startswith("import "), line
