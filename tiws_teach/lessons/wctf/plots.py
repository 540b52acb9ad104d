"""Draw which words are chosen and how the rare class is then found, and give the same numbers in words."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.wctf.experiments import Vocabulary
from tiws_teach.plots import COLORS

_SIGNS = {"positive": "+", "negative": "\u2212", "neutral": ""}
_KIND_COLORS = {"positive": COLORS[0], "negative": COLORS[2], "neutral": "#444444"}
_RECIPE_COLORS = [COLORS[i] for i in (4, 1, 3, 0, 5, 2)]  # the first two are not those of a class
_INSIDE = 6  # words that a list shows above the line


def plot_vocabulary(result: Vocabulary, figure: Figure) -> list[Axes]:
    """Draw both lists around the cut that the quota makes, and the scores of the positive reviews."""
    axes = [figure.add_axes((0.02, 0.03, 0.58, 0.94)), figure.add_axes((0.67, 0.24, 0.32, 0.66))]
    axes[0].set(xlim=(0, 2.1), ylim=(_INSIDE + 1.7 + len(next(iter(result.waiting.values()))), -0.8))
    axes[0].axis("off")
    for left, name in zip((0, 1.1), result.lists, strict=True):
        _draw_list(result, name, axes[0], left)
    _draw_scores(result, axes[1])
    return axes


def describe_vocabulary(result: Vocabulary) -> str:
    """Return the lists' lengths and last words, what the quotas bring in, and the scores, in words."""
    quotas = ", ".join(
        f"{len(words)} for the {name}" + (f" (last in: {words[-1]})" if words else "")
        for name, words in result.lists.items()
    )
    gained = sum(result.kind[word] == "positive" for word in result.gained)
    lost = sum(result.kind[word] == "positive" for word in result.lost)
    scores = "; ".join(
        f"{name}: precision {row['precision']:.2f}, recall {row['recall']:.2f}, F1 {row['F1']:.2f}, "
        f"average precision {row['average precision']:.2f}"
        for name, row in result.scores.iterrows()
    )
    return (
        f"{result.max_features} words, {result.share:.0%} of the reviews positive: {quotas}. Against the most frequent "
        f"words the quotas bring in {len(result.gained)} words, {gained} of them positive, and drop "
        f"{len(result.lost)}, {lost} of them positive. Positive reviews, {scores}."
    )


def _draw_list(result: Vocabulary, name: str, ax: Axes, left: float) -> None:
    """Write the last words that are in, a line, and the next ones that wait; one Axes for all is faster."""
    words, waiting, frequent = result.lists[name], result.waiting[name], set(result.frequent)
    shown = words[-_INSIDE:]
    ax.text(left + 0.5, -0.3, f"{name} list: {len(words)} words", fontsize=11, ha="center", va="bottom")
    if len(words) > len(shown):
        ax.text(left + 0.04, 0.4, f"... {len(words) - len(shown)} more above", fontsize=10, va="center")
    for place, word in enumerate([*shown, *waiting], start=1 + _INSIDE - len(shown)):
        new = place <= _INSIDE and word not in frequent
        text = f"{word} {_SIGNS[result.kind[word]]}".strip() + ("  (new)" if new else "")
        ax.text(left + 0.04, place + (0.4 if place <= _INSIDE else 1.0), text, fontsize=10, va="center",
                color=_KIND_COLORS[result.kind[word]], weight="bold" if new else "normal")  # fmt: skip
    ax.plot([left, left + 1], [_INSIDE + 1.2] * 2, color="black", linestyle="--", linewidth=1.2)
    ax.text(left + 1, _INSIDE + 1.1, "in", ha="right", va="bottom", fontsize=10)
    ax.text(left + 1, _INSIDE + 1.3, "waiting", ha="right", va="top", fontsize=10)


def _draw_scores(result: Vocabulary, ax: Axes) -> None:
    """Draw the scores of the positive reviews, two bars each."""
    places = np.arange(len(result.scores.columns))
    for i, (name, row) in enumerate(result.scores.iterrows()):
        bars = ax.bar(places + 0.4 * i - 0.2, row, 0.38, color=_RECIPE_COLORS[i], edgecolor="black", label=name,
                      hatch=("", "//")[i])  # fmt: skip
        ax.bar_label(bars, [f"{value:.2f}" for value in row], fontsize=10)
    ax.set_xticks(places, [name.replace(" ", "\n") for name in result.scores.columns])
    ax.set(ylim=(0, 1.08), yticks=[0, 0.5, 1], title="positive test reviews")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), frameon=False, fontsize=10)
