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

Draw = Callable[[np.random.Generator], "Drawn"]
_items: dict[str, Item] = {}


@dataclass(frozen=True)
class Drawn:
    """What a seed gives: the values that the student sees, what each way makes of them, and a function's cases.

    Without cases `ways` is a table; with cases it is a function that returns the table of a case, as for `compare`.
    """

    given: Mapping[str, Any]
    ways: Ways | Callable[..., Ways]
    cases: Sequence[tuple[Any, ...]] = ()

    def tables(self) -> list[Ways]:
        """Return what each way gives, in each case."""
        return [self.ways(*case) for case in self.cases] if callable(self.ways) else [self.ways]

    def is_clear(self, within: float) -> bool:
        """Return whether each slip differs visibly from what is right, in at least one case."""
        tables = self.tables()
        return all(any(not _is_same(table[name], table["right"], within) for table in tables) for name in tables[0]
                   if name != "right")  # fmt: skip


@dataclass(frozen=True)
class Item:
    """One item of homework: how it is drawn, the kind of answer, and its words."""

    key: str
    function: Draw
    expects: expect.Expected
    within: float
    words: Mapping[str, str]

    @property
    def told(self) -> _words.Told:
        """What the item tells: a sentence for each slip, and what a function has to return."""
        slips = {name: text for name, text in self.words.items() if name not in ("title", "text", "returns")}
        return _words.Told(slips=slips, returns=self.words.get("returns", ""))

    def draw(self, secret: str, student: str) -> Drawn:
        """Draw the item of a student, again and again until no slip looks right by chance."""
        for attempt in range(200):
            seed = hmac.digest(secret.encode(), f"{student}/{self.key}/{attempt}".encode(), "sha256")
            drawn = self.function(np.random.default_rng(int.from_bytes(seed, "big")))
            if drawn.is_clear(2 * self.within):
                return drawn
        return fail(f"item {self.key}", "tell right from wrong", "200 draws that do not", "Draw from a wider range.")

    def judge(self, drawn: Drawn, recorded: Any) -> Verdict:
        """Return the verdict on a recorded answer: a value, or what the student's function returned for each case."""
        if not callable(drawn.ways):
            ways = drawn.ways
            return Exercise(self.key, lambda answer: match(answer, ways, self.within), self.expects, self.told).judge(
                recorded
            )
        of_case, returned = drawn.ways, iter(recorded)
        judged = Exercise(
            self.key, lambda answer: compare(answer, drawn.cases, of_case, self.within), self.expects, self.told
        )
        return judged.judge(lambda *_: next(returned))


def item(expects: expect.Expected, within: float = 0.006) -> Callable[[Draw], Draw]:
    """Register the decorated function, which draws with a generator, as the item ``topic.name_of_the_function``."""

    def register(function: Draw) -> Draw:
        folder = Path(str(sys.modules[function.__module__].__file__)).parent
        words = tomllib.loads((folder / "homework.toml").read_text(encoding="utf-8"))
        key = f"{folder.name}.{function.__name__}"
        _items[key] = Item(key, function, expects, within, words[function.__name__])
        return function

    return register


def items(topic: str) -> list[Item]:
    """Return the items of a lesson in their order."""
    name = f"{package_of(f'{topic}.')}.homework"
    if not find_spec(name):
        advice = "A distribution for students has none; use the lecturer's installation, or another lesson."
        fail(f"the lesson {topic!r}", "have items of homework", "none", advice)
    importlib.import_module(name)
    return [each for key, each in _items.items() if key.partition(".")[0] == topic]
