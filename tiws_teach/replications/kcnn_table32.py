"""Table 3.2 and Figures 3.3 to 3.6: five neighbour methods on fifteen data sets, k chosen on an inner third.

Each job is one random partition of one data set in ten folds. In each fold k is chosen for each method on a third of
the training rows, and the errors on the held-out fold are counted for every k. The distances from a fold's rows to the
15 nearest of each class serve all methods and all k; a test holds the counts to those of the public estimators.
Missing values are filled with the median, and features standardised where asked, both fitted on the rows that train.
Where features have few decimals (Yeast, Haberman) many distances are equal but for the last digit of the arithmetic;
how such ties fall moves a few rows in a thousand.

Source: Gweon (2017), sections 3.3.1 to 3.3.3.
"""

from functools import cache, partial

import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.model_selection import KFold, ShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach import datasets
from tiws_teach._neighbors import nearest_rows
from tiws_teach.evaluation import average_ranks, friedman, wilcoxon_hochberg
from tiws_teach.kcnn import (
    EKCNNClassifier,
    KCNNClassifier,
    conditional_distances,
    conditional_posteriors,
    ensemble_posteriors,
)
from tiws_teach.local_mean import (
    LMKNNClassifier,
    MLMKHNNClassifier,
    harmonic_mean_distance,
    local_mean_distances,
    local_means,
)
from tiws_teach.replications._runner import Key, Replication, Row, ends, in_words, printed
from tiws_teach.resampling import ClassWeightedKNNClassifier

SETS = {
    "Wine": "wine",
    "Parkins": "parkinsons",
    "Cancer": "wpbc",
    "Sonar": "sonar",
    "Seeds": "seeds",
    "Haberman": "haberman",
    "Ecoli": "ecoli",
    "Blood": "transfusion",
    "Diabetes": "pima",
    "Vehicle": "vehicle",
    "German": "german_numeric",
    "Yeast": "yeast_uci",
    "Image": "segmentation",
    "Wave": "waveform",
    "Magic": "magic",
}
"""The thesis's names of the sets of Table 3.1, and this project's."""
SCALINGS = ("raw", "standardised")
SEEDS = range(5)
FOLDS = 10
K = 15
"""The largest number of neighbours."""
BATCH = 2**23
"""Numbers in the local means that are held at a time."""
METHODS = {
    "kNN": ClassWeightedKNNClassifier(class_weight=None),  # plain kNN: equally near rows in the order of training
    "LMkNN": LMKNNClassifier(),
    "MLM-kHNN": MLMKHNNClassifier(),
    "kCNN": KCNNClassifier(),
    "EkCNN": EKCNNClassifier(),
    "EkCNN, r = 1": EKCNNClassifier(smoothing=1.0),
}
"""The public estimators; the last one is for the claim that r = p is no worse than r = 1."""
FIVE = tuple(METHODS)[:5]


