"""Turn cells of a notebook into HTML that needs no network: the common part of slides and handouts."""

import html
import json
import re
from functools import cache
from typing import Any

import nbformat
from nbconvert import HTMLExporter
from pygments.formatters import HtmlFormatter

from tiws_teach.course._gate import revealed
from tools.site.mathjax import SCRIPT, SETTINGS
from tools.site.notebooks import Cell

LINK = re.compile(r'<a href="(?!https?:)[^"]*">(.*?)</a>', re.DOTALL)
"""A link to another file of the project, which a slide or a sheet of paper cannot follow."""
UNREAD = re.compile(r"<details[^>]*><summary>The picture in words</summary>.*?</details>", re.DOTALL)
"""A fold that repeats a picture's alt text: on a slide and on paper the picture stands alone."""
ARGUMENTS = re.compile(r'(<div class="tiws-source"[^>]*><div>.*?</div>)(?:<div>[^<]*</div>)+')
"""The arguments of a shown function, which its docstring explains: on a slide and on paper the code is enough."""
OUTPUTS = re.compile(r'<div class="output_wrapper">.*</div>(?=\s*</div>\s*$)', re.DOTALL)
"""The outputs in the HTML of one cell."""


def plain_text(output: dict[str, Any]) -> str:
    """Return what an output says in plain text."""
    return "".join(output.get("data", {}).get("text/plain", output.get("text", "")))


def split_answers(cell: Cell) -> tuple[Cell, str, list[dict[str, Any]]]:
    """Return a cell without all that answers a prediction: the cell, its answers as HTML, and its other outputs.

    What the cell shows before and after an answer may answer, too. A cell without an answer stays as it is.
    """
    if cell["cell_type"] != "code" or not revealed(cell["source"]):
        return cell, "", []
    answers = [output for output in cell["outputs"] if plain_text(output).startswith("[reveal")]
    others = [output for output in cell["outputs"] if output not in answers]
    return {**cell, "outputs": []}, "".join("".join(output["data"]["text/html"]) for output in answers), others


def outputs_to_html(cell: Cell, outputs: list[dict[str, Any]]) -> str:
    """Return some outputs of a cell as HTML, without its source."""
    match = OUTPUTS.search(to_html([{**cell, "source": "", "outputs": outputs}]))
    return match[0] if match else ""


def is_picture(cell: Cell) -> bool:
    """Return whether a cell shows a figure or an explorer: on paper and on slides it stands without its code."""
    return any(plain_text(each).startswith(("[figure", "[explorer")) for each in cell.get("outputs", []))


def to_html(cells: list[Cell]) -> str:
    """Return the cells as HTML, without prompts and without the page around them."""
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.from_dict(cell) for cell in cells]
    return ARGUMENTS.sub(r"\1", LINK.sub(r"\1", exporter().from_notebook_node(notebook)[0]))


@cache
def exporter() -> HTMLExporter:
    """Return what renders cells."""
    made = HTMLExporter(template_name="basic", exclude_input_prompt=True, exclude_output_prompt=True)
    made.exclude_anchor_links = True
    return made


def page(title: str, body: str, *, styles: list[str], scripts: list[str]) -> str:
    """Return a whole page; scripts and style sheets are addresses next to it."""
    links = "\n".join(f'<link rel="stylesheet" href="{name}">' for name in styles)
    loads = "\n".join(f'<script src="{name}"></script>' for name in scripts)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
{links}
<style>{HtmlFormatter(style="friendly").get_style_defs(".highlight")}</style>
<script>window.MathJax = {json.dumps({**SETTINGS, "tex": {"inlineMath": [["$", "$"]]}})};</script>
<script src="{SCRIPT}"></script>
</head>
<body>
{body}
{loads}
</body>
</html>
"""
