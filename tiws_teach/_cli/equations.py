"""``equations``: the table from equation to function to test to notebook, or one equation with its code."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser(
        "equations",
        help="which function implements which equation; with a number: formula and code",
        description="Print the table of all equations. With a number, 2.6 say: print that formula as its lesson has "
        "it, the code that computes it, and its literal version in plain loops.",
    )
    parser.add_argument("number", nargs="?", metavar="N.N", help="one equation; default: the table of all")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there instead of printing")
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
