"""Draw the curse of dimensionality: sides of cubes, contrast, the distances of one query, and Hughes curves."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from tiws_teach.lessons.curse.experiments import OneQuery
from tiws_teach.plots import COLORS, LINES


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
