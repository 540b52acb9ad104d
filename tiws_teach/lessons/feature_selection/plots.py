"""Draw invented accuracies, and say the same numbers in words."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.lessons.feature_selection.experiments import Invented
from tiws_teach.plots import COLORS, MARKERS
from tiws_teach.selection import one_standard_error


def plot_best_column(result: Invented, ax: Axes) -> Axes:
    """Draw the values of the best column in both classes, with the class means."""
    for label in (0, 1):
        values = result.best[result.labels == label]
        ax.plot(values, [label] * len(values), MARKERS[label], color=COLORS[label], alpha=0.6)
        ax.plot([values.mean()] * 2, [label - 0.25, label + 0.25], color="black", linewidth=2.5)
    ax.set(xlim=(-3.5, 3.5), ylim=(-0.6, 1.6), xlabel=f"best of {result.columns:,} columns of noise")
    ax.set_yticks([0, 1], ["class 0", "class 1"])
    return ax


def describe_best_column(result: Invented) -> str:
    """Return the class means of the best column in words."""
    low, high = (result.best[result.labels == label].mean() for label in (0, 1))
    return f"{result.rows} rows, {result.columns:,} columns of noise: class means of the best {low:.2f} and {high:.2f}."


def plot_invented(result: Invented, ax: Axes) -> Axes:
    """Draw both accuracies next to what a coin reaches."""
    for place, value in enumerate((result.outside, result.inside)):
        ax.bar(place, value, color=COLORS[place], edgecolor="black", hatch=("", "//")[place])
        ax.text(place, 0.1, f"{value:.2f}", ha="center", bbox={"facecolor": "white", "edgecolor": "none"})
    ax.axhline(0.5, color="black", linestyle="--")
    ax.set(ylim=(0, 1.1), ylabel="accuracy in five folds", xlim=(-0.6, 1.6))
    ax.set_xticks([0, 1], ["chosen on\nall rows", "chosen inside\nthe folds"])
    return ax


def describe_invented(result: Invented) -> str:
    """Return both accuracies in words."""
    return f"{result.kept} columns chosen on all rows: {result.outside:.2f}; inside the folds: {result.inside:.2f}."


def plot_rules(scores: pd.DataFrame, new: Sequence[float], ax: Axes) -> Axes:
    """Draw the scores of a path with their standard errors, the accuracy on new rows, and where two rules stop."""
    means, errors = scores.mean(axis=1), scores.sem(axis=1)
    best, fewest = means.idxmax(), one_standard_error(scores)
    ax.errorbar(means.index, means, errors, marker="o", color="black", capsize=3, label="score on the path")
    ax.plot(means.index, new, "^--", color=COLORS[1], markersize=5, label="accuracy on new rows")
    ax.axhline(means[best] - errors[best], color="grey", linestyle=":")
    ax.axvline(best, color="black", linestyle="-.", label=f"maximum: {best} columns")
    ax.axvline(fewest, color="black", linestyle="--", label=f"one standard error: {fewest} columns")
    ax.set(xlabel="columns in the model", ylabel="accuracy", ylim=(0.45, 1), xticks=means.index[1::2])
    ax.legend(loc="lower right", ncols=2)
    return ax


def describe_rules(scores: pd.DataFrame, new: Sequence[float]) -> str:
    """Return where two rules stop, with the score there and the accuracy on new rows."""
    means = scores.mean(axis=1)
    sizes = {"highest score": means.idxmax(), "one standard error": one_standard_error(scores)}
    parts = [f"{name}: {m} columns, {means[m]:.2f}, on new rows {new[m - 1]:.2f}" for name, m in sizes.items()]
    return "; ".join(parts).capitalize() + "."
