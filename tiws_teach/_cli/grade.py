"""Grade a folder of submissions of an assignment.

Run each notebook below FOLDER in a kernel of its own, judge the answers by the rules of the lessons, and write a CSV
with the points. A submission that fails or takes too long does not stop the others. Submissions run with your rights:
grade those of strangers in a container.
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tiws_teach._cli._tables import add_force, add_raw, check_new, escaped
from tiws_teach._cli.assignment import Task, hidden_tests, notebook_name, tasks_of
from tiws_teach._validation import project_folder

FIXED = ("points", "message")


@dataclass
class Grade:
    """What one submission earned: points by exercise, and what went wrong."""

    points: dict[str, int] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)

    def row(self, file: str) -> dict[str, Any]:
        """Return the submission's line of the CSV."""
        message = " ".join(" ".join(self.messages).split())
        return {"file": file, **self.points, "points": sum(self.points.values()), "message": message}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder of submissions, with subfolders if you like"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the CSV to write")
    parser.add_argument("--timeout", type=float, default=30, help="seconds for each cell (default: 30)")
    parser.add_argument("--total", type=float, default=180, help="seconds for each submission (default: 180)")
    add_force(parser)
    add_raw(parser)


def run(options: argparse.Namespace) -> int:
    """Grade all files below the folder; write each line at once."""
    files = submissions(options.folder)
    check_new("--out", options.out, files, force=options.force)
    tasks = {path: tasks_for(path) for path in files}
    keys = list(dict.fromkeys(task.key for found in tasks.values() for task in found))
    with options.out.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        table = csv.DictWriter(stream, ["file", *keys, *FIXED], restval="")
        table.writeheader()
        for path in files:
            found = grade(path, tasks[path], options.timeout, options.total)
            row = found.row(path.relative_to(options.folder).as_posix())
            table.writerow(row if options.raw else {name: escaped(cell) for name, cell in row.items()})
            stream.flush()
            print(f"{row['file']}  {row['points']} of {len(tasks[path])}  {row['message']}".rstrip(), flush=True)
    return 0


def submissions(folder: Path) -> list[Path]:
    """Return all files below a folder except hidden ones, in order."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    if not found:
        raise FileNotFoundError(f"there is no submission in {folder}. Name the folder that holds the notebooks.")
    return found


def tasks_for(path: Path) -> list[Task]:
    """Return the exercises of the assignment that a file answers; none if it is not an assignment's notebook."""
    from tiws_teach.course._normalise import read_notebook

    try:
        name = read_notebook(path).metadata.get("tiws_teach", {}).get("assignment", "")
        return tasks_of(read_notebook(project_folder("notebooks") / f"{notebook_name(name or path.stem)}.ipynb").cells)
    except Exception:  # whatever a file holds, it must not stop the others
        return []


def grade(path: Path, tasks: list[Task], timeout: float, total: float) -> Grade:
    """Return what a submission earned; whatever is wrong with it becomes a message."""
    from tiws_teach._cli._grader import run_cells

    found = Grade({task.key: 0 for task in tasks})
    if not tasks:
        found.messages.append("This file is not a notebook of an assignment, or cannot be read.")
        return found
    try:
        cells, tests = with_tests(path, tasks, found)
    except Exception as error:  # again: a notebook may hold anything
        found.messages.append(f"This notebook cannot be read: {type(error).__name__}: {error}.")
        return found
    replies = run_cells(cells, timeout, total, found.messages)
    for task in tasks:
        status, words = replies.get(tests[task.key], ("error", "not reached."))
        found.points[task.key] = int(status == "ok")
        if status != "ok":
            found.messages.append(f"{task.key}: {words}")
    return found


def with_tests(path: Path, tasks: list[Task], found: Grade) -> tuple[list[str], dict[str, int]]:
    """Return a submission's code with our own tests in place of its test cells, and where each test is."""
    from tiws_teach.course._normalise import read_notebook

    cells: list[str] = []
    tests: dict[str, int] = {}
    names = {f"{task.name}-test": task for task in tasks}
    there = {f"{task.name}-answer": task.key for task in tasks}
    for cell in read_notebook(path).cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        there.pop(name, None)
        task = names.pop(name, None)
        if task:
            tests[task.key] = len(cells)
        if task or cell.cell_type == "code":
            cells.append(hidden_tests(task.key, task.variable) if task else cell.source)
    for task in names.values():  # the test cell was deleted
        tests[task.key] = len(cells)
        cells.append(hidden_tests(task.key, task.variable))
    found.messages += [f"{key}: the answer cell is missing." for key in there.values()]
    return cells, tests
