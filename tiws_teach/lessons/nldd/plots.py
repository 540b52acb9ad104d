"""Draw songs with several labels, the cube of labels, expected losses, pairs, and losses by the weight."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.nldd.experiments.songs import SongMap, label_words
from tiws_teach.lessons.nldd.experiments.weights import ends, least
from tiws_teach.plots import COLORS, LINES, MARKERS

# songs ------------------------------------------------------------------------------------------------------------


def plot_songs(result: SongMap, figure: Figure | None = None) -> Figure:
    """Draw the songs and boundaries; hatch where no song has the predicted labelset (Gweon, 2017, section 2.2)."""
    figure = figure or Figure(figsize=(7.4, 4), layout="constrained")
    ax, songs, names = figure.subplots(), result.songs, ["sad", "calm", "lively"]
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
    return figure


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


def plot_cube(probabilities: Sequence[float], labelsets: pd.DataFrame, figure: Figure | None = None) -> Figure:
    """Draw the cube of three labels, the rows' corners, and their distances (Gweon, 2017, Figure 2.1)."""
    figure = figure or Figure(figsize=(7.2, 3.4), layout="constrained")
    ax, corners = figure.subplots(), [np.array(corner) for corner in product((0, 1), repeat=3)]
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
    return figure


_BESIDE = {(0, 0): ((0, -16), "center"), (1, 0): ((7, -13), "left"), (0, 1): ((-5, 5), "right"),
           (1, 1): ((0, 8), "center")}  # fmt: skip
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


# expected losses --------------------------------------------------------------------------------------------------


def plot_expected(losses: pd.DataFrame, figure: Figure | None = None) -> Figure:
    """Draw the expected losses of every answer as bars, a panel for each loss; the smallest is dark."""
    figure = figure or Figure(figsize=(8, 3.4), layout="constrained")
    axes = figure.subplots(1, losses.shape[1], sharey=True)
    for ax, (name, column) in zip(axes, losses.items(), strict=True):
        is_best = np.isclose(column, column.min())
        colors = [COLORS[1] if best else "#d5d5d8" for best in is_best]
        bars = ax.barh(losses.index, column, color=colors, edgecolor="black", linewidth=0.6)
        told = [f"{value:.2f}{' ◀ best' if best else ''}" for value, best in zip(column, is_best, strict=True)]
        ax.bar_label(bars, told, padding=3, fontsize=10)
        ax.set(title=f"expected {name}", xlim=(0, 1.25), xticks=[0, 0.5, 1])
    axes[0].invert_yaxis()
    return figure


def describe_expected(losses: pd.DataFrame) -> str:
    """Return the expected losses of every answer, and the best answer, in words."""
    parts = []
    for name, column in losses.items():
        values = ", ".join(f"{answer} {value:.2f}" for answer, value in column.items())
        parts.append(f"Expected {name}, least for {column.idxmin()}: {values}")
    return f"Bars for {len(losses)} answers. {'. '.join(parts)}."


# pairs ------------------------------------------------------------------------------------------------------------


def plot_pairs(
    distances: np.ndarray, wrong: np.ndarray, b: np.ndarray, n_labels: int, figure: Figure | None = None
) -> Figure:
    """Draw pairs at their two distances, darker with more wrong labels, and lines of equal expected errors."""
    figure = figure or Figure(figsize=(6.6, 3.6), layout="constrained")
    ax, (across, up) = figure.subplots(), distances.T
    dots = ax.scatter(across, up, c=wrong, s=36, cmap="Oranges", vmin=-1, edgecolors="black", linewidths=0.5)
    each = range(wrong.max() + 1)
    figure.colorbar(dots, ax=ax, label=f"wrong labels of {n_labels}", ticks=each, boundaries=np.arange(-0.5, len(each)))
    x, y = np.meshgrid(*(np.linspace(0, 1.05 * column.max(), 60) for column in distances.T))
    expected = n_labels / (1 + np.exp(-(b[0] + b[1] * x + b[2] * y)))
    levels = np.arange(0.5, 3.1, 0.5)
    lines = ax.contour(x, y, expected, levels=levels, colors="black", linewidths=1.2)
    high = (np.log(levels / (n_labels - levels)) - b[0] - b[1] * 0.86 * x.max()) / b[2]
    places = [(0.86 * x.max(), place) for place in high if 0 < place < y.max()]  # to the right of most pairs
    ax.clabel(lines, fmt="%g expected", fontsize=10, manual=places)
    ax.set(xlabel="$D_x$, in the features", ylabel="$D_y$, in the labels")
    return figure


