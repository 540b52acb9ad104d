"""Figures of lesson 13 with their words: production curves, and what to do."""

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tiws_teach.course import show
from tiws_teach.occupation import ProductionCurve
from tiws_teach.plots import COLORS, look

TARGET, RATES = 0.95, np.arange(1, 51) / 50
PLACES = {"NN-3": 0, "same words": 4, "exact string": 3, "NN-1": 2, "NN-2": 5}  # colours as in the explorer
LOOKS: dict[str, tuple[str, list[int]]] = {
    "nearest titles": (to_hex(COLORS[0]), [1, 0]),
    "vector machine": (to_hex(COLORS[1]), [7, 3]),
}


def show_curves(curves: dict[str, ProductionCurve]) -> None:
    """Show the accuracy of each method against its production rate."""
    figure, parts = Figure(figsize=(6.6, 3.6), layout="constrained"), []
    ax = figure.subplots()
    for i, (name, curve) in enumerate(curves.items()):
        ax.plot(RATES, curve.accuracy_at(RATES), markevery=(4 + i, 10), mec="black", label=name, **look(PLACES[name]))
        parts.append("{} {:.3f}, {:.3f} and {:.3f}".format(name, *curve.accuracy_at([0.3, 0.6, 1])))
    lowest = min(float(curve.accuracy_at(1)) for curve in curves.values())
    ax.set(xlim=(0, 1), ylim=(max(0, round(lowest - 0.08, 1)), 1.02), xlabel="production rate", ylabel="accuracy")
    ax.legend(frameon=False, fontsize=11, loc="lower left")
    show(figure, f"Accuracy at production rates 0.3, 0.6 and 1: {'; '.join(parts)}.")


_OLD = "Was the same title of the same writer coded?"
_NEW = "Did people code a random sample of the titles that are left?"
_OK = "Does a search by the lower bound find a threshold?"
_COPY = "Copy the code, and let people audit some copies. An audit of 400 passed in 0.53 of the draws (section 6)."
_ASK = "Let people code one. For other writers 400 known titles failed on 5 of 40 samples, an audit on 2 (section 5)."
_NO = "People code the rest. The vector machine had none on 17 of 40 samples without copies (section 6)."
_YES = "The computer codes above it. Its promise was broken on 2 of 40 samples; 17 had no threshold (section 6)."
DECISIONS = {_OLD: {"yes": _COPY, "no": _NEW}, _NEW: {"no": _ASK, "yes": _OK}, _OK: {"no": _NO, "yes": _YES}}
