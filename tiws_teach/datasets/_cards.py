"""Read the cards: one Markdown file for each data set, with two machine-readable tables.

The table `fact | value` has name, kind, licence and citation; the table `count | value` has the numbers that
the tests compare with the loaded data.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from tiws_teach._validation import fail, project_folder

KINDS = ("embedded", "generated", "downloadable")


@dataclass(frozen=True)
class Card:
    """A card: its text and the contents of its tables."""

    name: str
    title: str
    kind: str
    licence: str
    citation: str
    counts: dict[str, float]
    text: str


def read_tables(text: str) -> dict[str, dict[str, str]]:
    """Return the two-column tables of a Markdown text: head of the first column -> first cell -> second cell."""
    tables: dict[str, dict[str, str]] = {}
    current: dict[str, str] | None = None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 2:
            current = None
        elif current is None:
            current = tables.setdefault(cells[0], {})
        elif set(cells[0]) != {"-"}:
            current[cells[0]] = cells[1]
    return tables


def card_names() -> list[str]:
    """Return the names of all data sets with a card, in alphabetical order."""
    return sorted(path.stem for path in project_folder("datasets").glob("*.md") if path.stem.islower())


def read_card(name: str) -> Card:
    """Return the card of the data set `name`."""
    names = card_names()
    if name not in names:
        (nearest,) = get_close_matches(str(name).lower(), names, n=1, cutoff=0)
        advice = f"The nearest name is {nearest!r}; all names are: {', '.join(names)}."
        fail("name", "be the name of a data set", repr(name), advice)
    return _read_card(name)


@cache
def _read_card(name: str) -> Card:
    text = (project_folder("datasets") / f"{name}.md").read_text(encoding="utf-8")
    tables = read_tables(text)
    facts, title = tables["fact"], text.splitlines()[0].removeprefix("# ")
    counts = {key: float(value) for key, value in tables.get("count", {}).items()}
    return Card(name, title, facts["kind"], facts["licence"], facts["citation"], counts, text)
