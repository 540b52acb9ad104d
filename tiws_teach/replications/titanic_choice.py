"""Titanic: which port stands in for Queenstown, by TIWS, kNN and Bayesian ridge, by feature set and by size of a port.

The 77 passengers who embarked at Q are unseen. For each of the 255 subsets of eight features: the weight of C against S
by each similarity, and to how many of the 77 rows an imputer gives S. Then S is shrunk to random rows.

Source: Bang et al. (2020), Titanic Cluster Analysis.
"""

from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import binomtest
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.impute import IterativeImputer, KNNImputer
from sklearn.linear_model import BayesianRidge
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from tiws_teach.datasets import load
from tiws_teach.replications._runner import Key, Replication, Row, in_words
from tiws_teach.tiws import TIWSEncoder, category_similarity, document_matrix, unseen_weights
from tiws_teach.tiws.similarities import SIMILARITIES

FEATURES = ("pclass", "sex", "sibsp", "parch", "who", "adult_male", "deck", "alone")
ALL = "+".join(FEATURES)
SHRUNK = (77, 168, 322)
N_SEEDS = 50
NEIGHBORS = (20, 40, 80)


def feature_sets() -> list[str]:
    """Return the 255 subsets of the eight features, each as names joined by "+"."""
    return ["+".join(chosen) for size in range(1, 9) for chosen in combinations(FEATURES, size)]


def jobs() -> list[Key]:
    """Return the keys: every feature set with all rows, then all features with S shrunk, 50 seeds each."""
    whole: list[Key] = [{"features": features, "rows_of_s": 644, "seed": 0} for features in feature_sets()]
    return whole + [{"features": ALL, "rows_of_s": size, "seed": seed} for size in SHRUNK for seed in range(N_SEEDS)]


def job(key: Key) -> list[Row]:
    """Return C's weight s(C, Q) / (s(C, Q) + s(S, Q)) by similarity, and the rows of Q given S by each imputer."""
    rows, is_q = passengers()
    keep = _shrunk(rows["embarked"].to_numpy(), key["rows_of_s"], key["seed"])
    rows, is_q = rows.iloc[keep].reset_index(drop=True), is_q[keep]
    names = key["features"].split("+")
    document = document_matrix(rows[~is_q][["embarked", *names]], "embarked", rows[is_q][["embarked", *names]])
    given = imputed_s(rows, is_q, names, ())
    return [
        {f"weight_{name}": _weight_of_c(document, name) for name in SIMILARITIES}
        | {f"s_by_{name}": int(is_chosen.sum()) for name, is_chosen in given.items()}
    ]


def _weight_of_c(document: pd.DataFrame, similarity: str) -> float:
    """Return C's weight in the estimate of Q, the rest being that of S; one half where both similarities are 0."""
    row = category_similarity(document, similarity, rows_of=[2])[["C", "S", "Q"]]
    return float(unseen_weights(row, 2).loc["Q", "C"])


@cache
def passengers() -> tuple[pd.DataFrame, np.ndarray]:
    """Return the 889 passengers with a known port, and which of them embarked at Q."""
    frame = load("titanic").frame
    rows = frame[frame["embarked"].notna()].reset_index(drop=True)
    return rows, (rows["embarked"] == "Q").to_numpy()


def imputed_s(rows: pd.DataFrame, is_q: np.ndarray, names: list[str], numbers: tuple[str, ...]) -> dict:
    """Return for each imputer which rows of Q get port S: its imputed share of S is one half or more."""
    port = np.where(is_q, np.nan, rows["embarked"] == "S")
    table = np.column_stack([port, design(rows, is_q, names, numbers, one_hot=True)])
    imputers = {f"knn_{k}": KNNImputer(n_neighbors=k) for k in NEIGHBORS}
    imputers["bayes"] = IterativeImputer(BayesianRidge(), random_state=0)
    return {name: imputer.fit_transform(table)[is_q, 0] >= 0.5 for name, imputer in imputers.items()}


def design(rows, is_q, names, numbers, *, one_hot):
    """Return the features as numbers: 0/1 columns or codes in sorted order, then the standardised numbers."""
    words = rows[names].astype(str)
    if one_hot:
        parts = [OneHotEncoder(sparse_output=False).fit_transform(words)]
    else:
        parts = [np.column_stack([pd.factorize(words[name], sort=True)[0] for name in names]).astype(float)]
    if numbers:
        values = rows[list(numbers)].fillna(rows[~is_q][list(numbers)].median())
        parts.append(StandardScaler().fit(values[~is_q]).transform(values))
    return np.hstack(parts)


def _shrunk(port: np.ndarray, rows_of_s: int, seed: int) -> np.ndarray:
    """Return the rows to keep: all but those of S that a random draw leaves out."""
    is_s = np.flatnonzero(port == "S")
    drawn = np.random.default_rng([seed, rows_of_s]).permutation(is_s)[:rows_of_s]
    return np.sort(np.concatenate([np.flatnonzero(port != "S"), drawn]))


