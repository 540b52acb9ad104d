"""Homework: what an assignment holds, and what grading says to good, empty, broken and hostile submissions."""

from __future__ import annotations

import csv
import json
import os
import re

import pytest

from tiws_teach._cli import main
from tiws_teach._cli._context import context, given_once, needed
from tiws_teach._cli._grader import run_cells
from tiws_teach._cli.assignment import hidden_tests, instructors, notebook_name, students, tasks_of
from tiws_teach._validation import project_folder
from tiws_teach.course._normalise import read_notebook
from tiws_teach.course._progress import keys_of
from tiws_teach.course._series import series
from tiws_teach.course.exercises import check, verdict

LESSONS = [lesson for lesson in series() if lesson.is_there]
KEYS = ["start.1", "start.2", "start.3"]


def cells_of(name):
    """Return the cells of a notebook."""
    return read_notebook(project_folder("notebooks") / f"{name}.ipynb").cells


def run_code(cells):
    """Run the code of cells in this process, without figures and text, and return the names of the tests that fail."""
    names, failed = {}, []
    for cell in cells:
        grade = cell["metadata"]["nbgrader"]["grade"]
        if cell["cell_type"] == "code":
            try:
                exec(cell["source"], names)
            except AssertionError:
                assert grade, cell["source"]
                failed.append(cell["metadata"]["nbgrader"]["grade_id"])
    return failed


NAMES = [name for lesson in LESSONS for name in (lesson.notebook, *(f"more/{path.stem}" for path in lesson.more))]
EXERCISES = {name: [task.key for task in tasks_of(cells_of(name))] for name in NAMES}


@pytest.fixture(scope="module", params=[name for name in NAMES if EXERCISES[name]])
def made(request):
    """Give a notebook's name and the instructor's version of its assignment."""
    return request.param, instructors(request.param)


def test_every_exercise_is_in_one_assignment():
    keys = [key for lesson in LESSONS for key in keys_of(lesson)[1]]
    assert sorted(key for own in EXERCISES.values() for key in own) == sorted(keys)
    assert [notebook_name(name) for name in NAMES] == NAMES


def test_the_solutions_of_each_lesson_get_full_marks(made, capsys):
    name, notebook = made
    tests = [cell for cell in notebook["cells"] if cell["metadata"]["nbgrader"]["grade"]]
    assert len(tests) == len(EXERCISES[name])
    assert run_code(notebook["cells"]) == []


def test_the_students_version_runs_and_each_stub_fails(made, capsys):
    name, notebook = made
    cells = students(notebook)["cells"]
    tests = {f"{task.name}-test": task for task in tasks_of(cells_of(name))}
    for cell in cells:
        task = tests.get(cell["metadata"]["nbgrader"]["grade_id"])
        if task:
            cell["source"] = hidden_tests(task.key, task.variable)
    assert run_code(cells) == list(tests)


def test_the_students_version_holds_no_solution_and_no_test(made):
    _, notebook = made
    text = json.dumps(students(notebook))
    assert "SOLUTION" not in text
    assert "HIDDEN" not in text
    assert "verdict" not in text
    assert "found.right" in json.dumps(notebook)


def test_the_cells_have_the_metadata_that_nbgrader_asks_for(made):
    _, notebook = made
    found = [cell["metadata"]["nbgrader"] for cell in notebook["cells"]]
    assert len({meta["grade_id"] for meta in found}) == len(found)
    for cell, meta in zip(notebook["cells"], found, strict=True):
        assert set(meta) - {"points"} == {
            "grade", "solution", "locked", "task", "schema_version", "grade_id", "cell_type"
        }  # fmt: skip
        assert meta["schema_version"] == 3
        assert meta["cell_type"] == cell["cell_type"]
        assert re.fullmatch(r"[A-Za-z0-9_-]+", meta["grade_id"])
        assert meta["grade"] == ("points" in meta) == meta["grade_id"].endswith("-test")
        assert meta["locked"] != meta["solution"]


