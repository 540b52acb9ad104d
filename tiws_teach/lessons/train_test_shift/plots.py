"""Draw clouds, the AUCs that separate them, digits in their order and a wave; say the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tiws_teach.plots import COLORS, LINES

SIDE_COLORS = {"training": to_hex(COLORS[0]), "held out": to_hex(COLORS[1]), "still to come": to_hex(COLORS[4])}
BLOCK = 200
"""Rows of a file that share a picture."""


def plot_sides(train: np.ndarray, test: np.ndarray, ax: Axes) -> Axes:
    """Draw training and test points."""
    ax.plot(*train.T, "o", color=COLORS[0], markersize=4, alpha=0.6, label="training")
    ax.plot(*test.T, "^", color=COLORS[1], markersize=4, alpha=0.6, label="test")
    ax.set(xlim=(-3.5, 6.5), ylim=(-3.5, 3.5), xlabel="first column", ylabel="second column")
    ax.legend(loc="lower right")
    return ax


def describe_sides(train: np.ndarray, test: np.ndarray) -> str:
    """Return where the middles of both sides lie."""
    (x, y), (x_new, y_new) = train.mean(axis=0), test.mean(axis=0)
    return f"Training points around ({x:.1f}, {y:.1f}), test points around ({x_new:.1f}, {y_new:.1f})."


def plot_promises(promises: Mapping[tuple[str, str], Any], came: Mapping[str, float], ax: Axes) -> Axes:
    """Draw what each model promises by each way of holding out, a triangle for each split, and what came."""
    for i, (model, way) in enumerate(promises):
        place = i + i // 2  # two ways, then what came, for each model
        ax.plot(promises[model, way], [place] * len(promises[model, way]), "^", color=COLORS[1], alpha=0.7)
        if i % 2:
            ax.plot(came[model], place + 1, "o", color="black", markersize=9)
    names = [name for model in came for name in (*(f"{model}: {way}" for m, way in promises if m == model), "what came")]
    ax.set(yticks=range(len(names)), yticklabels=names, xlabel="AUC", xlim=(0.55, 0.76))
    ax.invert_yaxis()
    ax.grid(axis="x", alpha=0.4)
    return ax


def describe_promises(promises: Mapping[tuple[str, str], Any], came: Mapping[str, float]) -> str:
    """Return the mean promises and what came, in words."""
    told = [f"{model} by {way} {np.mean(aucs):.2f}" for (model, way), aucs in promises.items()]
    return f"AUC promised: {', '.join(told)}; what came: {', '.join(f'{m} {auc:.2f}' for m, auc in came.items())}."


def plot_months(months: pd.DataFrame, band: Sequence[float], ax: Axes) -> Axes:
    """Draw two AUCs for each month: of the adversary, and of the model, whose band ten days of the spring give."""
    ax.axhspan(*band, color="lightgrey", label="the model on ten days of the spring")
    for name, style in {"adversary": ("s--", COLORS[3]), "model": ("o-", "black")}.items():
        ax.plot(months.index, months[name], style[0], color=style[1], markersize=8, label=name)
    ax.set(ylabel="AUC", ylim=(0.45, 1.02))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=10, frameon=False)
    return ax


def describe_months(months: pd.DataFrame, band: Sequence[float]) -> str:
    """Return both AUCs of each month in words."""
    parts = [f"{month} {row.adversary:.2f} and {row.model:.2f}" for month, row in months.iterrows()]
    return f"AUC of the adversary and of the model: {'; '.join(parts)}. Ten days of the spring: {band[0]:.2f} to {band[1]:.2f}."


def plot_worlds(old: tuple[Any, Any], worlds: Mapping[str, tuple[Any, Any]], figure: Figure) -> Figure:
    """Draw where the rows of a column lie, old and new, and the share of the class 1 along it."""
    edges = np.linspace(-3, 4, 15)
    middle = (edges[1:] + edges[:-1]) / 2
    for ax, (name, new) in zip(figure.subplots(1, len(worlds), sharey=True), worlds.items(), strict=True):
        for (x, y), color, line, label in ((old, COLORS[0], "-", "old"), (new, COLORS[1], "--", "new")):
            counts, ones = np.histogram(x, edges)[0], np.histogram(x, edges, weights=np.asarray(y, float))[0]
            ax.fill_between(middle, counts / counts.sum() * 2, step="mid", color=color, alpha=0.3)
            many = counts >= 30
            ax.plot(middle[many], ones[many] / counts[many], line, color=color, linewidth=3, label=label)
        ax.set(title=name, xlabel="column x", ylim=(0, 1))
    figure.axes[0].set_ylabel("share of class 1 (lines)")
    figure.axes[0].legend(loc="upper left", frameon=False)
    return figure


def describe_worlds(old: tuple[Any, Any], worlds: Mapping[str, tuple[Any, Any]]) -> str:
    """Return the mean of the column and the share of the class 1 on both sides, in words."""
    told = [f"{name}: mean of x {np.mean(x):.1f}, class 1 {np.mean(y):.2f}" for name, (x, y) in worlds.items()]
    return f"Old: mean of x {np.mean(old[0]):.1f}, class 1 {np.mean(old[1]):.2f}. New: {'; '.join(told)}."


def plot_alarms(p: pd.DataFrame, level: float, ax: Axes) -> Axes:
    """Draw a square for each check of each month, filled and marked where its p-value rings."""
    month, check = np.nonzero(p.to_numpy() <= level)
    every = np.indices(p.shape).reshape(2, -1)
    ax.plot(*every, "s", markersize=17, color="white", markeredgecolor="black")
    ax.plot(month, check, "X", markersize=17, color=COLORS[2], markeredgecolor="black")
    ax.set(xticks=range(len(p)), xticklabels=p.index, yticks=range(p.shape[1]), yticklabels=p.columns)
    ax.margins(0.1)
    ax.invert_yaxis()
    return ax


def describe_alarms(p: pd.DataFrame, level: float) -> str:
    """Return the months in which each check rings."""
    rings = {name: ", ".join(p.index[p[name] <= level]) for name in p.columns}
    told = [f"{name}: {months}" for name, months in rings.items() if months]
    return f"Alarms at p of at most {level:g}: {'; '.join(told)}; no other."


def plot_wave(
    X: np.ndarray, y: np.ndarray, X_new: np.ndarray, ax: Axes, lines: Mapping[str, Any] | None = None
) -> Axes:
    """Draw training rows by class, test rows, the wave, and the boundaries of linear models."""
    for label in (0, 1):
        ax.plot(*X[y == label].T, "ov"[label], color=COLORS[label], markersize=4, alpha=0.5, label=f"training, {label}")
    ax.plot(*X_new.T, "+", color="0.35", markersize=4, alpha=0.6, label="test")
    x = np.linspace(-3.5, 3.6, 200)
    ax.plot(x, np.sin(1.5 * x), color="black", linewidth=2, label="the wave")
    for i, (name, line) in enumerate((lines or {}).items(), start=1):
        ax.plot(x, _boundary(line, x), color=COLORS[i + 1], linestyle=LINES[i], linewidth=3, label=name)
    ax.set(xlim=(-3.5, 6.6), ylim=(-3.5, 3.5), xlabel="first column", ylabel="second column")
    ax.legend(loc="center right", fontsize=10, handlelength=3)
    return ax


def _boundary(line: Any, x: np.ndarray) -> np.ndarray:
    """Return where a linear model of two columns changes its mind."""
    return -(line.intercept_[0] + line.coef_[0, 0] * x) / line.coef_[0, 1]


def describe_wave(X: np.ndarray, y: np.ndarray, X_new: np.ndarray, lines: Mapping[str, Any] | None = None) -> str:
    """Return where both sides lie, and the slope of each line."""
    slopes = [f"{name}: slope {-line.coef_[0, 0] / line.coef_[0, 1]:.2f}" for name, line in (lines or {}).items()]
    share = f"A share of {np.mean(y):.2f} of the training rows has the class 1, mostly above the wave."
    return " ".join([describe_sides(X, X_new), share, *([f"Lines: {', '.join(slopes)}."] if slopes else [])])


def _means_in_order(X: np.ndarray, y: np.ndarray, digit: int) -> np.ndarray:
    """Return the mean image of a digit in each block of rows, in the order of the file."""
    blocks = np.arange(len(y)) // BLOCK
    return np.array([X[(blocks == block) & (y == digit)].mean(axis=0) for block in range(blocks[-1] + 1)])


def plot_digits_in_order(X: np.ndarray, y: np.ndarray, digits: tuple[int, ...], figure: Figure) -> Figure:
    """Draw the mean image of each digit in each block of rows; one line of pictures for a digit."""
    means = [_means_in_order(X, y, digit) for digit in digits]
    axes = figure.subplots(len(digits), len(means[0]), squeeze=False)
    for line, digit, images in zip(axes, digits, means, strict=True):
        for block, (ax, image) in enumerate(zip(line, images, strict=True)):
            ax.imshow(image.reshape(8, 8), cmap="Greys", vmin=0, vmax=16)
            ax.set(xticks=[], yticks=[])
            if ax in axes[-1]:
                ax.set_xlabel(f"{BLOCK * block} on")
        line[0].set_ylabel(f"digit {digit}")
    figure.supxlabel("rows of the file", fontsize=10)
    return figure


def describe_digits_in_order(X: np.ndarray, y: np.ndarray, digits: tuple[int, ...]) -> str:
    """Return how far each block's mean image is from that of the first block."""
    parts = []
    for digit in digits:
        means = _means_in_order(X, y, digit)
        differences = np.abs(means[1:] - means[0]).mean(axis=1)
        parts.append(f"digit {digit}: " + ", ".join(f"{value:.1f}" for value in differences))
    unit = "mean difference from the first block, in grey levels of 16"
    return f"Mean images in blocks of {BLOCK} rows; {unit}: {'; '.join(parts)}."
