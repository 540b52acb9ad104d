"""Every notebook keeps the rules of `notebook_gates`; and every rule is shown to fail on a notebook that breaks it."""

import copy
import re
import tomllib
from pathlib import Path

import lesson_gates
import notebook_gates
import pytest
from lesson_gates import Asked
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from notebook_gates import ALL, CORE, COURSE, LESSON, MORE, gates
from notebook_reading import Cell, Notebook, keys, notebooks
from prose_numbers import bears_out, numbers, prose

from tiws_teach._validation import project_folder
from tiws_teach.course import _equations, _normalise
from tiws_teach.course._rooms import rooms
from tiws_teach.course.questions import Choice, Number, compared, table
from tools import equations as tool
from tools.claims import claim_table, claims_picture

FOLDER = project_folder("notebooks")
STORED = notebooks(FOLDER)


@pytest.mark.parametrize("notebook", STORED, ids=lambda notebook: notebook.name)
def test_every_notebook_keeps_the_rules(notebook):
    broken = [f"{notebook.name}, {line}" for gate in gates(notebook) for line in gate(notebook)]
    assert not broken, "\n" + "\n".join(broken)


def test_the_lessons_of_today_are_there():
    names = {notebook.name for notebook in STORED}
    assert {"00_start_here.ipynb", "02_tiws_derivation.ipynb", "solutions/02_tiws_derivation.ipynb"} <= names


def test_the_notebooks_stay_small():
    """A course clones them; pictures have a palette of few colours for that."""
    megabytes = {notebook.name: notebook.path.stat().st_size / 1e6 for notebook in STORED}
    assert sum(megabytes.values()) < 16, megabytes


@pytest.mark.parametrize(("name", "made"), [("CLAIMS.md", claim_table), ("claims.svg", claims_picture)])
def test_the_stored_table_of_claims_and_its_picture_are_the_generated_ones(name, made):
    stored = (FOLDER / name).read_text(encoding="utf-8")
    assert stored == made(), "run: python -m tools.notebooks --tables"
    assert not re.findall(r"\[[^]]+\]\(<[^#>]+>\)", stored), "name a section by its number or its whole heading"


def test_the_stored_table_of_equations_is_the_generated_one():
    stored = (FOLDER / "EQUATIONS.md").read_text(encoding="utf-8")
    assert stored == tool.equation_table(), (
        "a function, its line or its tests changed; run: make notebooks (or only: python -m tools.notebooks --tables)"
    )


def test_every_equation_has_a_literal_version_and_a_test_that_calls_it():
    literal = {each.number for each in _equations.literal_versions()}
    called = tool.calls(FOLDER.parent / "tests")
    lacking = [each.number for each in _equations.equations() if each.number not in literal]
    assert not lacking, "spell the formula out in tiws_teach/literal, with a docstring 'Equation <number>: ...'"
    uncalled = [
        f"{each.number} {each.function}"
        for each in _equations.equations()
        if not any(tool.credits(names, each.module, each.function) for names in called.values())
    ]
    assert not uncalled, "write a test that calls the function"
    assert literal <= {each.number for each in _equations.equations()}, "a literal version of no equation"


# a lesson that keeps all rules, and what breaks each ----------------------------------------------------------------

HEAD = """# A lesson

**Question.** Which port is most like the unseen one?

**You will be able to**
- say why
- say how
- say when not

**Prerequisites:** [the start](00_start_here.ipynb)

**Minutes:** 20"""
SYMBOLS = "## Symbols\n\n| symbol | words |\n|---|---|\n| $s$ | similarity |"
IDEA = "## The idea (7 min)\n\nThe share was 0.78, that is 78 %, as Paper and print say.\n\nPaper: 99.9 % of all."
FORMULA = "This is `double`, from the source:\n\n$$y = 2 x \\tag{2.1}$$"
REVEALED = "[reveal tiws.{}] Which?\nA plausible guess is 0.4; the result is 0.778 (0.378 higher). So it is."
RIGHT = "[reveal tiws.3] Which?\nA plausible guess is 0.778, and that is the result. So it is."
END = (
    "## What goes wrong, and when not to use it (1 min)\n\nMuch can go wrong.",
    "## Exercises (12 min)\n\nThree of them.",
)
LAST = ("## Summary (0 min)\n\nIt works.", "## Sources\n\n- Someone (2001).")


