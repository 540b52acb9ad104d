"""Figures of lesson 01 with their words: curves with thresholds, costs, calibration, and what to do."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from sklearn.calibration import calibration_curve

from tiws_teach.course import show
from tiws_teach.plots import describe_samples, plot_samples

DECISIONS = {
    "Do you know what a miss costs, next to a false alarm?": {
        "no": "Show precision and recall at several thresholds, and ask. Regression: 0.20 and 0.79 at 0.125.",
        "yes": "Do the probabilities agree with held-out rows (a calibration curve)?",
    },
    "Do the probabilities agree with held-out rows (a calibration curve)?": {
        "no": "Calibrate on held-out training rows; check again. Naive Bayes then cost 467, not 527 (random splits).",
        "yes": "Can you label rows from where the model will work?",
    },
    "Can you label rows from where the model will work?": {
        "no": "Set the threshold by cost; test on later months. Regression beat calling nobody in 5 of 8, clear in 2.",
        "yes": "Compare the costs there, with and without the correction. November, all labels: 574 and 756.",
    },
}
_LOOKS = (("#2f66d0", "--"), ("black", "-"), ("#b06000", "-."))
Dots = dict[float, tuple[float, float]]


def show_curves(curves: dict[str, tuple[np.ndarray, np.ndarray, Dots]], share: float) -> None:
    """Show precision by recall for each ranking, with its place at some thresholds, and the share of the rare class."""
    figure, words = Figure(figsize=(6.6, 3.8), layout="constrained"), []
    ax = figure.subplots()
    for (name, (recall, precision, dots)), (color, line) in zip(curves.items(), _LOOKS, strict=False):
        ax.plot(recall, precision, color=color, linestyle=line, label=name)
        for (threshold, place), mark in zip(dots.items(), "os", strict=True):
            ax.plot(*place, mark, color=color, markeredgecolor="black", markersize=9)
            words.append(f"{name}, threshold {threshold:g}: recall {place[0]:.2f}, precision {place[1]:.2f}")
    ax.axhline(share, color="grey", linestyle=":", label=f"chance, {share:.2f}")
    ax.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0, 1))
    ax.legend(frameon=False)
    show(figure, f"Precision by recall; dotted, chance {share:.2f}. {'; '.join(words)}.")


def show_costs(costs: dict[int, tuple[pd.Series, float]]) -> None:
    """Show the mean cost of a row by threshold for each cost of a miss, its least value, and the threshold by cost."""
    figure, words = Figure(figsize=(6.8, 3.8), layout="constrained"), []
    ax = figure.subplots()
    for (miss, (cost, threshold)), (color, line) in zip(costs.items(), _LOOKS, strict=True):
        ax.plot(cost.index, cost, color=color, linestyle=line, label=f"a miss costs {miss}")
        ax.plot(cost.idxmin(), cost.min(), "*", color=color, markersize=13)
        ax.axvline(threshold, color=color, linestyle=line, linewidth=0.8)
        by_rule = np.interp(threshold, cost.index, cost)
        words.append(f"a miss costs {miss}: least {cost.min():.3f} at {cost.idxmin():.2f}, by cost "
                     f"{by_rule:.3f} at {threshold:.2f}, calling nobody {cost.iloc[-1]:.3f}")  # fmt: skip
    ax.set(xlabel="threshold", ylabel="mean cost of a visit", xlim=(0, 0.6), ylim=(0, None))
    ax.legend(framealpha=1, edgecolor="none")
    show(figure, f"Mean cost of a visit by threshold; {'; '.join(words)}.")


def show_trial(runs: pd.DataFrame, ways: list[str], nobody: float) -> None:
    """Show the cost of each fit on each split, a panel for each way of calling; dotted, that of calling nobody."""
    panels = {f"cost, {way}": runs.pivot_table(way, "seed", "fit", sort=False).round(0) for way in ways}
    figure = plot_samples(panels, Figure(figsize=(9.6, 3.3), layout="constrained"))
    for ax in figure.axes:
        ax.axvline(nobody, color="grey", linestyle=":")
        ax.set_xlim(runs[ways].min(axis=None) - 15, runs[ways].max(axis=None) + 15)
    show(figure, f"Dotted, calling nobody: {nobody:.0f}. {describe_samples(panels)}")


def show_months(costs: pd.DataFrame, month: pd.Series) -> None:
    """Show by how much each way of calling is dearer than calling nobody in each month, with two standard errors."""
    figure, means = Figure(figsize=(6.8, 3.6), layout="constrained"), costs.groupby(month, sort=False).mean()
    ax, words = figure.subplots(), [f"nobody: {', '.join(f'{m} {cost:.0f}' for m, cost in means['nobody'].items())}"]
    for place, (way, (color, _), mark) in enumerate(zip(costs.columns[1:], _LOOKS, "os^", strict=True)):
        gap = (costs[way] - costs["nobody"]).groupby(month, sort=False).agg(["mean", "sem"])
        ax.errorbar(np.arange(len(gap)) + place / 5, gap["mean"], 2 * gap["sem"], fmt=mark, color=color, label=way)
        words.append(f"{way}: {', '.join(f'{m} {means[way][m]:.0f} ± {2 * e:.0f}' for m, e in gap['sem'].items())}")
    ax.axhline(0, color="grey")
    ax.set(ylabel="cost, minus that of calling nobody", xticks=np.arange(len(means)) + 0.2, xticklabels=means.index)
    ax.legend(frameon=False)
    show(figure, f"Costs of 1,000 visits, ± two standard errors of the saving. {'; '.join(words)}.")


def show_calibration(told: dict[str, np.ndarray], truth: np.ndarray) -> None:
    """Show the share of the rare class by probability, in tenths of the rows."""
    figure, words = Figure(figsize=(5.8, 3.6), layout="constrained"), []
    ax = figure.subplots()
    for (name, p), (color, line), mark in zip(told.items(), _LOOKS[: len(told)], "os^"[: len(told)], strict=True):
        came, said = calibration_curve(truth, p, n_bins=10, strategy="quantile")
        ax.plot(said, came, color=color, linestyle=line, marker=mark, label=name)
        words.append(f"{name}: of the top tenth {came[-1]:.2f} buy, mean probability {said[-1]:.2f}")
    ax.plot([0, 1], [0, 1], color="grey", linewidth=1)
    ax.set(xlabel="mean probability", ylabel="share that buys", xlim=(0, 1), ylim=(0, 1))
    ax.legend(frameon=False)
    show(figure, f"Calibration in tenths. {'; '.join(words)}.")