def test_every_exercise_has_its_text(made):
    name, notebook = made
    text = "\n".join(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    for key in EXERCISES[name]:
        assert len(re.findall(rf"(?:\*\*|## )Exercise {key.partition('.')[2]}\b", text)) == 1, key
    assert "run the cell. `hint" not in text


def test_the_command_writes_two_versions_and_overwrites_none(tmp_path, capsys):
    assert main(["assignment", "04", "--out", str(tmp_path)]) == 0
    for version in ("source", "release"):
        nbformat = pytest.importorskip("nbformat")
        nbformat.validate(nbformat.read(tmp_path / version / "04_kcnn" / "04_kcnn.ipynb", 4))
    assert main(["assignment", "kcnn", "--out", str(tmp_path)]) == 1
    assert "04_kcnn.ipynb" in capsys.readouterr().err


def test_an_unknown_lesson_is_named(tmp_path, capsys):
    assert main(["assignment", "99", "--out", str(tmp_path)]) == 1
    assert "there is no lesson '99'. Choose one of: 00, 01" in capsys.readouterr().err


def test_a_verdict_is_what_check_shows(capsys):
    assert verdict("start.1", "C").right
    found = verdict("start.1", "B")
    check("start.1", "B")
    assert found.words in capsys.readouterr().out


# Grading: one folder, one run; each submission starts a kernel


def submission(change):
    """Return the solved assignment of lesson 00 with a change made to it: a function of its cells by name."""
    notebook = instructors("00_start_here")
    cells = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in notebook["cells"]}
    change(cells)
    return json.dumps({**notebook, "cells": list(cells.values())})


def replaced(name, source):
    """Return a change that gives a cell another source."""
    return lambda cells: cells[name].update(source=source)


LIMIT = "12"  # seconds; imports take three on a busy machine
SUBMISSIONS = {
    "ann/solved.ipynb": submission(lambda cells: None),
    "cy/loop.ipynb": submission(replaced("start-2-answer", "import time\nwhile True:\n    time.sleep(0.01)")),
    "di/crash.ipynb": submission(replaced("start-2-answer", "import os\n\nos._exit(1)")),
    "ed/changed.ipynb": submission(
        lambda cells: (
            cells["start-1-answer"].update(source='answer_1 = "A"'),
            cells["start-1-test"].update(source="pass"),
            [cells.pop(name) for name in ("start-2-answer", "start-3-test")],
        )
    ),
    "gil/note.ipynb": "no notebook",
    "ida/deep.ipynb": "[" * 100_000 + "]" * 100_000,
    "jan/meta.ipynb": submission(lambda cells: cells["context"]["metadata"].update(nbgrader=[1])),
    "kim/name.ipynb": submission(lambda cells: cells["context"]["metadata"]["nbgrader"].update(grade_id={})),
    "lea/source.ipynb": submission(lambda cells: cells["context"].update(source=None)),
    "=max()/meta.ipynb": json.dumps(instructors("00_start_here") | {"metadata": [1]}),
    "hal/other.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
}


