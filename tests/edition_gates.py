"""A core is short and shows; what else there is to ask has notebooks of its own."""

import re
from collections.abc import Callable, Iterator

from lesson_measures import minutes_of, pictures, sections, typed_lines, words
from notebook_reading import Cell, Notebook
from prose_numbers import NUMBER, numbers

from tools.claims import is_judged, tables

MOST_WORDS, MOST_CELLS, MOST_SECTIONS, LONGEST_MORE = 1800, 70, 6, 25
FEWEST_LINES, FEWEST_PICTURES, WIDEST, MOST_NUMBERS = 90, 8, 88, 12
FIRST_SCREEN = 350
"""Pixels above the first picture: in a window of 1,280 x 720 JupyterLab shows 599 of a notebook, 249 of it."""
LINE, WIDTH = 23, 110  # pixels of a line of prose, and its letters, beside the file browser (measured on four lessons)


def few_words(notebook: Notebook) -> Iterator[str]:
    """The core is read in twelve minutes; what is folded counts, or it would only hide."""
    count = sum(words(cell, with_folded=True) for cell in notebook.cells)
    if count > MOST_WORDS:
        yield f"{count} words with the folded ones, at most {MOST_WORDS}; cut, or move a question to more/"


def enough_code(notebook: Notebook) -> Iterator[str]:
    """The experiments stand on the page."""
    count = sum(len(typed_lines(cell)) for cell in notebook.code)
    if count < FEWEST_LINES:
        yield f"{count} typed lines of code, at least {FEWEST_LINES}; write an experiment out in place of a call"


def few_cells_and_sections(notebook: Notebook) -> Iterator[str]:
    """A core is one thread."""
    if len(notebook.cells) > MOST_CELLS:
        yield f"{len(notebook.cells)} cells, at most {MOST_CELLS}; merge or cut"
    found = [each.heading for each in sections(notebook) if not re.search("(?i)exercises|summary", each.heading)]
    if len(found) > MOST_SECTIONS:
        yield f"{len(found)} sections besides exercises and summary, at most {MOST_SECTIONS}: {'; '.join(found)}; merge"
    for heading in found:
        if heading.startswith("Appendix"):
            yield f"{heading!r} in a core; make it a notebook in more/, one for each question"


def enough_pictures(notebook: Notebook) -> Iterator[str]:
    """Pictures carry the lesson."""
    if (count := sum(map(pictures, notebook.cells))) < FEWEST_PICTURES:
        yield f"{count} figures and explorers, at least {FEWEST_PICTURES}; turn a table of numbers into a picture"


