"""Predict before reveal: the learner commits to a guess, then sees it beside the result."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

import ipywidgets
from IPython.display import display

from tiws_teach._validation import fail
from tiws_teach.course._questions import Question, make_question, rounded
from tiws_teach.course._store import is_canned

_asked: dict[str, Question] = {}  # the questions of this kernel, by key


def predict(
    key: str,
    question: str,
    options: Sequence[Any] | None = None,
    *,
    numeric: tuple[float, float, str] | None = None,
    typical: Any,
) -> None:
    """Ask the learner to commit to a guess before the result is shown.

    Parameters
    ----------
    key : str
        Name of the prediction, topic and number: ``"tiws.1"``.
    question : str
        One sentence. It is part of the stored output, so that the tests compare it.
    options : sequence of at least two, optional
        The possible answers, shown as buttons.
    numeric : (low, high, unit), optional
        The range and the unit of a number to be typed; the unit may be ``""``. Give this or `options`.
    typical : option or number
        A common guess. It stands in where nobody can commit: in tests and in stored outputs.

    Raises
    ------
    ValueError, TypeError
        If an argument breaks its rule; the message says the mend.

    See Also
    --------
    reveal : Sets the guess and the result side by side.

    Source: tiws_teach.course, predict before reveal.
    """
    asked = make_question(key, question, options, numeric, typical)
    _asked[asked.key] = asked
    form = _form(asked)
    bundle = form._repr_mimebundle_() or {}
    bundle["text/plain"] = f"[predict {asked.key}] {asked.text}\nYour answer: {asked.answer_words()}"
    question_html, answers_html = html.escape(asked.text), html.escape(asked.answer_words())
    bundle["text/html"] = f"<p><strong>Predict.</strong> {question_html}<br>Your answer: {answers_html}</p>"
    display(bundle, raw=True)


def reveal(key: str, result: Any, words: str = "") -> None:
    """Show the result beside the learner's guess and say how they compare.

    Whoever has not committed yet is asked to, and finds the result folded up below: nothing is blocked.
    In canned mode the typical guess takes the learner's place.

    Parameters
    ----------
    key : str
        The key that was given to `predict`, in an earlier cell of the same notebook.
    result : option or number
        What was measured; computed, never typed.
    words : str, optional
        A sentence to add: why the result is what it is.

    Raises
    ------
    ValueError, TypeError
        If `predict` was not run for this key, or the result is none of its possible answers.

    Source: tiws_teach.course, predict before reveal.
    """
    if key not in _asked:
        fail("key", "belong to a question that was asked", repr(key), "Run the cell with its predict(...) first.")
    asked = _asked[key]
    measured = asked.read(result)
    guess = asked.committed()
    who = "Your guess"
    if guess is None and is_canned():
        who, guess = "A common guess", asked.typical
    if guess is None:
        display(_unguessed(asked, measured, words), raw=True)
    else:
        display(_compared(asked, who, guess, measured, words), raw=True)


def _form(asked: Question) -> ipywidgets.VBox:
    """Return the question as a form that works by keyboard: buttons or a box, then Commit."""
    question = ipywidgets.HTML(f"<strong>Predict.</strong> {html.escape(asked.text)}")
    guess = asked.committed()
    field_: ipywidgets.Widget
    if asked.options:
        field_ = ipywidgets.ToggleButtons(options=asked.options, value=guess, style={"button_width": "auto"})
    else:
        # a text box, not BoundedFloatText: that one starts with a number, which anchors the guess, and clips in silence
        field_ = ipywidgets.Text(
            value="" if guess is None else rounded(guess),
            description=f"Your guess, {asked.answer_words()}",
            continuous_update=False,  # sent once, when the box is left: a click on Commit never overtakes a letter
            style={"description_width": "initial"},
        )
    commit = ipywidgets.Button(description="Commit", tooltip="Note this guess", button_style="primary")
    said = ipywidgets.HTML("" if guess is None else f"Noted earlier: {html.escape(asked.words(guess))}.")

    def note(_: Any) -> None:
        said.value = html.escape(_say(asked, field_.value))

    commit.on_click(note)
    form = ipywidgets.VBox([question, field_, commit, said])
    form.add_class("tiws-predict")
    return form


def _say(asked: Question, value: Any) -> str:
    """Commit a value and return what to say, the mend of a wrong one included."""
    if value in (None, ""):
        return "Choose an answer first." if asked.options else f"Type {asked.answer_words()} first."
    try:
        return asked.commit(value)
    except (TypeError, ValueError) as error:
        return str(error)


def _compared(asked: Question, who: str, guess: Any, measured: Any, words: str) -> dict[str, str]:
    """Return the guess and the result side by side, as HTML and as text."""
    told, found = asked.words(guess), asked.words(measured)
    verdict = " ".join(part for part in (_verdict(asked, guess, measured), words.strip()) if part)
    table = (
        f'<table><thead><tr><th scope="col">{who}</th><th scope="col">Measured</th></tr></thead>'
        f"<tbody><tr><td>{html.escape(told)}</td><td>{html.escape(found)}</td></tr></tbody></table>"
    )
    return {
        "text/html": f"<p>{html.escape(asked.text)}</p>{table}<p>{html.escape(verdict)}</p>",
        "text/plain": f"[reveal {asked.key}] {asked.text}\n{who}: {told}. Measured: {found}. {verdict}",
    }


def _unguessed(asked: Question, measured: Any, words: str) -> dict[str, str]:
    """Return the nudge to predict first, with the result folded up."""
    nudge = "You have not predicted yet. Go back to the question, commit to a guess, then run this cell again."
    found = f"Measured: {asked.words(measured)}. {words.strip()}".strip()
    return {
        "text/html": (
            f"<p>{html.escape(asked.text)}</p><p>{nudge}</p>"
            f"<details><summary>Show the result all the same</summary><p>{html.escape(found)}</p></details>"
        ),
        "text/plain": f"[reveal {asked.key}] {asked.text}\n{nudge}\n{found}",
    }


def _verdict(asked: Question, guess: Any, measured: Any) -> str:
    """Return in words how far the guess is from the result."""
    if asked.options:
        return "They agree." if guess == measured else "They differ."
    off = guess - measured
    if rounded(off) == "0":
        return "They agree."
    direction = "above" if off > 0 else "below"
    return f"The guess is {asked.words(abs(off))} {direction} the measurement."
