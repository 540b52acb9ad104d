"""Leave one category out: how far each estimate of a hidden category is from the category's own mean.

Every category with enough rows (`_hidden.MIN_ROWS`) of every feature with at least three is hidden in turn: its rows
lose their target and keep their features. TIWS with three similarities, plain and sharpened, the most similar category
alone, other aggregations g, the unweighted mean of the seen estimates, the categories of near rows, a regression on the
other features and, for diagnoses, the mean of the chapter all estimate the mean of the target in it. diabetes130 stands
in for the ICD-10 data of the paper, which are not public; its codes are ICD-9.

Source: Bang et al. (2020), Results; the protocol is this project's own.
"""

import zlib
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from tiws_teach.replications._hidden import DIAGNOSES, SETS, hidden_categories, icd9_chapter, keys_of_hidden, load_set
from tiws_teach.replications._runner import Key, Replication, Row, in_words
from tiws_teach.tiws import (
    aggregate,
    category_similarity,
    document_matrix,
    inverse_document_frequency,
    modified_cosine,
    size_correlation,
    target_estimates,
    term_frequency,
    unseen_estimates,
    unseen_weights,
)
from tiws_teach.tiws.ratios import ratio_interval
from tiws_teach.tiws.similarities import SIMILARITIES

SHARPNESS = (1, 4)
AGGREGATIONS = {
    "g_sum": np.add,
    "g_abs_t": lambda t, i: np.abs(t) * i,
    "g_abs_i": lambda t, i: t * np.abs(i),
    "g_t": lambda t, i: t,  # noqa: ARG005
    "g_i": lambda t, i: i,  # noqa: ARG005
}
N_NEIGHBORS = 20
MOST_TRAINING, MOST_HIDDEN = 20_000, 500
"""Rows that neighbours and regression learn from, and rows whose neighbours are looked for, drawn at random."""


def job(key: Key) -> list[Row]:
    """Hide one category; return its rows, its own mean, the overall mean of the others, and every estimate."""
    data, y = load_set(key["data"])
    feature, category = key["feature"], key["category"]
    hidden = (data[feature] == category).to_numpy()
    train = data[feature].notna().to_numpy() & ~hidden
    estimates = target_estimates(data.loc[train, feature], y[train])
    sizes = data.loc[train, feature].value_counts().reindex(estimates.index).to_numpy()
    row: Row = {
        "rows": int(hidden.sum()),
        "n_seen": len(estimates),
        "truth": y[hidden].mean(),
        "overall": y[train].mean(),
        "mean_of_seen": estimates.mean(),
    }
    table = similarities(key["data"], feature)
    for name, s in table.items():
        to_seen = s.loc[category, estimates.index]
        for sharpness in SHARPNESS if name in SIMILARITIES else (1,):
            label = f"{name}_{sharpness}" if name in SIMILARITIES else name
            row[label] = weighted(s, category, estimates, sharpness)
        if name in SIMILARITIES:
            row[f"nearest_{name}"] = float(estimates.iloc[int(to_seen.to_numpy().argmax())])
            row[f"size_{name}"] = size_correlation(to_seen.to_numpy(), sizes, int(hidden.sum()))
    row |= _from_rows(key, data, y, train, hidden, estimates)
    if key["data"] == "diabetes130" and feature in DIAGNOSES:
        row["chapter"] = _chapter_mean(data[feature], y, train, category, estimates.index)
    return [row]


@cache
def similarities(name: str, feature: str) -> dict[str, pd.DataFrame]:
    """Return S between all categories of a feature, for the three similarities and for other aggregations of tfidf.

    The counts take in hidden and other rows alike, so that S is the same whichever category is hidden.
    """
    data, _ = load_set(name)
    document = document_matrix(data, feature)
    tables = {similarity: category_similarity(document, similarity) for similarity in SIMILARITIES}
    term, inverse = term_frequency(document), inverse_document_frequency(document)
    return tables | {label: modified_cosine(aggregate(term, inverse, g)) for label, g in AGGREGATIONS.items()}


def weighted(s: pd.DataFrame, category: str, estimates: pd.Series, sharpness: float = 1.0) -> float:
    """Return the TIWS estimate of one unseen category from S and the estimates of the seen ones."""
    row = s.loc[[category], [*estimates.index, category]]
    weights = unseen_weights(row, len(estimates), sharpness=sharpness)
    return float(unseen_estimates(weights, estimates).iloc[0])


def _from_rows(key: Key, data: pd.DataFrame, y: np.ndarray, train, hidden, estimates: pd.Series) -> Row:
    """Return the estimates that work row by row: the neighbours' categories, and a regression on the other features."""
    rng = np.random.default_rng(zlib.crc32("/".join(key.values()).encode("utf-8")))
    others = data.drop(columns=key["feature"]).fillna("missing")
    learn = np.sort(rng.permutation(np.flatnonzero(train))[:MOST_TRAINING])
    asked = np.sort(rng.permutation(np.flatnonzero(hidden))[:MOST_HIDDEN])
    near = nearest_rows(others.iloc[asked], others.iloc[learn], min(N_NEIGHBORS, len(learn)))
    of_rows = data[key["feature"]].map(estimates).to_numpy(dtype=float)[learn]
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(max_iter=1000))
    model.fit(others.iloc[learn], y[learn])
    return {"neighbours": of_rows[near].mean(), "regression": model.predict_proba(others[hidden])[:, 1].mean()}


