"""The learner's working copy of the lessons: laid down once, updated only where the learner wrote nothing.

Beside the lessons lies ``library/``, the code that they talk about, to be read; each start lays it down anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tiws_teach
from tiws_teach._paths import LIBRARY, MANIFEST
from tiws_teach._validation import project_folder

PACKAGE = Path(__file__).resolve().parent
SHARED = ("_categories", "_neighbors", "_validation")
"""What the methods have in common."""

README = """\
# The library's code, to be read

These are the methods of the lessons, their literal versions in plain loops (`literal/`), and the experiments of each
lesson (`lessons/<topic>/experiments`). A lesson links to them with `source(function)`, `EQUATIONS.md` by the number of
the equation.

The files are copies and read-only: what you change here has no effect, and the next start lays them down anew. To try
a change, copy a function into a cell of a notebook.
"""
_LINE = re.compile(rb"\]\(\.\./tiws_teach/([^)#\s]+)#L(\d+)\)")


@dataclass(frozen=True)
class Change:
    """What happened to one file of the workspace: `action` is "new", "updated" or "beside"."""

    action: str
    path: str
    lesson: str


def default_workspace() -> Path:
    """Return ``workspace/`` of the checkout, or of the current folder where the package is installed from a wheel."""
    originals = project_folder("notebooks")
    installed = originals.parent.name == "_files"
    return (Path.cwd() if installed else originals.parent) / "workspace"


def lesson_files(originals: Path) -> list[Path]:
    """Return the files that a workspace needs, sorted, relative to `originals`; hidden ones and caches are left out."""
    found = [path.relative_to(originals) for path in originals.rglob("*") if path.is_file()]
    return sorted(path for path in found if not any(part.startswith((".", "__pycache__")) for part in path.parts))


def cleared(content: bytes) -> bytes:
    """Return the notebook without outputs and counts."""
    import nbformat

    from tiws_teach.course import _normalise

    return _normalise.dumps(_normalise.clear(nbformat.reads(content.decode("utf-8"), as_version=4))).encode("utf-8")


def for_learners(relative: Path, content: bytes) -> bytes:
    """Return what of an original goes into the working copy: a notebook without outputs, a table with links that lead.

    JupyterLab opens no file above its folder, and counts lines from 0: links to the package lead into the library.
    """
    if relative.suffix == ".ipynb":
        return cleared(content)
    if relative.suffix == ".md":
        return _LINE.sub(lambda found: b"](%s/%s#line=%d)" % (LIBRARY.encode(), found[1], int(found[2]) - 1), content)
    return content


def written(content: bytes, suffix: str) -> str:
    """Return a hash of what a person wrote: of a notebook the cells' kinds and sources, of another file every byte.

    Running a notebook changes outputs, counts and metadata; none of that is the learner's writing.
    """
    if suffix == ".ipynb":
        try:
            cells = json.loads(content)["cells"]
            wrote = [[cell["cell_type"], "".join(cell["source"]), cell.get("attachments")] for cell in cells]
            content = json.dumps(wrote, sort_keys=True).encode("utf-8")
        except (ValueError, KeyError, TypeError):
            pass  # not a notebook any more: then every byte counts as written
    return hashlib.sha256(content).hexdigest()


def fill(workspace: Path, originals: Path | None = None) -> list[Change]:
    """Bring `workspace` to the lessons' newest version without touching what the learner wrote.

    Parameters
    ----------
    workspace : pathlib.Path
        Made where it is missing.
    originals : pathlib.Path, optional
        The folder of the lessons; by default the project's notebooks/.

    Returns
    -------
    list of Change
        One for each file that was written. A second call returns none.
    """
    originals = project_folder("notebooks") if originals is None else originals
    workspace.mkdir(parents=True, exist_ok=True)
    manifest = _read_manifest(workspace / MANIFEST)
    changes = []
    for relative in lesson_files(originals):
        content = for_learners(relative, (originals / relative).read_bytes())
        change = _lay(workspace, relative, content, manifest.setdefault(relative.as_posix(), {}))
        changes += [change] if change else []
    text = json.dumps({"format": 1, "files": manifest}, indent=1, sort_keys=True) + "\n"
    _write(workspace / MANIFEST, text.encode("utf-8"))
    return changes


def code_files(package: Path) -> list[Path]:
    """Return the files that a library holds, sorted, relative to `package`: methods, literal versions, experiments."""
    rooms = [*tiws_teach._NAMES, "literal", *SHARED, *(f"lessons/{room.name}/experiments" for room in lessons(package))]
    places = [path for room in rooms for path in (package / f"{room}.py", *(package / room).rglob("*.py"))]
    return sorted(path.relative_to(package) for path in places if path.is_file())


def lessons(package: Path) -> list[Path]:
    """Return the folders of the lessons."""
    return [path for path in (package / "lessons").iterdir() if path.is_dir()]


def refresh_library(workspace: Path, package: Path = PACKAGE) -> str | None:
    """Lay the code that the lessons talk about into ``library/``, read-only, and take away what is no more.

    Parameters
    ----------
    workspace : pathlib.Path
    package : pathlib.Path, default the folder of tiws_teach

    Returns
    -------
    str or None
        A sentence about a folder of that name that is the learner's own; it is left as it is.
    """
    library = workspace / LIBRARY
    before = _read_manifest(library / MANIFEST)
    if library.is_dir() and any(library.iterdir()) and not before:
        return f"{LIBRARY}/ is a folder of your own, so the code was not laid there. Rename yours to get it."
    files = {path.as_posix(): (package / path).read_bytes() for path in code_files(package)}
    files["README.md"] = README.encode("utf-8")
    for name in before.keys() - files.keys():
        _unlock(library / name).unlink(missing_ok=True)
    text = json.dumps({"format": 1, "files": {name: {} for name in sorted(files)}}, indent=1) + "\n"
    _write(library / MANIFEST, text.encode("utf-8"))  # first, so that a start that was stopped is taken up again
    for name, content in files.items():
        if not (library / name).is_file() or (library / name).read_bytes() != content:
            _write(_unlock(library / name), content)
        (library / name).chmod(0o444)
    return None


def _unlock(path: Path) -> Path:
    """Make a file writable if it is there: Windows replaces and removes no read-only file."""
    if path.exists():
        path.chmod(0o644)
    return path


def _lay(workspace: Path, relative: Path, content: bytes, entry: dict[str, str]) -> Change | None:
    """Lay one file down: `entry` holds what was laid ("laid") and what was last offered beside an edit ("offered")."""
    target, name = workspace / relative, relative.as_posix()
    new = written(content, relative.suffix)
    if not target.exists():
        return _put(target, content, entry, new, Change("new", name, name))
    present = written(target.read_bytes(), relative.suffix)
    if present == new:
        entry["laid"] = new
        return None
    if present == entry.get("laid"):
        return _put(target, content, entry, new, Change("updated", name, name))
    if new in (entry.get("laid"), entry.get("offered")):
        return None
    beside = relative.with_name(f"{relative.stem}.new-{new[:8]}{relative.suffix}")
    entry["offered"] = new
    if not (workspace / beside).exists():
        _write(workspace / beside, content)
    return Change("beside", beside.as_posix(), name)


def _put(target: Path, content: bytes, entry: dict[str, str], new: str, change: Change) -> Change:
    """Write a file of the workspace and remember what was laid."""
    _write(target, content)
    entry["laid"] = new
    return change


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    half.write_bytes(content)
    os.replace(half, path)


def _read_manifest(path: Path) -> dict[str, Any]:
    """Return the files that were laid down; without a manifest every file that differs counts as edited."""
    try:
        files = json.loads(path.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return files if isinstance(files, dict) else {}


def describe(change: Change) -> str:
    """Return one plain line about `change`."""
    if change.action == "beside":
        return f"{change.lesson}: you have edited it, so the new version lies beside it as {change.path}"
    return f"{change.path}: {'brought up to date' if change.action == 'updated' else 'new'}"
