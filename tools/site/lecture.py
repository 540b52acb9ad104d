"""Write the page that a lecturer reads for tomorrow: ``python -m tools.site lecture 04``; the site has them all.

The pay-off, the task, the beliefs behind wrong votes and the exit question are in ``lectures.toml``; the rest comes
from the lesson.
"""

import hashlib
import html
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from tiws_teach._validation import fail
from tiws_teach.course import explorers
from tiws_teach.course._series import Lesson
from tiws_teach.course.exercises import find as find_exercise
from tiws_teach.course.questions import Choice, Number
from tiws_teach.course.questions import find as find_question
from tools.site.deck import SENTENCE, SOURCE, is_question, labelled, leading, pieces, shown_code, unled
from tools.site.notebooks import DOCS, NOTEBOOKS, Cell, cells_of, markdown_table, title_of
from tools.site.predictions import RESULT, stored_result
from tools.site.render import plain_text

HEADING = re.compile(r"^## (?:\d+ · )?(?P<title>.+?)(?: \((?P<minutes>\d+) min\))?$", re.MULTILINE)
CALL = re.compile(r'\b(predict|reveal|check)\("([\w.]+)"')
ASIDE = re.compile(r"\*\*(You will be able|Prerequisites|Minutes)|- |<")
EXPLAINED = r"(?:## Exercise [^\n]*\n\n|\*\*Exercise [^*]*\*\* *)((?:[^\n]|\n(?!\n))+)"
LINKS = re.compile(r"\[([^\]]+)\]\([^)]+\)")
BOARD, BUDGETS = 3, {45: 8, 90: 13}
"""What a session keeps: three minutes for the board, five for the task, or ten for more."""
EXERCISE, EXIT, TALK, TRY, LOOK, CHART, LINE, READ = 4, 2, 2, 2, 2 / 3, 2, 1 / 4, 1 / 12
"""Minutes of an exercise and the exit question; added for a vote, an explorer, a figure; of a chart alone, a line."""
END = 99


@dataclass(frozen=True, eq=False)
class Section:
    """A section of a lesson's core: its place and title, the minutes that it states, and its cells."""

    place: int
    title: str
    minutes: int
    cells: list[Cell]

    def keys(self, kind: str) -> list[str]:
        """Return the keys of its calls of `predict`, `reveal` or `check`."""
        code = "\n".join(cell["source"] for cell in self.cells if cell["cell_type"] == "code")
        return [key for call, key in CALL.findall(code) if call == kind]


def core(path: Path) -> Iterator[Section]:
    """Yield the sections of a lesson's core; what stands above the first one belongs to it."""
    cells, section, place = list[Cell](), None, 0
    for cell in cells_of(path):
        heading = HEADING.search(cell["source"]) if cell["cell_type"] == "markdown" else None
        if heading and section:
            yield Section(place, section["title"], int(section["minutes"] or 0), cells)
            cells = []
        if heading and heading["title"].startswith(("Appendix", "Sources")):
            return
        section, place = heading or section, place + bool(heading)
        cells.append(cell)


def path_of(lesson: Lesson) -> Path:
    """Return the notebook of a lesson."""
    return NOTEBOOKS / f"{lesson.notebook}.ipynb"


@cache
def timed(lesson: Lesson) -> list[Section]:
    """Return the sections of a lesson that state their minutes."""
    return [section for section in core(path_of(lesson)) if section.minutes]


@cache
def labels_of(lesson: Lesson) -> dict[str, str]:
    """Return the label of the last slide on which each cell stands."""
    return {cell["id"]: label for label, group in labelled(cells_of(path_of(lesson))) for cell in group}


@cache
def _tables(name: str) -> dict[str, Any]:
    return tomllib.loads((DOCS / name).read_text(encoding="utf-8"))


notes, lectures = partial(_tables, "instructor.toml"), partial(_tables, "lectures.toml")


def cut_order(lesson: Lesson) -> list[Section]:
    """Return the sections that may go, the first to cut first: as noted, or the exercises and then from the end."""
    sections = timed(lesson)
    noted = notes().get(lesson.topic, {}).get("cut")
    if noted is None:
        exercises = [section for section in sections if "xercises" in section.title]
        return exercises + [section for section in reversed(sections[3:]) if section not in exercises]
    return [section for start in noted for section in sections if section.title.startswith(start)]


def minutes(lesson: Lesson, section: Section, budget: int) -> int:
    """Return the minutes of a section without exercises, with talk; in 45, code is read on slides and not typed."""
    total: float = section.minutes - EXERCISE * len(section.keys("check"))
    for cell in (cell for cell in section.cells if cell["cell_type"] == "code"):
        kinds = "".join(plain_text(each)[:9] for each in cell["outputs"])
        total += TRY * ("[explorer" in kinds) + LOOK * ("[figure" in kinds)
        if budget == 45 and 'check("' not in cell["source"]:
            typed, seen = (sum(map(bool, text.split("\n"))) for text in (cell["source"], shown_code(cell)))
            total += READ * seen - LINE * typed
    talked = lectures().get(lesson.topic, {}).get("votes", {})
    return max(1, round(total + TALK * len({*talked}.intersection(section.keys("predict")))))


