"""Whether unimportant features are penalised: features of pure noise are added, and the estimates should not care.

The poster says that the method penalises unimportant features. Here 5 or 20 features of 2, 5 or 20 categories, drawn
at random without regard to anything, join titanic and mushroom, and every category is hidden again.

Source: Bang and Lin, jitter trees poster, Case Studies; Bang et al. (2020), Method, on matrix I.
"""

import numpy as np
import pandas as pd

from tiws_teach.replications._hidden import hidden_categories, load_set
from tiws_teach.replications._runner import Key, Replication, Row
from tiws_teach.replications.leave_one_category_out import weighted
from tiws_teach.tiws import category_similarity, document_matrix, target_estimates
from tiws_teach.tiws.similarities import SIMILARITIES

ADDED = (5, 20)
LEVELS = (2, 5, 20)
N_SEEDS = 3


def jobs() -> list[Key]:
    """Return the keys: data set, feature, number of noise features, their number of categories, and seed."""
    cells = [(0, 0, 0)]
    cells += [(added, levels, seed) for added in ADDED for levels in LEVELS for seed in range(N_SEEDS)]
    return [
        {"data": name, "feature": feature, "added": added, "levels": levels, "seed": seed}
        for name in ("titanic", "mushroom")
        for feature in dict.fromkeys(feature for feature, _ in hidden_categories(name))
        for added, levels, seed in cells
    ]


def job(key: Key) -> list[Row]:
    """Return for each hidden category of the feature its own mean, the overall mean, and TIWS by three similarities."""
    data, y = load_set(key["data"])
    feature = key["feature"]
    rng = np.random.default_rng([key["seed"], key["added"], key["levels"]])
    noise = rng.integers(max(key["levels"], 1), size=(len(data), key["added"])).astype(str)
    named = pd.DataFrame(noise, columns=[f"noise_{i}" for i in range(key["added"])])
    document = document_matrix(pd.concat([data, named], axis=1), feature)
    tables = {name: category_similarity(document, name) for name in SIMILARITIES}
    rows = []
    for category in (category for column, category in hidden_categories(key["data"]) if column == feature):
        hidden = (data[feature] == category).to_numpy()
        train = data[feature].notna().to_numpy() & ~hidden
        estimates = target_estimates(data.loc[train, feature], y[train])
        row: Row = {"category": category, "truth": y[hidden].mean(), "overall": y[train].mean()}
        rows.append(row | {name: weighted(s, category, estimates) for name, s in tables.items()})
    return rows


REPLICATION = Replication(
    "Noise features added to titanic and mushroom: do the estimates move? (1 minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng([seed, added, levels])",
    unit="feature",
    text=("data", "feature", "category"),
)
results = REPLICATION.results


def moved(results: pd.DataFrame, without_noise: pd.DataFrame) -> pd.DataFrame:
    """Return how far noise features move the estimates, in percent of their distance from the mean of equal weights.

    0: noise changes nothing; 100: it moves them as far as all other features together had moved them from the
    unweighted mean, which is `mean_of_seen` of `without_noise`, the results of `leave_one_category_out`.
    """
    names, category = list(SIMILARITIES), ["data", "feature", "category"]
    base = results[results["added"] == 0].set_index(category)
    equal = without_noise.set_index(category)["mean_of_seen"].reindex(base.index)
    total = base[names].sub(equal, axis=0).abs().groupby("data").sum()
    parts = {}
    for cell, part in results[results["added"] > 0].groupby(["added", "levels"]):
        now = part.set_index(category)[names]
        change = (now - base[names].reindex(now.index)).abs().groupby("data").sum() / part["seed"].nunique()
        parts[cell] = 100 * change / total
    table = pd.concat(parts, names=["added", "levels"])
    return table.reorder_levels(["data", "added", "levels"]).sort_index(ascending=[False, True, True])


def error_ratios(results: pd.DataFrame) -> pd.DataFrame:
    """Return the summed error divided by the overall mean's, by data set, number of noise features and categories."""
    names, cell = list(SIMILARITIES), ["data", "added", "levels"]
    error = results[names].sub(results["truth"], axis=0).abs()
    base = (results["overall"] - results["truth"]).abs()
    keys = [results[name] for name in cell]
    return error.groupby(keys, sort=False).sum().div(base.groupby(keys, sort=False).sum(), axis=0)
