"""MathJax without the network: the files that typeset TeX as HTML, and what they are told."""

import importlib.metadata
from pathlib import Path
from typing import Any

from tools.site.notebooks import copy_files

SCRIPT = "mathjax/startup.js"
SETTINGS: dict[str, Any] = {
    "loader": {"load": ["input/tex", "output/chtml", "a11y/assistive-mml"]},
    "options": {"enableMenu": False},
}
_PARTS = (
    "startup.js",
    "core.js",
    "input/tex.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "a11y/assistive-mml.js",
    "input/tex/extensions",
    "output/chtml/fonts/woff-v2",
)


def copy_mathjax(folder: Path) -> None:
    """Copy what is needed of the installed MathJax to ``folder/mathjax``."""
    files = importlib.metadata.files("sphinx-mathjax-offline") or []
    installed = Path(str(next(path for path in files if path.name == "startup.js").locate())).parent
    copy_files(installed, folder / "mathjax", _PARTS)