def pixels(cell: Cell) -> int:
    """Return about how high a cell stands on the page, up to its first picture."""
    if cell.is_code:
        texts = [] if pictures(cell) else [output.get("text", "\n\n\n") for output in cell.outputs]
        return 22 + 17 * sum(len(text.splitlines()) for text in (cell.source, *texts))
    text = re.sub(r"(?s)<details>.*?</details>", "folded", cell.source)
    lines = [re.sub(r"\]\([^)]*\)", "", line) for line in text.splitlines()]
    heads = sum(line.startswith("#") for line in lines)
    return 18 + 16 * (heads + lines.count("")) + sum(-(-len(line) // WIDTH) * LINE for line in lines if line)


def picture_on_the_first_screen(notebook: Notebook) -> Iterator[str]:
    """A reader who opens the lesson sees what it is about."""
    first = next((cell.place for cell in notebook.cells if pictures(cell)), 0)
    above = sum(pixels(cell) for cell in notebook.cells[:first])
    if not first or above > FIRST_SCREEN:
        where = f"cell {first}: the first picture begins about {above} pixels down" if first else "no picture"
        yield f"{where}, at most {FIRST_SCREEN}; put words of the head, outcomes and imports below it"


def has_a_decision_chart(notebook: Notebook) -> Iterator[str]:
    """The lesson ends with what to do."""
    said = [text for cell in notebook.code for text in cell.shown("text/plain")]
    if not any(text.startswith("[figure] Decision chart:") for text in said):
        yield "no decision chart; end with show(decision_chart(steps), alt=describe_decisions(steps)), see plots.py"


def narrow_code(notebook: Notebook) -> Iterator[str]:
    """Code is read on a projector, without a scroll bar."""
    for cell in notebook.code:
        for line in cell.source.splitlines():
            if len(line) > WIDEST:
                yield f"cell {cell.place}: a line of {len(line)} letters, at most {WIDEST}; break {line.strip()[:30]!r}"


def small_tables(notebook: Notebook) -> Iterator[str]:
    """A wall of numbers is a picture that is not drawn."""
    for cell in notebook.cells:
        for count in counted(cell):
            if count > MOST_NUMBERS:
                yield f"cell {cell.place}: a table of {count} numbers, at most {MOST_NUMBERS}; draw it, or show a part"


def counted(cell: Cell) -> Iterator[int]:
    """Yield the numbers in each table of a cell; labels of rows and columns do not count, words of figures neither."""
    yield from (sum(bool(NUMBER.fullmatch(x)) for row in rows for x in row[1:]) for _, *rows in written(cell))
    for output in cell.outputs:
        data = output.get("data", {})
        if "<table" in data.get("text/html", ""):
            values = re.findall(r"<td[^>]*>\s*(.*?)\s*</td>", data["text/html"], re.DOTALL)
            yield sum(bool(NUMBER.fullmatch(value)) for value in values)
        elif not re.match(r"\[[a-z]+[] ]", data.get("text/plain", "")):  # as in [figure] and [reveal tiws.1]
            yield len(numbers(output.get("text", "") + data.get("text/plain", "")))


def written(cell: Cell) -> list[list[list[str]]]:
    """Return the tables that a cell of prose holds."""
    return [] if cell.is_code else tables(cell.source)


def no_verdicts_in_a_core(notebook: Notebook) -> Iterator[str]:
    """A lesson teaches a skill; it does not audit a paper."""
    for cell in notebook.prose:
        if any(is_judged(header) for header, *_ in written(cell)):
            yield f"cell {cell.place}: a table of verdicts in a core; move it to more/ or to a replication"


def leads_to_more(notebook: Notebook) -> Iterator[str]:
    """A further question is linked where it arises."""
    text = "\n".join(cell.source for cell in notebook.prose)
    for each in notebook.more:
        if f"({each.name}" not in text:
            yield f"no link to {each.name}; write [its question]({each.name}) where it arises"


LESSON: tuple[Callable[[Notebook], Iterator[str]], ...] = (
    few_words,
    enough_code,
    few_cells_and_sections,
    enough_pictures,
    picture_on_the_first_screen,
    has_a_decision_chart,
    narrow_code,
    small_tables,
    no_verdicts_in_a_core,
    leads_to_more,
)


def one_question(notebook: Notebook) -> Iterator[str]:
    """A notebook in more/ answers one question, in at most 25 minutes, and leads back to its lesson."""
    head = notebook.cells[0].source if notebook.cells else ""
    title = head.partition("\n")[0]
    if not re.fullmatch(r"# .*\?", title):
        yield f"cell 1: the title {title!r} is no question; write '# How ...?'"
    if not re.search(rf"\]\(\.\./{notebook.number}_\w+\.ipynb", head):
        yield f"cell 1: no link to its lesson; write [lesson](../{notebook.number}_....ipynb)"
    told = re.search(r"(\d+) min|(?i:minutes)\W*(\d+)", head)
    stated, ruled = int(told[1] or told[2]) if told else 0, minutes_of(notebook.cells)
    if ruled > LONGEST_MORE:
        yield f"{ruled:.0f} min by the rule, at most {LONGEST_MORE}; cut, or split it into two questions"
    if abs(stated - ruled) > max(2, 0.2 * ruled):
        yield f"cell 1: {stated} min said, {ruled:.0f} by the rule; write '{ruled:.0f} min' there"


MORE: tuple[Callable[[Notebook], Iterator[str]], ...] = (one_question, narrow_code)
