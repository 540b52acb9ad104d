"""Draw what TIWS computes, and describe it in words computed from the same numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.plots import COLORS, MARKERS

if TYPE_CHECKING:  # drawing needs only the attributes of the result
    from tiws_teach.lessons.tiws.experiments.hidden import HiddenCategory


def plot_profiles(document: pd.DataFrame, ax: Axes) -> Axes:
    """Draw each category's shares of the words of every other feature as stacked bars, the hidden category last."""
    shares = profile_shares(document)
    features = list(dict.fromkeys(document.columns.get_level_values(0)))
    places = np.arange(len(document)) * (len(features) + 1)
    for i, feature in enumerate(features):
        base = np.zeros(len(document))
        for word in shares[feature].columns:
            part = shares[feature][word].to_numpy()
            color = COLORS[shares.columns.get_loc((feature, word)) % 6]  # one colour for one word
            ax.bar(places + i, part, 0.9, bottom=base, color=color, edgecolor="black", linewidth=0.6)
            for place, share, below in zip(places + i, part, base, strict=True):
                if share > 0.1:
                    ax.text(float(place), below + share / 2, word, ha="center", va="center", fontsize=10, color="white")
            base += part
    ax.set_xticks(places + (len(features) - 1) / 2, [str(label) for label in document.index])
    ax.set(
        ylim=(0, 1),
        ylabel="share of the category's rows",
        xlabel=f"{document.index.name} (bars: {', '.join(features)})",
    )
    return ax


def profile_shares(document: pd.DataFrame) -> pd.DataFrame:
    """Return each row of a document matrix as shares within every other feature."""
    totals = document.T.groupby(level=0, sort=False).transform("sum").T
    return document.div(totals.where(totals > 0, 1))


def describe_profiles(document: pd.DataFrame) -> str:
    """Return, for each category, the most common word of every other feature with its share, in words."""
    shares = profile_shares(document)
    parts = []
    for label, row in shares.iterrows():
        tops = [
            f"{row[feature].idxmax()} {row[feature].max():.2f}"
            for feature in dict.fromkeys(row.index.get_level_values(0))
        ]
        parts.append(f"{label}: {', '.join(tops)}")
    return f"Stacked bars of shares by {document.index.name}; the most common word of each feature: {'; '.join(parts)}."


def plot_hidden(result: HiddenCategory, figure: Figure) -> list[Axes]:
    """Draw the documents of a hidden category, its similarities and weights, and the estimates (Bang et al., 2020)."""
    axes = [figure.add_axes((left, 0.27, width, 0.64)) for left, width in ((0.135, 0.305), (0.475, 0.18), (0.72, 0.27))]
    _draw_document(result, axes[0])
    _draw_weights(result, axes[1])
    plot_estimates(result, axes[2])
    return axes


def plot_estimates(result: HiddenCategory, ax: Axes) -> Axes:
    """Draw the seen estimates as circles with the weight as area, then the estimate, the truth and the overall mean."""
    table = result.table
    ax.scatter(np.zeros(len(table)), table["estimate"], s=30 + 600 * table["weight"], color=COLORS[0], alpha=0.6,
               edgecolors="black")  # fmt: skip
    if len(table) <= 8:
        for label, value in table["estimate"].items():
            ax.annotate(str(label), (0, value), xytext=(14, 0), textcoords="offset points", va="center", fontsize=10)
    values = (result.estimate, result.truth, result.overall)
    names = ("estimate", "truth", "overall\nmean")
    for place, name, value, marker, color in zip(
        (1.9, 2.8, 3.7), names, values, ("D", "*", "P"), COLORS[1:4], strict=True
    ):
        ax.scatter(place, value, marker=marker, s=110, color=color, edgecolors="black")
        ax.annotate(f"{value:.2f}\n{name}", (place, value), xytext=(0, 9), textcoords="offset points", ha="center",
                    fontsize=10)  # fmt: skip
    ax.set(xlim=(-0.4, 4.3), ylim=(-0.05, 1.15), xticks=[], yticks=[0, 0.5, 1], title=f"target of {result.category}")
    ax.set_xlabel("circles: seen, area = weight", loc="left", fontsize=10)
    ax.set_ylabel("mean of the target", fontsize=10)
    return ax


