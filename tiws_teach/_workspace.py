"""The learner's working copy of the lessons: copied once, then updated only where the learner wrote nothing.

Next to the lessons is ``library/``, a read-only copy of the code behind them; each start refreshes it.
"""

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
SHARED = ("_categories", "_docs", "_neighbors", "_validation")
"""Modules that several methods share."""

README = """\
# The library's code for reading

This folder holds the methods of the lessons, their literal versions in plain loops (`literal/`), and the experiments of
each lesson (`lessons/<topic>/experiments`). The lessons link to these files with `source(function)`, and `EQUATIONS.md`
links to them by the number of the equation.

The files are read-only copies. Changes here have no effect, and the next start overwrites them. To try a change, copy a
function into a cell of a notebook.
"""
_LINE = re.compile(rb"\]\(\.\./tiws_teach/([^)#\s]+)#L(\d+)\)")


@dataclass(frozen=True)
class Change:
    """A change to one file: `action` is "new", "updated" or "beside" (saved next to an edited file)."""

    action: str
    path: str
    lesson: str


def default_workspace() -> Path:
    """Return ``workspace/`` in the checkout, or in the current folder if the package was installed from a wheel."""
    originals = project_folder("notebooks")
    installed = originals.parent.name == "_files"
    return (Path.cwd() if installed else originals.parent) / "workspace"


def lesson_files(originals: Path, *, solutions: bool = True) -> list[Path]:
    """Return the files that a workspace needs, sorted, relative to `originals`, without hidden files and caches."""
    left_out = (".", "__pycache__") if solutions else (".", "__pycache__", "solutions")
    files = [path.relative_to(originals) for path in originals.rglob("*") if path.is_file()]
    return sorted(path for path in files if not any(part.startswith(left_out) for part in path.parts))


def cleared(content: bytes) -> bytes:
    """Return the notebook without outputs and execution counts."""
    import nbformat

    from tiws_teach.course import _normalise

    return _normalise.dumps(_normalise.clear(nbformat.reads(content.decode("utf-8"), as_version=4))).encode("utf-8")


def for_learners(relative: Path, content: bytes) -> bytes:
    """Return the content for the working copy: a notebook without outputs, a Markdown file with adjusted links.

    JupyterLab opens no file above its folder and counts lines from 0, so links to the package point into the library.
    """
    if relative.suffix == ".ipynb":
        return cleared(content)
    if relative.suffix == ".md":
        return _LINE.sub(lambda match: b"](%s/%s#line=%d)" % (LIBRARY.encode(), match[1], int(match[2]) - 1), content)
    return content


def written(content: bytes, suffix: str) -> str:
    """Return a hash of what a person wrote: the types and sources of a notebook's cells, or all bytes of another file.

    Running a notebook changes only outputs, counts and metadata, which do not count as an edit.
    """
    if suffix == ".ipynb":
        try:
            cells = json.loads(content)["cells"]
            wrote = [[cell["cell_type"], "".join(cell["source"]), cell.get("attachments")] for cell in cells]
            content = json.dumps(wrote, sort_keys=True).encode("utf-8")
        except (ValueError, KeyError, TypeError):
            pass  # no longer a valid notebook: all bytes count as written
    return hashlib.sha256(content).hexdigest()


def fill(workspace: Path, originals: Path | None = None, *, solutions: bool = True) -> list[Change]:
    """Update `workspace` to the newest version of the lessons without changing what the learner wrote."""
    originals = project_folder("notebooks") if originals is None else originals
    workspace.mkdir(parents=True, exist_ok=True)
    manifest = _read_manifest(workspace / MANIFEST)
    changes = []
    for relative in lesson_files(originals, solutions=solutions):
        content = for_learners(relative, (originals / relative).read_bytes())
        change = _lay(workspace, relative, content, manifest.setdefault(relative.as_posix(), {}))
        changes += [change] if change else []
    text = json.dumps({"format": 1, "files": manifest}, indent=1, sort_keys=True) + "\n"
    _write_changed(workspace / MANIFEST, text)
    return changes


def code_files(package: Path) -> list[Path]:
    """Return the files of the library, sorted, relative to `package`: methods, literal versions, experiments."""
    rooms = [
        *tiws_teach._METHODS,
        "literal",
        *SHARED,
        *(f"lessons/{room.name}/experiments" for room in lessons(package)),
    ]
    places = [path for room in rooms for path in (package / f"{room}.py", *(package / room).rglob("*.py"))]
    return sorted(path.relative_to(package) for path in places if path.is_file())


def lessons(package: Path) -> list[Path]:
    """Return the folders of the lessons."""
    return [path for path in (package / "lessons").iterdir() if path.is_dir()]


def refresh_library(workspace: Path, package: Path = PACKAGE) -> str | None:
    """Copy the code behind the lessons into ``library/``, read-only, and remove files that no longer exist."""
    library = workspace / LIBRARY
    before = _read_manifest(library / MANIFEST)
    if library.is_dir() and any(library.iterdir()) and not before:
        return f"{LIBRARY}/ is a folder of your own, so the code was not copied there. Rename your folder to get it."
    files = {path.as_posix(): (package / path).read_bytes() for path in code_files(package)}
    files["README.md"] = README.encode("utf-8")
    for name in before.keys() - files.keys():
        _unlock(library / name).unlink(missing_ok=True)
    text = json.dumps({"format": 1, "files": {name: {} for name in sorted(files)}}, indent=1) + "\n"
    _write_changed(library / MANIFEST, text)  # first, so that the next start resumes an interrupted one
    for name, content in files.items():
        if not (library / name).is_file() or (library / name).read_bytes() != content:
            _write(_unlock(library / name), content)
        (library / name).chmod(0o444)
    return None


def _unlock(path: Path) -> Path:
    """Make a file writable if it exists; Windows cannot replace or remove a read-only file."""
    if path.exists():
        path.chmod(0o644)
    return path


def _lay(workspace: Path, relative: Path, content: bytes, entry: dict[str, str]) -> Change | None:
    """Copy one file; `entry` holds hashes of the copy ("laid") and of the version saved next to an edit ("offered")."""
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
    renewed = relative.with_name(f"{relative.stem}.new-{new[:8]}{relative.suffix}")
    entry["offered"] = new
    if not (workspace / renewed).exists():
        _write(workspace / renewed, content)
    return Change("beside", renewed.as_posix(), name)


def _put(target: Path, content: bytes, entry: dict[str, str], new: str, change: Change) -> Change:
    """Write a file of the workspace and record its hash."""
    _write(target, content)
    entry["laid"] = new
    return change


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically, even while another process writes it too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}.half")
    half.write_bytes(content)
    os.replace(half, path)


def _write_changed(path: Path, text: str) -> None:
    """Write a file unless it has this text, so that a finished copy may be read-only."""
    content = text.encode("utf-8")
    if not path.is_file() or path.read_bytes() != content:
        _write(path, content)


def _read_manifest(path: Path) -> dict[str, Any]:
    """Return the recorded files; without a readable record a file that differs counts as edited."""
    try:
        files = json.loads(path.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {name: entry for name, entry in files.items() if isinstance(entry, dict)} if isinstance(files, dict) else {}


def describe(change: Change) -> str:
    """Return one line that describes `change`."""
    if change.action == "beside":
        return f"{change.lesson}: you edited it, so the new version is saved next to it as {change.path}"
    return f"{change.path}: {'updated' if change.action == 'updated' else 'new'}"
