"""The learner's working copy: nothing that the learner wrote is ever lost."""

import json
import re
from pathlib import Path

import nbformat
import pytest

from tiws_teach import _workspace as ws
from tiws_teach._validation import project_folder

LESSON = "02_lesson.ipynb"


def notebook(*sources: str, output: str = "hello\n") -> str:
    """Return an executed notebook as JSON."""
    cells = []
    for number, source in enumerate(sources, start=1):
        cell = nbformat.v4.new_code_cell(source, execution_count=number, id=f"cell-{number}")
        cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=output)]
        cells.append(cell)
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells))


def put(path: Path, text: str) -> None:
    """Write a text file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


@pytest.fixture
def lessons(tmp_path):
    """A folder of originals: a lesson, a solution, results, and what must stay behind."""
    folder = tmp_path / "notebooks"
    put(folder / LESSON, notebook("print('hello')"))
    put(folder / "solutions" / LESSON, notebook("print('solved')"))
    put(folder / "replications" / "results" / "table.csv", "a,b\n1,2\n")
    put(folder / ".ipynb_checkpoints" / "x.ipynb", notebook("1"))
    put(folder / "__pycache__" / "x.pyc", "")
    return folder


@pytest.fixture
def workspace(tmp_path):
    return tmp_path / "Übung mit Leerzeichen"


@pytest.fixture
def again(lessons, workspace):
    """Fill a workspace, and return the function that fills it again and tells what it did."""
    ws.fill(workspace, lessons)
    return lambda: actions(ws.fill(workspace, lessons))


def actions(changes):
    return [(change.action, change.path) for change in changes]


def source(path: Path) -> str:
    return nbformat.read(path, as_version=4).cells[0].source


BETTER, MINE = notebook("print('better')"), notebook("print('mine')")


def test_lays_every_file_that_lessons_need_with_outputs_cleared(lessons, workspace):
    changes = ws.fill(workspace, lessons)
    laid_files = [LESSON, "replications/results/table.csv", f"solutions/{LESSON}"]
    assert actions(changes) == [("new", file) for file in laid_files]
    cell = nbformat.read(workspace / LESSON, as_version=4).cells[0]
    assert (cell.outputs, cell.execution_count, cell.source) == ([], None, "print('hello')")
    assert (workspace / "replications/results/table.csv").read_text(encoding="utf-8") == "a,b\n1,2\n"
    assert not list(workspace.rglob("*.half"))


def test_a_workspace_without_solutions_has_all_but_them(lessons, workspace):
    put(lessons / "solutions" / LESSON, notebook("print('solved')"))
    changes = ws.fill(workspace, lessons, solutions=False)
    assert LESSON in [change.path for change in changes]
    assert not (workspace / "solutions").exists()
    assert ("new", f"solutions/{LESSON}") in actions(ws.fill(workspace, lessons))


def test_a_second_start_changes_nothing(again, workspace):
    before = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}
    assert again() == []
    assert {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("left", "action"),
    [
        (None, "updated"),
        (notebook("print('hello')", output="hello from the learner's kernel\n"), "updated"),
        (MINE, "beside"),
        ("not json, but mine", "beside"),
    ],
    ids=["untouched", "run", "edited", "damaged"],
)
def test_a_new_version_replaces_only_what_the_learner_did_not_write(left, action, again, lessons, workspace):
    if left:
        put(workspace / LESSON, left)
        assert again() == []
        assert (workspace / LESSON).read_text(encoding="utf-8") == left
    put(lessons / LESSON, BETTER)
    ((done, path),) = again()
    assert done == action
    assert source(workspace / path) == "print('better')"
    if action == "beside":
        assert (workspace / LESSON).read_text(encoding="utf-8") == left
    assert again() == []


def test_the_new_version_beside_an_edited_lesson_is_told_and_laid_once(again, lessons, workspace):
    put(workspace / LESSON, MINE)
    put(lessons / LESSON, BETTER)
    (change,) = ws.fill(workspace, lessons)
    assert ws.describe(change) == f"{LESSON}: you edited it, so the new version is saved next to it as {change.path}"
    (workspace / change.path).unlink()  # the learner does not want it
    assert again() == []


def with_picture(picture: str) -> str:
    """Return a lesson whose text shows an attached picture."""
    cell = nbformat.v4.new_markdown_cell("![](attachment:a.png)", id="cell-1")
    cell["attachments"] = {"a.png": {"image/png": picture}}
    return nbformat.writes(nbformat.v4.new_notebook(cells=[cell]))


def test_an_attachment_is_part_of_what_is_written(lessons, workspace):
    """A picture that alone changed reaches the learner, and a learner's own picture is kept."""
    put(lessons / LESSON, with_picture("AAAA"))
    ws.fill(workspace, lessons)
    put(lessons / LESSON, with_picture("BBBB"))
    assert actions(ws.fill(workspace, lessons)) == [("updated", LESSON)]
    put(workspace / LESSON, with_picture("CCCC"))
    put(lessons / LESSON, with_picture("DDDD"))
    assert [change.action for change in ws.fill(workspace, lessons)] == ["beside"]
    assert "CCCC" in (workspace / LESSON).read_text(encoding="utf-8")


