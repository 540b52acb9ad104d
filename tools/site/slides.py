"""Slides of a lesson with reveal.js: ``python -m tools.site slides 02``.

`deck` divides the notebook. A script on the page measures every block and moves what does not fit to a further slide
under the same heading. The first slide has the keys, the last the further questions. An appendix has its own page.
"""

from __future__ import annotations

import html
import importlib.resources
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tiws_teach.course._series import series
from tiws_teach.course.exercises import find
from tiws_teach.course.questions import find as find_question
from tools.site.deck import labelled, slide_type
from tools.site.explorers import STILLS, copy_scripts, embedded, named, scripts
from tools.site.lecture import begins, results
from tools.site.mathjax import copy_mathjax
from tools.site.notebooks import DOCS, NOTEBOOKS, ROOT, Cell, cells_of, copy_files, lesson, related, write
from tools.site.predictions import ASKS
from tools.site.render import is_picture, outputs_to_html, page, split_answers, to_html

CALL = re.compile(r'\b(predict|check)\("([\w.]+)"')
ON_SLIDES = (
    "<script>(function mount() { if (!document.body.dataset.ready) return void setTimeout(mount, 100);"
    " tiwsExplorer.pages(); })();</script>"
)
"""Explorers are drawn once the blocks are spread over the slides."""
KEYS = """<div class="block keys"><p>→ next, also the answer to a question · ← back · S notes for the speaker ·
F full screen · Esc all slides · G and a number: go to a slide · B black</p></div>"""


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
    cells, entry = cells_of(path), next((each for each in series() if each.notebook == path.stem), None)
    told, made, core = results(cells), list[str](), 0
    for label, group in labelled(cells):
        core = core or (len(made) if group[0]["source"].startswith("## Appendix") else 0)
        said = begins(entry, label) if entry and not core else []
        made.append(section(group, label, [*said, *notes(group, told)]))
    core = core or len(made)
    if made[core:]:
        _write_slides(folder / "appendix.html", path.stem, made[core:])
    link = '<p>Not for the hour: <a href="appendix.html">the appendix</a></p>' if made[core:] else ""
    further = "".join(
        f"<li>{html.escape(title)}</li>" for title, other in related(path).items() if other.name != path.name
    )
    link += f"<p>Further questions:</p><ul>{further}</ul>" if further and path.parent == NOTEBOOKS else ""
    end = f'<section class="unpaged"><div class="block"><h2>The end of the lesson</h2>{link}</div></section>'
    first = made[0].replace('<aside class="notes">', f'{KEYS}<aside class="notes">')
    return _write_slides(folder / "index.html", path.stem, [first, *made[1:core], end])


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


def section(group: list[Cell], label: str = "", said: Iterable[str] = ()) -> str:
    """Return one slide: its blocks, and the notes for the speaker.

    A figure stands without its code; an answer to a prediction appears on a click, what else its cell shows on the
    next.
    """
    blocks = []
    for cell in [cell for cell in group if slide_type(cell) != "skip"]:
        shown, answers, others = split_answers(cell)
        asks = ASKS.fullmatch(cell["source"])  # a question stands without the call, in one piece
        html_of = outputs_to_html(cell, cell["outputs"]) if asks or is_picture(shown) else to_html([shown])
        blocks.append(f'<div class="block {"question" if asks else cell["cell_type"]}">{html_of}</div>')
        if answers:
            blocks.append(f'<div class="block answer fragment">{answers}</div>')
        if others:
            blocks.append(f'<div class="block code fragment">{outputs_to_html(cell, others)}</div>')
    name = f' id="{label}" data-label="{label}"' if label else ""
    spoken = "".join(f"<p>{html.escape(line)}</p>" for line in said)
    return f'<section class="unpaged"{name}>{"".join(blocks)}<aside class="notes">{spoken}</aside></section>'


def notes(group: list[Cell], told: Mapping[str, tuple[Any, str]] = MappingProxyType({})) -> Iterator[str]:
    """Yield the notes: what to say, questions with the right and a usual answer, and what goes wrong."""
    for cell in group:
        if cell.get("spoken"):
            yield f"Say: {cell['spoken']}"
        for kind, key in CALL.findall(cell["source"] if cell["cell_type"] == "code" else ""):
            if kind == "predict":
                asked: Any = find_question(key)
                right = f" Right: {asked.words(told[key][0])}. {told[key][1]}" if key in told else ""
                yield f"Ask: {asked.text}{right} A plausible guess: {asked.words(asked.read(asked.typical))}."
            else:
                yield from (f"Goes wrong ({name}): {words}" for name, words in find(key).told.slips.items())