@cache
def load(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return X with NaN and the classes as whole numbers; Cancer's `time`, known with the outcome only, is left out."""
    bunch = datasets.load(SETS[name])
    data = bunch.data.drop(columns="time") if name == "Cancer" else bunch.data
    return data.to_numpy(dtype=float), bunch.target.to_numpy()


def jobs() -> list[Key]:
    """Return the keys: data set, scaling, seed of the folds."""
    return [{"data": name, "scaling": scaling, "seed": seed} for name in SETS for scaling in SCALINGS for seed in SEEDS]


def job(key: Key) -> list[Row]:
    """Return for each method the rows that were wrong: with the chosen k, its mean, and with each k from 1 to 15."""
    X, y = load(key["data"])
    chosen, counts = np.zeros((len(METHODS), FOLDS), dtype=int), np.zeros((len(METHODS), FOLDS, K), dtype=int)
    for fold, (train, test) in enumerate(KFold(FOLDS, shuffle=True, random_state=key["seed"]).split(X)):
        chosen[:, fold], counts[:, fold] = one_fold(X, y, train, test, key["scaling"], key["seed"])
    wrong = np.take_along_axis(counts, chosen[:, :, np.newaxis] - 1, axis=2).sum(axis=(1, 2))
    return [
        {"method": method, "rows": len(y), "wrong": wrong[i], "mean_k": chosen[i].mean()}
        | {f"wrong_{k}": counts[i, :, k - 1].sum() for k in range(1, K + 1)}
        for i, method in enumerate(METHODS)
    ]


def one_fold(X, y, train, test, scaling: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the k chosen for each method on a third of the training rows, and the wrong test rows by method and k."""
    inner, validation = next(ShuffleSplit(1, test_size=1 / 3, random_state=seed).split(train))
    chosen = wrong_rows(X, y, train[inner], train[validation], scaling).argmin(axis=1) + 1  # the first of the best
    return chosen, wrong_rows(X, y, train, test, scaling)


def wrong_rows(X, y, train, test, scaling: str) -> np.ndarray:
    """Return how many test rows each method gets wrong with each k, an array of shape (n_methods, K)."""
    rows, queries = prepared(X[train], X[test], scaling)
    classes, codes = np.unique(y[train], return_inverse=True)
    step = max(1, BATCH // (K * len(classes) * X.shape[1]))
    wrong = np.zeros((len(METHODS), K), dtype=int)
    for start in range(0, len(test), step):
        truth = y[test[start : start + step]]
        for i, by_k in enumerate(predictions(queries[start : start + step], rows, codes, len(classes))):
            wrong[i] += [np.sum(classes[codes_of_k] != truth) for codes_of_k in by_k]
    return wrong


def steps(scaling: str) -> list:
    """Return what comes before the classifier: medians for missing values, and standardisation where it is asked."""
    return [SimpleImputer(strategy="median"), *([StandardScaler()] if scaling == "standardised" else [])]


def prepared(rows: np.ndarray, queries: np.ndarray, scaling: str) -> tuple[np.ndarray, np.ndarray]:
    """Return training and test rows after the steps, which see the training rows only."""
    before = make_pipeline(*steps(scaling)).fit(rows)
    return before.transform(rows), before.transform(queries)


def predictions(queries, rows, codes, n_classes: int) -> list[list[np.ndarray]]:
    """Return for each method the predicted class codes with k = 1, ..., 15, all from one search each."""
    ks, p = range(1, K + 1), rows.shape[1]
    near = codes[nearest_rows(queries, rows, K)[1]]
    votes = np.cumsum(near[:, :, np.newaxis] == np.arange(n_classes), axis=1)
    d = conditional_distances(queries, rows, codes, K, n_classes=n_classes)
    to_means = local_mean_distances(queries, local_means(queries, rows, codes, K, n_classes))
    sizes = np.bincount(codes, minlength=n_classes)
    return [
        [votes[:, k - 1].argmax(axis=1) for k in ks],
        [to_means[:, np.minimum(k, sizes) - 1, np.arange(n_classes)].argmin(axis=1) for k in ks],
        [harmonic_mean_distance(to_means[:, :k]).argmin(axis=1) for k in ks],
        [conditional_posteriors(d[:, k - 1], p).argmax(axis=1) for k in ks],
        [ensemble_posteriors(d[:, :k], p).argmax(axis=1) for k in ks],
        [ensemble_posteriors(d[:, :k], p, 1.0).argmax(axis=1) for k in ks],
    ]


REPLICATION = Replication(
    "Neighbours on fifteen data sets: five methods, k validated and from 1 to 15 (some 5 minutes).",
    jobs,
    job,
    seeds="KFold(10, shuffle=True, random_state=seed); ShuffleSplit(1, test_size=1/3, random_state=seed) in each fold",
    unit="partition",
    text=("data", "scaling", "method"),
)


CLAIMED = printed("kcnn_table32")
"""The error rates of Table 3.2."""
CLAIMED_LAST_LINES = printed("kcnn_table32_last_lines")
CLAIMED_P = printed("kcnn_p_values").set_index("worse", append=True)["p"].to_dict()
"""The p-values of section 3.3.3: the first method is better than the second, one-sided."""


results = REPLICATION.results_with_error
"""Return the stored rows, one for each data set, scaling, partition and method, with the error rate."""


def errors(results: pd.DataFrame, scaling: str = "raw", methods: tuple[str, ...] = FIVE) -> pd.DataFrame:
    """Return the table of scores: the error rate of data sets by methods, mean over the partitions."""
    chosen = results[results["scaling"] == scaling]
    return chosen.pivot_table(index="data", columns="method", values="error", sort=False)[list(methods)]


def beside(results: pd.DataFrame, scaling: str = "raw") -> pd.DataFrame:
    """Return each cell of Table 3.2 and our mean, sd, low, high; inside: the claim is at most two sd from the mean."""
    chosen = results[(results["scaling"] == scaling) & results["method"].isin(FIVE)]
    table = chosen.groupby(["data", "method"], sort=False)["error"].agg(error="mean", sd="std", low="min", high="max")
    claims = CLAIMED.rename_axis("data").reset_index().melt("data", var_name="method", value_name="claimed")
    table = table.reset_index().merge(claims, on=["data", "method"])
    away = (table["claimed"] - table["error"]).abs()
    return table.assign(inside=away <= 2 * table["sd"] + 0.00005)


def cells(results: pd.DataFrame, scaling: str = "raw") -> pd.DataFrame:
    """Return Table 3.2 with the thesis's number and ours for each method, ours as the mean over the partitions."""
    both = pd.concat({"thesis": CLAIMED, "ours": errors(results, scaling)}, axis=1).swaplevel(axis=1)
    return both[[(method, who) for method in FIVE for who in ("thesis", "ours")]]


def last_lines() -> pd.DataFrame:
    """Return the last lines of Table 3.2 as printed, and computed from its cells."""
    computed = pd.DataFrame({"Average": CLAIMED.mean(), "Ranking": average_ranks(CLAIMED)}).T
    both = pd.concat({"printed": CLAIMED_LAST_LINES, "computed": computed}).swaplevel()
    return both.loc[[(line, how) for line in ("Average", "Ranking") for how in ("printed", "computed")]]


def summary(results: pd.DataFrame) -> pd.DataFrame:
    """Return mean ranks and Friedman's test for the printed table, and for our raw and standardised one."""
    rows = {}
    for name, scores in {"thesis": CLAIMED, **{scaling: errors(results, scaling) for scaling in SCALINGS}}.items():
        test = friedman(scores)
        rows[name] = average_ranks(scores).to_dict() | {"Friedman": test.statistic, "p": test.p_value}
        rows[name] |= {"Iman-Davenport": test.iman_davenport, "its p": test.iman_davenport_p}
    return pd.DataFrame(rows).T


def ranks_by_partition(results: pd.DataFrame, scaling: str = "raw") -> pd.DataFrame:
    """Return the mean ranks in each partition (a row a seed), as the thesis has them from its one."""
    ranked = {seed: average_ranks(errors(part, scaling)) for seed, part in results.groupby("seed")}
    return pd.DataFrame(ranked).T.rename_axis("seed")


def significances(results: pd.DataFrame, scaling: str = "raw") -> pd.DataFrame:
    """Return the six comparisons of the thesis, one-sided: printed, from its table, ours, partitions with p < .05."""
    one_sided = partial(wilcoxon_hochberg, alternative="better")
    alone = [errors(part, scaling) for _, part in results.groupby("seed")]
    rows = []
    for (better, worse), p in CLAIMED_P.items():
        against = [better, *(other for first, other in CLAIMED_P if first == better)]
        ours = one_sided(errors(results, scaling)[against], better).loc[worse]
        single = [one_sided(scores[against], better).loc[worse, "p"] for scores in alone]
        row = {"better": better, "worse": worse, "printed": p}
        row["from its table"] = one_sided(CLAIMED[against], better).loc[worse, "p"]
        row |= {"ours": ours["p"], "ours, Hochberg": ours["p_hochberg"], "partitions": sum(p < 0.05 for p in single)}
        rows.append(row)
    return pd.DataFrame(rows).set_index(["better", "worse"])


def smoothing_claim(results: pd.DataFrame, scaling: str = "raw") -> pd.DataFrame:
    """Return EkCNN's errors with r = p and r = 1, the change in %, and in how many partitions r = p is no worse."""
    chosen = results[results["scaling"] == scaling]
    by_partition = chosen.pivot_table(index=["data", "seed"], columns="method", values="wrong", sort=False)
    no_worse = (by_partition["EkCNN"] <= by_partition["EkCNN, r = 1"]).groupby(level="data", sort=False).sum()
    table = errors(results, scaling, ("EkCNN", "EkCNN, r = 1"))
    table.columns = pd.Index(["r = p", "r = 1"])
    return table.assign(**{"change %": 100 * (table["r = p"] / table["r = 1"] - 1), "no worse in": no_worse})


def curves(results: pd.DataFrame, scaling: str = "raw", methods: tuple[str, ...] = FIVE) -> pd.DataFrame:
    """Return the error on the held-out folds against k as a tidy table: data, method, k, error."""
    chosen = results[(results["scaling"] == scaling) & results["method"].isin(methods)]
    wrong = [f"wrong_{k}" for k in range(1, K + 1)]
    sums = chosen.groupby(["data", "method"], sort=False)[[*wrong, "rows"]].sum()
    rates = sums[wrong].div(sums["rows"], axis=0).set_axis(range(1, K + 1), axis=1)
    return rates.reset_index().melt(["data", "method"], var_name="k", value_name="error")


def no_worse(curves: pd.DataFrame, method: str) -> pd.DataFrame:
    """Return for each data set with how many of the 14 k above 1 a method has no larger error than each other one."""
    wide = curves[curves["k"] > 1].pivot_table(index=["data", "k"], columns="method", values="error", sort=False)
    others = wide.drop(columns=method)
    return others.ge(wide[method], axis=0).groupby(level="data", sort=False).sum()


def curve_words(curves: pd.DataFrame) -> str:
    """Return what panels of curves show, in words: where each method ends, data set by data set."""
    wide = curves.pivot_table(index=["data", "method"], columns="k", values="error", sort=False)
    listed = in_words(ends(wide), "data", "{method} {first:.3f} to {last:.3f}")
    return f"Error rates from k = 1 to k = {K}, mean over the partitions. {listed}."
