"""Tables 3.3 and 3.4: how far the posteriors of kNN and kCNN are from the true ones, on two normal classes.

Both classes have the identity as covariance; their means are s apart. 100 training rows, each of either class with
chance 1/2, and 1,000 rows to judge. The error is the mean over these rows of the squared differences, summed over both
classes. Where the thesis leaves it open (the covariances, how the labels are drawn) this reading is this project's.

Source: Gweon (2017), section 3.4.3.
"""

import numpy as np
import pandas as pd
from scipy.special import expit

from tiws_teach._neighbors import nearest_rows
from tiws_teach.kcnn import conditional_distances, conditional_posteriors
from tiws_teach.replications._runner import Key, Replication, Row, ends, in_words, printed

KS = (1, 5, 10, 20)
TABLES = {"3.3": [(s, 2) for s in (0.1, 0.5, 1.0, 1.5, 2.0)], "3.4": [(0.1, p) for p in (2, 5, 10, 30, 50)]}
"""The pairs (s, p) of each table: the distance of the means, and the number of features."""
METHODS = ("kNN", "kCNN, r = p", "kCNN, r = 1", "always 1/2")
"""The last one looks at nothing; the thesis has the first two, and does not say in this section which r it took."""
REPLICATES = 200
TEN = 10
"""The thesis averages over this many replicates."""
TRAIN, TEST = 100, 1000


def jobs() -> list[Key]:
    """Return the keys: table, s and p."""
    return [{"table": table, "s": s, "p": p} for table, pairs in TABLES.items() for s, p in pairs]


def job(key: Key) -> list[Row]:
    """Return mean and standard deviation of the error over 200 replicates, for each method and k."""
    seed = [ord(letter) for letter in key["table"]] + [round(10 * key["s"]), key["p"]]
    rng = np.random.default_rng(seed)
    errors = np.array([replicate(key["s"], key["p"], rng) for _ in range(REPLICATES)])
    return [
        {"method": method, "k": k, "mse": errors[:, i, j].mean(), "sd": errors[:, i, j].std(ddof=1)}
        for i, method in enumerate(METHODS)
        for j, k in enumerate(KS)
    ]


def replicate(s: float, p: int, rng: np.random.Generator) -> np.ndarray:
    """Return the error of each method with each k on one draw, an array of shape (4, 4)."""
    rows, y, _ = draw(s, p, TRAIN, rng)
    queries, _, truth = draw(s, p, TEST, rng)
    near = y[nearest_rows(queries, rows, max(KS))[1]]
    d = conditional_distances(queries, rows, y, max(KS), n_classes=2)
    of_one = [
        [near[:, :k].mean(axis=1) for k in KS],
        [conditional_posteriors(d[:, k - 1], p, p)[:, 1] for k in KS],
        [conditional_posteriors(d[:, k - 1], p, 1.0)[:, 1] for k in KS],
        [np.full(TEST, 0.5) for _ in KS],
    ]
    return 2 * np.mean((np.array(of_one) - truth) ** 2, axis=2)  # the other class's difference is as large


def draw(s: float, p: int, n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return rows, labels, and the true posterior of class 1, whose mean is s along the first axis."""
    y = rng.integers(0, 2, n)
    rows = rng.standard_normal((n, p))
    rows[:, 0] += s * y
    return rows, y, expit(s * (rows[:, 0] - s / 2))


REPLICATION = Replication(
    "Posteriors on simulated rows: the squared error of kNN and kCNN against k, s and p (a minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng of the letters of the table, 10 s and p, for all 200 replicates of a job",
    unit="setting",
    text=("table", "method"),
)
results = REPLICATION.results


def claimed() -> pd.DataFrame:
    """Return the thesis's numbers as a tidy table: table, s, p, method (kNN or kCNN), k, claimed."""
    return printed("kcnn_posteriors").rename(str).rename_axis("table").reset_index()


def beside(results: pd.DataFrame, smoothing: str = "r = p") -> pd.DataFrame:
    """Return claim and measurement with the band of a mean of ten: two standard errors and half of the last digit."""
    named = results["method"].replace({f"kCNN, {smoothing}": "kCNN"})
    table = claimed().merge(results.assign(method=named), on=["table", "s", "p", "method", "k"])
    reach = 2 * table["sd"] / np.sqrt(TEN) + 0.0005
    table = table.assign(low=table["mse"] - reach, high=table["mse"] + reach)
    return table.assign(inside=table["claimed"].between(table["low"], table["high"])).drop(columns="sd")


def table(results: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return one of the tables: the thesis's number and ours for each k, a line for s or p and method."""
    line = _line_of(name)
    merged = beside(results[results["table"] == name]).rename(columns={"claimed": "thesis", "mse": "ours"})
    wide = merged.pivot_table(index=[line, "method"], columns="k", values=["thesis", "ours"], sort=False)
    return wide.swaplevel(axis=1)[[(k, who) for k in KS for who in ("thesis", "ours")]]


def errors(results: pd.DataFrame, name: str, k: int) -> pd.DataFrame:
    """Return our errors with one k: s or p by method, "always 1/2" among them."""
    chosen = results[(results["table"] == name) & (results["k"] == k)]
    return chosen.pivot_table(index=_line_of(name), columns="method", values="mse", sort=False)


def error_words(results: pd.DataFrame, name: str) -> str:
    """Return what panels of the errors by k show, in words: each method from the first to the last s or p."""
    line, chosen = _line_of(name), results[results["table"] == name]
    wide = chosen.assign(k="k = " + chosen["k"].astype(str)).pivot_table("mse", ["k", "method"], line, sort=False)
    listed = in_words(ends(wide), "k", "{method} {first:.4f} to {last:.4f}")
    first, last = wide.columns[[0, -1]]
    return f"Squared error of the posteriors, logarithmic, from {line} = {first} to {line} = {last}. {listed}."


def _line_of(name: str) -> str:
    return "s" if name == "3.3" else "p"
