"""Titanic, Table 2: what is predicted for the 77 passengers of Q when their port is replaced by S or by C.

One fit on the 812 passengers of S and C, one prediction of the 77 of Q, whose port an imputer has filled in: kNN with
20, 40 and 80 neighbours, Bayesian ridge, or TIWS (the most similar port, for all of them); and a fit without the port.
The papers name neither the features nor the settings of the models; here each of the 255 subsets of eight categorical
features is tried, alone and with age and fare, with a random forest (five seeds) and with gradient boosting.

Source: Bang et al. (2020), Titanic Cluster Analysis and Table 2; Bang and Lin, jitter trees poster, Table 2.
"""

from functools import cache

import numpy as np
import pandas as pd
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier

from tiws_teach.replications._runner import Key, Replication, Row, in_words, printed
from tiws_teach.replications.titanic_choice import design, feature_sets, imputed_s, passengers
from tiws_teach.tiws import TIWSImputer

MODELS = {"random forest": range(5), "gradient boosting": range(1)}
NUMBERS = {"none": (), "age+fare": ("age", "fare")}
METHODS = ("port_s", "port_c", "knn_20", "knn_40", "knn_80", "bayes", "tiws", "no_port")
FIT = ["features", "numbers", "model", "seed"]
"""The columns that name a job."""
CLAIMED = {"kNN": (11, 5, 19, 42), "TIWS": (23, 10, 7, 37)}
"""TP, FP, FN, TN: the only whole numbers that give all of the papers' figures; see `fold_table`."""
SURVIVED, DIED = 30, 47


def jobs() -> list[Key]:
    """Return the keys: feature set, numbers, model and seed."""
    return [
        {"features": features, "numbers": numbers, "model": model, "seed": seed}
        for numbers in NUMBERS
        for features in feature_sets()
        for model, seeds in MODELS.items()
        for seed in seeds
    ]


def job(key: Key) -> list[Row]:
    """Fit once; return true and false positives among the 77 (30 survived), by the port that each method fills in."""
    rows, is_q = passengers()
    names, numbers = key["features"].split("+"), NUMBERS[key["numbers"]]
    table = design(rows, is_q, names, numbers, one_hot=False)
    y = rows["survived"].to_numpy()
    model = _model(key).fit(np.column_stack([table, rows["embarked"] == "S"])[~is_q], y[~is_q])
    as_port = [model.predict(np.column_stack([table[is_q], np.full(is_q.sum(), port)])) for port in (0.0, 1.0)]
    without = _model(key).fit(table[~is_q], y[~is_q]).predict(table[is_q])
    filled = _filled(key["features"], key["numbers"])
    row: Row = {}
    for method in METHODS:
        predicted = without if method == "no_port" else np.where(filled[method], as_port[1], as_port[0])
        row[f"tp_{method}"] = int(((predicted == 1) & (y[is_q] == 1)).sum())
        row[f"fp_{method}"] = int(((predicted == 1) & (y[is_q] == 0)).sum())
    return [row]


def _model(key: Key):
    if key["model"] == "random forest":
        return RandomForestClassifier(100, random_state=key["seed"], n_jobs=1)
    return GradientBoostingClassifier(random_state=key["seed"])


@cache
def _filled(features: str, numbers: str) -> dict[str, np.ndarray]:
    """Return for each method which rows of Q get port S; the models of a feature set share it."""
    rows, is_q = passengers()
    names = features.split("+")
    filled = {"port_s": np.full(is_q.sum(), True), "port_c": np.full(is_q.sum(), False)}
    filled |= imputed_s(rows, is_q, names, NUMBERS[numbers])
    return filled | {"tiws": _most_similar_is_s(rows, is_q, names)}


def _most_similar_is_s(rows: pd.DataFrame, is_q: np.ndarray, names: list[str]) -> np.ndarray:
    """Return whether TIWS puts S in the place of Q, for each row of Q."""
    columns = rows[["embarked", *names]]
    imputer = TIWSImputer().fit(columns[~is_q], X_unlabeled=columns[is_q])
    return imputer.transform(columns[is_q])[:, 0] == "S"


REPLICATION = Replication(
    "Titanic Table 2: accuracy on the 77 passengers of Q by method and feature set (15 minutes).",
    jobs,
    job,
    seeds="random_state of the model: seed",
    unit="fit",
    text=("features", "numbers", "model"),
)


def results() -> pd.DataFrame:
    """Return the stored rows, one for each fit and method, with accuracy, precision and recall in percent."""
    wide = REPLICATION.results()
    parts = []
    for method in METHODS:
        counts = wide[[f"tp_{method}", f"fp_{method}"]].set_axis(["tp", "fp"], axis=1)
        parts.append(wide[FIT].assign(method=method, **counts))
    long = pd.concat(parts, ignore_index=True)
    long["accuracy"] = 100 * (long["tp"] + DIED - long["fp"]) / (SURVIVED + DIED)
    long["precision"] = 100 * long["tp"] / (long["tp"] + long["fp"])
    long["recall"] = 100 * long["tp"] / SURVIVED
    return long


def fold_table() -> pd.DataFrame:
    """Return the only whole numbers that round to the papers' folds, which are overlapping two-thirds of the 77."""
    folds = printed("titanic_folds").rename_axis("method").set_index("fold", append=True)
    counts = [_counts_behind(*row) for row in folds.itertuples(index=False)]
    return folds.join(pd.DataFrame(counts, folds.index, ["TP", "FP", "FN", "TN"]))


