"""The rules about teaching: what a lesson asks, answers, derives and holds."""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from notebook_reading import Cell, Notebook, keys
from prose_numbers import bears_out, numbers

from tiws_teach.course._equations import Equation, equations
from tiws_teach.course.questions import Choice, Question, find
from tools.claims import claim_of, is_judged, tables

FEWEST_PREDICTIONS = FEWEST_EXERCISES = 3
FARTHEST_ANSWER = 6  # cells between a question and its answer


def predictions_come_first(notebook: Notebook) -> Iterator[str]:
    """A prediction stands before the output that answers it, and is answered."""
    asked: dict[str, Cell] = {}
    for cell, function, key in keys(notebook, "predict", "reveal"):
        if function == "predict":
            if key in asked:
                yield f"cell {cell.place}: predict({key!r}) was asked in cell {asked[key].place} already; renumber it"
            asked[key] = cell
        elif key not in asked:
            yield f"cell {cell.place}: reveal({key!r}) before its predict; move the question up"
        elif asked[key].place == cell.place:
            yield f"cell {cell.place}: predict and reveal of {key!r} in one cell; put the result into a later cell"
    revealed = {key for _, _, key in keys(notebook, "reveal")}
    for key in asked:
        if key not in revealed:
            yield f"cell {asked[key].place}: predict({key!r}) is never answered; add reveal({key!r}, result)"


@dataclass(frozen=True)
class Asked:
    """A question of a notebook: the cells from the question to the reveal, and the answer in words, if it is stored."""

    key: str
    question: Question
    cells: list[Cell]
    answer: str

    @property
    def between(self) -> list[Cell]:
        return self.cells[1:-1]


def asked_and_answered(notebook: Notebook) -> Iterator[Asked]:
    """Yield each question that is revealed in a later cell."""
    first = {key: cell.place for cell, _, key in keys(notebook, "predict")}
    for cell, _, key in keys(notebook, "reveal"):
        if first.get(key, cell.place) < cell.place:
            question = find(key)
            yield Asked(key, question, notebook.cells[first[key] - 1 : cell.place], stored_answer(cell, key, question))


def stored_answer(cell: Cell, key: str, question: Question) -> str:
    """Return the answer as the stored reveal states it, without its unit; empty where nothing is stored."""
    for text in cell.shown("text/plain"):
        told = text.partition("\n")[2]
        if not text.startswith(f"[reveal {key}]"):
            continue
        if isinstance(question, Choice):
            ends = ((option, question.words(option)) for option in question.options)
            return next((o for o, end in ends if f"the result is {end}." in told or f"{end}, and that" in told), "")
        number = r"(-?[\d.e+-]*\d)"
        found = re.search(rf"the result is {number}|is {number}[^,;]*, and that is the result(?: \({number})?", told)
        return (found[1] or found[3] or found[2]) if found else ""
    return ""


def answers_follow_soon(notebook: Notebook) -> Iterator[str]:
    """A learner still knows the question when the answer comes."""
    for asked in asked_and_answered(notebook):
        if len(asked.between) > FARTHEST_ANSWER:
            yield (
                f"cell {asked.cells[0].place}: {len(asked.between)} cells between predict({asked.key!r}) and its "
                f"answer, at most {FARTHEST_ANSWER}; ask later"
            )


def answers_are_not_given_away(notebook: Notebook) -> Iterator[str]:
    """Nothing that a learner reads between a question and its answer states the answer, the reveal's code included."""
    for asked in asked_and_answered(notebook):
        for cell in asked.cells[1:]:
            for where, text in readable(cell, with_outputs=cell is not asked.cells[-1]):
                if asked.answer and states(text, asked):
                    yield (
                        f"cell {cell.place}: {where} states the answer to {asked.key}, {asked.answer}; say it after "
                        f"the reveal, or in the `why` of the question"
                    )
        if typed_answer(asked.cells[-1], asked.key):
            yield f"cell {asked.cells[-1].place}: the result of {asked.key} is typed; compute it"


