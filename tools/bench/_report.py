"""RESULTS.md: sections of sentences and tables, written as Markdown and read back."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")

INTRODUCTION = (
    "# Benchmarks",
    "Each method next to its peers, in one run on one machine: the peers take turns, and the best of several rounds "
    "counts. Seconds are processor time on one thread. They differ from machine to machine; ratios differ little.",
    "`make bench` measures all methods and writes this file; `python -m tools.bench NAME` measures one of them again.",
)


@dataclass(frozen=True)
class Table:
    """A table of text; the first column is set left, the others right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = str | Table


@dataclass(frozen=True)
class Section:
    """What one method's benchmark found: paragraphs, headings of a lower level, and tables, in order."""

    title: str
    blocks: tuple[Block, ...]


def render(sections: list[Section]) -> str:
    """Return the text of RESULTS.md, with the checksum that shows whether a hand has changed it."""
    blocks: list[Block] = [*INTRODUCTION]
    for section in sections:
        blocks += [f"## {section.title}", *section.blocks]
    text = "\n\n".join(map(markdown, blocks)) + "\n"
    return f"{text}\n{_seal(text)}\n"


def parse(text: str) -> list[Section]:
    """Return the sections of a text that `render` has made; refuse one that was changed since."""
    body, _, seal = text.removesuffix("\n").rpartition("\n\n")
    body += "\n"
    if seal != _seal(body):
        raise ValueError("RESULTS.md must be left as the command wrote it; got another checksum. Run make bench.")
    sections: list[Section] = []
    for paragraph in body.removesuffix("\n").split("\n\n")[len(INTRODUCTION) :]:
        if paragraph.startswith("## "):
            sections.append(Section(paragraph.removeprefix("## "), ()))
        else:
            last = sections.pop()
            sections.append(Section(last.title, (*last.blocks, _block(paragraph))))
    return sections


def markdown(block: Block) -> str:
    """Return a block as it stands in RESULTS.md."""
    if isinstance(block, str):
        return block
    rule = ("---", *["---:"] * (len(block.header) - 1))
    return "\n".join("| " + " | ".join(row) + " |" for row in (block.header, rule, *block.rows))


def joined(tables: list[Table]) -> Table:
    """Return the rows of tables with one header as one table."""
    return Table(tables[0].header, tuple(row for table in tables for row in table.rows))


def merged(old: list[Section], new: list[Section], titles: list[str]) -> list[Section]:
    """Return the sections in the order of `titles`: the new one where there is one, else the old."""
    known = {section.title: section for section in [*old, *new]}
    return [known[title] for title in titles if title in known]


def figure(value: float | None) -> str:
    """Return a number with three significant digits and no exponent; a dash for None."""
    if value is None:
        return "-"
    if abs(value) >= 99.95:
        return f"{value:.0f}"
    return f"{value:#.3g}" if abs(value) >= 1e-4 else f"{value:.6f}"


def _seal(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return f"<!-- Written by python -m tools.bench; sha256 of the text above: {digest} -->"


def _block(paragraph: str) -> Block:
    if not paragraph.startswith("| "):
        return paragraph
    lines = [tuple(line[2:-2].split(" | ")) for line in paragraph.split("\n")]
    return Table(lines[0], tuple(lines[2:]))
