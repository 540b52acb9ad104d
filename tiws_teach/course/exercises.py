"""Exercises with immediate feedback: right, not yet, or a named misconception.

The judges are in ``tiws_teach.lessons.<topic>.judges``; they compute the right answer, so that no notebook contains it.
What the learner is told is in ``words.toml`` beside them. See `exercise` for how to write one.
"""

from __future__ import annotations

import html
import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import Any, Literal

from IPython.display import display

from tiws_teach._validation import fail
from tiws_teach.course import _store, _words, expect
from tiws_teach.course._judging import Judged, Right, Slip, Ways, compare, first, match
from tiws_teach.course._rooms import package_of
from tiws_teach.course.expect import Written

__all__ = [
    "Exercise",
    "Judged",
    "Right",
    "Slip",
    "Verdict",
    "Ways",
    "Written",
    "check",
    "compare",
    "exercise",
    "find",
    "first",
    "hint",
    "match",
    "matched",
    "twin",
    "verdict",
]

Judge = Callable[[Any], Judged]
TWINS = ("Ada", "Bo")
_COLORS = {"right": "#2b7a3d", "no answer": "#5a5a5a"}  # what is wrong in any way is brown
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
    """A registered exercise: its judge, the kind of answer, and what the learner is told."""

    key: str
    judge_answer: Judge
    expects: expect.Expected
    texts: _words.Told

    def judge(self, answer: Any) -> Verdict:
        """Return the verdict on an answer; never raises because of the answer."""
        if answer is ...:
            return Verdict("no answer", "No answer yet: replace the ... in this cell and run it again.")
        try:
            given = self.expects.read(answer)
            judged = self.judge_answer(expect.Written(given) if self.texts.returns else given)
        except expect.SlipError as error:
            judged = Slip(str(error))
        except expect.WrongKindError as error:
            return Verdict("kind", str(error))
        except Exception as error:  # a learner's function or object may raise anything: no traceback
            raised = f"{type(error).__name__}: {error}".removesuffix(".")
            return Verdict("kind", f"Your answer could not be judged: {raised}. Expected {self.expects.words}.")
        return self._verdict(judged)

    def _verdict(self, judged: Judged) -> Verdict:
        """Return the verdict in words."""
        if isinstance(judged, Right):
            return Verdict("right", f"Right. {self.texts.praise}".strip())
        if judged.name:
            common = expect.EVERYWHERE.get(judged.name, "").format(returns=self.texts.returns)
            words = self.texts.slips.get(judged.name) or common
            if not words:
                place = f"the slip {judged.name!r} of the exercise {self.key}"
                fail(place, "have words in words.toml", "none", "Write there what the learner is told.")
            return Verdict("misconception", words, judged.name)
        offer = f' hint("{self.key}") helps.' if self.texts.hints else ""
        return Verdict("not yet", f"Not yet.{offer}")


def exercise(key: str, expects: expect.Expected) -> Callable[[Judge], Judge]:
    """Register the decorated judge as the exercise `key`; its words are in ``words.toml`` beside its file.

    The judge takes the answer, already read by `expects` (a kind of answer from `tiws_teach.course.expect`). It
    computes the right answer, contains no literal result, and returns `Right`, or a `Slip` that is named or not.
    """

    def register(judge: Judge) -> Judge:
        if key in _registered and _registered[key].judge_answer.__qualname__ != judge.__qualname__:
            fail("key", "be used once", repr(key), "Give this exercise another number.")
        _registered[key] = Exercise(key, judge, expects, _told(key, judge))
        return judge

    return register


def matched(key: str, expects: expect.Expected, within: float = 0.006) -> Callable[[Callable[[], Ways]], Judge]:
    """Register an exercise that is judged by `match`: the decorated function returns what each way gives."""

    def register(ways: Callable[[], Ways]) -> Judge:
        return exercise(key, expects)(wraps(ways)(lambda answer: match(answer, ways(), within)))

    return register


def twin(key: str) -> Callable[[Callable[[], str]], Judge]:
    """Register a broken twin: which of two colleagues, Ada and Bo, has broken which rule.

    The decorated function returns who has, by computing what both report. The rules are in the words, the broken one
    first. A wrong answer may have words of its own, under "Bo: all ties", or "all ties" if the person is right; or else
    it gets those of "the honest one" or "wrong rule".
    """

    def register(broken: Callable[[], str]) -> Judge:
        words = _told(key, broken)

        def judge(answer: tuple[str, str]) -> Judged:
            person, rule = answer
            is_person = person == broken()
            if is_person and rule == words.rules[0]:
                return Right()
            own, other = (rule, "wrong rule") if is_person else (f"{person}: {rule}", "the honest one")
            return Slip(own if own in words.slips else other)

        return exercise(key, expect.pair(TWINS, words.rules, words.example))(wraps(broken)(judge))

    return register


def _told(key: str, judge: Callable[..., Any]) -> _words.Told:
    """Return the words of an exercise from the file beside its judge."""
    folder = Path(str(sys.modules[judge.__module__].__file__)).parent
    return _words.words_in(folder)[1].get(key, _words.Told())


@cache
def load(package: str) -> None:
    """Import the judges of a lesson's package, which registers them, and check them against its words."""
    judges = importlib.import_module(f"{package}.judges")
    topic = package.rpartition(".")[2]
    _words.check_slips(judges, registered(topic), _words.words_in(Path(str(judges.__file__)).parent)[1])


def find(key: str) -> Exercise:
    """Return the exercise `key`; load the file of its topic first."""
    load(package_of(key))
    if key not in _registered:
        topic = key.partition(".")[0]
        there = ", ".join(sorted(name for name in _registered if name.startswith(f"{topic}.")))
        fail("key", f"be one of {there}", repr(key), "Look at the number in the text above the cell.")
    return _registered[key]


def verdict(key: str, answer: Any) -> Verdict:
    """Return the verdict on an answer, whatever its type, without showing or recording it."""
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
    result = verdict(key, answer)
    if result.right and not _store.is_canned():
        with suppress(OSError):  # a folder that cannot be written must not stop an exercise
            _store.write_solved(key)
    _display("check", key, result)


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
    hints = find(key).texts.hints
    given = min(_hints_given.get(key, 0) + 1, len(hints))
    _hints_given[key] = given
    words = f"Hint {given} of {len(hints)}: {hints[given - 1]}" if hints else "There is no hint to this exercise."
    _display("hint", key, Verdict("no answer", words))


def _display(call: str, key: str, result: Verdict) -> None:
    """Display a verdict as text and as HTML with a coloured edge; the text alone carries the meaning."""
    style = f"border-left: 4px solid {_COLORS.get(result.kind, '#9a5b00')}; padding: 2px 8px; margin: 4px 0"
    bundle = {
        "text/html": f'<div style="{style}">{html.escape(result.words)}</div>',
        "text/plain": f"[{call} {key}] {result.words}",
    }
    display(bundle, raw=True)
