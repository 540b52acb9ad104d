"""Draw accuracies by way and by number of columns, and squared distances of pairs; say what the explorer shows."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.curse.experiments import SHOWN, OneWine
from tiws_teach.plots import COLORS, LINES, MARKERS, describe_lines

_NAMES = (*SHOWN, "naive Bayes", "noise", "largest class", "gap")
OWN, OTHER = "#17806d", "#9c9ca1"
"""Colours of the same cultivar as the bottle, or pair of bottles, and of another one."""
COLOR: dict[str, Any] = dict(zip(_NAMES, (*COLORS[:4], "black", COLORS[5], "#57606a", OTHER, OWN), strict=True))
"""One colour for a way in all figures of the lesson, one marker and one line."""
_MARKER, _LINE = dict(zip(_NAMES, MARKERS, strict=False)), dict(zip(_NAMES, (*LINES, "--", ":", "-"), strict=True))
CULTIVARS = "ABC"
_NEAR = "Let inner folds choose how many columns ranking keeps, or all. Wines, section 4: 0.97, all at most 0.52."
_START = "Cross-validate neighbours, logistic regression, a forest and a tuned SVM: is one good enough?"
_LAST = "Cross-validate L1 logistic regression, too. Wines: 0.98, forest at most 0.94; scans: 0.92, forest 0.93."
DECISIONS = {  # the figures are those of the lesson's cells
    "Must you show similar cases?": {"yes": _NEAR, "no": _START},
    _START: {"yes": "Take it. Neighbours: scans 0.95, wines of section 4 at most 0.52.", "no": _LAST},
}


def plot_ways(table: pd.DataFrame, ax: Axes, ylabel: str = "accuracy", ylim: tuple[float, float] = (0.3, 1.02)) -> Axes:
    """Draw a line for each way (a column of the table) against the number of columns, with steps of equal width."""
    places = range(len(table))
    for name, line in table.items():
        style = {"color": COLOR[name], "linestyle": _LINE[name], "marker": _MARKER[name], "markeredgecolor": "black"}
        ax.plot(places, line, label=name, **style)
    ax.set(ylim=ylim, ylabel=ylabel, xlabel=table.index.name)
    ax.set_xticks(places, [f"{value:,}" for value in table.index])
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_ways(table: pd.DataFrame) -> str:
    """Return the first, the lowest and the last value of each line, in words."""
    return describe_lines(table, "lowest")


def score_table(table: pd.DataFrame) -> Figure:
    """Draw a table of accuracies as coloured cells with their numbers."""
    figure = Figure(figsize=(10, 0.7 + 0.44 * len(table)), layout="constrained")
    ax = figure.subplots()
    ax.imshow(table, cmap="Blues", vmin=0.3, vmax=1.3, aspect="auto")
    for row, column in np.ndindex(table.shape):
        ax.text(column, row, f"{table.iloc[row, column]:.2f}", ha="center", va="center", fontsize=11)
    ax.set_xticks(range(table.shape[1]), [name.replace(" ", "\n") for name in table.columns], fontsize=11)
    ax.set_yticks(range(len(table)), table.index, fontsize=11)
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    return figure


def words_of_scores(table: pd.DataFrame) -> str:
    """Return the accuracies row by row, in words."""
    rows = [f"{name}: {', '.join(f'{way} {x:.2f}' for way, x in row.items())}" for name, row in table.iterrows()]
    return f"Cells with accuracies. {'; '.join(map(str, rows))}."


def pair_histograms(squares: dict[str, np.ndarray], y: np.ndarray) -> Figure:
    """Draw the squared distances between wines of one cultivar and of two, a panel for each way to measure them."""
    upper = np.triu_indices(len(y), 1)
    is_same = y[upper[0]] == y[upper[1]]
    figure = Figure(figsize=(9.6, 2.9), layout="constrained")
    axes = figure.subplots(1, len(squares), sharey=True, squeeze=False)[0]
    for ax, (name, square) in zip(axes, squares.items(), strict=True):
        values = square[upper]
        low, high = np.quantile(values, [0, 0.999])
        edges = np.linspace(low, high, 40)
        for chosen, color, label in ((is_same, OWN, "one cultivar"), (~is_same, OTHER, "two cultivars")):
            style = {"color": (color, 0.35), "edgecolor": color, "histtype": "stepfilled", "linewidth": 1.8}
            ax.hist(values[chosen], edges, weights=np.full(chosen.sum(), 1 / chosen.sum()), label=label, **style)
        ax.set_title(name, fontsize=11)
        ax.set(xlabel="squared distance")
    axes[0].set_ylabel("share of the pairs")
    axes[0].legend(frameon=False, fontsize=10, loc="upper right")
    return figure


def words_of_pairs(squares: dict[str, np.ndarray], y: np.ndarray) -> str:
    """Return the means of the squared distances within and between cultivars, and their spread, in words."""
    upper = np.triu_indices(len(y), 1)
    is_same, parts = y[upper[0]] == y[upper[1]], []
    for name, square in squares.items():
        one, two = square[upper][is_same], square[upper][~is_same]
        means = f"{one.mean():.0f} within a cultivar and {two.mean():.0f} between two"
        parts.append(f"{name}: means {means}, standard deviations {one.std():.0f} and {two.std():.0f}")
    return f"Histograms of squared distances. {'; '.join(parts)}."


def words_of_wine(seen: OneWine) -> str:
    """Return how near the nearest wines are, their vote, and the accuracy over all wines, in words."""
    near, own = seen.distance.min(), int((seen.cultivar[seen.is_near] == seen.truth).sum())
    verdict = "right" if seen.prediction == seen.truth else f"wrong: {CULTIVARS[seen.prediction]}"
    columns = f"13 columns and {seen.added:,} more ({seen.columns})" if seen.added else "The 13 columns"
    return (
        f"{columns}, {seen.way}: the nearest wine is at {near:.2f} of the median distance, and {own} of the five "
        f"nearest {'is' if own == 1 else 'are'} of cultivar {CULTIVARS[seen.truth]}, as the bottle is ({verdict}). "
        f"Accuracy over all wines: {seen.accuracies[seen.way, seen.added]:.2f}."
    )


def pixel_images(images: dict[str, np.ndarray]) -> Figure:
    """Draw square images side by side, each row of pixels after the other."""
    figure = Figure(figsize=(2.5 * len(images), 2.7), layout="constrained")
    for ax, (name, image) in zip(figure.subplots(1, len(images)), images.items(), strict=True):
        ax.imshow(image.reshape((round(image.size**0.5), -1)), cmap="Greys")
        ax.set_title(name, fontsize=11)
        ax.set(xticks=[], yticks=[])
    return figure
