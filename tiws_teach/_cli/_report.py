"""The report on a class as one page: what each item showed, what to teach again, and what to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiws_teach._cli.assignment import Homework

FEW = 0.6
"""An item that a smaller share has solved is one to teach again, and so is a slip that a third shares."""


def page(homework: Homework, found: Sequence[Any], table: Sequence[dict[str, Any]], mode: str) -> str:
    """Return the page."""
    handed_in = [row for row in table if row["file"]]
    parts, again = [], []
    for item in homework.items:
        own = [row for row in handed_in if row["item"] == item.key]
        right = sum(row["points"] for row in own)
        slips = Counter(row["misconception"] for row in own if row.get("misconception")).most_common()
        parts.append(item_part(item, own, right, slips))
        if own and (right < FEW * len(own) or (slips and slips[0][1] * 3 >= len(own))):
            why = f": {slips[0][1]} of {len(own)} share one misconception. {item.words[slips[0][0]]}" if slips else "."
            again.append(f"<li><b>{escape(item.words['title'])}</b>, solved by {right} of {len(own)}{escape(why)}</li>")
    marks = [(each.file, note) for each in found for note in each.look_at]
    text = Template(Path(__file__).with_name("report.html").read_text(encoding="utf-8"))
    students = [(each.student, each.points, each.file, " ".join(each.messages)) for each in found]
    return text.substitute(
        title=escape(f"Homework {homework.title}"),
        summary=escape(f"{len({row['file'] for row in handed_in})} submissions, {len(homework.items)} items. "
                       f"Students' code ran {mode}."),
        again="<ul>" + "".join(again) + "</ul>" if again else "<p>Nothing: the class has it.</p>",
        items="".join(parts),
        marks=as_table(("file", "what"), marks) if marks else "<p>Nothing.</p>",
        students=as_table(("student", f"points of {len(homework.items)}", "file", "message"), students),
    )  # fmt: skip


def item_part(item: Any, own: Sequence[dict[str, Any]], right: int, slips: Sequence[tuple[str, int]]) -> str:
    """Return what one item showed: how many solved it, and the misconceptions by name."""
    kinds = Counter(row["status"] for row in own if row["status"] not in ("right", "misconception"))
    lines = [*((count, name, item.words.get(name, "")) for name, count in slips),
             *((count, kind, "") for kind, count in kinds.most_common())]  # fmt: skip
    share = f"{right} of {len(own)} solved it"
    bar = f'<meter min="0" max="{max(len(own), 1)}" value="{right}">{share}</meter> {share}'
    rest = as_table(("students", "what came instead", "what it is"), lines) if lines else ""
    return f"<h3>{escape(item.words['title'])} <small>{item.key}</small></h3><p>{bar}</p>{rest}"


def as_table(header: Sequence[str], lines: Sequence[Sequence[Any]]) -> str:
    """Return a table."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
