"""``equations``: the table of equations, functions, tests and notebooks, or one equation with its code."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser(
        "equations",
        help="list the function of each equation; with a number: show its formula and code",
        description="Print the table of all equations. With a number such as 2.6, print the formula from the "
        "lesson, the code that computes it, and its literal version in plain loops.",
    )
    parser.add_argument("number", nargs="?", metavar="N.N", help="one equation (default: the table of all)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to this file instead of printing")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print or write the table, or one equation."""
    from tiws_teach.course._equations import equation_table, explained

    text = explained(options.number) if options.number else equation_table()
    if options.out:
        options.out.write_text(text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    else:
        print(text)
    return 0
