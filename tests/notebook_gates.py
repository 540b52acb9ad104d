"""The rules that hold for every notebook, one function each: a Notebook in, lines that say where and what to do out.

`ALL` holds for every notebook, `CORE` for those that must not need the network (all but replications/), `COURSE` for
the start and the lessons (see `lesson_measures`), `LESSON` for the lessons 01 to 13 (see `lesson_gates` and
`edition_gates`), and `MORE` for their further questions. Cells tagged ``exercise`` or ``solution`` are exempt from the
rules about code.
"""

import ast
import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import edition_gates
import lesson_gates
from lesson_gates import (
    answers_are_not_given_away,
    answers_follow_soon,
    claims_have_verdicts,
    predictions_come_first,
    tags_have_functions,
)
from lesson_measures import COURSE
from notebook_reading import Cell, Notebook, called, keys
from prose_numbers import unborne_numbers

from tiws_teach.course._normalise import WIDGET_VIEW, dumps, normalise, read_notebook

LONGEST_CELL = 12  # lines
NOT_COMPARED = {WIDGET_VIEW, "image/png", "image/jpeg"}
NOT_COMPARED |= {"metadata", "traceback", "name", "execution_count", "output_type"}
"""The fields of an output that nbval passes over."""
NBVAL_MARK = re.compile(r"(?i)\b(?:nbval|pytest_validate|raises-exception)[\w-]*")
COMPARED, COMPARED_MORE = 0.6, 0.3  # of the code cells of a notebook; of a further question's
NETWORK_MODULES = {"aiohttp", "ftplib", "http", "httpx", "pooch", "requests", "socket", "urllib", "urllib3"}
DOWNLOADS = {"download", "urlopen", "urlretrieve"}


# rules about code -------------------------------------------------------------------------------------------------


def plain_python(notebook: Notebook) -> Iterator[str]:
    """A cell that is no plain Python cannot be linted, and magics do not run everywhere."""
    for cell in notebook.code:
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            yield f"cell {cell.place}: not plain Python ({error.msg}); write magics and shell lines as function calls"


def no_definitions(notebook: Notebook) -> Iterator[str]:
    """A lesson shows loops, data and calls; a function or a class belongs into the library, where it is tested."""
    named = {ast.FunctionDef: "a function", ast.AsyncFunctionDef: "a function", ast.ClassDef: "a class"}
    for cell in notebook.code:
        for node in [] if cell.exempt else ast.walk(cell.tree):
            if what := named.get(type(node)):
                yield f"cell {cell.place}: {what} in line {node.lineno}; move it to tiws_teach and call it"


def short_cells(notebook: Notebook) -> Iterator[str]:
    """What does not fit a projector is not read."""
    for cell in notebook.code:
        lines = len(cell.source.strip().splitlines())
        if lines > LONGEST_CELL and not cell.exempt:
            yield f"cell {cell.place}: {lines} lines of code, at most {LONGEST_CELL}; split it, with a sentence between"


def introduced(notebook: Notebook) -> Iterator[str]:
    """Prose and code alternate: every code cell follows a sentence that says what it is for."""
    before: Cell | None = None
    for cell in notebook.cells:
        if cell.is_code and not cell.exempt and (before is None or before.is_code or not sentence(before.source)):
            yield f"cell {cell.place}: code without a sentence before it; add a markdown cell that introduces it"
        before = cell


def sentence(markdown: str) -> bool:
    """Tell whether a markdown cell holds words beside its headings."""
    body = re.sub(r"(?m)^#{1,6} .*$", "", markdown)
    return len(re.findall(r"[^\W\d_]{2,}", body)) >= 3


def no_network(notebook: Notebook) -> Iterator[str]:
    """Nothing in the core series needs the network."""
    sets = set(downloadable(notebook.folder))
    for cell in notebook.code:
        for node in ast.walk(cell.tree):
            found = reaches_out(node, sets)
            if found:
                yield f"cell {cell.place}: {found} needs the network; use embedded or generated data, or replications/"


