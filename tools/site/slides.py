"""Slides of a lesson with reveal.js: ``python -m tools.site slides 02``.

`deck` divides the notebook. A script on the page measures every block and moves what does not fit to a further slide
under the same heading. The first slide has the keys, the last the further questions.
"""

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
from tiws_teach.plots import advice_parts
from tools.site.deck import SENTENCE, SOURCE, is_question, labelled, shown_code
from tools.site.explorers import STILLS, copy_scripts, embedded, named, scripts
from tools.site.lecture import CALL, LINKS, begins, results
from tools.site.mathjax import copy_mathjax
from tools.site.notebooks import DOCS, NOTEBOOKS, ROOT, Cell, copy_files, core_of, lesson, related, write
from tools.site.render import UNREAD, outputs_to_html, page, plain_text, to_html

UNMARKED = re.compile(r"\*+(?=\S)|(?<=\S)\*+|`")
"""Marks of Markdown, which the speaker would read."""
FORMULA = re.compile(r"\$([^$]+)\$")
KEYS = """<div class="block keys">→ next, also the answer to a question · ← back · S notes for the speaker ·
F full screen · Esc all slides · G, a number such as 2.1 and Enter: go to a slide · B black</div>"""


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
    cells, entry = core_of(path), next((each for each in series() if each.notebook == path.stem), None)
    by_key, made = results(cells), list[str]()
    for label, group in labelled(cells):
        spoken_lines = begins(entry, label) if entry else []
        made.append(section(group, label, [*spoken_lines, *notes(group, by_key)]))
    titles = [title for title, other in related(path).items() if other.name != path.name]
    further = "".join(f"<li>{html.escape(title)}</li>" for title in titles if path.parent == NOTEBOOKS)
    link = f"<p>Further questions:</p><ul>{further}</ul>" if further else ""
    end = f'<section class="unpaged"><div class="block"><h2>The end of the lesson</h2>{link}</div></section>'
    first = made[0].replace('<aside class="notes">', f'{KEYS}<aside class="notes">')
    shown = "\n".join([first, *made[1:], end])
    explorers = named(shown)
    copy_scripts(folder / "explorers", explorers)
    shown = STILLS.sub(lambda match: embedded(match["name"], 0, match["set"]), shown)
    body = f'<div class="reveal"><div class="slides">\n{shown}\n</div></div>'
    body += scripts(explorers, "explorers/") if explorers else ""
    styles = ["reveal/dist/reset.css", "reveal/dist/reveal.css", "slides.css"]
    loads = ["reveal/dist/reveal.js", "reveal/plugin/notes/notes.js", "slides.js"]
    return write(folder / "index.html", page(path.stem, body, styles=styles, scripts=loads))


def section(group: list[Cell], label: str = "", spoken_lines: Iterable[str] = ()) -> str:
    """Return one slide, and the notes for the speaker; an answer comes on a click, what follows it on the next."""
    blocks, kinds = list[str](), list[str]()
    for cell in group:
        kind, code = cell["cell_type"], cell["cell_type"] == "code"
        kind = "question" if is_question(cell) else kind
        kind = {"answer": "answer fragment", "rest": "code fragment"}.get(cell.get("part", ""), kind)
        whole = {**cell, "source": "" if "part" in cell else shown_code(cell)} if code else cell
        html_of = to_html([whole]) if whole["source"] else outputs_to_html(cell, cell["outputs"])
        html_of = table_of(plain_text(cell["outputs"][0])) if "decision_chart(" in cell["source"] else html_of
        match = re.fullmatch(r"(?s)(.*?)(<p>.*?</p>)(<p>.*)", html_of) if cell.get("part") == "answer" else None
        if match:  # the question stands above its answer, before the click
            html_of = match[1] + match[3]
            blocks += [f'<div class="block question">{match[2]}</div>'] * ("question" not in kinds)
        kinds.append(kind)
        blocks.append(f'<div class="block {kind}">{UNREAD.sub("", html_of)}</div>')
    name = f' id="{label}" data-label="{label}"' if label else ""
    aside = "".join(f"<p>{html.escape(FORMULA.sub(typed, line))}</p>" for line in spoken_lines)
    return f'<section class="unpaged"{name}>{"".join(blocks)}<aside class="notes">{aside}</aside></section>'


def typed(formula: re.Match[str]) -> str:
    """Return a formula as one types it: the speaker's window sets none."""
    plain = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)", formula[1].replace(r"\sqrt", "√"))
    return re.sub(r"\\math\w+|\\[,!]|[{}\\]", "", plain)


def decisions(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the questions of a decision chart in words, with their answers and what each leads to."""
    text = re.split(r"Decision chart: [^.]*\. ", text, maxsplit=1)[1]
    led = {text.rindex(each): each for each in re.findall(r": ([^;?]+\?)(?=[; ])", text)}
    asked = {0: text[: text.index("?") + 1]} | {at: led[at] for at in sorted(led) if text[at - 2] != ":"}
    for (start, asks), end in zip(asked.items(), [*[*asked][1:], None], strict=True):
        answers = re.split(r"; (?=[^:?;]{1,30}: )", text[start + len(asks) + 1 : end].strip())
        yield asks, dict(each.split(": ", 1) for each in answers)


def table_of(text: str) -> str:
    """Return a decision chart as a table for the last row: its questions, numbered, and where each answer leads."""
    steps, rows = dict(decisions(text)), ""
    for number, (asks, answers) in enumerate(steps.items(), 1):
        for place, (answer, to) in enumerate(answers.items()):
            first = "" if place else f'<th rowspan="{len(answers)}">{number} · {html.escape(asks)}</th>'
            leads = f"go to {[*steps].index(to) + 1}" if to in steps else to
            advice, *measured = map(html.escape, advice_parts(leads))
            leads = f"<strong>{advice}</strong> {measured[0]}" if measured else advice
            rows += f"<tr>{first}<td><em>{html.escape(answer)}</em></td><td>{leads}</td></tr>"
    return f'<table class="decisions">{rows}</table>'


def spoken(text: str) -> str:
    """Return a text as one reads it aloud: no source, links or marks, and nothing that leads to a cell."""
    text = UNMARKED.sub("", LINKS.sub(r"\1", SOURCE.sub("", text)))
    return " ".join(each for each in SENTENCE.split(text) if not each.endswith(":"))


def notes(group: list[Cell], by_key: Mapping[str, tuple[Any, str]] = MappingProxyType({})) -> Iterator[str]:
    """Yield the notes: what to say, questions with the right and a usual answer, and what goes wrong."""
    for cell in group:
        if sentence := spoken(cell.get("spoken", "")):
            yield f"Say: {sentence}"
        for kind, key in CALL.findall(cell["source"] if cell["cell_type"] == "code" else ""):
            if kind == "predict":
                asked: Any = find_question(key)
                right = f" Right: {asked.words(by_key[key][0])}. {by_key[key][1]}" if key in by_key else ""
                usual = asked.read(asked.typical)
                often = f" Often guessed: {asked.words(usual)}." if key not in by_key or usual != by_key[key][0] else ""
                yield f"Ask: {asked.text}{right}{often}"
            elif kind == "check":
                yield from (f"Goes wrong ({name}): {spoken(words)}" for name, words in find(key).texts.slips.items())