def said(source: str, *outputs: str, tags=()):
    """Return a code cell that shows words."""
    shown = [new_output("display_data", {"text/plain": words, "text/html": f"<p>{words}</p>"}) for words in outputs]
    return new_code_cell(source, outputs=shown, metadata={"tags": list(tags)} if tags else {})


def lesson():
    """Return the parts of a lesson, for rules that look at one of them."""
    cells = [new_markdown_cell(HEAD), new_markdown_cell(SYMBOLS), new_markdown_cell(IDEA)]
    cells.append(said("from tiws_teach.course import check, hint, predict, reveal, show"))
    for number in (1, 2, 3):
        answer = RIGHT if number == 3 else REVEALED.format(number)
        cells += [
            new_markdown_cell(f"A question comes first, number {number}."),
            said(f'predict("tiws.{number}")', f"[predict tiws.{number}] Which?"),
            new_markdown_cell(FORMULA if number == 1 else "And this is what was measured."),
            said(f'reveal("tiws.{number}", double(0.389))', answer),
        ]
    cells += [
        new_markdown_cell("Play with the explorer of neighbours."),
        said("NeighborExplorer()", "[explorer] Nearest neighbours"),
        new_markdown_cell("The picture says it again."),
        said('show(ax, alt="A line that rises by two.")', "[figure] A line that rises by two."),
        *map(new_markdown_cell, END),
    ]
    for number in (1, 2, 3):
        source = f'answer = ...\ncheck("tiws.{number}", answer)'
        cells.append(said(source, f"[check tiws.{number}] No answer yet.", tags=["exercise"]))
    return number_cells(new_notebook(cells=[*cells, *map(new_markdown_cell, LAST)]))


