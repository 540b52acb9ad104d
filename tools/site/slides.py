"""Slides of a lesson with reveal.js: ``python -m tools.site slides 02``.

The slide tags of the notebook say where a slide begins. A script on the page then measures every block and moves what
does not fit to a further slide under the same heading, so that no slide needs a scroll bar. The lesson's last slide is
the end: it names the further questions, and an appendix has a page of its own.
"""

from __future__ import annotations

import html
import importlib.resources
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tiws_teach.course.exercises import find
from tiws_teach.course.questions import find as find_question
from tools.site.explorers import STILLS, copy_scripts, embedded, named, scripts
from tools.site.mathjax import copy_mathjax
from tools.site.notebooks import DOCS, NOTEBOOKS, ROOT, Cell, cells_of, copy_files, lesson, related, write
from tools.site.predictions import ASKS
from tools.site.render import outputs_to_html, page, split_answers, to_html

CALL = re.compile(r'\b(predict|check)\("([\w.]+)"')
ON_SLIDES = (
    "<script>(function mount() { if (!document.body.dataset.ready) return void setTimeout(mount, 100);"
    " tiwsExplorer.pages(); })();</script>"
)
"""Explorers are drawn once the blocks are spread over the slides."""
MINUTES = re.compile(r"\((?:optional, )?(\d+) min\)")


def slides(number: str, out: Path | None = None) -> Path:
    """Write the slides of a lesson to a folder and return their page."""
    path = lesson(number)
    folder = out or ROOT / "dist" / "slides" / path.stem
    shutil.rmtree(folder, ignore_errors=True)
    copy_mathjax(folder)
    reveal = Path(str(importlib.resources.files("sphinx_revealjs") / "_static" / "revealjs"))
    parts = ("dist/reveal.js", "dist/reveal.css", "dist/reset.css", "plugin/notes/notes.js")
    copy_files(reveal, folder / "reveal", parts)
    copy_files(DOCS / "static", folder, ("slides.css", "slides.js"))
    groups = list(grouped(cells_of(path)))
    core = next((n for n, group in enumerate(groups) if group[0]["source"].startswith("## Appendix")), len(groups))
    if groups[core:]:
        _write_slides(folder / "appendix.html", path.stem, map(section, groups[core:]))
    link = '<p>Not for the hour: <a href="appendix.html">the appendix</a></p>' if groups[core:] else ""
    further = "".join(
        f"<li>{html.escape(title)}</li>" for title, other in related(path).items() if other.name != path.name
    )
    link += f"<p>Further questions:</p><ul>{further}</ul>" if further and path.parent == NOTEBOOKS else ""
    end = f'<section class="unpaged"><div class="block"><h2>The end of the lesson</h2>{link}</div></section>'
    return _write_slides(folder / "index.html", path.stem, [*map(section, groups[:core]), end])


def _write_slides(path: Path, title: str, sections: Iterable[str]) -> Path:
    """Write a page of slides, with what its explorers need."""
    slides = "\n".join(sections)
    explorers = named(slides)
    copy_scripts(path.parent / "explorers", explorers)
    slides = STILLS.sub(lambda match: embedded(match["name"], 600), slides)
    body = f'<div class="reveal"><div class="slides">\n{slides}\n</div></div>'
    body += scripts(explorers, "explorers/", mount=ON_SLIDES) if explorers else ""
    styles = ["reveal/dist/reset.css", "reveal/dist/reveal.css", "slides.css"]
    loads = ["reveal/dist/reveal.js", "reveal/plugin/notes/notes.js", "slides.js"]
    return write(path, page(title, body, styles=styles, scripts=loads))


def grouped(cells: list[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells of each slide; a slide begins at a cell tagged "slide" or "subslide"."""
    group: list[Cell] = []
    for cell in cells:
        if slide_type(cell) in ("slide", "subslide") and group:
            yield group
            group = []
        group.append(cell)
    if group:
        yield group


def slide_type(cell: Cell) -> str:
    """Return what the tag of a cell says: slide, subslide, skip, or "-" for none."""
    return cell["metadata"].get("slideshow", {}).get("slide_type", "-")


def section(group: list[Cell]) -> str:
    """Return one slide: its blocks, and the notes for the speaker.

    An answer to a prediction appears on a click, what else its cell shows on the next.
    """
    blocks = []
    for cell in [cell for cell in group if slide_type(cell) != "skip"]:
        shown, answers, others = split_answers(cell)
        asks = ASKS.fullmatch(cell["source"])  # a question stands without the call, in one piece
        html_of = outputs_to_html(cell, cell["outputs"]) if asks else to_html([shown])
        blocks.append(f'<div class="block {"question" if asks else cell["cell_type"]}">{html_of}</div>')
        if answers:
            blocks.append(f'<div class="block answer fragment">{answers}</div>')
        if others:
            blocks.append(f'<div class="block code fragment">{outputs_to_html(cell, others)}</div>')
    return f'<section class="unpaged">{"".join(blocks)}<aside class="notes">{notes(group)}</aside></section>'


def notes(group: list[Cell]) -> str:
    """Return the notes for the speaker: minutes, questions to ask with the usual answer, and what goes wrong."""
    text = "\n".join("".join(cell["source"]) for cell in group)
    lines = [f"{minutes} minutes." for minutes in MINUTES.findall(text)[:1]]
    for kind, key in CALL.findall(text):
        if kind == "predict":
            asked: Any = find_question(key)
            lines.append(f"Ask: {asked.text} A plausible answer: {asked.words(asked.read(asked.typical))}.")
        else:
            lines += [f"Goes wrong ({name}): {words}" for name, words in find(key).told.slips.items()]
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
