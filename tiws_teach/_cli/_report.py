"""The report on a class as one page: what each item showed, what to teach again, and what to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiws_teach._cli.assignment import Homework

FEW = 0.6
"""An item that a smaller share has solved is one to teach again, and so is one with a slip that a third shares."""


def page(homework: Homework, submissions: Sequence[Any], table: Sequence[dict[str, Any]], mode: str) -> str:
    """Return the page."""
    parts, again, n_items = [], [], len(homework.items)
    for item in homework.items:
        own = [row for row in table if row["item"] == item.key and row["file"]]
        right, title = sum(row["points"] for row in own), escape(item.words["title"])
        slips = Counter(row["misconception"] for row in own if row.get("misconception")).most_common()
        others = (row for row in own if row["status"] not in ("right", "misconception"))
        kinds = Counter((row["status"], row.get("told", "")) for row in others).most_common()
        solved = f"solved by {right} of {len(own)}"
        parts.append(f'<h3>{title} <small>{item.key}</small></h3><p><meter max="{max(len(own), 1)}" value="{right}">'
                     f"{solved}</meter> {solved}</p>")  # fmt: skip
        rows = [(n, name, item.words.get(name, "")) for name, n in slips] + [(n, *kind) for kind, n in kinds]
        parts.append(as_table(("students", "what came instead", "what it is"), rows))
        if right < FEW * len(own) or (slips and slips[0][1] * 3 >= len(own)):
            slip = "".join(f" {n} student{'s' * (n > 1)}: {item.words.get(name, '')}" for name, n in slips[:1])
            again.append(f"<li><b>{title}</b>, {solved}.{escape(slip)}</li>")
    marks = [(each.file, note) for each in submissions for note in each.look_at]
    short = {(each.student, each.file): list(each.messages) for each in submissions}
    for row in table:
        short[row["student"], row["file"]] += [row["short"]] if "short" in row else []
    students = [(each.student, each.points if each.file else "missing", each.file,
                 " ".join(short[each.student, each.file])) for each in submissions]  # fmt: skip
    n_files, n_missing = (sum(bool(each.file) == there for each in submissions) for there in (True, False))
    summary = f"{n_files} submissions, {n_missing} missing, {n_items} items. Students' code ran {mode}."
    return Template(Path(__file__).with_name("report.html").read_text(encoding="utf-8")).substitute(
        title=escape(f"Homework {homework.title}"),
        summary=escape(summary),
        again=f"<ul>{''.join(again)}</ul>" if again else "<p>Nothing: the class has understood it.</p>",
        items="".join(parts),
        marks=as_table(("file", "what"), marks) or "<p>Nothing.</p>",
        students=as_table(("student", f"points of {n_items}", "file", "message"), students),
    )


def as_table(header: Iterable[str], lines: Sequence[Sequence[Any]]) -> str:
    """Return a table, or nothing if it has no line."""
    head = "".join(f'<th scope="col">{name}</th>' for name in header)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in line)}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if lines else ""