def test_a_version_that_was_edited_beside_is_not_overwritten(again, lessons, workspace):
    put(workspace / LESSON, MINE)
    put(lessons / LESSON, BETTER)
    ((_, path),) = again()
    put(workspace / path, notebook("print('mine too')"))
    (workspace / ws.MANIFEST).unlink()
    again()
    assert source(workspace / path) == "print('mine too')"
    assert source(workspace / LESSON) == "print('mine')"


def test_a_deleted_lesson_comes_back_fresh(again, workspace):
    put(workspace / LESSON, MINE)
    (workspace / LESSON).unlink()
    assert again() == [("new", LESSON)]
    assert source(workspace / LESSON) == "print('hello')"


ODD = json.dumps({"files": {LESSON: 3, "../x": [], f"solutions/{LESSON}": {"laid": []}}})


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"files": 3}', ODD])
def test_without_a_readable_manifest_nothing_is_overwritten(again, workspace, damage):
    put(workspace / LESSON, MINE)
    put(workspace / ws.MANIFEST, damage)
    assert [action for action, _ in again()] == ["beside"]
    assert source(workspace / LESSON) == "print('mine')"


def test_a_library_with_an_odd_manifest_is_refreshed(package, workspace):
    ws.refresh_library(workspace, package)
    before = laid(workspace)
    put(workspace / ws.LIBRARY / ws.MANIFEST, json.dumps({"files": {"README.md": {}, "tiws": 3, "a": None}}))
    assert ws.refresh_library(workspace, package) is None
    assert laid(workspace) == before


def test_two_starts_at_once_do_not_disturb_each_other(lessons, workspace, monkeypatch):
    """The other one finishes between our writing a file and our putting it in its place."""
    replace, pids = ws.os.replace, iter([1, 2])
    monkeypatch.setattr(ws.os, "getpid", lambda pid=1: pid)

    def late(half, path):
        if next(pids, None) == 1:
            with monkeypatch.context() as other:
                other.setattr(ws.os, "getpid", lambda: 2)
                ws.fill(workspace, lessons)
        replace(half, path)

    monkeypatch.setattr(ws.os, "replace", late)
    ws.fill(workspace, lessons)
    assert ws.fill(workspace, lessons) == []
    assert not list(workspace.rglob("*.half"))


def test_what_is_no_lesson_any_more_and_the_learners_own_files_are_left_alone(again, lessons, workspace):
    put(workspace / "my notes.ipynb", "mine")
    (lessons / LESSON).unlink()
    assert again() == []
    assert (workspace / LESSON).exists()
    assert (workspace / "my notes.ipynb").read_text(encoding="utf-8") == "mine"
    assert "my notes.ipynb" not in json.loads((workspace / ws.MANIFEST).read_text(encoding="utf-8"))["files"]


def test_the_workspace_of_a_checkout_lies_beside_the_lessons_and_is_ignored_by_git():
    folder = ws.default_workspace()
    assert folder.name == "workspace"
    assert "workspace/" in (folder.parent / ".gitignore").read_text(encoding="utf-8").splitlines()


