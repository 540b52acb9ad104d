"""Build the table of the sources' claims from the verdict tables of the notebooks, and a picture of all of them.

A verdict table is a Markdown table whose first column is the claim, with the columns `source` (the place of the claim),
`reproduced` and `beyond`; a cell of the last two begins with a word of `PARTS` and a colon, and the figure or reason
follows.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tiws_teach._validation import fail, project_folder
from tiws_teach.course._equations import lesson_notebooks
from tiws_teach.course._normalise import read_notebook
from tools.notes import NOTES, headings_of, linked, notes_table

PARTS = {
    "reproduced": ("yes", "no", "not testable here"),
    "beyond": ("holds", "holds in part", "does not hold", "not tested"),
}
"""The two parts of a verdict: by the source's protocol, and on other data."""
OPEN = ("not testable here", "not tested")
"""The verdicts that leave a question open."""
PLACES = ("section", "where", "in detail")
"""Headers of the column that says where a claim was measured."""
GROUPS = (
    ("The source's own result did not come out", {"reproduced": ("no",)}),
    ("Reproduced, but it does not hold on other data", {"reproduced": ("yes",), "beyond": ("does not hold",)}),
    ("The source's result cannot be tested here, and on other data it does not hold", {"beyond": ("does not hold",)}),
    ("Holds in part on other data", {"beyond": ("holds in part",)}),
    ("Holds on other data", {"beyond": ("holds",)}),
    ("Reproduced, and not tested on other data", {"reproduced": ("yes",)}),
    ("Measured, but too little to decide", {"reproduced": PARTS["reproduced"]}),
)
"""The groups of the page, the surprising ones first; a claim belongs to the first group whose words it has."""

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
    """The words of the verdict's two parts by the name of their column."""
    place: str
    """The cell of the column `section`, or the heading above the table."""
    also: tuple[Claim, ...] = ()
    """The same claim in other notebooks."""


def claims(notebook: Path) -> list[Claim]:
    """Return the claims in the verdict tables of a notebook, in order."""
    listed, heading = [], ""
    for cell in read_notebook(notebook).cells:
        if cell.cell_type != "markdown":
            continue
        for part in re.split(r"(?m)^(?=#{1,6} )", cell.source):
            heading = part.partition("\n")[0].lstrip("# ") if part.startswith("#") else heading
            for header, *rows in tables(part):
                if is_judged(header):
                    listed += [claim_of(notebook, dict(zip(header, row, strict=True)), heading) for row in rows]
    return listed


def is_judged(header: list[str]) -> bool:
    """Return whether a table with this header is one of verdicts."""
    return bool(set(PARTS) & set(header))


def tables(markdown: str) -> list[list[list[str]]]:
    r"""Return the tables of a Markdown text as rows of cells, the header first; ``\|`` does not end a cell."""
    return [
        [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in lines[:1] + lines[2:]]
        for lines in (table.splitlines() for table in TABLE.findall(markdown))
    ]


def claim_table(notebooks: Path | None = None) -> str:
    """Return all claims as Markdown: the picture, how often each verdict was given, and a table for each group."""
    folder = notebooks or project_folder("notebooks")
    listed = all_claims(folder)
    parts = [
        "# Claims",
        "What the sources claim, and what the notebooks measured. Generated from the notebooks' verdict tables by\n"
        "`make notebooks`; do not edit.",
        f"![A square for each claim, coloured and marked by its verdicts: {in_words(listed)}](claims.svg)",
        f"{in_words(listed)}.",
        _READING,
        *(
            f"## {title} ({len(own)})\n\n{_rows(own, folder)}"
            for number, (title, _) in enumerate(GROUPS)
            if (own := [each for each in listed if group(each) == number])
        ),
        *([notes_table(folder)] if (folder / NOTES).is_file() else []),
    ]
    return "\n\n".join(parts) + "\n"


_READING = """\
What stands in quotation marks is the source's wording, the rest of a claim a paraphrase; each is judged by what its
author claimed. *Reproduced*: did it come out by the source's own protocol, if that is defined? *Beyond*: does it hold
on other data or in other settings? The surprising claims come first, each with its figure and the notebook that
prints it. The sources: the *paper* (Bang, Lin, Kosorok and Comerford 2020) and the *poster* (Bang and Lin) on TIWS,
the *article* on WCTF-IDF (Pattnaik), the *thesis* (Gweon 2017), and the course *notes*; others are named."""


