"""Draw curves fitted to many training sets, and the parts of an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from tiws_teach.plots import COLORS, LINES, MARKERS

if TYPE_CHECKING:  # only for annotations: drawing needs no more than its attributes
    from tiws_teach.lessons.bias_variance.experiments.tides import ManyTides

PARTS = {"squared_bias": "bias²", "variance": "variance", "noise": "noise"}
PART_COLORS = {"squared_bias": COLORS[1], "variance": COLORS[0], "noise": COLORS[2], "error": COLORS[3]}
"""One colour for a concept in all figures: bias² is that of the mean curve, variance that of the single curves."""
_LINE_COLORS = PART_COLORS | {"test error": PART_COLORS["error"], "training error": "dimgrey"}
HIGHEST = 55.0
"""End of the axis of levels in decimetres: no curve is cut off up to a noise sd of 10."""


def plot_many_tides(tides: ManyTides, ax: Axes, *, readings: bool = False) -> Axes:
    """Draw the curves of all training sets, their mean and the truth (Geman et al., 1992, figures 2 to 5)."""
    if readings:
        hours, levels = tides.first.data.to_numpy()[:, 0], tides.first.target
        ax.scatter(hours, levels, s=14, color="dimgrey", label="readings")
    alone = len(tides.curves) == 1
    style = {"linewidth": 1.6, "drawstyle": "steps-mid"} if alone else {"linewidth": 0.7}
    for number, curve in enumerate(tides.curves):
        label = ("one training set" if alone else "each training set") if number == 0 else None
        ax.plot(tides.hours, curve, color=PART_COLORS["variance"], alpha=0.55, label=label, **style)
    if not alone:
        ax.plot(tides.hours, tides.average, color=PART_COLORS["squared_bias"], linewidth=2.4, label="their mean")
    ax.plot(tides.hours, tides.truth, color="black", linewidth=2, linestyle="--", label="truth")
    ax.set(xlim=(0, 12), ylim=(-HIGHEST, HIGHEST), xlabel="hour", ylabel="level (decimetres)", xticks=range(0, 13, 3))
    for handle in ax.legend(loc="upper right", fontsize=10, frameon=False).legend_handles:
        if isinstance(handle, Line2D):  # thin curves are hard to see in a legend
            handle.set(alpha=1, linewidth=max(1.6, handle.get_linewidth()))
    return ax


def describe_many_tides(tides: ManyTides) -> str:
    """Return the distance of the mean curve from the truth and the scatter of the curves, in words."""
    n_sets = len(tides.curves)
    sets = "one training set" if n_sets == 1 else f"{n_sets} training sets"
    text = f"k = {tides.k} of {tides.n_samples} readings with noise sd {tides.noise:g} dm, {sets}."
    if n_sets == 1:
        off = np.abs(tides.curves[0] - tides.truth).mean()
        return f"{text} The curve is {off:.1f} dm off the truth on average."
    bias = np.abs(tides.average - tides.truth).mean()
    spread = tides.curves.std(axis=0, ddof=1).mean()
    return (
        f"{text} The mean of the curves is {bias:.1f} dm off the truth on average; "
        f"around it the curves vary with a standard deviation of {spread:.1f} dm."
    )


def plot_side_by_side(many: Sequence[ManyTides], figure: Figure, *, readings: bool = False) -> None:
    """Draw the curves of several k side by side (Geman, Bienenstock and Doursat, 1992, figures 2 to 5)."""
    axes = figure.subplots(1, len(many), sharey=True, squeeze=False)[0]
    for tides, ax in zip(many, axes, strict=True):
        plot_many_tides(tides, ax, readings=readings).set_title(f"k = {tides.k}")
        ax.label_outer()


def describe_side_by_side(many: Sequence[ManyTides]) -> str:
    """Return the words of `describe_many_tides` for several k."""
    return " ".join(describe_many_tides(tides) for tides in many)


def plot_parts(table: pd.DataFrame, ax: Axes, ylabel: str = "squared decimetres (dm²)") -> Axes:
    """Draw the columns of a table against its index on a logarithmic axis."""
    few = len(table) <= 12
    for number, name in enumerate(table.columns):
        ax.plot(
            table.index, table[name], color=_LINE_COLORS.get(name, COLORS[number % 6]), linestyle=LINES[number % 6],
            marker=MARKERS[number] if few else "", markersize=4, label=PARTS.get(name, name.replace("_", " ")),
        )  # fmt: skip
    ax.set_xscale("log")
    ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000) if tick >= table.index[0]]
    ticks = [tick for tick in ticks if tick <= table.index[-1]]
    ax.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    ax.set_xticks([], minor=True)
    ax.set(xlabel=table.index.name, ylabel=ylabel)
    handles = sorted(
        ax.lines, key=lambda line: -np.asarray(line.get_ydata(), dtype=float)[-1]
    )  # in the order of the line ends
    ax.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=10, frameon=False)
    return ax


def describe_parts(table: pd.DataFrame) -> str:
    """Return the first, the smallest and the last value of each column, in words."""
    first, last, name = table.index[0], table.index[-1], table.index.name
    parts = []
    for column, values in table.items():
        words = f"{PARTS.get(str(column), str(column).replace('_', ' '))} {values[first]:.1f} and {values[last]:.1f}"
        inside = values.idxmin()
        lowest = f", lowest {values[inside]:.1f} at {inside}" if inside not in (first, last) else ""
        parts.append(words + lowest)
    return f"Lines by {name}; at {first} and at {last}: {'; '.join(parts)}."
