"""Figures of lesson 04 with their words: circles to the k-th row, stated and true probabilities, scores by k."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from tiws_teach.course import show
from tiws_teach.kcnn import conditional_distances
from tiws_teach.lessons.kcnn.experiments.fields import CLASSES, N_KNOWN, POINTS, RIVAL, Stated
from tiws_teach.lessons.kcnn.experiments.rules import METHODS
from tiws_teach.plots import COLORS, LINES, MARKERS, describe_runs, describe_samples, look, plot_samples

SPECIES = ("crop", "weed")
_LEAD = (
    "In nearly all folds, is a neighbour rule's Brier score below a forest and logistic regression, "
    "also on products of two or three columns?"
)
_OWN = "Does kCNN also lead a vote, each with its own k?"
_LOOKS = {"vote of k": look(0), "kCNN": look(1), "vote of 2k + 1": look(5)}
_LOOKS["logistic regression"] = {"color": "#57606a"}
DECISIONS = {
    _LEAD: {
        "no": "Take the lowest of those. Late flights: a vote led the forest in 2 of 9 months.",
        "yes": _OWN,
    },
    _OWN: {
        "no": "Take the vote. At the bent border kCNN led it in 0 of 20 samples.",
        "yes": "Take kCNN. None of the 5 data sets here passed the first question.",
    },
}


def show_reach(query: tuple[float, float], k: int) -> None:
    """Show for each class the circle around a query through its k-th nearest point (Gweon, 2017, Figure 3.2)."""
    distances = conditional_distances([query], POINTS, CLASSES, k)[0, k - 1]
    figure, alts = Figure(figsize=(8, 4.2), layout="constrained"), []
    ax = figure.subplots()
    for label, radius in enumerate(distances):
        look = {"color": COLORS[label], "linestyle": LINES[label]}
        x, y = POINTS[label == CLASSES].T
        ax.scatter(x, y, 60, color=COLORS[label], marker=MARKERS[label], ec="k", zorder=3, label=f"class {label}")
        alts.append(f"class {label} none, it has fewer than {k} points")
        if np.isfinite(radius):
            alts[-1] = f"class {label} at distance {radius:.2f}"
            ax.add_patch(Circle(query, radius, fill=False, linewidth=1.8, **look))
            ax.plot([], [], linewidth=1.8, label=f"{k} of class {label}: radius {radius:.2f}", **look)
    ax.scatter(*query, s=110, marker="X", color="black", zorder=4, label="query")
    ax.set(xlabel="feature 1", ylabel="feature 2", aspect="equal")
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    where = f"Query at ({query[0]:g}, {query[1]:g}), k = {k}."
    show(figure, f"{where} Circles to the k-th nearest point of: {'; '.join(alts)}.")


def show_stated(stated: Mapping[str, np.ndarray], truth: np.ndarray) -> None:
    """Show for each rule the stated and the true probability of new rows; on the diagonal both agree."""
    figure, alts = Figure(figsize=(9.4, 3.3), layout="constrained"), []
    for ax, (name, p) in zip(figure.subplots(1, len(stated), sharey=True), stated.items(), strict=True):
        error = 2 * ((p - truth) ** 2).mean()
        ax.plot(p, truth, "o", color="#57606a", markersize=3, alpha=0.25)
        ax.plot([0, 1], [0, 1], color="black", linewidth=1.2)
        ax.set(title=f"{name}\nsquared error {error:.3f}", xticks=(0, 0.5, 1), yticks=(0, 0.5, 1), box_aspect=1)
        alts.append(f"{name}: {len(np.unique(p.round(6)))} different probabilities, squared error {error:.3f}")
    figure.supxlabel("probability that the rule states", fontsize=11)
    figure.axes[0].set_ylabel("true probability")
    show(figure, f"A dot for each of {len(truth):,} plants. {'; '.join(alts)}.")


def words_of_stated(result: Stated) -> str:
    """Return what a rule states for the dragged plant and for new plants, in words."""
    rule = {METHODS[0]: f"A vote of {result.k}", RIVAL: "Logistic regression"}.get(result.rule)
    rule = rule or f"{result.rule} with k = {result.k}, r = {result.r:g}"
    return (
        f"{rule}, {N_KNOWN} known plants. The plant at ({result.query[0]:.2f}, {result.query[1]:.2f}): stated "
        f"{result.now:.2f}, true {result.true_now:.2f}. For 1,000 new plants: {result.levels:,} different "
        f"probabilities, squared error {result.error:.3f}."
    )


def show_spread(stated: Mapping[str, np.ndarray]) -> None:
    """Show a histogram of what each rule states, with its standard deviation."""
    figure, alts = Figure(figsize=(9.4, 2.4), layout="constrained"), []
    for ax, (name, p) in zip(figure.subplots(1, len(stated), sharey=True), stated.items(), strict=True):
        ax.hist(p, 21, range=(-0.025, 1.025), color=COLORS[name[0] == "k"], weights=np.full(len(p), 1 / len(p)))
        ax.set(title=f"{name}\nstandard deviation {p.std():.3f}", xlabel="stated", xlim=(-0.03, 1.03))
        alts.append(f"{name} {p.std():.3f}")
    figure.axes[0].set_ylabel("share of the fields")
    show(figure, f"Probabilities stated where one half is true. Standard deviations: {'; '.join(alts)}.")


def show_gaps(gaps: pd.DataFrame) -> None:
    """Show how far each model's Brier scores are above the forest's, month by month."""
    panels = {"Brier score minus the forest's": gaps}
    show(plot_samples(panels, Figure(figsize=(7.4, 3.4), layout="constrained")), describe_samples(panels, "months"))


def show_errors(errors: pd.DataFrame) -> None:
    """Show the mean squared error by k, a line for each rule, apart for plants that are nearly sure."""
    is_sure = abs(errors["truth"] - 0.5) > 0.4
    panels = {"truth below 0.1 or above 0.9": errors[is_sure], "truth from 0.1 to 0.9": errors[~is_sure]}
    figure, alts = Figure(figsize=(9.4, 3.8), layout="constrained"), []
    for ax, (title, rows) in zip(figure.subplots(1, 2, sharey=True), panels.items(), strict=True):
        table = rows.pivot_table("error", "k", "rule", sort=False)
        for name, line in table.items():
            ax.plot(line.index, line, markeredgecolor="black", label=name, **_LOOKS[str(name)])
        ax.set(xlabel="k", title=title, xscale="log", yscale="log")
        ax.set_xticks(table.index, [f"{each}" for each in table.index])
        ax.set_yticks([0.01, 0.03, 0.1, 0.3], ["0.01", "0.03", "0.1", "0.3"])
        ax.minorticks_off()
        alts.append(f"{title}: {describe_runs(rows, 'k', 'error', 'rule', 'lowest')}")
    figure.axes[0].set_ylabel("squared error")
    figure.legend(*ax.get_legend_handles_labels(), frameon=False, fontsize=10, ncols=5, loc="outside upper center")
    show(figure, " ".join(alts))
