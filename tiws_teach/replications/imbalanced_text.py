"""Text at 23 to 2: what a vocabulary with places for the rare class gains, and where.

Each job draws the rare class's documents, splits all documents into five stratified folds, chooses a vocabulary of m
terms on the training folds by each rule, weights it as scikit-learn does, fits a logistic regression with and without
class weights, and counts right and wrong predictions on the held-out fold. Counts are summed over the folds. All
methods use one English stop list, except "WCTF-IDF, as published": like the article's program, it chooses words with a
short list and weights them with scikit-learn's.

Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Results and Fig. 1 and 2.
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import StratifiedKFold

from tiws_teach.replications._imbalanced import (
    SETS,
    choose_columns,
    is_rare_word,
    load_counts,
    load_first_step,
    published_columns,
    subsample,
)
from tiws_teach.replications._runner import Key, Replication, Row, ends, in_words, printed
from tiws_teach.wctf_idf import smoothed_idf, tf_idf

SIZES = (50, 100, 200, 300, 500, 1000, 2000, 3000)
SEEDS = range(10)
FOLDS = 5
CLEAR = 1.5
"""A clear word of the rare class: its share of documents there is more than this many times that of the other class."""
METHODS: dict[str, tuple[str, str | None]] = {
    "TF-IDF": ("tfidf", None),
    "WCTF-IDF": ("largest_remainder", None),
    "WCTF-IDF, rounded": ("rounded", None),
    "WCTF-IDF, as published": ("published", None),
    "WCTF-IDF, equal quotas": ("equal", None),
    "chi2": ("chi2", None),
    "min_df per class": ("min_df", None),
    "TF-IDF, balanced": ("tfidf", "balanced"),
    "WCTF-IDF, balanced": ("largest_remainder", "balanced"),
    "chi2, balanced": ("chi2", "balanced"),
    "min_df per class, balanced": ("min_df", "balanced"),
}
"""Each method's rule for the vocabulary and its class_weight."""


def jobs() -> list[Key]:
    """Return the keys: corpus, number of features, seed."""
    return [{"data": name, "max_features": size, "seed": seed} for name in SETS for size in SIZES for seed in SEEDS]


def job(key: Key) -> list[Row]:
    """Return for each method the counts of right and wrong on held-out documents, and its words of the rare class."""
    counts, y, _ = load_counts(key["data"])
    rows = subsample(y, key["seed"])
    first, is_kept = load_first_step(key["data"])
    counts, y, published = counts[rows], y[rows], (first[rows], is_kept)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=key["seed"])
    size = key["max_features"]
    parts = [row for train, test in folds.split(y, y) for row in fold(counts, y, train, test, size, published)]
    table = pd.DataFrame(parts).groupby("method", sort=False)
    means = ["terms", "rare_words", "clear_rare_words", "average_precision"]
    totals = table[["tp", "fp", "fn", "tn"]].sum().join(table[means].mean())
    return totals.reset_index().to_dict("records")


def fold(counts, y: np.ndarray, train: np.ndarray, test: np.ndarray, size: int, published) -> list[Row]:
    """Choose, weigh and fit on the training rows, count on the test rows; `published` is from `first_step`."""
    found = []
    for method, (rule, class_weight) in METHODS.items():
        if rule == "published":
            source, columns = published[0], published_columns(published[0][train], published[1], y[train], size)
        else:
            source, columns = counts, choose_columns(rule, counts[train], y[train], size)
        learn, ask = weighed(source[train][:, columns], source[test][:, columns])
        model = LogisticRegression(max_iter=1000, class_weight=class_weight).fit(learn, y[train])
        row = judged(y[test], model.decision_function(ask))
        found.append({"method": method, "terms": len(columns)} | row | words_held(source[train], y[train], columns))
    return found


def judged(y: np.ndarray, score: np.ndarray) -> Row:
    """Return right and wrong counts, and the average precision, of scores with the decision threshold at 0."""
    tn, fp, fn, tp = np.bincount(2 * y + (score > 0), minlength=4)
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "average_precision": average_precision_score(y, score)}


def words_held(counts, y: np.ndarray, columns: np.ndarray) -> Row:
    """Return how many words of the rare class, and how many clear ones, are among the columns."""
    held = counts[:, columns]
    rare, clear = (is_rare_word(held, y, times).sum() for times in (1.0, CLEAR))
    return {"rare_words": rare, "clear_rare_words": clear}


