"""``equations``: the table from equation to function to test to notebook, read from the docstrings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser("equations", help="which function implements which equation", description=__doc__)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table there instead of printing it")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print or write the table."""
    from tiws_teach.course._equations import equation_table

    table = equation_table()
    if options.out:
        options.out.write_text(table.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    else:
        print(table)
    return 0
