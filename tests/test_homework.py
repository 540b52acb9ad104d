"""Homework: its items, the notebooks of a class, and what grading says to honest, odd and hostile submissions."""

import csv
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from tiws_teach._cli import _sandbox, main
from tiws_teach._cli._likeness import alike
from tiws_teach._cli._sandbox import Limits, bubblewrap, chosen, run_submission, solutions
from tiws_teach._cli._worker import plain
from tiws_teach._cli.assignment import notebook, opened, students_in
from tiws_teach.course._series import series
from tiws_teach.course.homework import items

TOPICS = [lesson.topic for lesson in series() if lesson.is_there]
ITEMS = [item for topic in TOPICS for item in items(topic)]
SEEDS = [f"student {number}" for number in range(300)]


def returned(drawn, name="right"):
    """Return what one way leaves for the judge, after it has crossed the border as data."""
    tables = [table[name] for table in drawn.tables()]
    return json.loads(json.dumps(plain(tables if drawn.cases else tables[0])))


# The items


def test_each_lesson_has_two_items():
    assert {topic: len(items(topic)) >= 2 for topic in TOPICS} == dict.fromkeys(TOPICS, True)


def most_frequent(rights, within):
    """Return for how many students one answer is right, at most."""
    if all(isinstance(right, float | int) for right in rights):
        low = np.sort(rights)
        return max(np.searchsorted(low, low + 2 * within, side="right") - np.arange(len(low)))
    return Counter(map(repr, rights)).most_common(1)[0][1]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_whatever_the_seed_the_right_way_is_right_and_each_slip_is_named_or_wrong(item):
    named, given, rights = set(), set(), []
    for student in SEEDS:
        drawn = item.draw("secret", student)
        given.add(repr([drawn.given, drawn.cases]))
        right = returned(drawn)
        rights.append(right[0] if drawn.cases and right.count(right[0]) == len(right) else right)
    for student in SEEDS[:25]:
        drawn = item.draw("secret", student)
        assert item.judge(drawn, returned(drawn)).right, student
        for name in drawn.tables()[0]:
            verdict = item.judge(drawn, returned(drawn, name))
            assert verdict.right == (name == "right"), (student, name)
            named.add(verdict.misconception)
    assert named - {""} == set(item.words) - {"title", "text", "returns"}
    assert len(given) >= 240, "nearly every student has another draw"
    assert most_frequent(rights, item.within) < 0.05 * len(SEEDS), "no answer is worth a guess"


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
        ("\ufeffstudent\nÅsa\nBo\n", ["Åsa", "Bo"]),
        ("Nachname;Vorname;Username\nBell, Bo;Bo;bo\n", ["bo"]),
        ("", "no column, and 0 lines"),
        ("student\n", "with student, and 0 lines"),
        ("student\nann\nAnn\n", "name each student once"),
        ("Nachname;Anmeldename\nBell;bo\n", "with Nachname, Anmeldename, and 1 lines. Name the one with"),
        ("student\nB\udcf6\n", "be UTF-8"),
    ],
)  # fmt: skip
def test_a_list_of_students_is_read_as_platforms_write_it_or_refused(text, names, tmp_path):
    (tmp_path / "class.csv").write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(ValueError, match=names) if isinstance(names, str) else nullcontext():
        assert list(students_in(tmp_path / "class.csv")) == names


def test_moodle_takes_the_notebooks_as_feedback_files(tmp_path):
    """Moodle's importer takes name_number_type_plugin_file, the number being that of its grading worksheet."""
    worksheet = "Identifier,Full name,Email address\nParticipant 77,Bo_B Bell,bo_b@uni.edu\n"
    (tmp_path / "class.csv").write_text(worksheet, encoding="utf-8")
    assert main(["assignment", "00", "--students", str(tmp_path / "class.csv"), "--out", str(tmp_path)]) == 0
    with zipfile.ZipFile(tmp_path / "00_start_here_moodle.zip") as packed:
        assert packed.namelist() == ["bo-b@uni.edu_77_assignfeedback_file_00_start_here-bo_b@uni.edu.ipynb"]


# Grading. Each hostile submission is one notebook; all of them are graded together, in each mode


def right_answers(homework, student):
    """Return code that gives the right answers of a student."""
    function = "left_{0} = {1!r}\ndef answer_{0}(*_):\n    return left_{0}.pop(0)"
    return [(function if drawn.cases else "answer_{} = {!r}").format(number, returned(drawn))
            for number, drawn in enumerate(homework.drawn(student), 1)]  # fmt: skip


HOSTILE = tomllib.loads(Path(__file__).with_name("hostile.toml").read_text(encoding="utf-8"))


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
    lines = [path.joinpath("cmdline").read_bytes() for path in Path("/proc").glob("[0-9]*") if path.exists()]
    return sum(b"with no trust in it" in line for line in lines)


