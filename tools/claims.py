"""Build the table of the sources' claims from the verdict tables of the notebooks.

A verdict table is a Markdown table whose first column is the claim. In the second edition it has the columns `source`
(the place of the claim), `reproduced` and `beyond`; a cell of the last two begins with a word of `PARTS` and a colon,
and the figure or the reason follows. In the first edition it has a column `verdict` whose cells begin with one of
`VERDICTS`; what follows a colon or a comma is part of the measurement, and so are all other columns but `section`.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tiws_teach._validation import fail, project_folder
from tiws_teach.course._equations import lesson_notebooks
from tiws_teach.course._normalise import read_notebook
from tools.notes import NOTES, headings_of, linked, notes_table

VERDICTS = ("holds", "holds in part", "does not hold", "cannot be tested")
PARTS = {
    "reproduced": ("yes", "no", "not testable here"),
    "beyond": ("holds", "holds in part", "does not hold", "not tested"),
}
"""The two parts of a verdict: by the source's protocol, and on other data."""
PLACES = ("section", "where", "in detail")
"""Headers of the column that says where a claim was measured."""

TABLE = re.compile(r"(?m)^\|.*\|[ ]*\n\|[ :|-]+\|[ ]*(?:\n\|.*\|[ ]*)*")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COMMA = re.compile(r", (?![^\[\]]*\])")  # not inside the words of a link


@dataclass(frozen=True)
class Claim:
    """One row of a verdict table: what the source says, what was measured, the verdicts, and where it was measured."""

    notebook: Path
    claim: str
    measured: dict[str, str]
    """What the table of claims shows by the name of its column."""
    verdicts: dict[str, str]
    """The word of the verdict, or of its two parts, by the name of its column."""
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
                if is_judged(header):
                    found += [claim_of(notebook, dict(zip(header, row, strict=True)), heading) for row in rows]
    return found


def is_judged(header: list[str]) -> bool:
    """Return whether a table with this header is one of verdicts."""
    return bool({"verdict", *PARTS} & set(header))


def tables(markdown: str) -> list[list[list[str]]]:
    r"""Return the tables of a Markdown text as rows of cells, the header first; ``\|`` does not end a cell."""
    return [
        [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in lines[:1] + lines[2:]]
        for lines in (table.splitlines() for table in TABLE.findall(markdown))
    ]


def claim_table(notebooks: Path | None = None) -> str:
    """Return all claims as Markdown: the count of each verdict, a table for each notebook, and the notes' headings."""
    folder = notebooks or project_folder("notebooks")
    found = by_notebook(folder)
    parts = [
        "# Claims",
        "What the sources claim, and what the notebooks measured. Generated from the notebooks' verdict tables by\n"
        "`make notebooks`; do not edit.",
        *(
            "\n".join(
                [f"| {name} | claims |", "|---|---|", *(f"| {each} | {count} |" for each, count in counts.items())]
            )
            for name, counts in tally(found).items()
        ),
        *(_section(each, folder) for each in found.values() if each),
        *([notes_table(folder)] if (folder / NOTES).is_file() else []),
    ]
    return "\n\n".join(parts) + "\n"


def by_notebook(folder: Path) -> dict[Path, list[Claim]]:
    """Return the claims of each notebook, a lesson's before those of its further questions."""
    books = sorted(lesson_notebooks(folder), key=lambda path: (path.name[:2], len(path.parts), path.name))
    return {path: claims(path) for path in books if "solutions" not in path.parts}


def tally(found: dict[Path, list[Claim]]) -> dict[str, dict[str, int]]:
    """Return how often each verdict was given, and each of its parts; what was never given at all is left out."""
    given = Counter(each for own in found.values() for claim in own for each in claim.verdicts.items())
    counts = {
        name: {word: given[name, word] for word in words} for name, words in {"verdict": VERDICTS, **PARTS}.items()
    }
    return {name: of for name, of in counts.items() if sum(of.values())}


