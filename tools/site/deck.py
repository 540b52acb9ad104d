"""Divide a lesson into slides, each with one thought: a short text and what it leads to, a question, or an answer."""

import base64
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from tiws_teach.course._gate import revealed
from tools.site.notebooks import Cell
from tools.site.predictions import ASKS
from tools.site.render import is_picture, plain_text, split_answers

LONG, FULL = 32, 80
"""Words of a paragraph, after which the rest is spoken, and of a slide, after which the next one begins."""
SILENT = 6
"""Lines of code that shows nothing; longer code is read on the handout."""
ROOM, LINE, LETTERS, CODE, EXPLORER, SHRUNK = 690, 41, 70, 27, 300, 0.74
"""Pixels of a slide, a line of text (its letters), of code, an explorer beside a text; how far pictures may shrink."""
ASIDE = re.compile(
    r"\*\*(You will be able|Prerequisites|Minutes|Symbols|(Where )?[Nn]ext:)|(Sources|Symbols)$|\[Solutions\]\("
    r"|^\(.*\)$|^(Solutions:|Further questions:|We need these tools|Exercises \d|Replace the `\.\.\.`|`hint\()"
)
FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
MINUTES = re.compile(r"(?<=\S) \(\d+ min\)$", re.MULTILINE)
WHOLE = re.compile(r"[#|>`$\d-]|\*\*(Exercise|The (one )?idea)|(\*\*)?(By hand|In general)\b|.*\$\$", re.DOTALL)
SOURCE = re.compile(
    r"(?m)^\*Source:(?:[^*\n]*\*\.|[^\n]*?`\.)\s*|\s*\([^()]*\bseconds?[^()]*\)(?=[.:]?$)"
    r"|\s*\((`hint\([^)]*\)`|\[[^\]]*\]\([^)]*\)\.?)\)|\s*More: [^\n]*"
)
SENTENCE = re.compile(r"(?<=[.!?])(?<!e\.g\.)\s+(?=[A-Z*`$\"(])")
IMPORTS = re.compile(r"^(?:(?:from|import) [^\n(]*(?:\([^)]*\))?|pd\.set_option.*)$\n*", re.MULTILINE)
BEGINS = re.compile(r"\*\*Exercise|^## .*What to do", re.MULTILINE)
UNSOLVED = re.compile(r"^(?:\w+ = \.\.\.|(?:check|hint|source)\().*$\n*", re.MULTILINE)
"""Lines that wait for the answer to an exercise, its check, and calls that show code."""
UNSHOWN = re.compile(r"\[check|\[source(?:[^\n]*\n){10}")
"""Outputs that no slide has: the judge's, and listings too long for the last row."""


def is_question(cell: Cell) -> bool:
    """Return whether a cell asks for predictions and does nothing else."""
    return bool(ASKS.fullmatch(IMPORTS.sub("", cell["source"])))


def leading(text: str, most: int) -> str:
    """Return the first sentences of a text, as many as have this many words together, and one at least."""
    sentences = SENTENCE.split(text)
    while len(sentences) > 1 and len(" ".join(sentences).split()) > most:
        sentences.pop()
    return " ".join(sentences)


def shown_code(cell: Cell) -> str:
    """Return the code that a slide shows: no imports, none of a question, an answer or a picture, no long silence."""
    if is_question(cell) or revealed(cell["source"]) or is_picture(cell):
        return ""
    code = UNSOLVED.sub("", IMPORTS.sub("", cell["source"])).strip()
    return code if cell.get("outputs") or code.count("\n") < SILENT else ""


