"""Plain votes with k up to 29 on the sets of Table 3.2: the part of kCNN's lead that comes from asking more rows.

With two classes kCNN with k predicts what a vote of 2k - 1 predicts. A k of at most 15 for both therefore compares
kCNN with votes of at most 15, although kCNN asks up to 29 rows. Here the vote may ask as many. Partitions, steps and
the choice of k are those of `kcnn_table32`.

Source: Gweon (2017), section 3.3.2.
"""

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold, ShuffleSplit

from tiws_teach._neighbors import nearest_rows
from tiws_teach.evaluation import wilcoxon_hochberg
from tiws_teach.kcnn import conditional_distances
from tiws_teach.replications import kcnn_table32 as table32
from tiws_teach.replications._runner import Key, Replication, Row

MOST = 2 * table32.K - 1
"""The largest vote: that of kCNN with k = 15 on two classes."""
RACES = (MOST + 1) // 2
STEP = 500
"""Queries that are searched at a time."""


def job(key: Key) -> list[Row]:
    """Return the rows that votes with k of at most 15 and 29 get wrong, and where kCNN is not the vote of 2k - 1."""
    X, y = table32.load(key["data"])
    wrong, differ = {table32.K: 0, MOST: 0}, 0
    chosen: dict[int, list[int]] = {most: [] for most in wrong}
    for train, test in KFold(table32.FOLDS, shuffle=True, random_state=key["seed"]).split(X):
        inner, validation = next(ShuffleSplit(1, test_size=1 / 3, random_state=key["seed"]).split(train))
        by_k = counts(X, y, train[inner], train[validation], key["scaling"])[0]
        on_test, differing = counts(X, y, train, test, key["scaling"])
        differ += differing
        for most, so_far in wrong.items():
            k = int(by_k[:most].argmin()) + 1  # the first of the best
            chosen[most].append(k)
            wrong[most] = so_far + on_test[k - 1]
    names = {"classes": len(np.unique(y)), "rows": len(y), "differ": differ}
    return [{"most": most, "wrong": wrong[most], "mean_k": np.mean(chosen[most])} | names for most in wrong]


def counts(X, y, train, test, scaling: str) -> tuple[np.ndarray, int]:
    """Return the wrong rows of votes with k to 29, and how often kCNN (k to 15) differs from the vote of 2k - 1."""
    rows, queries = table32.prepared(X[train], X[test], scaling)
    classes, codes = np.unique(y[train], return_inverse=True)
    wrong, differ = np.zeros(MOST, dtype=int), 0
    for start in range(0, len(test), STEP):
        part = slice(start, start + STEP)
        near = codes[nearest_rows(queries[part], rows, MOST)[1]]
        votes = np.cumsum(near[:, :, np.newaxis] == np.arange(len(classes)), axis=1).argmax(axis=2)
        races = conditional_distances(queries[part], rows, codes, RACES, n_classes=len(classes)).argmin(axis=2)
        wrong += (classes[votes] != y[test[part], np.newaxis]).sum(axis=0)
        differ += int((races != votes[:, ::2]).sum())
    return wrong, differ


REPLICATION = Replication(
    "Votes with k up to 29 on the fifteen data sets of kCNN (about a minute).",
    table32.jobs,
    job,
    seeds=table32.REPLICATION.seeds,
    unit="partition",
    text=("data", "scaling"),
)


results = REPLICATION.results_with_error
"""Return the stored rows, one for each data set, scaling, partition and largest k, with the error rate."""


def beside(votes: pd.DataFrame, table: pd.DataFrame, scaling: str = "raw") -> pd.DataFrame:
    """Return mean errors of kNN by largest k, of kCNN and EkCNN, and with two classes how often kCNN is not a vote."""
    chosen = votes[votes["scaling"] == scaling]
    by_most = chosen.pivot_table(index="data", columns="most", values="error", sort=False)
    per_set = chosen[chosen["most"] == MOST].groupby("data", sort=False)
    share = per_set["differ"].sum() / (RACES * per_set["rows"].sum())
    errors = by_most.set_axis([f"kNN, k to {most}" for most in by_most], axis=1)
    kinds = table32.errors(table, scaling, ("kCNN", "EkCNN"))
    return errors.join(kinds).assign(**{"other predictions": share.where(per_set["classes"].first() == 2)})


def against_votes(table: pd.DataFrame) -> pd.DataFrame:
    """Return one-sided Wilcoxon tests of kCNN and EkCNN against votes, from `beside`: p, and sets with less error."""
    rows = {}
    for method in ("kCNN", "EkCNN"):
        for most in (table32.K, MOST):
            pair = table[[method, f"kNN, k to {most}"]]
            p = wilcoxon_hochberg(pair, method, alternative="better")["p"].iloc[0]
            rows[method, f"kNN, k to {most}"] = {"p": p, "wins": int((pair.iloc[:, 0] < pair.iloc[:, 1]).sum())}
    return pd.DataFrame(rows).T.rename_axis(["better", "worse"]).astype({"wins": int})
