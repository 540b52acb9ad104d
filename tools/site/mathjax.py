"""MathJax without the network: the files that typeset TeX as HTML, and what they are told."""

from __future__ import annotations

import importlib.metadata
import shutil
from pathlib import Path
from typing import Any

SCRIPT = "mathjax/startup.js"
SETTINGS: dict[str, Any] = {
    "loader": {"load": ["input/tex", "output/chtml", "a11y/assistive-mml"]},
    "options": {"enableMenu": False},
}
_FILES = (
    "startup.js",
    "core.js",
    "input/tex.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "a11y/assistive-mml.js",
)
_FOLDERS = ("input/tex/extensions", "output/chtml/fonts/woff-v2")


def copy_mathjax(folder: Path) -> None:
    """Copy what is needed of the installed MathJax to ``folder/mathjax``."""
    files = importlib.metadata.files("sphinx-mathjax-offline") or []
    installed = Path(str(next(path for path in files if path.name == "startup.js").locate())).parent
    for name in _FOLDERS:
        shutil.copytree(installed / name, folder / "mathjax" / name)
    for name in _FILES:
        to = folder / "mathjax" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(installed / name, to)
