"""Homework: items whose numbers, names and data a seed draws for each student, and that are judged by that seed.

The items of a lesson are in ``tiws_teach.lessons.<topic>.homework``, their words in ``homework.toml`` beside it. Their
solutions are written nowhere: the judge draws an item again, from the lecturer's secret and the student's name.
"""

from __future__ import annotations

import hmac
import importlib
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from tiws_teach._validation import fail
from tiws_teach.course import _words, expect
from tiws_teach.course._judging import Ways, _is_same, compare, match
from tiws_teach.course._rooms import package_of
from tiws_teach.course.exercises import Exercise, Verdict

__all__ = ["Drawn", "Item", "Ways", "expect", "item", "items"]
_items: dict[str, Item] = {}


@dataclass(frozen=True)
class Drawn:
    """What a seed gives: the values that the student sees, what each way makes of them, and a function's cases.

    Without cases `ways` is a table; with cases it is a function that returns the table of a case, as for `compare`.
    """

    given: Mapping[str, Any]
    ways: Any
    cases: Sequence[tuple[Any, ...]] = ()

    def tables(self) -> list[Ways]:
        """Return what each way gives, in each case."""
        return [self.ways(*case) for case in self.cases] or [self.ways]


@dataclass(frozen=True)
class Item:
    """One item of homework: how it is drawn, the kind of answer, the precision, and its words."""

    key: str
    function: Callable[[np.random.Generator], tuple[Any, ...]]
    expects: expect.Expected
    within: float
    words: Mapping[str, str]

    def draw(self, secret: str, student: str) -> Drawn:
        """Draw the item of a student, again and again until no slip looks right by chance."""
        for attempt in range(200):
            seed = hmac.digest(secret.encode(), f"{student}/{self.key}/{attempt}".encode(), "sha256")
            drawn = Drawn(*self.function(np.random.default_rng(int.from_bytes(seed, "big"))))
            tables = drawn.tables()
            if all(any(not _is_same(table[name], table["right"], 2 * self.within) for table in tables)
                   for name in tables[0] if name != "right"):  # fmt: skip
                return drawn
        return fail(f"item {self.key}", "tell right from wrong", "200 draws that do not", "Draw from a wider range.")

    def judge(self, drawn: Drawn, recorded: Any) -> Verdict:
        """Return the verdict on a recorded answer: a value, or what the student's function returned for each case."""

        def judged(answer: Any) -> Any:
            if drawn.cases:
                return compare(answer, drawn.cases, drawn.ways, self.within)
            return match(answer, drawn.ways, self.within)

        slips = {name: text for name, text in self.words.items() if name not in ("title", "text", "returns")}
        words = _words.Told(slips=slips, returns=self.words.get("returns", ""))
        returned = iter(recorded) if drawn.cases else None
        answer = (lambda *_: next(returned)) if returned else recorded
        return Exercise(self.key, judged, self.expects, words).judge(answer)


def item(expects: expect.Expected, within: float = 0.006) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function from a generator to the fields of `Drawn` as the item ``topic.name_of_the_function``."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        folder = Path(str(sys.modules[function.__module__].__file__)).parent
        words = tomllib.loads((folder / "homework.toml").read_text(encoding="utf-8"))[function.__name__]
        key = f"{folder.name}.{function.__name__}"
        _items[key] = Item(key, function, expects, within, words)
        return function

    return register


def items(topic: str) -> list[Item]:
    """Return the items of a lesson in their order."""
    name = f"{package_of(f'{topic}.')}.homework"
    if not find_spec(name):
        fail(f"the lesson {topic!r}", "have homework", "none", "A distribution for students has none: use your own.")
    importlib.import_module(name)
    return [each for key, each in _items.items() if key.partition(".")[0] == topic]