def grouped(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells of each slide: what has room, up to a question; a text that leads to something stays with it."""
    group, unit, kept = list[Cell](), list[Cell](), linked(cells)
    for cell, after in zip(kept, [*kept[1:], None], strict=True):
        unit.append(cell)
        if after and cell["cell_type"] == "markdown" and leads(cell, after):
            continue
        both = [*group, *unit]
        words = sum(
            len(re.sub(r"(?s)\$\$.*?\$\$", "", each["source"]).split())
            for each in both
            if each["cell_type"] == "markdown"
        )
        if group and (starts(unit[0]) or is_full(group, unit) or words > FULL or sum(map(height, both)) > ROOM):
            yield group
            group = []
        group, unit = [*group, *unit], []
    if group:
        yield group


def is_full(group: list[Cell], unit: list[Cell]) -> bool:
    """Return whether a slide ends before the next pieces: with an explorer, a question, or an answer before one."""
    last = group[-1]
    if is_explorer(last):  # which is the larger, the less text is with it
        return True
    if last["source"].endswith("?") and any(map(is_picture, group)):
        return True
    if any(each.get("part") == "answer" for each in group) and is_explorer(unit[-1]):
        return True
    return unit[0].get("part") != "answer" and (is_question(last) or 'check("' in last["source"])


def linked(cells: Iterable[Cell]) -> list[Cell]:
    """Return the pieces of all slides: no text leads to what no slide shows, and one before an answer is spoken."""
    parts, kept, is_task = list[Cell](), list[Cell](), False
    for cell in cells:
        parts += pieces(cell, is_task)
        is_task = (is_task or bool(BEGINS.search(cell["source"]))) and 'check("' not in cell["source"]
    for piece, after in zip(parts, [*parts[1:], None], strict=True):
        if piece["source"].endswith(":") and not (after and (leads(piece, after) or is_question(after))):
            piece = {**piece, "source": unled(piece["source"])}
        if piece.get("part") == "answer":
            texts = [*takewhile(lambda each: each["cell_type"] == "markdown", reversed(kept))][::-1]
            words, asked = " ".join(x.get("spoken") or x["source"] for x in texts), kept[: len(kept) - len(texts)]
            if asked and is_question(asked[-1]) and len(words.split()) < 2 * FULL and "\n" not in words:
                piece, kept = {**piece, "spoken": words}, asked
        is_last = after and (starts(after) or "idea" in after["source"][:20]) and piece["cell_type"] == "markdown"
        if is_last and kept and is_explorer(kept[-1]) and not (starts(piece) or WHOLE.match(piece["source"])):
            kept[-1] = {**kept[-1], "spoken": piece.get("spoken") or piece["source"]}
        elif piece["source"] and (after or not re.fullmatch("#+ .*", piece["source"])):
            kept.append(piece)
    return kept


def unled(text: str) -> str:
    """Return a text without its last sentence, which leads to what is not shown."""
    above, _, last = text.rpartition("\n\n")
    return f"{above}\n\n{' '.join(SENTENCE.split(last)[:-1])}".strip()


def leads(cell: Cell, after: Cell) -> bool:
    """Return whether a text belongs to what follows it: code that the slide shows, a list, a table or a formula."""
    if re.fullmatch("#+ .*", cell["source"]):
        return True
    if after["cell_type"] == "code":
        return after.get("part") not in ("answer", "rest") and not starts(after)
    return bool(re.search(r"(:|\*\*)$", cell["source"]) and re.match(r"[-|$]|1\. ", after["source"]))


def is_explorer(cell: Cell) -> bool:
    """Return whether a cell shows an explorer."""
    return any(plain_text(each).startswith("[explorer") for each in cell.get("outputs", []))


def starts(cell: Cell) -> bool:
    """Return whether a cell is the first of a slide: a heading, one with a tag, or the decision chart."""
    first = re.match(r"(?s)#+ |\*\*Exercise|.*decision_chart", cell["source"])
    return bool(first) or slide_type(cell) in ("slide", "subslide")


def height(cell: Cell) -> float:
    """Return how many pixels a piece takes on a slide, about."""
    if cell["cell_type"] == "markdown":
        lines = [1 + len(line) // LETTERS for line in cell["source"].split("\n") if line]
        return LINE * sum(lines) + 14 * len(lines) + 35 * cell["source"].count("$$")
    if "decision_chart(" in cell["source"]:
        return ROOM  # alone
    code = "" if "part" in cell else shown_code(cell)
    pixels = 30 + CODE * len(code.splitlines())
    for output in cell.get("outputs", []):
        text = plain_text(output)
        kind = text[1:].partition(" ")[0].strip("]") if text.startswith("[") else ""
        tall = {"explorer": EXPLORER, "figure": tall_picture(output), "predict": LINE * (1 + len(text) // LETTERS)}
        pixels += (tall | {"reveal": tall["predict"]}).get(kind, CODE * len(text.strip().split("\n")))
    return pixels


def tall_picture(output: Cell) -> int:
    """Return how many pixels a stored picture takes on a slide when it has shrunk as far as one can read it."""
    match = re.search("base64,(.{32})", "".join(output.get("data", {}).get("text/html", "")))
    header = base64.b64decode(match[1]) if match else b""
    width, high = (int.from_bytes(header[at : at + 4], "big") for at in (16, 20)) if match else (11, 5)
    return round(SHRUNK * min(480, 1100 * high / width))


def pieces(cell: Cell, is_task: bool = False) -> Iterator[Cell]:
    """Yield what a slide may show: the paragraphs of a cell, shortened, code, and an answer apart from the rest."""
    if cell["cell_type"] == "code" and 'check("' in cell["source"] and not shown_code(cell):
        yield {**cell, "part": "skip", "outputs": []}  # for the notes
    elif cell["cell_type"] != "markdown":
        outputs = [each for each in cell.get("outputs", []) if not UNSHOWN.match(plain_text(each))]
        _, answer, rest = split_answers(cell)
        if answer:
            yield {**cell, "part": "answer", "outputs": [each for each in outputs if each not in rest]}
        if rest:
            yield {**cell, "part": "rest", "outputs": rest}
        if not answer and (outputs or shown_code(cell)):
            yield {**cell, "outputs": outputs}
    is_aside, heading, tag = False, "", cell["metadata"]
    if cell["cell_type"] != "markdown":
        return
    parts = MINUTES.sub("", FOLD.sub("", cell["source"])).strip().split("\n\n")
    for part, after in zip(parts, [*parts[1:], ""], strict=True):
        is_aside = bool(ASIDE.search(part.split("\n")[0])) or (is_aside and part.startswith("- "))
        if re.fullmatch(r"#+ [^\n]*", part):
            heading = heading if is_aside else f"{heading}\n\n{part}".strip()
        elif part and not is_aside:
            short = words = SOURCE.sub("", part)
            is_whole = is_task or part in cell["source"].partition("**Exercise")[2] or "· What to do" in cell["source"]
            is_whole = is_whole or (after.startswith("**Exercise") and len(part.split()) < FULL)
            if not (is_whole or WHOLE.match(short) or heading.startswith("# ")):
                led = leading(short, LONG)
                marked = (x for x in SENTENCE.split(short) if x.count("**") == 2 or x.endswith("?"))
                short = " ".join([led, *(x for x in marked if x not in led)])
            if source := f"{heading}\n\n{short}".strip():
                yield {**cell, "source": source, "metadata": tag, "spoken": "" if short == words else part}
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
