"""Prepare the pages of the site: copy notebooks and tables, fold answers, write index, glossary and reference."""

import base64
import hashlib
import importlib
import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tiws_teach
from tiws_teach._workspace import cleared
from tiws_teach.course._equations import lesson_notebooks
from tiws_teach.course._gate import revealed
from tiws_teach.course._series import Lesson, series
from tools.claims import TABLE, tables
from tools.site.explorers import copy_scripts, named, scripts
from tools.site.front import front_page
from tools.site.guide import SECTION, instructor_page, link
from tools.site.lecture import lectures, page_of
from tools.site.mathjax import copy_mathjax
from tools.site.notebooks import DOCS, NOTEBOOKS, ROOT, SOLUTIONS, copy_files, markdown_table, prose, related, write
from tools.site.predictions import KEEP, with_forms

FIGURE = re.compile(r'<img alt="(?P<alt>[^"]*)" src="data:image/png;base64,(?P<data>[^"]+)"')
SOURCE_LINK = re.compile(r'href="(?:\.\./)*(?P<path>tiws_teach/[\w/]+)\.py"(?P<rest>.*?)(?=<pre)', re.DOTALL)
CODE_LINK = re.compile(r"\[(?P<label>[^\]]+)\]\((?:\.\./)*(?P<path>tiws_teach/[\w/]+)\.py(?:#L\d+)?\)")
UPPER = ("datasets", "course")
"""Packages that stand in the reference beside the methods."""


def prepare(source: Path, static: Path) -> None:
    """Write what Sphinx reads into two empty folders: the pages, and the files that it copies as they are."""
    for old in (source, static):
        shutil.rmtree(old, ignore_errors=True)
    copy_files(DOCS / "static", static, ("site.css", "site.js", "predictions.js"))
    copy_mathjax(static)
    copy_scripts(static / "explorers")
    for path in [path for path in lesson_notebooks(NOTEBOOKS) if SOLUTIONS or path.parent.name != "solutions"]:
        write(source / path.relative_to(ROOT), site_notebook(path, static))
    for name in ("EQUATIONS.md", "CLAIMS.md"):
        text = with_code_links((ROOT / "notebooks" / name).read_text(encoding="utf-8"))
        write(source / "notebooks" / name, without_columns(text, ("module", "tests that call it")))
    copy_files(NOTEBOOKS, source / "notebooks", ["claims.svg"])
    for path in sorted((ROOT / "datasets").glob("*.md")):
        write(source / "datasets" / path.name, path.read_text(encoding="utf-8"))
    if SOLUTIONS:
        for each in [each for each in series() if each.topic in lectures()]:
            write(source / "lectures" / f"{each.number:02d}.md", page_of(each))
        write(source / "instructor.md", f"{instructor_page()}\n\n{toctree(['lectures/*'], hidden=True)}")
    for name, text in (*reference_pages(), *index_pages(source)):
        write(source / name, text)


# Notebooks


