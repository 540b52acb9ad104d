"""Draw matrices with labelled rows and columns, and describe their extreme entries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

_MOST_ANNOTATED = 120
_EXTREMES = {"least": np.argmin, "greatest": np.argmax}


def plot_matrix(
    matrix: pd.DataFrame, ax: Axes, title: str = "", decimals: int = 0, center: float | None = None
) -> Axes:
    """Draw a matrix as a heat map, with numbers in up to 120 cells (Bang et al., 2020, D, T, I, H and S)."""
    annotated = matrix.size <= _MOST_ANNOTATED
    cmap = "viridis" if center is None else "RdBu_r"
    words = [word.replace(" ", "\n") for word in _words(matrix)] if matrix.shape[1] <= 12 else _words(matrix)
    frame = matrix.set_axis(words, axis=1)
    sns.heatmap(
        frame, ax=ax, cmap=cmap, center=center, annot=annotated, fmt=f".{decimals}f", cbar=not annotated, linewidths=0.5
    )
    ax.set(title=title, xlabel="", ylabel=str(matrix.index.name or ""))
    ax.tick_params(axis="y", rotation=0)
    ax.tick_params(axis="x", rotation=90 if len(words) > 12 else 0)
    return ax


def describe_matrix(matrix: pd.DataFrame, name_of_matrix: str, decimals: int = 0) -> str:
    """Return the size of a matrix and its extreme entries in words."""
    values = matrix.to_numpy(dtype=float)
    place = {name: np.unravel_index(pick(values), values.shape) for name, pick in _EXTREMES.items()}
    words, rows = _words(matrix), [str(label) for label in matrix.index]
    parts = [
        f"{name} {round(values[at], decimals) + 0.0:.{decimals}f} at {rows[at[0]]} / {words[at[1]]}"
        for name, at in place.items()
    ]
    return f"Heat map of {name_of_matrix}: {len(rows)} rows, {len(words)} columns; {', '.join(parts)}."


def plot_clusters(similarity: pd.DataFrame, tree: np.ndarray, groups: pd.Series | None = None) -> Any:
    """Draw S in the order of a hierarchical clustering of its categories (Bang and Lin, poster)."""
    palette = sns.husl_palette(0 if groups is None else groups.nunique())
    strip = None if groups is None else groups.map(dict(zip(sorted(groups.unique()), palette, strict=True)))
    filled = similarity + np.eye(len(similarity))
    return sns.clustermap(filled, row_linkage=tree, col_linkage=tree, row_colors=strip, cmap="viridis", vmin=0, vmax=1,
                          figsize=(6, 6), cbar_kws={"label": "similarity"})  # fmt: skip


def _words(matrix: pd.DataFrame) -> list[str]:
    """Return the column labels as words; a label of two levels reads as both."""
    return [" ".join(map(str, label)) if isinstance(label, tuple) else str(label) for label in matrix.columns]
