"""Predictions on a page: a question becomes a form, and its stored answer what a script compares a guess with."""

import json
import re
from html import escape
from typing import Any

from tiws_teach._validation import fail
from tiws_teach.course.questions import Choice, compared, find
from tools.site.render import plain_text

KEY = re.compile(r"\[(?P<kind>predict|reveal) (?P<key>[\w.]+)\]")
ASKS = re.compile(r"(?:predict\(\"[\w.]+\"\)\s*)+")
RESULT = re.compile(
    r"; the result is (.*?)(?: \([\d.e+-]+ (?:higher|lower)\))?\. |, and that is the result(?: \((.*?)\))?\. "
)
KEEP = """<div class="tiws-keep">Commit to a guess, and the result opens; your guesses stay in this browser.
<span hidden><button type="button" data-do="show">Show all results</button>
<button type="button" data-do="forget">Forget my guesses</button></span></div>"""
"""What stands below the title of a page with questions; the buttons appear where a script runs."""


def with_forms(cell: dict[str, Any]) -> None:
    """Turn the outputs of a cell that ask or answer a prediction into HTML that works in a page, in place.

    A cell that only asks shows its question without the call.
    """
    if ASKS.fullmatch("".join(cell["source"])):
        cell["metadata"]["tags"] = [*cell["metadata"].get("tags", []), "remove-input"]
    for output in cell.get("outputs", []):
        text = plain_text(output)
        match = KEY.match(text)
        if match and match["kind"] == "predict":
            output["data"]["text/html"] = form(match["key"])
        elif match:
            output["data"]["text/html"] = answer(match["key"], text, "".join(output["data"]["text/html"]))


def form(key: str) -> str:
    """Return a question as a form: its options, or a field for a number, and a button."""
    question = find(key)
    if isinstance(question, Choice):
        options = map(escape, question.options)
        fields = "".join(f'<label><input type="radio" name="{key}" value="{each}"> {each}</label>' for each in options)
        advice = "Choose an answer first."
    else:
        limits = f'data-low="{question.low!r}" data-high="{question.high!r}" data-unit="{escape(question.unit)}"'
        field = f'<input name="{key}" inputmode="decimal" autocomplete="off" size="8" {limits}>'
        fields = f"<label>Your guess, {escape(question.possible)}: {field}</label>"
        advice = f"Type {question.possible} first."
    legend = f"<legend><strong>Predict.</strong> {escape(question.text)}</legend>"
    commit = '<button hidden>Commit</button><output aria-live="polite"></output>'
    inside = f"<fieldset>{legend}{fields}{commit}</fieldset>"
    return f'<form class="tiws-predict" data-key="{key}" data-advice="{escape(advice)}">{inside}</form>'


def answer(key: str, text: str, shown: str) -> str:
    """Return a stored answer with what a page says of each guess: a sentence for each option, or the number."""
    question = find(key)
    result = stored_result(key, text)
    if isinstance(question, Choice):
        answers: Any = {option: compared(question, option, result) for option in question.options}
    else:
        answers = result
    return f'<div class="tiws-reveal" data-key="{key}" data-told="{escape(json.dumps(answers))}">{shown}</div>'


def stored_result(key: str, text: str) -> Any:
    """Return the result that a stored answer tells; it must be what `reveal` says of the typical guess."""
    question: Any = find(key)
    typical = question.read(question.typical)
    match = RESULT.search(f"{text} ")
    words = match and (match[1] or match[2])
    result = question.read(words.strip('"')) if words else typical
    if not match or compared(question, typical, result, is_canned=True) not in text:
        fail(f"the answer to {key}", "name its result", repr(text), "Run the notebook again.")
    return result
