"""Execute notebooks without a browser.

Execute notebooks from top to bottom in a new kernel and print the seconds and the result of each. Nothing is saved.
The exit code is 0 if all notebooks ran without an error.
"""

import argparse
import time
from pathlib import Path

from tiws_teach import _workspace
from tiws_teach._validation import project_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("which", nargs="*", metavar="NN", help="number (02), part of the name, or path (default: all)")
    parser.add_argument("--workspace", action="store_true", help="run your own copies instead of the originals")


def select(folder: Path, which: list[str]) -> list[Path]:
    """Return the notebooks of `folder` that match `which`, in order, or all if `which` is empty."""
    everything = [folder / path for path in _workspace.lesson_files(folder) if path.suffix == ".ipynb"]
    if not which:
        return everything
    chosen: list[Path] = []
    for name in which:
        path = Path(name)
        if path.suffix == ".ipynb" and path.is_file():
            chosen.append(path.resolve())
            continue
        matches = [
            path for path in everything if (path.name.startswith(name) if name.isdigit() else name in path.as_posix())
        ]
        if not matches:
            there = ", ".join(label(path, folder) for path in everything) or "none"
            raise ValueError(f"no notebook matches {name!r} in {folder}. Choose one of: {there}")
        chosen += matches
    return list(dict.fromkeys(chosen))


def label(path: Path, folder: Path) -> str:
    """Return a notebook's name for messages; below `folder` the path relative to it."""
    return (path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)).with_suffix("").as_posix()


def run(options: argparse.Namespace) -> int:
    """Execute the chosen notebooks."""
    from tiws_teach.course._normalise import NotebookRunError, execute

    folder = _workspace.default_workspace() if options.workspace else project_folder("notebooks")
    if options.workspace and not folder.is_dir():
        raise FileNotFoundError("there is no workspace yet. Create it first: python -m tiws_teach lab")
    paths = select(folder, options.which)
    width = max((len(label(path, folder)) for path in paths), default=0)
    failed = 0
    for path in paths:
        start = time.perf_counter()
        print(f"{label(path, folder):<{width}}  ", end="", flush=True)
        result = "ok"
        try:
            execute(path)
        except (NotebookRunError, ValueError) as error:
            failed += 1
            result = f"FAILED  {' '.join(str(error).split())}"
        print(f"{time.perf_counter() - start:6.1f} s  {result}", flush=True)
    print(f"{len(paths) - failed} of {len(paths)} notebooks ran without an error.")
    return 1 if failed or not paths else 0
