"""Poster, Table 1: whether the seen category with the same profile is found most similar, and what decides it.

Three cases (how strongly A and B differ) times four scenarios (completely random, one unseen category, several in one
feature, unseen ones in two features), 100 runs of 1,000 rows each, for the three similarities; then one unseen
category again with other group sizes, which the poster does not state. The profiles are random (flat Dirichlet) over
seven companion features of 2, 2, 2, 3, 3, 3 and 3 categories, 18 in all as on the poster.

Source: Bang and Lin, jitter trees poster, Simulated Studies and Table 1.
"""

import numpy as np
import pandas as pd

from tiws_teach.datasets import make_unseen_category
from tiws_teach.replications._runner import Key, Replication, Row, in_words
from tiws_teach.tiws import category_similarity, document_matrix
from tiws_teach.tiws.similarities import SIMILARITIES

CASES = ("strong", "slight", "mix")
SCENARIOS = ("random", "single", "several", "features")
N_RUNS = 100
UNSEEN_IN = {"random": (1, 1), "single": (1, 1), "several": (3, 1), "features": (1, 2)}
EQUAL = {"random": "334/333/333", "single": "334/333/333", "several": "200/200/200/200/200", "features": "334/333/333"}
SWEPT = (150, 250, 300, 350, 375, 400, 450, 500, 600)
OTHER_SIZES = (*(f"{a}/{750 - a}/250" for a in SWEPT), "200/600/200")
CLAIM = pd.DataFrame({"case": CASES, "chosen %": (100, 100, 99), "weight": (0.663, 0.611, 0.607)}).set_index("case")


def jobs() -> list[Key]:
    """Return the key of each run: case, scenario, sizes and seed."""
    cells = [(case, scenario, EQUAL[scenario]) for scenario in SCENARIOS for case in CASES]
    cells += [(case, "single", sizes) for case in CASES for sizes in OTHER_SIZES]
    return [
        {"case": case, "scenario": scenario, "sizes": sizes, "seed": seed}
        for case, scenario, sizes in cells
        for seed in range(N_RUNS)
    ]


def job(key: Key) -> list[Row]:
    """Simulate once; return for each unseen category what it copies and s(A, C) / (s(A, C) + s(B, C)), A's weight."""
    data, is_train, origins = _simulate(key)
    random = key["scenario"] == "random"
    rows = []
    for feature, copies in origins.items():
        document = document_matrix(data[is_train], feature, X_unlabeled=data[~is_train])
        weights = {name: _weights_of_a(document, list(copies), name) for name in SIMILARITIES}
        rows += [
            {
                "feature": feature,
                "category": category,
                "copies": "none" if random else origin,
                **{f"weight_{name}": weights[name][category] for name in SIMILARITIES},
            }
            for category, origin in copies.items()
        ]
    return rows


def _simulate(key: Key) -> tuple[pd.DataFrame, np.ndarray, dict[str, dict[str, str | None]]]:
    """Return rows, which are training rows, and what is copied; in "random" the labels of the group are shuffled."""
    n_unseen, n_features = UNSEEN_IN[key["scenario"]]
    rng = np.random.default_rng([key["seed"], CASES.index(key["case"]), SCENARIOS.index(key["scenario"])])
    simulated = make_unseen_category(
        key["case"],
        sizes=[int(size) for size in key["sizes"].split("/")],
        n_unseen=n_unseen,
        n_unseen_features=n_features,
        random_state=rng,
    )
    data, is_train = simulated.data, simulated.is_train.to_numpy()
    if key["scenario"] == "random":
        order = rng.permutation(len(data))
        data, is_train = data.assign(group=data["group"].to_numpy()[order]), is_train[order]
    return data, is_train, simulated.copies


def _weights_of_a(document: pd.DataFrame, unseen: list[str], similarity: str) -> pd.Series:
    """Return s(A, C) / (s(A, C) + s(B, C)) for each unseen category C."""
    positions = [document.index.get_loc(category) for category in unseen]
    s = category_similarity(document, similarity, rows_of=positions)
    return s["A"] / (s["A"] + s["B"])


REPLICATION = Replication(
    "Poster Table 1: which seen category is found most similar, by case, scenario and group sizes (1 minute).",
    jobs,
    job,
    seeds="numpy.random.default_rng([seed, number of the case, number of the scenario]), seed 0 to 99",
    unit="run",
    text=("case", "scenario", "sizes", "feature", "category", "copies"),
)


