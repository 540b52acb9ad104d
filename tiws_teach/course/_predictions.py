"""Predict before reveal: the learner commits to a guess, then sees it next to the result."""

import html
from contextlib import suppress
from typing import Any

import ipywidgets
from IPython.display import display, update_display

from tiws_teach.course._store import is_canned, read_guess, write_guess, write_result
from tiws_teach.course.questions import Choice, Question, because, compared, find, rounded

_guesses: dict[str, Any] = {}  # the guesses committed in this kernel, by key
_VIEW = "application/vnd.jupyter.widget-view+json"
# A notebook that is opened again has widgets without a kernel: JupyterLab writes an error in their place. The question
# and the guess are an output of their own above; of the two only the error is hidden, and what the form says as well.
_STYLE = """<style>
.jp-OutputArea-child:has(.tiws-answers) + * .jp-OutputArea-output.jupyter-widgets:not(:has(*)) { display: none }
.jp-OutputArea-child:has(.tiws-answers):has(+ .jp-OutputArea-child .tiws-predict) .tiws-answers { display: none }
</style>"""


def predict(key: str) -> None:
    """Ask the learner to commit to a guess before the result is shown.

    The question, its possible answers and the explanation are in ``tiws_teach.lessons.<topic>.questions``. An option
    is chosen and then committed; a number is committed with Enter, by leaving its box, or with the button.

    Parameters
    ----------
    key : str
        Topic and number of the question: ``"tiws.2"``.

    Raises
    ------
    ValueError
        If there is no such question.

    See Also
    --------
    reveal : Show the guess and the result.

    Source: tiws_teach.course, predict before reveal.
    """
    question = find(key)
    display(_asked(key, question), raw=True, display_id=key)
    form = _form(key, question)
    display({_VIEW: (form._repr_mimebundle_() or {})[_VIEW]}, raw=True)


def reveal(key: str, result: Any, **values: Any) -> None:
    """Show the result next to the learner's guess, and explain it.

    Until the learner commits to a guess, the whole cell shows only the request to do so: it runs and keeps its
    variables, but what it prints, draws or returns appears when it is run again after the guess. In canned mode the
    typical guess replaces the learner's.

    Parameters
    ----------
    key : str
        The key passed to `predict` in an earlier cell of the same notebook.
    result : option or number
        The measured result; computed, never typed.
    **values : object
        Further measured values for the explanation.

    Raises
    ------
    ValueError, TypeError
        If there is no such question, if the result is not a possible answer, or if a value is missing.

    Source: tiws_teach.course, predict before reveal.
    """
    question: Any = find(key)  # a guess and an answer are of the question's own kind
    answer = question.measured(result)
    why = because(question, result, values)
    guess, canned = _committed(key, question), is_canned()
    if guess is None and not canned:
        display(asked_first([key]), raw=True)
        return
    if not canned:
        with suppress(OSError):
            write_result(key, question.text, question.is_met(guess, answer), answer, why)
    sentence = compared(question, question.typical if canned else guess, answer, is_canned=canned)
    shown = f"<p>{_escaped(question.text)}</p><p><strong>{_escaped(sentence)}</strong> {_escaped(why)}</p>"
    display({"text/html": shown, "text/plain": f"[reveal {key}] {question.text}\n{sentence} {why}"}, raw=True)


def is_open(key: str) -> bool:
    """Return whether a question exists and the learner has not committed to a guess; in canned mode none is open."""
    try:
        question = find(key)
    except ValueError:
        return False
    return not is_canned() and _committed(key, question) is None


def asked_first(keys: list[str]) -> dict[str, str]:
    """Return the request to commit to a guess at each question first."""
    asked = [find(key).text for key in keys]
    advice = "Go back to where this is asked, commit to a guess, then run this cell again. Its output waits until then."
    return {
        "text/html": "".join(f"<p>{_escaped(text)}</p>" for text in asked)
        + f"<p><strong>Commit first.</strong> {advice}</p>",
        "text/plain": "\n".join([f"[reveal {', '.join(keys)}]", *asked, f"Commit first. {advice}"]),
    }


def _asked(key: str, question: Question) -> dict[str, str]:
    """Return the question with its possible answers, or with the learner's guess: what a saved notebook shows."""
    guess = _committed(key, question)
    answers = question.possible if guess is None else question.words(guess)
    asked = f"<p><strong>Predict.</strong> {_escaped(question.text)}<br>"
    words = f"Your answer: {_escaped(answers)}"
    live = words if is_canned() else f'<span class="tiws-answers">{words}</span>{_STYLE}'
    plain = f"[predict {key}] {question.text}\nYour answer: {answers}"
    return {"text/html": f"{asked}{live}</p>", "text/plain": plain}


def _form(key: str, question: Question) -> ipywidgets.VBox:
    """Return a form that works with the keyboard: buttons or a box, then Commit; the question stands above it."""
    guess = _committed(key, question)
    commit = ipywidgets.Button(description="Commit", tooltip="Note this guess", button_style="primary")
    answer = ipywidgets.HTML("" if guess is None else f"Noted earlier: {_escaped(question.words(guess))}.")
    field = _options(question, guess) if isinstance(question, Choice) else _box(question, guess)

    def note(_: Any) -> None:
        answer.value = _escaped(_say(key, question, field.value))

    commit.on_click(note)
    if not isinstance(question, Choice):
        field.observe(note, "value")  # sent by Enter and by leaving the box
    form = ipywidgets.VBox([field, commit, answer])
    form.add_class("tiws-predict")
    return form


def _options(question: Choice, guess: Any) -> ipywidgets.ToggleButtons:
    """Return the options as buttons; none is pressed at first."""
    return ipywidgets.ToggleButtons(options=question.options, value=guess, style={"button_width": "auto"})


def _box(question: Question, guess: Any) -> ipywidgets.Text:
    """Return a box for a number.

    It takes text because BoundedFloatText starts with a number, which anchors the guess, and clips silently.
    """
    return ipywidgets.Text(
        value="" if guess is None else rounded(guess),
        description=f"Your guess, {question.possible}:",
        continuous_update=False,  # sent once: a click on Commit never overtakes a letter
        style={"description_width": "initial"},
        # the label is above the box, whatever its length, and the box keeps its width
        layout={"flex_flow": "column", "align_items": "flex-start", "width": "auto", "height": "auto"},
    )


def _say(key: str, question: Question, value: Any) -> str:
    """Commit a value and return the message, including advice for an invalid one."""
    if value in (None, ""):
        return "Choose an answer first." if isinstance(question, Choice) else f"Type {question.possible} first."
    try:
        return _commit(key, question, value)
    except (TypeError, ValueError) as error:
        return str(error)


def _commit(key: str, question: Question, value: Any) -> str:
    """Record a guess and return the confirmation."""
    _guesses[key] = question.read(value)
    noted = f"Noted: {question.words(_guesses[key])}."
    if is_canned():
        return noted
    update_display(_asked(key, question), display_id=key, raw=True)
    try:
        write_guess(key, question.text, _guesses[key])
    except OSError as error:
        return f"{noted} It is kept only until the kernel stops: your folder cannot be written ({error})."
    return noted


def _committed(key: str, question: Question) -> Any:
    """Return the learner's guess, or None; in canned mode there is none, and nothing is read from disk."""
    if is_canned():
        return None
    guess = _guesses.get(key)
    if guess is None:
        guess = read_guess(key, question.text)
    try:
        return None if guess is None else question.read(guess)
    except (TypeError, ValueError):  # recorded with a version of the lesson that had other options
        return None


def _escaped(words: str) -> str:
    """Return a text as HTML."""
    return html.escape(words, quote=False)