def nearest_rows(queries: pd.DataFrame, rows: pd.DataFrame, k: int) -> np.ndarray:
    """Return the k rows that differ from each query in the fewest features; of equally near ones the lower rows."""
    distance = np.zeros((len(queries), len(rows)), dtype=np.int64)
    for name in rows:
        codes = pd.factorize(pd.concat([queries[name], rows[name]]))[0]
        distance += codes[: len(queries), np.newaxis] != codes[np.newaxis, len(queries) :]
    in_order = distance * len(rows) + np.arange(len(rows))  # the row number breaks ties
    return np.argpartition(in_order, k - 1, axis=1)[:, :k]


def _chapter_mean(codes: pd.Series, y: np.ndarray, train: np.ndarray, category: str, seen: pd.Index) -> float:
    """Return the mean target of the other codes of the same chapter: what letter codes would say."""
    chapters = icd9_chapter(pd.Series([category, *seen]))
    siblings = set(seen[(chapters[1:] == chapters[0]).to_numpy()])
    same = codes.isin(siblings).to_numpy() & train
    return float(y[same].mean()) if same.any() else float(y[train].mean())


REPLICATION = Replication(
    "Leave one category out on titanic, mushroom and diabetes130: error of each estimate (5 minutes).",
    partial(keys_of_hidden, SETS, hidden_categories),
    job,
    seeds="numpy.random.default_rng(crc32 of data/feature/category) draws the rows for neighbours and regression",
    unit="category",
    text=("data", "feature", "category"),
)


METHODS = {
    "tfidf_1": "TIWS tfidf",
    "tfidf_4": "TIWS tfidf, sharpness 4",
    "conditional_1": "TIWS conditional",
    "conditional_4": "TIWS conditional, sharpness 4",
    "hellinger_1": "TIWS hellinger",
    "hellinger_4": "TIWS hellinger, sharpness 4",
    "nearest_tfidf": "most similar, tfidf",
    "nearest_conditional": "most similar, conditional",
    "nearest_hellinger": "most similar, hellinger",
    "mean_of_seen": "unweighted mean",
    "neighbours": "near rows' categories",
    "regression": "regression",
    "chapter": "mean of the chapter",
    "g_sum": "tfidf, g = T + I",
    "g_abs_t": "tfidf, g = |T| I",
    "g_abs_i": "tfidf, g = T |I|",
    "g_t": "tfidf, g = T",
    "g_i": "tfidf, g = I",
}


results = REPLICATION.results


def error_ratios(results: pd.DataFrame, by: str = "data", methods: Any = None) -> pd.DataFrame:
    """Return each method's summed error, divided by the overall mean's, with a 95 % interval over features.

    Categories of one feature are not independent: hiding one changes the estimates of the others. Tidy: `by`, method
    (in words), ratio, low and high, features, categories. Below 1 a method is better than the overall mean.
    """
    chosen = list(METHODS if methods is None else methods)
    parts = []
    for name, part in results.groupby(by, sort=False):
        usable = [method for method in chosen if part[method].notna().all()]  # "chapter" is for full diagnoses only
        error = part[usable].sub(part["truth"], axis=0).abs().groupby(part["feature"]).sum()
        base = (part["overall"] - part["truth"]).abs().groupby(part["feature"]).sum()
        low, high = zip(*(ratio_interval(error[method], base) for method in usable), strict=True)
        words, ratio = [METHODS[method] for method in usable], error.sum().to_numpy() / base.sum()
        cells = {by: name, "method": words, "ratio": ratio, "low": low, "high": high}
        parts.append(pd.DataFrame(cells).assign(features=len(base), categories=len(part)))
    return pd.concat(parts, ignore_index=True)


def noise_floor(results: pd.DataFrame, by: str = "data") -> pd.Series:
    """Return the ratio that the true expectation itself would reach: a mean of finitely many rows is off by chance."""
    chance = np.sqrt(2 / np.pi * results["truth"] * (1 - results["truth"]) / results["rows"])
    base = (results["overall"] - results["truth"]).abs()
    return chance.groupby(results[by], sort=False).sum() / base.groupby(results[by], sort=False).sum()


def size_driven(results: pd.DataFrame) -> pd.DataFrame:
    """Return the median rank correlation of similarity with closeness in size, by data set and similarity."""
    columns = {f"size_{name}": name for name in SIMILARITIES}
    return results.groupby("data", sort=False)[list(columns)].median().rename(columns=columns)


def ratio_words(ratios: pd.DataFrame) -> str:
    """Return what a plot of `error_ratios` shows, in words."""
    listed = in_words(ratios, "data", "{method} {ratio:.2f}")
    return f"Error divided by the overall mean's error, with 95 % intervals over features. {listed}."


def diagnoses(results: pd.DataFrame) -> pd.DataFrame:
    """Return the hidden full codes of the three diagnoses on diabetes130, for letter codes against full codes."""
    full = results[(results["data"] == "diabetes130") & results["feature"].isin(DIAGNOSES)]
    return full.assign(data="full codes hidden")


def spread_of_estimates(results: pd.DataFrame, methods: tuple[str, ...]) -> pd.DataFrame:
    """Return by data set the standard deviation of the categories' own means and of what each method says of them."""
    named = {"truth": "own means"} | {method: METHODS[method] for method in methods}
    return results.groupby("data", sort=False)[list(named)].std().rename(columns=named)


def truth_words(results: pd.DataFrame, methods: dict[str, str]) -> str:
    """Return what a plot of estimates against the truth shows, in words."""
    parts = []
    for method, title in methods.items():
        error = (results[method] - results["truth"]).abs().mean()
        slope = np.polyfit(results["truth"], results[method], 1)[0]
        parts.append(f"{title}: mean error {error:.2f}, slope {slope:.2f}")
    return (
        f"Estimates of {len(results)} hidden categories against their own means, one panel for each method; a right "
        f"estimate lies on the diagonal, of slope 1. {'; '.join(parts)}."
    )
