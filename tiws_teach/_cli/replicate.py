"""Recompute the results for a table of a paper.

Compute a replication. This takes minutes and shows a progress bar; an interrupted run continues where it stopped.
'list' prints the names, 'all' computes all of them.
"""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("name", nargs="?", default="list", help="a replication, 'list' or 'all'")
    parser.add_argument("--out", type=Path, help="write the results to this folder instead of the project")
    parser.add_argument("--restart", action="store_true", help="ignore the results of an interrupted run")


def run(options: argparse.Namespace) -> int:
    """List or compute replications."""
    from tiws_teach._validation import check_choice
    from tiws_teach.replications import REPLICATIONS

    if options.name == "list":
        for name, replication in REPLICATIONS.items():
            print(f"{name:<28} {replication.about}")
        return 0
    check_choice("name", options.name, ["list", "all", *REPLICATIONS])
    for name in REPLICATIONS if options.name == "all" else [options.name]:
        print(f"tiws_teach: {name} ...", flush=True)
        REPLICATIONS[name].run(progress=True, resume=not options.restart, out=options.out)
    return 0
