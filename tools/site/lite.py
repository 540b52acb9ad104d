"""Build the browser edition, whose kernel runs in the page: ``python -m tools.site lite``.

JupyterLite serves the learner's notebooks as files; Pyodide loads the packages, and a first cell installs this one from
the site itself. The page that opens them fetches Pyodide and pure Python packages from the network. It was built and
never run: open a lesson in a browser before you hand out the address.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from nbformat.v4 import new_code_cell

from tiws_teach._workspace import cleared
from tools.site.notebooks import NOTEBOOKS, ROOT

TOOLS = ("jupyterlite-core[contents]==0.8.6", "jupyterlite-pyodide-kernel==0.8.6")
PURE = (
    "ipywidgets anywidget altair matplotlib seaborn pygments platformdirs pooch requests tqdm snowballstemmer "
    "imbalanced-learn nbformat"
)


def lite(out: Path = ROOT / "dist" / "lite", work: Path = ROOT / "build" / "lite") -> int:
    """Build the wheel, write the notebooks with their first cell, and let JupyterLite build the site."""
    for folder in (out, work):
        shutil.rmtree(folder, ignore_errors=True)
    uv: list[str | Path] = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "build", "--quiet", "--wheel", "--out-dir", work / "wheel", ROOT], check=True)
    for path in [*NOTEBOOKS.glob("*.ipynb"), *NOTEBOOKS.glob("more/*.ipynb"), *NOTEBOOKS.glob("solutions/*.ipynb")]:
        to = work / "files" / path.relative_to(NOTEBOOKS)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(with_installation(cleared(path.read_bytes())), encoding="utf-8")
    (wheel,) = (work / "wheel").glob("*.whl")
    tool = [*uv, "tool", "run", "--quiet", "--from", TOOLS[0], "--with", TOOLS[1], "jupyter-lite"]
    files: list[str | Path] = ["--contents", work / "files", "--piplite-wheels", wheel, "--output-dir", out]
    return subprocess.call([*tool, "build", "--lite-dir", work, *files], cwd=work)


def with_installation(notebook: bytes) -> str:
    """Return a notebook with a first cell that installs the package in the page."""
    document = json.loads(notebook)
    cell = new_code_cell(f"%pip install -q {PURE}\n%pip install -q --no-deps tiws_teach", id="lite-install")
    return json.dumps(document | {"cells": [cell, *document["cells"]]}, ensure_ascii=False, indent=1)
