"""Plain English: words and phrases that a reader trips over do not occur in the project's texts.

Run ``python tests/test_style.py`` to print every occurrence.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
BETTER = {
    r"to be had": "available",
    r"whoever|whosoever": "anyone who",
    r"shall|shan't": "should, must or will",
    r"hangs? (on|together)": "depends on, is correlated",
    r"(required|needed|faster|slower|superb|missing) (is|are) (no|the|its|those|what)": "subject, verb, object",
    r"looked in first": "searched first",
    r"left out of account": "ignored",
    r"is custom|is the custom": "is a convention",
    r"mend|mends|mended|mending": "fix, remedy",
    r"(?<!, )so many": "this many, the number of",
    r"tells (of|whether|which|what|how|why|that|nothing|little|more|them|apart)": "shows",
    r"what the rest of": "the remaining",
    r"aught|naught|hither|thither|whence|wherefore|albeit": "the everyday word",
    r"anew": "again",
    r"(lies?|lay|lays|laid|stands?|stood) (beside|there too|for all)": "is next to, is saved next to, is also there",
    r"is (no|any) more than its": "is less than",
    r"does not come out|(claim|that|it|this) comes out": "holds, does not hold, is reproduced",
    r"for all that there (is|are)": "for all of them",
}
"""What not to write, as a regular expression of whole words in any case, and what to write instead."""

QUOTED: tuple[str, ...] = ()
"""Titles and sentences of sources, word for word, in which a phrase may stand."""

_PHRASES = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in BETTER), re.IGNORECASE)
_PAGES = ("*.md", "CITATION.cff", "Makefile", "pyproject.toml", "environment.yml", ".ci/run", "datasets/*.md")
_TEMPLATES = "tools/lesson_template/*.txt"


def prose_of_markdown(text: str) -> str:
    """Return the text without blocks and spans of code."""
    return re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", " ", text)


def prose_of_python(text: str) -> str:
    """Return comments and string literals, docstrings and the fixed parts of f-strings included."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT]
    literals = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return " ".join(comments) + "\n".join(f" | {value}" for value in literals if isinstance(value, str))


def prose_of_notebook(text: str) -> str:
    """Return the prose of all cells; unfinished exercises, which are no Python, count as they are."""
    parts = []
    for cell in nbformat.reads(text, as_version=4).cells:
        try:
            parts.append(prose_of_python(cell.source) if cell.cell_type == "code" else prose_of_markdown(cell.source))
        except SyntaxError:
            parts.append(cell.source)
    return "\n".join(parts)


def texts() -> Iterator[tuple[str, str]]:
    """Yield (path below the project, prose) of every text that the rules hold for."""
    pages = [path for pattern in (*_PAGES, _TEMPLATES) for path in ROOT.glob(pattern)]
    python = [ROOT / "bootstrap.py", *(ROOT / "tiws_teach").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]
    notebooks = [path for path in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    for paths, prose in ((pages, prose_of_markdown), (python, prose_of_python), (notebooks, prose_of_notebook)):
        for path in paths:
            yield path.relative_to(ROOT).as_posix(), prose(path.read_text(encoding="utf-8"))


def occurrences(prose: str) -> list[str]:
    """Return each phrase that should not be there, with the words around it."""
    for quotation in QUOTED:
        prose = prose.replace(quotation, " ")
    flat = re.sub(r"\s+", " ", prose)
    return [flat[max(0, hit.start() - 30) : hit.end() + 30] for hit in _PHRASES.finditer(flat)]


def found() -> dict[str, list[str]]:
    """Return the occurrences of every file that has some, sorted by file."""
    return {name: hits for name, prose in sorted(texts()) if (hits := occurrences(prose))}


def test_no_text_has_a_phrase_that_readers_trip_over():
    lines = [f"{name}: {hits}" for name, hits in found().items()]
    assert not lines, f"write instead {BETTER}:\n" + "\n".join(lines)


def test_every_phrase_is_found_as_whole_words_in_text_only():
    assert len(occurrences("Whoever comes shall\nsee what is to be\n   had.")) == 3
    assert occurrences("the shallow marshall recommends amendments") == []
    assert occurrences(prose_of_markdown("call `shall(mend)` now\n```\nmend = 1\n```\n")) == []
    code = 'mend = 1  # shall\nf"{mend} hangs " f"on {mend}"\n'
    assert len(occurrences(prose_of_python(code))) == 2


if __name__ == "__main__":
    for file, each in found().items():
        print(f"{file}\n    " + "\n    ".join(each))