REPLICATION = Replication(
    "Titanic: which port is most similar to Q, by feature set and by the size of S (1 minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng([seed, rows_of_s]) draws the rows of S that stay",
    unit="set",
    text=("features",),
)
results = REPLICATION.results


def choices(results: pd.DataFrame) -> pd.DataFrame:
    """Return in how many of the 255 feature sets each method gives port C: to Q as a whole, or to most rows of Q."""
    whole = results[results["rows_of_s"] == 644]
    chosen = {f"TIWS, {name}": whole[f"weight_{name}"] >= 0.5 for name in SIMILARITIES}
    given_s = whole.filter(like="s_by_").rename(columns=lambda name: name.removeprefix("s_by_").replace("_", " "))
    chosen |= {name: given_s[name] < 77 / 2 for name in given_s}
    sets = pd.Series({name: int(is_chosen.sum()) for name, is_chosen in chosen.items()})
    share = 100 * given_s.mean() / 77
    table = pd.DataFrame({"sets that choose C": sets, "of": len(whole), "rows of Q given S, %": share})
    return table.reindex(list(chosen))


def shrinking(results: pd.DataFrame) -> pd.DataFrame:
    """Return C's share by the rows of S, all eight features: percent of the seeds (TIWS), of the rows of Q (kNN)."""
    eight = results[results["features"] == ALL]
    cells = eight.groupby("rows_of_s")
    chosen = {f"TIWS, {name}": 100 * cells[f"weight_{name}"].agg(lambda w: (w >= 0.5).mean()) for name in SIMILARITIES}
    given_c = {f"knn {k}": 100 * (1 - cells[f"s_by_knn_{k}"].mean() / 77) for k in NEIGHBORS}
    return pd.DataFrame(chosen | given_c)


def port_rates() -> pd.DataFrame:
    """Return the share of survivors by port, in all and in three groups, with 95 % Wilson intervals."""
    frame = load("titanic_ports").frame
    women, third = frame["sex"] == "female", frame["class"] == "Third"
    groups = {
        "all": frame["survived"].notna(),
        "women, third class": women & third,
        "women, other classes": women & ~third,
        "men": ~women,
    }
    rows = []
    for name, members in groups.items():
        for port in "SCQ":
            y = frame.loc[members & (frame["embarked"] == port), "survived"]
            interval = binomtest(int(y.sum()), len(y)).proportion_ci(method="wilson")
            rows.append((name, port, y.mean(), interval.low, interval.high, len(y)))
    return pd.DataFrame(rows, columns=["passengers", "port", "survived", "low", "high", "n"])


def rate_words(rates: pd.DataFrame, estimate: float) -> str:
    """Return what a plot of `port_rates` shows, in words."""
    shares = in_words(rates, "passengers", "{port} {survived:.2f}")
    star = f"The star is the TIWS estimate for Q, {estimate:.2f}."
    return f"Share of survivors by port with 95 % intervals. {shares}. {star}"


def port_estimates() -> pd.DataFrame:
    """Return TIWS's answers for the hidden port Q from class and sex, and the truth, for the three similarities."""
    frame = load("titanic_ports").frame
    seen, hidden = frame[frame["embarked"] != "Q"], frame[frame["embarked"] == "Q"]
    names = ["embarked", "class", "sex"]
    rows = {}
    for similarity in SIMILARITIES:
        encoder = TIWSEncoder.of_paper(similarity=similarity).fit(
            seen[names], seen["survived"], X_unlabeled=hidden[names]
        )
        table = encoder.explain("embarked", "Q").set_index("category")
        estimate = table["weight"] @ table["estimate"]
        rows[similarity] = [table["similarity"].idxmax(), *table["similarity"][["C", "S"]], estimate]
    estimates = pd.DataFrame.from_dict(rows, orient="index", columns=["most similar", "s(C)", "s(S)", "estimate"])
    ports = frame.groupby("embarked")["survived"].mean()
    return estimates.assign(**{"truth Q": ports["Q"], "mean of C": ports["C"], "mean of S": ports["S"]})


def women_rule() -> dict[str, float]:
    """Return how well "women live, men die" does on the 77 passengers of Q, in percent."""
    q = load("titanic_ports").frame.query("embarked == 'Q'")
    predicted, y = q["sex"] == "female", q["survived"] == 1
    right = predicted & y
    return {
        "accuracy": 100 * float((predicted == y).mean()),
        "precision": 100 * float(right.sum() / predicted.sum()),
        "recall": 100 * float(right.sum() / y.sum()),
    }


def majority_by_group() -> pd.DataFrame:
    """Return for each class and sex what the majority of S, and of C, would predict for the passengers of Q."""
    frame = load("titanic_ports").frame
    group = ["class", "sex"]
    q = frame[frame["embarked"] == "Q"].groupby(group)["survived"].agg(["size", "sum"])
    table = q.set_axis(["passengers of Q", "survived"], axis=1)
    for port in "SC":
        share = frame[frame["embarked"] == port].groupby(group)["survived"].mean()
        table[f"told {port}"] = np.where(share[table.index] > 0.5, "lives", "dies")
    return table.assign(changes=table["told S"] != table["told C"])
