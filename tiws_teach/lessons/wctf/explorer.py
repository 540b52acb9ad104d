"""The explorer of lesson 03: which words a spam filter knows, how it ranks messages, and where its threshold stands.

What to see: other words move the whole curve, the threshold moves the dot along it; a score is the place of the dot.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, place, steps
from tiws_teach.lessons.wctf.experiments import ALL, LENGTHS, RULES, SpamFilter, curve, naive_bayes, spam_filter
from tiws_teach.lessons.wctf.plots import LEAST, NAMED, SHOWN

_SIZES = [25, 50, 100, 200, 400, 800, ALL]
_THRESHOLDS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
_BINS = np.linspace(0, 1, 26)
_FEW: State = {"length": LENGTHS[1]}


@dataclass(frozen=True)
class Judged:
    """A filter at a threshold, and its rival on the same messages."""

    filter: SpamFilter
    threshold: float
    bayes: SpamFilter


class VocabularyExplorer(ChartExplorer):
    """Choose words, drag the threshold; see the vocabulary, the ranking and the score."""

    title = "A spam filter: its words and its threshold"
    strip_states = ({}, {"words": "class quotas"}, {"threshold": 0.3})
    drag = {"label": "the threshold", "view": "strip", "x": "threshold"}  # noqa: RUF012  (read only)
    letters = 330
    lengths: tuple[str, ...] = LENGTHS[:1]

    def controls(self) -> dict[str, Control]:
        return {
            "words": buttons("words", RULES, RULES[0]),
            "places": steps("places", _SIZES, 50),
            "length": buttons("messages", self.lengths, LENGTHS[0]),
            "threshold": place("threshold", _THRESHOLDS, 0.5),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"places": (50, 100, 400, ALL), "threshold": (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9)}

    def compute(self, state: State) -> Judged:
        length = state["length"]
        chosen = spam_filter(state["words"], state["places"], length)
        return Judged(chosen, float(state["threshold"]), naive_bayes(length))

    def tables(self, result: Judged) -> Tables:
        found, (precision, recall, f1) = result.filter, result.filter.scores(result.threshold)
        drawn = found.words[found.words["ham"] + found.words["spam"] >= SHOWN].rename_axis("word").reset_index()
        drawn = drawn.assign(x=drawn["ham"].clip(LEAST), y=drawn["spam"].clip(LEAST))
        named = drawn[drawn["word"].isin(NAMED)]
        bayes = result.bayes.scores(0.5)
        return {
            "words": drawn.astype({"kept": int}).to_dict("list"),
            "named": named[["word", "x", "y"]].to_dict("list"),
            "curve": curve(found).to_dict("list"),
            "rival": curve(result.bayes, 60).to_dict("list"),
            "bayes": {"recall": [bayes[1]], "precision": [bayes[0]]},
            "now": {"recall": [recall], "precision": [precision], "label": [f"F1 {f1:.2f}"]},
            "bins": _bins(found),
            "line": {"threshold": [result.threshold]},
        }

    def describe(self, result: Judged) -> str:
        found, (_, recall, f1) = result.filter, result.filter.scores(result.threshold)
        spam, at = int(found.truth.sum()), result.threshold
        hits, said = round(recall * spam), int((found.probability > at).sum())
        which = "All words" if found.size == ALL else f"{found.size} words, {found.rule}"
        n_clear = (found.words["kept"] & found.words["clear"]).sum()
        clear = f"; {n_clear} of them are clear spam words" if len(self.lengths) > 1 else ""  # a prediction asks before
        return (
            f"{which}{clear}. Messages: {found.length}. Threshold {at:.2f}: it finds {hits} of {spam} messages of spam "
            f"and stops {said - hits} honest ones. F1 {f1:.2f}. Average precision {found.average_precision:.2f}."
        )

    def before(self, previous: Judged) -> str:
        return f"Before: F1 {previous.filter.scores(previous.threshold)[2]:.2f}."


class LengthExplorer(VocabularyExplorer):
    """The same with one thing added: spam may have as few words as ham."""

    title = "The same filter, and messages of spam with as few words as ham"
    strip_states = (_FEW, _FEW | {"words": RULES[1]}, _FEW | {"words": RULES[2]})
    lengths = LENGTHS

    def page(self) -> dict[str, Iterable[Any]]:
        return {"places": (50, 400, ALL), "threshold": (0.1, 0.2, 0.3, 0.5, 0.7)}


def _bins(found: SpamFilter) -> dict[str, Any]:
    """Return how many honest messages and how many of spam have a probability between two neighbouring bounds."""
    counts = [np.histogram(found.probability[found.truth == label], _BINS)[0] for label in (0, 1)]
    n = len(_BINS) - 1
    low, high = np.tile(_BINS[:-1], 2), np.tile(_BINS[1:], 2)
    return {"low": low, "high": high, "kind": ["ham"] * n + ["spam"] * n, "messages": np.concatenate(counts)}
