"""Create the skeleton of a lesson: ``python -m tools.new_lesson NAME``.

It is a lesson package, a notebook with its solution, a test file, a table of answers and an entry in
notebooks/series.toml. The skeleton runs and passes the tests; replace its example step by step.
"""

import argparse
import importlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tiws_teach._validation import fail, project_folder
from tiws_teach.course._normalise import NotebookRunError, dumps, normalise
from tools.explorers import made
from tools.notebooks import execute_and_normalise

TEMPLATES = Path(__file__).with_name("lesson_template")
ROOM = ("experiments.py", "explorer.py", "chart.py", "judges.py", "words.toml")


def main(arguments: list[str]) -> int:
    """Write the files, then execute the notebook and its solution; if that fails, nothing of the lesson stays."""
    parser = argparse.ArgumentParser(prog="python -m tools.new_lesson", description=__doc__)
    parser.add_argument("topic", metavar="NAME", help="name of the lesson package, such as calibration")
    parser.add_argument("--title", help="title of the lesson (default: the name)")
    parser.add_argument("--number", type=int, help="number in the series (default: the next one)")
    options = parser.parse_args(arguments)
    root = project_folder("notebooks").parent
    series = root / "notebooks" / "series.toml"
    before = series.read_text(encoding="utf-8")
    fields = _fields(options, before)
    files = {**dict(_files(root, fields)), series: with_lesson(before, fields)}
    room = root / "tiws_teach" / "lessons" / options.topic
    taken = [path.relative_to(root).as_posix() for path in (room, *files) if path.exists() and path != series]
    if taken:
        fail("NAME", "be new", f"{options.topic!r}, which already has {', '.join(taken)}", "Choose another name.")
    try:
        _write(files, f"tiws_teach.lessons.{options.topic}.explorer")
    except BaseException:  # also if it is interrupted
        shutil.rmtree(room, ignore_errors=True)
        for path in files:
            path.unlink(missing_ok=True)
        series.write_text(before, encoding="utf-8", newline="\n")
        raise
    print(*(path.relative_to(root).as_posix() for path in files), sep="\n")
    print("Update the README's table and the map with: python -m tools.notebooks")
    return 0


def _write(files: dict[Path, str], explorer: str) -> None:
    """Write all files, store chart and stills of the explorer, then execute the notebooks."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    store_explorer(explorer)
    for path in files:
        if path.suffix == ".ipynb":
            execute_and_normalise(path)


def store_explorer(module: str) -> None:
    """Write the chart and the stills of the explorer in a new module."""
    importlib.invalidate_caches()
    members = vars(importlib.import_module(module)).values()
    (kind,) = (each for each in members if isinstance(each, type) and each.__module__ == module)
    for path, content in made(kind).items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)


def _fields(options: argparse.Namespace, series: str) -> dict[str, str]:
    """Return the checked fields of the templates."""
    topic = options.topic
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", topic):
        fail("NAME", "be lower-case words joined by underscores", repr(topic), "Write it as in missing_values.")
    numbers = [int(number) for number in re.findall(r"(?m)^number = (\d+)$", series)]
    number = max(numbers) + 1 if options.number is None else options.number
    if re.search(rf"(?m)^number = {number}\ntopic", series):
        fail("--number", "be unused", number, f"Choose the number of a planned lesson or {max(numbers) + 1}.")
    return {
        "topic": topic,
        "camel": "".join(word.capitalize() for word in topic.split("_")),
        "title": options.title or topic.replace("_", " ").capitalize(),
        "number": f"{number:02d}",
        "notebook": f"{number:02d}_{topic}",
    }


def _files(root: Path, fields: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """Yield each file of the lesson with its text."""
    room = root / "tiws_teach" / "lessons" / fields["topic"]
    yield room / "__init__.py", f'"""Lesson {fields["number"]}."""\n'
    for name in ROOM:
        yield room / name, _filled(name, fields)
    yield root / "tests" / "lessons" / f"test_{fields['topic']}.py", _filled("test.py", fields)
    yield root / "tests" / "exercises" / f"{fields['topic']}.py", _filled("answers.py", fields)
    notebooks = root / "notebooks"
    yield notebooks / f"{fields['notebook']}.ipynb", as_notebook(_filled("notebook.md", fields))
    yield notebooks / "solutions" / f"{fields['notebook']}.ipynb", as_notebook(_filled("solution.md", fields))


def _filled(name: str, fields: dict[str, str]) -> str:
    return Template((TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")).substitute(fields)


def as_notebook(text: str) -> str:
    """Return a notebook from Markdown; ```python blocks become code cells, and a word after that is the tag."""
    cells: list[nbformat.NotebookNode] = []
    parts = re.split(r"(?ms)^```python ?(\w*)\n(.*?)^```$", text)
    for prose, tag, code in zip(parts[::3], [*parts[1::3], ""], [*parts[2::3], ""], strict=True):
        for words in filter(str.strip, re.split(r"(?m)<!-- cell -->|^(?=## )", prose)):
            slide = {"slideshow": {"slide_type": "slide"}} if words.lstrip().startswith("#") else {}
            cells.append(new_markdown_cell(words.strip(), metadata=slide))
        if code:
            cells.append(new_code_cell(code.strip(), metadata={"tags": [tag]} if tag else {}))
    return dumps(normalise(new_notebook(cells=cells)))


def with_lesson(series: str, fields: dict[str, str]) -> str:
    """Return series.toml with the lesson, which replaces the planned one of its number or is appended."""
    number = int(fields["number"])
    planned = re.search(rf"(?ms)^\[\[lesson\]\]\nnumber = {number}\n.*?(?=^\[\[lesson\]\]|\Z)", series)
    builds_on = re.search(r"(?m)^builds_on = .*$", planned[0]) if planned else None
    entry = (
        f'[[lesson]]\nnumber = {number}\ntopic = "{fields["topic"]}"\nnotebook = "{fields["notebook"]}"\n'
        f"name = {json.dumps(fields['title'])}\ntitle = {json.dumps(fields['title'].lower())}\n"
        f'{builds_on[0] if builds_on else "builds_on = [0]"}\nabout = "one phrase: what this lesson answers"\n'
    )
    if planned:
        return series.replace(planned[0], entry + ("\n" if planned.end() < len(series) else ""))
    return f"{series.rstrip()}\n\n{entry}"


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (ValueError, NotebookRunError) as error:
        sys.exit(f"new_lesson: {error}")
