"""List, describe and download the data sets."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True, dest="action")
    actions.add_parser("list", help="list all data sets")
    actions.add_parser("describe", help="print the card of one data set").add_argument("name")
    downloading = actions.add_parser("download", help="download one data set or all of them, and check the SHA-256")
    downloading.add_argument("name", nargs="?", help="default: all data sets")


def run(options: argparse.Namespace) -> int:
    """Print a table of all data sets, or one card, or the files that were downloaded."""
    from tiws_teach import datasets

    if options.action == "describe":
        print(datasets.describe(options.name))
    elif options.action == "download":
        for path in datasets.download(options.name):
            print(path)
    else:
        table = datasets.available().reset_index()
        table["present"] = table["present"].map({True: "yes", False: "no"})
        table["rows"] = table["rows"].astype(object).fillna("free")
        print(table[["name", "kind", "rows", "megabytes", "present", "title"]].to_string(index=False))
    return 0
