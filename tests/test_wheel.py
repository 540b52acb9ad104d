"""The wheel: built, installed in a clean environment outside the checkout, and used there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow
USE = """
import sys
from pathlib import Path
import tiws_teach
from tiws_teach import TIWSEncoder
from tiws_teach._validation import project_folder
from tiws_teach.datasets import load

titanic = load("titanic_ports")
unseen = titanic.data["embarked"] == "Q"
encoder = TIWSEncoder().fit(titanic.data[~unseen], titanic.target[~unseen], X_unlabeled=titanic.data[unseen])
encoded = encoder.transform(titanic.data[unseen])
print(Path(tiws_teach.__file__).resolve().is_relative_to(Path(sys.prefix).resolve()))
print(project_folder("notebooks").resolve().is_relative_to(Path(sys.prefix).resolve()))
print(encoded.shape, round(float(encoded[0, 0] if hasattr(encoded, "dtype") else encoded.iloc[0, 0]), 3))
"""


def run(*command: object, **options) -> subprocess.CompletedProcess:
    """Run a command and show what it printed where it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from the checkout without a network."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """The Python of a clean environment that holds the wheel and its dependencies.

    Where the packages cannot be fetched, the running environment lends them, and only the wheel is new.
    """
    home = tmp_path_factory.mktemp("clean") / "env"
    venv.create(home, with_pip=False)
    program = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv = [sys.executable, "-m", "uv", "pip", "install", "--python", program, wheel]
    pins = ["-c", ROOT / "constraints.txt"]
    fetched = subprocess.run([*map(str, uv), *map(str, pins)], capture_output=True, text=True, check=False)
    if fetched.returncode != 0:
        run(*uv, "--no-deps", "--no-index")
        packages = run(program, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
        (Path(packages) / "zz_lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return program


@pytest.fixture
def clean() -> dict[str, str]:
    """The environment of a stranger: nothing of this checkout is on the path."""
    return {
        key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_VERSION")
    }


def test_the_wheel_holds_lessons_data_licences_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    kept = [path for path in ROOT.glob("notebooks/**/*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    assert kept
    for path in [*kept, *ROOT.glob("datasets/*")]:
        assert f"tiws_teach/_files/{path.relative_to(ROOT).as_posix()}" in names
    for licence in ("LICENSE", "LICENSE-content"):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in names)
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"tiws_teach"}
    assert not [name for name in names if re.search(r"__pycache__|[.]pyc$|/workspace/|(^|/)tests/", name)]


def test_an_embedded_table_is_loaded_and_encoded_outside_the_checkout(python, clean, tmp_path):
    lines = run(python, "-c", USE, cwd=tmp_path, env=clean).stdout.splitlines()
    assert lines == ["True", "True", "(77, 3) 0.52"]


def test_the_demo_runs_from_the_wheel(python, clean, tmp_path):
    shown = run(python, "-m", "tiws_teach", "demo", cwd=tmp_path, env=clean).stdout
    assert re.search(r"estimated survival, tfidf\s+0[.]520", shown)
    script = python.parent / ("tiws-teach.exe" if os.name == "nt" else "tiws-teach")
    assert run(script, "--version", cwd=tmp_path, env=clean).stdout.startswith("tiws_teach ")