def peak():
    """Return the most memory that this process has used, in MB."""
    status = Path("/proc/self/status").read_text() if sys.platform == "linux" else "VmHWM: 0"
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1000


@pytest.fixture(scope="module")
def hostile(mode, tmp_path_factory):
    """Grade the hostile submissions in a mode, and give the lines of the table by student."""
    place = tmp_path_factory.mktemp("hostile")
    names = [name for name in HOSTILE if mode == "bwrap" or not HOSTILE[name].get("walled")]
    (place / "class.csv").write_text("\n".join(["student", *names]), encoding="utf-8")
    out, package = place / "results", place / "package.py"
    assert main(["assignment", "00", "--students", str(place / "class.csv"), "--out", str(place / "homework")]) == 0
    homework = opened(place / "homework", "00")
    for name in names:
        code = HOSTILE[name]["code"].replace("RESULTS", str(out / "grades.csv")).replace("PACKAGE", str(package))
        submit(place / "in", name, notebook(homework, name), [code, "answer_9 = 1"])
    options = ["--homework", str(place / "homework"), "--sandbox", mode, "--timeout", "3", "--total", "8"]
    before = running(), peak()
    assert main(["grade", "00", str(place / "in"), "--out", str(out), *options]) == 0
    assert running() == before[0], "no process outlives its submission"
    assert peak() < before[1] + 300, "the judge needs little memory"
    assert not package.exists()
    return {name: [row for row in grades(out) if row["student"] == name] for name in names}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_submission_earns_nothing_and_ends(hostile, name):
    if name not in hostile:
        pytest.skip("without a sandbox this attack is no attack: the guide promises nothing")
    assert [row["points"] for row in hostile[name]] == ["0", "0"]
    assert "right" not in {row["status"] for row in hostile[name]}
    assert HOSTILE[name].get("message", "") in hostile[name][0]["message"]


TITLE = f"Homework 00 {next(lesson.name for lesson in series() if lesson.number == 0)}"
ALONE = """
import ctypes, os, socket
found, libc = [], ctypes.CDLL(None)
for path in {paths!r}:
    handle = libc.open(path.encode(), 0)
    found.append(handle >= 0 and bool(os.read(handle, 9)))
made = libc.creat({new!r}.encode(), 0o644)
line = socket.socket()
joined = libc.connect(line.fileno(), bytes([2, 0, {port} >> 8, {port} & 255, 127, 0, 0, 1, *8 * [0]]), 16) == 0
try:
    limited = not bytearray(2 * 10**9)
except MemoryError:
    limited = True
answer_1 = [any(found), made >= 0, joined, limited, sorted(os.environ)]
"""
KEPT = """
import ctypes, os
libc, answer_1 = ctypes.CDLL(None), dict()
for place in ("/", "/dev", "/proc/sys/kernel", {masked!r}, "/dev/shm", "/tmp"):
    count = 0
    try:
        while count < 500:
            with open(place + "/" + str(count), "wb") as stream:
                stream.write(b"x" * 10**6)
            count += 1
    except OSError:
        pass
    answer_1[place] = count
answer_2 = [libc.memfd_create(b"x", 0), libc.shmget(0, 10**6, 0o1600), libc.unshare(0x10000000),
            libc.syscall(250, 0, -3, 0, 0, 0), libc.socket(40, 1, 0)]
"""


