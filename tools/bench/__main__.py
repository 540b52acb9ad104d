"""``python -m tools.bench [NAME ...] [--quick]``: measure methods next to their peers and write RESULTS.md."""

import argparse
from importlib import import_module

from tools.bench._measure import machine
from tools.bench._report import RESULTS, Section, markdown, merged, parse, render
from tools.bench.registry import ALL


def run(names: list[str], *, quick: bool) -> list[Section]:
    """Return the sections of the methods asked for; print each block when it is ready."""
    sections = []
    for name in names:
        title, blocks = ALL[name], [machine()]
        print(f"## {title}\n\n{blocks[0]}\n", flush=True)
        for block in import_module(f"tools.bench.{name}").measure(quick):
            print(f"{markdown(block)}\n", flush=True)
            blocks.append(block)
        sections.append(Section(title, tuple(blocks)))
    return sections


def main(argv: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"methods, of {', '.join(ALL)} (all)")
    parser.add_argument("--quick", action="store_true", help="small sizes; leaves RESULTS.md as it is")
    options = parser.parse_args(argv)
    unknown = [name for name in options.names if name not in ALL]
    if unknown:
        parser.error(f"NAME must be one of {', '.join(ALL)}; got {unknown[0]}. Leave it out to measure all.")
    sections = run(options.names or list(ALL), quick=options.quick)
    if options.quick:
        return 0
    old = parse(RESULTS.read_text(encoding="utf-8")) if options.names and RESULTS.exists() else []
    RESULTS.write_text(render(merged(old, sections, list(ALL.values()))), encoding="utf-8", newline="\n")
    print(f"Wrote tools/bench/{RESULTS.name}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
