"""Grade a folder of homework outside the students' kernels.

Run each notebook below FOLDER in a process of its own, and judge the recorded answers here, by the secret of the class.
RESULTS gets grades.csv (a line for each student and item), moodle.csv and canvas.csv (to import points), and
report.html (what the class has understood). Students' code runs in bubblewrap or in a container: the guide for
instructors says what each mode promises. Start it as 'python -P -m tiws_teach grade', next to no submission.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiws_teach._cli._likeness import alike, copied
from tiws_teach._cli._report import page
from tiws_teach._cli._sandbox import Limits, chosen, run_submission
from tiws_teach._cli._tables import add_force, add_raw, check_new, escaped
from tiws_teach._cli.assignment import KEYS, Homework, notebook, opened

if TYPE_CHECKING:
    from tiws_teach.course.exercises import Verdict
    from tiws_teach.course.homework import Drawn, Item

COLUMNS = ("student", "item", "points", "maximum", "status", "misconception", "message", "look_at", "file", "sha256")
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = ("Username", "ID number", "Email address", "student")
NAMES = (*KEYS, "ID", "SIS User ID", "Full name", "Student")
FILES = ("grades.csv", "moodle.csv", "canvas.csv", "report.html")
LARGEST, LONGEST, CELLS = 5_000_000, 200_000, 500
"""Bytes of the largest file that is read as a notebook, and the most letters and cells of its code."""


@dataclass
class Submission:
    """What a student handed in, what it earned, and what the lecturer should look at."""

    student: str
    file: str = ""
    sha256: str = ""
    cells: list[str] = field(default_factory=list)
    answers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    look_at: list[str] = field(default_factory=list)

    @property
    def points(self) -> int:
        """The number of right answers."""
        return sum(verdict.right for verdict in self.verdicts)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("lesson", metavar="NN", help="the lesson of the homework: 04, kcnn or the notebook's name")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what was handed in, with subfolders if you like")
    parser.add_argument("--homework", type=Path, required=True, metavar="FOLDER", help="the folder of the class")
    parser.add_argument("--out", type=Path, required=True, metavar="RESULTS", help="the folder to write")
    parser.add_argument("--sandbox", default="auto", metavar="MODE", help="'bwrap', 'none', the image of a container, "
                        "or 'auto': bubblewrap where it runs (default)")  # fmt: skip
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each cell (default: 20)")
    parser.add_argument("--total", type=float, default=90, help="seconds for each submission (default: 90)")
    parser.add_argument("--memory", type=float, default=2, help="GB for each process, on Linux (default: 2)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="submissions at once (default: all cores)"
    )
    parser.add_argument("--missing", default="", metavar="TEXT", help="points of those who handed in nothing (default: "
                        "none, which leaves the grade of a platform open; with 0 they get 0)")  # fmt: skip
    add_force(parser)
    add_raw(parser)


def run(options: argparse.Namespace) -> int:
    """Grade all files below the folder, and write the results."""
    homework = opened(options.homework, options.lesson)
    files = handed_in(options.folder)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        check_new("--out", options.out / name, files, force=options.force)
    inside, mode = chosen(options.sandbox, [options.homework, options.folder, options.out])
    print(f"tiws_teach: students' code runs {mode}.", flush=True)
    limits = Limits(options.timeout, options.total, int(options.memory * 1e9))

    def graded(path: Path) -> Submission:
        entry = read_in(path, options.folder, homework)
        if entry.cells:
            judge(homework, entry, limits, inside)
        print(f"{entry.file}  {entry.points} of {len(homework.items)}  {' '.join(entry.messages)}".rstrip(), flush=True)
        return entry

    with ThreadPoolExecutor(options.jobs) as pool:
        entry = list(pool.map(graded, files))
    look_at(homework, entry)
    there = {each.student for each in entry}
    entry += [Submission(name, messages=["Nothing was handed in."]) for name in homework.students if name not in there]
    write_results(options.out, homework, sorted(entry, key=lambda each: (each.student, each.file)), mode, options)
    return 0


def handed_in(folder: Path) -> list[Path]:
    """Return all files below a folder except hidden ones and links, in order."""
    every = sorted(Path(place, name) for place, _, names in os.walk(folder) for name in names)
    paths = [path for path in every if not path.is_symlink() and path.is_file() and not
             any(part.startswith(".") for part in path.relative_to(folder).parts)]  # fmt: skip
    if not paths:
        raise FileNotFoundError(f"there is no submission in {folder}. Name the folder that holds the notebooks.")
    return paths


def read_in(path: Path, folder: Path, homework: Homework) -> Submission:
    """Return a submission with its code; whatever is wrong with the file becomes a message."""
    name = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in path.relative_to(folder).as_posix())
    entry, claimed = Submission(name.rpartition(".")[0] or name, name), ""
    try:
        with path.open("rb") as stream:
            entry.sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        content = path.read_bytes() if path.stat().st_size <= LARGEST else b""
        book = json.loads(content)
        about = book["metadata"]["tiws_teach"]
        claimed = str(about["student"])[:300]
        if about["homework"] == homework.name:
            cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
            entry.cells = cells if len(cells) <= CELLS and sum(map(len, cells)) <= LONGEST else []
    except Exception:  # whatever a file holds, it must not stop the others
        entry.cells = []
    if not entry.cells:
        entry.messages.append(f"This file is no readable notebook of the homework {homework.name}, or is too long.")
    if homework.students:
        owners = owners_of(name, homework)
        known = claimed if claimed in (owners or homework.students) else ""
        entry.student = owners[0] if len(owners) == 1 else known
        if len(owners) != 1:
            entry.look_at.append("only the file itself says whose it is: use a folder for each student")
        elif entry.cells and claimed != entry.student:
            entry.look_at.append(f"this is the notebook of {claimed}")
        entry.cells = entry.cells if entry.student else []
    return entry


def owners_of(name: str, homework: Homework) -> list[str]:
    """Return the students whose name, number or address is in the path of a file: in its folders, or else its name."""

    def spaced(text: str) -> str:
        return re.sub(r"[\W_]+", " ", text.casefold()).strip()

    for part in (name.rpartition("/")[0], name):
        text, owners = f" {spaced(part).replace(spaced(homework.name), ' ')} ", []
        for student, line in homework.students.items():
            cells = [student, " ".join(line.get(each, "") for each in ("First name", "Last name"))]
            signs = [spaced(cell) for cell in (*cells, *(line.get(each, "") for each in NAMES))]
            if any(f" {form} " in text for sign in signs for form in (sign, sign.replace(" ", "")) if len(form) > 1):
                owners.append(student)
        if owners:
            break
    return owners


def judge(homework: Homework, submission: Submission, limits: Limits, inside: list[str]) -> None:
    """Run a submission's code elsewhere, and judge here what it left."""
    drawn = homework.drawn(submission.student if homework.students else "")
    names = [f"answer_{number}" for number in range(1, len(drawn) + 1)]
    calls = {name: [[{"array": each.tolist()} if hasattr(each, "tolist") else each for each in case]
                    for case in own.cases] for name, own in zip(names, drawn, strict=True) if own.cases}  # fmt: skip
    left = run_submission(submission.cells, [name for name in names if name not in calls], calls, limits, inside)
    submission.messages, submission.answers = [*submission.messages, *left.messages], left.answers
    submission.verdicts = [verdict_on(item, each, left.answers.get(name, {}))
                      for name, item, each in zip(names, homework.items, drawn, strict=True)]  # fmt: skip


