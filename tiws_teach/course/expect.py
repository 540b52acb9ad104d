"""Kinds of answer that an exercise can expect: each reads an answer or says what it should have been."""

import numbers
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


class WrongKindError(ValueError):
    """The answer does not have the type, shape or range that the exercise expects; the message says which."""


EVERYWHERE = {
    "nothing returned": "Your function returns ... or None. It has to return {returns}.",
    "other shape": "The result does not have the right shape. Your function has to return {returns}.",
}
"""The slips of every exercise that asks for a function, and what the learner is told."""


class SlipError(Exception):
    """A learner's function shows a slip of `EVERYWHERE`, named by the message, before the judge sees its result."""


@dataclass(frozen=True)
class Written:
    """A function that a learner has written: it gets copies, and has to return something."""

    function: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        """Return what the function returns for copies of the arguments."""
        made = self.function(*(each.copy() if hasattr(each, "copy") else each for each in arguments))
        if made is None or made is ...:
            raise SlipError("nothing returned")
        return made

    def shaped(self, shape: tuple[int, ...], *arguments: Any) -> np.ndarray:
        """Return the result as an array of this shape, with numbers where it can be read as numbers."""
        made = np.asarray(self(*arguments))
        if made.shape != shape:
            raise SlipError("other shape")
        return made.astype(float) if made.dtype.kind in "biufO" else made

    def like(self, right: Any, *arguments: Any) -> Any:
        """Return the result in the form of what is right: its keys, or its shape, of True and False if it is."""
        if isinstance(right, Mapping):
            return mapping(*right).read(self(*arguments))
        made = self.shaped(np.shape(right), *arguments)
        if np.asarray(right).dtype == bool and not np.isin(made, (0, 1)).all():
            raise SlipError("other shape")
        return made


@dataclass(frozen=True)
class Expected:
    """A kind of answer: its description and the function that reads it."""

    words: str
    read: Callable[[Any], Any]


def number(low: float = -np.inf, high: float = np.inf, is_whole: bool = False) -> Expected:
    """Expect one number in [low, high]."""
    bounds = f" from {low:g} to {high:g}" if np.isfinite([low, high]).all() else ""
    bounds = f", at least {low:g}" if np.isposinf(high) and np.isfinite(low) else bounds
    words = f"one {'whole ' if is_whole else ''}number{bounds}"

    def read(answer: Any) -> float:
        plain = answer.item() if getattr(answer, "size", 0) == 1 and hasattr(answer, "item") else answer
        if isinstance(plain, bool) or not isinstance(plain, numbers.Real):
            point = (
                f" Write it without quotes{'' if is_whole else ' and with a point'}, as {2 if is_whole else 2.5}."
                if isinstance(plain, str | list | tuple)
                else ""
            )
            raise WrongKindError(f"Expected {words}; got {_kind(answer)}.{point}")
        value = float(plain)
        if not low <= value <= high or (is_whole and value % 1 != 0):  # NaN is in no range
            raise WrongKindError(f"Expected {words}; got {value:g}.")
        return round(value) if is_whole else value

    return Expected(words, read)


def whole(low: float = -np.inf, high: float = np.inf) -> Expected:
    """Expect one whole number in [low, high]."""
    return number(low, high, is_whole=True)


def choice(*options: str) -> Expected:
    """Expect one of the options; case and surrounding blanks do not matter."""
    words = "one of " + ", ".join(repr(option) for option in options)
    known = {option.casefold(): option for option in options}

    def read(answer: Any) -> str:
        value = known.get(answer.strip().casefold()) if isinstance(answer, str) else None
        if value is None:
            raise WrongKindError(f"Expected {words}; got {_shown(answer)}.")
        return value

    return Expected(words, read)


def names(*options: str, ordered: bool = False) -> Expected:
    """Expect several names in a list, tuple, set, Index or Series; read as a list (`ordered`) or as a sorted list."""
    words = "a list of names" + " in order" * ordered + (f" out of {', '.join(options)}" if options else "")

    def read(answer: Any) -> list[str]:
        if isinstance(answer, (str, Mapping)) or not isinstance(answer, Iterable):
            raise WrongKindError(f"Expected {words}; got {_kind(answer)}.")
        given = [str(name).strip() for name in answer]
        strange = [name for name in given if options and name not in options]
        if strange:
            raise WrongKindError(f"Expected {words}; {strange[0]!r} is none of them.")
        return given if ordered else sorted(set(given))

    return Expected(words, read)


def array(*shape: int) -> Expected:
    """Expect numbers in the given shape: a list, array, Series or frame."""
    words = f"{' x '.join(map(str, shape))} numbers" if shape else "an array of numbers"

    def read(answer: Any) -> np.ndarray:
        try:
            values = np.asarray(answer, dtype=float)
        except (TypeError, ValueError):
            raise WrongKindError(f"Expected {words}; got {_kind(answer)}.") from None
        if shape and values.shape != shape:
            raise WrongKindError(f"Expected {words}; got {' x '.join(map(str, values.shape)) or 'a single number'}.")
        return values

    return Expected(words, read)


def mapping(*keys: str) -> Expected:
    """Expect a number for each key: a dict or a Series."""
    words = f"a dict or Series with a number for each of {', '.join(keys)}"

    def read(answer: Any) -> dict[str, float]:
        given = answer.to_dict() if hasattr(answer, "to_dict") else answer
        if not isinstance(given, Mapping) or {str(key) for key in given} != set(keys):
            got = f"the keys {', '.join(map(str, given))}" if isinstance(given, Mapping) else _kind(answer)
            raise WrongKindError(f"Expected {words}; got {got}.")
        return {str(key): number().read(value) for key, value in given.items()}

    return Expected(words, read)


def pair(first: Collection[str], second: Collection[str], example: str) -> Expected:
    """Expect a name out of `first` and a rule out of `second`; the example is written with a comma."""
    words = 'a pair such as ("{}", "{}")'.format(*example.split(", ", 1))

    def read(answer: Any) -> tuple[str, str]:
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise WrongKindError(f"Expected {words.replace('such', 'of a name and a rule, such')}.")
        person, rule = (str(part).strip() for part in answer)
        for part, known in ((person, first), (rule, second)):
            if part not in known:
                raise WrongKindError(f"Expected one of {', '.join(known)}; got {part!r}.")
        return person, rule

    return Expected(words, read)


def function(*parameters: str) -> Expected:
    """Expect a function that accepts this many arguments."""
    words = f"a function of {', '.join(parameters)}"

    def read(answer: Any) -> Callable[..., Any]:
        if not callable(answer) or isinstance(answer, type):
            raise WrongKindError(f"Expected {words}; got {_kind(answer)}.")
        return answer

    return Expected(words, read)


def _kind(answer: Any) -> str:
    """Describe an answer without its whole content."""
    if answer is ...:
        return "the ... that is still to be replaced"
    shape = getattr(answer, "shape", None)
    if shape:
        return f"a {type(answer).__name__} of shape {' x '.join(str(side) for side in shape)}"
    if isinstance(answer, (str, bool, int, float)):
        return _shown(answer)
    return f"a {type(answer).__name__}"


def _shown(answer: Any) -> str:
    """Return a small answer as text, or the type of a large one."""
    text = repr(answer)
    return text if len(text) <= 40 and "\n" not in text and " at 0x" not in text else f"a {type(answer).__name__}"
