"""Draw clouds, the AUCs that separate them, digits in their order and a wave; say the same in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.train_test_shift.experiments import CloudShift
from tiws_teach.plots import COLORS, LINES

BLOCK = 200
"""Rows of a file that share a picture."""
MARKS = {"linear": "o", "quadratic": "D"}


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


def plot_aucs(result: CloudShift, ax: Axes) -> Axes:
    """Draw the AUC of both classifiers and the band of random sides."""
    ax.axhspan(*result.band, color="lightgrey", label="95 % of random sides")
    for i, (name, auc) in enumerate(result.auc.items()):
        ax.plot(i, auc, MARKS[name], color="black", markersize=9)
        ax.annotate(f"{auc:.2f}", (i, auc), (9, 0), textcoords="offset points", va="center")
    ax.axhline(0.5, color="grey", linestyle="--")
    ax.set(xlim=(-0.5, 1.7), ylim=(0.2, 1.03), ylabel="held-out AUC")
    ax.set_xticks([0, 1], list(result.auc))
    ax.legend(loc="lower right")
    return ax


def describe_aucs(result: CloudShift) -> str:
    """Return both AUCs, the band and what follows."""
    aucs = ", ".join(f"{name} {auc:.2f}" for name, auc in result.auc.items())
    low, high = result.band
    shift = "at least one is above the band: a shift (by luck in at most 5 % of draws without one)"
    verdict = shift if result.found else "none is above the band: no shift found"
    return f"AUC {aucs}; 95 % of random sides give {low:.2f} to {high:.2f}; {verdict}."


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
