"""How long a lesson takes: words, lines, pictures and minutes are counted once, with the rule that holds.

Open prose is what stands on the page: no folded text, no formula on lines of its own, no block of code. A word is what
stands between blanks and has a letter or a digit; a formula or a name of code inside a sentence is one word.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from notebook_reading import Cell, Notebook, called

WORDS_A_MINUTE, FIGURE, PREDICTION, EXERCISE, CODE_LINE = 150, 1 / 3, 1, 4, 1 / 4  # minutes
LONGEST_CORE, LONGEST_SECTION = 65, 20
_FOLDED = r"(?s)<details>.*?</details>"
_UNREAD = (r"(?s)```.*?```", r"(?s)\$\$.*?\$\$", r"<[^<>]+>", r"(?<=\])\([^)]*\)")
_ONE_WORD = (r"`[^`\n]*`", r"(?<!\\)\$[^$\n]+(?:\n[^$\n]+)*\$")
_UNTIMED = r"question|able to|prerequisites|minutes|symbols|sources"


def words(cell: Cell, with_folded: bool = False) -> int:
    """Return the number of words in the open prose of a cell, or with those that are folded."""
    text = "" if cell.is_code else cell.source if with_folded else re.sub(_FOLDED, " ", cell.source)
    for patterns, instead in ((_UNREAD, " "), (_ONE_WORD, " x ")):
        for pattern in patterns:
            text = re.sub(pattern, instead, text)
    return sum(bool(re.search(r"[^\W_]", word)) for word in text.split())


def typed_lines(cell: Cell) -> list[str]:
    """Return the lines of code in a cell."""
    return [line for line in cell.source.splitlines() if line.strip()] if cell.is_code else []


def first(call: ast.Call) -> object:
    """Return the first argument of a call if it is a constant."""
    return getattr(call.args[0], "value", None) if call.args else None


def pictures(cell: Cell) -> int:
    """Return how many figures and explorers a cell shows."""
    return sum(text.startswith(("[figure]", "[explorer]")) for text in cell.shown("text/plain"))


def minutes_of(cells: list[Cell]) -> float:
    """Return the minutes by the rule. A listing repeats a formula that was just read, so only typed lines count.

    The two lines that every exercise has, its blank and its check, are part of its minutes.
    """
    calls = [called(call) for cell in cells for call in cell.calls if isinstance(first(call), str)]
    lines = [line for cell in cells for line in typed_lines(cell)]
    return (
        sum(map(words, cells)) / WORDS_A_MINUTE
        + sum(map(pictures, cells)) * FIGURE
        + calls.count("predict") * PREDICTION
        + calls.count("check") * EXERCISE
        + sum(not re.match(r"check\(|\w+ = \.\.\.", line) for line in lines) * CODE_LINE
    )


@dataclass(frozen=True)
class Section:
    """A heading that states its minutes, with the cells up to the next one."""

    heading: str
    cells: list[Cell]

    @property
    def place(self) -> int:
        return self.cells[0].place

    @property
    def stated(self) -> int:
        found = re.search(r"(\d+) min", self.heading)
        return int(found[1]) if found else 0

    @property
    def is_optional(self) -> bool:
        return self.heading.startswith("Appendix")

    @cached_property
    def minutes(self) -> float:
        """The minutes by the rule."""
        return minutes_of(self.cells)


def sections(notebook: Notebook) -> list[Section]:
    """Return the sections; the head of a lesson is read with the first one, and nobody reads the list of sources."""
    found: list[Section] = []
    current: list[Cell] = []
    for cell in notebook.cells:
        heading = "" if cell.is_code else "".join(re.findall(r"(?m)^## +(.*)$", cell.source)[:1])
        if heading and found:
            current = []
        if heading and (re.search(r"\d min", heading) or not re.search(_UNTIMED, heading, re.IGNORECASE)):
            found.append(Section(heading, current))
        current.append(cell)
    return found


def minutes_follow_the_rule(notebook: Notebook) -> Iterator[str]:
    """The stated minutes are those of the rule, up to chance; the core fits a lecture."""
    for section in sections(notebook):
        if abs(section.stated - section.minutes) > max(2, 0.2 * section.minutes):
            yield f"cell {section.place}: {section.heading!r} takes {section.minutes:.0f} min by the rule; say so"
        if section.stated > LONGEST_SECTION and not section.is_optional:
            yield f"cell {section.place}: {section.heading!r} is longer than {LONGEST_SECTION} min; split it"
    core = [section for section in sections(notebook) if not section.is_optional]
    stated, ruled = sum(section.stated for section in core), sum(section.minutes for section in core)
    if max(stated, ruled) > LONGEST_CORE:
        advice = "move what answers another question to more/"
        yield f"the core takes {stated} min, {ruled:.0f} by the rule, at most {LONGEST_CORE}; {advice}"
    if abs(stated - ruled) > max(2, 0.1 * ruled):
        yield f"the core takes {ruled:.0f} min by the rule, its sections say {stated}; correct them"


COURSE = (minutes_follow_the_rule,)
