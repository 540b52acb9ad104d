"""Draw rare classes, decision rules, measures and synthetic rows, and say the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.imbalance.experiments.remedies import Judged
from tiws_teach.plots import COLORS

if TYPE_CHECKING:  # drawings load no data
    from tiws_teach.datasets import OverlappingClasses
from tiws_teach.lessons.imbalance.experiments.smote_steps import SmoteStep

HEALTHY, ILL, MADE = COLORS[0], COLORS[1], COLORS[2]
_BAR = "#a8c4f5"  # light, so that words on it can be read
_EDGE = 4.0  # of the grid of a region


def plot_patients(classes: OverlappingClasses, ax: Axes, region: np.ndarray | None = None, legend: bool = True) -> Axes:
    """Draw the rows by recorded class, the two best boundaries, and the region in which a rule predicts ill."""
    if region is not None:
        centers = np.linspace(-_EDGE, _EDGE, len(region))
        half = centers[1] - centers[0]
        extent = (-_EDGE - half / 2, _EDGE + half / 2) * 2
        ax.imshow(region, extent=extent, origin="lower", cmap="Oranges", vmin=0, vmax=3.5, aspect="auto")
    X, y = classes.data.to_numpy(), classes.target.to_numpy()
    for label, name, color, marker in ((0, "healthy", HEALTHY, "o"), (1, "ill", ILL, "^")):
        x_1, x_2 = X[y == label, 0], X[y == label, 1]
        size = 14 + 14 * label
        ax.scatter(x_1, x_2, s=size, marker=marker, color=color, edgecolors="black", linewidths=0.4, label=name)
    if classes.distance > 0:
        name = "Bayes boundary (fewest errors)"
        ax.axvline(classes.boundary(), color="black", linestyle="--", linewidth=1.4, label=name)
        ax.axvline(0, color="black", linestyle=":", linewidth=1.8, label="best balanced accuracy")
    ticks = [-_EDGE, 0, _EDGE]
    ax.set(xlim=(-_EDGE, _EDGE), ylim=(-_EDGE, _EDGE), xticks=ticks, yticks=ticks)
    ax.set(xlabel="x_1 (standard deviations)", ylabel="x_2")
    if legend:
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, frameon=False, fontsize=10)
    return ax


def describe_patients(classes: OverlappingClasses) -> str:
    """Return how many rows of each class there are and where the best boundaries lie, in words."""
    ill = int(classes.target.sum())
    dotted = " The dotted line at 0 has the best balanced accuracy." if classes.distance > 0 else ""
    return (
        f"Scatter of {len(classes.target)} patients, {ill} of them ill; the ill lie further to the right, and the "
        f"classes overlap. To the right of x_1 = {classes.boundary():.2f} a patient is more likely ill than healthy."
        f"{dotted}"
    )


def plot_confusion(table: pd.DataFrame, ax: Axes) -> Axes:
    """Draw a confusion matrix as four squares with count and name; the shade is the share of the true class."""
    counts = table.to_numpy()
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    ax.imshow(shares, cmap="Blues", vmin=0, vmax=1.2, aspect="auto")
    cells = (("TN", "FP"), ("FN", "TP"))
    for i in range(2):
        for j in range(2):
            color = "white" if shares[i, j] > 0.7 else "black"
            ax.text(j, i, f"{counts[i, j]}\n{cells[i][j]}", ha="center", va="center", color=color, fontsize=11)
    ax.set(xticks=[], yticks=[])
    for i, name in enumerate(("healthy", "ill")):  # plain texts: tick labels take three times as long to draw
        ax.text(-0.58, i, f"is\n{name}", ha="right", va="center")
        ax.text(i, 1.58, f"called\n{name}", ha="center", va="top")
    return ax


def describe_confusion(table: pd.DataFrame) -> str:
    """Return the four counts of a confusion matrix, in words."""
    (tn, fp), (fn, tp) = table.to_numpy()
    return (
        f"Of {tp + fn} ill, {tp} called ill (TP) and {fn} called healthy (FN); "
        f"of {tn + fp} healthy, {tn} called healthy (TN) and {fp} called ill (FP)."
    )


def plot_measures(measures: pd.Series, ax: Axes, silent: float | None = None) -> Axes:
    """Draw the measures of a rule as horizontal bars with their names and numbers."""
    places = np.arange(len(measures))
    ax.barh(places, measures, 0.8, color=_BAR, edgecolor="black", linewidth=0.6)
    for place, (name, value) in zip(places, measures.items(), strict=True):  # one text for each, and no ticks: fast
        ax.text(0.02, float(place), f"{name} {value:.2f}", va="center", fontsize=10)
    if silent is not None:
        ax.vlines(silent, -0.45, 0.45, color="black", linewidth=3)
    ax.set(xlim=(0, 1), ylim=(len(measures) - 0.4, -0.6), yticks=[], xticks=[0, 0.5, 1], xlabel="measure, 0 to 1")
    return ax


def plot_judged(result: Judged, figure: Figure) -> list[Axes]:
    """Draw a state of the imbalance explorer: patients and region, confusion matrix, measures."""
    places = ((0.06, 0.33), (0.465, 0.15), (0.68, 0.3))
    axes = [figure.add_axes((left, 0.25, width, 0.66)) for left, width in places]
    plot_patients(result.classes, axes[0], result.region, legend=False)
    plot_confusion(result.table, axes[1])
    plot_measures(result.measures, axes[2], result.silent)
    titles = ("training set; shaded: called ill", "test set: confusion", "test set: measures")
    for (left, width), title in zip(places, titles, strict=True):  # set_title would have everything measured twice
        figure.text(left + width / 2, 0.94, title, ha="center", fontsize=10)
    figure.text(0.68, 0.05, "thick line: baseline 'all healthy'", fontsize=10)
    key = "circles healthy, triangles ill; dashed: Bayes boundary, dotted: best balanced accuracy"
    figure.text(0.06, 0.05, key, fontsize=10)
    return axes


def describe_judged(result: Judged) -> str:
    """Return what a state of the imbalance explorer shows, in words."""
    m, rule = result.measures, result.rule
    rows = np.bincount(rule.y, minlength=2)
    return (
        f"{result.classes.ratio:g} healthy for each ill one, overlap {result.classes.overlap:g}, {rule.model}, "
        f"{rule.remedy}: fitted on {rows[0]} healthy and {rows[1]} ill rows, threshold {rule.threshold:.3g}. "
        f"{describe_confusion(result.table)} Accuracy {m['accuracy']:.3f} ('all healthy': {result.silent:.3f}), "
        f"precision {m['precision']:.3f}, recall {m['recall']:.3f}, F1 {m['F1']:.3f}, "
        f"balanced accuracy {m['balanced accuracy']:.3f}, average precision {m['average precision']:.3f}."
    )


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