if os.name == "posix":  # a name that is no text, as another system may have packed it
    SUBMISSIONS["max/\udcff.ipynb"] = "no notebook"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Grade the submissions and give the lines of the CSV by file."""
    folder = tmp_path_factory.mktemp("graded")
    for name, text in SUBMISSIONS.items():
        path = folder / "in" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    out = folder / "grades.csv"
    assert main(["grade", str(folder / "in"), "--out", str(out), "--timeout", LIMIT]) == 0
    with out.open(encoding="utf-8", newline="") as stream:
        return {row["file"]: row for row in csv.DictReader(stream)}


@pytest.mark.parametrize(
    ("file", "points", "words"),
    [
        ("ann/solved.ipynb", ["1", "1", "1"], ""),
        ("cy/loop.ipynb", ["1", "0", "1"], "took longer than 12 s. start.2: "),
        ("di/crash.ipynb", ["1", "0", "0"], "The kernel died in code cell "),
        ("ed/changed.ipynb", ["0", "0", "1"], "start.2: the answer cell is missing. start.1: "),
    ],
)
def test_a_submission_gets_its_points_and_a_message(graded, file, points, words):
    row = graded[file]
    assert [row[key] for key in KEYS] == points
    assert row["points"] == str(points.count("1"))
    assert words in row["message"]
    assert bool(words) == bool(row["message"])


@pytest.mark.parametrize("file", ["jan/meta.ipynb", "kim/name.ipynb", "lea/source.ipynb"])
def test_a_notebook_with_cells_of_a_wrong_kind_is_reported_and_the_others_are_graded(graded, file):
    row = graded[file]
    assert [row[key] for key in KEYS] == ["0", "0", "0"]
    assert re.search("cannot be read: AttributeError|cannot be read: TypeError|could not be run", row["message"])


@pytest.mark.parametrize("file", ["gil/note.ipynb", "hal/other.ipynb", "ida/deep.ipynb", "'=max()/meta.ipynb"])
def test_a_file_that_is_no_submission_is_reported(graded, file):
    row = graded[file]
    assert [row[key] for key in KEYS] == ["", "", ""]
    assert row["points"] == "0"
    assert "not a notebook of an assignment" in row["message"]


def test_every_file_has_a_line_in_order(graded):
    shown = [name.encode("utf-8", "backslashreplace").decode() for name in sorted(SUBMISSIONS)]
    assert list(graded) == [f"'{name}" if name.startswith("=") else name for name in shown]


def test_grades_overwrite_nothing(tmp_path, capsys):
    work, old = tmp_path / "in" / "ann.ipynb", tmp_path / "old.csv"
    work.parent.mkdir()
    for path in (work, old):
        path.write_text("mine", encoding="utf-8")
    assert main(["grade", str(work.parent), "--out", str(work), "--force"]) == 1
    assert main(["grade", str(work.parent), "--out", str(old)]) == 1
    assert main(["grade", str(work.parent), "--out", str(tmp_path / "no" / "grades.csv")]) == 1
    rules = ["ann.ipynb. Choose", "old.csv, which exists. Choose another name, or pass --force", "Create the folder"]
    for line, rule in zip(capsys.readouterr().err.splitlines(), rules, strict=True):
        assert rule in line
    assert work.read_text(encoding="utf-8") == old.read_text(encoding="utf-8") == "mine"
    assert main(["grade", str(work.parent), "--out", str(old), "--force", "--raw"]) == 0
    assert old.read_text(encoding="utf-8").startswith("file,")


def test_an_empty_folder_is_an_error(tmp_path, capsys):
    assert main(["grade", str(tmp_path), "--out", str(tmp_path / "grades.csv")]) == 1
    assert "there is no submission in" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_code_that_cannot_be_interrupted_ends_with_the_time_of_the_submission():
    messages = []
    stubborn = (
        "import time\nwhile True:\n    try:\n        while True:\n            print(time.sleep(0.01))\n"
        "    except BaseException:\n        pass"
    )
    replies = run_cells(
        ["x = 1", "x / 0", "assert x == 1", stubborn, "x = 2", "x = 3", "x = 4", "x = 5"], 2, 7, messages
    )
    assert [replies[place][0] for place in range(3)] == ["ok", "error", "ok"]
    assert replies[3] == ("error", "it took too long.")
    assert "ok" not in {replies[place][0] for place in replies if place > 3}
    assert messages[0] == "Code cell 4 took longer than 2 s."
    assert messages[-1] == "The submission took longer than 7 s."


# Context


def test_the_context_holds_what_is_needed_and_no_more():
    cells = ["import numpy as np\nimport os", "a = np.ones(2)\nb = 3", "a[0] = b\nc = [x for x in a]", "b = 4\nx = 1"]
    assert context(cells, {"a"}) == "import numpy as np\na = np.ones(2)\nb = 3\na[0] = b"
    assert context(cells, {"b"}) == "b = 4"
    assert context(cells, {"c"}).endswith("c = [x for x in a]")


def test_needed_are_the_names_that_come_from_before():
    code = ["for i in rows:\n    y = f(i)\n    print(y)", "z = {k: y for k in old}"]
    assert needed(code) == {"rows", "f", "print", "old"}
    assert given_once(["a = 1\nb = 2", "a = 3\nimport c"]) == {"b", "c"}