def readable(cell: Cell, with_outputs: bool) -> Iterator[tuple[str, str]]:
    """Yield what stands open in a cell, with its name: prose, quoted texts and comments, numbers, outputs."""
    if not cell.is_code:
        yield "the prose", cell.source
        return
    constants = [node.value for node in ast.walk(cell.tree) if isinstance(node, ast.Constant)]
    yield "the code", "\n".join([str(value) for value in constants] + comments(cell.source))
    if with_outputs:
        texts = [output.text for output in cell.outputs if output.output_type == "stream"]
        yield "the output", "\n".join(texts + cell.shown("text/plain"))


def comments(source: str) -> list[str]:
    """Return the comments of a cell's source."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    try:
        return [token.string for token in tokens if token.type == tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):  # `plain_python` tells
        return []


def states(text: str, asked: Asked) -> bool:
    """Tell whether a text states an answer.

    A decimal counts wherever it is printed, to two decimals or more. A whole number stands everywhere, so it counts
    with its unit only. An option counts where no other option is named with it. Both count after "the answer is".
    """
    answer, question = asked.answer, asked.question
    if re.search(rf"(?i)\b(?:answer|result)(?: is|:) \W{{0,2}}{re.escape(answer)}(?!\.?\d|\w)", text):
        return True
    if isinstance(question, Choice):
        return len(answer) > 2 and [option for option in question.options if names(text, option)] == [answer]
    (printed,) = numbers(answer)
    if not printed.decimals:
        return bool(question.unit) and names(text, f"{answer} {question.unit}")
    least = min(printed.decimals, 2)
    return any(found.decimals + 2 * found.percent >= least and bears_out(found, printed) for found in numbers(text))


def names(text: str, label: str) -> bool:
    """Tell whether a text has a label as words of its own."""
    return bool(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text))


def typed_answer(cell: Cell, key: str) -> bool:
    """Tell whether a reveal is given its result as a literal."""
    calls = [call for call in cell.calls if getattr(call.func, "id", "") == "reveal" and len(call.args) > 1]
    return any(isinstance(call.args[1], ast.Constant) and call.args[0].value == key for call in calls)


def enough_predictions(notebook: Notebook) -> Iterator[str]:
    """A lesson asks at least three times what will come out."""
    found = len({key for _, _, key in keys(notebook, "predict")})
    if found < FEWEST_PREDICTIONS:
        yield f"{found} predict(...), at least {FEWEST_PREDICTIONS}; ask before the outputs that surprise"


def some_guesses_are_right(notebook: Notebook) -> Iterator[str]:
    """Intuition wins in a third of the predictions; if it never does, learners learn to answer the opposite."""
    stored = [text for cell in notebook.code for text in cell.shown("text/plain") if text.startswith("[reveal ")]
    right = sum("that is the result" in text for text in stored)
    if right < len(stored) // 3:
        yield f"{right} of {len(stored)} typical guesses are right; let intuition win in a third of them"


def claims_have_verdicts(notebook: Notebook) -> Iterator[str]:
    """Each claim has a verdict in the known words, its figure and its place, so that CLAIMS.md can list it."""
    found = [(cell, table) for cell in notebook.prose for table in tables(cell.source)]
    for cell, (header, *rows) in found:
        for row in rows if is_judged(header) else []:
            try:
                claim_of(notebook.path, dict(zip(header, row, strict=True)), "the heading above")
            except ValueError as error:
                yield f"cell {cell.place}: {error}"
        if not is_judged(header) and re.search(r"claim|\bsays\b", header[0]):
            yield f"cell {cell.place}: a table of claims without verdicts; add the columns reproduced and beyond"


def enough_exercises(notebook: Notebook) -> Iterator[str]:
    """A lesson has at least three exercises, in cells of their own, with the answer left open, and hint at hand."""
    checks = keys(notebook, "check")
    if len({key for _, _, key in checks}) < FEWEST_EXERCISES:
        yield f"{len({key for _, _, key in checks})} check(...), at least {FEWEST_EXERCISES}; add exercises, rising"
    if not any(re.search(r"import .*\bhint\b", cell.source) for cell in notebook.code):
        yield "no cell imports hint, to which the answers send the learner; import it where check is imported"
    for cell, _, key in checks:
        if "exercise" not in cell.tags:
            yield f"cell {cell.place}: check({key!r}) outside a cell tagged exercise; tag the cell"
        if not any("No answer yet" in text for text in cell.shown("text/plain")):
            yield f"cell {cell.place}: check({key!r}) is answered in the lesson; leave it at answer = ..."


def solved(notebook: Notebook) -> Iterator[str]:
    """Each exercise of a lesson has its tested solution."""
    solution = Notebook(notebook.folder / "solutions" / notebook.path.name, notebook.folder)
    if not keys(notebook, "check"):
        return
    if not solution.path.exists():
        yield f"no solutions/{notebook.path.name}; write it, with a check(...) for each exercise"
        return
    right = {
        key
        for cell, _, key in keys(solution, "check")
        if f"[check {key}] Right." in "\n".join(cell.shown("text/plain"))
    }
    for _, _, key in keys(notebook, "check"):
        if key not in right:
            yield f'exercise {key} is not solved in solutions/{notebook.path.name}; its check must say "Right."'


def tags_have_functions(notebook: Notebook) -> Iterator[str]:
    r"""Each \tag names an equation that the library implements, and the function stands beside it."""
    known: dict[str, list[Equation]] = {}
    for equation in equations():
        known.setdefault(equation.number, []).append(equation)
    following = {cell.place: code_after(notebook, cell) for cell, _ in notebook.tagged}
    for cell, number in notebook.tagged:
        if number not in known:
            yield (
                rf"cell {cell.place}: \tag{{{number}}} without a function; write 'Equation: {number}.' into the"
                " docstring that implements it, or drop the tag from a step of a derivation"
            )
        elif not any(
            equation.function.rpartition(".")[2] in cell.source + following[cell.place] for equation in known[number]
        ):
            function = known[number][0].function
            yield f"cell {cell.place}: equation {number} does not name its function `{function}`; add it"


def code_after(notebook: Notebook, cell: Cell) -> str:
    """Return the source of the first code cell after a cell."""
    return next((later.source for later in notebook.code if later.place > cell.place), "")


def functions_have_tags(notebook: Notebook) -> Iterator[str]:
    """Each equation that the docstrings place in this lesson is there, or in one of its notebooks in more/."""
    there = {number for each in (notebook, *notebook.more) for _, number in each.tagged}
    for equation in equations():
        if equation.order[0] == int(notebook.path.name[:2]) and equation.number not in there:
            advice = rf"add its formula with \tag{{{equation.number}}}, here or in more/{notebook.number}_*.ipynb"
            yield f"equation {equation.number} of `{equation.function}` is not there; {advice}"


Parts = tuple[tuple[str, str], ...]
PARTS: Parts = (
    ("the one idea", r"\bidea\b"),
    ("what you will be able to do", r"able to"),
    ("prerequisites", r"prerequisites"),
    ("minutes", r"minutes"),
    ("what to do", r"what to do"),
    ("exercises", r"exercises"),
    ("the symbols", r"symbols"),
    ("sources", r"sources"),
)
ANYWHERE = {"the symbols", "the one idea", *(name for name, _ in PARTS[1:4])}
"""Parts of the head that may follow the first picture; symbols stand where they are needed."""


def contract(notebook: Notebook) -> Iterator[str]:
    """A lesson has the parts of its contract as headings, folded, or as bold words at the start of a line, in order."""
    leads = [
        (cell.place, line)
        for cell in notebook.prose
        for line in re.findall(r"(?m)^(?:#{1,6} +|[-*] +)?((?<=# ).+|\*\*[^*]+\*\*|.*<summary>.*)", cell.source)
    ]
    title = notebook.cells[0].source if notebook.cells else ""
    if not title.startswith("# "):
        yield "cell 1: no title; start with a markdown cell '# Title'"
    last = 0
    for name, pattern in PARTS:
        places = [number for number, (_, line) in enumerate(leads) if re.search(pattern, line, re.IGNORECASE)]
        if not places and (name != "the symbols" or notebook.tagged):
            heading = pattern.replace("|", " or ").replace(r"\b", "")
            yield f"no part for {name}; add a heading with {heading!r}, or a line that starts with it in bold"
        elif places and name not in ANYWHERE:
            if places[-1] < last:
                order = ", ".join(part for part, _ in PARTS if part not in ANYWHERE)
                yield f"cell {leads[places[-1]][0]}: {name} stands too early; order: {order}"
            last = max(last, places[0])


def symbols_in_a_table(notebook: Notebook) -> Iterator[str]:
    """The symbols of the lesson stand in a table with their words."""
    cells = [cell for cell in notebook.prose if re.search(r"(?mi)^(#{1,6} |\*\*|.*<summary>).*symbols", cell.source)]
    if cells and not any(re.search(r"(?m)^\|.*\|.*\|\s*$\n\|[\s:|-]+\|\s*$", cell.source) for cell in cells):
        yield f"cell {cells[0].place}: no table under the symbols; write | symbol | words |"


def goals(notebook: Notebook) -> Iterator[str]:
    """Three to five points say what the learner will be able to do."""
    for cell in notebook.prose:
        found = re.search(r"(?msi)^(?:#{1,6} |\*\*)[^\n]*able to[^\n]*\n(.*)", cell.source)
        if found:
            points = len(re.findall(r"(?m)^\s*(?:[-*]|\d+\.) +\S", re.split(r"(?m)^(?:#|\*\*)", found[1])[0]))
            if not 3 <= points <= 5:
                yield f"cell {cell.place}: {points} points of what you will be able to do; write 3 to 5"
            return


def minutes(notebook: Notebook) -> Iterator[str]:
    """Each section says its minutes, and those of the core, or of all, add up to those of the lesson."""
    headings = [(cell.place, line) for cell in notebook.prose for line in re.findall(r"(?m)^## +(.*)$", cell.source)]
    sections = [(place, line, re.search(r"(\d+) min", line)) for place, line in headings]
    for place, line, found in sections:
        if not found and not re.search(r"question|able to|prerequisites|minutes|symbols|sources", line, re.IGNORECASE):
            yield f"cell {place}: the section {line!r} has no minutes; write '## {line} (5 min)'"
    text = "\n".join(cell.source for cell in notebook.prose)
    told = re.search(r"(?i)minutes\D{0,20}?(\d+)|(\d+) minutes", text)
    core = sum(int(found[1]) for _, line, found in sections if found and not line.startswith("Appendix"))
    total = sum(int(found[1]) for _, _, found in sections if found)
    if told and int(told[1] or told[2]) not in (core, total):
        yield f"the sections take {core} min, the head of the lesson says {told[1] or told[2]}; make them agree"


def slides(notebook: Notebook) -> Iterator[str]:
    """A heading of a section starts a slide."""
    for cell in notebook.prose:
        kind = cell.node.metadata.get("slideshow", {}).get("slide_type")
        if re.match(r"##? ", cell.source) and kind not in ("slide", "subslide"):
            yield f"cell {cell.place}: a section without a slide; set its slide type to 'slide'"


def has_an_explorer(notebook: Notebook) -> Iterator[str]:
    """A lesson has something to play with, and readers without a kernel see its strip."""
    if not any(text.startswith("[explorer]") for cell in notebook.code for text in cell.shown("text/plain")):
        yield "no explorer; show one, as the last line of a cell"


LESSON: tuple[Callable[[Notebook], Iterator[str]], ...] = (
    enough_predictions,
    enough_exercises,
    solved,
    functions_have_tags,
    contract,
    symbols_in_a_table,
    goals,
    minutes,
    some_guesses_are_right,
    slides,
    has_an_explorer,
)
