"""Files that commands write for people: nothing is overwritten unasked, and no cell runs as a formula."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tiws_teach._validation import fail

FORMULA = re.compile(r"(?![+-][\d.,]+$)[=+\-@\t\r]")


def add_force(parser: Any) -> None:
    """Add the switch that allows `check_new` to overwrite."""
    parser.add_argument("--force", action="store_true", help="overwrite the output if it exists")


def add_raw(parser: Any) -> None:
    """Add the switch that turns `escaped` off."""
    parser.add_argument("--raw", action="store_true", help="write cells that begin with = + - @ as they are; otherwise "
                        "a ' is put before them, unless they are numbers, because a spreadsheet runs them as "
                        "formulas")  # fmt: skip


def check_new(option: str, path: Path, inputs: Iterable[Path] = (), *, force: bool | None = None) -> None:
    """Refuse to write over an input, or over any file unless `force` is true; None: the command has no --force."""
    if path.resolve() in {known.resolve() for known in inputs}:
        fail(option, "not be an input", f"{path}", "Choose another name.")
    if path.exists() and not force:
        more = "" if force is None else ", or pass --force to overwrite it"
        fail(option, "be a new file", f"{path}, which exists", f"Choose another name{more}.", FileExistsError)
    if not path.parent.is_dir():
        fail(option, "be in a folder that exists", f"{path}", "Create the folder first.", FileNotFoundError)


def escaped(cell: Any) -> Any:
    """Return a cell as a spreadsheet may show it: text that it would run as a formula gets a leading apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