def describe_hidden(result: HiddenCategory) -> str:
    """Return what a picture of a hidden category shows, in words."""
    table = result.table.sort_values("weight", ascending=False, kind="stable")
    top = ", ".join(f"{label} {weight:.3f}" for label, weight in table["weight"].head(3).items())
    weights = f"weights {top}" + (f" and {len(table) - 3} more" if len(table) > 3 else "")
    error, naive = abs(result.estimate - result.truth), abs(result.overall - result.truth)
    verdict = "as far from" if abs(error - naive) < 0.0005 else "nearer to" if error < naive else "farther from"
    than = "as" if verdict.startswith("as") else "than"
    return (
        f"Hidden: {result.feature} = {result.category} ({result.rows:.0f} rows), {result.similarity_name} similarity, "
        f"sharpness {result.sharpness:g}: {weights}. Estimate {result.estimate:.3f}, truth {result.truth:.3f}, "
        f"mean of all others {result.overall:.3f}: the estimate is {verdict} the truth {than} that mean."
    )


def plot_size_path(path: pd.DataFrame, ax: Axes, resized: str, rows: float | None = None) -> Axes:
    """Draw the similarity to each seen category against the number of rows of one category."""
    for i, label in enumerate(path.columns):
        ax.plot(path.index, path[label], color=COLORS[i % 6], marker=MARKERS[i % 10], markersize=4, label=f"to {label}")
    if rows is not None:
        ax.axvline(rows, color="black", linewidth=1.2, linestyle="--")
    ax.set(xscale="log", ylim=(-0.03, 1.03), xlabel=f"rows of {resized}", ylabel="similarity")
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_size_path(path: pd.DataFrame, name: str, resized: str) -> str:
    """Return the most similar seen category at the smallest, the middle and the largest size, in words."""
    chosen = path.iloc[[0, len(path) // 2, -1]]
    parts = [f"{rows:.0f} rows {row.idxmax()} ({row.max():.2f})" for rows, row in chosen.iterrows()]
    return (
        f"Similarity of {name} to the seen categories by the size of {resized}. "
        f"Most similar: with {', with '.join(parts)}."
    )


def _draw_document(result: HiddenCategory, ax: Axes) -> None:
    """Draw the shares of the document's rows as a plain image; a heat map takes three times as long."""
    shares = profile_shares(result.document)
    ax.imshow(shares, aspect="auto", cmap="viridis", vmin=0, vmax=1)
    words = [f"{feature} {word}" for feature, word in shares.columns]
    ax.set_xticks(range(len(words)), words, rotation=90, fontsize=10)
    rows = [f"{label} (hidden)" if label == result.category else str(label) for label in shares.index]
    ax.set_yticks(range(len(rows)), rows, fontsize=10)
    ax.set_title("documents, as shares (dark 0, bright 1)")


def _draw_weights(result: HiddenCategory, ax: Axes) -> None:
    """Draw the similarity and the weight of each seen category as two bars, one above the other."""
    table, places = result.table, np.arange(len(result.table))
    ax.barh(places - 0.2, table["similarity"], 0.36, color="white", edgecolor="black")
    ax.barh(places + 0.2, table["weight"], 0.36, color=COLORS[0], edgecolor="black")
    ax.set(xlim=(0, 1.02), xticks=[0, 0.5, 1], yticks=[], ylim=(len(table) + 0.5, -0.5), title="similarity and weight")
    ax.set_xlabel("white: similarity, blue: weight", fontsize=10)  # a legend would take a tenth of the time
