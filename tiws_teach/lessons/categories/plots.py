"""Draw a column with filled gaps, and the accuracy of all numberings; say the same numbers in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from tiws_teach.lessons.categories.experiments import Filled
from tiws_teach.plots import COLORS, LINES

LOW, HIGH = 17, 46


def plot_filled(result: Filled, ax: Axes) -> Axes:
    """Draw the known rows, the deleted values and what was filled in."""
    pressure, gaps = result.rows["bp"].to_numpy(), result.gaps
    ax.plot(pressure[~gaps], result.truth[~gaps], "o", color=COLORS[0], markersize=3, alpha=0.5, label="known")
    ax.plot(pressure[gaps], result.truth[gaps], "x", color="grey", markersize=4, alpha=0.7, label="deleted")
    ax.plot(pressure[gaps], result.column[gaps], "^", color=COLORS[1], markersize=4, label="filled in")
    ax.set(xlim=(60, 136), ylim=(LOW, HIGH), xlabel="blood pressure bp", ylabel="body mass index bmi")
    ax.legend(loc="upper left", ncols=3, columnspacing=0.8, handletextpad=0.1)
    return ax


def describe_filled(result: Filled) -> str:
    """Return what is missing, how it was filled, and the error."""
    missing = f"{result.gaps.mean():.0%} of bmi is missing {result.reason}"
    return f"{missing}, filled by {result.method}: error {result.error:.1f}."


def plot_columns(result: Filled, ax: Axes) -> Axes:
    """Draw the histograms of the true and the filled column, with their means."""
    bins = np.linspace(LOW, HIGH, HIGH - LOW + 1).tolist()
    for column, color, line, name in (
        (result.truth, "black", "--", "truth"),
        (result.column, COLORS[1], "-", "filled column"),
    ):
        ax.hist(column, bins, histtype="step", color=color, linestyle=line, linewidth=1.6, label=name)
        ax.axvline(column.mean(), color=color, linestyle=line, linewidth=1)
    ax.set(xlim=(LOW, HIGH), ylim=(0, 360), xlabel="body mass index bmi", ylabel="patients")
    ax.legend(loc="upper right")
    return ax


def describe_columns(result: Filled) -> str:
    """Return what became of the mean and the spread."""
    truth, column = result.truth, result.column
    return (
        f"Mean {column.mean():.1f} (truth {truth.mean():.1f}), "
        f"sd {column.std(ddof=1):.1f} (truth {truth.std(ddof=1):.1f})."
    )


def plot_numberings(scores: Sequence[float], marks: Mapping[str, float], ax: Axes) -> Axes:
    """Draw how many numberings lead to each accuracy, and a line at each mark."""
    ax.hist(scores, np.linspace(0.5, 0.8, 31).tolist(), color=COLORS[0])
    for line, (name, accuracy) in zip(LINES[1:], marks.items(), strict=False):
        ax.axvline(accuracy, color="black", linestyle=line, linewidth=1.6)
        ax.text(accuracy, 1.02, f"{name} {accuracy:.3f}", transform=ax.get_xaxis_transform(), ha="center")
    ax.set(xlabel="accuracy", ylabel="numberings")
    return ax


def describe_numberings(scores: Sequence[float], died: float) -> str:
    """Return the range and the middle of the accuracies, and how many do no better than that everybody died."""
    return (
        f"Accuracy of {len(scores)} numberings: from {min(scores):.2f} to {max(scores):.2f}, "
        f"median {np.median(scores):.2f}; {np.mean(np.array(scores) < died + 1e-9):.0%} at or below {died:.3f}, "
        "where everybody dies."
    )
