"""Put live explorers in the place of their stills: one script draws them all, and each has a script with its states.

To embed an explorer in a page, put `embedded("HideCategoryExplorer")` where it should stand and
`scripts(["HideCategoryExplorer"], "_static/explorers/")` once below it, after `copy_scripts(static / "explorers")`. The
page needs no kernel and no network, and works from file://.
"""

import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from tiws_teach.course import explorers
from tiws_teach.course._built import BUNDLE
from tiws_teach.course.charts import SCRIPT, STYLE
from tools.explorers import page_script
from tools.site.notebooks import ROOT, write

STILLS = re.compile(r'<figure data-tiws-explorer="(?P<name>\w+)"(?P<set>[^>]*)>.*?</figure>', re.DOTALL)
"""What a notebook stores for an explorer."""
COMPUTING = ("numpy", "scipy", "pandas", "scikit-learn")
FILES = {"vega.js": BUNDLE, "explorer.js": SCRIPT, "explorer.css": STYLE}
_MOUNT = (
    "<script>(function mount() { if (document.readyState !== 'complete') return void addEventListener('load', mount);"
    " tiwsExplorer.pages(); })();</script>"
)


def named(html: str) -> list[str]:
    """Return the explorers whose stills stand in a text, each once."""
    return list(dict.fromkeys(match["name"] for match in STILLS.finditer(html)))


def embedded(name: str, height: int = 480, setting: str = "") -> str:
    """Return the place of an explorer, without stills; this height, in pixels, is kept while it loads."""
    style = f'style="margin: 0; min-height: {height}px"'
    return f'<figure data-tiws-explorer="{name}"{setting} {style}><p>{explorers()[name].title}</p></figure>'


def scripts(names: Iterable[str], address: str) -> str:
    """Return the style sheet and the scripts of some explorers, for once on a page."""
    files = ["vega.js", "explorer.js", *(f"{name}.js" for name in names)]
    loads = "".join(f'<script defer src="{address}{name}"></script>' for name in files)
    return f'<link rel="stylesheet" href="{address}explorer.css">{loads}{_MOUNT}'


def copy_scripts(folder: Path, names: Iterable[str] | None = None) -> None:
    """Write the scripts of some explorers, or of all, to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in FILES.items():
        (folder / name).write_bytes(source.read_bytes())
    for name in explorers() if names is None else names:
        (folder / f"{name}.js").write_text(states(name), encoding="utf-8", newline="\n")


@cache
def states(name: str) -> str:
    """Return the script with all states of an explorer's page, computed once for the same code, data and packages."""
    path = ROOT / "build" / "explorers" / _version() / f"{name}.js"
    if not path.is_file():
        half = write(path.with_suffix(f".{os.getpid()}"), page_script(explorers()[name]()))
        os.replace(half, path)  # another process may read or write it
    return path.read_text(encoding="utf-8")


@cache
def _version() -> str:
    """Return a hash of all that the states follow from: the package, the data sets, and what computes."""
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in COMPUTING).encode())
    for path in sorted([*(ROOT / "tiws_teach").rglob("*.py"), *(ROOT / "datasets").iterdir()]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]
