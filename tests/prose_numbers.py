"""Numbers in prose: each decimal and percentage of the text has to stand in an output too, at the precision printed.

Left out are math, code, links, HTML tags, lines that begin with ``Paper:``, the claims in tables of verdicts with their
places, the numbers of tagged equations, and cells tagged ``numbers-ok: reason``. A percentage agrees with a share (78 %
is .778) or with a printed percentage.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.claims import PARTS, TABLE, tables

if TYPE_CHECKING:
    from notebook_reading import Cell, Notebook

NUMBER = re.compile(
    r"""(?<![\w.,/])                                # not inside a word, a path or another number
        (?P<sign>(?<![\w)])[-\u2212])?
        (?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?     # 2,201 and 1,234.5
          |\d*\.\d+(?:e[+-]?\d+)?                   # .778, 0.778, 1.2e-05
          |\d+(?:e[+-]?\d+)?)                       # 78
        (?![\w]|[.,]\d)                             # 1.4.6 is no number
        (?P<percent>\s?(?:%|per\s?cent\b))?""",
    re.VERBOSE,
)
OUTSIDE = (
    r"(?s)```.*?```",
    r"`[^`\n]*`",
    r"(?s)\$\$.*?\$\$",
    r"(?s)\\begin\{(\w+\*?)\}.*?\\end\{\1\}",
    r"(?<!\\)\$[^$\n]+(?:\n[^$\n]+)*\$",
    r"!?\[[^\]]*\]\([^)]*\)",
    r"<?https?://\S+",
    r"<[^<>]+>",
    r"(?m)^[\s>*-]*(?:\*\*)?Paper:.*$",
)
REASON = re.compile(r"numbers-ok: *\S.*")


@dataclass(frozen=True)
class Number:
    """A number as it is printed: its value, its decimals, whether a percent sign follows, the text itself."""

    value: float
    decimals: int
    percent: bool
    text: str


def numbers(text: str) -> list[Number]:
    """Return the numbers of a text as they are printed."""
    found = []
    for match in NUMBER.finditer(text):
        digits = match["digits"].replace(",", "")
        mantissa, _, exponent = digits.partition("e")
        decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
        value = float(digits) * (-1 if match["sign"] else 1)
        found.append(Number(value, max(decimals, 0), bool(match["percent"]), match[0].strip()))
    return found


def prose(markdown: str) -> str:
    """Return a markdown text without what is left out."""
    for pattern in OUTSIDE:
        markdown = re.sub(pattern, " ", markdown)
    return html.unescape(markdown)


def without_claims(markdown: str) -> str:
    """Return a text whose tables of verdicts in two parts have these only: what a source says is no output of ours."""
    for table, (header, *rows) in zip(TABLE.findall(markdown), tables(markdown), strict=True):
        if PARTS.keys() <= set(header):
            verdicts = (row[header.index(name)] for row in rows for name in PARTS)
            markdown = markdown.replace(table, "\n".join(verdicts))
    return markdown


def told(cell: Cell, tagged: set[str]) -> list[Number]:
    """Return the decimals and percentages that a cell of prose claims."""
    text = prose(without_claims(cell.source))
    for number in tagged:  # "(2.3)" and "equation 2.3" are names of formulas
        text = re.sub(rf"\({re.escape(number)}\)|(?i:equations?|and|to|eqs?\.) {re.escape(number)}(?!\d)", " ", text)
    return [number for number in numbers(text) if number.decimals or number.percent]


def printed(notebook: Notebook) -> list[Number]:
    """Return all numbers of a notebook's outputs."""
    texts = []
    for cell in notebook.code:
        for output in cell.outputs:
            texts += [output.text] if output.output_type == "stream" else []
            texts += [
                text
                for mime, text in output.get("data", {}).items()
                if mime in ("text/plain", "text/html", "text/latex")
            ]
    bare = (re.sub(r"(?s)<style.*?</style>|<[^<>]+>", " ", text) for text in texts)
    return numbers(html.unescape("\n".join(bare)))


def bears_out(claim: Number, output: Number) -> bool:
    """Tell whether an output, rounded as the claim is, agrees with it; a share agrees with its percentage.

    A bare whole number (a count, a row) never bears out a percentage.
    """
    values = [output.value]
    if claim.percent and not output.percent:
        values = [output.value, 100 * output.value] if output.decimals else []
    elif output.percent and not claim.percent:
        values = [output.value, output.value / 100]
    return any(abs(value - claim.value) <= 0.5 * 10**-claim.decimals * (1 + 1e-9) for value in values)


def unborne_numbers(notebook: Notebook) -> Iterator[str]:
    """Yield a line for each number in the prose that no output bears out."""
    tagged = {number for _, number in notebook.tagged}
    outputs = printed(notebook)
    for cell in notebook.prose:
        marks = [tag for tag in cell.tags if tag.startswith("numbers-ok")]
        if any(REASON.fullmatch(mark) for mark in marks):
            continue
        if marks:
            yield f"cell {cell.place}: the tag {marks[0]!r} gives no reason; write 'numbers-ok: why'"
        for claim in told(cell, tagged):
            if not any(bears_out(claim, output) for output in outputs):
                yield (
                    f"cell {cell.place}: {claim.text} stands in no output; correct it, print it, put code or math in"
                    " backticks or dollars, start a quoted line with 'Paper:', or tag the cell 'numbers-ok: why'"
                )
