"""Draw production curves and answers at a threshold, and say the same numbers in words."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiws_teach.lessons.occupation.experiments import AtThreshold
from tiws_teach.occupation import ProductionCurve
from tiws_teach.plots import COLORS, look

SHOWN = 4
"""Answers that are listed on either side of the threshold."""
RATES = np.arange(1, 51) / 50


def plot_curves(curves: dict[str, ProductionCurve], ax: Axes) -> Axes:
    """Draw the accuracy of each method against its production rate."""
    for i, (name, curve) in enumerate(curves.items()):
        ax.plot(RATES, curve.accuracy_at(RATES), markevery=(4 + i, 10), markeredgecolor="black", label=name, **look(i))
    lowest = min(float(curve.accuracy_at(1)) for curve in curves.values())
    ax.set(xlim=(0, 1), ylim=(max(0, round(lowest - 0.08, 1)), 1.02), xlabel="production rate", ylabel="accuracy")
    ax.legend(frameon=False, fontsize=10, loc="lower left")
    return ax


def describe_curves(curves: dict[str, ProductionCurve]) -> str:
    """Return the accuracy of each method at three production rates, in words."""
    parts = []
    for name, curve in curves.items():
        low, middle, full = curve.accuracy_at([0.3, 0.6, 1])
        parts.append(f"{name} {low:.3f}, {middle:.3f} and {full:.3f}")
    return f"Accuracy at production rates 0.3, 0.6 and 1: {'; '.join(parts)}."


def plot_split(result: AtThreshold, figure: Figure) -> None:
    """Draw the curve with the threshold, and list the answers on either side of it."""
    curve_ax, list_ax = figure.subplots(1, 2, width_ratios=[1, 1.25])
    curve_ax.plot(RATES, result.survey.curve.accuracy_at(RATES), color=COLORS[0])
    if result.rate > 0:
        curve_ax.plot(result.rate, result.accuracy, "o", color=COLORS[2], markeredgecolor="black", markersize=9)
        curve_ax.axvline(result.rate, linestyle=":", color="black")
    curve_ax.set(xlim=(0, 1.02), ylim=(0.2, 1.03), xlabel="production rate", ylabel="accuracy of the coded answers")
    list_ax.axis("off")
    list_ax.text(0, 1, "\n".join(_listed(result)), va="top", family="monospace", fontsize=10)


def describe_split(result: AtThreshold) -> str:
    """Return what is coded at a threshold, how well, and the answers next to it."""
    survey = result.survey
    head = (
        f"Noise {survey.noise:.2f}, Zipf exponent {survey.zipf:.1f}: {survey.with_twin:.0%} of the new answers have a "
        f"duplicate. At a threshold of {result.threshold:.2f}, {result.rate:.0%} are coded"
    )
    text = head + (f" with an accuracy of {result.accuracy:.3f}." if result.rate else ".")
    for name, side in (("Last coded", _sides(result)[0][-1:]), ("First for a person", _sides(result)[1][:1])):
        text += "".join(f" {name}: {row.answer}, confidence {row.confidence:.3f}." for row in side)
    return text


def _sides(result: AtThreshold) -> tuple[list, list]:
    """Return the least confident coded answers and the most confident others, in descending confidence."""
    ordered = result.survey.table.sort_values("confidence", ascending=False, kind="stable")
    n = int(result.coded.sum())
    rows = list(ordered.itertuples())
    return rows[max(n - SHOWN, 0) : n], rows[n : n + SHOWN]


def _listed(result: AtThreshold) -> list[str]:
    coded, others = _sides(result)
    head = f" {'score':<5} {'answer':<24} duplicates code"
    lines = [head, f"coded: {result.rate:.0%} of {len(result.survey.table)}, the last of them", *map(_line, coded)]
    return [*lines, "", "for a person, the first of them", *map(_line, others)]


def _line(row) -> str:
    mark = "right" if row.correct else f"wrong: {row.code}"
    return f" {row.confidence:.3f} {row.answer[:24]:<24} {row.duplicates:>10} {row.suggested} {mark}"
