"""Figures 3.7 and 3.8: the error of EkCNN on the sonar echoes against k, for several r and several eps.

Each job is one random partition in ten folds; the errors on the held-out folds are counted for every k.

Source: Gweon (2017), section 3.3.4.
"""

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold

from tiws_teach.kcnn import conditional_distances, ensemble_posteriors
from tiws_teach.replications._runner import Key, Replication, Row, ends, in_words
from tiws_teach.replications.kcnn_table32 import FOLDS, K, load

SEEDS = range(10)
SMOOTHINGS = (1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 100.0)
EPSILONS = (1e-7, 1e-5, 1e-3, 1e-2, 0.1, 1.0, 10.0)
FEATURES = 60
EPSILON = 1e-7
SETTINGS = [(r, EPSILON) for r in SMOOTHINGS] + [(float(FEATURES), eps) for eps in EPSILONS[1:]]
"""The pairs (r, eps): every r with the thesis's eps, and every eps with r = p."""


def jobs() -> list[Key]:
    """Return the keys: the seed of the folds."""
    return [{"seed": seed} for seed in SEEDS]


def job(key: Key) -> list[Row]:
    """Return for each pair of r and eps, and each k, how many of the 208 echoes were wrong when held out."""
    X, y = load("Sonar")
    wrong = np.zeros((len(SETTINGS), K), dtype=int)
    for train, test in KFold(FOLDS, shuffle=True, random_state=key["seed"]).split(X):
        d = conditional_distances(X[test], X[train], y[train], K)
        for i, (r, eps) in enumerate(SETTINGS):
            codes = [ensemble_posteriors(d[:, :k], FEATURES, r, eps).argmax(axis=1) for k in range(1, K + 1)]
            wrong[i] += (np.array(codes) != y[test]).sum(axis=1)
    return [
        {"r": r, "epsilon": eps, "k": k, "rows": len(y), "wrong": wrong[i, k - 1]}
        for i, (r, eps) in enumerate(SETTINGS)
        for k in range(1, K + 1)
    ]


REPLICATION = Replication(
    "Sonar echoes: the error of EkCNN against k for seven r and seven eps (less than a minute).",
    jobs,
    job,
    seeds="KFold(10, shuffle=True, random_state=seed)",
    unit="partition",
)


results = REPLICATION.results_with_error
"""Return the stored rows, one for each partition, r, eps and k, with the error rate."""


def by_smoothing(results: pd.DataFrame) -> pd.DataFrame:
    """Return the error with the thesis's eps, mean over the partitions, as a tidy table: r, k, error, sd."""
    return _means(results[results["epsilon"] == EPSILON], "r")


def by_epsilon(results: pd.DataFrame) -> pd.DataFrame:
    """Return the error with r = p, mean over the partitions, as a tidy table: epsilon, k, error, sd."""
    return _means(results[results["r"] == FEATURES], "epsilon")


def _means(rows: pd.DataFrame, by: str) -> pd.DataFrame:
    means = rows.groupby([by, "k"])["error"].agg(error="mean", sd="std").reset_index()
    return means.assign(**{by: means[by].map("{:g}".format)})


def wide(means: pd.DataFrame) -> pd.DataFrame:
    """Return means of `by_smoothing` or `by_epsilon` with one column for each k."""
    chosen = means[means["k"].isin((1, 5, 10, 15))]
    return chosen.pivot_table(index=means.columns[0], columns="k", values="error", sort=False)


def curve_words(means: pd.DataFrame, name: str) -> str:
    """Return what a plot of the means against k shows, in words; `name` is what a line is called."""
    wide = means.assign(line=f"{name} = " + means.iloc[:, 0]).pivot_table("error", "line", "k", sort=False)
    listed = in_words(ends(wide), "line", "{first:.3f} to {last:.3f}")
    return f"Error rate of EkCNN on the sonar echoes from k = 1 to k = {K}. {listed}."
