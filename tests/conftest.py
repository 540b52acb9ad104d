"""What all tests share: one thread, none of the user's own files, a Chromium where there is one."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import nbval_gate
import pytest
from hypothesis import settings

# Before numpy is imported anywhere; the workers and the notebooks' kernels inherit it.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["PYTHONHASHSEED"] = "0"
os.environ["SCIPY_ARRAY_API"] = "1"  # else scikit-learn skips one of its own checks of estimators
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).resolve().parent.parent
DATA_BESIDE = ROOT.parent / "shared" / "data"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
ELSEWHERE = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "${ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "${ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe",
)


def pytest_configure(config):
    """Point user folders to a temporary one, count what nbval compares, and let no test fail by the clock."""
    settings.register_profile("untimed", deadline=None)
    settings.load_profile("untimed")
    config.pluginmanager.register(nbval_gate.Gate(), "nbval-gate")
    if hasattr(config, "workerinput"):
        return  # a worker inherits the folders of its controller
    if DATA_BESIDE.is_dir():
        os.environ.setdefault("TIWS_TEACH_DATA", str(DATA_BESIDE))
    folder = tempfile.mkdtemp(prefix="tiws_teach-tests-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    for name in ("TIWS_TEACH_HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR"):
        os.environ[name] = os.path.join(folder, name.lower())
        os.mkdir(os.environ[name])


def find_chromium() -> str | None:
    """Return the program of a Chromium: the one that CHROMIUM names, else on the PATH, else where systems put it."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    found = [shutil.which(name) for name in ON_PATH]
    found += [place for place in map(os.path.expandvars, ELSEWHERE) if Path(place).is_file()]
    return next(filter(None, found), None)


def chromium_or_reason() -> tuple[str | None, str]:
    """Return the program and an empty reason, or None and the reason why there is none."""
    found = find_chromium()
    named = os.environ.get("CHROMIUM")
    missing = f"CHROMIUM={named} is no file" if named else "no Chromium found; install one or name it in CHROMIUM"
    return found, "" if found else missing


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the program of a Chromium, or skip; with REQUIRE_BROWSER=1 its absence is a failure."""
    found, reason = chromium_or_reason()
    if found:
        return found
    if os.environ.get("REQUIRE_BROWSER", "0") not in ("", "0"):
        pytest.fail(f"REQUIRE_BROWSER is set, but: {reason}")
    pytest.skip(reason)
