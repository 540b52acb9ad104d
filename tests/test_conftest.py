"""The fixture that finds a Chromium."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs import chromium

ROOT = Path(__file__).resolve().parent.parent


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


@pytest.mark.slow
@pytest.mark.parametrize(("required", "code", "word"), [("", 0, "SKIPPED"), ("1", 1, "REQUIRE_BROWSER is set, but:")])
def test_a_missing_browser_skips_or_fails(required, code, word, tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it(chromium): pass\n", encoding="utf-8")
    environment = os.environ | {"CHROMIUM": str(tmp_path / "absent"), "REQUIRE_BROWSER": required}
    environment["PYTHONPATH"] = str(ROOT / "tests")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-ra", "-q", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout
    assert word in done.stdout
    assert "is no file" in done.stdout


def test_none_of_the_users_folders_is_touched():
    for name in ("TIWS_TEACH_HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR"):
        assert "tiws_teach-tests-" in os.environ[name]
