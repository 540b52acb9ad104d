"""Write a lesson's exercises as homework with hidden tests.

Write the exercises of a lesson in the format of nbgrader: FOLDER/source has the solutions and the hidden tests,
FOLDER/release is for students. 'grade' marks what they hand in; so does nbgrader.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tiws_teach._cli._context import ALWAYS, context, given_once, needed
from tiws_teach._cli._tables import check_new
from tiws_teach._validation import project_folder

CHECK = re.compile(r'check\("(?P<key>\w+\.\d+)", (?P<answer>.*)\)\s*\Z', re.DOTALL)
HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS$", re.DOTALL | re.MULTILINE)
SOLUTION = re.compile(r"^### BEGIN SOLUTION\n.*?^### END SOLUTION$\n?", re.DOTALL | re.MULTILINE)
SEALED = "# Hidden tests judge your answer here. Leave this cell as it is."
BY_CHECK = re.compile(r'Replace the `\.\.\.` and run the cell\. |`hint\("[\w.]+"\)` gives hints one by one\. ?')
ORDER = """\
# Homework: {title}

The exercises of lesson {title}. Keep the lesson open: the exercises refer to its sections.

Replace each `...` with your answer, restart the kernel, run all cells, save, and hand in this file. Do not delete or
rename a cell, and do not rename a variable: hidden tests look for it. You may add cells of your own."""


@dataclass
class Task:
    """One exercise: its key, the variable of the answer, the cell to fill in, and the cells of its text and code."""

    key: str
    variable: str
    stub: str
    cells: list[dict[str, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The key as nbgrader allows it in an identifier."""
        return self.key.replace(".", "-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("lesson", metavar="NN", help="number (04), topic (kcnn) or name of a notebook")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="folder of the course")


def run(options: argparse.Namespace) -> int:
    """Write both versions of a lesson's assignment."""
    name = notebook_name(options.lesson)
    made = instructors(name)
    stem = Path(name).name
    paths = {version: options.out / version / stem / f"{stem}.ipynb" for version in ("source", "release")}
    for path in paths.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        check_new("--out", path)
    for (version, path), notebook in zip(paths.items(), (made, students(made)), strict=True):
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
        print(f"{version:<7} {path}")
    return 0


def notebook_name(wanted: str) -> str:
    """Return the name of a lesson's notebook from its number, topic or name; of a further question from its name."""
    from tiws_teach.course._series import series

    there = [lesson for lesson in series() if lesson.is_there]
    for lesson in there:
        if wanted in (f"{lesson.number:02d}", str(lesson.number), lesson.topic, lesson.notebook):
            return lesson.notebook
        further = [path.stem for path in lesson.more if wanted in (path.stem, f"more/{path.stem}")]
        if further:
            return f"more/{further[0]}"
    numbers = ", ".join(f"{lesson.number:02d}" for lesson in there)
    raise ValueError(f"there is no lesson {wanted!r}. Choose one of: {numbers}")


def instructors(name: str) -> dict[str, Any]:
    """Return the instructor's version of an assignment: text, solutions and hidden tests."""
    from tiws_teach.course._normalise import KERNELSPEC, read_notebook

    lesson = read_notebook(project_folder("notebooks") / f"{name}.ipynb").cells
    solved = solutions(project_folder("notebooks") / "solutions" / f"{Path(name).name}.ipynb")
    title = lesson[0]["source"].splitlines()[0].removeprefix("# ")
    tasks = tasks_of(lesson)
    cells = [locked("markdown", "homework", ORDER.format(title=title)), locked("code", "context", setup(lesson, tasks))]
    for task in tasks:
        tests = f"{SEALED}\n{hidden_tests(task.key, task.variable)}"
        cells += [*task.cells, answer_cell(task, solved.get(task.key, ""))]
        cells.append(graded_cell(f"{task.name}-test", tests, grade=True, points=1))
    metadata = {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}, "tiws_teach": {"assignment": name}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def students(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the students' version: without solutions and hidden tests."""
    cells = [
        {**cell, "source": SOLUTION.sub("", HIDDEN.sub("", cell["source"])).rstrip("\n")} for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}


def tasks_of(lesson: list[dict[str, Any]]) -> list[Task]:
    """Return the exercises of a lesson in its order, each with the cells from its heading to its check."""
    tasks = []
    for place, cell in enumerate(lesson):
        found = CHECK.search(cell["source"])
        if found and cell["cell_type"] == "code":
            key, variable = found["key"], found["answer"]
            number = key.partition(".")[2]
            stub = cell["source"][: found.start()].rstrip()
            if variable == "answer":  # one name for each answer: a deleted cell must not leave that of another exercise
                variable = f"answer_{number}"
                stub = re.sub(r"^answer\b", variable, stub, flags=re.MULTILINE)
            task = Task(key, variable, stub)
            task.cells = list(prompt(lesson[first_cell(lesson, place, number) : place], task))
            tasks.append(task)
    return tasks


def first_cell(lesson: list[dict[str, Any]], place: int, number: str) -> int:
    """Return where the text of an exercise begins, going back from its check."""
    while place > 0 and not re.search(rf"(\*\*|^### )Exercise {number}\b", lesson[place]["source"], re.MULTILINE):
        place -= 1
    return place


def prompt(cells: list[dict[str, Any]], task: Task) -> Any:
    """Yield the text and the code of an exercise; drop what the first cell says before it."""
    for place, cell in enumerate(cells):
        text = cell["source"]
        if place == 0:
            text = "## Exercise" + text.split("### Exercise", 1)[1] if "### Exercise" in text else after_heading(text)
        yield locked(cell["cell_type"], f"{task.name}-text-{place}", text)


def after_heading(text: str) -> str:
    """Return what follows the last heading of a cell, or the exercise alone if it has none; drop how to check it."""
    parts = re.split(r"^#+ .*\n", text, flags=re.MULTILINE)
    kept = parts[-1] if len(parts) > 1 else text[text.index("**Exercise") :]
    return BY_CHECK.sub("", kept).strip()


def setup(lesson: list[dict[str, Any]], tasks: list[Task]) -> str:
    """Return the lesson's statements on which the code and the text of the exercises rely."""
    code = [cell["source"] for cell in lesson if cell["cell_type"] == "code" and not CHECK.search(cell["source"])]
    twins = [cell["source"] for task in tasks for cell in task.cells if cell["cell_type"] == "code"]
    words = "\n".join(cell["source"] for task in tasks for cell in task.cells if cell["cell_type"] == "markdown")
    named = (set(re.findall(r"`([A-Za-z_]\w*)`", words)) & given_once(code)) - {task.variable for task in tasks}
    return context(
        [source for source in code if source not in twins],
        ALWAYS | needed([*twins, *(task.stub for task in tasks)]) | named,
    )


def solutions(path: Path) -> dict[str, str]:
    """Return the code that solves each exercise: what its answer needs of the lesson's notebook of solutions."""
    from tiws_teach.course._normalise import read_notebook

    found: dict[str, str] = {}
    before: list[str] = []
    for cell in read_notebook(path).cells if path.exists() else []:
        if cell["cell_type"] == "code":
            solved = CHECK.search(cell["source"])
            before.append(cell["source"][: solved.start()] if solved else cell["source"])
            if solved:
                answer = f"solved = {solved['answer']}"
                found[solved["key"]] = f"{context(before, needed([answer]))}\n{answer}".lstrip()
    return found


def answer_cell(task: Task, solution: str) -> dict[str, Any]:
    """Return the cell to fill in; the solution stands between nbgrader's markers."""
    source = task.stub
    if solution:
        source += f"\n### BEGIN SOLUTION\n{solution}\n{task.variable} = solved\n### END SOLUTION"
    return graded_cell(f"{task.name}-answer", source, solution=True)


def hidden_tests(key: str, variable: str) -> str:
    """Return the hidden tests of an exercise: they fail with what the rule says."""
    return (
        "### BEGIN HIDDEN TESTS\n"
        "from tiws_teach.course.exercises import verdict\n\n"
        f'found = verdict("{key}", {variable})\n'
        "assert found.right, found.words\n"
        "### END HIDDEN TESTS"
    )


def locked(kind: str, name: str, source: str) -> dict[str, Any]:
    """Return a cell that students read."""
    return graded_cell(name, source, kind=kind, locked=True)


def graded_cell(name: str, source: str, *, kind: str = "code", **roles: Any) -> dict[str, Any]:
    """Return a cell with nbgrader's metadata, version 3 of their schema."""
    meta: dict[str, Any] = {"grade": False, "solution": False, "locked": bool(roles.get("grade")), "task": False}
    meta |= {"schema_version": 3, "grade_id": name, "cell_type": kind, **roles}
    cell = {"cell_type": kind, "id": name.replace("_", "-"), "metadata": {"nbgrader": meta}, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