# the library's code, to be read ---------------------------------------------------------------------------------------


def laid(workspace: Path) -> dict[str, str]:
    """Return the library's files by their path."""
    library = workspace / ws.LIBRARY
    paths = [path for path in library.rglob("*") if path.is_file() and path.name != ws.MANIFEST]
    return {path.relative_to(library).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_the_library_holds_methods_literal_versions_and_experiments_but_no_answers(workspace):
    assert ws.refresh_library(workspace) is None
    files = laid(workspace)
    assert {"README.md", "tiws/equations.py", "literal/lof.py", "lessons/start/experiments.py"} <= set(files)
    assert any(name.startswith("lessons/lof/experiments/") for name in files)
    assert any(name.startswith("_neighbors") for name in files)
    assert not [name for name in files if re.search("lessons.*(judges|words|plots)|__pycache__", name)]
    assert files["tiws/equations.py"] == (ws.PACKAGE / "tiws" / "equations.py").read_text(encoding="utf-8")
    assert not (workspace / ws.LIBRARY / "tiws" / "equations.py").stat().st_mode & 0o222


def test_every_equation_links_into_the_library(workspace):
    """What EQUATIONS.md and source(...) link to is there, at the line."""
    table = (project_folder("notebooks") / "EQUATIONS.md").read_bytes()
    text = ws.for_learners(Path("EQUATIONS.md"), table).decode("utf-8")
    ws.refresh_library(workspace)
    links = re.findall(r"\[`([\w.]+)`\]\(([^)#]+)#line=(\d+)\)", text)
    assert len(links) > 100
    assert "../tiws_teach" not in text
    for function, file, line in links:
        shown = (workspace / file).read_text(encoding="utf-8").splitlines()[int(line)]
        assert re.match(rf"\s*(def|class) {function.rpartition('.')[2]}\b", shown), f"{function}: {shown}"


@pytest.fixture
def package(tmp_path):
    """A package with one method, a lesson with an experiment, and an exercise that stays hidden."""
    folder = tmp_path / "pack"
    put(folder / "tiws" / "equations.py", "one = 1\n")
    put(folder / "_neighbors.py", "near = 1\n")
    put(folder / "lessons" / "lof" / "experiments.py", "tried = 1\n")
    put(folder / "lessons" / "lof" / "judges.py", "answer = 1\n")
    return folder


def test_each_start_brings_the_library_up_to_date(package, workspace):
    ws.refresh_library(workspace, package)
    assert set(laid(workspace)) == {"README.md", "_neighbors.py", "lessons/lof/experiments.py", "tiws/equations.py"}
    before = (workspace / ws.LIBRARY / "_neighbors.py").stat().st_mtime_ns
    put(package / "tiws" / "equations.py", "one = 2\n")
    (package / "lessons" / "lof" / "experiments.py").unlink()
    changed = workspace / ws.LIBRARY / "tiws" / "equations.py"
    changed.chmod(0o644)
    put(changed, "mine\n")
    put(workspace / ws.LIBRARY / "notes.md", "my own notes\n")
    ws.refresh_library(workspace, package)
    found = laid(workspace)
    assert set(found) == {"README.md", "_neighbors.py", "notes.md", "tiws/equations.py"}
    assert (found["tiws/equations.py"], found["notes.md"]) == ("one = 2\n", "my own notes\n")
    assert (workspace / ws.LIBRARY / "_neighbors.py").stat().st_mtime_ns == before


def test_a_folder_of_the_learners_own_is_left_alone(package, workspace):
    put(workspace / ws.LIBRARY / "tiws" / "equations.py", "mine\n")
    told = ws.refresh_library(workspace, package)
    assert told == "library/ is a folder of your own, so the code was not copied there. Rename your folder to get it."
    assert laid(workspace) == {"tiws/equations.py": "mine\n"}


def test_the_library_is_no_lesson(package, again, workspace):
    ws.refresh_library(workspace, package)
    assert again() == []
    assert ws.LIBRARY not in (workspace / ws.MANIFEST).read_text(encoding="utf-8")
