"""Whether S gives clusters of categories by itself: ICD-9 codes are clustered by S and compared with their chapters.

The poster offers S for clustering without further work. Codes of the first diagnosis with at least 50 rows are
clustered (average linkage on 1 - S, as many clusters as chapters), by each similarity; so are simulated codes whose
chapters are known to have profiles of their own. The agreement with the chapters is compared with the
agreement with the same number of groups formed by size alone.

Source: Bang and Lin, jitter trees poster, Case Studies; Bang et al. (2020), Results.
"""

import numpy as np
import pandas as pd
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score

from tiws_teach.datasets import make_codes
from tiws_teach.replications._hidden import icd9_chapter, load_set
from tiws_teach.replications._runner import Key, Replication, Row
from tiws_teach.tiws import category_similarity, document_matrix
from tiws_teach.tiws.similarities import SIMILARITIES

MIN_ROWS = 50
N_SEEDS = 10


def jobs() -> list[Key]:
    """Return the keys: the real codes once, simulated ones with ten seeds, for each similarity."""
    return [
        {"codes": codes, "seed": seed, "similarity": similarity}
        for codes, seeds in (("ICD-9, first diagnosis", range(1)), ("simulated", range(N_SEEDS)))
        for seed in seeds
        for similarity in SIMILARITIES
    ]


def job(key: Key) -> list[Row]:
    """Return the adjusted Rand index of clusters against chapters and against sizes, and how neighbours agree."""
    data, chapters = _codes(key)
    sizes = data["code"].value_counts()
    frequent = np.array(sorted(sizes.index[sizes >= MIN_ROWS]), dtype=object)
    document = document_matrix(data, "code").loc[frequent]
    s = category_similarity(document, key["similarity"]).to_numpy()
    chapter = chapters.loc[frequent].to_numpy()
    n_clusters = len(np.unique(chapter))
    distance = 1 - (s + s.T) / 2
    np.fill_diagonal(distance, 0)
    clusters = AgglomerativeClustering(n_clusters, metric="precomputed", linkage="average").fit_predict(distance)
    like_size = pd.qcut(sizes.loc[frequent].rank(method="first"), n_clusters, labels=False)
    same = chapter[:, np.newaxis] == chapter
    n = len(frequent)
    return [
        {
            "n_codes": n,
            "n_chapters": n_clusters,
            "largest_cluster": int(np.bincount(clusters).max()),
            "rand_chapters": adjusted_rand_score(chapter, clusters),
            "rand_sizes": adjusted_rand_score(like_size, clusters),
            "nearest_in_chapter": same[np.arange(n), s.argmax(axis=1)].mean(),
            "by_chance": (same.sum() - n) / (n * (n - 1)),
        }
    ]


def _codes(key: Key) -> tuple[pd.DataFrame, pd.Series]:
    """Return rows with a column `code` and its companions, and the chapter of each code."""
    if key["codes"] == "simulated":
        simulated = make_codes(20_000, n_companions=6, random_state=key["seed"])
        return simulated.data.drop(columns=["chapter", "group"]), simulated.codes["chapter"]
    data, _ = load_set("diabetes130")
    codes = data["diag_1"].dropna().unique()
    return data.rename(columns={"diag_1": "code"}), icd9_chapter(pd.Series(codes, index=codes))


REPLICATION = Replication(
    "Clusters of codes by S against their chapters and against their sizes (1 minute).",
    jobs,
    job,
    seeds="make_codes(20000, n_companions=6, random_state=seed)",
    unit="clustering",
    text=("codes", "similarity"),
)
results = REPLICATION.results


def table(results: pd.DataFrame) -> pd.DataFrame:
    """Return means over the seeds, by codes and similarity."""
    measured = ["rand_chapters", "rand_sizes", "nearest_in_chapter", "by_chance", "largest_cluster", "n_codes"]
    return results.groupby(["codes", "similarity"], sort=False)[measured].mean()
