"""Build the table of the sources' claims from the verdict tables of the notebooks.

A verdict table is a Markdown table with a column `verdict`. Its first column is the claim. A cell of `verdict` begins
with one of `VERDICTS`; what follows a colon or a comma is part of the measurement, and so are all other columns but
`section`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tiws_teach._validation import fail, project_folder
from tiws_teach.course._equations import lesson_notebooks
from tiws_teach.course._normalise import read_notebook
from tools.notes import NOTES, headings_of, linked, notes_table

VERDICTS = ("holds", "holds in part", "does not hold", "cannot be tested")
PLACES = ("section", "where", "in detail")
"""Headers of the column that says where a claim was measured."""

VERDICT = re.compile(rf"({'|'.join(sorted(VERDICTS, key=len, reverse=True))})(?:[:;,.]\s*(.*))?", re.DOTALL)
"""A cell of the column `verdict`: the verdict, and what follows it."""
TABLE = re.compile(r"(?m)^\|.*\|[ ]*\n\|[ :|-]+\|[ ]*(?:\n\|.*\|[ ]*)*")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COMMA = re.compile(r", (?![^\[\]]*\])")  # not inside the words of a link


@dataclass(frozen=True)
class Claim:
    """One row of a verdict table: what the source says, what was measured, the verdict, and where it was measured."""

    notebook: Path
    claim: str
    measured: str
    verdict: str
    place: str
    """The cell of the column `section`, or the heading above the table."""


def claims(notebook: Path) -> list[Claim]:
    """Return the claims in the verdict tables of a notebook, in order."""
    found, heading = [], ""
    for cell in read_notebook(notebook).cells:
        if cell.cell_type != "markdown":
            continue
        for part in re.split(r"(?m)^(?=#{1,6} )", cell.source):
            heading = part.partition("\n")[0].lstrip("# ") if part.startswith("#") else heading
            for header, *rows in tables(part):
                if "verdict" in header:
                    found += [_claim(notebook, dict(zip(header, row, strict=True)), heading) for row in rows]
    return found


def tables(markdown: str) -> list[list[list[str]]]:
    r"""Return the tables of a Markdown text as rows of cells, the header first; ``\|`` does not end a cell."""
    return [
        [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in lines[:1] + lines[2:]]
        for lines in (table.splitlines() for table in TABLE.findall(markdown))
    ]


def claim_table(notebooks: Path | None = None) -> str:
    """Return all claims as Markdown: the count of each verdict, a table for each notebook, and the notes' headings."""
    folder = notebooks or project_folder("notebooks")
    books = sorted(lesson_notebooks(folder), key=lambda path: (path.name[:2], len(path.parts), path.name))
    found = {path: claims(path) for path in books if "solutions" not in path.parts}
    counts = Counter(claim.verdict for each in found.values() for claim in each)
    parts = [
        "# Claims",
        "What the sources claim, and what the notebooks measured. Generated from the notebooks' verdict tables by\n"
        "`make notebooks`; do not edit.",
        "\n".join(["| verdict | claims |", "|---|---|", *(f"| {each} | {counts[each]} |" for each in VERDICTS)]),
        *(_section(each, folder) for each in found.values() if each),
        *([notes_table(folder)] if (folder / NOTES).is_file() else []),
    ]
    return "\n\n".join(parts) + "\n"


def _claim(notebook: Path, row: dict[str, str], heading: str) -> Claim:
    """Return a row as a claim; several columns of measurements are told apart by their headers."""
    claim, *others = row
    verdict = VERDICT.fullmatch(row["verdict"])
    if not verdict:
        rule, got = f"begin with one of: {', '.join(VERDICTS)}", f"{row['verdict']!r} in {notebook.name}"
        fail("the verdict", rule, got, "Details go after a colon.")
    columns = [name for name in others if name != "verdict" and name not in PLACES and row[name]]
    told = [f"{name}: {row[name]}" if len(columns) > 1 else row[name] for name in columns]
    measured = "; ".join([*told, *filter(None, [verdict[2]])])
    place = next((row[name] for name in PLACES if name in row), heading)
    row_of = f"for {row[claim]!r} in {notebook.name}"
    if not measured or measured.startswith("but "):
        rule, advice = "say what was found, and not begin with 'but'", "Write it after the verdict and a colon."
        fail("the measurement", rule, f"{measured!r} {row_of}", advice)
    if not place:
        fail("the section", "say where it was measured", f"none {row_of}", "Name or link it.")
    return Claim(notebook, row[claim], measured, verdict[1], place)


def _section(found: list[Claim], folder: Path) -> str:
    """Return the claims of one notebook below its title."""
    notebook = found[0].notebook
    headings = headings_of(notebook)
    file = notebook.relative_to(folder).as_posix()
    rows = [
        (_LINK.sub(r"\1", each.claim), _LINK.sub(r"\1", each.measured), each.verdict, place)
        for each in found
        for names in [[each.place] if each.place in headings else _COMMA.split(each.place)]
        for place in [", ".join(_linked(name, file, headings) for name in names)]
    ]
    head = [f"## [{headings[0]}]({file})", "", "| claim | measured | verdict | section |", "|---|---|---|---|"]
    return "\n".join(head + [f"| {' | '.join(row)} |" for row in rows])


def _linked(name: str, file: str, headings: list[str]) -> str:
    """Return the name of a section with a link to its heading; a link stays as it is."""
    return name if _LINK.fullmatch(name) else linked(name, file, headings)