@cache
def clock(lesson: Lesson, budget: int) -> dict[int, tuple[int, int]]:
    """Return, by a section's place, the minute when it begins and how long it takes; at the END are the exercises."""
    sections = [each for each in timed(lesson) if "xercises" not in each.title]
    took = {each.place: minutes(lesson, each, budget) for each in sections}
    for section in cut_order(lesson):
        if sum(took.values()) + BUDGETS[budget] + EXIT > budget:
            took |= {section.place: CHART if any(map(is_needed, section.cells)) else 0}
    slides = Counter(int(label.partition(".")[0]) for label, _ in labelled(cells_of(path_of(lesson))))
    while budget < max(BUDGETS) and sum(took.values()) + BUDGETS[budget] + EXIT < budget:
        took[min((each for each in took if took[each] > CHART), key=lambda each: took[each] / slides[each])] += 1
    starts, now = {}, 0
    for place in filter(took.get, took):
        starts[place], now = (now, took[place]), now + took[place]
    return starts | {END: (now, budget - EXIT - now)}


def needed(lesson: Lesson) -> list[Section]:
    """Return the sections that a plan keeps: of pay-off, votes, settings, decision chart, and what they need."""
    entry = lectures()[lesson.topic]
    titles, keys = (entry["pay_off"], *entry.get("needs", [])), {*entry["votes"]}
    named = {each for each in timed(lesson) if each.title.startswith(titles) or keys & {*each.keys("predict")}}
    return [each for each in timed(lesson) if each in named or any(map(is_needed, each.cells))]


def is_needed(cell: Cell) -> bool:
    """Return whether a cell sets an explorer or draws the decision chart, which no plan leaves out."""
    return bool(explorer_states(cell)) or (cell["cell_type"] == "code" and "decision_chart(" in cell["source"])


def explorer_states(cell: Cell) -> list[dict[str, Any]]:
    """Return the settings to which a cell sets its explorers, as the page stores them."""
    shown = "".join("".join(output.get("data", {}).get("text/html", "")) for output in cell.get("outputs", []))
    return [json.loads(html.unescape(state)) for state in re.findall(r"data-tiws-state='([^']*)'", shown)]


def begins(lesson: Lesson, label: str) -> list[str]:
    """Return what the clock says at the slide of this label: when a section begins."""
    place, slide = map(int, label.split("."))
    if slide > 1 or not place:
        return []
    clocks = {budget: clock(lesson, budget) for budget in BUDGETS}
    times = [f"{_time(each[place][0])} of {budget}" for budget, each in clocks.items() if place in each]
    return [f"Begin at {' or '.join(times)} minutes." if times else "For reading at home."]


def results(cells: Iterable[Cell]) -> dict[str, tuple[Any, str]]:
    """Return, by key, the result of each prediction as a notebook stores it, and the explanation."""
    by_key = {}
    for text in (plain_text(output) for cell in cells for output in cell.get("outputs", [])):
        if match := re.match(r"\[reveal ([\w.]+)\]", text):
            stored = RESULT.search(f"{text} ")
            by_key[match[1]] = stored_result(match[1], text), text[stored.end() :].strip() if stored else ""
    return by_key


def mark(key: str, result: Any) -> str:
    """Return a short mark of a question, its possible answers and its result: it changes with each of them."""
    question = find_question(key)
    return hashlib.sha256(f"{question.text}{question.possible}{result}".encode()).hexdigest()[:6]


def votes(lesson: Lesson) -> Iterator[tuple[Number | Choice, str, str, dict[str, str]]]:
    """Yield each vote: the question, its right answer in words, why, and the belief behind each wrong answer."""
    stored = results(cell for section in timed(lesson) for cell in section.cells)
    for key, vote in lectures()[lesson.topic]["votes"].items():
        place = f"vote {key} of lectures.toml"
        if key not in stored:
            fail(place, "be a prediction of the lesson's core", repr(key), f"Choose one of {', '.join(stored)}.")
        question: Any = find_question(key)
        result, why = stored[key]
        if vote["mark"] != mark(key, result):
            advice = f'Read its beliefs again, correct them, and write mark = "{mark(key, result)}".'
            fail(place, "have the mark of the question as it is now", repr(vote["mark"]), advice)
        wrong = {question.read(answer): belief for answer, belief in vote["wrong"].items()}
        if result in wrong or len(wrong) < (len(question.options) - 1 if isinstance(question, Choice) else 1):
            fail(place, "name every wrong answer and not the right one", ", ".join(map(str, wrong)), "Correct them.")
        beliefs = {question.words(each): text for each, text in wrong.items()}
        yield question, question.words(result), vote.get("why", why), beliefs


