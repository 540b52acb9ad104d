"""Figures of lesson 13 with their words: production curves, single codes, a search for a threshold, what to do."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tiws_teach.course import show
from tiws_teach.occupation import ProductionCurve, accuracy_bound
from tiws_teach.plots import COLORS, look

TARGET = 0.95
LOOKS: dict[str, tuple[str, list[int]]] = {
    "same words": ("#75787d", [3, 2]),
    "nearest titles": (to_hex(COLORS[0]), [1, 0]),
    "vector machine": (to_hex(COLORS[1]), [7, 3]),
}
RATES = np.arange(1, 51) / 50


def show_curves(curves: dict[str, ProductionCurve]) -> None:
    """Show the accuracy of each method against its production rate."""
    figure, parts = Figure(figsize=(6.6, 3.6), layout="constrained"), []
    ax = figure.subplots()
    for i, (name, curve) in enumerate(curves.items()):
        ax.plot(RATES, curve.accuracy_at(RATES), markevery=(4 + i, 10), markeredgecolor="black", label=name, **look(i))
        low, middle, full = curve.accuracy_at([0.3, 0.6, 1])
        parts.append(f"{name} {low:.3f}, {middle:.3f} and {full:.3f}")
    lowest = min(float(curve.accuracy_at(1)) for curve in curves.values())
    ax.set(xlim=(0, 1), ylim=(max(0, round(lowest - 0.08, 1)), 1.02), xlabel="production rate", ylabel="accuracy")
    ax.legend(frameon=False, fontsize=11, loc="lower left")
    show(figure, f"Accuracy at production rates 0.3, 0.6 and 1: {'; '.join(parts)}.")


def show_codes(coded: pd.DataFrame) -> None:
    """Show each code that the computer gives: how often, and how many of these titles have another one in the file."""
    found = coded.groupby("suggested")["right"].agg(["size", "mean"])
    figure = Figure(figsize=(7, 3.8), layout="constrained")
    ax = figure.subplots()
    enough = found["mean"] >= TARGET
    for part, color, mark in ((enough, COLORS[0], "o"), (~enough, COLORS[2], "s")):
        ax.plot(found["size"][part], found["mean"][part], mark, color=color, markeredgecolor="black", alpha=0.8)
    ax.axhline(TARGET, color="black", linestyle=":")
    for code, (size, mean) in found.nlargest(2, "size").iterrows():
        ax.annotate(str(code), (size, mean), (-4, -14), textcoords="offset points", ha="right", fontsize=11)
    ax.set(
        xscale="log",
        xlabel="titles to which the computer gives the code",
        ylabel="share that is right",
        ylim=(-0.05, 1.05),
    )
    largest = found["size"].idxmax()
    others = coded["right"][coded["suggested"] != largest]
    show(
        figure,
        f"{len(found)} codes; {(~enough).sum()} of them are right less often than {TARGET}, "
        f"{(found['mean'] == 0).sum()} never. All {len(coded):,} titles: {coded['right'].mean():.3f}. "
        f"The largest code, {largest}: {found['size'].max():,} titles, {found['mean'][largest]:.3f}; "
        f"the others {others.mean():.3f}.",
    )


def show_search(curve: ProductionCurve, threshold: float, tries: int = 50) -> None:
    """Show estimate and bound at the thresholds that a search tries, the strictest first, and where it ends."""
    at = np.unique(np.minimum(np.searchsorted(curve.rates, np.arange(1, tries + 1) / tries), len(curve.rates) - 1))
    bound = accuracy_bound(curve.correct[at], curve.coded[at])
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    ax = figure.subplots()
    ax.plot(curve.rates[at], curve.accuracies[at], color=COLORS[0], label="estimate")
    ax.plot(curve.rates[at], bound, color=COLORS[3], linestyle="--", marker="v", markersize=4, label="lower bound")
    ax.axhline(TARGET, color="black", linestyle=":")
    ends = [curve.rates[curve.thresholds >= each].max(initial=0) for each in (threshold, curve.threshold_at(TARGET))]
    for rate, color, name in zip(ends, (COLORS[3], COLORS[0]), ("bound", "estimate"), strict=True):
        ax.axvline(rate, color=color, linestyle="-.")
        ax.annotate(name, (rate, 0.81), (-3 if name == "bound" else 3, 0), textcoords="offset points", fontsize=11,
                    ha="right" if name == "bound" else "left")  # fmt: skip
    ax.set(
        xlim=(0, 1),
        ylim=(0.8, 1.01),
        xlabel="production rate (the strictest threshold is on the left)",
        ylabel="accuracy",
    )
    ax.legend(frameon=False, fontsize=10, loc="lower left")
    words = " and ".join(f"{rate:.2f}" for rate in ends)
    show(figure, f"The bound crosses {TARGET} before the estimate does: they code {words} of the titles.")


_NEXT = "Do the titles to code come from the file of which people coded a random sample?"
_FEW = "Are there 400 such titles or more?"
_CODE = "Let the vector machine code down to the bound's threshold; people code the rest."
DECISIONS = {
    _NEXT: {"no": "First let people code 400 random titles of the new file.", "yes": _FEW},
    _FEW: {
        "no": "Let people code all titles, with the computer's suggestions.",
        "yes": "Must each single code be right?",
    },
    "Must each single code be right?": {"yes": "Let people code rare codes, too.", "no": _CODE},
}
