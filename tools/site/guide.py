"""Write the guide for instructors from the lessons' sections, the exercises' tables and ``instructor.toml``."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from tiws_teach.course._series import Lesson, series
from tiws_teach.course.exercises import find
from tools.site.notebooks import DOCS, ROOT, markdown_table, prose, title_of

SECTION = re.compile(r"^## (?:(?P<number>\d+) · )?(?P<title>(?!Appendix).+?) \((?P<minutes>\d+) min\)$", re.MULTILINE)
BUDGETS = (45, 60, 90)
Section = tuple[str, int]


def instructor_page() -> str:
    """Return the guide: its fixed text, the plans, and what to know about each lesson."""
    lessons = [lesson for lesson in series() if lesson.is_there]
    page = (DOCS / "instructor.md").read_text(encoding="utf-8")
    page = page.replace("<!-- six weeks -->", plan([x for x in lessons if x.topic in notes()["plan"]["six"]], 6))
    page = page.replace("<!-- twelve weeks -->", plan(lessons, 12))
    return page.replace("<!-- lessons -->", "\n\n".join(lesson_guide(lesson) for lesson in lessons))


def notes() -> dict[str, Any]:
    """Return what instructor.toml says, by topic."""
    return tomllib.loads((DOCS / "instructor.toml").read_text(encoding="utf-8"))


def sections(lesson: Lesson) -> list[Section]:
    """Return the sections of a lesson's core with their minutes, without appendices."""
    return [(match["title"], int(match["minutes"])) for match in SECTION.finditer(prose(lesson))]


def cut_order(lesson: Lesson) -> list[str]:
    """Return the titles of the sections that may go, the first to cut first: as noted, or else from the end."""
    titles = [title for title, _ in sections(lesson)]
    noted = notes().get(lesson.topic, {}).get("cut")
    if noted is None:
        exercises = [title for title in titles if "xercises" in title]
        return exercises + [title for title in reversed(titles[3:]) if title not in exercises]
    return [title for start in noted for title in titles if title.startswith(start)]


def left_out(lesson: Lesson, budget: int) -> tuple[list[Section], int]:
    """Return the sections to cut so that a lesson fits a number of minutes, and the minutes that remain."""
    minutes = dict(sections(lesson))
    total = sum(minutes.values())
    cut: list[Section] = []
    for title in cut_order(lesson):
        if total <= budget:
            break
        cut.append((title, minutes[title]))
        total -= minutes[title]
    return cut, total


def plan(lessons: list[Lesson], weeks: int) -> str:
    """Return a table with a lesson for each week; what does not fit is read at home, weeks left over have a use."""
    rows = []
    planned = [lesson.number for lesson in lessons[:weeks]]
    for week, lesson in enumerate(lessons[:weeks], 1):
        before = ", ".join(f"read {number:02d}" for number in lesson.builds_on if number not in planned) or "–"
        home = f"`assignment {lesson.number:02d}`"
        rows.append((f"{week}", link(lesson), before, home))
    spare = notes()["plan"]["spare"]
    for week in range(len(planned) + 1, weeks + 1):
        at = min(week - len(planned), len(spare)) - 1
        rows.append((f"{week}", spare[at], "–", "–"))
    rest = ", ".join(link(lesson) for lesson in lessons[weeks:])
    table = markdown_table(("week", "in class", "before", "at home"), rows)
    return table + (f"\n\nTo read at home, or to exchange for another lesson: {rest}." if rest else "")


def lesson_guide(lesson: Lesson) -> str:
    """Return what to cut, the likeliest misconceptions, and the exam questions of a lesson."""
    entry = notes().get(lesson.topic, {})
    total = sum(minutes for _, minutes in sections(lesson))
    parts = [f"### {link(lesson)}", f"The core takes {total} minutes, exercises included.", cuts_table(lesson)]
    further = [f"[{title_of(path)}]({path.relative_to(ROOT).as_posix()})" for path in lesson.more]
    if further:
        parts.append(f"**Further questions**, for those who ask: {'; '.join(further)}.")
    if "slips" in entry:
        parts += ["**Likely misconceptions**", "\n".join(slip(*belief) for belief in entry["slips"])]
    if "exam" in entry:
        parts += ["**Exam questions**", *(exam(number, item) for number, item in enumerate(entry["exam"], 1))]
    return "\n\n".join(parts)


def cuts_table(lesson: Lesson) -> str:
    """Return a table of what to cut for each length of a session."""
    rows = []
    for budget in BUDGETS:
        cut, remain = left_out(lesson, budget)
        words = "; ".join(f"{title} ({minutes})" for title, minutes in cut) or "nothing"
        rows.append((f"{budget}", words, f"{remain}"))
    return markdown_table(("minutes", "cut", "takes"), rows)


def slip(belief: str, key: str, name: str) -> str:
    """Return a misconception and what the exercise says to it."""
    number = key.partition(".")[2]
    return f'- *"{belief}"* Exercise {number} answers: {find(key).told.slips[name]}'


def exam(number: int, item: dict[str, Any]) -> str:
    """Return an exam question, with its answer and its proof folded."""
    proof = f"```python\n{item['code']}  # {item['result']}\n```"
    fold = f"<details><summary>Answer</summary>\n\n{item['answer']}\n\n{proof}\n\n</details>"
    return f"{number}\\. {item['question']}\n\n{fold}"


def link(lesson: Lesson) -> str:
    """Return a link to a lesson's page."""
    return f"[{lesson.number:02d} {lesson.name}](notebooks/{lesson.notebook}.ipynb)"
