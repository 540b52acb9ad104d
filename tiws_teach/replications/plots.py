"""Draw what a replication measured: claims next to measurements, curves over a parameter, ratios with intervals."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS, MARKERS


def plot_lines(table: pd.DataFrame, ax: Axes, *, x: str, y: str, by: str, labels: dict[str, str] | None = None) -> Axes:
    """Draw one line with markers for each group."""
    for position, name in enumerate(table[by].unique()):
        points = table[table[by] == name].sort_values(x)
        ax.plot(
            points[x],
            points[y],
            color=COLORS[position % len(COLORS)],
            marker=MARKERS[position],
            markersize=9 - 2 * position,  # later lines may lie on earlier ones: both stay visible
            markeredgecolor="black",
            markeredgewidth=0.6,
            linewidth=2,
            label=(labels or {}).get(name, name),
        )
    ax.set(xlabel=x, ylabel=y)
    return ax


def plot_line_panels(
    table: pd.DataFrame, axes: Sequence[Axes], *, panel: str, x: str, y: str, by: str, titles: Sequence[str] = ()
) -> Sequence[Axes]:
    """Draw one panel of lines for each value of a column, with one legend right of the last panel and no axis names."""
    values = list(table[panel].unique())
    for ax, value, title in zip(axes, values, titles or values, strict=True):
        plot_lines(table[table[panel] == value], ax, x=x, y=y, by=by).set_title(title)
    for ax in axes:
        ax.set(xlabel="", ylabel="")
    axes[-1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return axes


def plot_intervals(
    table: pd.DataFrame,
    ax: Axes,
    *,
    value: str,
    row: str,
    by: str,
    claim: str | None = None,
    claim_label: str = "claimed",
) -> Axes:
    """Draw a value with its interval (low, high) for each row of a chart and each group, and what was claimed."""
    rows, groups = list(table[row].unique()), list(table[by].unique())
    steps = np.linspace(-0.28, 0.28, len(groups)) if len(groups) > 1 else np.zeros(1)
    for position, group in enumerate(groups):
        part = table[table[by] == group]
        height = part[row].map(rows.index).to_numpy(dtype=float) + steps[position]
        centre = part[value].to_numpy(dtype=float)
        spread = np.vstack([centre - part["low"], part["high"] - centre]).clip(min=0)
        ax.errorbar(
            centre, height, xerr=spread, label=group, color=COLORS[position % len(COLORS)], marker=MARKERS[position],
            markersize=8, markeredgecolor="black", markeredgewidth=0.6, linestyle="none", elinewidth=2, capsize=3,
        )  # fmt: skip
        if claim is not None and part[claim].notna().any():
            ax.plot(part[claim], height, linestyle="none", marker="*", markersize=15, color="black", label=claim_label)
            claim_label = "_" + claim_label  # named once; matplotlib leaves out what begins with "_"
    ax.set_yticks(range(len(rows)), rows)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel(value)
    return ax


def plot_against_truth(
    table: pd.DataFrame, axes: Sequence[Axes], *, truth: str, methods: dict[str, str]
) -> Sequence[Axes]:
    """Draw estimates against the truth, one panel for each method, with the line on which an estimate is right."""
    for position, (ax, (column, title)) in enumerate(zip(axes, methods.items(), strict=True)):
        ax.plot([0, 1], [0, 1], color="black", linestyle="--", linewidth=1)
        ax.scatter(
            table[truth], table[column], s=30, color=COLORS[position], marker=MARKERS[position], edgecolors="black",
            linewidths=0.6,
        )  # fmt: skip
        ax.set(xlim=(-0.04, 1.04), ylim=(-0.04, 1.04), aspect="equal", title=title)
    return axes


def mark_lines(ax: Axes, marks: Sequence[tuple[float, str]]) -> Axes:
    """Draw dashed vertical lines, each with its label."""
    for place, words in marks:
        ax.axvline(place, color="black", linestyle="--", linewidth=1, zorder=0)
        if words:
            ax.annotate(words, (place, 0.45), (4, 0), xycoords=("data", "axes fraction"), textcoords="offset points")
    return ax