def page_of(lesson: Lesson) -> str:
    """Return the page for tomorrow as Markdown."""
    entry, exam = lectures()[lesson.topic], notes()[lesson.topic]["exam"]
    sections, short = timed(lesson), clock(lesson, 45)
    pay_off = next((each for each in sections if each.title.startswith(entry["pay_off"])), sections[0])
    if not pay_off.title.startswith(entry["pay_off"]) or pay_off.place not in short:
        fail("pay_off", "begin the title of a section that 45 minutes keep", entry["pay_off"], "Correct it, or `cut`.")
    task, board, (leave, leave_answer) = entry["task"], exam[entry.get("board", 0)], entry["exit"]
    title, *opening = cells_of(path_of(lesson))[0]["source"].split("\n\n")
    parts = [f"# {title.removeprefix('# ')}", *(part for part in opening if not ASIDE.match(part))]
    parts += [timetable(lesson, pay_off), late(lesson, pay_off)]
    parts += [f"**Pictures.** {entry.get('pictures')}"] * ("pictures" in entry)
    for number, (question, right, why, wrong) in enumerate(votes(lesson), 1):
        options = f" *{question.possible}*" if isinstance(question, Choice) else ""
        parts += [
            f"**Vote {number}.** {question.text}{options}",
            f"Right: **{right}**. {leading(why, 40)}",
            _listed({name: "*{}.* Reply: {}".format(*belief.split(". ")) for name, belief in wrong.items()}),
        ]
    parts += list(settings(lesson))
    slips = list(find_exercise(task).texts.slips.values())[:2]
    solved = solution(lesson, task)
    parts += [f"**On the board** ({BOARD} minutes). {board['question']} *{board['answer']}*"]
    parts += [f"**Task** (5 minutes). {exercise_text(lesson, task)}", *solved, f"Likely slips: {' – '.join(slips)}"]
    parts += [f"**Exit question.** {leave} *{leave_answer}*"]
    return LINKS.sub(r"\1", "\n\n".join(parts)) + "\n"


def timetable(lesson: Lesson, pay_off: Section) -> str:
    """Return a table: when each section begins in a session of each length, and what of it must be shown."""
    clocks, rows = [clock(lesson, budget) for budget in BUDGETS], []
    for section in timed(lesson):
        if any(section.place in each for each in clocks):
            starts = [_time(each[section.place][0]) if section.place in each else "–" for each in clocks]
            title = f"{section.place} · {section.title}"
            title = f"**{title}: the pay-off**" if section is pay_off else title
            rows.append([*starts, title, "; ".join(shown(lesson, section))])
    ends = [each[END] for each in clocks]
    more = "; ".join(title_of(path) for path in lesson.more[:3])
    after = f"Board, then the task; in 90 minutes more exercises ({ends[1][1] - BOARD} min)"
    rows.append([*(_time(start) for start, _ in ends), after, more])
    rows.append([*(_time(start + took) for start, took in ends), "Exit question", ""])
    return markdown_table(("45 min", "90 min", "section", "show"), rows)


def shown(lesson: Lesson, section: Section) -> Iterator[str]:
    """Yield what a section shows, with its slide: steps, explorers, votes, and figures with what they say."""
    keys, labels = lectures()[lesson.topic]["votes"], labels_of(lesson)
    for place, cell in enumerate(section.cells):
        at = f" ({labels[cell['id']]})" if cell["id"] in labels else ""
        kinds = [plain_text(output).partition("]")[0] for output in cell.get("outputs", [])]
        if cell["cell_type"] == "markdown":
            yield from (
                f"{step}{at}" for step in re.findall(r"(?m)^### (.+)$", cell["source"]) if "xercise" not in step
            )
        if "[explorer" in kinds:
            states = [", ".join(f"{name} {value}" for name, value in each.items()) for each in explorer_states(cell)]
            yield f"the explorer{at}{': ' if states else ''}{'; '.join(states)}"
        if "[figure" in kinds and "decision_chart(" in cell["source"]:
            yield f"**the decision chart{at}**"
        elif "[figure" in kinds:
            yield f"figure{at}: {said_of(section.cells[place - 1 :])}".rstrip(": .")
        for number, key in enumerate(keys, 1):
            if f'predict("{key}")' in cell["source"]:
                yield f"**vote {number}{at}**"


