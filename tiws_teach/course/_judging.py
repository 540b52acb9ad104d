"""What a judge says, and the two ways to get there: match a value, or compare a function over cases, with known ways.

A table of `ways` has the result of the right way under ``"right"``, and those of slips under their names.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tiws_teach.course.expect import Written


@dataclass(frozen=True)
class Right:
    """The answer is right."""


@dataclass(frozen=True)
class Slip:
    """The answer is wrong: in a way that has a name and words in ``words.toml``, or in another way."""

    name: str = ""


Judged = Right | Slip
Ways = Mapping[str, Any]


def match(answer: Any, ways: Ways, within: float = 0.006, otherwise: str = "") -> Judged:
    """Return whose result an answer is: the right way's, a slip's, or that of `otherwise`; two decimals suffice."""
    return _of([name for name, result in ways.items() if _is_same(answer, result, within)], otherwise)


def compare(
    answer: Written, cases: Iterable[tuple[Any, ...]], ways: Callable[..., Ways], within: float = 1e-6
) -> Judged:
    """Return whose function a learner's is in all cases; `ways` returns for each case what `match` takes."""
    fits: list[str] | None = None
    for case in cases:
        known = ways(*case)
        made = answer.like(known["right"], *case)
        fits = [name for name in (known if fits is None else fits) if _is_same(made, known[name], within)]
    return _of(fits or ())


def first(shows: Mapping[str, Any], otherwise: Judged | None = None) -> Judged:
    """Return the first slip that shows, or else Right, or what the judge says otherwise."""
    names = [name for name, is_shown in shows.items() if is_shown]
    return Slip(names[0]) if names else Right() if otherwise is None else otherwise


def _of(fits: Sequence[str], otherwise: str = "") -> Judged:
    """Return the verdict for the ways that give the learner's result: the right one, or else the first."""
    return Right() if "right" in fits else Slip(fits[0] if fits else otherwise)


def _is_same(made: Any, result: Any, within: float) -> bool:
    """Return whether two results agree: tables of numbers by key, numbers by distance, all else exactly."""
    if isinstance(result, Mapping):
        return all(_is_same(made[key], value, within) for key, value in result.items())
    if np.shape(made) != np.shape(result):
        return False
    if np.asarray(result).dtype.kind in "biuf":
        return np.allclose(made, result, rtol=0, atol=within, equal_nan=True)
    return np.array_equal(made, result)