def number_cells(nb):
    for cell in nb.cells:
        if cell.source.startswith("#"):
            cell.metadata["slideshow"] = {"slide_type": "slide"}
    for count, cell in enumerate((cell for cell in nb.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = count
    return nb


def solution():
    nb = new_notebook(cells=[new_markdown_cell("# Solutions")])
    for number in (1, 2, 3):
        right = f"[check tiws.{number}] Right. So it is."
        nb.cells.append(said(f'check("tiws.{number}", 1)', right, tags=["solution"]))
    return number_cells(nb)


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a lesson, its solution and the start into a project of their own."""
    equation = _equations.Equation("2.1", "double", "pack.one", "Someone (2001)")
    monkeypatch.setattr(lesson_gates, "equations", lambda: [equation])
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "registry.csv").write_text("name,file\nsonar,sonar.data\n", encoding="utf-8")
    folder = tmp_path / "notebooks"
    (folder / "solutions").mkdir(parents=True)

    def put(nb, name: str = "02_lesson.ipynb", normal: bool = True) -> Notebook:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        text_ = _normalise.dumps(_normalise.normalise(nb) if normal else nb)
        path.write_text(text_, encoding="utf-8", newline="\n")
        return Notebook(path, folder)

    put.folder = folder
    put(new_notebook(), "00_start_here.ipynb")
    put(solution(), "solutions/02_lesson.ipynb")
    return put


def lines(notebook: Notebook) -> list[str]:
    return [f"{gate.__name__}: {line}" for gate in gates(notebook) for line in gate(notebook)]


def test_a_good_solution_breaks_no_rule(write):
    assert lines(write(solution(), "solutions/02_lesson.ipynb")) == []


def code(source: str, *outputs, **metadata):
    """Append a code cell with its introduction; the way most rules are broken."""

    def change(nb):
        nb.cells += [
            new_markdown_cell("This cell breaks a rule."),
            new_code_cell(source, outputs=list(outputs), metadata=metadata),
        ]

    return change


def bare(*sources: str, **metadata):
    """Append code cells without an introduction."""
    return lambda nb: nb.cells.extend(new_code_cell(source, metadata=metadata) for source in sources)


def words(markdown: str, **metadata):
    """Append a markdown cell."""
    return lambda nb: nb.cells.append(new_markdown_cell(markdown, metadata=metadata))


def swap(old: str, new: str):
    """Replace a piece of text wherever it stands in sources and outputs."""

    def change(nb):
        for cell in nb.cells:
            cell.source = cell.source.replace(old, new)
            for output in cell.get("outputs", []):
                for mime in output.get("data", {}):
                    output.data[mime] = output.data[mime].replace(old, new)

    return change


def both(first, second):
    """Make two changes."""
    return lambda nb: [first(nb), second(nb)]


def repeat(markdown: str, times: int):
    """Append markdown cells with the same text."""
    return lambda nb: nb.cells.extend(new_markdown_cell(markdown) for _ in range(times))


def prints(text: str):
    """Append a code cell that prints a text."""
    return code("print(table)", new_output("stream", text=text))


def drop(start: str):
    """Drop the cells whose source starts so."""

    def change(nb):
        nb.cells = [cell for cell in nb.cells if not cell.source.startswith(start)]

    return change


def move_down(start: str):
    """Move the cells whose source starts so to the end."""

    def change(nb):
        nb.cells.sort(key=lambda cell: cell.source.startswith(start))

    return change


def stream(words_: str):
    return new_output("stream", name="stderr", text=words_)


PNG = new_output("display_data", {"image/png": "iVBORw0KGgo="})
ERROR = new_output("error", ename="ValueError", evalue="no", traceback=[])
PAGE = new_output("display_data", {"text/html": '<img src="a.png">', "text/plain": "a"})

VIEW = new_output("display_data", {_normalise.WIDGET_VIEW: {"model_id": "1"}})


def stores(*outputs):
    """Put other outputs into every code cell."""
    return lambda nb: [cell.update(outputs=list(outputs)) for cell in nb.cells if cell.cell_type == "code"]


CHANGES = {change.__name__: change for change in (code, bare, words, swap, drop, move_down, repeat, prints)}
FAULTS, WHOLE_FAULTS = tomllib.loads(Path(__file__).with_name("faults.toml").read_text(encoding="utf-8")).values()
MORE_RULES = {gate.__name__ for gate in MORE} - {"solved"}
BROKEN = [
    *((CHANGES[kind](*texts), gate, said) for gate, said, kind, *texts in FAULTS),
    (code("\n".join(["x = 1"] * 13)), "short_cells", "13 lines of code, at most 12"),
    (both(words("## Only a heading"), bare("1")), "introduced", "a sentence"),
    (
        both(bare("half(1)", tags=["exercise"]), bare("for half in [1, 2]:\n    pass")),
        "reveals_run_again",
        "rebinds half, which the exercise in cell",
    ),
    (bare("double = 2", tags=["exercise"]), "exercises_keep_names", "rebinds double"),
    (code("1", ERROR), "no_errors", "a stored error, ValueError: no"),
    (code("1", stream("FutureWarning: soon")), "no_errors", "a stored warning, 'FutureWarning: soon'"),
    (stores(), "outputs_are_compared", "nbval compares the outputs of 0 of 12 cells, at least 60%"),
    (stores(PNG, VIEW), "outputs_are_compared", "of 0 of 12 cells"),
    (bare("1", tags=["nbval-skip"]), "outputs_are_compared", "nbval-skip keeps nbval from"),
    (code("ax", PNG), "figures_have_words", "a picture without words"),
    (code("ax", PAGE), "figures_have_words", "an <img> without alt text"),
    (swap("`double`", "`it`"), "tags_have_functions", None),
    (words("It was 0.61.", tags=["numbers-ok:"]), "numbers_agree", "gives no reason"),
    (lambda nb: nb.cells[2].metadata.pop("slideshow"), "slides", "cell 3: a section without a slide"),
]


@pytest.mark.parametrize(("change", "gate", "said"), BROKEN, ids=[f"{gate}-{said}" for _, gate, said in BROKEN])
def test_each_rule_fails_where_it_is_broken(change, gate, said, write):
    nb = lesson()
    change(nb)
    found = lines(write(nb))
    broken = [line for line in found if line.startswith(f"{gate}: ")]
    if said is None:  # the function is called in the next cell, which is as good
        assert not broken, broken
    else:
        assert any(said in line for line in broken), found


def whole():
    """Return a lesson that keeps every rule: claims and equations stand in a further question."""
    nb = lesson()
    drop("## Summary")(nb)
    swap(FORMULA, "It is twice; [why?](more/02_why.ipynb)")(nb)
    swap("**Question.**", "**The idea.**")(nb)
    swap("## The idea", "## The share")(nb)
    swap("## What goes wrong, and when not to use it (1 min)", "## What to do (14 min)")(nb)
    swap("**Minutes:** 20", "**Minutes:** 46")(nb)
    show_it = said("NeighborExplorer(2)", "[explorer] Twice")
    nb.cells[:3] = [*map(new_markdown_cell, ("# A lesson", "Here is the problem.")), show_it, *nb.cells[:3]]
    nb.cells[3].source = nb.cells[3].source.removeprefix("# A lesson\n\n")
    end = next(place for place, cell in enumerate(nb.cells) if cell.source.startswith("## What to do"))
    chart = said("show(decision_chart(steps), alt=words)", "[figure] Decision chart: a key. Is it new? no: Stop.")
    shown = [said("\n".join(["x = 1"] * 11 + ['show(x, alt="so")']), "[figure] One.") for _ in range(8)]
    steps = [
        [cell for code_ in some for cell in (new_markdown_cell("So it is then."), code_)]
        for some in (shown[:4], [chart, *shown[4:]])
    ]
    nb.cells[end : end + 1] = [new_markdown_cell("## A step (13 min)"), *steps[0], nb.cells[end], *steps[1]]
    return nb


def further():
    """Return a further question that keeps every rule."""
    head = "# Why twice?\n\nBack to [the lesson](../02_lesson.ipynb). 2 min."
    judged = (
        "| claim | source | reproduced | beyond |\n|---|---|---|---|\n| 0.79 | notes, 3.1 | yes: 0.778 | not tested |"
    )
    cells = [*map(new_markdown_cell, (head, f"## By hand\n\n{judged}", FORMULA)), said("double(1)", "0.778")]
    return new_notebook(cells=cells)


@pytest.fixture
def write_whole(write):
    """Write a whole lesson and its further question, and return what breaks."""

    def put(change=lambda nb: None, further_change=lambda nb: None):
        core, question = whole(), further()
        change(core)
        further_change(question)
        stored = write(number_cells(core)), write(number_cells(question), "more/02_why.ipynb")
        return [line for notebook in stored for line in lines(notebook)]

    return put


@pytest.mark.parametrize(("gate", "said", "kind", "texts"), [(*fault[:3], fault[3:]) for fault in WHOLE_FAULTS])
def test_each_rule_of_a_whole_lesson_fails_where_it_is_broken(gate, said, kind, texts, write_whole):
    change = CHANGES[kind](*texts)
    found = write_whole(**{"further_change" if gate in MORE_RULES else "change": change})
    assert any(line.startswith(f"{gate}: ") and said in line for line in found), found


def test_every_rule_is_broken_above():
    elsewhere = {"executed", "normalised"}
    broken = {gate for _, gate, _ in BROKEN} | {gate for gate, *_ in WHOLE_FAULTS}
    assert {gate.__name__ for gate in ALL + CORE + COURSE + LESSON} | MORE_RULES == broken | elsewhere


def test_a_lesson_without_its_solution_is_told(write):
    nb = write(lesson(), "03_other.ipynb")
    assert any("no solutions/03_other.ipynb" in line for line in lesson_gates.solved(nb))


def test_an_equation_without_its_function_beside_it_is_told(write):
    nb = lesson()
    swap("`double`", "`it`")(nb)
    swap("double(0.389)", "it(0.389)")(nb)
    assert any("does not name its function `double`" in line for line in lines(write(nb)))


def test_execution_counts_that_skip_are_told(write):
    nb = lesson()
    next(cell for cell in nb.cells if cell.cell_type == "code").execution_count = 7
    assert "execution counts are [7, 2, " in "".join(notebook_gates.executed(write(nb)))
    nb = lesson()
    nb.cells.append(new_code_cell("1"))
    assert list(notebook_gates.executed(write(nb)))


@pytest.mark.parametrize("key", ["widgets", "execution"])
def test_outputs_that_are_not_normalised_are_told(key, write):
    nb = _normalise.normalise(copy.deepcopy(lesson()))
    (nb.metadata if key == "widgets" else nb.cells[3].metadata)[key] = {}
    assert "not normalised; run: python -m tools.notebooks 02_lesson" in list(
        notebook_gates.normalised(write(nb, normal=False))
    )


DEFINED = "def twice(x):\n    return 2 * x\n" + "\n".join(["y = 1"] * 13)
GOOD = {
    "nothing": words("Nothing is changed."),
    "a comprehension's own name": code("[double for double in range(3)]"),
    "an import of a name again": code("from pack import double"),
    "a name that is read": code("print(double)"),
    "loops and comprehensions": code("total = 0\nfor x in [1]:\n    total += x\nsquares = [x**2 for x in [1, 2]]"),
    "an exercise that defines": bare(DEFINED, tags=["exercise"]),
    "a solution that defines": bare(DEFINED, tags=["solution"]),
    "numbers": words("The share was .778, or 0.78, or 77.8 %, or 78 %, or 78 per cent."),
    "numbers in formulas": words("In math $0.61$, $$0.61$$ and in code `0.61`, ```\n0.61\n``` it does not count."),
    "numbers in links": words(
        "Nor in [0.61](00_start_here.ipynb), in <https://example.org/0.61>, nor in <span title='0.61'>tags</span>."
    ),
    "numbers of a paper": words("Paper: 61.4 %.\n\n> Paper: 0.61\n\n- **Paper:** 0.61"),
    "names with numbers": words("Whole numbers as 61 and 2,201 are free, so is version 1.4.6 and the file a_0.61.csv."),
    "a reason": words("Once upon a time it was 0.61.", tags=["numbers-ok: a figure from history"]),
}


@pytest.mark.parametrize("change", GOOD.values(), ids=GOOD)
def test_a_good_lesson_breaks_no_rule(change, write_whole):
    assert write_whole(change) == []


def test_the_number_of_an_equation_is_a_name_where_it_is_tagged(write_whole):
    named = words("Equation (2.1), equation 2.1 and equations 2.1 and 2.1 are names.")
    assert write_whole(further_change=named) == []
    assert write_whole(named)


@pytest.mark.parametrize("name", ["00_start_here.ipynb", "replications/poster.ipynb"])
def test_what_holds_for_lessons_only(name, write):
    nb = new_notebook(
        cells=[new_markdown_cell("# A page without exercises"), new_markdown_cell("Load it from the net.")]
    )
    nb.cells.append(number_cells(new_notebook(cells=[said("load('sonar')", "sonar")])).cells[0])
    found = {line.partition(":")[0] for line in lines(write(nb, name))}
    assert found == ({"no_network"} if name.startswith("00") else set())


# questions ------------------------------------------------------------------------------------------------------------

SHARE = Number("What share?", 0, 1, typical=0.5, why="So.")
PEOPLE = Number("How many?", 0, 100, typical=50, why="So.", unit="of the ill")
PORT = Choice("Which?", ("A", "B"), "A", "So.")
CHANGE = Choice("What does it do?", ("it falls", "it rises"), "it falls", "So.")


def revealed(question, answer, text=None):
    """Return what a gate knows of a question whose answer is stored, or the answer that it reads from a text."""
    cell = new_code_cell("", outputs=[new_output("display_data", {"text/plain": f"[reveal x.1] Which?\n{text}"})])
    return lesson_gates.stored_answer(Cell(1, cell), "x.1", question) if text else Asked("x.1", question, [], answer)


@pytest.mark.parametrize("result", ["0.382", "0.5", "0.503", "1.5e-05", "0"])
def test_the_answer_is_read_from_the_stored_sentence(result):
    sentence = compared(SHARE, 0.5, float(result), is_canned=True)
    assert revealed(SHARE, "", f"{sentence} 0.77 of it.") == f"{round(float(result), 3) + 0.0:g}"


@pytest.mark.parametrize("question", [PORT, CHANGE])
def test_the_option_is_read_from_the_stored_sentence(question):
    for answer in question.options:
        assert revealed(question, "", compared(question, question.typical, answer, is_canned=True)) == answer
    assert revealed(question, "", "Nothing of the kind.") == ""


@pytest.mark.parametrize(
    ("question", "answer", "text", "is_stated"),
    [
        (SHARE, "0.382", "It is 0.382.", True),
        (SHARE, "0.382", "It is .38, or so.", True),
        (SHARE, "0.382", "38.2 % of them", True),
        (SHARE, "0.382", "It is 0.4.", False),
        (SHARE, "0.5", "The number is 0.5.", True),
        (SHARE, "0", "With k = 0 and 0.0 of them.", False),
        (SHARE, "0", "The answer is 0.", True),
        (SHARE, "0", "The answer is 0.7.", False),
        (PEOPLE, "40", "Here k = 40.", False),
        (PEOPLE, "40", "They are 40 of the ill.", True),
        (PORT, "B", "B is larger.", False),
        (PORT, "B", "The result is B.", True),
        (CHANGE, "it rises", "Look: it rises.", True),
        (CHANGE, "it rises", "Perhaps it falls, perhaps it rises.", False),
    ],
)
def test_when_a_text_states_the_answer(question, answer, text, is_stated):
    assert lesson_gates.states(text, revealed(question, answer)) is is_stated


def test_comments_quoted_texts_and_open_outputs_are_read():
    node = new_code_cell('x = f(1)  # it is 0.5\ny = "0.6"', outputs=[new_output("stream", text="0.7")])
    read = dict(lesson_gates.readable(Cell(1, node), with_outputs=True))
    assert "# it is 0.5" in read["the code"]
    assert "0.6" in read["the code"]
    assert read["the output"].strip() == "0.7"
    assert "the output" not in dict(lesson_gates.readable(Cell(1, node), with_outputs=False))


def test_every_question_is_asked_in_one_notebook():
    tables = [table(package) for package in rooms().values()]
    asked = [key for notebook in STORED for _, _, key in keys(notebook, "predict")]
    assert sorted(asked) == sorted(key for table in tables for key in table)


# numbers in prose -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "output", "agrees"),
    [
        ("0.78", "0.778", True),
        (".778", "0.77811", True),
        ("0.78", "0.784", True),
        ("0.78", "0.786", False),
        ("0.778", "0.78", False),
        ("0.8", "0.778", True),
        ("78 %", "0.778", True),
        ("78%", "77.8", True),
        ("77.8 %", "77.8%", True),
        ("78 %", "78", False),
        ("77 %", "0.778", False),
        ("0.778", "77.8 %", True),
        ("-0.5", "-0.5", True),
        ("0.5", "-0.5", False),
        ("\u22120.5", "-0.5", True),
        ("1.2", "1.2e+00", True),
        ("0.00002", "1.9e-05", True),
        ("1,234.5", "1234.44", False),
        ("1,234.5", "1234.5", True),
    ],
)
def test_when_an_output_bears_a_number_out(claim, output, agrees):
    (told,), (printed,) = numbers(claim), numbers(output)
    assert bears_out(told, printed) is agrees


def test_a_range_holds_two_positive_numbers():
    assert [number.value for number in numbers("from 0.2-0.3 to (-0.4)")] == [0.2, 0.3, -0.4]


def test_prose_keeps_the_words():
    assert prose("a `b` c $d$ e").split() == ["a", "c", "e"]
