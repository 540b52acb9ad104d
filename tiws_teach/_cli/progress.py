"""Show your predictions, solved exercises, and what comes next.

Count your predictions, how many were right, and the exercises that you have solved. The records are in your own user
folder and go nowhere else.
"""

import argparse
import json
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--export", type=Path, metavar="FILE", help="write your records to a new JSON file")
    parser.add_argument("--delete", action="store_true", help="delete your records")


def run(options: argparse.Namespace) -> int:
    """Print the table, or export or delete the records."""
    from tiws_teach._cli._tables import check_new
    from tiws_teach.course import _store
    from tiws_teach.course._progress import hit_rate, next_step, progress

    if options.export:
        check_new("--export", options.export)
        text = json.dumps(_store.read_records(), indent=1, sort_keys=True, ensure_ascii=False)
        with options.export.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text + "\n")
        print(f"Your records are in {options.export}.")
    if options.delete:
        deleted = _store.delete_records()
        print(f"Deleted: {', '.join(str(path) for path in deleted) or 'nothing, there were no records'}.")
    if not (options.export or options.delete):
        table = progress()
        print(table.to_string())
        print(f"{hit_rate(table)} {next_step(table)}")
    return 0
