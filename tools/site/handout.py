"""A lesson as a PDF to print, and its answers to predictions as another: ``python -m tools.site handout 02``."""

import re
import shutil
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from nbformat.v4 import new_markdown_cell
from playwright.sync_api import Browser, sync_playwright

from tiws_teach.course._gate import revealed
from tiws_teach.course._series import series
from tools.site.chromium import FLAGS, chromium_or_reason
from tools.site.deck import IMPORTS, unled
from tools.site.lecture import HEADING, lectures, page_of
from tools.site.mathjax import copy_mathjax
from tools.site.notebooks import DOCS, ROOT, Cell, copy_files, core_of, lesson, write
from tools.site.predictions import ASKS
from tools.site.render import UNREAD, is_picture, outputs_to_html, page, plain_text, split_answers, to_html

LINES = '<div class="lines" role="img" aria-label="space for an answer"></div>'
STILL = re.compile(r"(<figure data-tiws-explorer(?:(?!<div).)*)(<div.*?</div></div>)(<div.*?)(?=</figure>)", re.DOTALL)
"""A strip of an explorer, its first still and the others, which may answer what the lesson asks later."""
SCALES = 0.94, 0.97, 1, 1.04, 1.07, 1.1
"""Sizes of print; the last before one more page is taken, which fills the last page."""
FIT = """async () => { await MathJax.startup.promise; await document.fonts.ready;
    let sheet = document.querySelector('.lecture'), size = 106;
    while (sheet && size > 70 && (sheet.style.fontSize = `${--size / 10}pt`, sheet.scrollHeight > 970)); }"""
"""Once formulas and fonts are there: a lecturer's sheet is one page, filled, by the size of its letters."""


def handout(number: str, out: Path | None = None, browser: Browser | None = None) -> Path:
    """Print a lesson to a PDF, with its answers in a PDF next to it, and return its path; start a browser if needed."""
    path = lesson(number)
    written = out or ROOT / "dist" / "handouts" / f"{path.stem}.pdf"
    sources = paper(path, ROOT / "build" / "handout" / path.stem)
    return printed_to([written, written.with_stem(f"{written.stem}_answers")], sources, browser)


def lecture_page(number: str, out: Path | None = None, browser: Browser | None = None) -> Path:
    """Print the page that prepares a lecture, and return its path."""
    path = lesson(number)
    written = out or ROOT / "dist" / "lectures" / f"{path.stem}.pdf"
    (each,) = (each for each in series() if each.notebook == path.stem)
    body = f'<div class="lecture">{to_html([new_markdown_cell(page_of(each))])}</div>'
    styled = page(path.stem, body, styles=["handout.css"], scripts=[])
    source = write(fresh(ROOT / "build" / "lectures" / path.stem) / "index.html", styled)
    return printed_to([written], [source], browser)


def printed_to(pdfs: list[Path], sources: Iterable[Path], browser: Browser | None) -> Path:
    """Print pages to PDFs, with a browser of its own if there is none, and return the first."""
    if browser is None:
        program, reason = chromium_or_reason()
        if program is None:
            raise SystemExit(f"A handout is printed by Chromium: {reason}.")
        with sync_playwright() as play:
            started = play.chromium.launch(executable_path=program, args=list(FLAGS))
            printed_to(pdfs, sources, started)
            started.close()
        return pdfs[0]
    for source, pdf in zip(sources, pdfs, strict=True):
        pdf.parent.mkdir(parents=True, exist_ok=True)
        print_page(browser, source, pdf)
    return pdfs[0]


def fresh(folder: Path) -> Path:
    """Empty a folder, and put there what a printed page loads."""
    shutil.rmtree(folder, ignore_errors=True)
    copy_mathjax(folder)
    copy_files(DOCS / "static", folder, ["handout.css"])
    return folder


def paper(path: Path, folder: Path) -> tuple[Path, Path]:
    """Write the two pages that are printed, the lesson's core and its answers, and return their paths."""
    fresh(folder)
    core_cells = without_imports(core_of(path))
    title = core_cells[0]["source"].splitlines()[0].removeprefix("# ")
    cells, answers = [], [f"<h1>{title}: answers</h1>"]
    topic = next((each.topic for each in series() if each.notebook == path.stem), "")
    for cell, is_held in held_back(core_cells, tuple(lectures().get(topic, {}).get("withheld", ()))):
        shown, answer, others = split_answers(cell)
        if is_held:
            answers[-1] += printed(cell)
            continue
        whole = printed(shown, len(answers) if answer else 0)
        cells.append(STILL.sub(r"\1\2", whole))
        answers[-1] += "".join(strip.expand(r"\1\3</figure>") for strip in STILL.finditer(whole))
        if answer:
            answers.append(unfolded(f"<h2>Answer {len(answers)}</h2>{answer}{outputs_to_html(cell, others)}"))
    written = folder / "index.html", folder / "answers.html"
    for source, body in zip(written, (cells, answers), strict=True):
        write(source, page(path.stem, "\n".join(body), styles=["handout.css"], scripts=[]))
    return written