def all_claims(folder: Path) -> list[Claim]:
    """Return the claims of all notebooks, the surprising ones first; a claim that two notebooks judge is one claim."""
    books = sorted(lesson_notebooks(folder), key=lambda path: (path.name[:2], path.parent.name != "replications", path))
    by_key: dict[tuple[str, str], Claim] = {}
    for number, each in enumerate(each for path in books if "solutions" not in path.parts for each in claims(path)):
        key = each.claim, each.measured.get("source", str(number))
        by_key[key] = _joined(by_key[key], each) if key in by_key else each
    return sorted(by_key.values(), key=lambda each: (group(each), each.notebook.name[:2]))


def _joined(one: Claim, other: Claim) -> Claim:
    """Return a claim of two notebooks as one: what one of them leaves open, the other may decide."""
    measured, verdicts = dict(one.measured), dict(one.verdicts)
    for name, word in other.verdicts.items():
        if verdicts[name] in OPEN and word not in OPEN:
            measured[name], verdicts[name] = other.measured[name], word
        elif word not in (*OPEN, verdicts[name]):
            got = f"{word!r} in {other.notebook.name}, and {verdicts[name]!r} before"
            advice = "Correct one, or quote what differs."
            fail(f"'{name}' for {one.claim!r}", "be the same in all notebooks", got, advice)
    return replace(one, measured=measured, verdicts=verdicts, also=(*one.also, other))


def group(claim: Claim) -> int:
    """Return the number of the first of the `GROUPS` that a claim belongs to."""
    fits = (all(claim.verdicts.get(name) in words for name, words in of.items()) for _, of in GROUPS)
    return list(fits).index(True)


def in_words(listed: list[Claim]) -> str:
    """Return how many claims of the sources were measured again, and how often each verdict was given."""
    given, parts = Counter(each for claim in listed for each in claim.verdicts.items()), []
    for name, words in PARTS.items():
        counts = [f"{given[name, word]} {end}" for word, end in zip(words, _COUNTED[name], strict=True)]
        parts.append(f"{_BEFORE.get(name, '')}{', '.join(counts[:-1])} and {counts[-1]}")
    return f"{len(listed)} claims of the sources, measured again: {'; '.join(parts)}"


_COUNTED = {
    "reproduced": ("were reproduced", "were not", "cannot be tested here"),
    "beyond": ("hold", "hold in part", "do not hold", "were not tested"),
}
_BEFORE = {"beyond": "on other data "}


def claim_of(notebook: Path, row: dict[str, str], heading: str) -> Claim:
    """Return a row as a claim, or refuse one without a verdict, a measurement or a place."""
    claim, row_of = next(iter(row.values())), f"for {next(iter(row.values()))!r} in {notebook.name}"
    place = next((row[name] for name in PLACES if name in row), heading)
    if not place:
        fail("the section", "say where it was measured", f"none {row_of}", "Name or link it.")
    return Claim(notebook, claim, *_in_two_parts(row, row_of), place)