def results() -> pd.DataFrame:
    """Return a row for each run, unseen category and similarity: weight and choice of what it copies (A if nothing)."""
    wide = REPLICATION.results()
    columns = [f"weight_{name}" for name in SIMILARITIES]
    long = wide.melt([c for c in wide if c not in columns], columns, "similarity", "weight_a", ignore_index=True)
    long["similarity"] = long["similarity"].str.removeprefix("weight_")
    copies_b = long["copies"] == "B"
    long["weight"] = long["weight_a"].where(~copies_b, 1 - long["weight_a"])
    long["chosen"] = (long["weight_a"] >= 0.5) != copies_b
    return long


def table(results: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return for each cell how often the copied category is chosen, and its weight with its spread over the runs."""
    cells = results.groupby(by, sort=False)
    ends = {"p05": lambda weight: weight.quantile(0.05), "p95": lambda weight: weight.quantile(0.95)}
    weights = cells["weight"].agg(weight="mean", sd="std", **ends)
    weights.insert(0, "chosen %", 100 * cells["chosen"].mean())
    return weights


def claim_beside(results: pd.DataFrame) -> pd.DataFrame:
    """Return the poster's Table 1 next to the measurement with one unseen category and groups of equal size."""
    return CLAIM.add_prefix("poster ").join(table(_equal(results, "single", "tfidf"), ["case"]))


def weights_beside(results: pd.DataFrame) -> pd.DataFrame:
    """Return the weights of all three similarities, groups of equal size, with the poster's weight on tfidf's rows."""
    cells = table(_equal(results, "single"), ["case", "similarity"]).reset_index()
    claimed = cells["case"].map(CLAIM["weight"])
    cells = cells.rename(columns={"p05": "low", "p95": "high"})
    return cells.assign(poster=claimed.where(cells["similarity"] == "tfidf"))


def scenario_table(results: pd.DataFrame) -> pd.DataFrame:
    """Return how often the copied category is chosen (in "random": A), by scenario, case and similarity, in percent."""
    chosen = pd.concat([_equal(results, scenario) for scenario in SCENARIOS])
    cells = table(chosen, ["scenario", "case", "similarity"])["chosen %"]
    wide = cells.reset_index().pivot_table("chosen %", ["scenario", "case"], "similarity")
    order = pd.MultiIndex.from_product([SCENARIOS, CASES], names=["scenario", "case"])
    return wide.reindex(index=order, columns=list(SIMILARITIES))


def size_sweep(results: pd.DataFrame) -> pd.DataFrame:
    """Return how often A is chosen where C copies A and has 250 rows, and A and B share 750, by the rows of A."""
    sizes = results["sizes"].str.split("/", expand=True)
    swept = results[(results["scenario"] == "single") & results["sizes"].isin(OTHER_SIZES) & (sizes[2] == "250")]
    swept = swept.assign(rows_of_a=sizes[0][swept.index].astype(int))
    return table(swept, ["case", "similarity", "rows_of_a"]).reset_index()


def sweep_words(sweep: pd.DataFrame) -> str:
    """Return what a plot of `size_sweep` shows, in words."""
    tfidf = sweep[sweep["similarity"] == "tfidf"].pivot_table("chosen %", "case", "rows_of_a")
    parts = [f"{case} {tfidf[250][case]:.0f}, {tfidf[375][case]:.0f} and {tfidf[500][case]:.0f}" for case in CASES]
    worst = sweep[sweep["similarity"] != "tfidf"]["chosen %"].min()
    return (
        "Three panels, one for each case: percent of 100 runs in which A, which C copies, is found more similar than "
        f"B, by the rows of A. C has 250 rows, A and B share 750. The paper's tfidf stands at 250, 375 and 500 rows "
        f"of A at {'; '.join(parts)}. The two others stay at {worst:.0f} or above throughout."
    )


def weight_words(cells: pd.DataFrame) -> str:
    """Return what a plot of `weights_beside` shows, in words."""
    poster = CLAIM.reset_index().assign(similarity="poster")
    listed = in_words(pd.concat([cells, poster]), "case", "{similarity} {weight:.2f}")
    return f"Mean weight of A with the range from the 5th to the 95th percentile of 100 runs. {listed}."


def _equal(results: pd.DataFrame, scenario: str, similarity: str | None = None) -> pd.DataFrame:
    """Return the runs of a scenario in which all groups have the same size."""
    chosen = (results["scenario"] == scenario) & (results["sizes"] == EQUAL[scenario])
    return results[chosen if similarity is None else chosen & (results["similarity"] == similarity)]
