"""Worked examples that fade: the solution of an exercise loses a line at a time, until the learner writes all of it."""

import ast
import random
import re
from typing import Any

from IPython.core.getipython import get_ipython

from tiws_teach._validation import check_count, fail, project_folder
from tiws_teach.course.exercises import find

_SIMPLE = ast.Assign | ast.AugAssign | ast.Return | ast.Expr


def faded(key: str, gaps: int = 1) -> None:
    """Write the solution of an exercise into a new cell, with some of its last lines left to fill in.

    Start with 0 or 1, fill in what is missing, run the cell, and ask for one gap more the next time. The answer is
    checked as in the exercise.

    Parameters
    ----------
    key : str
        The exercise: ``"lof.1"``.
    gaps : int, default 1
        Number of gaps; with 0 all lines are there, in an order to sort out.

    Raises
    ------
    ValueError
        If there is no such exercise, it asks for no function, or that has fewer lines to leave out.

    Source: tiws_teach.course, from the notebooks of solutions.
    """
    find(key)
    code = _solution(key)
    if not code:
        fail("key", "be an exercise that asks for a function", repr(key), f'Run hint("{key}").')
    most = len(_statements(code))
    code = _blanked(code, check_count("gaps", gaps, 1, most)) if gaps else _shuffled(code, key)
    shell = get_ipython()
    if shell is None:
        print(code)
    else:
        shell.set_next_input(code)


def _solution(key: str) -> str:
    """Return the function that answers an exercise, with its check; empty if the answer is no function."""
    import nbformat  # slow, and no lesson needs it to start

    for path in sorted((project_folder("notebooks") / "solutions").glob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        if f'check(\\"{key}\\"' in text:
            sources = [cell.source for cell in nbformat.reads(text, 4).cells if f'check("{key}"' in cell.source]
            return re.sub(r"\n\n+check\(", "\n\ncheck(", sources[0]) if re.search("^def ", sources[0], re.M) else ""
    return ""


def _statements(code: str) -> list[_SIMPLE]:
    """Return what can be left out, in order: assignments, results and calls, but no docstring and not the check."""
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, _SIMPLE) and node.value is not None]
    is_kept = [isinstance(node.value, ast.Constant) or "check(" in ast.unparse(node) for node in found]
    return sorted((node for node, kept in zip(found, is_kept, strict=True) if not kept), key=lambda node: node.lineno)


def _blanked(code: str, gaps: int) -> str:
    """Return code in which the values of the last statements are an ellipsis."""
    lines = code.splitlines()
    for node in reversed(_statements(code)[-gaps:]):  # from below, so that the line numbers above stay right
        value: Any = node.value
        before, after = lines[value.lineno - 1][: value.col_offset], lines[value.end_lineno - 1][value.end_col_offset :]
        lines[value.lineno - 1 : value.end_lineno] = [f"{before}...{after}"]
    return "\n".join(lines)


def _shuffled(code: str, key: str) -> str:
    """Return the lines before the check in another order, as comments without their indentation."""
    body, check = re.split(r"\n+(?=check\()", code, maxsplit=1)
    lines = [f"# {line.strip()}" for line in body.splitlines() if line.strip()]
    random.Random(key).shuffle(lines)
    asked = "# Put these lines in order, indent them, and take away the signs."
    return "\n".join([asked, *lines, "", check])
