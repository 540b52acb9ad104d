"""Draw the distance to the k-th neighbour of every class, posterior fields, and estimates against the truth."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.contour import QuadContourSet
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle

from tiws_teach.lessons.kcnn.experiments.fields import Field, Fields, Reach
from tiws_teach.plots import COLORS, LINES, MARKERS

_FIELD = LinearSegmentedColormap.from_list("field", [COLORS[0], "white", COLORS[1]])
_STEPS = np.linspace(0, 1, 11)
_LINES = ((0.1, 0.25, 0.75, 0.9), (0.4, 0.45, 0.55, 0.6), (0.48, 0.49, 0.51, 0.52))


def plot_reach(result: Reach, ax: Axes) -> Axes:
    """Draw for each class the circle around a query through its k-th nearest point (Gweon, 2017, Figure 3.2)."""
    for label in np.unique(result.classes):
        x, y = result.points[result.classes == label].T
        ax.scatter(x, y, s=60, marker=MARKERS[label], color=COLORS[label], edgecolors="black", zorder=3,
                   label=f"class {label}")  # fmt: skip
        radius = result.distances[label]
        if np.isfinite(radius):
            ax.add_patch(Circle(result.query, radius, fill=False, linewidth=1.8, linestyle=LINES[label],
                                edgecolor=COLORS[label]))  # fmt: skip
            ax.plot([], [], color=COLORS[label], linewidth=1.8, linestyle=LINES[label],
                    label=f"{result.k} of class {label}: radius {radius:.2f}")  # fmt: skip
    ax.scatter(result.query[0], result.query[1], s=110, marker="X", color="black", zorder=4, label="query")
    finite = result.distances[np.isfinite(result.distances)]
    low = np.minimum(result.points.min(axis=0), np.subtract(result.query, finite.max())) - 0.4
    high = np.maximum(result.points.max(axis=0), np.add(result.query, finite.max())) + 0.4
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xlabel="feature 1", ylabel="feature 2", aspect="equal",
           title=f"k = {result.k}")  # fmt: skip
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return ax


def describe_reach(result: Reach) -> str:
    """Return the distance to the k-th nearest point of each class, in words."""
    x, y = result.query
    parts = [
        f"class {label} at distance {distance:.2f}" if np.isfinite(distance)
        else f"class {label} none, it has fewer than {result.k} points"
        for label, distance in enumerate(result.distances)
    ]  # fmt: skip
    return f"Query at ({x:g}, {y:g}), k = {result.k}. Circles to the k-th nearest point of: {'; '.join(parts)}."


def contour_lines(posterior: np.ndarray) -> tuple[float, ...]:
    """Return the levels of the thin lines: closer to one half where smoothing leaves no posterior far from it."""
    low, high = posterior.min(), posterior.max()
    return next((lines for lines in _LINES if low < lines[1] or high > lines[2]), _LINES[-1])


def fill_field(result: Field, ax: Axes) -> QuadContourSet:
    """Colour the posterior field, draw its contours and its decision boundary, and return the coloured levels.

    Source: Gweon (2017), Figure 3.11.
    """
    filled = ax.contourf(result.x, result.y, result.posterior, levels=_STEPS, cmap=_FIELD, alpha=0.75)
    thin = contour_lines(result.posterior)
    ax.contour(result.x, result.y, result.posterior, levels=thin, colors="dimgrey", linewidths=0.7)
    if result.posterior.min() < 0.5 < result.posterior.max():
        ax.contour(result.x, result.y, result.posterior, levels=[0.5], colors="black", linewidths=2)
    return filled


def plot_field(result: Field, ax: Axes, size: float = 60) -> QuadContourSet:
    """Draw the points over their posterior field; the chosen point has a ring (Gweon, 2017, Figures 3.9 to 3.11)."""
    filled = fill_field(result, ax)
    for label in (0, 1):
        x, y = result.points[result.classes == label].T
        ax.scatter(x, y, s=size, marker=MARKERS[label], color=COLORS[label], edgecolors="black",
                   linewidths=0.6 if size > 30 else 0.25, label=f"class {label}")  # fmt: skip
    if result.chosen is not None:
        x, y = result.points[result.chosen]
        ax.scatter(x, y, s=4 * size, facecolors="none", edgecolors="black", linewidths=2)
    ax.set(xlim=(result.x[0], result.x[-1]), ylim=(result.y[0], result.y[-1]))
    return filled


def describe_field(result: Field) -> str:
    """Return rule, points, share of class 1, number of posteriors and largest jump of a field, in words."""
    zeros, ones = np.bincount(result.classes, minlength=2)
    rule = result.method if result.method == "vote" else f"{result.method}, r = {result.smoothing:g}"
    return (
        f"{rule}, k = {result.k}, {zeros} points of class 0 and {ones} of class 1: class 1 is predicted in "
        f"{result.share_of_one:.1%} of the picture; {result.levels} different posteriors, from "
        f"{result.posterior.min():.2f} to {result.posterior.max():.2f}; the largest jump between two neighbouring "
        f"places is {result.steepest:.2f}.{_missing(result)}"
    )


def _missing(result: Field) -> str:
    """Return what becomes of classes with fewer than k points, in words; a vote does not mind."""
    sizes = np.bincount(result.classes, minlength=2)
    what = {"kCNN": "its posterior is 0", "EkCNN": "its posterior is 0 in the members with a larger k"}
    return "".join(
        f" Class {label} has only {sizes[label]} point{'s' if sizes[label] > 1 else ''}: {what[result.method]}."
        for label in result.too_small
        if result.method in what
    )


def plot_fields(result: Fields, figure: Figure) -> Figure:
    """Draw the fields by method and k; the Bayes boundary is dashed (Gweon, 2017, Figures 3.9 to 3.11)."""
    axes = figure.subplots(len(result.fields), len(result.fields[0]), sharex=True, sharey=True, squeeze=False)
    for line, fields, errors in zip(axes, result.fields, result.errors, strict=True):
        for ax, each, error in zip(line, fields, errors, strict=True):
            filled = plot_field(each, ax, size=11)
            ax.contour(each.x, each.y, result.truth, levels=[0.5], colors="black", linewidths=1.6, linestyles="--")
            ax.set_title(f"{each.method}, k = {each.k}: error {error:.3f}", fontsize=10)
    marks = axes[0, 0].get_legend_handles_labels()[0]
    lines = [Line2D([], [], color="black", linewidth=2, label="decision boundary"),
             Line2D([], [], color="black", linewidth=1.6, linestyle="--", label="Bayes boundary"),
             Line2D([], [], color="dimgrey", linewidth=0.7, label="0.1, 0.25, 0.75, 0.9")]  # fmt: skip
    figure.legend(
        handles=[*marks, *lines], loc="outside upper center", ncols=5, frameon=False, fontsize=10, markerscale=2
    )
    figure.supxlabel("x_1", fontsize=10)
    figure.supylabel("x_2", fontsize=10)
    figure.colorbar(filled, ax=axes, shrink=0.6, label="estimated probability of class 1")
    return figure


def describe_fields(result: Fields) -> str:
    """Return number of different posteriors and error of every field, in words."""
    parts = [
        f"{each.method} k = {each.k}: {each.levels} different posteriors, error {error:.3f}"
        for fields, errors in zip(result.fields, result.errors, strict=True)
        for each, error in zip(fields, errors, strict=True)
    ]
    return (
        f"Posterior fields, the Bayes boundary dashed (its error is {result.bayes_error:.3f}); posteriors counted on a "
        f"grid, to three decimals. {'; '.join(parts)}."
    )
