"""The explorer of lesson 03: whose words get into the vocabulary."""

from __future__ import annotations

from typing import Any

from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, choice, slider
from tiws_teach.lessons.wctf.experiments import SHARE, SHARES, Vocabulary, vocabulary
from tiws_teach.lessons.wctf.plots import describe_vocabulary, plot_vocabulary

_SIZES = [10, 25, 50, 75, 100, 150, 200, 300, 400]
_NAMED = 6  # words of a list that are named in the text
_WEIGHTS = {"none": None, "balanced": "balanced"}


class VocabularyExplorer(Explorer):
    """Move max_features and the imbalance; see words enter and leave each class's list."""

    title = "Whose words get into the vocabulary?"
    size = (10.0, 4.6)
    strip_states = ({"max_features": 25}, {"max_features": 200}, {"max_features": 100, "share": 0.3})

    def controls(self) -> dict[str, Widget]:
        shares = [(f"{share:.0%}", share) for share in SHARES]
        return {
            "max_features": slider("max_features", _SIZES, 100),
            "share": slider("share of positive reviews", shares, SHARE),
            "weights": choice("class weights", _WEIGHTS),
        }

    def compute(self, state: State) -> Vocabulary:
        return vocabulary(state["max_features"], state["share"], _WEIGHTS[state["weights"]])

    def draw(self, result: Vocabulary, figure: Figure) -> None:
        plot_vocabulary(result, figure)

    def describe(self, result: Vocabulary) -> str:
        return describe_vocabulary(result)

    def words(self, result: Vocabulary, previous: Any) -> str:
        moves = [] if previous is None else [_moves(name, result, previous) for name in result.lists]
        return " ".join([self.describe(result), *moves])


def _moves(name: str, result: Vocabulary, previous: Vocabulary) -> str:
    """Say which words entered a list and which left it, and which of these the other class has taken."""
    now, before = result.lists[name], previous.lists[name]
    entered, left = ([word for word in one if word not in set(other)] for one, other in ((now, before), (before, now)))
    text = f"The {name} list: {_listed(entered)} entered, {_listed(left)} left."
    for other, words in result.lists.items():
        taken = [word for word in left if word in set(words)]
        text += f" The {other} list now has {_listed(taken)}." if taken else ""
    return text


def _listed(words: list[str]) -> str:
    """Return a few words and the number of the others."""
    if not words:
        return "no word"
    more = len(words) - _NAMED
    return ", ".join(words[:_NAMED]) + (f" and {more} more" if more > 0 else "")
