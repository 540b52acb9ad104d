"""The multi-label replication: average ranks, claimed and measured, side by side."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS


def plot_ranks(rows: pd.DataFrame, axes: Sequence[Axes]) -> Sequence[Axes]:
    """Draw one panel for each measure: a star for the thesis's average rank of a method, a dot for the measured one."""
    for ax, (name, part) in zip(axes, rows.groupby("measure", sort=False), strict=True):
        places = range(len(part))
        ax.hlines(places, part["thesis"], part["measured"], color="0.7", linewidth=1.5, zorder=1)
        ax.scatter(part["thesis"], places, marker="*", s=130, color="black", label="thesis", zorder=2)
        ax.scatter(part["measured"], places, marker="o", s=45, color=COLORS[0], edgecolors="black", label="measured",
                   zorder=3)  # fmt: skip
        ax.set_yticks(places, part["method"])
        ax.set(title=name, xlabel="average rank (1 is best)", xlim=(0.5, len(part) + 0.5), ylim=(len(part) - 0.5, -0.5))
    return axes