def weighed(train, test):
    """Return TF-IDF of training and test counts, with the idf of the training documents."""
    documents = np.bincount(train.indices, minlength=train.shape[1])
    idf = smoothed_idf(documents, train.shape[0])
    return tf_idf(train, idf), tf_idf(test, idf)


REPLICATION = Replication(
    "Text at 23 to 2: precision, recall and F1 of the rare class by vocabulary and number of features (5 minutes).",
    jobs,
    job,
    seeds="numpy.random.default_rng(seed) draws the rare class; StratifiedKFold(5, shuffle=True, random_state=seed)",
    unit="draw",
    text=("data", "method"),
)


CLAIMED = printed("wctf_idf").rename_axis("data").reset_index()
CLAIMED.columns = pd.MultiIndex.from_tuples([name.rpartition(": ")[::2] for name in CLAIMED])
"""Tables 1 to 3 of the article."""
FIGURES = {
    "F1": "F1 of the rare class",
    "precision": "precision of the rare class",
    "recall": "recall of the rare class",
    "average_precision": "average precision",
    "rare_words": "words of the rare class in the vocabulary",
    "clear_rare_words": "clear words of the rare class in the vocabulary",
}


def results() -> pd.DataFrame:
    """Return a row for each draw, size and method; precision and F1 are 0 where nothing was predicted to be rare."""
    return with_figures(REPLICATION.results())


def with_figures(counted: pd.DataFrame) -> pd.DataFrame:
    """Return a table of right and wrong counts with precision, recall and F1."""
    called, rare = counted["tp"] + counted["fp"], counted["tp"] + counted["fn"]
    precision, f1 = counted["tp"] / called.where(called > 0, 1), 2 * counted["tp"] / (called + rare)
    return counted.assign(precision=precision, recall=counted["tp"] / rare, F1=f1)


def by_size(results: pd.DataFrame, figure: str = "F1", data: str | None = None) -> pd.DataFrame:
    """Return a figure by method and number of features: mean over the draws."""
    chosen = results if data is None else results[results["data"] == data]
    index = ["data", "method"] if data is None else "method"
    return chosen.pivot_table(index=index, columns="max_features", values=figure, sort=False)


def differences(
    results: pd.DataFrame, method: str = "WCTF-IDF", against: str = "TF-IDF", figure: str = "F1"
) -> pd.DataFrame:
    """Return how much more of a figure one method has than another, paired by draw.

    The draws share the frequent class's documents: their spread is that of drawing the rare ones and of the folds.
    """
    wide = results.pivot_table(index=["data", "max_features", "seed"], columns="method", values=figure, sort=False)
    gap = (wide[method] - wide[against]).groupby(level=["data", "max_features"], sort=False)
    table = gap.agg(difference="mean", sd="std", low="min", high="max", better=lambda part: int((part > 0).sum()))
    return table.reset_index()


def curve_words(results: pd.DataFrame, methods: tuple[str, ...], figure: str = "F1") -> str:
    """Return the means over the draws at the smallest and the largest number of features, in words."""
    lines = pd.MultiIndex.from_product([results["data"].unique(), methods], names=["data", "method"])
    listed = in_words(ends(by_size(results, figure).reindex(lines)), "data", "{method} from {first:.2f} to {last:.2f}")
    sizes = results["max_features"]
    return f"{FIGURES[figure]} for {sizes.min()} to {sizes.max():,} features, on a logarithmic axis. {listed}."


def difference_words(gains: dict[str, pd.DataFrame], figure: str) -> str:
    """Return tables of `differences` by method in words: each mean, and in how many draws it is positive."""
    named = pd.concat([table.assign(who=method + ", " + table["data"]) for method, table in gains.items()])
    listed = in_words(named, "who", "{max_features} {difference:+.3f} ({better})")
    return f"Differences in {FIGURES[figure]} to TF-IDF by features (draws with a gain). {listed}."


def places_beside_words(results: pd.DataFrame, data: str) -> pd.DataFrame:
    """Return by number of features the rare class's quota and how many of its words each vocabulary has."""
    part = results[results["data"] == data]
    words = part.pivot_table(index="max_features", columns="method", values="clear_rare_words", sort=False)
    share = part["tp"].add(part["fn"]).sum() / part[["tp", "fp", "fn", "tn"]].sum().sum()
    return words[["TF-IDF", "WCTF-IDF"]].assign(**{"quota of WCTF-IDF": share * words.index})
