"""Draw nested cross-validation, and two columns that help only together."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tiws_teach.course import show
from tiws_teach.plots import COLORS, MARKERS, describe_samples, plot_samples

DECISIONS = {
    "Must the model have few columns, since they cost money or attention?": {
        "no": "If procedures compete, let the inner folds choose. "
        "On noise, the best of four outer scores promised 0.585, the inner winner 0.494.",
        "yes": "Is their number given, as on a form?",
    },
    "Is their number given, as on a form?": {
        "yes": "Let the inner folds choose among forward selection, the lasso and a ranking. "
        "On tumours, four of 20 columns lost 0.010 forward, 0.031 by ranking.",
        "no": "Let the inner folds choose between the maximum and the one-standard-error rule. "
        "With three useful columns of 20, they kept 6.1 and 3.4 on average.",
    },
}


def show_dots(panels: dict[str, pd.DataFrame], height: float = 2.6) -> None:
    """Show each sample's values as dots, a panel for each table."""
    figure = plot_samples(panels, Figure(figsize=(9.2, height), layout="constrained"))
    for ax in figure.axes:
        ax.locator_params("x", nbins=5)
    show(figure, describe_samples(panels))


def show_nested(folds: int = 5, test: int = 1) -> None:
    """Show how the rows of nested cross-validation are used in one outer fold."""
    figure = Figure(figsize=(8.4, 2.9), layout="constrained")
    ax = figure.add_subplot(xlim=(-1.75, folds + 0.02), ylim=(3.6, -0.5))
    ax.axis("off")
    colors = {"test: locked": "white", "learns": (*COLORS[0], 0.45), "judges": (*COLORS[1], 0.45)}
    judges = [number for number in range(folds) if number != test]
    rows = {f"outer fold {test + 1}": None, "choose: inner fold 1": judges[0]}
    rows[f"choose: inner fold {folds - 1}"] = judges[-1]
    for row, (words, judge) in enumerate(rows.items()):
        ax.text(-0.05, row, words, ha="right", va="center", fontsize=11)
        for number in judges if row else range(folds):
            role = "judges" if number == judge else "test: locked" if number == test else "learns"
            ax.barh(row, 0.94, 0.7, number + 0.03, color=colors[role], ec="black", hatch="//" * (role == "judges"))
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
            ax.text(number + 0.5, row, role, ha="center", va="center", fontsize=11, bbox=box)
    last = "The winner is fitted on all that learned or judged, and asked once on the locked part."
    again = f"The same is done {folds} times, once for each locked part; the mean is the nested score."
    for place, words in ((1.5, "..."), (2.75, last), (3.25, again)):
        ax.text(folds / 2, place, words, ha="center", va="center", fontsize=11)
    show(figure, f"Nested cross-validation, outer fold {test + 1} of {folds}: its rows are locked. The other "
         f"{folds - 1} parts choose the columns, and each judges once while the others learn. {last} "
         f"{again}")  # fmt: skip


def show_pair(X: np.ndarray, y: np.ndarray) -> None:
    """Show the first two columns, each alone and both together."""
    figure = Figure(figsize=(8.4, 3.2), layout="constrained")
    alone, both = figure.subplots(1, 2)
    jitter = np.random.default_rng(0).uniform(-0.16, 0.16, len(y))
    for label in (0, 1):
        look = {"color": COLORS[label], "marker": MARKERS[label], "linestyle": "", "markersize": 4, "alpha": 0.6}
        rows = y == label
        for column in (0, 1):
            alone.plot(X[rows, column], 2 * column + label + jitter[rows], **look)
        both.plot(X[rows, 0], X[rows, 1], label=f"class {label}", **look)
    names = [f"column {column}, class {label}" for column in (0, 1) for label in (0, 1)]
    alone.set(yticks=range(4), yticklabels=names, xlabel="value", title="each column alone")
    both.set(xlabel="column 0", ylabel="column 1", title="both together")
    figure.legend(*both.get_legend_handles_labels(), loc="outside right center", fontsize=10)
    equal = [int((X[y == label, :2].prod(axis=1) > 0).sum()) for label in (0, 1)]
    show(figure, "Left: in each of two columns both classes cover the same values. Right: both together; two values of "
         f"the same sign have {equal[0]} rows of class 0 and {equal[1]} of class 1.")  # fmt: skip
