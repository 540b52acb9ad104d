"""Entry point of ``python -m tiws_teach``."""

import sys
from io import TextIOWrapper
from pathlib import Path


def main() -> int:
    """Run the command line; if this Python lacks a package, name one that has it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that lacks a letter must not end a command
            stream.reconfigure(errors="backslashreplace")
    try:
        from tiws_teach import _cli

        return _cli.main()
    except ModuleNotFoundError as error:
        print(f"tiws_teach: this Python has no package {error.name!r}. {_remedy()}.", file=sys.stderr)
        return 1


def _remedy() -> str:
    root = Path(__file__).resolve().parent.parent
    pythons = (root / ".venv" / "bin" / "python", root / ".venv" / "Scripts" / "python.exe")
    here = next((python for python in pythons if python.exists()), None)
    if here:
        return f"Use {here} instead"
    if (root / "bootstrap.py").exists():
        return "Run 'python3 bootstrap.py lab' once, then use the Python in .venv"
    return 'Install it with: pip install "tiws_teach[lab]"'


if __name__ == "__main__":
    sys.exit(main())
