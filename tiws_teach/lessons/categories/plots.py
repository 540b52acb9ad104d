"""Draw what codes say about rows and which intervals cover, with words; the decision chart."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from sklearn.metrics import roc_auc_score

from tiws_teach.course import show
from tiws_teach.plots import COLORS, MARKERS, describe_samples, plot_samples

DECISIONS = {
    "Is it a word, or a gap?": {
        "word": "Compare no code, one-hot columns and cross-fitted means. Own means of the flight cost 0.062 of AUC "
        "on average.",
        "gap": "Do you predict, or estimate?",
    },
    "Do you predict, or estimate?": {
        "predict": "Fill without the answer; test indicators on gaps like new ones. Gaps among the sickest, then "
        "random: error 78 with one, 59 without.",
        "estimate": "Pool draws made with the target; compare shifts and rows left out. Where bmi is high, "
        "20 draws covered in 0.44, rows left out in 0.93.",
    },
}


def show_panels(panels: dict[str, pd.DataFrame], width: float = 9, **look: object) -> None:
    """Show a panel for each table: a dot for each of its rows, a line for each column."""
    figure = Figure(figsize=(width, 2.8), layout="constrained")
    for ax in plot_samples(panels, figure).axes:
        ax.set(**look)
    show(figure, describe_samples(panels))


def show_codes(parts: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> None:
    """Show for each part the codes of the rows of both classes, as shares, and the AUC of the code."""
    figure = Figure(figsize=(9.2, 2.9), layout="constrained")
    for ax, (name, (code, y)) in zip(
        figure.subplots(1, len(parts), sharey=True, squeeze=False)[0], parts.items(), strict=True
    ):
        for label, look in ((0, {"color": COLORS[0]}), (1, {"color": COLORS[2], "linestyle": "--"})):
            rows, word = code[y == label], ("on time", "late")[label]
            weights = np.full(len(rows), 1 / len(rows))
            ax.hist(rows, 20, range=(0, 1), weights=weights, histtype="step", linewidth=2, label=word, **look)
        ax.set(title=f"{name}: AUC {roc_auc_score(y, code):.2f}", xlabel="code of the flight")
    figure.axes[0].set(ylabel="share of the class")
    figure.axes[0].legend(frameon=False, fontsize=11)
    show(figure, words_of_codes(parts))


def words_of_codes(parts: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> str:
    """Return the mean code of both classes in each part, and its AUC, in words."""
    said = [
        f"{name}: on time {code[y == 0].mean():.2f}, late {code[y == 1].mean():.2f}, AUC {roc_auc_score(y, code):.2f}"
        for name, (code, y) in parts.items()
    ]
    return f"Mean code of the rows. {'; '.join(said)}."


def show_coverage(table: pd.DataFrame) -> None:
    """Show the share of intervals that cover, a mark for each reason, and Wilson's 95 % interval of it."""
    figure = Figure(figsize=(7.6, 3.3), layout="constrained")
    ax = figure.subplots()
    share, count = (table.pivot_table("covers", "way", "missing", how, sort=False) for how in ("mean", "count"))
    for i, reason in enumerate(share):
        p, n = share[reason], count[reason]
        middle, half = (p + 2 / n) / (1 + 4 / n), 2 * np.sqrt(p * (1 - p) / n + 1 / n**2) / (1 + 4 / n)  # z = 2
        error = np.abs([p - middle + half, middle + half - p])
        look = {"fmt": MARKERS[i], "color": COLORS[(0, 2, 3)[i]], "label": reason, "markersize": 6}
        ax.errorbar(p, np.arange(len(share)) + 0.25 * (i - 1), xerr=error, **look)
    ax.axvline(0.95, color="black", linestyle="--", linewidth=1)
    ax.set_yticks(range(len(share)), share.index)
    ax.set(xlim=(-0.02, 1.02), ylim=(len(share) - 0.5, -0.5), xlabel="share of 95 % intervals that cover")
    figure.legend(frameon=False, fontsize=11, title="missing", loc="outside upper center", ncols=len(share.columns))
    show(figure, words_of_coverage(table))


def words_of_coverage(table: pd.DataFrame) -> str:
    """Return the share of intervals that cover, by reason and way, in words."""
    share = table.pivot_table("covers", "missing", "way", sort=False)
    parts = (f"missing {why}: {', '.join(f'{way} {x:.2f}' for way, x in row.items())}" for why, row in share.iterrows())
    return f"Share of 95 % intervals that cover. {'; '.join(parts)}."
