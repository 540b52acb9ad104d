"""Questions to predict: their text, their possible answers, and how an answer is read and shown.

A lesson's questions are in its ``words.toml``; those of a replication are with its lesson.
"""

import importlib
import math
import numbers
import re
import string
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from tiws_teach._validation import fail
from tiws_teach.course._rooms import package_of
from tiws_teach.course._words import check_keys, words_in

_DIGITS = 3


@dataclass(frozen=True)
class Number:
    """A question whose answer is a number from `low` to `high`, perhaps with a unit, such as "dm".

    `typical` is a plausible guess: the authors', from no survey. It is shown in stored outputs, where no learner can
    commit, and never to a learner. `why` explains the result in one sentence: ``{result}`` is the result, and another
    name in braces is a value passed to `reveal`. Both are the same in a `Choice`.
    """

    text: str
    low: float
    high: float
    typical: float
    why: str
    unit: str = ""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            fail("low, high", "be finite, low < high", f"{self.low:g}, {self.high:g}", "Widen the range.")
        _check_words(self.text, self.why)
        self.read(self.typical)

    @property
    def possible(self) -> str:
        """The possible answers in words."""
        return f"a number from {self.low:g} to {self.high:g}{self._unit}"

    def read(self, value: Any) -> float:
        """Return a number in the range, from a number or a learner's text (``0,4``, ``40 %``)."""
        advice = f"Type a number from {self.low:g} to {self.high:g}."
        plain = _typed(value, self.unit) if isinstance(value, str) else value
        if plain is None:
            fail("the answer", "be a number", repr(value), advice)
        if isinstance(plain, bool) or not isinstance(plain, numbers.Real):
            fail("the answer", "be a number", repr(value), advice, TypeError)
        number = float(plain)
        if not self.low <= number <= self.high:
            fail("the answer", f"be in [{self.low:g}, {self.high:g}]", f"{number:g}", advice)
        return number

    def measured(self, result: Any) -> float:
        """Return a result as an answer."""
        return self.read(result)

    def words(self, answer: float) -> str:
        """Return an answer in words, with its unit."""
        return f"{rounded(answer)}{self._unit}"

    def is_met(self, guess: float, answer: float) -> bool:
        """Return whether a guess equals the answer to the digits shown, or is the answer rounded to two decimals.

        A guess of fewer decimals counts as one of two, but a whole number has to be the answer: 0 and 1 mean none and
        all.
        """
        is_short = not float(guess).is_integer() and math.isclose(guess, round(guess, 2), abs_tol=1e-9)
        return rounded(guess - answer) == "0" or (is_short and abs(guess - answer) <= 0.005 + 1e-9)

    def difference(self, guess: float, answer: float) -> str:
        """Return in words how much higher or lower the answer is than the guess."""
        return f" ({rounded(abs(answer - guess))} {'higher' if answer > guess else 'lower'})"

    @property
    def _unit(self) -> str:
        return f" {self.unit}" if self.unit else ""


@dataclass(frozen=True)
class Choice:
    """A question whose answer is one of several options.

    If these are ranges of a number, `cuts` are the rising bounds between them, and `reveal` takes the number; one on a
    bound belongs to the lower option.
    """

    text: str
    options: tuple[str, ...]
    typical: str
    why: str
    cuts: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.options)) < max(2, len(self.options)):
            fail("options", "be at least two distinct answers", repr(self.options), "Pass a tuple of labels.")
        if self.cuts and (len(self.cuts) != len(self.options) - 1 or any(a >= b for a, b in pairwise(self.cuts))):
            fail("cuts", "rise, and be one fewer than the options", repr(self.cuts), "Pass a bound between neighbours.")
        _check_words(self.text, self.why)
        self.read(self.typical)

    @property
    def possible(self) -> str:
        """The possible answers in words."""
        return " / ".join(self.options)

    def read(self, value: Any) -> str:
        """Return the option for `value`; read True and False as yes and no."""
        is_truth = isinstance(value, bool) or type(value).__name__ == "bool"
        label = ("yes" if value else "no") if is_truth else " ".join(str(value).split())
        if label not in self.options:
            fail("the answer", f"be one of {', '.join(self.options)}", label, "Use one of the options' labels.")
        return label

    def measured(self, result: Any) -> str:
        """Return the option to which a result belongs."""
        return self.options[sum(cut < result for cut in self.cuts)] if self.cuts else self.read(result)

    def words(self, answer: str) -> str:
        """Return an answer in the form for a sentence."""
        return f'"{answer}"' if " " in answer else answer

    def is_met(self, guess: str, answer: str) -> bool:
        """Return whether a guess is the answer."""
        return guess == answer

    def difference(self, *_: str) -> str:
        """Return an empty text: options have no distance."""
        return ""


