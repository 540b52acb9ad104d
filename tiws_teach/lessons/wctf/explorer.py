"""The explorer of lesson 03: whose words get into the vocabulary."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.wctf.experiments import SHARE, SHARES, Vocabulary, vocabulary
from tiws_teach.lessons.wctf.plots import describe_vocabulary, plot_vocabulary

_SIZES = [10, 25, 50, 75, 100, 150, 200, 300, 400]
_NAMED = 6  # words of a list that are named in the text
_WEIGHTS = {"none": None, "balanced": "balanced"}


class VocabularyExplorer(Explorer):
    """Move max_features and the imbalance; see words enter and leave each class's list."""

    title = "Whose words get into the vocabulary?"
    size = (10.0, 4.6)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the size of the vocabulary, the share of positive reviews, and the classifier's class weights."""
        shares = [(f"{share:.0%}", share) for share in SHARES]
        return {
            "max_features": ipywidgets.SelectionSlider(options=_SIZES, value=100, description="max_features"),
            "share": ipywidgets.SelectionSlider(options=shares, value=SHARE, description="share of positive reviews"),
            "weights": ipywidgets.ToggleButtons(
                options=list(_WEIGHTS), description="class weights", style={"button_width": "auto"}
            ),
        }

    def compute(self, state: State) -> Vocabulary:
        """Let the classes choose; each setting is computed once."""
        return vocabulary(state["max_features"], state["share"], _WEIGHTS[state["weights"]])

    def draw(self, result: Vocabulary, figure: Figure) -> None:
        """Draw both lists and the scores."""
        plot_vocabulary(result, figure)

    def words(self, result: Vocabulary, previous: Any) -> str:
        """Say the lists' lengths and the scores, which words entered and left each list, and where they went."""
        said = describe_vocabulary(result)
        if previous is None:
            return said
        moves = [_moves(name, result, previous) for name in result.lists]
        return " ".join([said, *moves])

    def strip_states(self) -> list[State]:
        """Return few words, many words, and a smaller imbalance."""
        return [{"max_features": 25}, {"max_features": 200}, {"max_features": 100, "share": 0.3}]


def _moves(name: str, result: Vocabulary, previous: Vocabulary) -> str:
    """Say which words entered a list and which left it, and which of these the other class has taken."""
    now, before = result.lists[name], previous.lists[name]
    entered, left = ([word for word in one if word not in set(other)] for one, other in ((now, before), (before, now)))
    said = f"The {name} list: {_listed(entered)} entered, {_listed(left)} left."
    for other, words in result.lists.items():
        taken = [word for word in left if word in set(words)]
        said += f" The {other} list now has {_listed(taken)}." if taken else ""
    return said


def _listed(words: list[str]) -> str:
    """Return a few words and the number of the others."""
    if not words:
        return "no word"
    more = len(words) - _NAMED
    return ", ".join(words[:_NAMED]) + (f" and {more} more" if more > 0 else "")