@pytest.fixture(scope="module")
def honest(mode, tmp_path_factory):
    """Grade honest, careless and odd submissions in a mode, and give the folder and the lines by file."""
    place = tmp_path_factory.mktemp("honest")
    (place / "class.csv").write_text(CLASS + "Fay,5,fay,fay@uni.edu\nGil,6,gil,gil@uni.edu\n", encoding="utf-8")
    home, out = place / "homework", place / "results"
    assert main(["assignment", "00", "--students", str(place / "class.csv"), "--out", str(home)]) == 0
    work = opened(home, "00")
    first, second = right_answers(work, "ann")
    end = "import os\nos._exit(1)"
    submit(place / "in", "Ann 0_77_assignsubmission_file", notebook(work, "ann"), [end, first, end, "1 / 0", second])
    submit(place / "in", "bob", notebook(work, "bob"), right_answers(work, "ann"))  # copied numbers
    submit(place / "in", "bob", notebook(work, "bob"), [right_answers(work, "bob")[0]], "second")
    submit(place / "in", "cyd", notebook(work, "ann"), [first, second])  # and a copied notebook
    submit(place / "in", "bob", notebook(work, "bob"), ["answer_1 = 2,5"], "third")
    gap = "heights = np.array({0!r})\nanswer_1 = (heights[0] - heights.mean()) / heights.std()"
    submit(place / "in", "eve", notebook(work, "eve"), [gap.format(work.drawn("eve")[0].given["heights"].tolist())])
    odd = {"notes.txt": "no notebook", "deep.ipynb": "[" * 100_000, "=max().ipynb": "{}", "list.ipynb": "[]",
           "meta.ipynb": json.dumps({**notebook(work, "gil"), "metadata": [1]}),
           "none.ipynb": json.dumps({**notebook(work, "gil"), "cells": [{"cell_type": "code"}]})}  # fmt: skip
    if os.name == "posix":  # these are no files
        (place / "in" / "link.ipynb").symlink_to("a" * 300)
        os.mkfifo(place / "in" / "pipe.ipynb")
        odd["\x1b]0;name\udcf6"] = "a terminal would obey it"
    for name, text in odd.items():
        (place / "in" / name).write_text(text, encoding="utf-8")
    missing = ["--missing", "0"] if mode == "bwrap" else []
    options = ["--homework", str(home), "--out", str(out), "--sandbox", mode, "--jobs", "2", *missing]
    assert main(["grade", "start", str(place / "in"), *options]) == 0
    table = grades(out)
    return place, {name: [row for row in table if row["file"] == name] for name in {row["file"] for row in table}}


def line_of(rows, start):
    """Return the lines of the file whose name begins in this way."""
    return next(lines for name, lines in rows.items() if name.startswith(start))


def test_a_process_that_ends_loses_no_right_answer(honest):
    rows = line_of(honest[1], "Ann")
    assert [row["points"] for row in rows] == ["1", "1"]
    assert rows[0]["message"].startswith("Code cell 2 ended the process")
    assert re.fullmatch("[0-9a-f]{64}", rows[0]["sha256"])


def test_what_is_copied_is_noted_and_earns_nothing(honest):
    bob, cyd = line_of(honest[1], "bob/00"), line_of(honest[1], "cyd")
    assert [row["points"] for row in bob + cyd] == ["0"] * 4
    assert "start.z_score: the right answer of ann" in bob[0]["look_at"]
    assert "this is the notebook of ann" in cyd[0]["look_at"]
    assert "one of several files of this student" in bob[0]["look_at"]


def test_a_slip_is_named_and_what_is_no_submission_is_told(honest, mode):
    eve = line_of(honest[1], "eve")[0]
    assert (eve["status"], eve["misconception"]) == ("misconception", "divided by n")
    for name in ("notes.txt", "deep", "'=max", "list", "meta", "none", *[r"\x1b]0;name\udcf6"] * (os.name == "posix")):
        assert {row["status"] for row in line_of(honest[1], name)} == {"unreadable"}, name
    assert {row["student"] for row in honest[1][""] if row["status"] == "missing"} == {"fay"}
    assert [row["points"] for row in honest[1][""]] == ["0" if mode == "bwrap" else ""] * 2


def test_the_tables_for_learning_platforms_and_the_page(honest):
    out = honest[0] / "results"
    with (out / "moodle.csv").open(encoding="utf-8", newline="") as stream:
        moodle = {row["Username"]: row[TITLE] for row in csv.DictReader(stream)}
    assert moodle == {"ann": "2", "bob": "1", "cyd": "0", "eve": "0", "fay": honest[1][""][0]["points"], "gil": "0"}
    with (out / "canvas.csv").open(encoding="utf-8", newline="") as stream:
        canvas = list(csv.reader(stream))
    assert canvas[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", TITLE]
    assert canvas[1] == ["    Points Possible", "", "", "", "", "2"]
    assert canvas[2] == ["ann", "", "", "ann", "", "2"]
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Teach this again" in page
    assert "divided by n" in page
    assert "as 2.5" in page, "a decimal comma is named"
    assert re.search(r"<td>eve</td>.*<td>[^<]*: divided by n, given [-.\d]+, right [-.\d]+\.", page)
    assert re.search(r" 1 student: \w", page)
    assert f"{12 + (os.name == 'posix')} submissions, 1 missing, 2 items" in page
    assert "$" not in page


def test_results_and_inputs_are_not_overwritten(honest, capsys):
    place, _ = honest
    same = ["grade", "00", str(place / "in"), "--homework", str(place / "homework"), "--out"]
    assert main([*same, str(place / "results")]) == 1
    assert "or pass --force to overwrite it" in capsys.readouterr().err
    (place / "none").mkdir(exist_ok=True)
    assert main(["grade", "00", str(place / "none"), "--homework", str(place / "homework"), "--out", str(place)]) == 1
    assert "there is no submission in" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="the calls of native code are those of Linux")
