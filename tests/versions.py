"""Run the unit tests with other versions of the packages: by default the oldest ones that pyproject.toml allows.

Run ``python tests/versions.py``, with ``--newest`` for the newest ones, and with ``--python 3.13`` for another Python.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNITS = ("contract", "methods", "test_datasets*.py", "test_course.py", "test_predictions.py", "test_source.py")
UNITS += ("test_plots.py", "test_validation.py", "test_literal.py", "test_public_api.py")
"""The tests that ask whether the library computes and draws; linters, notebooks and pages have one version each."""
OF_THEIR_TIME = ["pyparsing>=3.2,<3.3"]
"""What the oldest packages need from others: matplotlib 3.10.0 uses names of pyparsing that 3.3 calls deprecated."""


def environment(python: str, newest: bool) -> Path:
    """Make a new environment in build/ and return its Python."""
    number = re.search(r"3\.\d+", python)
    name = f"{'newest' if newest else 'oldest'}-{number[0] if number else 'other'}"
    home = ROOT / "build" / "versions" / name
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "--quiet", "--clear", "--python", python, home], check=True)
    resolution = "highest" if newest else "lowest-direct"
    packages = ["-e", ".[test]", *([] if newest else OF_THEIR_TIME)]
    install = ["pip", "install", "--quiet", "--python", home, "--resolution", resolution, *packages]
    subprocess.run([*uv, *install], cwd=ROOT, check=True)
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def main() -> int:
    """Make the environment, then run the unit tests or those that are named."""
    parser = argparse.ArgumentParser(description="Run the unit tests with other versions.")
    parser.add_argument("tests", nargs="*", help="default: methods, data sets, course, plots")
    parser.add_argument("--python", default=".".join(map(str, sys.version_info[:2])), help="3.13, or the path of one")
    parser.add_argument("--newest", action="store_true", help="the newest versions instead of the oldest allowed")
    arguments = parser.parse_args()
    program = environment(arguments.python, arguments.newest)
    tests = arguments.tests or [str(path) for name in UNITS for path in sorted((ROOT / "tests").glob(name))]
    return subprocess.call([program, "-m", "pytest", "-q", "-n", "2", *tests], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