def verdict_on(item: Item, drawn: Drawn, event: Mapping[str, Any]) -> Verdict:
    """Return the verdict on what was recorded, whatever a student's code has written there."""
    from tiws_teach.course.exercises import Verdict

    value = event.get("value")
    if event.get("strange"):
        return Verdict("kind", f"Expected {item.expects.words}; got {str(event['strange'])[:300]}.")
    returned = value if isinstance(value, list) else []
    if value is None or (drawn.cases and not any(each is not None for each in returned)):
        return Verdict("no answer", "No answer.")
    return item.judge(drawn, returned if drawn.cases else value)


def look_at(homework: Homework, submissions: list[Submission]) -> None:
    """Note whose code or whose numbers are those of another student."""
    given = {cell["source"] for name in homework.students or [""] for cell in notebook(homework, name)["cells"]}
    own = [[cell for cell in each.cells if cell not in given] for each in submissions]
    for first, second, why in alike(own, [each.sha256 for each in submissions]):
        submissions[first].look_at.append(f"{why} {submissions[second].file}")
        submissions[second].look_at.append(f"{why} {submissions[first].file}")
    if homework.students:
        counts = Counter(each.student for each in submissions)
        for each in submissions:
            each.look_at += ["one of several files of this student: the best counts"] * (counts[each.student] > 1)
        for place, item, other in copied(homework, submissions):
            submissions[place].look_at.append(f"{item}: the right answer of {other}")


