"""Draw which words are chosen and how the rare class is then found, and give the same numbers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.plots import COLORS, MARKERS

if TYPE_CHECKING:  # experiments makes the result; drawing needs its attributes only
    from tiws_teach.lessons.wctf.experiments import Vocabulary

_SIGNS = {"positive": "+", "negative": "\u2212", "neutral": ""}
_KIND_COLORS = {"positive": COLORS[0], "negative": COLORS[2], "neutral": "#444444"}
_RECIPE_COLORS = [COLORS[i] for i in (4, 1, 3, 0, 5, 2)]  # the first two are not those of a class
_INSIDE = 6  # words that a list shows above the line


def plot_words(table: pd.DataFrame, ax: Axes, max_features: int | None = None) -> Axes:
    """Draw how often each word occurs, by class; a line below the words that max_features admits."""
    classes = [name for name in table.columns if name.startswith("class ")]
    places, base = np.arange(len(table)), np.zeros(len(table))
    for i, name in enumerate(classes):
        ax.barh(places, table[name], left=base, color=COLORS[(2, 0)[i % 2]], edgecolor="black", linewidth=0.6,
                hatch=("", "//")[i % 2], label=name)  # fmt: skip
        base += table[name].to_numpy()
    if max_features is not None:
        ax.axhline(max_features - 0.5, color="black", linestyle="--", linewidth=1.2)
        ax.text(base.max(), max_features - 0.4, f"max_features = {max_features}", ha="right", va="top", fontsize=10)
    ax.set_yticks(places, table.index)
    ax.invert_yaxis()
    ax.set(xlabel="occurrences in all reviews")
    ax.legend(frameon=False, loc="lower right")
    return ax


def describe_words(table: pd.DataFrame, max_features: int) -> str:
    """Return which words get in, and how many of their occurrences are in the rare class, in words."""
    rare = [name for name in table.columns if name.startswith("class ")][-1]
    parts = [f"{word} {row['total']} ({row[rare]} of {rare})" for word, row in table.head(max_features).iterrows()]
    first_out = table.iloc[max_features : max_features + 2]
    out = ", ".join(f"{word} {row['total']} ({row[rare]})" for word, row in first_out.iterrows())
    return f"Bars of word counts by class. The {max_features} most frequent: {', '.join(parts)}. Next: {out}."


def plot_positive_words(path: pd.DataFrame, ax: Axes) -> Axes:
    """Draw the number of positive words in the vocabulary against max_features (Pattnaik, Fig. 1 and Fig. 2)."""
    styles = {"positive list": ("--", "length of the positive list")}
    for i, name in enumerate(path.columns):
        line, label = styles.get(name, ("-", f"positive words, {name}"))
        ax.plot(path.index, path[name], line, color=_RECIPE_COLORS[i % 6], marker=MARKERS[i], label=label)
    ax.set(xlabel="max_features", ylabel="words", xlim=(0, None), ylim=(0, None))
    ax.legend(frameon=False, fontsize=10, loc="upper left")
    return ax


def describe_positive_words(path: pd.DataFrame) -> str:
    """Return the numbers of positive words at each size, in words."""
    parts = [f"{size}: {', '.join(f'{name} {value}' for name, value in row.items())}" for size, row in path.iterrows()]
    return f"Positive words by max_features. {'; '.join(parts)}."


def plot_scores(scores: pd.DataFrame, ax: Axes, metric: str) -> Axes:
    """Draw mean and range of a score against max_features, a line for each choice of words (Pattnaik, Results)."""
    for i, (words, part) in enumerate(scores.groupby("words", sort=False)):
        by_size = part.groupby("max_features")[metric]
        color = _RECIPE_COLORS[i % 6]
        ax.plot(by_size.mean(), color=color, marker=MARKERS[i], label=words)
        ax.fill_between(by_size.min().index, by_size.min(), by_size.max(), color=color, alpha=0.2, linewidth=0)
    sizes = sorted(scores["max_features"].unique())
    ax.set(xscale="log", ylim=(0, 1), xlabel="max_features", ylabel=f"{metric} of positive reviews")
    ax.set_xticks(sizes, [str(size) for size in sizes])
    ax.minorticks_off()
    return ax


def describe_scores(scores: pd.DataFrame, metric: str) -> str:
    """Return the mean score of each choice of words at each size, in words."""
    means = scores.pivot_table(index="words", columns="max_features", values=metric, sort=False)
    parts = [f"{name}: {', '.join(f'{size} {x:.2f}' for size, x in row.items())}" for name, row in means.iterrows()]
    n = scores["corpus"].nunique()
    return f"Mean {metric} of positive reviews over {n} corpora, by max_features. {'; '.join(parts)}."


def plot_rivals(scores: pd.DataFrame, ax: Axes, metric: str) -> Axes:
    """Draw the mean and range of a score over corpora: a row for each choice of words, a sign for each threshold."""
    names = list(scores["words"].unique())
    middle = (scores["threshold"].nunique() - 1) / 2
    for i, (threshold, part) in enumerate(scores.groupby("threshold", sort=False)):
        ranges = part.groupby("words", sort=False)[metric].agg(["mean", "min", "max"]).loc[names]
        rows = np.arange(len(names)) + 0.24 * (i - middle)
        ax.hlines(rows, ranges["min"], ranges["max"], color=_RECIPE_COLORS[i], linewidth=2)
        ax.plot(ranges["mean"], rows, MARKERS[i], color=_RECIPE_COLORS[i], markeredgecolor="black", label=threshold)
    ax.set_yticks(range(len(names)), names)
    ax.set(xlim=(0, 1), ylim=(len(names) - 0.5, -0.5), xlabel=f"{metric} of positive reviews")
    return ax


def describe_rivals(scores: pd.DataFrame, metric: str) -> str:
    """Return the mean score of each choice of words for each threshold, in words."""
    means = scores.pivot_table(index="words", columns="threshold", values=metric, sort=False)
    parts = [f"{name} {', '.join(f'{x:.3f} with {kind}' for kind, x in row.items())}" for name, row in means.iterrows()]
    return f"Mean {metric} of positive reviews over {scores['corpus'].nunique()} corpora: {'; '.join(parts)}."


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
