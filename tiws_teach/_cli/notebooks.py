"""(developers) execute all notebooks and store their outputs."""

from __future__ import annotations

import argparse
import time

from tiws_teach._cli import run as runner
from tiws_teach._validation import project_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("which", nargs="*", metavar="NN", help="number, part of the name, or path (default: all)")


def run(options: argparse.Namespace) -> int:
    """Execute the chosen notebooks again and store their outputs."""
    from tiws_teach.course._normalise import execute_and_normalise

    folder = project_folder("notebooks")
    for path in runner.select(folder, options.which):
        start = time.perf_counter()
        changed = "changed" if execute_and_normalise(path) else "unchanged"
        print(f"{runner.label(path, folder)}  {time.perf_counter() - start:.1f} s  {changed}", flush=True)
    return 0