def site_notebook(path: Path, static: Path) -> str:
    """Return a notebook as the site shows it: pictures as files, answers folded, and how to open it in JupyterLab."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    here = path.parent.relative_to(ROOT)
    up = "../" * len(here.parts)
    known: list[str] = []  # the explorers of the page
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = with_code_links("".join(cell["source"]))
        elif revealed("".join(cell["source"])):
            cell["metadata"]["tags"] = [*cell["metadata"].get("tags", []), "hide-output"]  # MyST-NB folds it
        with_forms(cell)
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            if html:
                html = SOURCE_LINK.sub(lambda match: f'href="code:{match["path"]}"{match["rest"]}', html)
                html = figures_as_files(html, static / "figures", f"{up}_static/figures/")
                known += named(html)
                output["data"]["text/html"] = html
    if path.parent.name == "solutions":
        notebook["cells"] = list(folded_solutions(notebook["cells"]))
    notebook["cells"].insert(1, markdown_cell("site-open", how_to_open(path, static)))
    if known:
        notebook["cells"].append(markdown_cell("site-explorers", scripts(known, f"{up}_static/explorers/")))
    return json.dumps(notebook, ensure_ascii=False)


def how_to_open(path: Path, static: Path) -> str:
    """Return the lines under a title: download, and how to open the notebook; its copy there has no outputs."""
    name = f"{path.parent.name}-{path.name}"
    download = static / "download" / name
    download.parent.mkdir(parents=True, exist_ok=True)
    download.write_bytes(cleared(path.read_bytes()))
    up = "../" * len(path.parent.relative_to(ROOT).parts)
    belongs = {title: os.path.relpath(other, path.parent) for title, other in related(path).items()}
    links = " · ".join(f"[{title}]({address})" for title, address in belongs.items())
    below = [address for address in belongs.values() if address.startswith("more/")]  # in the tree, under the lesson
    parts = [KEEP if b"predict(" in path.read_bytes() else "", links, toctree(below, hidden=True) if below else ""]
    return (
        f'<p class="open-in-lab"><a href="{up}_static/download/{name}" download="{path.name}">Download this '
        f"notebook</a> · to run it, type <code>make lab</code> in a checkout and open <code>{path.name}</code></p>\n\n"
        + "\n\n".join(parts)
    )


def markdown_cell(name: str, text: str) -> dict[str, Any]:
    """Return a markdown cell."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def figures_as_files(html: str, folder: Path, address: str) -> str:
    """Store the embedded pictures as files, which a browser loads when they come into view."""

    def stored(match: re.Match[str]) -> str:
        data = base64.b64decode(match["data"])
        name = f"{hashlib.sha256(data).hexdigest()[:16]}.png"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))  # the PNG header
        size = "" if "width=" in html[match.end() : match.end() + 60] else f' width="{width // 2}"'
        shape = f'style="aspect-ratio: {width} / {height}"'
        return f'<img alt="{match["alt"]}" src="{address}{name}" loading="lazy" {shape}{size}'

    return FIGURE.sub(stored, html)


