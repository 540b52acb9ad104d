"""``data``: list, describe and download the data sets."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser("data", help="list, describe and download the data sets", description=__doc__)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="list all data sets")
    listing.set_defaults(run=run_list)
    describing = actions.add_parser("describe", help="print the card of one data set")
    describing.add_argument("name")
    describing.set_defaults(run=run_describe)
    downloading = actions.add_parser("download", help="download one data set or all of them, and check the SHA-256")
    downloading.add_argument("name", nargs="?", help="default: all data sets")
    downloading.set_defaults(run=run_download)


def run_list(_options: argparse.Namespace) -> int:
    """Print a table of all data sets."""
    from tiws_teach import datasets

    table = datasets.available().reset_index()
    table["present"] = table["present"].map({True: "yes", False: "no"})
    table["rows"] = table["rows"].astype(object).fillna("free")
    print(table[["name", "kind", "rows", "megabytes", "present", "title"]].to_string(index=False))
    return 0


def run_describe(options: argparse.Namespace) -> int:
    """Print one card."""
    from tiws_teach import datasets

    print(datasets.describe(options.name))
    return 0


def run_download(options: argparse.Namespace) -> int:
    """Download one data set or all."""
    from tiws_teach import datasets

    for path in datasets.download(options.name):
        print(path)
    return 0
