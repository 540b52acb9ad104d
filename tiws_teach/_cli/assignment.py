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
import io
import json
import os
import re
import secrets
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiws_teach._validation import fail

if TYPE_CHECKING:
    from tiws_teach.course.homework import Drawn, Item

KEYS = ("SIS Login ID", "Username", "ID number", "Email address", "student", "Full name")
"""Columns of a list that name a student, the best first: those of Canvas, of Moodle, and ours."""
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
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder of the class")


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
            stream.write(secrets.token_hex(16))
    if options.students:
        students_in(options.students)
        (folder / "students.csv").write_bytes(options.students.read_bytes())
    homework = opened(folder, options.lesson, is_new=True)
    (folder / homework.name).mkdir(exist_ok=True)
    packed = {}
    for student, line in homework.students.items() or [("", {})]:
        path = folder / homework.name / f"{homework.name}{'-' * bool(student)}{slug(student)}.ipynb"
        text = json.dumps(notebook(homework, student), indent=1, ensure_ascii=False) + "\n"
        if path.exists() and path.read_text(encoding="utf-8") != text:
            fail("--out", "not hold another homework", f"{path}", "Choose a new folder.", FileExistsError)
        path.write_text(text, encoding="utf-8", newline="\n")
        if number := re.sub(r"\D", "", line.get("Identifier", "")):  # of Moodle's grading worksheet; Moodle splits at _
            packed[f"{slug(student).replace('_', '-')}_{number}_assignfeedback_file_{path.name}"] = text
    if packed:
        with zipfile.ZipFile(folder / f"{homework.name}_moodle.zip", "w") as made:
            for name, text in packed.items():
                made.writestr(name, text)
    print(f"{folder / homework.name} has {'a notebook for each student' if homework.students else 'one for all'}.\n"
          f"Keep {folder / 'secret.txt'} to yourself: anyone who has it can compute the answers.")  # fmt: skip
    return 0


def opened(folder: Path, wanted: str, *, is_new: bool = False) -> Homework:
    """Return the homework of a lesson in the folder of a class; refuse one that another version made."""
    from tiws_teach.course._series import series
    from tiws_teach.course.homework import items

    there = [lesson for lesson in series() if lesson.is_there]
    lessons = [x for x in there if wanted in (f"{x.number:02d}", str(x.number), x.topic, x.notebook)]
    if not lessons:
        numbers = ", ".join(f"{lesson.number:02d}" for lesson in there)
        raise ValueError(f"there is no lesson {wanted!r}. Choose one of: {numbers}")
    lesson, own = lessons[0], items(lessons[0].topic)
    made = hashlib.sha256(Path(inspect.getfile(own[0].function)).read_bytes()).hexdigest()
    stamp = folder / f"{lesson.notebook}.sha256"
    if is_new and not stamp.exists():
        stamp.write_text(made, encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != made:
        advice = "Name the folder of 'assignment', and use the version of tiws_teach that wrote it."
        fail(f"{folder}", f"hold the homework {lesson.notebook} of this version", "another or none", advice)
    listed = folder / "students.csv"
    return Homework(lesson.notebook, f"{lesson.number:02d} {lesson.name}", (folder / "secret.txt").read_text().strip(),
                    own, students_in(listed) if listed.exists() else {})  # fmt: skip


def students_in(path: Path) -> dict[str, dict[str, str]]:
    """Return the lines of a list of students, with commas, semicolons or tabs, by the best of `KEYS`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        fail("--students", "be UTF-8", f"{path} in another encoding", "Save it as 'CSV UTF-8'.")
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=text.partition("\n")[0].count))
    lines = [{str(name): str(cell or "").strip() for name, cell in line.items()} for line in table]
    key = next((name for name in KEYS if any(line.get(name) for line in lines)), "")
    if not key:
        content = f"{path} with {', '.join(table.fieldnames or ['no column'])}, and {len(lines)} lines"
        fail("--students", f"have a column {', '.join(KEYS)}", content, "Name the one with the students 'student'.")
    students = {line[key]: line for line in lines if line.get(key)}  # Canvas has a line of points, without a login
    if len({slug(name) for name in students}) < sum(bool(line[key]) for line in lines):
        fail("--students", "name each student once", f"{path}: {len(lines)} lines", f"Correct the column {key!r}.")
    return students


def slug(student: str) -> str:
    """Return a student's name as a part of a file's name."""
    return re.sub(r"[^\w.@+-]", "_", student).casefold()


def notebook(homework: Homework, student: str) -> dict[str, Any]:
    """Return the notebook of a student."""
    from tiws_teach.course._normalise import KERNELSPEC

    whose = f", for {student}" if student else ""
    sources = [("markdown", ORDER.format(title=homework.title, student=whose)), ("code", "import numpy as np")]
    for number, (item, drawn) in enumerate(zip(homework.items, homework.drawn(student), strict=True), 1):
        text, values = item.words["text"], []
        for name, value in drawn.given.items():
            shown = repr(value.tolist() if hasattr(value, "tolist") else value)
            if f"{{{name}}}" not in text:
                values.append(f"{name} = np.array({shown})" if getattr(value, "ndim", 0) else f"{name} = {shown}")
            text = text.replace(f"{{{name}}}", shown)
        sources.append(("markdown", f"## {number} · {item.words['title']}\n\n{text}"))
        sources += [("code", "\n".join(values))] if values else []
        parameters = item.expects.words.removeprefix("a function of ")
        stub = f"def answer_{number}({parameters}):\n    return ..."
        sources.append(("code", stub if drawn.cases else f"answer_{number} = ...  # {item.expects.words}"))
    cells: list[dict[str, Any]] = []
    for place, (kind, source) in enumerate(sources):
        more: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
        cells.append({"cell_type": kind, "id": f"cell-{place}", "metadata": {}, "source": source, **more})
    about = {"homework": homework.name, "student": student}
    metadata = {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}, "tiws_teach": about}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
