"""Draw what a threshold does: measures, costs, and precision against recall."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS, LINES, MARKERS

_STEPS = "steps-post"  # nothing changes between two scores that occur
_THRESHOLD = "decision threshold: call ill if the score is above it"


def plot_costs(paths: dict[str, pd.Series], ax: Axes) -> Axes:
    """Draw the mean cost of a patient against the threshold, with the least cost marked (Elkan, 2001, section 1)."""
    for i, (name, path) in enumerate(paths.items()):
        ax.plot(
            path.index, path, color=COLORS[i % 6], linestyle=LINES[i % 6], linewidth=2, label=name, drawstyle=_STEPS
        )
        best = path.idxmin()
        ax.plot(best, path[best], marker=MARKERS[i % 6], markersize=9, color=COLORS[i % 6], markeredgecolor="black")
    ax.set(
        xlabel=_THRESHOLD,
        ylabel="mean cost of a patient\n(unit: a false alarm)",
        xlim=(0, 1),
    )
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, fontsize=10)
    return ax


def describe_costs(paths: dict[str, pd.Series]) -> str:
    """Return the least cost of each line, its threshold, and the cost at one half, in words."""
    parts = [
        f"{name}: least {path.min():.3f} at {path.idxmin():.2f}, at one half {path.loc[0.5]:.3f}"
        for name, path in paths.items()
    ]
    return f"Mean cost of a patient by threshold; the unit is a false alarm. {'; '.join(parts)}."
