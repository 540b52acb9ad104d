"""A lesson as a PDF to print, without answers: ``python -m docs handout 02``."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from docs.chromium import FLAGS, chromium_or_reason
from docs.mathjax import copy_mathjax
from docs.notebooks import DOCS, ROOT, Cell, cells_of, lesson
from docs.render import page, plain_text, split_answers, to_html

LINES = '<div class="lines" role="img" aria-label="space for an answer"></div>'
TYPESET = "() => MathJax.startup.promise.then(() => document.fonts.ready).then(() => true)"


def handout(number: str, out: Path | None = None, browser: Browser | None = None) -> Path:
    """Print a lesson to a PDF and return its path; without a browser, start one."""
    path = lesson(number)
    source = paper(path, ROOT / "build" / "handout" / path.stem)
    written = out or ROOT / "dist" / "handouts" / f"{path.stem}.pdf"
    written.parent.mkdir(parents=True, exist_ok=True)
    if browser:
        print_page(browser, source, written)
        return written
    program, reason = chromium_or_reason()
    if program is None:
        raise SystemExit(f"A handout is printed by Chromium: {reason}.")
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=program, args=list(FLAGS))
        print_page(started, source, written)
        started.close()
    return written


def paper(path: Path, folder: Path) -> Path:
    """Write the page that is printed and return its path."""
    shutil.rmtree(folder, ignore_errors=True)
    copy_mathjax(folder)
    shutil.copy(DOCS / "static" / "handout.css", folder / "handout.css")
    body = "\n".join(printed(cell) for cell in cells_of(path))
    source = folder / "index.html"
    source.write_text(page(path.stem, body, styles=["handout.css"], scripts=[]), encoding="utf-8", newline="\n")
    return source


def printed(cell: Cell) -> str:
    """Return a cell for paper: lines to write on in place of the answer to a prediction and under an exercise."""
    shown, _, others = split_answers(cell)
    html = to_html([{**shown, "outputs": [*shown.get("outputs", []), *others]} if others else shown])
    exercise = "exercise" in cell["metadata"].get("tags", [])
    asks = any(plain_text(output).startswith("[predict") for output in cell.get("outputs", []))
    return f'<div class="{cell["cell_type"]}">{html}{LINES if exercise or asks else ""}</div>'


def print_page(browser: Browser, source: Path, pdf: Path) -> None:
    """Print a page to a PDF once its formulas and fonts are there."""
    tab = browser.new_page()
    tab.goto(source.as_uri())
    tab.evaluate(TYPESET)
    number = '<div style="font-size: 8pt; width: 100%; text-align: center"><span class="pageNumber"></span></div>'
    tab.pdf(
        path=str(pdf),
        format="A4",
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=number,
        margin={"top": "16mm", "bottom": "18mm", "left": "18mm", "right": "18mm"},
    )
    tab.close()