def without_imports(cells: list[Cell]) -> list[Cell]:
    """Return the cells without imports, which nobody types from paper, and without what leads to nothing else."""
    kept = list[Cell]()
    for cell in cells:
        if code := IMPORTS.sub("", cell["source"]).strip():
            kept.append({**cell, "source": code})
        elif re.search(r"(:|tools\.)$", kept[-1]["source"]):
            kept[-1] = {**kept[-1], "source": unled(kept[-1]["source"])}
    return kept


def held_back(cells: list[Cell], withheld: tuple[str, ...] = ()) -> Iterator[tuple[Cell, bool]]:
    """Yield the cells, and whether each says what an answer told, up to a heading, task or question, or is withheld."""
    is_held = is_named = False
    for cell, after in zip(cells, [*cells[1:], None], strict=True):
        if cell["cell_type"] == "markdown":
            parts = cell["source"].split("\n\n")
            asks = after is not None and bool(ASKS.fullmatch(after["source"]))
            sorted_lines: dict[bool, list[str]] = {True: [], False: []}
            for at, part in enumerate(parts):
                if part.startswith(("#", "**Exercise")) or at == len(parts) - asks:
                    is_held = is_named = False
                begins = (heading["title"] if (heading := HEADING.match(part)) else part).startswith(withheld)
                sorted_lines[is_held or (begins and not heading)] += [] if part.startswith("[Solutions](") else [part]
                sorted_lines[False] += ["*This is on the page of answers.*"] * begins
                is_held, is_named = is_held or begins, is_named or begins
            yield from (({**cell, "source": "\n\n".join(some)}, held) for held, some in sorted_lines.items() if some)
            continue
        answers = bool(revealed(cell["source"]))
        is_held = is_held or "decision_chart(" in cell["source"]  # it sums up the answers
        is_held = is_held and (is_named or "exercise" not in cell["metadata"].get("tags", []))
        is_held = is_held and not ASKS.fullmatch(cell["source"])
        yield cell, is_held and not answers
        is_held = is_held or answers


def unfolded(shown: str) -> str:
    """Return HTML for paper: folds are open, and none repeats a picture in words."""
    return UNREAD.sub("", shown).replace("<details>", "<details open>")


def printed(cell: Cell, answer: int = 0) -> str:
    """Return a cell for paper, with lines to write on under a question, an exercise and the number of an answer."""
    outputs = [output for output in cell.get("outputs", []) if not plain_text(output).startswith("[check")]
    asks = bool(ASKS.fullmatch(cell["source"]))
    lines = LINES if asks or answer or 'check("' in cell["source"] else ""
    pointer = f"<p><em>What this cell shows: answer {answer} on the page of answers. What came out, and why?</em></p>"
    shown = outputs_to_html(cell, outputs) if asks or is_picture(cell) else to_html([{**cell, "outputs": outputs}])
    return f'<div class="{cell["cell_type"]}">{unfolded(shown)}{pointer if answer else ""}{lines}</div>'


def print_page(browser: Browser, source: Path, pdf: Path) -> None:
    """Print a page to a PDF once its formulas and fonts are there."""
    tab = browser.new_page()
    tab.goto(source.as_uri())
    tab.evaluate(FIT)
    number = '<div style="font-size: 8pt; width: 100%; text-align: center"><span class="pageNumber"></span></div>'
    margin: Any = {"top": "16mm", "bottom": "18mm", "left": "18mm", "right": "18mm"}
    printed = partial(tab.pdf, format="A4", print_background=True, tagged=True, outline=True, margin=margin)
    printed = partial(printed, display_header_footer=True, header_template="<span></span>", footer_template=number)
    made = (printed(scale=scale) for scale in SCALES)
    *_, largest = next(groupby(made, lambda each: len(re.findall(rb"/Type\s*/Page\b", each))))[1]
    pdf.write_bytes(largest)
    tab.close()
