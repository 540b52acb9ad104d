"""Say where the series teaches each heading of the course notes, from ``notebooks/course_notes.toml``."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tiws_teach._validation import fail
from tiws_teach.course._normalise import read_notebook

NOTES = "course_notes.toml"
_MINUTES = re.compile(r" *\([^()]*\d min[^()]*\)")


def notes_table(folder: Path) -> str:
    """Return the headings of the notes as Markdown, each with links to the sections that teach it."""
    rows = [f"| {heading} | {', '.join(_links(folder, taught))} |" for heading, taught in listed(folder)]
    title = "## Where the headings of the course notes are taught"
    return "\n".join([title, "", "| heading | lesson, section |", "|---|---|", *rows])


def listed(folder: Path) -> list[tuple[str, str]]:
    """Return each heading of the notes with the sections that teach it."""
    listing = tomllib.loads((folder / NOTES).read_text(encoding="utf-8"))["headings"]
    return [(heading, taught) for heading, taught in listing]


def headings_of(notebook: Path) -> list[str]:
    """Return the headings of a notebook, in order."""
    cells = [cell.source for cell in read_notebook(notebook).cells if cell.cell_type == "markdown"]
    return re.findall(r"(?m)^#+ +(.*)$", "\n".join(cells))


def linked(name: str, file: str, headings: list[str]) -> str:
    """Return the name of a section with a link to its heading, or to its notebook if no heading fits.

    A section is named by its whole heading, by a number (7), or as an appendix (appendix, appendix E, E).
    """
    short = name.removeprefix("appendix ")
    starts = ("Appendix",) if name == "appendix" else (f"{short} ·", f"{short}. ", f"{short}: ", f"Appendix {short} ")
    heading = next((each for each in headings if name in (each, _MINUTES.sub("", each)) or each.startswith(starts)), "")
    anchor = f"#{re.sub(r' +', '-', heading.replace('`', ''))}" if heading else ""
    return f"[{_MINUTES.sub('', name)}](<{file}{anchor}>)"


def named(link: str) -> str:
    """Return a link whose name begins with the number of its notebook, or with the whole name of a further notebook."""
    file = Path(link.partition("](")[2].partition(".ipynb")[0].lstrip("<"))
    number = file.name if file.parent.name == "more" else file.name.partition("_")[0]
    return link.replace("[", f"[{number}" if link[1] == "]" else f"[{number}, ", 1)


def _links(folder: Path, taught: str) -> Iterator[str]:
    """Yield a link for each section of each lesson."""
    for part in taught.split("; "):
        place, names = part.split(": ", 1)
        number, _, further = place.partition("/")
        notebook = next(folder.glob(f"more/{number}_{further}*.ipynb" if further else f"{number}_*.ipynb"), None)
        if notebook is None:
            fail(NOTES, "name lessons that are there", place, "Use a number, as 09, or 09/name for more/09_name.ipynb.")
        headings = headings_of(notebook)
        for name in names.split(", "):
            link = linked(name, notebook.relative_to(folder).as_posix(), headings)
            if "#" not in link:
                fail(NOTES, f"name sections of {notebook.name}", name, "Use a section's number or its whole heading.")
            yield named(link)
