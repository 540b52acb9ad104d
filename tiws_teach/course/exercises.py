"""Exercises with immediate feedback: right, not yet, or a named misconception.

The rules are in ``tiws_teach.lessons.<topic>.exercises``; they compute the right answer, so that no notebook contains
it. See `exercise` for how to write one.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from IPython.display import display

from tiws_teach._validation import fail
from tiws_teach.course import _answers, _store
from tiws_teach.course._answers import array, choice, function, mapping, match_number, names, number, pair, whole
from tiws_teach.course._rooms import room_of

__all__ = [
    "Exercise",
    "Verdict",
    "array",
    "check",
    "choice",
    "exercise",
    "find",
    "function",
    "hint",
    "mapping",
    "match_number",
    "names",
    "number",
    "pair",
    "verdict",
    "whole",
]

Rule = Callable[[Any], "bool | str"]
_COLORS = {
    "right": "#2b7a3d",
    "misconception": "#9a5b00",
    "not yet": "#9a5b00",
    "no answer": "#5a5a5a",
    "kind": "#9a5b00",
}
_registered: dict[str, Exercise] = {}
_hints_given: dict[str, int] = {}


@dataclass(frozen=True)
class Verdict:
    """Result of `check`: its kind, the name of the misconception if there is one, and the text for the learner."""

    kind: Literal["right", "misconception", "not yet", "no answer", "kind"]
    words: str
    misconception: str = ""

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.kind == "right"


@dataclass(frozen=True)
class Exercise:
    """A registered exercise: its rule, the kind of answer, the hints and the named misconceptions."""

    key: str
    rule: Rule
    expects: _answers.Expected
    hints: tuple[str, ...]
    misconceptions: Mapping[str, str]
    praise: str

    def judge(self, answer: Any) -> Verdict:
        """Return the verdict on an answer; never raises because of the answer."""
        if answer is ...:
            return Verdict("no answer", "No answer yet: replace the ... in this cell and run it again.")
        try:
            return self._verdict(self.rule(self.expects.read(answer)))
        except _answers.WrongKindError as error:
            return Verdict("kind", str(error))
        except (
            Exception
        ) as error:  # a learner's function or object may raise anything; show a message instead of a traceback
            raised = f"{type(error).__name__}: {error}".removesuffix(".")
            told = f"Your answer could not be judged: {raised}. Expected {self.expects.words}."
            return Verdict("kind", told)

    def _verdict(self, found: bool | str) -> Verdict:
        """Return the verdict for the rule's result: True, False or the name of a misconception."""
        if isinstance(found, str):
            return Verdict("misconception", self.misconceptions[found], found)
        if found:
            return Verdict("right", f"Right. {self.praise}".strip())
        offer = f' hint("{self.key}") helps.' if self.hints else ""
        return Verdict("not yet", f"Not yet.{offer}")


def exercise(
    key: str,
    *,
    expects: _answers.Expected,
    hints: Sequence[str],
    misconceptions: Mapping[str, str] | None = None,
    praise: str = "",
) -> Callable[[Rule], Rule]:
    """Register the decorated rule as the exercise `key`.

    The rule takes the answer, already read by `expects`, and returns True (right), False (not yet) or the name
    of one of the `misconceptions`. It computes the right answer and contains no literal result.

    Parameters
    ----------
    key : str
        Topic and number, ``"tiws.1"``; the rule is in ``lessons/tiws/exercises.py``.
    expects : Expected
        The kind of answer: `number`, `whole`, `choice`, `names`, `array`, `mapping` or `function`.
    hints : sequence of str
        Shown one by one, from a nudge to nearly the full solution.
    misconceptions : mapping of str to str, optional
        Name of a misconception -> explanation for the learner.
    praise : str, optional
        A sentence after "Right.": why it matters.

    Returns
    -------
    callable
        The decorator, which returns the rule unchanged.
    """

    def register(rule: Rule) -> Rule:
        if key in _registered and _registered[key].rule.__qualname__ != rule.__qualname__:
            fail("key", "be used once", repr(key), "Give this exercise another number.")
        _registered[key] = Exercise(key, rule, expects, tuple(hints), dict(misconceptions or {}), praise)
        return rule

    return register


def find(key: str) -> Exercise:
    """Return the exercise `key`; load the file of its topic first."""
    room_of(key, "exercises")
    if key not in _registered:
        topic = key.partition(".")[0]
        there = ", ".join(sorted(name for name in _registered if name.startswith(f"{topic}.")))
        fail("key", f"be one of {there}", repr(key), "Look at the number in the text above the cell.")
    return _registered[key]


def verdict(key: str, answer: Any) -> Verdict:
    """Return the verdict on an answer without showing or recording it; homework is graded by it.

    Parameters
    ----------
    key : str
        The exercise: ``"start.1"``.
    answer : object
        The answer; ``...`` is not judged.

    Returns
    -------
    Verdict

    Raises
    ------
    ValueError
        If there is no such exercise. A wrong answer never raises, whatever its type.

    See Also
    --------
    check : Show the verdict to a learner.

    Source: tiws_teach.lessons, the exercises of the topic.
    """
    return find(key).judge(answer)


def registered(topic: str) -> list[str]:
    """Return the keys of the exercises of a topic whose file is loaded."""
    return [key for key in _registered if key.partition(".")[0] == topic]


def check(key: str, answer: Any) -> None:
    """Show whether an answer is right and, if not, why.

    Parameters
    ----------
    key : str
        The exercise, as named in the text above the cell: ``"start.1"``.
    answer : object
        The answer; ``...`` is not judged.

    Raises
    ------
    ValueError
        If there is no such exercise. A wrong answer never raises, whatever its type.

    See Also
    --------
    hint : Show the hints one by one.

    Source: tiws_teach.lessons, the exercises of the topic.
    """
    found = verdict(key, answer)
    if found.right and not _store.is_canned():
        with suppress(OSError):  # a folder that cannot be written must not stop an exercise
            _store.write_solved(key)
    _display("check", key, found)


def hint(key: str) -> None:
    """Show the next hint to an exercise; each call in the same kernel shows one more.

    Parameters
    ----------
    key : str
        The exercise: ``"start.1"``.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Source: tiws_teach.lessons, the exercises of the topic.
    """
    hints = find(key).hints
    given = min(_hints_given.get(key, 0) + 1, len(hints))
    _hints_given[key] = given
    words = f"Hint {given} of {len(hints)}: {hints[given - 1]}" if hints else "There is no hint to this exercise."
    _display("hint", key, Verdict("no answer", words))


def _display(call: str, key: str, found: Verdict) -> None:
    """Display a verdict as text and as HTML with a coloured edge; the text alone carries the meaning."""
    style = f"border-left: 4px solid {_COLORS[found.kind]}; padding: 2px 8px; margin: 4px 0"
    bundle = {
        "text/html": f'<div style="{style}">{html.escape(found.words)}</div>',
        "text/plain": f"[{call} {key}] {found.words}",
    }
    display(bundle, raw=True)
