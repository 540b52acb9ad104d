"""What all tests share: what a run shows, and the fixture that finds a Chromium."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.site import chromium

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_named_chromium_comes_first(monkeypatch, tmp_path):
    program = tmp_path / "browser"
    program.write_text("", encoding="utf-8")
    monkeypatch.setenv("CHROMIUM", str(program))
    assert chromium.chromium_or_reason() == (str(program), "")
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "absent"))
    assert chromium.chromium_or_reason() == (None, f"CHROMIUM={tmp_path / 'absent'} is no file")


def test_without_a_chromium_the_reason_is_told(monkeypatch, tmp_path):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "ELSEWHERE", ())
    assert chromium.chromium_or_reason() == (None, "no Chromium found; install one or name it in CHROMIUM")


THREE = """
import pytest
@pytest.mark.xfail(reason="A")
def test_expected():
    assert "one" == "three"
def test_unexpected():
    assert "one" == "two"
def test_browser(chromium):
    pass
"""


def run_pytest(folder, *options, **variables) -> subprocess.CompletedProcess:
    """Run pytest in a folder of its own, with the project's conftest."""
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-q", *options, str(folder)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")} | variables
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(("required", "said"), [("", "SKIPPED [1]"), ("1", "REQUIRE_BROWSER is set, but:")])
def test_unexpected_failures_alone_are_shown(required, said, tmp_path):
    (tmp_path / "test_it.py").write_text(THREE, encoding="utf-8")
    options = next(word for word in PYPROJECT["tool"]["pytest"]["ini_options"]["addopts"] if word[1] == "r")
    shown = run_pytest(tmp_path, options, CHROMIUM=str(tmp_path / "absent"), REQUIRE_BROWSER=required).stdout
    assert "1 xfailed" in shown
    assert "assert 'one' == 'two'" in shown
    assert "FAILED test_it.py::test_unexpected" in shown
    assert "XFAIL" not in shown
    assert said in shown, "a missing browser skips, or fails where it is required"
    assert "is no file" in shown


def test_none_of_the_users_folders_is_touched():
    for name in ("TIWS_TEACH_HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR"):
        assert "tiws_teach-tests-" in os.environ[name]