def describe_pairs(distances: np.ndarray, wrong: np.ndarray, b: np.ndarray, n_labels: int) -> str:
    """Return how many pairs there are, the mean number of wrong labels near and far, and the slopes, in words."""
    sums = distances @ b[1:]
    near = sums <= np.median(sums)
    return (
        f"{len(wrong)} pairs at their two distances. In the half with the smaller weighted sum {wrong[near].mean():.2f}"
        f" of {n_labels} labels are wrong on average, in the other half {wrong[~near].mean():.2f}. "
        f"Straight lines of equal expected errors, with slopes {b[1]:.2f} of Dx and {b[2]:.2f} of Dy."
    )


# losses by the weight ---------------------------------------------------------------------------------------------

NAMES = {"zero_one": "0/1 loss", "hamming": "Hamming loss"}


def plot_curves(runs: pd.DataFrame, tools: pd.DataFrame, figure: Figure | None = None) -> Figure:
    """Draw the mean of both losses by the share on Dy, the best share, those of single splits, and tools as lines."""
    figure = figure or Figure(figsize=(9, 4), layout="constrained")
    mean = runs.groupby("share")[list(NAMES)].mean()
    for ax, loss in zip(figure.subplots(1, 2), NAMES, strict=True):
        line, best = mean[loss], mean[loss].idxmin()
        ax.plot(line.index, line, color=COLORS[0], linewidth=2.2, label="mean")
        ax.plot(best, line[best], "v", color="black", markersize=9, label=f"least: {best:.0%} on $D_y$")
        counts = least(runs, loss).value_counts()
        ax.bar(counts.index, 0.15 * counts / counts.max(), 0.03, transform=ax.get_xaxis_transform(), color="#b9b9bf",
               label="in single splits")  # fmt: skip
        for tool, value in tools[loss].items():
            ax.axhline(value, color="#5b5b63", linewidth=1.2, linestyle=LINES[3], zorder=1)
            ax.text(1.03, value, str(tool), fontsize=10, va="center")
        low, high = ax.get_ylim()
        ax.set(xlabel="share of the weight on $D_y$", ylabel=f"{NAMES[loss]} (part of the axis)", xlim=(-0.02, 1.02),
               ylim=(low - 0.2 * (high - low), high))  # fmt: skip
        ax.legend(frameon=False, fontsize=10, loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=3, handlelength=1)
    return figure


def describe_curves(runs: pd.DataFrame, tools: pd.DataFrame) -> str:
    """Return both losses at the ends and at their best share, and those of the tools, in words."""
    mean, parts = runs.groupby("share")[list(NAMES)].mean(), []
    for loss, name in NAMES.items():
        y, told = mean[loss], "".join(f"; {tool} {x:.3f}" for tool, x in tools[loss].items())
        parts.append(f"{name} {y.iloc[0]:.3f} with Dx alone, {y.iloc[-1]:.3f} with Dy alone, least {y.min():.3f} "
                     f"at {y.idxmin():.0%} on Dy, in single splits at {ends(least(runs, loss))}{told}")  # fmt: skip
    return f"Mean losses by the share of the weight on Dy. {'. '.join(parts)}."


def plot_valleys(best: pd.DataFrame, single: dict[str, pd.Series], figure: Figure | None = None) -> Figure:
    """Draw for each data set the best share on Dy for each loss, with a small dot for each split's own."""
    figure, places = figure or Figure(figsize=(8.4, 4.8), layout="constrained"), range(len(best))
    ax = figure.subplots()
    for i, name in enumerate(best):
        beside = np.arange(len(best)) + 0.26 * (i - 1)
        places_of = beside[best.index.get_indexer(single[name].index.get_level_values("data"))]
        ax.scatter(single[name], places_of, 22, color=COLORS[i], alpha=0.3, linewidths=0)
        ax.plot(best[name], beside, MARKERS[i], color=COLORS[i], markersize=8, markeredgecolor="black", label=name)
    ax.set(xlabel="share of the weight on $D_y$", yticks=places, yticklabels=best.index, xlim=(-0.03, 1.03))
    ax.invert_yaxis()
    ax.legend(frameon=False, fontsize=10, loc="center left", bbox_to_anchor=(1, 0.5), title="small dots: single splits")
    return figure


