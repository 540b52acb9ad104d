"""Draw the curse of dimensionality: sides of cubes, contrast, the distances of one query, and Hughes curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS, LINES, look

if TYPE_CHECKING:  # the floor above makes the result; drawing needs its attributes only
    from tiws_teach.lessons.curse.experiments.distances import OneQuery


def plot_sides(sides: pd.Series, ax: Axes) -> Axes:
    """Draw the side of a small cube inside the side of the whole, by dimension (Hastie et al., 2009, section 2.5)."""
    places = np.arange(len(sides))
    ax.barh(places, np.ones(len(sides)), color="white", edgecolor="grey", label="side of the whole cube")
    ax.barh(places, sides, color=COLORS[0], edgecolor="black", label="side of the small cube")
    for place, side in enumerate(sides):
        ax.text(1.02, place, f"{side:.3f}", va="center", fontsize=10)
    ax.set_yticks(places, [str(d) for d in sides.index])
    ax.set(xlim=(0, 1.15), xlabel="length", ylabel="dimensions d")
    ax.invert_yaxis()
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False, fontsize=10)
    return ax


def describe_sides(sides: pd.Series) -> str:
    """Return the side for each number of dimensions, in words."""
    parts = [f"{d}: {side:.3f}" for d, side in sides.items()]
    return f"Bars inside a bar of length 1, the side of the small cube by number of dimensions; {', '.join(parts)}."


def plot_by_dimension(table: pd.DataFrame, ax: Axes, ylabel: str, *, log: bool = True) -> Axes:
    """Draw the columns of a table against its index, which is on a logarithmic scale."""
    for i, name in enumerate(table.columns):
        ax.plot(table.index, table[name], markeredgecolor="black", label=name, **look(i))
    if table.index[0] == 0:
        ax.set_xscale("symlog", linthresh=min(table.index[1:]))
    else:
        ax.set_xscale("log")
    ax.set_xticks(table.index, [f"{x:,}" for x in table.index])
    ax.minorticks_off()
    if log:
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    name = table.index.name
    ax.set(xlabel="dimensions d" if name == "d" else name, ylabel=ylabel)
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_by_dimension(table: pd.DataFrame, what: str) -> str:
    """Return the first and the last value of every line, in words."""
    first, last = table.index[0], table.index[-1]
    axis = "d" if table.index.name == "d" else table.index.name
    parts = [f"{name} {_short(line.iloc[0])} and {_short(line.iloc[-1])}" for name, line in table.items()]
    return f"Lines of the {what}, at {axis} = {first} and at {axis} = {last}: {'; '.join(parts)}."


def plot_distances(one: OneQuery, ax: Axes) -> Axes:
    """Draw the histogram of the distances from one query, with nearest and farthest (Beyer et al., 1999, section 3)."""
    nearest, farthest = one.distances[[0, -1]]
    counts, edges = np.histogram(one.distances, bins=60, range=(0, farthest))
    ax.stairs(counts, edges, fill=True, facecolor="lightgrey", edgecolor="grey")
    for i, (name, place) in enumerate((("nearest", nearest), ("farthest", farthest))):
        label = f"{name} row, at {_short(place)}"
        ax.axvline(place, color=COLORS[i], linestyle=LINES[i], linewidth=2.2, label=label)
    ax.set(xlim=(-0.02 * farthest, 1.05 * farthest), xlabel=f"{one.metric} distance from the query", ylabel="rows")
    ax.set_title(f"{one.kind}, d = {one.d:,}: contrast {_short(one.contrast)}", fontsize=11)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, -0.4), ncols=2, frameon=False, fontsize=10)
    return ax


def describe_distances(one: OneQuery) -> str:
    """Return the distances to the nearest and the farthest row, and the contrast, in words."""
    nearest, farthest = one.distances[[0, -1]]
    low, high = one.quartiles
    others = f" Half of the 50 queries have a contrast between {_short(low)} and {_short(high)}."
    return (
        f"{one.kind}, d = {one.d:,}, {one.metric} distance, {len(one.distances):,} rows: the nearest row is at "
        f"{_short(nearest)}, the farthest at {_short(farthest)}. {_contrast_in_words(one.contrast)}"
        f"{others if np.isfinite(low) else ' The same holds for most of the 50 queries.'}"
    )


def plot_hughes(curves: Mapping[str, pd.DataFrame], ax: Axes, *, yardsticks: bool = True) -> Axes:
    """Draw accuracy by number of features with two standard errors, and the yardsticks (Hughes, 1968; Trunk, 1979)."""
    first = next(iter(curves.values()))
    if yardsticks:
        ax.plot(first.index, first["known means"], color="black", linestyle="-", label="known means (7.8)")
        ax.plot(first.index, first["estimated means"], color="black", linestyle=":", label="estimated means (7.9)")
    for i, (name, curve) in enumerate(curves.items()):
        errors = 2 * curve["standard error"]
        ax.errorbar(curve.index, curve["accuracy"], errors, capsize=2, markeredgecolor="black", label=name, **look(i))
    ax.set_xscale("log")
    ax.set_xticks(first.index, [f"{x:,}" for x in first.index])
    ax.minorticks_off()
    ax.set(xlabel="features d", ylabel="accuracy on new rows")
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_hughes(curves: Mapping[str, pd.DataFrame], *, yardsticks: bool = True) -> str:
    """Return for each classifier the best and the last accuracy, in words."""
    parts = []
    for name, curve in curves.items():
        best, last = curve["accuracy"].idxmax(), curve.index[-1]
        accuracy = curve["accuracy"]
        parts.append(f"{name}: best at d = {best} with {accuracy[best]:.3f}, {accuracy[last]:.3f} at d = {last}")
    text = f"Accuracy by number of features. {'; '.join(parts)}."
    if not yardsticks:
        return text
    known = next(iter(curves.values()))["known means"]
    return f"{text} With known means it rises from {known.iloc[0]:.3f} to {known.iloc[-1]:.3f}."


def _contrast_in_words(contrast: float) -> str:
    """Say what a contrast means for a search."""
    if np.isinf(contrast):
        return "A row coincides with the query: the contrast is infinite."
    text = f"The farthest row is {_short(1 + contrast)} times as far as the nearest (contrast {_short(contrast)})"
    if contrast < 0.25:
        return f"{text}: all rows are about equally far."
    return f"{text}: near and far still differ." if contrast < 3 else f"{text}: the nearest row is clearly near."


def _short(value: float) -> str:
    """Return a number with three significant digits, or more before the point."""
    if np.isinf(value):
        return "infinite"
    if value >= 100:
        return f"{value:,.0f}"
    return np.format_float_positional(value, precision=3, fractional=False, unique=False, trim="-")