def claim_of(notebook: Path, row: dict[str, str], heading: str) -> Claim:
    """Return a row as a claim, or refuse one without a verdict, a measurement or a place."""
    claim, row_of = next(iter(row.values())), f"for {next(iter(row.values()))!r} in {notebook.name}"
    place = next((row[name] for name in PLACES if name in row), heading)
    if not place:
        fail("the section", "say where it was measured", f"none {row_of}", "Name or link it.")
    parts = _once(row, row_of) if "verdict" in row else _in_two_parts(row, row_of)
    return Claim(notebook, claim, *parts, place)


def _once(row: dict[str, str], row_of: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return measurement and verdict of a row; several columns of measurements are told apart by their headers."""
    verdict, details = _verdict("verdict", VERDICTS, row, row_of)
    columns = [name for name in list(row)[1:] if name != "verdict" and name not in PLACES and row[name]]
    told = [f"{name}: {row[name]}" if len(columns) > 1 else row[name] for name in columns]
    measured = "; ".join([*told, *filter(None, [details])])
    if not measured or measured.startswith("but "):
        rule, advice = "say what was found, and not begin with 'but'", "Write it after the verdict and a colon."
        fail("the measurement", rule, f"{measured!r} {row_of}", advice)
    return {"measured": measured, "verdict": verdict}, {"verdict": verdict}


def _in_two_parts(row: dict[str, str], row_of: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return source and verdicts of a row; each has its figure, or says why there is none."""
    if not row.get("source"):
        fail("the claim", "have its place in a column 'source'", f"none {row_of}", "Write it as in 'notes, section 3'.")
    words = {}
    for name, known in PARTS.items():
        words[name], details = _verdict(name, known, row, row_of)
        needed, found = _NEEDED.get(words[name], ("a figure or a formula", r"\d|\$"))
        if not re.search(found, details):
            fail(f"'{name}: {words[name]}'", f"have {needed}", f"{details!r} {row_of}", "Write it after a colon.")
    return {"source": row["source"], **{name: row[name] for name in PARTS}}, words


_NEEDED = {"not testable here": ("a reason", r"\w"), "not tested": ("", "")}
"""What follows a verdict, and how it is found."""


def _verdict(name: str, known: tuple[str, ...], row: dict[str, str], row_of: str) -> tuple[str, str]:
    """Return the verdict in a cell, and what follows it."""
    words = "|".join(sorted(known, key=len, reverse=True))
    found = re.fullmatch(rf"({words})(?:[:;,.]\s*(.*))?", row.get(name, ""), re.DOTALL)
    if not found:
        rule, got = f"begin with one of: {', '.join(known)}", f"{row.get(name, '')!r} {row_of}"
        fail("the verdict" if name == "verdict" else f"the verdict {name!r}", rule, got, "Details go after a colon.")
    return found[1], found[2] or ""


def _section(found: list[Claim], folder: Path) -> str:
    """Return the claims of one notebook below its title, in a table for each form of the verdict."""
    headings = headings_of(found[0].notebook)
    file = found[0].notebook.relative_to(folder).as_posix()
    lines = [f"## [{headings[0]}]({file})"]
    columns: list[str] = []
    for each in found:
        if columns != list(each.measured):
            columns = list(each.measured)
            lines += ["", f"| claim | {' | '.join(columns)} | section |", "|---" * (len(columns) + 2) + "|"]
        names = [each.place] if each.place in headings else _COMMA.split(each.place)
        place = ", ".join(_linked(name, file, headings) for name in names)
        told = [_LINK.sub(r"\1", words) for words in (each.claim, *each.measured.values())]
        lines.append(f"| {' | '.join([*told, place])} |")
    return "\n".join(lines)


def _linked(name: str, file: str, headings: list[str]) -> str:
    """Return the name of a section with a link to its heading; a link leads where it does in its notebook."""
    found = re.fullmatch(r"\[([^\]]*)\]\(([^)]*)\)", name)
    if not found:
        return linked(name, file, headings)
    return f"[{found[1]}]({posixpath.normpath(posixpath.join(posixpath.dirname(file), found[2]))})"
