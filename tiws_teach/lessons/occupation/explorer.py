"""The explorers of notebook 13: how many titles a computer codes, how accurately, and which ones.

What to see: most of what the computer codes rightly are copies; without them it is sure of few titles.
"""

from dataclasses import dataclass
from textwrap import shorten
from typing import Any, ClassVar

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, in_columns, place
from tiws_teach.lessons.occupation.experiments import CODERS, NEW, CodedTitles, coded_titles

RATES = (np.arange(1, 21) / 20).round(2)
SHOWN, LETTERS = 5, 24
"""Titles that are listed on either side of the threshold, and their longest words."""


@dataclass(frozen=True)
class AtRate:
    """Coded titles when a computer codes a share of them, beside those of other coders."""

    own: CodedTitles
    rivals: tuple[CodedTitles, ...]
    rate: float

    @property
    def coded(self) -> int:
        """Return how many titles the computer codes."""
        return round(self.rate * len(self.own.table))

    @property
    def accuracy(self) -> float:
        """Return the accuracy of its codes, on average over the orders of ties."""
        return float(self.own.curve.accuracy_at(self.rate))


class CodingExplorer(ChartExplorer):
    """Drag the share of titles that the computer codes; see how accurate its codes are, and what is left."""

    title = "Which titles may the computer code?"
    strip_states = ({}, {"rate": 0.75}, {"new": "copies apart", "rate": 0.3})
    drag = {"label": "the share", "view": "curves", "table": "now", "x": "rate"}  # noqa: RUF012  (read only)
    letters = 330
    coders: ClassVar[tuple[str, ...]] = tuple(CODERS)[:1]
    new: ClassVar[tuple[str, ...]] = NEW[:2]

    def controls(self) -> dict[str, Control]:
        return {
            "coder": buttons("coder", self.coders, self.coders[0]),
            "new": buttons("titles", self.new, self.new[0]),
            "rate": place("coded", RATES.tolist(), 1.0),
        }

    def compute(self, state: State) -> AtRate:
        every = [coded_titles(coder, state["new"]) for coder in self.coders]
        own = every.pop(self.coders.index(state["coder"]))
        return AtRate(own, tuple(every), float(state["rate"]))

    def tables(self, result: AtRate) -> Tables:
        lines = [
            (each.coder, rate, each.curve.accuracy_at(rate), int(each is result.own))
            for each in (*result.rivals, result.own)
            for rate in (0.01, *RATES.tolist())
        ]
        own, right = result.own, round(result.accuracy * result.coded)
        counts = {"copied": own.copied, "right": right, "wrong": result.coded - right}
        counts["for a person"] = own.whole - own.copied - result.coded
        fates, end = [], 0.0
        for fate, n in counts.items():
            start, end = end, end + n / own.whole
            label = f"{fate.split()[-1]} {n:,}" if end - start > 0.37 else f"{n:,}" if end - start > 0.1 else ""
            fates.append((fate, n, start, end, (start + end) / 2, label))
        now = (result.own.coder, result.rate, result.accuracy, f"{result.accuracy:.3f}")
        return {
            "lines": in_columns(("coder", "rate", "accuracy", "chosen"), lines),
            "now": in_columns(("coder", "rate", "accuracy", "label"), [now]),
            "fates": in_columns(("fate", "titles", "from", "to", "middle", "label"), fates),
            **_listed(result),
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.occupation.chart import chart

        return chart(wide, self.coders)

    def describe(self, result: AtRate) -> str:
        own, n, spared = result.own, len(result.own.table), result.own.copied + result.coded
        wrong = result.coded - round(result.accuracy * result.coded)
        return (
            f"Titles: {own.new}; coder: {own.coder}. People coded {own.whole - own.copied - n:,}, {own.copied:,} are "
            f"copied. Of {n:,} others the computer codes {result.coded:,} ({result.rate:.0%}), {wrong:,} wrong; "
            f"accuracy {result.accuracy:.3f}. No person codes {spared / own.whole:.2f} of the file."
        )

    def before(self, previous: AtRate) -> str:
        return f"Before: {previous.rate:.0%} with accuracy {previous.accuracy:.3f}."


class WritersExplorer(CodingExplorer):
    """The same with a rival, and with the titles of other writers."""

    title = "The same with a rival, and with the titles of other writers"
    strip_states = ({}, {"coder": "vector machine", "rate": 0.75}, {"new": "other writers", "rate": 0.75})
    coders = tuple(CODERS)
    new = NEW


def _listed(result: AtRate) -> Tables:
    """Return the last titles that are coded and the first that are not, with their codes, and two heads."""
    table, n = result.own.table, result.coded
    rows = []
    for first, part in ((1, table.iloc[max(n - SHOWN, 0) : n]), (SHOWN + 2, table.iloc[n : n + SHOWN])):
        for row, each in enumerate(part.itertuples(), first):
            verdict = "✓" if each.right else f"✗ {each.code}"
            fate = "for a person" if first > 1 else "right" if each.right else "wrong"
            line = f"{shorten(each.text, LETTERS, placeholder='…')} → {each.suggested} {verdict}"
            rows.append((row, line, fate, each.text, each.suggested, each.code, each.confidence))
    names = ("row", "line", "fate", "text", "suggested", "code", "confidence")
    heads = [(0, "Coded last (✗ and the file's own code)"), (SHOWN + 1, "For a person first" if n < len(table) else "")]
    return {"titles": in_columns(names, rows), "heads": in_columns(("row", "line"), heads)}
