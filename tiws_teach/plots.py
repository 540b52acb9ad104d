"""Shared parts of figures: colours, markers and lines (colour is never the only cue), and one shared drawing."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tiws_teach._extras import require
from tiws_teach._validation import fail

require("lab", "matplotlib")

from matplotlib import RcParams, style
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
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


def plot_lines(table: pd.DataFrame, ax: Axes, ylabel: str, **scales: str) -> Axes:
    """Draw the columns of a table against its index, on the given scales of the Axes."""
    ax.set(**scales)
    every = len(table) // 20 + 1  # markers on each other hide the line
    for i, name in enumerate(table.columns):
        ax.plot(table.index, table[name], markeredgecolor="black", markevery=every, label=name, **look(i))
    ax.set(xlabel=table.index.name, ylabel=ylabel)
    if ax.get_yscale() == "linear":
        ax.set_ylim(bottom=0)
    if ax.get_xscale() != "linear":
        ax.set_xticks(table.index, [f"{value:,}" for value in table.index])
        ax.minorticks_off()
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_lines(table: pd.DataFrame, extreme: str = "") -> str:
    """Return the first and the last value of every column, and its "lowest" or "highest" one, in words."""
    first, last = table.index[0], table.index[-1]
    parts = []
    for name, line in table.items():
        best = {"lowest": line.idxmin(), "highest": line.idxmax()}.get(extreme)
        more = f", {extreme} {line[best]:.3f} at {best:g}" if extreme else ""
        parts.append(f"{name} {line.iloc[0]:.3f} and {line.iloc[-1]:.3f}{more}")
    return f"Lines by {table.index.name}; at {first:g} and at {last:g}: {'; '.join(parts)}."


def plot_runs(runs: pd.DataFrame, ax: Axes, along: str, value: str, by: str, **scales: str) -> Axes:
    """Draw the mean of a value over the runs, a line for each group, and the range of the runs as a band."""
    table = runs.pivot_table(value, along, by, ["mean", "min", "max"], sort=False)
    for i, name in enumerate(table["mean"]):
        low, high = table["min"][name], table["max"][name]
        ax.fill_between(table.index, low, high, color=COLORS[i % 6], alpha=0.13, linewidth=0)
    return plot_lines(table["mean"], ax, value, **scales)


def describe_runs(runs: pd.DataFrame, along: str, value: str, by: str, extreme: str = "") -> str:
    """Return the mean values at both ends, and the lowest or highest, in words."""
    return f"Mean {value}. {describe_lines(runs.pivot_table(value, along, by, sort=False), extreme)}"


def plot_samples(panels: dict[str, pd.DataFrame], figure: Figure) -> Figure:
    """Draw the samples of each column as dots on a line of its own, their range, and the mean as a diamond."""
    is_shared = len({tuple(table) for table in panels.values()}) == 1  # or each panel names its own lines
    axes = figure.subplots(1, len(panels), squeeze=False, sharey=is_shared)[0]
    for ax, (name, table) in zip(axes, panels.items(), strict=True):
        places = range(table.shape[1])
        ax.hlines(places, table.min(), table.max(), color="grey", linewidth=1)
        ax.plot(table, np.tile(places, (len(table), 1)), "o", color=COLORS[0], markersize=4, alpha=0.6)
        ax.plot(table.mean(), places, "D", color=COLORS[1], markersize=8, markeredgecolor="black")
        if (table < 0).any(axis=None):
            ax.axvline(0, color="grey", linewidth=1)
        ax.set(xlabel=name, yticks=places, yticklabels=table.columns)
        ax.yaxis.set_inverted(True)
    return figure


def describe_samples(panels: dict[str, pd.DataFrame], dots: str = "samples") -> str:
    """Return for each column the mean and the range over the dots, and the signs if some are negative, in words."""
    parts = []
    for name, table in panels.items():
        lines = []
        for column, values in table.items():
            signs = f", above 0 in {(values > 0).sum()}, below in {(values < 0).sum()}" if (values < 0).any() else ""
            lines.append(f"{column} {values.mean():.3f} ({values.min():.3f} to {values.max():.3f}{signs})")
        parts.append(f"{name}: {'; '.join(lines)}")
    return f"A dot for each of {len(table)} {dots}, a diamond for the mean; mean and range. {'. '.join(parts)}."


Steps = Mapping[str, Mapping[str, str]]
"""For each question its answers, and for each answer the next question or the advice; the first question first."""
MOST_BOXES = 9
_KEY = "in bold what to try first, below it what happened in this lesson"
_SIZE, _GAP, _DOWN = 8.1, 0.95, 0.45  # inches: width of the chart, which no page shrinks; between boxes


class _Box(NamedTuple):
    """A box of a decision chart, its row and column, and the answer and the box that lead to it."""

    text: str
    row: int
    column: int
    answer: str = ""
    before: _Box | None = None


def decision_chart(steps: Steps) -> Figure:
    """Draw questions (round), their answers (arrows) and advice (square): the last answer down, the others right.

    The first sentence of advice is bold if there are more, which say what was measured.
    """
    boxes = _boxes(steps, _Box(next(iter(steps)), 0, 0))
    if len(boxes) > MOST_BOXES or sorted(steps) != sorted(box.text for box in boxes if box.text in steps):
        rule = f"have at most {MOST_BOXES} boxes and lead to each question once"
        fail("steps", rule, f"{len(boxes)} boxes: {', '.join(box.text for box in boxes)}", "Merge or drop answers.")
    width = (_SIZE + _GAP - 0.2) / (1 + max(box.column for box in boxes)) - _GAP
    words = [_parts(box.text, box.text in steps, width) for box in boxes]
    height = 0.3 + 0.2 * max(sum(len(lines) for lines, _ in parts) for parts in words)
    tall = (1 + max(box.row for box in boxes)) * (height + _DOWN) - _DOWN + 0.5
    figure = Figure(figsize=(_SIZE, tall))
    ax = figure.add_axes((0, 0, 1, 1), xlim=(0, _SIZE), ylim=(tall, 0))
    ax.axis("off")
    ax.text(_SIZE - 0.1, tall - 0.1, f"{_KEY[0].upper()}{_KEY[1:]}.", ha="right", fontsize=11, color="#57606a")
    for box, parts in zip(boxes, words, strict=True):
        _draw_box(ax, box, parts, (width, height), box.text in steps)
    return figure


def advice_parts(text: str) -> list[str]:
    """Return the first sentence of advice, what to try, and if there are more what was measured."""
    return re.split(r"(?<=\.) ", text, maxsplit=1)


def describe_decisions(steps: Steps) -> str:
    """Return a decision chart in words: each question with its answers and what they lead to."""
    parts = (f"{asked} {'; '.join(f'{x}: {to}' for x, to in answers.items())}" for asked, answers in steps.items())
    return f"Decision chart: {_KEY}. {' '.join(parts).replace('.;', ';')}"


def _boxes(steps: Steps, box: _Box) -> list[_Box]:
    """Return a box and all that it leads to, each below or to the right of what leads to it."""
    boxes = [box]
    answers = list(steps.get(box.text, {}).items())
    for i, (answer, to) in enumerate(answers):
        goes_down = i == len(answers) - 1
        row = max(each.row for each in boxes) + (goes_down or i > 0)
        if row + box.column < MOST_BOXES:  # steps that go round end
            boxes += _boxes(steps, _Box(to, row, box.column + (not goes_down), answer, box))
    return boxes


def _parts(text: str, asks: bool, width: float) -> list[tuple[list[str], str]]:
    """Return the lines of a text in a box this many inches wide: those of advice, in bold, and those below it."""
    parts = [text] if asks else advice_parts(text)
    looks = (("bold", 9.5), ("normal", 10.5))[-len(parts) :]  # and letters in an inch
    return [(textwrap.wrap(x, int(width * many)), weight) for x, (weight, many) in zip(parts, looks, strict=True)]


def _draw_box(ax: Axes, box: _Box, parts: list[tuple[list[str], str]], size: tuple[float, float], asks: bool) -> None:
    """Draw a box, and the arrow that leads to it with its answer."""
    half = np.divide(size, 2)
    middle: Any = _middle(box, size)
    shape, color = ("round,pad=0,rounding_size=0.2", COLORS[0]) if asks else ("square,pad=0", COLORS[1])
    ax.add_patch(
        FancyBboxPatch(middle - half, *size, boxstyle=shape, facecolor=(*color, 0.15), edgecolor=color, linewidth=2)
    )
    y = middle[1] - 0.1 * sum(len(lines) for lines, _ in parts)
    for lines, weight in parts:
        ax.text(middle[0], y + 0.1 * len(lines), "\n".join(lines), ha="center", va="center", fontsize=11, weight=weight)
        y += 0.2 * len(lines)
    if box.before:
        side = np.multiply(half, (0, 1) if box.column == box.before.column else (1, 0))
        start, end = _middle(box.before, size) + side, middle - side
        ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "color": "black"})
        white = {"pad": 1, "facecolor": "white", "linewidth": 0}
        x, y = start * 0.6 + end * 0.4
        ax.text(x, y, textwrap.fill(box.answer, 10), ha="center", va="center", fontsize=11, bbox=white)


def _middle(box: _Box, size: tuple[float, float]) -> Any:
    """Return the middle of a box in inches from the upper left corner."""
    return 0.1 + np.divide(size, 2) + np.multiply((box.column, box.row), np.add(size, (_GAP, _DOWN)))
