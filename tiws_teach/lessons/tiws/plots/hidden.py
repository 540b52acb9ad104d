"""Draw what TIWS computes, and describe it in words computed from the same numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

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


def words_of_hidden(result: HiddenCategory) -> str:
    """Return the weights, the estimate and the truth of a hidden category, in words."""
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
