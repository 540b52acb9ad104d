"""Draw the means of many samples, and say the same numbers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from tiws_teach.plots import COLORS

if TYPE_CHECKING:  # drawing needs the attributes of the result only
    from tiws_teach.lessons.categories.experiments import Means


def plot_means(result: Means, ax: Axes) -> Axes:
    """Draw a histogram of the means with the truth as a dashed line."""
    ax.hist(result.means, bins=[x / 10 for x in range(41)], color=COLORS[0], edgecolor="black")
    ax.axvline(1.0, linestyle="--", color="black")
    ax.set(xlim=(0, 4), ylim=(0, 320), xlabel="mean of a sample, minutes", ylabel="samples", title=f"n = {result.n}")
    return ax


def describe_means(result: Means) -> str:
    """Return the spread of the means in words."""
    return f"Means of {len(result.means)} samples of n = {result.n}: the standard deviation is {result.spread:.3f}."
