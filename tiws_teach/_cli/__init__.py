"""The command line: one file per subcommand, with `add_arguments(parser)` and `run(options) -> exit code`.

The docstring of the file is the help: its first line in the list of commands, the rest on the command's own page.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from tiws_teach import __version__

NAMES = ("lab", "explore", "demo", "code", "desk", "data", "run", "replicate", "equations", "progress", "review",
         "concepts", "assignment", "grade")  # fmt: skip
EXAMPLES = """\
examples:
  python -m tiws_teach lab                     open the lessons in JupyterLab
  python -m tiws_teach explore                 open all explorers on one page, without code
  python -m tiws_teach demo                    estimate the survival for a port that the model has not seen
  python -m tiws_teach data list               list the data sets
  python -m tiws_teach data download mushroom  download a data set and check its SHA-256
  python -m tiws_teach code --help             code open answers from a file at a chosen accuracy
  python -m tiws_teach desk --help             have two coders and an adjudicator code them on pages
  python -m tiws_teach progress                show how far you are
  python -m tiws_teach review                  ask again what you are about to forget
  python -m tiws_teach concepts                take the concept test, before the course and after it
  python -m tiws_teach run 02                  execute lesson 02 without a browser
  python -m tiws_teach assignment 04 --students class.csv --out homework  draw homework for each student

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
    for name in NAMES:
        command = import_module(f"{__name__}.{name}")
        summary, _, rest = (command.__doc__ or "").partition("\n\n")
        summary = summary[:1].lower() + summary[1:].rstrip(".")
        added = commands.add_parser(name, help=summary, description=rest or summary)
        command.add_arguments(added)
        added.set_defaults(run=command.run)
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
        if isinstance(error, OSError) and error.filename:
            text = f"{error.filename}: {error.strerror}. Check the path; the current folder is {Path.cwd()}."
        print(f"tiws_teach: {text}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("tiws_teach: stopped.", file=sys.stderr)
        return 130