Question = Number | Choice


@cache
def table(package: str) -> dict[str, Question]:
    """Return the questions of a lesson by key, read from the ``words.toml`` of its package."""
    folder = Path(str(importlib.import_module(package).__file__)).parent
    return {key: _read(key, part) for key, part in words_in(folder)[0].items()}


def _read(key: str, part: dict[str, Any]) -> Question:
    """Return a question from its fields in ``words.toml``: one with options is a `Choice`."""
    check_keys(f"question {key}", part, {"text", "answer", "why"})
    answer, is_choice = dict(part["answer"]), "options" in part["answer"]
    needed = {"options" if is_choice else "range", "typical"}
    check_keys(f"the answer of {key}", answer, needed, ["cuts"] if is_choice else ["unit"])
    lists = {name: tuple(value) for name, value in answer.items() if isinstance(value, list)}
    if is_choice:
        return Choice(part["text"], why=part["why"], **(answer | lists))
    low, high = answer.pop("range")
    return Number(part["text"], low, high, why=part["why"], **answer)


def find(key: Any) -> Question:
    """Return the question `key`, such as ``"tiws.2"``, from the words of its topic."""
    known = table(package_of(key))
    if key not in known:
        advice = f"Add it to tiws_teach/lessons/{key.partition('.')[0]}/words.toml."
        fail("key", f"be one of {', '.join(known)}", repr(key), advice)
    return known[key]


def compared(question: Question, guess: Any, answer: Any, is_canned: bool = False) -> str:
    """Return one sentence that compares a guess with the answer; a canned guess is not the learner's."""
    guessed, result = question.words(guess), question.words(answer)
    chosen = "Your guess was" if isinstance(question, Choice) else "You guessed"
    if question.is_met(guess, answer):
        exact = "" if guessed == result else f" ({result})"
        return f"{'A plausible guess is' if is_canned else 'You guessed'} {guessed}, and that is the result{exact}."
    who = "A plausible guess is" if is_canned else chosen
    return f"{who} {guessed}; the result is {result}{question.difference(guess, answer)}."


def because(question: Question, result: Any, values: dict[str, Any]) -> str:
    """Return the explanation of the result, with the measured values filled in."""
    wanted = _names(question.why) - {"result"}
    if wanted != set(values):
        given = ", ".join(sorted(values)) or "none"
        fail("the values", f"be those that the explanation names: {', '.join(sorted(wanted)) or 'none'}", given,
             "Pass each by its name: reveal(key, result, name=value).")  # fmt: skip
    return question.why.format(result=result, **values)


def rounded(value: float) -> str:
    """Return a number as text, rounded so that every computer shows the same digits."""
    return f"{round(value, _DIGITS) + 0.0:g}"


def _names(template: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def _check_words(text: str, why: str) -> None:
    """Raise if the question or its explanation is empty."""
    for name, words in {"text": text, "why": why}.items():
        if not words.strip():
            fail(name, "be a sentence", repr(words), "Write one.")


def _typed(text: str, unit: str) -> float | None:
    """Return a learner's text as a number, or None; a comma is a decimal point unless it groups thousands."""
    bare = text.strip().removesuffix(unit).strip()
    percent = bare.endswith("%")
    bare = bare.removesuffix("%").strip()
    bare = bare.replace(",", "") if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", bare) else bare.replace(",", ".")
    try:
        return float(bare) / (100 if percent else 1)
    except ValueError:
        return None
