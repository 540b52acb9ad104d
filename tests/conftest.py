"""What all tests share: one thread, none of the user's own files, a Chromium where there is one."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import warm_kernels
from every_page import EVERY_PAGE
from hypothesis import settings

# Before numpy is imported anywhere; the workers and the notebooks' kernels inherit it.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["PYTHONHASHSEED"] = "0"
os.environ["SCIPY_ARRAY_API"] = "1"  # else scikit-learn skips one of its own checks of estimators
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for a pytest that is started elsewhere
from tools.site.chromium import FLAGS, chromium_or_reason  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DATA_BESIDE = ROOT.parent / "shared" / "data"


collect_ignore_glob = [] if find_spec("pyspark") else ["scale/*"]  # make test-scale installs PySpark


def pytest_configure(config):
    """Point user folders to a temporary one, and let no test fail by clock or chance."""
    examples = 200 if EVERY_PAGE else 40
    settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=examples)
    settings.load_profile("repeatable")
    if config.option.nbval and hasattr(os, "fork"):
        warm_kernels.install()
    if hasattr(config, "workerinput"):
        return  # a worker inherits the folders of its controller
    if DATA_BESIDE.is_dir():
        os.environ.setdefault("TIWS_TEACH_DATA", str(DATA_BESIDE))
    folder = tempfile.mkdtemp(prefix="tiws_teach-tests-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    for name in ("TIWS_TEACH_HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR"):
        os.environ[name] = os.path.join(folder, name.lower())
        os.mkdir(os.environ[name])


def pytest_collection_modifyitems(items):
    """Put the files with slow tests first, then the notebooks, so that no worker ends with a long one alone."""
    slow = {item.nodeid.split("::")[0] for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.nodeid.split("::")[0] not in slow, not item.nodeid.startswith("notebooks/")))


def pytest_collection_finish():
    """Let the garbage collector pass over the tests: it would search all ten thousand of them again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    """Let it collect them at the end, or libraries tell of leaks."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the program of a Chromium, or skip; with REQUIRE_BROWSER=1 its absence is a failure."""
    found, reason = chromium_or_reason()
    if found:
        return found
    if os.environ.get("REQUIRE_BROWSER", "0") not in ("", "0"):
        pytest.fail(f"REQUIRE_BROWSER is set, but: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start a browser for the tests of a file; each opens pages of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield started
        started.close()
