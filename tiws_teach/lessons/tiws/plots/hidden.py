"""Draw hidden jobs beside their truth, and describe them in words computed from the same numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.plots import COLORS

if TYPE_CHECKING:  # words need only the attributes of the result
    from tiws_teach.lessons.tiws.experiments.hidden import HiddenJob


def words_of_hidden(result: HiddenJob) -> str:
    """Return the answer and the truth of a hidden job, in words."""
    top = result.seen.sort_values("weight", ascending=False, kind="stable")["weight"].head(2)
    pulled = ", ".join(f"{job} {weight:.2f}" for job, weight in top.items())
    lent = "Residuals lent most by" if result.answer == "both" else "Largest weights"
    weights = f" {lent}: {pulled}." if top.iloc[0] > 0 else ""
    error, naive = abs(result.estimate - result.truth), abs(result.overall - result.truth)
    beside = "" if result.answer == "mean of others" else f"; the mean of others is off by {naive:.3f}"
    return (
        f"Hidden: {result.job}, {result.rows:,} rows. Answer ({result.answer}): {result.estimate:.3f}; truth "
        f"{result.truth:.3f}, off by {error:.3f}{beside}.{weights}"
    )


Drawn = tuple[Figure, str]
"""A picture and its words."""


def hidden_figure(table: pd.DataFrame, *answers: str) -> Drawn:
    """Draw the truth of each hidden job, the mean of all others, and the answer of each panel with its error."""
    table = table.sort_values("truth")
    width = 7 if len(answers) == 1 else 9.6
    figure = Figure(figsize=(width, 4), layout="constrained")
    for ax, answer in zip(figure.subplots(1, len(answers), sharey=True, squeeze=False)[0], answers, strict=True):
        _plot_hidden(table, answer, ax)
    return figure, " ".join(_describe_hidden(table, answer) for answer in answers)


def _plot_hidden(table: pd.DataFrame, answer: str, ax: Axes) -> None:
    """Draw one panel."""
    y = np.arange(len(table))
    ax.hlines(y, table[answer], table["truth"], color=COLORS[4], linewidth=3, zorder=1)
    looks = {"mean": ("+", 3, 1.8), answer: ("D", 1, 0.8), "truth": ("^", 2, 0.8)}
    for column, (marker, color, width) in looks.items():
        edge: dict[str, Any] = {} if marker == "+" else {"edgecolor": "black"}
        label = "mean of all others" if column == "mean" else column
        ax.scatter(table[column], y, s=70, marker=marker, color=COLORS[color], linewidth=width, label=label, **edge)
    ax.set_yticks(y, table.index)
    judged = f"{answer}: {ratio(table, answer):.2f} of the mean's error"
    title = "the mean of all others" if answer == "mean" else judged
    ax.set(xlim=(-0.02, 0.62), xlabel="share above 50,000 dollars", title=title)
    ax.legend(frameon=False, loc="lower right", fontsize=10)


def ratio(table: pd.DataFrame, answer: str) -> float:
    """Return the summed error of an answer divided by that of the mean of all others."""
    off = table[[answer, "mean"]].sub(table["truth"], axis=0).abs().sum()
    return float(off.iloc[0] / off.iloc[-1])


def _describe_hidden(table: pd.DataFrame, answer: str) -> str:
    """Return how far an answer is from the truth of each hidden job, in words."""
    off, of_mean = table[answer] - table["truth"], table["mean"] - table["truth"]
    parts = ", ".join(f"{job} {value:+.2f}" for job, value in off.items())
    return (
        f"Truth and answer ({answer}) for {len(table)} hidden jobs, {ratio(table, answer):.2f} of the mean's error, "
        f"nearer for {(off.abs() < of_mean.abs()).sum()}. Answer minus truth: {parts}."
    )


TOLD = {"TIWS tfidf": "similar, by counts (the paper's)", "TIWS hellinger": "similar, by shares (hellinger)"}


def tables_figure(ratios: pd.DataFrame) -> Drawn:
    """Draw each option's error on other tables, divided by the mean's."""
    names = ["TIWS tfidf", "TIWS hellinger", "regression", "regression + TIWS"]
    table = ratios.droplevel("half")[names].rename(columns=TOLD).sort_values("regression", ascending=False)
    figure = Figure(figsize=(8.6, 3.8), layout="constrained")
    ax = figure.subplots()
    ax.axvline(1, color=COLORS[3], linestyle="--", label="the mean")
    for column, (marker, color) in zip(table, (("o", 0), ("s", 5), ("^", 2), ("D", 1)), strict=True):
        looks: dict[str, Any] = {"marker": marker, "color": COLORS[color], "edgecolor": "black"}
        ax.scatter(table[column], table.index, s=70, label=column, **looks)
    ax.set(xlim=(0, 1.5), xlabel="error of the hidden categories, divided by the mean's")
    figure.legend(frameon=False, loc="outside right upper", fontsize=10)
    parts = (
        f"{name} {np.exp(np.log(column).mean()):.2f} ({column.min():.2f} to {column.max():.2f})"
        for name, column in table.items()
    )
    told = f"Error on {len(table)} tables, the mean's = 1; geometric mean and range: {'; '.join(parts)}."
    return figure, told


MEAN = "Answer the mean. It was within 0.10 for 5 of the 13 hidden jobs."
LEAVE = "Send new ones to a model without the column. It had 0.37 of the mean's error for whole hidden jobs."
DESCRIBE = "Describe each by its mix. It had 0.12 of the mean's error for whole hidden jobs."
HIDE = "Hide known categories: is a regression nearer than the mean?"
MIX = "Is it nearer still with their mix?"
DECISIONS = {HIDE: {"no": MEAN, "yes": MIX}, MIX: {"no": LEAVE, "yes": DESCRIBE}}  # the decision chart
