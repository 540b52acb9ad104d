"""Draw nested cross-validation, and two columns that help only together."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tiws_teach.course import show
from tiws_teach.plots import COLORS, MARKERS, describe_samples, plot_samples

DECISIONS = {
    "Many more columns than rows?": {
        "yes": "A ranking, or the lasso, in the pipeline: 0.08 and more above all columns with 3 useful in 1,000.",
        "no": "Must the model have few columns, since they cost money or attention?",
    },
    "Must the model have few columns, since they cost money or attention?": {
        "no": "Keep all, with a penalty. On tumours and in our 50 tables no selection gained on it.",
        "yes": "Is a forest with all columns clearly better than the selected model, in the same outer folds?",
    },
    "Is a forest with all columns clearly better than the selected model, in the same outer folds?": {
        "yes": "Columns may help only together. Search backward, or keep the forest.",
        "no": "Forward, and the one-standard-error rule. Report the nested score, not the path's.",
    },
}


def show_dots(panels: dict[str, pd.DataFrame], height: float = 2.6) -> None:
    """Show each sample's values as dots, a panel for each table."""
    figure = Figure(figsize=(9.2, height), layout="constrained")
    show(plot_samples(panels, figure), describe_samples(panels))


def show_nested(folds: int = 5, test: int = 1) -> None:
    """Show how the rows of nested cross-validation are used in one outer fold."""
    figure = Figure(figsize=(8.4, 3.1), layout="constrained")
    ax = figure.add_subplot(xlim=(-1.75, folds + 0.02), ylim=(3.75, -0.6))
    ax.axis("off")
    inner = [number for number in range(folds) if number != test]
    for row, held in enumerate([None, inner[0], inner[-1]]):
        for number in range(folds):
            role = "asked" if number == test else "judges" if number == held else "learns"
            if held is not None and number == test:
                continue
            color, hatch = {"asked": ("white", ""), "judges": (COLORS[1], "//"), "learns": (COLORS[0], "")}[role]
            ax.barh(row, 0.94, 0.7, number + 0.03, color=(*color[:3], 0.45) if color != "white" else color, hatch=hatch,
                    edgecolor="black", linewidth=2.2 if role == "asked" else 0.8)  # fmt: skip
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
            text = "test: locked" if role == "asked" else role
            ax.text(number + 0.5, row, text, ha="center", va="center", fontsize=11, bbox=box)
    words = [f"outer fold {test + 1}", "choose: inner fold 1", f"choose: inner fold {folds - 1}"]
    for row, text in enumerate(words):
        ax.text(-0.05, row, text, ha="right", va="center", fontsize=11)
    ax.text(folds / 2, 1.5, "...", ha="center", va="center", fontsize=14)
    ax.text(0, 2.75, "The winner is fitted on all that learned or judged, and asked once on the locked part.",
            fontsize=11, va="center")  # fmt: skip
    ax.text(0, 3.3, f"The same is done {folds} times, once for each locked part; the mean is the nested score.",
            fontsize=11, va="center")  # fmt: skip
    show(figure, f"Nested cross-validation, outer fold {test + 1} of {folds}: its rows are locked. The other "
         f"{folds - 1} parts choose the columns, each part judging once in {folds - 1} inner folds while the others "
         "learn. The winner is fitted on all of them and asked once on the locked part.")  # fmt: skip


def show_pair(X: np.ndarray, y: np.ndarray) -> None:
    """Show the first two columns, each alone and both together."""
    figure = Figure(figsize=(8.4, 3.2), layout="constrained")
    alone, both = figure.subplots(1, 2)
    jitter = np.random.default_rng(0).uniform(-0.16, 0.16, len(y))
    for label in (0, 1):
        look = {"color": COLORS[label], "marker": MARKERS[label], "linestyle": "", "markersize": 4, "alpha": 0.6}
        rows = y == label
        for place, column in enumerate((0, 1)):
            alone.plot(X[rows, column], 2 * place + label + jitter[rows], **look)
        both.plot(X[rows, 0], X[rows, 1], label=f"class {label}", **look)
    alone.set(yticks=range(4), xlabel="value", title="each column alone", xlim=(-3.6, 3.6))
    alone.set_yticklabels([f"column {column}, class {label}" for column in (0, 1) for label in (0, 1)])
    both.set(xlabel="column 0", ylabel="column 1", title="both together", xlim=(-3.6, 3.6))
    both.axhline(0, color="black", linewidth=1)
    both.axvline(0, color="black", linewidth=1)
    both.legend(loc="upper left", fontsize=10)
    quarters = [int(((X[:, 0] > 0) == (X[:, 1] > 0))[y == label].sum()) for label in (0, 1)]
    show(figure, "Left: in each of two columns both classes cover the same values. Right: together the columns part "
         f"the classes by the sign of their product: of class 0 {quarters[0]} rows, of class 1 {quarters[1]} have two "
         "values of the same sign.")  # fmt: skip
