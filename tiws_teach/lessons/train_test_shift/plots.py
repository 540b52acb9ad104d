"""Draw months, three shifts, changes, shares and a wave; say the same in words."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tiws_teach.plots import COLORS, LINES, describe_samples, plot_samples

_USED, _LABELS = "Will it be used later?", "Are new rows labelled yet?"
DECISIONS = {
    "Do rows share a day, a person, a writer?": {
        "yes": "Hold out whole groups. By flights, the forest was promised .076 too much.",
        "then": _USED,
    },
    _USED: {"yes": "Judge by several later blocks. The forest's mean lead ran from -.129 to -.011.", "then": _LABELS},
    _LABELS: {
        "yes": "Compare with known months. December's share was .42 for a promised .24, June's .33 for .19.",
        "no": "Ask for labels. July's adversary reached .97, but the model .70, as in May.",
    },
}
"""What to do about rows that differ; the figures are those of the lesson's cells."""
SIDE_COLORS = {"training": to_hex(COLORS[0]), "held out": to_hex(COLORS[1]), "still to come": to_hex(COLORS[4])}


def _axes(figure: Figure | None, width: float, height: float, **shape: Any) -> tuple[Figure, Any]:
    """Return the figure, or a new one of a size in inches, with its Axes."""
    figure = figure or Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(**shape)


def plot_months(months: pd.DataFrame, figure: Figure | None = None) -> Figure:
    """Draw two AUCs for each month of the year, of the adversary and of the model; the known months are shaded."""
    figure, ax = _axes(figure, 8.6, 2.9)
    _known(ax)
    names = [f"{pd.Timestamp(2013, month, 1):%b}" for month in months.index]
    for name, style in {"adversary": ("s--", COLORS[3]), "model": ("o-", "black")}.items():
        ax.plot(names, months[name], style[0], color=style[1], markersize=8, label=name)
    ax.set(ylabel="AUC", ylim=(0.45, 1.02))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=10, frameon=False)
    return figure


def _known(ax: Any) -> None:
    """Shade the first six of twelve months."""
    ax.axvspan(-0.4, 5.5, color="0.9", label="held out in turn")


def describe_months(months: pd.DataFrame) -> str:
    """Return both AUCs of each month in words."""
    parts = [f"{pd.Timestamp(2013, m, 1):%b} {row.adversary:.2f} and {row.model:.2f}" for m, row in months.iterrows()]
    return f"AUC of the adversary and of the model, January to June held out in turn: {'; '.join(parts)}."


def plot_worlds(worlds: Mapping[str, Any], figure: Figure | None = None) -> Figure:
    """Draw where the rows of each world lie, and the share of the class 1 along the column; the first world is old."""
    figure, axes = _axes(figure, 9.2, 2.8, ncols=len(worlds) - 1, sharey=True)
    edges = np.linspace(-3, 4, 15)
    middle = (edges[1:] + edges[:-1]) / 2
    (old, *_), names = worlds.values(), list(worlds)[1:]
    for ax, name in zip(axes, names, strict=True):
        for (x, y), color, line, label in ((old, COLORS[0], "-", "old"), (worlds[name], COLORS[1], "--", "new")):
            counts, ones = np.histogram(x, edges)[0], np.histogram(x, edges, weights=np.asarray(y, float))[0]
            ax.fill_between(middle, counts / counts.sum() * 2, step="mid", color=color, alpha=0.3)
            many = counts >= 30
            ax.plot(middle[many], ones[many] / counts[many], line, color=color, linewidth=3, label=label)
        ax.set(title=name, xlabel="column x", ylim=(0, 1))
    axes[0].set_ylabel("share of class 1 (lines)")
    axes[0].legend(loc="upper left", frameon=False)
    return figure


def describe_worlds(worlds: Mapping[str, Any]) -> str:
    """Return the mean of the column and the share of the class 1 in each world, in words."""
    told = [f"{name}: mean of x {np.mean(x):z.1f}, class 1 {np.mean(y):.2f}" for name, (x, y) in worlds.items()]
    return f"{'; '.join(told)}."


def plot_changes(panels: dict[str, pd.DataFrame], figure: Figure | None = None) -> Figure:
    """Draw the samples of `plot_samples` in a figure as high as their lines ask for."""
    figure = plot_samples(
        panels, Figure(figsize=(9.2, 1.1 + 0.4 * len(next(iter(panels.values())).T)), layout="constrained")
    )
    for ax in figure.axes:
        ax.margins(0.15)
        ax.locator_params(axis="x", nbins=4)
    return figure


def describe_changes(panels: dict[str, pd.DataFrame]) -> str:
    """Return the words of `describe_samples`."""
    return describe_samples(panels)


def plot_shares(shares: pd.DataFrame, figure: Figure | None = None) -> Figure:
    """Draw the share of late flights in each month as promised, and as it came; the known months are shaded."""
    figure, ax = _axes(figure, 8.6, 2.9)
    _known(ax)
    names = [f"{pd.Timestamp(2013, month, 1):%b}" for month in shares.index]
    ax.plot(names, shares["promised"], "^--", color=COLORS[1], markersize=8, label="promised")
    ax.plot(names, shares["came"], "o-", color="black", markersize=8, label="came")
    ax.set(ylabel="share of late flights", ylim=(0, 0.5))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=10, frameon=False)
    return figure


def describe_shares(shares: pd.DataFrame) -> str:
    """Return both shares of each month in words."""
    told = shares.round(2).iterrows()
    parts = [f"{pd.Timestamp(2013, m, 1):%b} {row.promised:.2f} and {row.came:.2f}" for m, row in told]
    return f"Share of late flights, promised and come, January to June held out in turn: {', '.join(parts)}."


def plot_wave(
    X: np.ndarray, y: np.ndarray, X_new: np.ndarray, lines: Mapping[str, Any], figure: Figure | None = None
) -> Figure:
    """Draw training rows by class, test rows, the wave, and the boundaries of linear models."""
    figure, ax = _axes(figure, 8.6, 2.9)
    for label in (0, 1):
        ax.plot(
            *X[y == label].T, "ov"[label], color=COLORS[label], markersize=4, alpha=0.5, label=f"old, class {label}"
        )
    ax.plot(*X_new.T, "+", color="0.35", markersize=4, alpha=0.6, label="new")
    x = np.linspace(-3.5, 3.6, 200)
    ax.plot(x, np.sin(1.5 * x), color="black", linewidth=2, label="the wave")
    for i, (name, line) in enumerate(lines.items(), start=1):
        boundary = -(line.intercept_[0] + line.coef_[0, 0] * x) / line.coef_[0, 1]
        ax.plot(x, boundary, color=COLORS[i + 1], linestyle=LINES[i], linewidth=3, label=name)
    ax.set(xlim=(-3.5, 3.6), ylim=(-3.5, 3.5), xlabel="first column", ylabel="second column")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=10, handlelength=3, frameon=False)
    return figure


def describe_wave(X: np.ndarray, y: np.ndarray, X_new: np.ndarray, lines: Mapping[str, Any]) -> str:
    """Return where both sides lie, and the slope of each line."""
    slopes = [f"{name} {-line.coef_[0, 0] / line.coef_[0, 1]:.2f}" for name, line in lines.items()]
    places = f"Old rows around {X[:, 0].mean():z.1f}, new ones around {X_new[:, 0].mean():.1f}"
    return f"{places}; a share of {np.mean(y):.2f} of the old ones has the class 1. Slopes: {', '.join(slopes)}."
