"""Draw what resampling does: synthetic rows, spread over seeds, and data leakage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.lessons.imbalance.plots.judged import HEALTHY, ILL, MADE
from tiws_teach.plots import COLORS, MARKERS

if TYPE_CHECKING:  # the floor above makes the result; drawing needs its attributes only
    from tiws_teach.lessons.imbalance.experiments.smote_steps import SmoteStep


def plot_smote_step(step: SmoteStep, ax: Axes) -> Axes:
    """Draw a synthetic row on the line to a neighbour, and 200 others (Chawla et al., 2002, section 4.2)."""
    for points, marker, size, color, name in (
        (step.all_points, ".", 26, "dimgrey", "200 synthetic rows"),
        (step.healthy, "o", 45, HEALTHY, "healthy"),
        (step.ill, "^", 70, ILL, "ill"),
    ):
        edge = "none" if marker == "." else "black"
        ax.scatter(points[:, 0], points[:, 1], s=size, marker=marker, color=color, edgecolors=edge, label=name)
    start = step.ill[step.start]
    for rank, row in enumerate(step.neighbors, start=1):
        chosen = rank == step.rank
        end = step.ill[row]
        ax.plot([start[0], end[0]], [start[1], end[1]], color="black", linewidth=2 if chosen else 0.9,
                linestyle="-" if chosen else ":", zorder=0)  # fmt: skip
        ax.annotate(str(rank), step.ill[row], xytext=(7, 5), textcoords="offset points", fontsize=10)
    ax.scatter(start[0], start[1], s=220, facecolors="none", edgecolors="black", linewidths=1.8, label="start")
    ax.scatter(
        step.point[0], step.point[1], s=170, marker="*", color=MADE, edgecolors="black", zorder=5, label="synthetic row"
    )
    ax.set(xlim=(0, 8), ylim=(0, 6.6), xlabel="feature 1", ylabel="feature 2", aspect="equal")
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=10)
    return ax


def describe_smote_step(step: SmoteStep) -> str:
    """Return where the synthetic row lies, what it is nearest to, and how many of one call lie among the healthy."""
    start, end = step.ill[step.start], step.ill[step.neighbors[step.rank - 1]]
    nearest = "ill" if step.nearest_is_ill else "healthy"
    gone = f"Row {step.asked + 1} is left out, so row {step.start + 1} is shown. " if step.asked > step.start else ""
    return (
        f"{gone}From ill row {step.start + 1} at ({start[0]:.1f}, {start[1]:.1f}) towards its ill neighbour "
        f"{step.rank} at ({end[0]:.1f}, {end[1]:.1f}), u = {step.u:.1f}: the synthetic row is "
        f"({step.point[0]:.2f}, {step.point[1]:.2f}). "
        f"The nearest recorded row is {nearest}, {step.distance:.2f} away. Of 200 synthetic rows of one call with "
        f"{len(step.neighbors)} neighbours, {200 * step.share_astray:.0f} lie nearest to a healthy row."
    )


def plot_spread(results: pd.DataFrame, measure: str, ax: Axes) -> Axes:
    """Draw a measure for every seed by remedy, and the mean as a line."""
    remedies = list(dict.fromkeys(results["remedy"]))
    for i, remedy in enumerate(remedies):
        values = results.loc[results["remedy"] == remedy, measure].to_numpy()
        aside = 0.3 * (np.arange(len(values)) / max(len(values) - 1, 1) - 0.5)  # by seed, so that no jitter is random
        ax.scatter(i + aside, values, s=12, marker=MARKERS[i % 6], color=COLORS[i % 6], alpha=0.7)
        ax.hlines(values.mean(), i - 0.35, i + 0.35, color="black", linewidth=2)
    ax.set_xticks(range(len(remedies)), [remedy.replace(" ", "\n", 1) for remedy in remedies], fontsize=10)
    ax.set(ylabel=measure, xlim=(-0.6, len(remedies) - 0.4))
    return ax


def describe_spread(results: pd.DataFrame, measure: str) -> str:
    """Return the mean and the range of a measure by remedy, in words."""
    by = results.groupby("remedy", sort=False)[measure]
    parts = [f"{name} {v.mean():.3f} ({v.min():.3f} to {v.max():.3f})" for name, v in by]
    return f"One mark for each seed, {measure}, mean and range: {'; '.join(parts)}."


def plot_leak(results: pd.DataFrame, ax: Axes, ylabel: str = "balanced accuracy") -> Axes:
    """Draw one line for each seed across three estimates of the same value."""
    places = np.arange(results.shape[1])
    ax.plot(places, results.to_numpy().T, color="grey", linewidth=0.8, alpha=0.7)
    for i, name in enumerate(results.columns):
        ax.scatter(np.full(len(results), i), results[name], s=26, marker=MARKERS[i], color=COLORS[i],
                   edgecolors="black", linewidths=0.5, zorder=3)  # fmt: skip
    ax.set_xticks(places, results.columns)
    ax.set(xlim=(-0.4, results.shape[1] - 0.6), ylabel=ylabel)
    return ax


def describe_leak(results: pd.DataFrame) -> str:
    """Return mean and range of every column, in words."""
    parts = [f"{name} {v.mean():.2f} ({v.min():.2f} to {v.max():.2f})" for name, v in results.items()]
    return f"One line for each of {len(results)} seeds; mean and range: {'; '.join(parts)}."
