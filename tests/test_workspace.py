"""The learner's working copy: nothing that the learner wrote is ever lost."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from tiws_teach import _workspace as ws

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
    return tmp_path / "workspace"


def actions(changes):
    return [(change.action, change.path) for change in changes]


def source(path: Path) -> str:
    return nbformat.read(path, as_version=4).cells[0].source


def test_lays_every_file_that_lessons_need_with_outputs_cleared(lessons, workspace):
    changes = ws.fill(workspace, lessons)
    assert actions(changes) == [
        ("new", LESSON),
        ("new", "replications/results/table.csv"),
        ("new", f"solutions/{LESSON}"),
    ]
    cell = nbformat.read(workspace / LESSON, as_version=4).cells[0]
    assert (cell.outputs, cell.execution_count, cell.source) == ([], None, "print('hello')")
    assert (workspace / "replications/results/table.csv").read_text(encoding="utf-8") == "a,b\n1,2\n"
    assert not list(workspace.rglob("*.half"))


def test_a_second_start_changes_nothing(lessons, workspace):
    ws.fill(workspace, lessons)
    before = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}
    assert ws.fill(workspace, lessons) == []
    assert {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()} == before


def test_an_untouched_lesson_is_updated_in_place(lessons, workspace):
    ws.fill(workspace, lessons)
    put(lessons / LESSON, notebook("print('better')"))
    assert actions(ws.fill(workspace, lessons)) == [("updated", LESSON)]
    assert source(workspace / LESSON) == "print('better')"


def test_running_a_lesson_is_no_edit(lessons, workspace):
    ws.fill(workspace, lessons)
    put(workspace / LESSON, notebook("print('hello')", output="hello from the learner's kernel\n"))
    assert ws.fill(workspace, lessons) == []
    assert "learner's kernel" in (workspace / LESSON).read_text(encoding="utf-8")
    put(lessons / LESSON, notebook("print('better')"))
    assert actions(ws.fill(workspace, lessons)) == [("updated", LESSON)]


def test_an_edited_lesson_is_kept_and_the_new_version_laid_beside_it_once(lessons, workspace):
    ws.fill(workspace, lessons)
    mine = notebook("print('mine')")
    put(workspace / LESSON, mine)
    assert ws.fill(workspace, lessons) == []
    put(lessons / LESSON, notebook("print('better')"))
    (change,) = ws.fill(workspace, lessons)
    assert change.action == "beside"
    assert (workspace / LESSON).read_text(encoding="utf-8") == mine
    assert source(workspace / change.path) == "print('better')"
    assert ws.describe(change) == f"{LESSON}: you have edited it, so the new version lies beside it as {change.path}"
    assert ws.fill(workspace, lessons) == []
    (workspace / change.path).unlink()  # the learner does not want it
    assert ws.fill(workspace, lessons) == []


def test_the_name_beside_depends_on_the_content_alone(lessons, tmp_path):
    names = []
    for folder in ("one", "two"):
        put(lessons / LESSON, notebook("print('hello')"))
        ws.fill(tmp_path / folder, lessons)
        put(tmp_path / folder / LESSON, notebook(f"print('{folder}')"))
        put(lessons / LESSON, notebook("print('better')"))
        names += [change.path for change in ws.fill(tmp_path / folder, lessons)]
    assert len(names) == 2
    assert len(set(names)) == 1
    assert names[0].startswith("02_lesson.new-")


def test_a_version_that_was_edited_beside_is_not_overwritten(lessons, workspace):
    ws.fill(workspace, lessons)
    put(workspace / LESSON, notebook("print('mine')"))
    put(lessons / LESSON, notebook("print('better')"))
    (change,) = ws.fill(workspace, lessons)
    put(workspace / change.path, notebook("print('mine too')"))
    (workspace / ws.MANIFEST).unlink()
    ws.fill(workspace, lessons)
    assert source(workspace / change.path) == "print('mine too')"
    assert source(workspace / LESSON) == "print('mine')"


def test_a_deleted_lesson_comes_back_fresh(lessons, workspace):
    ws.fill(workspace, lessons)
    put(workspace / LESSON, notebook("print('mine')"))
    (workspace / LESSON).unlink()
    assert actions(ws.fill(workspace, lessons)) == [("new", LESSON)]
    assert source(workspace / LESSON) == "print('hello')"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"files": 3}'])
def test_without_a_readable_manifest_nothing_is_overwritten(lessons, workspace, damage):
    ws.fill(workspace, lessons)
    put(workspace / LESSON, notebook("print('mine')"))
    put(workspace / ws.MANIFEST, damage)
    changes = ws.fill(workspace, lessons)
    assert [change.action for change in changes] == ["beside"]
    assert source(workspace / LESSON) == "print('mine')"


def test_a_damaged_notebook_counts_as_written(lessons, workspace):
    ws.fill(workspace, lessons)
    put(workspace / LESSON, "not json, but mine")
    put(lessons / LESSON, notebook("print('better')"))
    assert [change.action for change in ws.fill(workspace, lessons)] == ["beside"]
    assert (workspace / LESSON).read_text(encoding="utf-8") == "not json, but mine"


def test_the_learners_own_files_are_left_alone(lessons, workspace):
    put(workspace / "my notes.ipynb", "mine")
    ws.fill(workspace, lessons)
    assert (workspace / "my notes.ipynb").read_text(encoding="utf-8") == "mine"
    assert "my notes.ipynb" not in json.loads((workspace / ws.MANIFEST).read_text(encoding="utf-8"))["files"]


def test_a_lesson_that_is_no_more_stays_with_the_learner(lessons, workspace):
    ws.fill(workspace, lessons)
    (lessons / LESSON).unlink()
    assert ws.fill(workspace, lessons) == []
    assert (workspace / LESSON).exists()


def test_the_workspace_of_a_checkout_lies_beside_the_lessons_and_is_ignored_by_git():
    folder = ws.default_workspace()
    assert folder.name == "workspace"
    assert "workspace/" in (folder.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
