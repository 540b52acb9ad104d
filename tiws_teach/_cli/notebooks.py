"""``notebooks``: execute the originals, store their outputs (for developers)."""

from __future__ import annotations

import argparse
import time
from typing import Any

from tiws_teach._cli import run as runner
from tiws_teach._validation import project_folder


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser("notebooks", help="(developers) execute all notebooks and store their outputs",
                                 description=__doc__)  # fmt: skip
    parser.add_argument("which", nargs="*", metavar="NN", help="number, part of the name, or path (default: all)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Execute the chosen notebooks again and store their outputs."""
    from tiws_teach.course._normalise import execute_and_normalise

    folder = project_folder("notebooks")
    for path in runner.select(folder, options.which):
        start = time.perf_counter()
        changed = "changed" if execute_and_normalise(path) else "unchanged"
        print(f"{runner.label(path, folder)}  {time.perf_counter() - start:.1f} s  {changed}", flush=True)
    return 0