def _counts_behind(n: int, accuracy: float, precision: float, recall: float) -> tuple[int, int, int, int]:
    """Return the only counts of n rows that round to these three percentages."""
    fitting = [
        (tp, fp, fn, n - tp - fp - fn)
        for tp in range(1, n + 1)
        for fp in range(n - tp + 1)
        for fn in range(n - tp - fp + 1)
        if abs(100 * tp / (tp + fp) - precision) <= 0.051
        and abs(100 * tp / (tp + fn) - recall) <= 0.051
        and abs(100 * (n - fp - fn) / n - accuracy) <= 0.051
    ]
    if len(fitting) != 1:
        raise ValueError(f"the printed figures fit {len(fitting)} sets of counts, not one.")
    return fitting[0]


def averages() -> pd.DataFrame:
    """Return what the poster prints, the mean of the folds' figures, and what the counts of all 77 rows give."""
    folds = fold_table()
    mean = folds.groupby("method")[["accuracy", "precision", "recall"]].mean()
    tp, fp, fn, tn = (folds.groupby("method")[name].sum() // 2 for name in ("TP", "FP", "FN", "TN"))
    pooled = pd.DataFrame(
        {"accuracy": 100 * (tp + tn) / 77, "precision": 100 * tp / (tp + fp), "recall": 100 * tp / (tp + fn)}
    )
    return pd.concat({"mean of the folds": mean, "all 77 rows": pooled}).swaplevel().sort_index()


def by_method(results: pd.DataFrame, methods: tuple[str, ...] = ("knn_20", "knn_40", "knn_80", "bayes", "tiws")):
    """Return accuracy with 5th and 95th percentile over the fits, precision, recall, and those predicted alive."""
    chosen = results[results["method"].isin(methods)]
    cells = chosen.assign(predicted=chosen["tp"] + chosen["fp"]).groupby(["numbers", "model", "method"], sort=False)
    table = cells.agg(
        accuracy=("accuracy", "mean"),
        p05=("accuracy", lambda a: a.quantile(0.05)),
        p95=("accuracy", lambda a: a.quantile(0.95)),
        precision=("precision", "mean"),
        recall=("recall", "mean"),
        predicted=("predicted", "mean"),
    )
    order = [(numbers, model, method) for numbers in NUMBERS for model in MODELS for method in methods]
    return table.reindex(order)


def claims_beside(results: pd.DataFrame) -> pd.DataFrame:
    """Return `by_method` for kNN (40) and TIWS, tidy, with the papers' accuracy, for a plot."""
    table = by_method(results, ("knn_40", "tiws")).reset_index().rename(columns={"p05": "low", "p95": "high"})
    table["method"] = table["method"].map({"knn_40": "kNN (40)", "tiws": "TIWS"})
    table["fit"] = table["model"] + table["numbers"].map(
        {"none": ",\ncategories only", "age+fare": ",\nwith age and fare"}
    )
    claimed = {"kNN (40)": 100 * (11 + 42) / 77, "TIWS": 100 * (23 + 37) / 77}
    return table.assign(claimed=table["method"].map(claimed))


def accuracy_words(table: pd.DataFrame) -> str:
    """Return what a plot of `claims_beside` shows, in words."""
    one_line = table.assign(fit=table["fit"].str.replace("\n", " "))
    listed = in_words(one_line, "fit", "{method} {accuracy:.1f} ({low:.1f} to {high:.1f})", " and ")
    claims = in_words(table.head(2).assign(who="Stars, the papers' figures"), "who", "{method} {claimed:.1f}", " and ")
    return f"Accuracy on the 77 passengers of Q, mean and 5th to 95th percentile over the fits. {listed}. {claims}."


def paired(results: pd.DataFrame, rival: str = "knn_40") -> pd.DataFrame:
    """Return in what percent of the fits TIWS is right for more, as many or fewer of the 77 than a rival."""
    wide = results.pivot_table("accuracy", FIT, "method")
    difference = (wide["tiws"] - wide[rival]).round(6)
    cells = difference.groupby(["numbers", "model"])
    return pd.DataFrame(
        {
            "better": 100 * cells.agg(lambda d: (d > 0).mean()),
            "equal": 100 * cells.agg(lambda d: (d == 0).mean()),
            "worse": 100 * cells.agg(lambda d: (d < 0).mean()),
            "mean difference": cells.mean(),
        }
    )


def exact_hits(results: pd.DataFrame) -> pd.DataFrame:
    """Return how many fits give exactly the papers' counts: for kNN, for TIWS, and for both at once."""
    hit = {}
    for label, method in (("kNN", "knn_40"), ("TIWS", "tiws")):
        part = results[results["method"] == method].set_index(FIT)
        hit[label] = (part["tp"] == CLAIMED[label][0]) & (part["fp"] == CLAIMED[label][1])
    table = pd.DataFrame(hit)
    table["both"] = table.all(axis=1)
    cells = table.groupby(["numbers", "model"], sort=False)
    return cells.sum().assign(fits=cells.size())


def nearest_fits(results: pd.DataFrame, n: int = 5) -> pd.DataFrame:
    """Return the fits whose counts lie nearest to the papers': the fewest passengers predicted otherwise, at least."""
    part = {
        label: results[results["method"] == method].set_index(FIT)
        for label, method in (("kNN", "knn_40"), ("TIWS", "tiws"))
    }
    off = sum(
        abs(part[label]["tp"] - CLAIMED[label][0]) + abs(part[label]["fp"] - CLAIMED[label][1]) for label in CLAIMED
    )
    table = pd.DataFrame({f"{label} {name}": part[label][name.lower()] for label in CLAIMED for name in ("TP", "FP")})
    return table.assign(off=off).sort_values("off", kind="stable").head(n)
