"""Homework: its items, the notebooks of a class, and what grading says to honest, odd and hostile submissions."""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from pathlib import Path

import pytest

from tiws_teach._cli import main
from tiws_teach._cli._sandbox import bubblewrap
from tiws_teach._cli._worker import plain
from tiws_teach._cli.assignment import notebook, opened, students_in
from tiws_teach.course._series import series
from tiws_teach.course.homework import items

TOPICS = [lesson.topic for lesson in series() if lesson.is_there]
ITEMS = [item for topic in TOPICS for item in items(topic)]
SEEDS = [f"student {number}" for number in range(25)]


def returned(drawn, name="right"):
    """Return what one way leaves for the judge, after it has crossed the border as data."""
    tables = [table[name] for table in drawn.tables()]
    return json.loads(json.dumps(plain(tables if drawn.cases else tables[0])))


# The items


def test_each_lesson_has_two_items():
    assert {topic: len(items(topic)) >= 2 for topic in TOPICS} == dict.fromkeys(TOPICS, True)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_whatever_the_seed_the_right_way_is_right_and_each_slip_is_named_or_wrong(item):
    named, given = set(), set()
    for student in SEEDS:
        drawn = item.draw("secret", student)
        given.add(repr([drawn.given, drawn.cases]))
        assert item.judge(drawn, returned(drawn)).right, student
        for name in drawn.tables()[0]:
            verdict = item.judge(drawn, returned(drawn, name))
            assert verdict.right == (name == "right"), (student, name)
            named.add(verdict.misconception)
    assert named - {""} == set(item.words) - {"title", "text", "returns"}
    assert len(given) >= 20, "nearly every student has another draw"


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_an_item_says_what_it_gives_and_a_worthless_answer_is_told_so(item):
    drawn = item.draw("secret", "ann")
    text = item.words["text"]
    for name in drawn.given:
        assert re.search(rf"[`{{]{name}[`}}]", text), name
    assert set(re.findall(r"\{(\w+)\}", text)) <= set(drawn.given)
    assert bool(drawn.cases) == ("returns" in item.words) == item.expects.words.startswith("a function of ")
    for strange in (None, "?", [], {}, [[]], 10**400, float("nan"), True):
        assert not item.judge(drawn, [strange] * len(drawn.cases) if drawn.cases else strange).right
    assert not item.judge(drawn, []).right
    json.dumps(plain(drawn.cases))


# The notebooks of a class


