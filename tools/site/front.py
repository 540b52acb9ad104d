"""The front page: an explorer to move, a question to answer, a card for each lesson, and how many claims hold."""

import html
import re
from pathlib import Path

from tiws_teach.course._series import Lesson
from tools.claims import all_claims, in_words
from tools.site.explorers import embedded, scripts
from tools.site.notebooks import DOCS, NOTEBOOKS, SOLUTIONS, Cell, cells_of, lesson
from tools.site.predictions import with_forms
from tools.site.render import plain_text

EXPLORER, QUESTION = "HideCategoryExplorer", "tiws.13"
FIGURE = re.compile(r'src=\\"\.\./(_static/figures/\w+\.png)\\"')
LEFT_OUT = re.compile(r", and the\n\[guide for instructors\].*|^(solutions|instructor)\n", re.MULTILINE)
TITLE = re.compile(r"^# (?:\d+ · )?(.+)$", re.MULTILINE)


def front_page(source: Path, lessons: list[Lesson]) -> str:
    """Return the front page; `source` has the notebooks as the site shows them."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    if not SOLUTIONS:
        text = LEFT_OUT.sub("", text)
    parts = {
        "explorer": embedded(EXPLORER) + scripts([EXPLORER], "_static/explorers/"),
        "question": question(cells_of(lesson("02"))),
        "claims": in_words(all_claims(NOTEBOOKS)),
        "lessons": f'<div class="tiws-cards">{"".join(card(source, each) for each in lessons)}</div>',
    }
    for name, part in parts.items():
        text = text.replace(f"<!-- {name} -->", part)
    return text


def question(cells: list[Cell]) -> str:
    """Return the question of the front page as a form, and its answer folded."""
    shown = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            with_forms(cell)
            for output in cell["outputs"]:
                match = re.match(rf"\[(predict|reveal) {re.escape(QUESTION)}\]", plain_text(output))
                if match:
                    shown[match[1]] = "".join(output["data"]["text/html"])
    return f"{shown['predict']}<details><summary>The result</summary>{shown['reveal']}</details>"


def card(source: Path, each: Lesson) -> str:
    """Return a lesson's first figure under its title, with a link."""
    path = source / "notebooks" / f"{each.notebook}.ipynb"
    figure = FIGURE.search(path.read_text(encoding="utf-8"))
    title = TITLE.search(cells_of(path)[0]["source"])
    image = f'<img src="{figure[1]}" alt="" loading="lazy">' if figure else ""
    name = html.escape(title[1] if title else each.name)
    about = f"<p>{html.escape(each.about)}</p>"
    return f'<a href="notebooks/{each.notebook}.html">{image}<strong>{each.number:02d} · {name}</strong>{about}</a>'
