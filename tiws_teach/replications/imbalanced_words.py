"""Which words enter and which leave: the ablation lists of WCTF-IDF against TF-IDF at 300 features.

Each job draws the rare class's documents ten times, chooses both vocabularies on all documents of the draw, and counts
in how many of the draws a word is in the one and not in the other.

Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Ablation Study.
"""

import numpy as np
import pandas as pd

from tiws_teach.replications._imbalanced import SETS, choose_columns, load_counts, shares, subsample
from tiws_teach.replications._runner import Key, Replication, Row

SIZE = 300
DRAWS = 10
AGAINST = ("largest_remainder", "equal", "min_df")
LEAST = 5
"""A word is stored if it changes sides in at least this many of the draws."""


def jobs() -> list[Key]:
    """Return the keys: corpus, and the rule whose vocabulary is compared with that of TF-IDF."""
    return [{"data": name, "rule": rule} for name in SETS for rule in AGAINST]


def job(key: Key) -> list[Row]:
    """Return the words that enter or leave in at least half of the draws, with their shares of documents by class."""
    counts, y, terms = load_counts(key["data"])
    enters, leaves = np.zeros(len(terms), dtype=int), np.zeros(len(terms), dtype=int)
    of_documents = np.zeros((2, len(terms)))
    for seed in range(DRAWS):
        rows = subsample(y, seed)
        plain, ours = (choose_columns(rule, counts[rows], y[rows], SIZE) for rule in ("tfidf", key["rule"]))
        enters[np.setdiff1d(ours, plain)] += 1
        leaves[np.setdiff1d(plain, ours)] += 1
        of_documents += shares(counts[rows], y[rows]) / DRAWS
    results: list[Row] = []
    for change, draws in (("enters", enters), ("leaves", leaves)):
        for column in np.argsort(-draws, kind="stable")[: (draws >= LEAST).sum()]:
            frequent, rare = of_documents[:, column]
            row = {"word": terms[column], "change": change, "draws": draws[column]}
            results.append(row | {"share_rare": rare, "share_frequent": frequent})
    return results


REPLICATION = Replication(
    "Text at 23 to 2: which words enter and leave a vocabulary of 300 (half a minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng(0) to default_rng(9) draw the rare class",
    unit="list",
    text=("data", "rule", "word", "change"),
)
results = REPLICATION.results


def word_lists(results: pd.DataFrame, most: int = 12) -> pd.DataFrame:
    """Return for each corpus how many words enter and leave, their percentage in the rare class, and some of them."""
    rows = []
    for (data, change), part in results[results["rule"] == "largest_remainder"].groupby(["data", "change"], sort=False):
        gap = part["share_rare"] - part["share_frequent"]
        shown = part.loc[gap.abs().sort_values(ascending=False, kind="stable").index[:most], "word"]
        cells = {"data": data, "change": change, "words": len(part), "of the rare class %": 100 * (gap > 0).mean()}
        rows.append(cells | {"such as": ", ".join(sorted(shown))})
    return pd.DataFrame(rows).set_index(["data", "change"])
