"""Draw what resampling does: synthetic rows, spread over seeds, and data leakage."""

from __future__ import annotations

from matplotlib.axes import Axes

from tiws_teach.lessons.imbalance.experiments.smote_steps import SmoteStep
from tiws_teach.lessons.imbalance.plots.judged import HEALTHY, ILL, MADE


def plot_smote_step(step: SmoteStep, ax: Axes) -> Axes:
    """Draw a synthetic row on the line to a neighbour, and 200 others (Chawla et al., 2002, section 4.2)."""
    for points, marker, size, color, name in (
        (step.all_points, ".", 26, "dimgrey", "200 synthetic rows"),
        (step.healthy, "o", 45, HEALTHY, "healthy"),
        (step.ill, "^", 70, ILL, "ill"),
    ):
        edge = "none" if marker == "." else "black"
        ax.scatter(points[:, 0], points[:, 1], s=size, marker=marker, color=color, edgecolors=edge, label=name)
    start = step.ill[step.start]
    for rank, row in enumerate(step.neighbors, start=1):
        chosen = rank == step.rank
        end = step.ill[row]
        ax.plot([start[0], end[0]], [start[1], end[1]], color="black", linewidth=2 if chosen else 0.9,
                linestyle="-" if chosen else ":", zorder=0)  # fmt: skip
        ax.annotate(str(rank), step.ill[row], xytext=(7, 5), textcoords="offset points", fontsize=10)
    ax.scatter(start[0], start[1], s=220, facecolors="none", edgecolors="black", linewidths=1.8, label="start")
    ax.scatter(
        step.point[0], step.point[1], s=170, marker="*", color=MADE, edgecolors="black", zorder=5, label="synthetic row"
    )
    ax.set(xlim=(0, 8), ylim=(0, 6.6), xlabel="feature 1", ylabel="feature 2", aspect="equal")
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=10)
    return ax


def describe_smote_step(step: SmoteStep) -> str:
    """Return where the synthetic row lies, what it is nearest to, and how many of one call lie among the healthy."""
    start, end = step.ill[step.start], step.ill[step.neighbors[step.rank - 1]]
    nearest = "ill" if step.nearest_is_ill else "healthy"
    gone = f"Row {step.asked + 1} is left out, so row {step.start + 1} is shown. " if step.asked > step.start else ""
    return (
        f"{gone}From ill row {step.start + 1} at ({start[0]:.1f}, {start[1]:.1f}) towards its ill neighbour "
        f"{step.rank} at ({end[0]:.1f}, {end[1]:.1f}), u = {step.u:.1f}: the synthetic row is "
        f"({step.point[0]:.2f}, {step.point[1]:.2f}). "
        f"The nearest recorded row is {nearest}, {step.distance:.2f} away. Of 200 synthetic rows of one call with "
        f"{len(step.neighbors)} neighbours, {200 * step.share_astray:.0f} lie nearest to a healthy row."
    )
