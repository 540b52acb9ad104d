"""List the function of each equation; with a number: show its formula and code.

Print the table of all equations. With a number such as 2.6, print the formula from the lesson, the code that computes
it, and its literal version in plain loops.
"""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("number", nargs="?", metavar="N.N", help="one equation (default: the table of all)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to this file instead of printing")


def run(options: argparse.Namespace) -> int:
    """Print or write the table, or one equation."""
    from tiws_teach._validation import project_folder
    from tiws_teach.course._equations import explained

    table = project_folder("notebooks") / "EQUATIONS.md"
    text = explained(options.number) if options.number else table.read_text(encoding="utf-8")
    if options.out:
        options.out.write_text(text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    else:
        print(text)
    return 0