def folded_solutions(cells: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the cells of a notebook of solutions, with everything under the heading of an exercise folded."""
    is_open = False
    for number, cell in enumerate(cells):
        text = "".join(cell["source"])
        heading, _, rest = text.partition("\n")
        if cell["cell_type"] == "markdown" and heading.startswith("## "):
            if is_open:
                yield markdown_cell(f"site-end-{number}", "</details>")
            opens = '<details class="solution"><summary>Show the solution</summary>'
            yield {**cell, "source": f"{heading}\n\n{opens}\n\n{rest}"}
            is_open = True
        else:
            yield cell
    if is_open:
        yield markdown_cell("site-end", "</details>")


def heading_slug(title: str) -> str:
    """Return the anchor of a heading as JupyterLab makes it, so that the links of the notebooks hold."""
    return title.replace(" ", "-")


def with_code_links(text: str) -> str:
    """Point links to the project's code at the pages that show it."""

    def to_page(match: re.Match[str]) -> str:
        name = match["label"].strip("`")
        return f"[{match['label']}](code:{match['path']}{f'#{name}' if name.isidentifier() else ''})"

    text = text if SOLUTIONS else re.sub(r"\[([^\]]+)\]\((?:\.\./)*solutions/[^)]+\)", r"\1", text)
    return CODE_LINK.sub(to_page, text)


# Reference


def reference_pages() -> Iterator[tuple[str, str]]:
    """Yield name and text of each page of the reference: one for each package, and one for each literal version."""
    methods = sorted(set(tiws_teach._HOME.values()))
    literal = sorted(path.stem for path in (ROOT / "tiws_teach" / "literal").glob("[!_]*.py"))
    for name in (*methods, *UPPER):
        yield f"api/{name}.md", reference_page(f"tiws_teach.{name}")
    for name in literal:
        yield f"api/literal/{name}.md", reference_page(f"tiws_teach.literal.{name}")
    tree = toctree([*methods, *UPPER, *(f"literal/{name}" for name in literal)], depth=1)
    yield "api/index.md", f"# Reference\n\nThe docstrings of all public functions and estimators.\n\n{tree}"


def reference_page(module: str) -> str:
    """Return a page with the docstrings of a module's public names."""
    first = (importlib.import_module(module).__doc__ or "").strip().splitlines()[0]
    imported = "" if ".literal." in module else "   :imported-members:\n"
    directive = f"""```{{eval-rst}}
.. automodule:: {module}
   :members:
{imported}   :exclude-members: set_fit_request, set_transform_request, set_score_request, set_predict_request,
       set_params, get_params, get_metadata_routing, set_predict_proba_request, set_partial_fit_request
```"""
    return f"# {module.removeprefix('tiws_teach.')}\n\n{first}\n\n{directive}\n"


# Tables, index and glossary


def without_columns(text: str, dropped: tuple[str, ...]) -> str:
    """Return a Markdown text whose tables lack some columns, so that the others fit a page."""

    def narrowed(match: re.Match[str]) -> str:
        [[header, *rows]] = tables(match[0])
        kept = [i for i, name in enumerate(header) if name not in dropped]
        narrow = [[row[i] for i in kept] for row in (header, *rows)]
        return match[0] if len(kept) == len(header) else markdown_table(narrow[0], narrow[1:])

    return TABLE.sub(narrowed, text)


def index_pages(source: Path) -> Iterator[tuple[str, str]]:
    """Yield the front page, the lists of lessons, replications and data sets, and the glossary."""
    lessons = [lesson for lesson in series() if lesson.is_there]
    names = [f"notebooks/{lesson.notebook}" for lesson in lessons]
    table = markdown_table(("lesson", "what it is about"), [(link(lesson), lesson.about) for lesson in lessons])
    yield "lessons.md", listing("Lessons", names, table)
    for title, folder in (("Solutions", "notebooks/solutions"), ("Replications", "notebooks/replications")):
        names = [f"{folder}/{path.stem}" for path in sorted((source / folder).glob("*.ipynb"))]
        if names:
            yield f"{title.lower()}.md", listing(title, names)
    sets = [f"datasets/{path.stem}" for path in sorted((source / "datasets").glob("*.md"))]
    yield "data.md", listing("Data sets", sets)
    yield "glossary.md", glossary(lessons)
    yield "index.md", front_page(source, lessons)


def listing(title: str, names: list[str], table: str = "") -> str:
    """Return a page that lists other pages."""
    return f"# {title}\n\n{table}\n\n{toctree(names, hidden=bool(table))}"


def toctree(names: list[str], *, depth: int = 1, hidden: bool = False) -> str:
    """Return a table of contents; a name may have a star."""
    options = [f":maxdepth: {depth}", *([":hidden:"] if hidden else []), ":glob:"]
    return "\n".join(["```{toctree}", *options, "", *names, "```", ""])


def glossary(lessons: list[Lesson]) -> str:
    """Return the glossary: each term, what it means, and the lessons that use it."""
    texts = {lesson: re.sub(r"[*_`]", "", prose(lesson)).lower() for lesson in lessons}
    text = "Standard terms, the sections that teach some of them, and the lessons that use them: first the one that "
    lines = ["# Glossary", "", f"{text}does so most.", ""]
    for term, entry in sorted(terms().items(), key=lambda item: item[0].lower()):
        uses = {lesson: occurrences(entry.get("as", [term]), texts[lesson]) for lesson in lessons}
        used = sorted((lesson for lesson in lessons if uses[lesson]), key=lambda lesson: -uses[lesson])
        places = entry.get("taught", [])
        others = [lesson for lesson in used if lesson.number not in {int(place.split()[0]) for place in places}]
        lines += [f"## {term}", "", entry["means"], ""]
        if places:
            lines += [f"Taught in: {', '.join(section_link(lessons, place) for place in places)}", ""]
        lines += [f"{'Also used' if places else 'Used'} in: {', '.join(map(link, others))}", ""] if others else []
    return "\n".join(lines)


def section_link(lessons: list[Lesson], place: str) -> str:
    """Return a link to a section, such as "11 4": section 4 of lesson 11."""
    number, section = place.split()
    lesson = next(lesson for lesson in lessons if lesson.number == int(number))
    heading = next((match for match in SECTION.finditer(prose(lesson)) if match["number"] == section), None)
    if heading is None:
        raise ValueError(f"the glossary must name sections that exist; got {place}. Correct glossary.toml.")
    place = heading_slug(heading[0].removeprefix("## "))
    return f"[{number}, section {section}: {heading['title']}](<notebooks/{lesson.notebook}.ipynb#{place}>)"


def terms() -> dict[str, Any]:
    """Return the entries of the glossary by term."""
    return tomllib.loads((DOCS / "glossary.toml").read_text(encoding="utf-8"))


def occurrences(forms: list[str], text: str) -> int:
    """Return how often the forms of a term are in the text."""
    return sum(len(re.findall(rf"\b{re.escape(form.lower())}", text)) for form in forms)
