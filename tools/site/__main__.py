"""Make the site, or of a lesson the slides, the handout or the lecturer's page: ``python -m tools.site slides 02``."""

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tools.site.lite import lite
from tools.site.notebooks import DOCS, ROOT
from tools.site.pages import prepare

CODE = re.compile(r'href="code:(?P<path>[\w/]+)(?P<name>#\w+)?"')
NAME = re.compile(r'id="(\w+)"')
ARROW = '<summary><span class="toctree-toggle"'
NAMED = ARROW.replace(">", ' aria-label="further questions">', 1)
SEARCH = re.compile(r'\s*<script src="[./]*(_static/searchtools|_static/language_data|searchindex)\.js"></script>')


def site(out: Path = ROOT / "dist" / "site", work: Path = ROOT / "build" / "site") -> int:
    """Build the site; warnings are errors."""
    prepare(work / "source", work / "static")
    shutil.rmtree(out, ignore_errors=True)
    settings: list[str | Path] = ["-c", DOCS, "-d", work / "cache", "-D", f"html_static_path={work / 'static'}"]
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", *settings]
    code = subprocess.call([*command, work / "source", out], cwd=ROOT)
    if code == 0:
        finish(out)
    return code


def finish(folder: Path) -> None:
    """Link code to the pages that Sphinx has made of it, name the menu's arrows, leave the search's index to its page.

    A link to code without such a page keeps its text. The theme loads the index on each page.
    """

    @cache
    def names(path: str) -> set[str] | None:
        code = folder / "_modules" / f"{path}.html"
        return set(NAME.findall(code.read_text(encoding="utf-8"))) if code.exists() else None

    def linked(match: re.Match[str]) -> str:
        known, name = names(match["path"]), match["name"] or ""
        if known is None:
            return f'title="{match["path"]}.py"'
        return f'href="{up}_modules/{match["path"]}.html{name if name[1:] in known else ""}"'

    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        up = "../" * len(page.relative_to(folder).parent.parts)
        finished = CODE.sub(linked, text).replace(ARROW, NAMED)
        if page.name != "search.html":
            finished = SEARCH.sub("", finished)
        page.write_text(finished, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Make what the arguments name; print where it is."""
    from tools.site.handout import handout, lecture_page
    from tools.site.slides import slides

    what, numbers = arguments[0], arguments[1:]
    if what in ("site", "lite"):
        return {"site": site, "lite": lite}[what]()
    if not numbers:
        raise SystemExit(f"Name a lesson, for example: make {what} LESSON=02")
    for number in numbers:
        print({"slides": slides, "handout": handout, "lecture": lecture_page}[what](number).relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
