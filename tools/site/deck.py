"""Divide a lesson into slides, each with one thought: a short text and what it leads to, a question, or an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tools.site.notebooks import Cell

LONG, FULL = 45, 55
"""Words of a paragraph, after which the rest is spoken, and of a slide, after which the next one begins."""
ASIDE = re.compile(r"\*\*(You will be able|Prerequisites|Minutes)|(Sources|Symbols)$")
FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
WHOLE = re.compile(r"[#|>`$\d-]|\*\*Exercise|.*\$\$", re.DOTALL)
SOURCE = re.compile(r"^\*Source:[^*]*\*( `[^`]+`)?\.\s*")
SENTENCE = re.compile(r"(?<=[.!?])(?<!e\.g\.)\s+(?=[A-Z*`$\"(])")


def leading(text: str, most: int) -> str:
    """Return the first sentences of a text, as many as have this many words together, and one at least."""
    sentences = SENTENCE.split(text)
    while len(sentences) > 1 and len(" ".join(sentences).split()) > most:
        sentences.pop()
    return " ".join(sentences)


def grouped(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells of each slide; a cell that is only part of a text has the rest as `spoken`."""
    group: list[Cell] = []
    for cell in (piece for each in cells for piece in pieces(each)):
        words = sum(len(each["source"].split()) for each in group if each["cell_type"] == "markdown")
        more = len(cell["source"].split()) if cell["cell_type"] == "markdown" else 0
        is_new = cell["source"].startswith("#") or slide_type(cell) in ("slide", "subslide")
        if group and slide_type(cell) != "skip" and (is_new or group[-1]["cell_type"] == "code" or words + more > FULL):
            yield group
            group = []
        group.append(cell)
    if group:
        yield group


def pieces(cell: Cell) -> Iterator[Cell]:
    """Yield what may stand on a slide of its own: the paragraphs of a cell, shortened, and all code but imports."""
    if cell["cell_type"] != "markdown":
        if cell.get("outputs") or not re.fullmatch(r"((from|import|    |\)|pd\.set_option).*\n*)*", cell["source"]):
            yield cell
        return
    is_aside, heading, tag = False, "", cell["metadata"]
    for part in FOLD.sub("", cell["source"]).strip().split("\n\n"):
        is_aside = bool(ASIDE.search(part.split("\n")[0])) or (is_aside and part.startswith("- "))
        if re.fullmatch(r"#+ [^\n]*", part):
            heading = heading if is_aside else f"{heading}\n\n{part}".strip()
        elif part and not is_aside:
            short = SOURCE.sub("", part)
            short = short if WHOLE.match(short) or heading.startswith("# ") else leading(short, LONG)
            source = f"{heading}\n\n{short}".strip()
            yield {**cell, "source": source, "metadata": tag, "spoken": "" if short == part else part}
            heading, tag = "", {}
    if heading:
        yield {**cell, "source": heading, "metadata": tag}


def slide_type(cell: Cell) -> str:
    """Return what the tag of a cell says: slide, subslide, skip, or "-" for none."""
    return cell["metadata"].get("slideshow", {}).get("slide_type", "-")


def labelled(cells: Iterable[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the slides of a core with their labels, such as "2.3" for the third slide of section 2."""
    section, place = 0, 0
    for group in grouped(cells):
        is_section = group[0]["source"].startswith("## ")
        section, place = section + is_section, 1 if is_section else place + 1
        yield f"{section}.{place}", group