def write_results(out: Path, homework: Homework, entries: list[Submission], mode: str, options: Any) -> None:
    """Write the tables and the page."""
    table, best, is_raw = [], dict[str, Any](), options.raw
    for each in entries:
        best[each.student] = max(best.get(each.student, 0), each.points) if each.file else options.missing
        points, status = (0, "unreadable") if each.file else (options.missing, "missing")
        shared = {"student": each.student, "maximum": 1, "file": each.file, "sha256": each.sha256, "points": points,
                  "status": status, "look_at": "; ".join(each.look_at)}  # fmt: skip
        drawn = homework.drawn(each.student if homework.students else "") if each.verdicts else []
        for place, (item, verdict, own_draw) in enumerate(zip_longest(homework.items, each.verdicts, drawn), 1):
            own = {"points": int(verdict.right), "status": verdict.kind, "misconception": verdict.misconception
                   } if verdict else {}  # fmt: skip
            words = "" if verdict is None or verdict.right else verdict.words
            if verdict and not verdict.right:
                given, right = each.answers.get(f"answer_{place}", {}).get("value"), own_draw.tables()[0]["right"]
                numbers = isinstance(given, float | int) and isinstance(right, Real) and abs(given) < 1e15
                own["short"] = f"{item.words['title']}: {verdict.misconception or verdict.kind}" + (
                    f", given {given:.6g}, right {right:.6g}." if numbers else ".")  # fmt: skip
            own["told"] = words if verdict and verdict.kind == "kind" else ""
            table.append({**shared, **own, "item": item.key, "message": " ".join([words, *each.messages]).strip()})
    write_csv(out / "grades.csv", COLUMNS, table, is_raw)
    title, most = f"Homework {homework.title}", len(homework.items)
    lines = [{"student": name, "Student": name, "SIS Login ID": name, **line, title: best[name]}
             for name, line in homework.students.items()]  # fmt: skip
    known = {name for line in homework.students.values() for name in line} | {"student"}
    write_csv(out / "moodle.csv", [*(name for name in MOODLE if name in known), title], lines, is_raw)
    write_csv(out / "canvas.csv", [*CANVAS, title], [{"Student": "    Points Possible", title: most}, *lines], is_raw)
    (out / "report.html").write_text(page(homework, entries, table, mode), encoding="utf-8", errors="backslashreplace")
    print(f"tiws_teach: wrote {', '.join(FILES)} to {out}.")


def write_csv(path: Path, columns: Iterable[str], lines: Iterable[Mapping[str, Any]], is_raw: bool) -> None:
    """Write a table; no cell of it runs as a formula."""
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        table = csv.DictWriter(stream, list(columns), restval="", extrasaction="ignore")
        table.writeheader()
        table.writerows(line if is_raw else {name: escaped(cell) for name, cell in line.items()} for line in lines)
