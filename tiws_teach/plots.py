"""Shared parts of figures: colours, markers and lines (colour is never the only cue), and one shared drawing."""

from __future__ import annotations

from typing import Any

import pandas as pd

from tiws_teach._extras import require

require("lab", "matplotlib")

from matplotlib import RcParams, style
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.rcsetup import cycler

COLORS: list[Any] = [to_rgb(code) for code in ("#5790fc", "#f89c20", "#e42536", "#964a8b", "#9c9ca1", "#7a21dd")]
"""Petroff's (2021) six colours, which matplotlib has by name since 3.11."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")
LINES = ("-", "--", "-.", ":", (0, (4, 1, 1, 1, 1, 1)), (0, (8, 2)))

if "petroff6" not in style.library:  # an older matplotlib; the replications' notebooks ask for the style by its name
    style.library["petroff6"] = RcParams({"axes.prop_cycle": cycler(color=COLORS), "patch.facecolor": COLORS[0]})


def look(i: int) -> dict[str, Any]:
    """Return colour, style and marker of line `i` of a figure; the seventh looks like the first."""
    return {"color": COLORS[i % 6], "linestyle": LINES[i % 6], "marker": MARKERS[i % 6]}


def plot_lines(table: pd.DataFrame, ax: Axes, ylabel: str) -> Axes:
    """Draw the columns of a table against its index."""
    for i, name in enumerate(table.columns):
        ax.plot(table.index, table[name], markeredgecolor="black", label=name, **look(i))
    ax.set(xlabel=table.index.name, ylabel=ylabel)
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_lines(table: pd.DataFrame) -> str:
    """Return the first and the last value of every column, in words."""
    first, last = table.index[0], table.index[-1]
    parts = [f"{name} {table[name].iloc[0]:.3f} and {table[name].iloc[-1]:.3f}" for name in table.columns]
    return f"Lines by {table.index.name}; at {first:g} and at {last:g}: {'; '.join(parts)}."