def describe_valleys(best: pd.DataFrame, single: dict[str, pd.Series]) -> str:
    """Return the best shares of each data set and those of single splits, in words."""
    rows = (", ".join(f"{name} {share:.0%} ({ends(single[name].loc[data])})" for name, share in row.items())
            for data, row in best.iterrows())  # fmt: skip
    parts = "; ".join(f"{data}: {row}" for data, row in zip(best.index, rows, strict=True))
    return f"The best share of the weight on Dy (in single splits). {parts}."


_FARTHEST = 1.3
"""Tools with a larger loss, relative to binary relevance, are drawn here with their loss in figures."""
TOOLS = {"forests, label by label": (COLORS[3], "D"), "forest, whole sets": (COLORS[2], "^"),
         "SVM, label by label": (COLORS[1], "D"), "SVM, whole sets": (COLORS[1], "^"), "1-NN, Dx alone": ("black", "o"),
         "NLDD, learned": ("white", "o"), "NLDD, validated": (COLORS[0], "o"), "doing nothing": (COLORS[4], "v"),
         "NLDD": ("white", "o"), "NLDD, libsvm": (COLORS[1], "o"), "label powerset": (COLORS[5], "P"),
         "several chains": ("#2e7d32", "s"), "RF-PCT": (COLORS[3], "D")}  # fmt: skip
"""Colour and marker of each tool; the last five are in a further question only."""


def plot_tools(ratios: dict[str, pd.DataFrame], figure: Figure | None = None) -> Figure:
    """Draw for each loss a panel with a row for each data set, and each tool's loss relative to binary relevance."""
    figure = figure or Figure(figsize=(9, 1.5 + ratios["0/1 loss"].size / 14), layout="constrained")
    axes = figure.subplots(1, len(ratios), sharey=True)
    for ax, (loss, table) in zip(axes, ratios.items(), strict=True):
        places, look = np.arange(len(table)), {"markersize": 7, "markeredgecolor": "black", "linestyle": "none"}
        for i, tool in enumerate(table):
            beside = places + 0.78 / table.shape[1] * (i - (table.shape[1] - 1) / 2)
            color, marker = TOOLS[tool]
            ax.plot(table[tool].clip(upper=_FARTHEST), beside, marker=marker, color=color, label=tool, **look)
            for place, x in zip(beside[table[tool] > _FARTHEST], table[tool][table[tool] > _FARTHEST], strict=True):
                ax.text(_FARTHEST - 0.03, place, f"{x:.1f} →", ha="right", va="center", fontsize=10)
        for place in places[1:]:
            ax.axhline(place - 0.5, color="#d5d5d8", linewidth=1, zorder=0)
        ax.axvline(1, color="black", linewidth=1, linestyle=LINES[1])
        ax.set(xlabel=f"{loss}, BR = 1", yticks=places, yticklabels=table.index, ylim=(-0.5, len(table) - 0.5))
    axes[0].invert_yaxis()
    names = axes[0].get_legend_handles_labels()
    figure.legend(*names, loc="outside lower center", ncols=(len(names[0]) + 1) // 2, frameon=False, fontsize=10)
    return figure


def describe_tools(ratios: dict[str, pd.DataFrame]) -> str:
    """Return each tool's loss relative to binary relevance by loss and data set, in words."""
    parts = []
    for loss, table in ratios.items():
        rows = [f"{data}: " + ", ".join(f"{tool} {x:.2f}" for tool, x in row.items()) for data, row in table.iterrows()]
        parts.append(f"{loss}: {'; '.join(rows)}")
    return f"Losses relative to binary relevance. {'. '.join(parts)}."


_PAY = "Do you pay for one loss or for both?"
DECISIONS = {
    "Must each answer name the known row whose labels it copies?": {
        "yes": "Compare 1-NN with NLDD by your loss on held-out rows. 1-NN had 0.29 of BR's 0/1 loss on "
               "digits by writer and NLDD, learned, 0.44; 0.93 and 0.87 on yeast.", "no": _PAY},
    _PAY: {"one": "Compare label by label with whole sets by that loss on held-out rows. SVMs on the songs had 0.90 "
                  "and 0.94 of BR's Hamming loss, 0.92 and 0.85 of its 0/1 loss.",
           "both": "Compare both ways by each loss; make two predictions only if the winners differ. SVMs of whole "
                   "sets won both on digits by writer, 0/1 loss alone on the songs."},
}  # fmt: skip
