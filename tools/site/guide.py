"""Write the guide for instructors from the lessons' sections and ``instructor.toml``."""

import re
from typing import Any

from tiws_teach.course._series import Lesson, series
from tools.site.lecture import lectures, notes, timed
from tools.site.notebooks import DOCS, ROOT, markdown_table, title_of

SECTION = re.compile(r"^## (?:(?P<number>\d+) · )?(?P<title>(?!Appendix).+?) \((?P<minutes>\d+) min\)$", re.MULTILINE)


def instructor_page() -> str:
    """Return the guide: its fixed text, the plans, and what to know about each lesson."""
    lessons = [lesson for lesson in series() if lesson.is_there]
    page = (DOCS / "instructor.md").read_text(encoding="utf-8")
    page = page.replace("<!-- six weeks -->", plan([x for x in lessons if x.topic in notes()["plan"]["six"]], 6))
    page = page.replace("<!-- twelve weeks -->", plan(lessons, 12))
    return page.replace("<!-- lessons -->", "\n\n".join(lesson_guide(lesson) for lesson in lessons))


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
    """Return the page for tomorrow and the exam questions of a lesson."""
    entry = notes().get(lesson.topic, {})
    total = sum(section.minutes for section in timed(lesson))
    tomorrow = f" [The page for tomorrow](lectures/{lesson.number:02d}.md)." if lesson.topic in lectures() else ""
    parts = [f"### {link(lesson)}", f"The core takes {total} minutes, exercises included.{tomorrow}"]
    further = [f"[{title_of(path)}]({path.relative_to(ROOT).as_posix()})" for path in lesson.more]
    if further:
        parts.append(f"**Further questions**, for those who ask: {'; '.join(further)}.")
    if "exam" in entry:
        parts += ["**Exam questions**", *(exam(number, item) for number, item in enumerate(entry["exam"], 1))]
    return "\n\n".join(parts)


def exam(number: int, item: dict[str, Any]) -> str:
    """Return an exam question, with its answer and its proof folded."""
    proof = "```python\n{}  # {}\n```".format(*item["proof"])
    fold = f"<details><summary>Answer</summary>\n\n{item['answer']}\n\n{proof}\n\n</details>"
    return f"{number}\\. {item['question']}\n\n{fold}"


def link(lesson: Lesson) -> str:
    """Return a link to a lesson's page."""
    return f"[{lesson.number:02d} {lesson.name}](notebooks/{lesson.notebook}.ipynb)"