def _in_two_parts(row: dict[str, str], row_of: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return source and verdicts of a row; each has its figure, or says why there is none; one of them has a figure."""
    if not row.get("source"):
        fail("the claim", "have its place in a column 'source'", f"none {row_of}", "Write it as in 'notes, section 3'.")
    words = {}
    for name, known in PARTS.items():
        words[name], details = _verdict(name, known, row, row_of)
        needed, pattern = _NEEDED.get(words[name], ("a figure or a formula", _FIGURE))
        if not re.search(pattern, details):
            fail(f"'{name}: {words[name]}'", f"have {needed}", f"{details!r} {row_of}", "Write it after a colon.")
    if not re.search(_FIGURE, " ".join(row[name] for name in PARTS)):
        fail("a claim", "have a figure in one of its verdicts", f"none {row_of}", "Measure something, or drop the row.")
    return {"source": row["source"], **{name: row[name] for name in PARTS}}, words


_FIGURE = r"\d|\$"
_NEEDED = {"not testable here": ("a reason", r"\w"), "not tested": ("", "")}
"""What follows a verdict, and how it is found."""


def _verdict(name: str, known: tuple[str, ...], row: dict[str, str], row_of: str) -> tuple[str, str]:
    """Return the verdict in a cell, and what follows it."""
    words = "|".join(sorted(known, key=len, reverse=True))
    match = re.fullmatch(rf"({words})(?:[:;,.]\s*(.*))?", row.get(name, ""), re.DOTALL)
    if not match:
        rule, got = f"begin with one of: {', '.join(known)}", f"{row.get(name, '')!r} {row_of}"
        fail(f"the verdict {name!r}", rule, got, "Details go after a colon.")
    return match[1], match[2] or ""


def _rows(own: list[Claim], folder: Path) -> str:
    """Return the table of one group."""
    columns = list(own[0].measured)
    lines = [f"| claim | {' | '.join(columns)} | where |", "|---" * (len(columns) + 2) + "|"]
    for each in own:
        cells = [_LINK.sub(r"\1", words) for words in (each.claim, *each.measured.values())]
        links = dict.fromkeys(link for one in (each, *each.also) for link in _links(one, folder))
        lines.append(f"| {' | '.join([*cells, ', '.join(links)])} |")
    return "\n".join(lines)


def _links(claim: Claim, folder: Path) -> Iterator[str]:
    """Yield a link to each section of a claim, named by its notebook; a link leads where it does in the notebook."""
    headings, file = headings_of(claim.notebook), claim.notebook.relative_to(folder).as_posix()
    for name in [claim.place] if claim.place in headings else _COMMA.split(claim.place):
        match = re.fullmatch(r"\[([^\]]*)\]\(([^)]*)\)", name)
        if match:
            yield f"[{match[1]}]({posixpath.normpath(posixpath.join(posixpath.dirname(file), match[2]))})"
        else:
            yield linked(name, file, headings).replace("[", f"[{claim.notebook.name.partition('_')[0]}, ", 1)


_MARKS = {
    ("yes", "holds"): ("#0b7a5a", "#fff", "m-3.5 .5l2.5 3 4.5-6.5"),
    ("holds in part",): ("#e6a700", "#222", "m-4 1.5q2-5 4-1.5t4-1.5"),
    ("no", "does not hold"): ("#c2410c", "#fff", "m-3-3.5l6 7m0-7l-6 7"),
    OPEN: ("#d4d8dd", "#222", "m-.5 0h1"),
}
"""Colour, ink and sign of each kind of verdict."""
_MEANING = ("yes, holds", "in part", "no, does not hold", "not testable, not tested")
_WIDE, _HIGH, _LEFT, _ROW, _LEGEND = 20, 20, 222, 27, (8, 130, 226, 390)
_Square = tuple[float, float, dict[str, str]]


def claims_picture(notebooks: Path | None = None) -> str:
    """Return a picture of all claims: a row for each lesson, a square for each claim, a part for each verdict."""
    folder = notebooks or project_folder("notebooks")
    rows: dict[str, list[Claim]] = {}
    for each in all_claims(folder):
        rows.setdefault(each.notebook.name[:2], []).append(each)
    titles = {path.name[:2]: path.stem.replace("_", " ") for path in folder.glob("[0-9]*.ipynb")}
    note = "A square is a claim. Left half: reproduced? Right half: on other data?"
    texts: list[tuple[float, float, str]] = [
        (8, y, titles.get(number, number)) for y, number in enumerate(sorted(rows))
    ]
    texts += [(x + 26, len(rows) + 0.5, words) for x, words in zip(_LEGEND, _MEANING, strict=True)]
    squares: list[_Square] = [
        (x, len(rows) + 0.5, {"verdict": words[0]}) for x, words in zip(_LEGEND, _MARKS, strict=True)
    ]
    for y, number in enumerate(sorted(rows)):
        squares += [(_LEFT + (_WIDE + 5) * x, y, each.verdicts) for x, each in enumerate(rows[number])]
    width = _LEFT + 8 + (_WIDE + 5) * max(20, *map(len, rows.values()))
    height = int(_ROW * (len(rows) + 2.5) + 8)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
        f' font-size="14"><rect width="{width}" height="{height}" rx="6" fill="#fff"/>',
        *_drawn(squares),
        *(
            f'<text x="{x}" y="{_ROW * y + 22:g}">{words}</text>'
            for x, y, words in [*texts, (8, len(rows) + 1.5, note)]
        ),
    ]
    return "\n".join([*lines, "</svg>\n"])


def _drawn(squares: list[_Square]) -> Iterator[str]:
    """Yield two paths for each kind of verdict: the parts of squares that have it, and its signs in them."""
    for words, (colour, ink, sign) in _MARKS.items():
        parts = [
            (x + i * _WIDE / len(of), _ROW * y + 7, _WIDE / len(of))
            for x, y, of in squares
            for i, word in enumerate(of.values())
            if word in words
        ]
        fields = "".join(f"M{x:g} {y:g}h{width:g}v{_HIGH}h-{width:g}z" for x, y, width in parts)
        signs = "".join(f"M{x + width / 2:g} {y + _HIGH / 2:g}{sign}" for x, y, width in parts)
        yield f'<path fill="{colour}" d="{fields}"/>'
        yield f'<path fill="none" stroke="{ink}" stroke-width="1.8" stroke-linecap="round" d="{signs}"/>'