def reaches_out(node: ast.AST, sets: set[str]) -> str:
    """Return what in a node reaches the network, or an empty text."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        return next((name for name in modules if name.partition(".")[0] in NETWORK_MODULES), "")
    if isinstance(node, ast.Call) and (called(node) in DOWNLOADS or called(node).startswith("fetch_")):
        return called(node)
    if isinstance(node, ast.Call) and called(node) == "load" and loaded(node) in sets:
        return ast.unparse(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value if re.match(r"(https?|ftp)://", node.value) else ""
    return ""


def loaded(call: ast.Call) -> str:
    """Return the name of the set that a call of load(name) asks for, if it stands there as a text."""
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "name")]
    return given[0].value if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str) else ""


def downloadable(folder: Path) -> list[str]:
    """Return the names of the sets that are downloaded."""
    with open(folder.parent / "datasets" / "registry.csv", encoding="utf-8", newline="") as stream:
        return [row["name"] for row in csv.DictReader(stream)]


def reveals_run_again(notebook: Notebook) -> Iterator[str]:
    """A learner runs a reveal or an exercise again after the whole lesson: no later cell has rebound what it reads.

    Cells of exercises are the learner's own and may rebind.
    """
    reveals = {cell.place: cell for cell, _, _ in keys(notebook, "reveal")}
    for again in [*reveals.values(), *(cell for cell in notebook.code if "exercise" in cell.tags)]:
        needed, kind = again.read - again.bound, "reveal" if again.place in reveals else "exercise"
        for cell in notebook.code:
            if cell.place > again.place and not cell.exempt and (taken := sorted(needed & cell.bound)):
                names = ", ".join(taken)
                yield f"cell {cell.place}: rebinds {names}, which the {kind} in cell {again.place} reads; rename"


def exercises_keep_names(notebook: Notebook) -> Iterator[str]:
    """A learner who goes back after an exercise runs an earlier cell again: the exercise has not rebound what it reads.

    `answer` belongs to all exercises.
    """
    for exercise in (cell for cell in notebook.code if "exercise" in cell.tags):
        for cell in notebook.code:
            if cell.place < exercise.place and "exercise" not in cell.tags:
                taken = sorted((exercise.bound - {"answer"}) & (cell.read - cell.bound))
                if taken:
                    yield f"cell {exercise.place}: rebinds {', '.join(taken)}, which cell {cell.place} reads; rename"


# rules about outputs ----------------------------------------------------------------------------------------------


def executed(notebook: Notebook) -> Iterator[str]:
    """Stored outputs come from one run, top to bottom."""
    counts = [cell.node.execution_count for cell in notebook.code]
    if counts != list(range(1, len(counts) + 1)):
        command = f"python -m tools.notebooks {notebook.path.stem}"
        yield f"execution counts are {counts}, not 1 to {len(counts)}; run: {command}"


def outputs_are_compared(notebook: Notebook) -> Iterator[str]:
    """nbval passes a cell in silence if it is marked so, or if nothing is stored that it could compare."""
    for cell in notebook.code:
        for mark in NBVAL_MARK.findall(" ".join([cell.source, *cell.tags])):
            yield f"cell {cell.place}: {mark} keeps nbval from comparing the output; remove it"
    fields = [[set(output.get("data", output)) - NOT_COMPARED for output in cell.outputs] for cell in notebook.code]
    compared, cells = sum(map(any, fields)), len(fields)
    least = COMPARED_MORE if notebook.is_more else COMPARED
    if compared < least * cells:
        yield f"nbval compares the outputs of {compared} of {cells} cells, at least {least:.0%}; run: make notebooks"


def normalised(notebook: Notebook) -> Iterator[str]:
    """Stored notebooks hold nothing that differs from run to run."""
    if dumps(normalise(read_notebook(notebook.path))).encode("utf-8") != notebook.path.read_bytes():
        yield f"not normalised; run: python -m tools.notebooks {notebook.path.stem}"


def no_errors(notebook: Notebook) -> Iterator[str]:
    """Neither errors nor warnings stand in a stored output."""
    for cell in notebook.code:
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"cell {cell.place}: a stored error, {output.ename}: {output.evalue}; fix and rerun the cell"
            if output.output_type == "stream" and output.name == "stderr":
                yield f"cell {cell.place}: a stored warning, {output.text.strip()[:60]!r}; fix its cause"


def figures_have_words(notebook: Notebook) -> Iterator[str]:
    """Every picture says in words what it shows."""
    for cell in notebook.code:
        if cell.shown("image/png") or cell.shown("image/svg+xml"):
            yield f"cell {cell.place}: a picture without words; end the cell with show(figure, alt=...)"
        for page in cell.shown("text/html"):
            if wordless(page):
                yield f"cell {cell.place}: an <img> without alt text; use show(figure, alt=...)"
        for call in cell.calls:
            given = len(call.args) > 1 or any(keyword.arg == "alt" for keyword in call.keywords)
            if called(call) == "show" and not given:
                yield f"cell {cell.place}: show without alt=...; say what the picture shows, with its numbers"
    for cell in notebook.prose:
        if re.search(r"!\[\s*\]\(", cell.source) or wordless(cell.source):
            yield f"cell {cell.place}: a picture without alt text; write ![what it shows](file)"


def wordless(page: str) -> bool:
    """Tell whether a page has an <img> without words."""
    worded = re.compile(r"""\balt=(["'])\s*\S.*?\1""", re.DOTALL)
    return any(not worded.search(image) for image in re.findall(r"<img\b[^>]*>", page))


# rules about prose ------------------------------------------------------------------------------------------------


def numbers_agree(notebook: Notebook) -> Iterator[str]:
    """A decimal or a percentage in the prose stands in an output too, at the precision printed."""
    yield from unborne_numbers(notebook)


def links_lead_somewhere(notebook: Notebook) -> Iterator[str]:
    """A link to a file finds it; a link to a heading of the same notebook finds that."""
    anchors = {
        re.sub(r"\s+", "-", heading.strip())
        for cell in notebook.prose
        for heading in re.findall(r"(?m)^#+ (.*)$", cell.source)
    }
    for cell in notebook.prose:
        text = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", cell.source)
        for target in re.findall(r"\]\(\s*<?([^)\s>]+)", text) + re.findall(r'(?:href|src)="([^"]+)"', text):
            file, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            if file and not (notebook.path.parent / file.replace("%20", " ")).exists():
                yield f"cell {cell.place}: the link to {file} leads nowhere; link to what exists"
            elif not file and anchor not in anchors:
                yield f"cell {cell.place}: no heading for #{anchor}; blanks become hyphens, all else stays as written"


Gate = Callable[[Notebook], Iterator[str]]
ALL: tuple[Gate, ...] = (
    plain_python,
    no_definitions,
    short_cells,
    introduced,
    reveals_run_again,
    exercises_keep_names,
    executed,
    outputs_are_compared,
    normalised,
    no_errors,
    figures_have_words,
    predictions_come_first,
    answers_follow_soon,
    answers_are_not_given_away,
    tags_have_functions,
    claims_have_verdicts,
    numbers_agree,
    links_lead_somewhere,
)
CORE: tuple[Gate, ...] = (no_network,)
LESSON: tuple[Gate, ...] = lesson_gates.LESSON + edition_gates.LESSON
MORE: tuple[Gate, ...] = (lesson_gates.solved, *edition_gates.MORE)


def gates(notebook: Notebook) -> tuple[Gate, ...]:
    """Return the rules that hold for a notebook."""
    found = ALL + (CORE if notebook.is_core else ()) + (MORE if notebook.is_more else ())
    found += COURSE if re.match(r"\d\d_", notebook.name) else ()
    return found + (LESSON if notebook.is_lesson else ())
