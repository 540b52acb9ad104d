"""Draw clouds, the AUCs that separate them, and remedies; say the same numbers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS

if TYPE_CHECKING:  # drawing needs the attributes of the result only
    from tiws_teach.lessons.train_test_shift.experiments import CloudShift

MARKS = {"linear": "o", "quadratic": "D", "trees": "D"}


def plot_clouds(result: CloudShift, ax: Axes) -> Axes:
    """Draw training and test points."""
    ax.plot(*result.train.T, "o", color=COLORS[0], markersize=4, alpha=0.6, label="training")
    ax.plot(*result.test.T, "^", color=COLORS[1], markersize=4, alpha=0.6, label="test")
    ax.set(xlim=(-3.5, 6.5), ylim=(-3.5, 3.5), xlabel="first column", ylabel="second column")
    ax.legend(loc="lower right")
    return ax


def describe_clouds(result: CloudShift) -> str:
    """Return how the test cloud lies."""
    n = f"{result.n} training and {result.n} test points"
    return f"{n}; the test cloud is moved by {result.move:g} and turned by {result.turn} degrees."


def plot_aucs(result: CloudShift, ax: Axes) -> Axes:
    """Draw the AUC of both classifiers and the band of random sides."""
    ax.axhspan(*result.band, color="lightgrey", label="95 % of random sides")
    for i, (name, auc) in enumerate(result.auc.items()):
        ax.plot(i, auc, MARKS[name], color="black", markersize=9)
        ax.annotate(f"{auc:.2f}", (i, auc), (9, 0), textcoords="offset points", va="center")
    ax.axhline(0.5, color="grey", linestyle="--")
    ax.set(xlim=(-0.5, 1.7), ylim=(0.2, 1.03), ylabel="held-out AUC")
    ax.set_xticks([0, 1], list(result.auc))
    ax.legend(loc="lower right")
    return ax


def describe_aucs(result: CloudShift) -> str:
    """Return both AUCs, the band and what follows."""
    said = ", ".join(f"{name} {auc:.2f}" for name, auc in result.auc.items())
    low, high = result.band
    verdict = "at least one is above the band: a shift" if result.found else "none is above the band: no shift found"
    return f"AUC {said}; 95 % of random sides give {low:.2f} to {high:.2f}; {verdict}."


def plot_remedies(table: pd.DataFrame, ax: Axes) -> Axes:
    """Draw the accuracy of both models under each remedy."""
    shown = table.drop(columns="share answered")
    for model, line in shown.iterrows():
        name = str(model)
        ax.plot(line.to_numpy(), range(len(line)), MARKS[name], color=COLORS[len(ax.lines)], markersize=9, label=name)
    ax.set_yticks(range(shown.shape[1]), list(shown.columns))
    ax.invert_yaxis()
    ax.grid(axis="x", alpha=0.4)
    ax.set(xlim=(0.5, 1), xlabel="accuracy on test rows")
    ax.legend(loc="lower left")
    return ax


def describe_remedies(table: pd.DataFrame) -> str:
    """Return the accuracies in words."""
    parts = []
    for model, line in table.drop(columns="share answered").iterrows():
        parts.append(f"{model}: " + ", ".join(f"{name} {value:.2f}" for name, value in line.items()))
    return f"Accuracy. {'; '.join(parts)}. Refusing answers {table['share answered'].iloc[0]:.2f} of the rows."
