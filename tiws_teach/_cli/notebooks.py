"""``notebooks``: execute the originals, store their outputs, and update the generated tables (for developers)."""

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
    """Re-execute the chosen notebooks; for all of them also update EQUATIONS.md, CLAIMS.md and the README's table."""
    from tiws_teach.course._normalise import execute_and_normalise

    folder = project_folder("notebooks")
    for path in runner.select(folder, options.which):
        start = time.perf_counter()
        changed = "changed" if execute_and_normalise(path) else "unchanged"
        print(f"{runner.label(path, folder)}  {time.perf_counter() - start:.1f} s  {changed}", flush=True)
    if not options.which:
        from tiws_teach.course._equations import equation_table

        (folder / "EQUATIONS.md").write_text(equation_table(), encoding="utf-8", newline="\n")
        from tiws_teach.course._claims import claim_table

        (folder / "CLAIMS.md").write_text(claim_table(), encoding="utf-8", newline="\n")
        from tiws_teach.course._series import with_lesson_table

        readme = folder.parent / "README.md"
        readme.write_text(with_lesson_table(readme.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    return 0
