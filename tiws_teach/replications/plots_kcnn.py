"""Draw errors against k, and decision boundaries and posteriors on a grid next to those of Bayes' rule.

Source: Gweon (2017), Figures 3.3 to 3.11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tiws_teach.plots import COLORS, LINES, MARKERS

if TYPE_CHECKING:
    from tiws_teach.replications.kcnn_boundaries import Field

LEVELS = np.linspace(0, 1, 11)


def plot_errors(curves: pd.DataFrame, axes: Sequence[Axes], bold: str = "EkCNN") -> Sequence[Axes]:
    """Draw the error against k, one panel for each data set and one line for each method."""
    for ax, (name, part) in zip(axes, curves.groupby("data", sort=False), strict=True):
        for i, (method, line) in enumerate(part.groupby("method", sort=False)):
            style: dict[str, Any] = {"color": COLORS[i], "linestyle": LINES[i], "linewidth": 1.3}
            if method == bold:
                style = {"color": "black", "linestyle": "-", "linewidth": 3.0}
            ax.plot(line["k"], line["error"], marker=MARKERS[i], markersize=4, label=method, **style)
        ax.set(title=name, xticks=range(1, 16, 2))
    return axes


def plot_settings(means: pd.DataFrame, ax: Axes) -> Axes:
    """Draw the error against k, one line for each setting, darker from the first to the last."""
    by = str(means.columns[0])
    settings = list(means[by].unique())
    shades = mpl.colormaps["cividis_r"](np.linspace(0.15, 1, len(settings)))
    for i, (setting, shade) in enumerate(zip(settings, shades, strict=True)):
        line = means[means[by] == setting]
        ax.plot(line["k"], line["error"], color=shade, marker=MARKERS[i], markersize=5, label=setting)
    ax.set(xlabel="k", ylabel="error rate", xticks=range(1, 16, 2))
    ax.legend(title=by, ncols=2, frameon=False)
    return ax


def plot_fields(fields: Sequence[Field], axes: Sequence[Axes], kind: str = "boundary") -> Sequence[Axes]:
    """Draw one panel for each field."""
    for field, ax in zip(fields, axes, strict=True):
        (plot_posterior if kind == "posterior" else plot_boundary)(field, ax)
    return axes


def plot_boundary(field: Field, ax: Axes) -> Axes:
    """Draw the rows, the boundary of a method, and that of Bayes' rule, dashed."""
    _points(field, ax)
    ax.contour(field.x1, field.x2, field.posterior, levels=[0.5], colors="black", linewidths=1.8)
    ax.contour(field.x1, field.x2, field.truth, levels=[0.5], colors=[COLORS[1]], linewidths=1.8, linestyles="dashed")
    return _bare(field, ax)


def plot_posterior(field: Field, ax: Axes) -> Axes:
    """Draw the posterior of class 1 in ten steps from light to dark, and the rows."""
    ax.contourf(field.x1, field.x2, field.posterior, levels=LEVELS, cmap="Greys", vmin=0, vmax=1.3)
    _points(field, ax)
    return _bare(field, ax)


def describe_fields(fields: list[Field]) -> str:
    """Return what panels of boundaries or posteriors show, in words."""
    parts = []
    for field in fields:
        other = np.mean((field.posterior > 0.5) != (field.truth > 0.5))
        extreme = np.mean((field.posterior <= 0.1) | (field.posterior >= 0.9))
        parts.append(f"{field.method}, k = {field.k}: {other:.1%} and {extreme:.0%}")
    return (
        f"{len(fields[0].mixture.y)} rows of two classes. Share of the picture on the other side than by Bayes' rule, "
        f"and share with a posterior outside .1 to .9: {'; '.join(parts)}."
    )


def _points(field: Field, ax: Axes) -> None:
    for c, size in ((0, 14), (1, 18)):
        x1, x2 = field.mixture.rows[field.mixture.y == c].T
        ax.scatter(x1, x2, s=size, marker=MARKERS[2 * c], color=COLORS[2 * c], linewidths=0, alpha=0.7)


def _bare(field: Field, ax: Axes) -> Axes:
    ax.set(title=f"{field.method}, k = {field.k}", xticks=[], yticks=[])
    ax.set_xlim(field.x1[0], field.x1[-1])
    ax.set_ylim(field.x2[0], field.x2[-1])
    return ax
