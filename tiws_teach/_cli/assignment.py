"""Write homework with numbers and data of its own for each student.

Write the homework of a lesson into FOLDER: a notebook for each student of a list, or one for the whole class. Numbers,
names and data are drawn from FOLDER/secret.txt, which is made once and is yours alone, and from the student's name.
No solution is written; 'grade' computes them from the secret.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import inspect
import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiws_teach._validation import fail

if TYPE_CHECKING:
    from tiws_teach.course.homework import Drawn, Item

KEYS = ("SIS Login ID", "Username", "ID number", "Email address", "student")
"""Columns of a list of students that name a student, the best first: those of Canvas, of Moodle, and ours."""
ORDER = """\
# Homework: {title}{student}

Replace each `...` with your answer. You may add cells, but keep the names `answer_1`, `answer_2`, ...: grading runs
your cells from the top in a fresh Python and reads these names. Answers are plain values or functions. There is no
network, no other file, and a limit of time. The numbers are yours alone.

Before you hand in this file: restart the kernel, run all cells, save."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("lesson", metavar="NN", help="number (04), topic (kcnn) or name of a notebook")
    parser.add_argument("--students", type=Path, metavar="FILE", help="a CSV with a line for each student, such as an "
                        "export of Moodle's or Canvas's gradebook; without it all share one notebook")  # fmt: skip
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="the folder of the class, for you alone"
    )


@dataclass(frozen=True)
class Homework:
    """A lesson's homework in the folder of a class: its secret, its items, and its students by name."""

    name: str
    title: str
    secret: str
    items: list[Item]
    students: Mapping[str, Mapping[str, str]]

    def drawn(self, student: str) -> list[Drawn]:
        """Return the items of a student."""
        return [item.draw(self.secret, student) for item in self.items]


def run(options: argparse.Namespace) -> int:
    """Write the notebooks that are not there yet."""
    folder = options.out
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "secret.txt").exists():
        with open(os.open(folder / "secret.txt", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(secrets.token_hex(16) + "\n")
    if options.students:
        students_in(options.students)
        (folder / "students.csv").write_bytes(options.students.read_bytes())
    homework = opened(folder, options.lesson, is_new=True)
    texts = {file_of(homework.name, name): json.dumps(notebook(homework, name), indent=1, ensure_ascii=False) + "\n"
             for name in homework.students or [""]}  # fmt: skip
    release = folder / homework.name
    release.mkdir(exist_ok=True)
    for name, text in texts.items():
        path = release / name
        if path.exists() and path.read_text(encoding="utf-8") != text:
            fail("--out", "not hold another homework", f"{path}", "Choose a new folder.", FileExistsError)
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(texts)} notebook{'s' * (len(texts) > 1)} in {release}: give each student the one with their name.\n"
          f"Keep {folder / 'secret.txt'} to yourself: whoever has it can compute the answers.")  # fmt: skip
    return 0


def opened(folder: Path, wanted: str, *, is_new: bool = False) -> Homework:
    """Return the homework of a lesson in the folder of a class; refuse one that another version made."""
    from tiws_teach.course._series import series
    from tiws_teach.course.homework import items

    there = [lesson for lesson in series() if lesson.is_there]
    found = [x for x in there if wanted in (f"{x.number:02d}", str(x.number), x.topic, x.notebook)]
    if not found:
        numbers = ", ".join(f"{lesson.number:02d}" for lesson in there)
        raise ValueError(f"there is no lesson {wanted!r}. Choose one of: {numbers}")
    lesson, own = found[0], items(found[0].topic)
    made = {"items": hashlib.sha256(Path(inspect.getfile(own[0].function)).read_bytes()).hexdigest()}
    stamp = folder / f"{lesson.notebook}.json"
    if not (stamp.exists() or is_new):
        fail("--homework", "be the folder that 'assignment' has written", f"{folder}", "Name that folder.")
    if stamp.exists() and json.loads(stamp.read_text(encoding="utf-8")) != made:
        advice = "Grade it with the version that made it, or make a new homework in a new folder."
        fail(f"{stamp}", "be of this version of tiws_teach", "another", advice)
    secret = (folder / "secret.txt").read_text(encoding="utf-8").strip()
    stamp.write_text(json.dumps(made) + "\n", encoding="utf-8")
    listed = folder / "students.csv"
    students = students_in(listed) if listed.exists() else {}
    return Homework(lesson.notebook, f"{lesson.number:02d} {lesson.name}", secret, own, students)


def students_in(path: Path) -> dict[str, dict[str, str]]:
    """Return the lines of a list of students by name: the best of `KEYS`, or else the first column."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = [{str(name): (cell or "").strip() for name, cell in line.items()} for line in csv.DictReader(stream)]
    columns = list(lines[0]) if lines else []
    key = next((name for name in (*KEYS, *columns) if name in columns and any(line[name] for line in lines)), None)
    students = [line for line in lines if key and line[key]]  # Canvas has a line of points, without a login
    names = [line[key] for line in students if key]
    if not names or len(set(map(slug, names))) < len(names):
        fail("--students", "name each student once", f"{path}: {len(names)} lines", f"Correct the column {key!r}.")
    return dict(zip(names, students, strict=True))


def slug(student: str) -> str:
    """Return a student's name as a part of a file's name."""
    return re.sub(r"[^\w.@+-]", "_", student).casefold()


def file_of(homework: str, student: str) -> str:
    """Return the name of a student's notebook."""
    return f"{homework}{'-' * bool(student)}{slug(student)}.ipynb"


def notebook(homework: Homework, student: str) -> dict[str, Any]:
    """Return the notebook of a student."""
    from tiws_teach.course._normalise import KERNELSPEC

    whose = f", for {student}" if student else ""
    cells = [cell("markdown", ORDER.format(title=homework.title, student=whose))]
    cells.append(cell("code", "import numpy as np"))
    for number, (item, drawn) in enumerate(zip(homework.items, homework.drawn(student), strict=True), 1):
        text = item.words["text"]
        named = {name for name in drawn.given if f"{{{name}}}" in text}
        for name in named:
            text = text.replace(f"{{{name}}}", str(drawn.given[name]))
        cells.append(cell("markdown", f"## {number} · {item.words['title']}\n\n{text}"))
        lines = [f"{name} = {literal(value)}" for name, value in drawn.given.items() if name not in named]
        cells += [cell("code", "\n".join(lines))] if lines else []
        cells.append(cell("code", stub(item, drawn, f"answer_{number}")))
    for number, each in enumerate(cells):
        each["id"] = f"cell-{number}"
    about = {"homework": homework.name, "student": student}
    metadata = {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}, "tiws_teach": about}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def stub(item: Item, drawn: Drawn, name: str) -> str:
    """Return the code that a student completes."""
    parameters = item.expects.words.removeprefix("a function of ")
    return f"def {name}({parameters}):\n    return ..." if drawn.cases else f"{name} = ...  # {item.expects.words}"


def literal(value: Any) -> str:
    """Return a value as code."""
    text = repr(value.tolist() if hasattr(value, "tolist") else value)
    return f"np.array({text})" if getattr(value, "ndim", 0) else text


def cell(kind: str, source: str) -> dict[str, Any]:
    """Return a cell."""
    made = {"cell_type": kind, "metadata": {}, "source": source}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})