def test_native_code_meets_the_walls_of_the_sandbox_and_limits_hold_everywhere(mode, tmp_path):
    """Without a sandbox only the environment and the memory are kept from native code, as the guide says."""
    beside = [path for place in solutions() for path in (place.glob("*.ipynb") if place.is_dir() else [place])]
    assert {"site-packages", "homework.toml"} <= {part for path in beside for part in path.parts}
    below_python = tempfile.TemporaryDirectory(dir=sys.prefix)  # the sandbox shows what is there
    with socket.create_server(("127.0.0.1", 0)) as server, below_python as masked:
        secrets = [tmp_path / "secret.txt", Path(masked, "secret.txt")]
        for path in secrets:
            path.write_text("mine", encoding="utf-8")
        inside = chosen(mode, [tmp_path, Path(masked)])[0]
        paths, port = [str(path) for path in (*secrets, *beside)], server.getsockname()[1]
        alone = ALONE.format(paths=paths, new=str(tmp_path / "new"), port=port)
        left, kept = (run_submission(cells, ["answer_1", "answer_2"], {}, Limits(20, 60, 10**9), inside)
                      for cells in ([alone], [KEPT.format(masked=masked)] if inside else []))  # fmt: skip
    read, wrote, joined, limited, environment = left.answers["answer_1"]["value"]
    assert [read, wrote, joined] == [mode == "none"] * 3
    with pytest.raises(ValueError, match="be none of Python's own") if inside else nullcontext():
        chosen(mode, [Path(sys.prefix)])
    assert (tmp_path / "new").exists() == (mode == "none")
    assert limited
    assert not {"TIWS_TEACH_DATA", "TIWS_TEACH_HOME", "PYTEST_VERSION"} & set(environment)
    if mode == "bwrap":  # what is kept in memory counts: there is no other place to write to, and these are small
        assert [count for count in kept.answers["answer_1"]["value"].values() if count] == [19, 49]
        assert kept.answers["answer_2"]["value"] == [-1] * 5


def test_a_file_beside_the_command_is_no_module_of_python(tmp_path):
    for name in ("csv", "json", "ast", "pathlib", "typing"):
        (tmp_path / f"{name}.py").write_text("open('mine', 'w').write('x')", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-m", "tiws_teach", "grade", "--help"], cwd=tmp_path, env=environment,
                          capture_output=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "mine").exists()


def test_a_container_gets_no_network_no_rights_and_no_disk(tmp_path, monkeypatch):
    """A stand-in for docker: the flags are those that the guide promises, and the rest of the command runs."""
    inside, words = chosen("homework")
    assert {"none", "--read-only", "65534:65534", "ALL", "no-new-privileges", "--pids-limit", "--memory"} <= set(inside)
    assert words == "in a container of homework"
    if os.name == "posix":
        docker = tmp_path / "docker"
        docker.write_text(
            f'#!/bin/sh\necho "$1" >> {tmp_path}/called\n[ "$1" = run ] || exit 0\n'
            f'while [ "$1" != homework ]; do shift; done; shift 2\nexec {sys.executable} "$@"\n'
        )
        docker.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        assert run_submission(["x = 7"], ["x"], {}, Limits(20, 60, 10**9), inside).answers["x"]["value"] == 7
        assert (tmp_path / "called").read_text().split() == ["run", "kill"], "no container outlives its client"


def test_a_mode_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr(_sandbox, "bubblewrap", lambda _: ([], "no bubblewrap"))
    for wanted in ("auto", "bwrap"):
        with pytest.raises(ValueError, match=r"no bubblewrap\. Install it .* or say 'none' if you trust this class"):
            chosen(wanted)
    assert chosen("none") == ([], "WITHOUT a sandbox: it can use the network, and read and write what you can")


# Likeness


ONE = """def answer_2(d, labels, k):
    best, nearest = None, np.inf
    for c in np.unique(labels):
        kth = np.sort(d[labels == c])[k - 1]
        if kth < nearest:
            best, nearest = c, kth
    return best"""
RENAMED = ONE.replace("best", "winner").replace("kth", "there").replace("nearest", "low") + "  # my own idea"
OTHER = """def answer_2(d, labels, k):
    seen = {}
    for i in np.argsort(d):
        seen[labels[i]] = seen.get(labels[i], 0) + 1
        if seen[labels[i]] == k:
            return labels[i]"""


def test_renamed_code_is_alike_and_another_way_and_short_answers_are_not():
    books = [[ONE], [RENAMED], [OTHER], ["answer_1 = 3.5"], ["answer_1 = 4"]]
    assert [pair[:2] for pair in alike(books, list("abcde"))] == [(0, 1)]
    assert [pair[:2] for pair in alike([["x"], ["y"]], ["h", "h"])] == [(0, 1)]
