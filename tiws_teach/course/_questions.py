"""A question with its possible answers: what may be asked, and how an answer is read."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tiws_teach._validation import fail
from tiws_teach.course._store import is_canned, read_guess, write_guess

_DIGITS = 3


@dataclass
class Question:
    """A question with its possible answers, and the guess that was committed in this kernel, if any."""

    key: str
    text: str
    options: tuple[str, ...] | None
    low: float
    high: float
    unit: str
    typical: Any
    guess: Any = field(default=None, compare=False)

    def answer_words(self) -> str:
        """Return the possible answers as words."""
        if self.options:
            return " / ".join(self.options)
        return f"a number from {self.low:g} to {self.high:g}{_unit(self.unit)}"

    def read(self, value: Any) -> Any:
        """Return `value` as an option's label or as a number in the range, or raise ValueError or TypeError."""
        if self.options:
            label = _label(value)
            if label not in self.options:
                fail("the answer", f"be one of {', '.join(self.options)}", label, "Use one of the options' labels.")
            return label
        return _number(value, self.low, self.high, self.unit)

    def committed(self) -> Any:
        """Return the learner's guess, or None; never looks at the disk in canned mode."""
        if is_canned():
            return None
        if self.guess is not None:
            return self.guess
        found = read_guess(self.key, self.text)
        try:
            return None if found is None else self.read(found)
        except (TypeError, ValueError):  # on record from a version of the lesson with other options
            return None

    def commit(self, value: Any) -> str:
        """Note a guess and return the words that say so."""
        self.guess = self.read(value)
        noted = f"Noted: {self.words(self.guess)}."
        if is_canned():
            return noted
        try:
            write_guess(self.key, self.text, self.guess)
        except OSError as error:
            return f"{noted} It is kept until the kernel stops only: your folder cannot be written ({error})."
        return noted

    def words(self, value: Any) -> str:
        """Return an answer as words, with its unit."""
        return str(value) if self.options else f"{rounded(value)}{_unit(self.unit)}"


def make_question(key: Any, text: Any, options: Any, numeric: Any, typical: Any) -> Question:
    """Return the checked question."""
    _check_key(key)
    if not isinstance(text, str) or not text.strip():
        fail("question", "be a sentence", repr(text), "Ask something.")
    if (options is None) == (numeric is None):
        given = "neither" if options is None else "both"
        fail(
            "options, numeric",
            "be given one without the other",
            given,
            "Pass options=[...] or numeric=(low, high, unit).",
        )
    text = " ".join(text.split())
    if options is not None:
        asked = Question(key, text, _labels(options), 0.0, 0.0, "", None)
    else:
        asked = Question(key, text, None, *_range(numeric), None)
    asked.typical = asked.read(typical)
    return asked


def _check_key(key: Any) -> None:
    """Raise unless `key` reads like ``"tiws.1"``."""
    topic, dot, number = key.rpartition(".") if isinstance(key, str) else ("", "", "")
    if not (dot and topic.isidentifier() and number.isdecimal()):
        fail("key", "be a topic, a dot and a number", repr(key), 'Name it like "tiws.1".')


def _labels(options: Sequence[Any]) -> tuple[str, ...]:
    """Return the options as distinct labels."""
    if isinstance(options, str) or len(options) < 2:
        fail("options", "be a list of at least two answers", repr(options), 'Pass a list such as ["C", "S"].')
    labels = tuple(_label(option) for option in options)
    if len(set(labels)) < len(labels):
        fail("options", "differ from one another", ", ".join(labels), "Drop the repeated one.")
    return labels


def _label(option: Any) -> str:
    """Return one option as a label; True and False read as yes and no."""
    if isinstance(option, bool) or type(option).__name__ == "bool":
        return "yes" if option else "no"
    return " ".join(str(option).split())


def _range(numeric: Any) -> tuple[float, float, str]:
    """Return the checked (low, high, unit)."""
    try:
        low, high, unit = numeric
        low, high = float(low), float(high)
    except (TypeError, ValueError):
        fail("numeric", "be (low, high, unit)", repr(numeric), 'Pass a range such as (0, 1, "").')
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        fail("numeric", "have low < high, both finite", f"({low:g}, {high:g})", "Widen the range.")
    return low, high, str(unit)


def _number(value: Any, low: float, high: float, unit: str) -> float:
    """Return a number in the range, read from a number or from what a learner typed (``0,4``, ``40 %``)."""
    mend = f"Type a number from {low:g} to {high:g}."
    plain = _typed(value, unit) if isinstance(value, str) else value
    if plain is None:
        fail("the answer", "be a number", repr(value), mend)
    if isinstance(plain, bool) or not isinstance(plain, numbers.Real):
        fail("the answer", "be a number", repr(value), mend, TypeError)
    found = float(plain)
    if not low <= found <= high:
        fail("the answer", f"be in [{low:g}, {high:g}]", f"{found:g}", mend)
    return found


def _typed(text: str, unit: str) -> float | None:
    """Return what a learner typed as a number, or None; a comma is a decimal point unless it groups thousands."""
    bare = text.strip().removesuffix(unit).strip()
    percent = bare.endswith("%")
    bare = bare.removesuffix("%").strip()
    bare = bare.replace(",", "") if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", bare) else bare.replace(",", ".")
    try:
        return float(bare) / (100 if percent else 1)
    except ValueError:
        return None


def rounded(value: float) -> str:
    """Return a number as words, rounded so that no computer shows another digit."""
    return f"{round(value, _DIGITS) + 0.0:g}"


def _unit(unit: str) -> str:
    return f" {unit}" if unit else ""
