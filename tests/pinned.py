"""Which sanitize file nbval is to use: run as a script it prints the path.

The stored pictures were drawn by Python 3.11 with the versions of constraints.txt on Linux x86_64. There they must come
out again byte by byte; elsewhere another font renderer may move a pixel, and only their words are compared.
"""

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ("Linux", "x86_64", (3, 11))


def pins(text: str) -> list[Requirement]:
    """Return the requirements of a constraints file."""
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    return [Requirement(line) for line in lines if line]


def differences(text: str) -> list[str]:
    """Return the installed packages whose versions are not the pinned ones, as ``name installed (pinned)``."""
    found = []
    for pin in pins(text):
        if pin.marker is not None and not pin.marker.evaluate():
            continue
        try:
            installed = version(pin.name)
        except PackageNotFoundError:
            continue  # of an extra that is not installed
        if not pin.specifier.contains(installed):
            found.append(f"{pin.name} {installed} ({pin.specifier})")
    return found


def sanitize_file() -> str:
    """Return the sanitize file for this machine, relative to the project."""
    here = (platform.system(), platform.machine(), sys.version_info[:2])
    exact = here == RECORDED and not differences((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    return "tests/nbval_sanitize_pinned.cfg" if exact else "tests/nbval_sanitize.cfg"


if __name__ == "__main__":
    print(sanitize_file())
