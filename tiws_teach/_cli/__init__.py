"""The command line: one file per subcommand, each with `add(subparsers)` and `run(options) -> exit code`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tiws_teach import __version__
from tiws_teach._cli import (
    assignment,
    code,
    data,
    demo,
    equations,
    explore,
    grade,
    lab,
    new_lesson,
    notebooks,
    progress,
    replicate,
    run,
)

COMMANDS = (
    lab,
    explore,
    demo,
    code,
    data,
    run,
    replicate,
    notebooks,
    equations,
    progress,
    assignment,
    grade,
    new_lesson,
)
EXAMPLES = """\
examples:
  python -m tiws_teach lab                     open the lessons in JupyterLab
  python -m tiws_teach explore                 open all explorers on one page, without code
  python -m tiws_teach demo                    estimate the survival for a port that the model has not seen
  python -m tiws_teach data list               list the data sets
  python -m tiws_teach data download mushroom  download a data set and check its SHA-256
  python -m tiws_teach code --help             code open answers from a file at a chosen accuracy
  python -m tiws_teach progress                show how far you are
  python -m tiws_teach run 02                  execute lesson 02 without a browser
  python -m tiws_teach assignment 04 --out homework  write the exercises of lesson 04 as homework

'python -m tiws_teach COMMAND --help' explains each command.
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="python -m tiws_teach",
        description="Lessons and reference implementations on classification in awkward situations.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"tiws_teach {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit code; report an error in one line."""
    top = parser()
    options = top.parse_args(argv)
    if not hasattr(options, "run"):
        top.print_help()
        return 0
    try:
        return options.run(options)
    except BrokenPipeError:
        return 1
    except ModuleNotFoundError:
        raise  # the entry point names a Python that has the packages
    except (ValueError, KeyError, RuntimeError, OSError, ImportError) as error:
        text = error.args[0] if isinstance(error, KeyError) and error.args else error
        print(f"tiws_teach: {text}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("tiws_teach: stopped.", file=sys.stderr)
        return 130
