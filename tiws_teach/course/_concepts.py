"""The concept test: what a learner knows before and after the course, question by question."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from tiws_teach.course import _store


class Concept(NamedTuple):
    """A question on an idea of a lesson; the first option is the right one."""

    lesson: int
    text: str
    options: list[str]

    @property
    def right(self) -> str:
        """The right answer."""
        return self.options[0]

    def shown(self, number: int) -> list[str]:
        """Return the options in the order in which question `number` shows them."""
        turn = number * 7 // 5 % len(self.options)  # the right one: in each place equally often, not in turn
        return [*self.options[turn:], *self.options[:turn]]


@cache
def concepts() -> list[Concept]:
    """Return the questions in the order of the lessons."""
    path = Path(__file__).with_name("concepts.toml")
    return [Concept(**each) for each in tomllib.loads(path.read_text(encoding="utf-8"))["question"]]


def record(answers: list[str]) -> None:
    """Record the answers of one finished test."""
    right = [answer == concept.right for answer, concept in zip(answers, concepts(), strict=True)]
    _store.write_test([concept.text for concept in concepts()], right)


def results() -> pd.DataFrame:
    """Return for each question its lesson, whether it was right the first and the last time, and how many times."""
    rows, recorded = [], _store.read_records()["concepts"]
    for number, concept in enumerate(concepts(), 1):
        tries = recorded.get(concept.text, [])
        first, last = (tries[0], tries[-1]) if tries else (None, None)
        rows.append({"question": number, "lesson": concept.lesson, "first": first, "last": last, "times": len(tries)})
    return pd.DataFrame(rows)
