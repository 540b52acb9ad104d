"""Figures of lesson 03 with their words: a filter's words, its ranking, words crossed with thresholds, what to do."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from sklearn.metrics import precision_recall_curve

from tiws_teach.course import show
from tiws_teach.plots import COLORS

HAM, SPAM = COLORS[0], COLORS[1]
BAYES = "#7a21dd"
LEFT_OUT = "#8d9299"
LEAST, SHOWN = 0.5, 10
"""Where a word stands that a class never uses, since the axes are logarithmic; occurrences that a drawn word has."""
NAMED = ("free", "txt", "claim", "love", "ur", "gt")
_LOOKS = {
    "most frequent": ("black", "o", "-"),
    "class quotas": ("#c8102e", "s", (0, (5, 2))),
    "equal quotas": ("#8a3d80", "^", "--"),
    "chi2": ("#26692a", "v", "-."),
    "most frequent, length": ("#00646d", "*", "-"),
    "all words, balanced": ("#8a4b00", "X", (0, (1, 1))),
    "all words": ("#5f6368", "D", ":"),
    "naive Bayes": (BAYES, "P", (0, (7, 3))),
}
_SMALL = "Must the vocabulary be small?"
_TUNE = "Tune it on the training set. F1 of chi2 minus F1 of all words: 0.072 at one half, −0.063 when tuned."
_ALL = "Begin with all words. Tuned, F1 was 0.89 (naive Bayes 0.92); with the 50 most frequent words 0.68."
_FEW = "Compare choices over several splits. F1 above the most frequent words: equal quotas 9 of 9, class quotas 2."
DECISIONS = {"Is the threshold tuned for each filter?": {"no": _TUNE, "yes": _SMALL}, _SMALL: {"no": _ALL, "yes": _FEW}}


def show_words(words: pd.DataFrame, vocabularies: dict[str, Sequence[str]]) -> None:
    """Show each word by its occurrences in ham and in spam, once for each vocabulary; its words are filled."""
    shown = words[words["ham"] + words["spam"] >= SHOWN]
    figure, alts = Figure(figsize=(9.4, 4.0), layout="constrained"), []
    for ax, (rule, own) in zip(figure.subplots(1, len(vocabularies)), vocabularies.items(), strict=True):
        x, y, inside = shown["ham"].clip(LEAST), shown["spam"].clip(LEAST), shown.index.isin(own)
        clear = shown["clear"].to_numpy(bool)
        ax.plot(x[~inside], y[~inside], ".", color=LEFT_OUT, markersize=4, label="left out")
        for mark, color, part, name in (("o", HAM, ~clear, "other word"), ("s", SPAM, clear, "clear spam word")):
            ax.plot(x[inside & part], y[inside & part], mark, color=color, markeredgecolor="black", label=name)
        for word in NAMED:
            ax.annotate(word, (x[word], y[word]), (4, 4), textcoords="offset points", fontsize=10)
        ax.set(xscale="log", yscale="log", title=f"{len(own)} words, {rule}")
        ax.set(xlabel="occurrences in ham", ylabel="occurrences in spam", xlim=(0.4, 500), ylim=(0.4, 250))
        ax.set_xticks([LEAST, 1, 10, 100], ["0", "1", "10", "100"])
        ax.set_yticks([LEAST, 1, 10, 100], ["0", "1", "10", "100"])
        alts.append(f"{rule}: {inside.sum()} of {len(shown)} words are in, {(inside & clear).sum()} clear spam words.")
    figure.axes[0].legend(frameon=False, fontsize=10, loc="lower left")
    show(figure, " ".join(alts))


def show_ranking(probabilities: dict[str, np.ndarray], truth: pd.Series) -> None:
    """Show precision by recall for each filter, with its place at a threshold of one half."""
    figure, alts = Figure(figsize=(6.8, 3.9), layout="constrained"), []
    ax = figure.subplots()
    for f1 in (0.5, 0.7, 0.9):
        recall = np.linspace(f1 / (2 - f1), 1, 50)
        ax.plot(recall, f1 * recall / (2 * recall - f1), color="#c9ccd1", linewidth=1)
        ax.text(1.01, f1 / (2 - f1), f"F1 {f1}", fontsize=10, color="#5f6368", va="center")
    for name, p in probabilities.items():
        color, mark, line = _LOOKS[name]
        precision, recall, cut = precision_recall_curve(truth, p)
        half = np.searchsorted(cut, 0.5)
        ax.plot(recall, precision, color=color, linestyle=line)
        ax.plot(recall[half], precision[half], mark, color=color, markeredgecolor="black", markersize=9, label=name)
        alts.append(f"{name} {precision[half]:.2f} and {recall[half]:.2f}")
    ax.set(xlabel="recall of spam", ylabel="precision", xlim=(0, 1.13), ylim=(0, 1.04))
    ax.legend(frameon=False, fontsize=10, loc="lower left")
    show(figure, f"Precision and recall of spam at a threshold of one half: {'; '.join(alts)}.")


def show_crossing(runs: pd.DataFrame) -> None:
    """Show F1 of each choice of words at each threshold: the mean on a line, every split as a dot."""
    figure, alts, lowest = Figure(figsize=(7.6, 3.9), layout="constrained"), [], np.inf
    ax, thresholds = figure.subplots(), list(runs["threshold"].unique())
    order = runs[runs["threshold"] == thresholds[-1]].groupby("words")["F1"].mean().sort_values(ascending=False).index
    runs = runs.sort_values("words", key=order.get_indexer, kind="stable")
    for i, (name, own) in enumerate(runs.groupby("words", sort=False)):
        color, mark, line = _LOOKS[name]
        mean, shift = own.groupby("threshold", sort=False)["F1"].mean(), 0.02 * (i - 3.5)
        ax.plot(own["threshold"].map(thresholds.index) + shift, own["F1"], ".", color=color, alpha=0.4)
        ax.plot(np.arange(len(mean)) + shift, mean, marker=mark, color=color, linestyle=line, markeredgecolor="black")
        lowest = min(lowest - 0.024, mean.iloc[-1])  # names do not overlap
        ax.text(1.1, lowest, name, color=color, fontsize=11, va="center")
        alts.append(f"{name} {', '.join(f'{value:.3f}' for value in mean)}")
    ax.set(ylabel="F1 of spam", xlim=(-0.2, 1.55), xticks=(0, 1), xticklabels=[f"threshold {at}" for at in thresholds])
    show(figure, f"Mean F1 of spam at a threshold of {' and at a '.join(thresholds)} one: {'; '.join(alts)}.")