def said_of(cells: list[Cell]) -> str:
    """Return the first sentence of the text that follows a figure, or the last before it if that leads elsewhere."""
    before, _, *after = cells
    text = next(pieces(after[0]), None) if after and after[0]["cell_type"] == "markdown" else None
    sentence = "" if text is None else (text.get("spoken") or text["source"]).removeprefix("- ")
    if sentence and not re.match(r"#|\*\*Exercise|.*:$", sentence) and not any(map(is_question, after[1:2])):
        return leading(sentence, 1)
    return SENTENCE.split(before["source"])[-1].rstrip(":") if before["cell_type"] == "markdown" else ""


def late(lesson: Lesson, pay_off: Section) -> str:
    """Return what to skip when late in 45 minutes, and when the pay-off must begin."""
    short, kept = clock(lesson, 45), needed(lesson)
    after = [each for each in reversed(timed(lesson)) if each.place > pay_off.place]
    after = [each for each in dict.fromkeys([*cut_order(lesson), *after]) if each.place in short and each not in kept]
    skips = ["the task", *(f"{each.title} ({short[each.place][1]} min)" for each in after)]
    last = [short[each.place][1] for each in kept if each.place >= pay_off.place and each.place in short]
    before = [each for section in timed(lesson) if section.place < pay_off.place for each in shown(lesson, section)]
    asked = " and ".join(each.strip("*") for each in before if each.startswith("**vote"))
    rest = f"Leave what is before it to the class{f', but show {asked}, and the answer' if asked else ''}."
    start = f"At {_time(45 - EXIT - sum(last))} at the latest go to the pay-off (section {pay_off.place})"
    return f"**Late?** In 45 minutes, skip the board and {', then '.join(skips)}. {start}. {rest}"


def settings(lesson: Lesson) -> Iterator[str]:
    """Yield the settings of a lesson's last explorer at its start, and what it says to each."""
    kinds = {kind.title: kind for kind in explorers().values()}
    cells = [cell for each in core(path_of(lesson)) for cell in each.cells if not explorer_states(cell)]
    outputs = [(cell, output) for cell in cells for output in cell.get("outputs", [])]
    for cell, output in [each for each in outputs if plain_text(each[1]).startswith("[explorer]")][-1:]:
        title = plain_text(output).splitlines()[0].removeprefix("[explorer] ")
        words = [SENTENCE.split(html.unescape(x)) for x in re.findall(r'alt="([^"]*)"', output["data"]["text/html"])]
        same = set(words[0]).intersection(*words)
        lines = [leading(" ".join(each for each in text if each not in same), 32) for text in words]
        names = [", ".join(f"{name} {value}" for name, value in each.items()) for each in kinds[title].strip_states]
        yield f"**Explorer** ({labels_of(lesson)[cell['id']]}): {title}"
        yield _listed(dict(zip((f"Set {name}" if name else "As it starts" for name in names), lines, strict=True)))


def exercise_text(lesson: Lesson, key: str) -> str:
    """Return the text of an exercise of the core: what stands between its name and its check."""
    text, at, labels = "", "", labels_of(lesson)
    for cell in (cell for section in timed(lesson) for cell in section.cells):
        if cell["cell_type"] == "markdown":
            begun = cell["source"].rfind("**Exercise")
            text = cell["source"][begun:] if begun >= 0 else f"{text}\n\n{cell['source']}" if text else ""
            at = labels.get(cell["id"], "") if begun >= 0 else at
        elif f'check("{key}"' in cell["source"]:
            return f"{SOURCE.sub('', text)} (Slide {at}.)"
        text = "" if 'check("' in cell["source"] else text
    return fail("task", "be an exercise of the lesson's core", key, "Choose one of its check(...) calls.")


def solution(lesson: Lesson, key: str) -> list[str]:
    """Return the answer to an exercise as its solution explains it: the first text, the answer, and why it is right."""
    text = ""
    for cell in cells_of(NOTEBOOKS / "solutions" / f"{lesson.notebook}.ipynb"):
        if cell["cell_type"] == "markdown" and (reasons := re.findall(EXPLAINED, cell["source"])):
            text = unled(reasons[-1]) if reasons[-1].endswith(":") else reasons[-1]
        elif match := re.search(rf'check\("{key}", (.+)\)$', cell["source"], re.MULTILINE):
            praise = "\n".join(map(plain_text, cell["outputs"])).partition("Right. ")[2].partition("\n")[0]
            code = cell["source"][: match.start()].strip()
            shown = [f"```python\n{code}\n```"] if match[1].isidentifier() else []
            answer = lectures()[lesson.topic].get("answer", "" if shown else match[1])
            return [f"Answer: {f'**{answer}**. ' if answer else ''}{leading(text, 60)} {praise}", *shown]
    return fail("task", "have a solution with its check", key, "Write it in notebooks/solutions.")


def _listed(entries: dict[str, str]) -> str:
    return "\n".join(f"- {name}: {words}" for name, words in entries.items())


def _time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02d}"
