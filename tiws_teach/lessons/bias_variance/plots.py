"""Figures of lesson 08 with their words: parts of an error as bars, training and test error as lines, what to do."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from tiws_teach.plots import COLORS

PARTS = {"squared_bias": "bias²", "variance": "variance", "noise": "noise", "rest": "bias² + noise"}
PART_COLORS = {
    "squared_bias": COLORS[1],
    "variance": COLORS[0],
    "noise": COLORS[2],
    "rest": to_rgb("#6b5b4d"),
    "error": COLORS[3],
    "training error": to_rgb("#8d9299"),
}
"""One colour for a concept in all figures: bias² is that of the mean curve, variance that of the single curves."""
_ORDER = ("rest", "noise", "variance", "squared_bias")
_LOOKS = {"training error": ("o", "--"), "test error": ("D", "-")}


def plot_stack(table: pd.DataFrame, ax: Axes, digits: int = 0) -> Axes:
    """Draw a bar for each row of a table: its parts from below, as the explorer stacks them, and their sum above."""
    low, names = np.zeros(len(table)), [str(name) for name in table.index]
    for part in filter(table.columns.__contains__, _ORDER):
        hatch = {"variance": "//", "squared_bias": ".."}.get(part, "")
        ax.bar(names, table[part], 0.7, low, color=PART_COLORS[part], label=PARTS[part], edgecolor="white", hatch=hatch)
        low = low + table[part].to_numpy()
    for place, total in enumerate(low):
        ax.annotate(
            f"{total:,.{digits}f}", (place, total), (0, 3), textcoords="offset points", ha="center", fontsize=11
        )
    ax.set(xlabel=table.index.name or "", ylim=(0, 1.3 * low.max()))
    ax.legend(frameon=False, fontsize=11, ncols=3, loc="upper center")
    return ax


def describe_stack(table: pd.DataFrame, digits: int = 0) -> str:
    """Return the sum and the parts of each bar, in words."""
    parts = [part for part in _ORDER if part in table]
    rows = []
    for name, row in table[parts].iterrows():
        each = " + ".join(f"{PARTS[part]} {round(row[part], digits) + 0.0:,.{digits}f}" for part in parts)
        rows.append(f"{str(name).replace(chr(10), ' ')} {row.sum():,.{digits}f} = {each}")
    return f"Stacked bars. {'; '.join(rows)}."


def plot_errors(
    runs: pd.DataFrame, figure: Figure, along: str, ylabel: str, marks: Sequence[int] | None = None
) -> Figure:
    """Draw training and test error for each model: means of the runs, bands for 80 %; with marks, a log scale."""
    models = list(dict.fromkeys(runs["model"]))
    for ax, model in zip(figure.subplots(1, len(models), sharey=True, squeeze=False)[0], models, strict=True):
        own = runs[runs["model"] == model].groupby(along)
        for name, (marker, line) in _LOOKS.items():
            found, low, high = own[name].mean(), own[name].quantile(0.1), own[name].quantile(0.9)
            color = PART_COLORS["error" if name == "test error" else name]
            ax.fill_between(found.index, low, high, color=color, alpha=0.18, linewidth=0)
            ax.plot(found.index, found, marker=marker, linestyle=line, color=color, label=name)
        ax.set(xscale="log", xlabel=along, title=model)
        ax.set_xticks(found.index, [f"{value:,}" for value in found.index])
        ax.minorticks_off()
    first = figure.axes[0]
    first.set(ylabel=ylabel, **({"yscale": "log"} if marks else {"ylim": (0, None)}))
    if marks:
        first.set_yticks(marks, [f"{value:,}" for value in marks])
        first.minorticks_off()
    figure.axes[-1].legend(frameon=False, fontsize=11)
    return figure


def describe_errors(runs: pd.DataFrame, along: str, digits: int = 0) -> str:
    """Return the mean training and test error of each model, value by value, in words."""
    parts = []
    for model, own in runs.groupby("model", sort=False):
        mean = own.groupby(along)[list(_LOOKS)].mean()
        rows = [
            f"{at:,}: {low:,.{digits}f} and {high:,.{digits}f}"
            for at, (low, high) in zip(mean.index, mean.to_numpy(), strict=True)
        ]
        parts.append(f"{model}, {along} {'; '.join(rows)}")
    return f"Training and test error. {'. '.join(parts)}."


_HALVES = "Two halves: is half of their error variance, or more? (150 patients, 65 columns: yes.)"
_REST = "20 splits: what lowers the error most, by a tenth or more: another model, or all rows instead of half?"
DECISIONS = {
    _HALVES: {"yes": "Tune a penalty; average trees. 65 columns, 150 patients: ridge, −58\u00a0%.", "no": _REST},
    _REST: {
        "model": "Take another model. Hill, 800 places: from the plane to the forest, −72\u00a0%.",
        "rows": "Get more rows. Hill, forest: 800 places instead of 100, −53\u00a0%.",
        "neither": "Measure more columns. 150 patients, one column: twice the rows −1\u00a0%, ten columns −18\u00a0%.",
    },
}
"""What to do about an error; the figures are those of the lesson's cells."""
