"""Execute the notebooks, store their outputs, and renew the tables that are made from them.

python -m tools.notebooks             everything
python -m tools.notebooks 02 05a      only these notebooks, no tables
python -m tools.notebooks --tables    only EQUATIONS.md, CLAIMS.md with its picture, and the README's table of lessons
"""

import argparse
import os
import sys
import time
from pathlib import Path

from tiws_teach._cli.run import label, select
from tiws_teach._validation import project_folder
from tiws_teach.course._normalise import dumps, execute
from tiws_teach.course._series import with_lesson_table
from tools.claims import claim_table, claims_picture
from tools.equations import equation_table


def execute_and_normalise(path: Path) -> bool:
    """Run a notebook and write it back unless nothing changed, as after a second run; return whether it changed."""
    before = path.read_bytes()
    after = dumps(execute(path)).encode("utf-8")
    if after == before:
        return False
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(after)
    os.replace(part, path)
    return True


def write(path: Path, text: str) -> None:
    """Write a text with the line ends of the repository."""
    path.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Execute the chosen notebooks; without a choice also renew the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.notebooks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", nargs="*", metavar="NN", help="number, part of the name, or path (default: all)")
    parser.add_argument("--tables", action="store_true", help="execute nothing")
    options = parser.parse_args(arguments)
    folder = project_folder("notebooks")
    for path in [] if options.tables else select(folder, options.which):
        start = time.perf_counter()
        changed = "changed" if execute_and_normalise(path) else "unchanged"
        print(f"{label(path, folder)}  {time.perf_counter() - start:.1f} s  {changed}", flush=True)
    if options.tables or not options.which:
        write(folder / "EQUATIONS.md", equation_table())
        write(folder / "CLAIMS.md", claim_table())
        write(folder / "claims.svg", claims_picture())
        readme = folder.parent / "README.md"
        write(readme, with_lesson_table(readme.read_text(encoding="utf-8")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
