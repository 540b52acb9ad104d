"""Draw what a threshold does: measures, costs, and precision against recall."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS, LINES, MARKERS

_STEPS = "steps-post"  # nothing changes between two scores that occur


def plot_threshold_path(path: pd.DataFrame, ax: Axes, silent: float | None = None) -> Axes:
    """Draw measures against the threshold of a score."""
    for i, name in enumerate(path.columns):
        ax.plot(
            path.index,
            path[name],
            color=COLORS[i % 6],
            linestyle=LINES[i % 6],
            linewidth=2,
            label=name,
            drawstyle=_STEPS,
        )
    if silent is not None:
        ax.axhline(silent, color="black", linewidth=1, label="accuracy of 'all healthy'")
    ax.set(xlim=(0, 1), ylim=(0, 1.03), xlabel="threshold: call ill if the score is above it", ylabel="measure, 0 to 1")
    ax.legend(frameon=False, fontsize=10, loc="center left", bbox_to_anchor=(1.01, 0.5))
    return ax


def describe_threshold_path(path: pd.DataFrame) -> str:
    """Return where each measure is greatest, in words."""
    parts = [f"{name} {path[name].max():.2f} at {path[name].idxmax():.2f}" for name in path.columns]
    return f"Measures by threshold. Greatest values: {'; '.join(parts)}."


def plot_precision_recall(steps: Mapping[str, pd.DataFrame], ax: Axes, share: float) -> Axes:
    """Draw precision against recall in steps, and the share of the rare class, which chance reaches."""
    for i, (name, table) in enumerate(steps.items()):
        x, y = np.append(0, table["recall"]), np.append(table["precision"].iloc[:1], table["precision"])
        ax.step(x, y, where="pre", color=COLORS[i % 6], linestyle=LINES[i % 6], linewidth=1.8, label=name)
    ax.axhline(share, color="black", linewidth=1, label="share of the ill")
    ax.set(xlim=(0, 1.01), ylim=(0, 1.03), xlabel="recall", ylabel="precision")
    ax.legend(frameon=False, fontsize=10, loc="upper right")
    return ax


def describe_precision_recall(areas: Mapping[str, float], share: float) -> str:
    """Return the area under each stepped line, in words."""
    parts = ", ".join(f"{name} {area:.3f}" for name, area in areas.items())
    return f"Precision against recall, in steps; area under the line: {parts}; the share of the ill is {share:.2f}."


def plot_costs(paths: dict[str, pd.Series], ax: Axes) -> Axes:
    """Draw the mean cost of a patient against the threshold, with the least cost marked.

    Source: Elkan (2001), section 1.
    """
    for i, (name, path) in enumerate(paths.items()):
        ax.plot(
            path.index, path, color=COLORS[i % 6], linestyle=LINES[i % 6], linewidth=2, label=name, drawstyle=_STEPS
        )
        best = path.idxmin()
        ax.plot(best, path[best], marker=MARKERS[i % 6], markersize=9, color=COLORS[i % 6], markeredgecolor="black")
    ax.set(
        xlabel="threshold: call ill if the score is above it",
        ylabel="mean cost of a patient\n(unit: a false alarm)",
        xlim=(0, 1),
    )
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_costs(paths: dict[str, pd.Series]) -> str:
    """Return the least cost of each line, its threshold, and the cost at one half, in words.

    Source: Elkan (2001), section 1.
    """
    parts = [
        f"{name}: least {path.min():.3f} at {path.idxmin():.2f}, at one half {path.loc[0.5]:.3f}"
        for name, path in paths.items()
    ]
    return f"Mean cost of a patient by threshold; the unit is a false alarm. {'; '.join(parts)}."
