"""The scaffold of a lesson: it runs, it keeps the rules, and it refuses names that are taken."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from test_floors import lint_imports

from tools import new_lesson

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_a_new_lesson_runs_and_keeps_the_rules(tmp_path):
    for name in ("tiws_teach", "tests", "notebooks", "datasets", "tools"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def call(*arguments):
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    code, said = call("-m", "tools.new_lesson", "waiting_times", "--title", 'Waiting "times"', "--number", "14")
    assert code == 0, said
    chosen = "waiting_times or explorer_sweep or no_answer_crashes or every_exercise_has"
    tests = ["tests/test_notebooks.py", "tests/exercises"]  # the notebook keeps the contract
    tests += [f"tests/lessons/test_{name}.py" for name in ("explorers", "waiting_times")]
    code, said = call("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"({chosen}) and waiting_times", *tests)
    assert code == 0, said
    made = ["tiws_teach/lessons", "notebooks", "tests/lessons", "tests/exercises"]
    for style in (["check"], ["format", "--check"]):
        code, said = call("-m", "ruff", *style, *made)
        assert code == 0, said
    assert lint_imports(tmp_path)[0] == 0
    series = tomllib.loads((tmp_path / "notebooks" / "series.toml").read_text(encoding="utf-8"))["lesson"]
    assert [lesson["number"] for lesson in series] == list(range(15))
    assert series[14]["title"] == 'waiting "times"'
    assert series[14]["builds_on"] == [0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Two Words"], "NAME must be lower-case words"),
        (["calibration", "--number", "2"], "--number must be unused; got 2"),
        (["tiws"], "NAME must be new; got 'tiws', which already has tiws_teach/lessons/tiws, "),
    ],
)
def test_a_lesson_with_a_wrong_name_or_number_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        new_lesson.main(arguments)


def test_nothing_stays_of_a_lesson_whose_notebook_fails(tmp_path, monkeypatch, capsys):
    for folder in ("notebooks/solutions", "tiws_teach/lessons", "tests/lessons", "tests/exercises"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "notebooks" / "series.toml", tmp_path / "notebooks")

    def tree():
        return {path: path.is_file() and path.read_bytes() for path in sorted(tmp_path.rglob("*"))}

    def fails(path):
        assert path.exists()
        assert "calibration" in (tmp_path / "notebooks" / "series.toml").read_text(encoding="utf-8")
        raise RuntimeError("cell 3 failed")

    before = tree()
    monkeypatch.setattr(new_lesson, "project_folder", lambda name: tmp_path / name)
    monkeypatch.setattr(new_lesson, "store_explorer", lambda module: None)
    monkeypatch.setattr(new_lesson, "execute_and_normalise", fails)
    with pytest.raises(RuntimeError, match="cell 3 failed"):
        new_lesson.main(["calibration"])
    assert capsys.readouterr().out == ""
    assert tree() == before
