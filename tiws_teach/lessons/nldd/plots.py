"""Draw songs with several labels, the cube of labels, one row between two distances, and losses over samples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.nldd.experiments.songs import SongMap, Sweep, label_words
from tiws_teach.plots import COLORS, LINES, MARKERS

_CHIP = {"boxstyle": "round,pad=0.35", "linewidth": 1.0}


# songs ------------------------------------------------------------------------------------------------------------


def plot_songs(result: SongMap, ax: Axes) -> Axes:
    """Draw the songs and boundaries; hatch where no song has the predicted labelset (Gweon, 2017, section 2.2)."""
    songs, names = result.songs, ["sad", "calm", "lively"]
    ax.set(xlabel="tempo, beats a minute", ylabel="brightness of the sound", xlim=(result.tempo[0], result.tempo[-1]),
           ylim=(result.brightness[0], result.brightness[-1]))  # fmt: skip
    sets = songs[names].apply(lambda row: label_words(row, names), axis=1)
    for number, (words, part) in enumerate(songs.groupby(sets, sort=False)):
        ax.scatter(part["tempo"], part["brightness"], s=90, marker=MARKERS[number], color=COLORS[number],
                   edgecolors="black", zorder=3, label=words)  # fmt: skip
    ax.contourf(result.tempo, result.brightness, ~result.seen, levels=[0.5, 1.5], colors="none", hatches=["////"])
    for number, name in enumerate(names):
        border = ax.contour(result.tempo, result.brightness, result.scores[number], levels=[0], colors="black",
                            linestyles=[LINES[number]], linewidths=1.6)  # fmt: skip
        _point_to_side(result.scores[number], border.allsegs[0][0], _ALONG[number], name, ax)
        ax.plot([], [], color="black", linestyle=LINES[number], label=f"boundary of {name}")
    _name_regions(result, names, ax)
    ax.legend(frameon=False, fontsize=10, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax


_ALONG = (0.04, 0.35, 0.56)
"""Where the arrow of each boundary is, as a share of its length from the lower or left end: away from the songs."""


def _point_to_side(scores: np.ndarray, border: np.ndarray, along: float, name: str, ax: Axes) -> None:
    """Draw an arrow from the decision boundary of a label to the side with the label."""
    border = border[np.lexsort(border.T)] if np.ptp(border[:, 1]) > 5 else border[np.argsort(border[:, 0])]
    up, across = (slope.mean() for slope in np.gradient(scores))
    rows, columns = scores.shape
    box = ax.get_window_extent()
    way = np.array([across * columns / box.width, up * rows / box.height])
    x, y = 30 * way / np.hypot(*way)
    place = border[round(along * (len(border) - 1))]
    ax.annotate(name, place, xytext=(x, y), textcoords="offset points", ha="center", va="center", fontsize=10,
                fontstyle="italic", arrowprops={"arrowstyle": "<-", "shrinkA": 1, "shrinkB": 0},
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0})  # fmt: skip


def _name_regions(result: SongMap, names: list[str], ax: Axes) -> None:
    """Write into each hatched region what binary relevance predicts there."""
    codes = np.tensordot([1, 2, 4], result.scores > 0, axes=1)
    for code in np.unique(codes[~result.seen]):
        rows, columns = np.nonzero(codes == code)
        words = label_words([code & 1, code & 2, code & 4], names)
        ax.text(result.tempo[columns].mean(), result.brightness[rows].mean(), words, ha="center", va="center",
                fontsize=10, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})  # fmt: skip


def describe_songs(result: SongMap) -> str:
    """Return how many songs have which labelset, and where the prediction is the labelset of no song, in words."""
    names = ["sad", "calm", "lively"]
    sets = result.songs[names].apply(lambda row: label_words(row, names), axis=1).value_counts(sort=False)
    text = (
        f"{len(result.songs)} songs by tempo and brightness: {', '.join(f'{n} {words}' for words, n in sets.items())}."
    )
    parts = ", ".join(f"{words} in {share:.1%}" for words, share in result.invented.items())
    return (
        f"{text} Three lines, the decision boundaries, each with an arrow to the side with the label; "
        f"hatched: labelsets that no song has, {parts} of the picture."
    )


# the hypercube ----------------------------------------------------------------------------------------------------


def plot_cube(probabilities: Sequence[float], labelsets: pd.DataFrame, ax: Axes) -> Axes:
    """Draw the cube of three labels, the rows' corners, and their distances (Gweon, 2017, Figure 2.1)."""
    corners = [np.array(corner) for corner in product((0, 1), repeat=3)]
    for start in corners:
        for axis in range(3):
            if start[axis] == 0:
                ax.plot(*np.transpose([_flat(start), _flat(start + np.eye(3)[axis])]), color="grey", linewidth=1)
    for corner in corners:
        x, y = _flat(corner)
        at, side = _BESIDE[corner[1], corner[2]]
        ax.annotate(str(tuple(corner.tolist())), (x, y), xytext=at, textcoords="offset points", ha=side,
                    fontsize=10)  # fmt: skip
    for name, end, at in zip(labelsets.columns, np.eye(3), ((0, -30), (22, -16), (-30, -3)), strict=True):
        ax.annotate(f"{name}", _flat(end / 2), xytext=at, textcoords="offset points", ha="center", fontstyle="italic")
    x, y = _flat(np.asarray(probabilities, dtype=float))
    away = _away(probabilities, labelsets)
    for number, (name, corner) in enumerate(labelsets.iterrows()):
        across, up = _flat(corner.to_numpy())
        ax.plot([x, across], [y, up], color=COLORS[number], linestyle=LINES[number])
        ax.annotate(f"{away[number]:.2f}", ((x + across) / 2, (y + up) / 2), xytext=_DISTANCES[number % 3],
                    textcoords="offset points", ha="center", va="center", fontsize=10, fontweight="bold",
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})  # fmt: skip
        ax.scatter(across, up, s=90, marker=MARKERS[number], color=COLORS[number], edgecolors="black", zorder=3,
                   label=f"{name}: {label_words(corner, labelsets.columns)}")  # fmt: skip
    point = ", ".join(f"{value:g}" for value in probabilities)
    ax.scatter(x, y, s=130, marker="*", color="black", zorder=4, label=f"({point})")
    ax.set(xlim=(-0.3, 1.8), ylim=(-0.25, 1.6), aspect="equal")
    ax.set_axis_off()
    ax.legend(frameon=False, fontsize=10, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax


_BESIDE = {
    (0, 0): ((0, -16), "center"),
    (1, 0): ((7, -13), "left"),
    (0, 1): ((-5, 5), "right"),
    (1, 1): ((0, 8), "center"),
}
"""Where the name of a corner is written, by its second and third label: not on an edge."""

_DISTANCES = ((-24, 0), (-4, 10), (14, 6))
"""Where the distance is written next to the line of each row, in points."""


def _away(probabilities: Sequence[float], labelsets: pd.DataFrame) -> np.ndarray:
    """Return the distance of each row's corner from the probabilities."""
    return np.sqrt(((labelsets.to_numpy() - np.asarray(probabilities)) ** 2).sum(axis=1))


def _flat(corner) -> tuple[float, float]:
    """Return where a point of the cube is on paper: first label to the right, second slanting, third up."""
    return float(corner[0] + 0.45 * corner[1]), float(corner[2] + 0.35 * corner[1])


def describe_cube(probabilities: Sequence[float], labelsets: pd.DataFrame) -> str:
    """Return the probabilities and their distances from the corners of the rows, in words."""
    away = _away(probabilities, labelsets)
    parts = [
        f"{name} at ({', '.join(str(int(bit)) for bit in corner)}) is {distance:.2f} away"
        for (name, corner), distance in zip(labelsets.iterrows(), away, strict=True)
    ]
    point = ", ".join(f"{value:g}" for value in probabilities)
    axes = ", ".join(labelsets.columns)
    start = f"A cube, one axis for each of {axes}. The classifiers' probabilities are the point ({point})"
    return f"{start}; {'; '.join(parts)}."


# one test row between two distances -------------------------------------------------------------------------------


def plot_sweep(result: Sweep, figure: Figure) -> Figure:
    """Draw the rows at their two distances, both images, and the labelsets as chips (Gweon, 2017, Figure 2.2)."""
    ax = figure.add_axes((0.085, 0.24, 0.335, 0.67))
    ax.scatter(result.Dx, result.Dy, s=14, color=COLORS[0], alpha=0.7, linewidths=0, label="training rows")
    at = result.Dx[result.chosen], result.Dy[result.chosen]
    _plot_line(result, ax)
    ax.scatter(*at, s=130, marker="*", color=COLORS[1], edgecolors="black", zorder=4, label="chosen row")
    ax.set(xlim=(0, 1.04 * result.Dx.max()), ylim=(0, 1.04 * result.Dy.max()), xlabel="Dx, in the features",
           ylabel="Dy, in the labels", title=f"{result.share:.0%} of the weight on Dy")  # fmt: skip
    ax.legend(frameon=False, fontsize=10, ncols=3, loc="upper center", bbox_to_anchor=(0.42, -0.18), columnspacing=1.0,
              handletextpad=0.4, handlelength=1.6)  # fmt: skip
    side = figure.add_axes((0.43, 0, 0.57, 1), xlim=(0, 0.57), ylim=(0, 1))
    side.set_axis_off()
    wide, high = figure.get_size_inches()
    for low, image, name in ((0.52, result.image, f"test digit: {result.digit}"),
                             (0.06, result.chosen_image, f"chosen row: {result.chosen_digit}")):  # fmt: skip
        across = np.linspace(0.01, 0.01 + 0.34 * high / wide, 9)  # a mesh is drawn faster than an image
        side.pcolormesh(across, np.linspace(low + 0.34, low, 9), image, cmap="gray_r", vmin=0, vmax=16)
        side.text(across.mean(), low + 0.37, name, ha="center", fontsize=11)
    _plot_chips(result, side)
    return figure


def _plot_line(result: Sweep, ax: Axes) -> None:
    """Draw the line through the chosen row on which the weighted sum is the same; no row lies below it."""
    b1, b2 = result.coefficients
    x, y = result.Dx[result.chosen], result.Dy[result.chosen]
    across = np.array([0, 1.04 * result.Dx.max()])
    if b2 > 0:
        ax.plot(across, y - b1 / b2 * (across - x), color="black", linestyle=LINES[1], label="equal sums")
    else:
        ax.axvline(x, color="black", linestyle=LINES[1], label="equal sums")


def _plot_chips(result: Sweep, ax: Axes) -> None:
    """Write each labelset as chips: filled where the label is present, marked where it is wrong."""
    lines = (("the digit has", result.true), ("chosen row", result.labelset), ("binary relevance", result.relevance))
    for place, (name, labelset) in zip((0.33, 0.415, 0.517), lines, strict=True):
        ax.text(place, 0.96, name.replace(" ", "\n"), ha="center", va="top", fontsize=10.5)
        for row, (there, true) in enumerate(zip(labelset, result.true, strict=True)):
            face = (COLORS[0] if there == true else COLORS[1]) if there else "white"
            mark = ("yes" if there else "no") + ("" if there == true else " (wrong)")
            ink = "white" if face == COLORS[0] else "black"
            ax.text(place, 0.72 - 0.14 * row, mark, ha="center", va="center", fontsize=10, color=ink,
                    bbox={**_CHIP, "facecolor": face})  # fmt: skip
    for row, name in enumerate(result.names):
        ax.text(0.3, 0.72 - 0.14 * row, name, ha="right", va="center", fontsize=10.5)


def describe_sweep(result: Sweep) -> str:
    """Return the chosen row, its distances, its labelset and that of binary relevance, in words."""
    mine, theirs = result.wrong
    seen = "which some training row has" if result.relevance_seen else "which no training row has"
    names, row = result.names, result.chosen
    kind = {"random": "drawn at random", "disagreements": "where the methods disagree"}[result.images]
    failures = " and for ".join(f"{wrong} of {n:,}" for n, wrong in result.failures.items())
    return (
        f"Test image {result.number}, {kind}, shows the digit {result.digit}: {label_words(result.true, names)}. With "
        f"{result.share:.0%} of the weight on Dy the chosen row shows the digit {result.chosen_digit} at "
        f"Dx {result.Dx[row]:.2f} and Dy {result.Dy[row]:.2f}: {label_words(result.labelset, names)}, "
        f"{mine} of {len(names)} labels wrong. "
        f"Binary relevance predicts {label_words(result.relevance, names)}, {seen}: {theirs} wrong. "
        f"The regression puts {result.fitted_share:.0%} on Dy; fitted, the labelset is wrong for {failures} images."
    )