CLASS = "First name,Last name,Username,Email address\n" + "".join(
    f"{name.title()},{place},{name},{name}@uni.edu\n" for place, name in enumerate(["ann", "bob", "cyd", "eve"])
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give the folder of a class with the homework of lesson 00."""
    place = tmp_path_factory.mktemp("class")
    (place / "class.csv").write_text(CLASS, encoding="utf-8")
    assert main(["assignment", "00", "--students", str(place / "class.csv"), "--out", str(place / "homework")]) == 0
    return place


def test_each_student_gets_another_notebook_without_solutions(folder):
    nbformat = pytest.importorskip("nbformat")
    paths = sorted((folder / "homework" / "00_start_here").iterdir())
    assert [path.stem.rpartition("-")[2] for path in paths] == ["ann", "bob", "cyd", "eve"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    for text in texts:
        nbformat.validate(nbformat.reads(text, 4))
        assert not re.search("judge|slip|solution|secret|divided by n", text)
        names: dict = {}
        for cell in json.loads(text)["cells"]:
            if cell["cell_type"] == "code":
                exec(cell["source"], names)
        assert names["answer_1"] is ...
    assert len({re.search(r"heights = .*?\]", text)[0] for text in texts}) == 4
    if os.name == "posix":
        assert (folder / "homework" / "secret.txt").stat().st_mode & 0o077 == 0


def test_the_command_repeats_itself_and_overwrites_no_other_homework(folder, tmp_path, capsys):
    arguments = ["assignment", "start", "--out", str(folder / "homework")]
    path = folder / "homework" / "00_start_here" / "00_start_here-bob.ipynb"
    before = path.read_text(encoding="utf-8")
    path.unlink()  # as for a student who joined late
    assert main(arguments) == 0
    assert path.read_text(encoding="utf-8") == before
    path.write_text("mine", encoding="utf-8")
    assert main(arguments) == 1
    assert "not hold another homework" in capsys.readouterr().err
    path.write_text(before, encoding="utf-8")
    stamp = folder / "homework" / "00_start_here.sha256"
    made = stamp.read_text(encoding="utf-8")
    stamp.write_text("older", encoding="utf-8")
    assert main(["grade", "00", str(folder), "--homework", str(folder / "homework"), "--out", str(tmp_path)]) == 1
    assert "use the version of tiws_teach that wrote it" in capsys.readouterr().err
    stamp.write_text(made, encoding="utf-8")
    assert main(["assignment", "99", "--out", str(folder / "homework")]) == 1
    assert "there is no lesson '99'. Choose one of: 00, 01" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (CLASS, ["ann", "bob", "cyd", "eve"]),
        ("Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Bell, Bo\",7,s7,bo,A\n", ["bo"]),
        ("\ufeffname\nÅsa\nBo\n", ["Åsa", "Bo"]),
    ],
)  # fmt: skip
def test_a_list_of_students_is_read_as_platforms_write_it(text, names, tmp_path):
    (tmp_path / "class.csv").write_text(text, encoding="utf-8")
    assert list(students_in(tmp_path / "class.csv")) == names


@pytest.mark.parametrize("text", ["", "student\n", "student\nann\nAnn\n"])
def test_a_list_without_students_or_with_one_twice_is_refused(text, tmp_path):
    (tmp_path / "class.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="name each student once"):
        students_in(tmp_path / "class.csv")


# Grading. Each hostile submission is one notebook; all of them are graded together, in each mode


def right_answers(homework, student):
    """Return code that gives the right answers of a student."""
    code = []
    for number, drawn in enumerate(homework.drawn(student), 1):
        made = f"answer_{number}"
        code.append(
            f"left_{number} = {returned(drawn)!r}\ndef {made}(*_):\n    return left_{number}.pop(0)"
            if drawn.cases
            else f"{made} = {returned(drawn)!r}"
        )
    return code


FORGE = 'b\'{"answer": "answer_1", "value": {"right": true}, "points": 1, "right": true}\\n{"end": true}\\n\''
STRAY = """
import ctypes, os
libc = ctypes.CDLL(None)
for call in (os.fork, libc.fork):
    try:
        if call() == 0:
            os.setsid()
            if call() == 0:
                import time
                time.sleep(300)
            os._exit(0)
    except OSError:
        pass
"""
HOSTILE = {
    "verdict": "import tiws_teach.course.exercises as e\nimport tiws_teach.course.homework as h\n"
    "e.verdict = e.Exercise.judge = h.Item.judge = lambda *_: e.Verdict('right', '')\nanswer_1 = answer_2 = 1",
    "ast": "import ast\nclass T(ast.NodeTransformer):\n    def visit_Constant(self, node):\n"
    "        return ast.copy_location(ast.Constant(True), node)\nget_ipython().ast_transformers.append(T())\n"
    "answer_1 = 0",
    "execute": "shell = get_ipython()\nshell.kernel = shell\nshell.do_execute = shell.run_cell = lambda *a, **k: True\n"
    "answer_1 = answer_2 = True",
    "forged": f"import os\nfor fd in range(3, 30):\n    try:\n        os.write(fd, {FORGE})\n"
    "    except OSError:\n        pass",
    "stray": STRAY,
    "exit": "import os\nos._exit(0)",
    "loop": "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
    "memory": "kept = []\nwhile True:\n    kept.append(bytearray(10**9))",
    "patched": "import builtins, numpy as np\nnp.allclose = np.array_equal = np.isclose = lambda *a, **k: True\n"
    "builtins.all = builtins.any = builtins.isinstance = lambda *a: True\nanswer_1 = 0\nanswer_2 = {}",
    "equal": "class Yes(float):\n    def __eq__(self, other): return True\n    def __sub__(self, other): return 0.0\n"
    "    __rsub__ = __sub__\n    __hash__ = None\nanswer_1 = Yes(99)\n"
    "answer_2 = {city: Yes(99) for city in ('Oslo', 'Paris', 'Rome')}",
    "pickle": "import pickle\nclass P:\n    def __reduce__(self):\n        return (exec, ('raise SystemExit',))\n"
    "open('answer_1.npy', 'wb').write(pickle.dumps(P()))\nanswer_1 = P()",
    "flood": "import os, sys\nwhile True:\n    for fd in range(3, 12):\n        try:\n"
    "            os.write(fd, b'x' * 60000)\n        except OSError:\n            pass",
    "huge": "answer_1 = []\nfor _ in range(10**5):\n    answer_1 = [answer_1]\nanswer_2 = 10**9999",
    "guard": "import ctypes, os\nctypes.CDLL(None).kill(os.getppid(), 9)",
    "files": "for path in ({results!r}, {package!r}):\n    try:\n        open(path, 'w').write('mine')\n"
    "    except OSError as error:\n        answer_1 = str(error)",
}
POSIX = {"stray", "guard"}


@pytest.fixture(scope="module", params=["none", "bwrap"])
def mode(request):
    """Give a mode of grading; with REQUIRE_SANDBOX=1 a machine without bubblewrap is a failure."""
    inside, why = bubblewrap()
    if request.param == "bwrap" and not inside:
        if os.environ.get("REQUIRE_SANDBOX", "0") not in ("", "0"):
            pytest.fail(f"REQUIRE_SANDBOX is set, but: {why}")
        pytest.skip(f"the promises of the sandbox are not tested: {why}")
    return request.param


def submit(folder, name, notebook_, code, where=""):
    """Write a submission: a student's notebook whose code cells after the first are these."""
    first, *_ = [cell for cell in notebook_["cells"] if cell["cell_type"] == "code"]
    cells = [first, *({**first, "source": source} for source in code)]
    path = folder / name / where / f"{notebook_['metadata']['tiws_teach']['homework']}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**notebook_, "cells": cells}), encoding="utf-8")
    return path


def grades(out):
    """Return the lines of grades.csv."""
    with (out / "grades.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def running():
    """Return how many processes of submissions are alive."""
    if sys.platform != "linux":
        return 0
    lines = [path.joinpath("cmdline").read_bytes() for path in Path("/proc").glob("[0-9]*") if path.exists()]
    return sum(b"with no trust in it" in line for line in lines)


@pytest.fixture(scope="module")
def hostile(mode, tmp_path_factory):
    """Grade the hostile submissions in a mode, and give the lines of the table by student."""
    place = tmp_path_factory.mktemp("hostile")
    names = [name for name in HOSTILE if os.name == "posix" or name not in POSIX]
    (place / "class.csv").write_text("\n".join(["student", *names]), encoding="utf-8")
    out, package = place / "results", place / "package.py"
    assert main(["assignment", "00", "--students", str(place / "class.csv"), "--out", str(place / "homework")]) == 0
    homework = opened(place / "homework", "00")
    for name in names:
        code = (
            HOSTILE[name]
            .replace("{results!r}", repr(str(out / "grades.csv")))
            .replace("{package!r}", repr(str(package)))
        )
        submit(place / "in", name, notebook(homework, name), [code, "answer_9 = 1"])
    options = ["--sandbox", mode, "--timeout", "3", "--total", "8", "--jobs", "2"]
    before = running()
    assert (
        main(["grade", "00", str(place / "in"), "--homework", str(place / "homework"), "--out", str(out), *options])
        == 0
    )
    assert running() == before, "no process outlives its submission"
    assert not package.exists()
    return {name: [row for row in grades(out) if row["student"] == name] for name in names}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_submission_earns_nothing_and_ends(hostile, name):
    if name not in hostile:
        pytest.skip("this attack is one on Linux and macOS")
    assert [row["points"] for row in hostile[name]] == ["0", "0"]
    assert "right" not in {row["status"] for row in hostile[name]}
    ended = {"exit": "ended the process", "loop": "took longer than 3 s", "flood": "ended the process, or reported too"}
    assert ended.get(name, "") in hostile[name][0]["message"]
