"""``claims``: the table of the sources' claims with our verdicts."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser(
        "claims",
        help="list the claims of the sources with what was measured",
        description="Print the table of all claims, measurements and verdicts of the notebooks.",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to this file instead of printing")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print or write the table."""
    from tiws_teach.course._claims import claim_table

    if options.out:
        options.out.write_text(claim_table(), encoding="utf-8", newline="\n")
    else:
        print(claim_table(), end="")
    return 0
