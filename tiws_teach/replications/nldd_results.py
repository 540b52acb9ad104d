"""The stored multi-label results next to the thesis's tables: differences, ranks, tests, seconds and coefficients.

Source: Gweon (2017), Tables 2.2 to 2.8, sections 2.4.3 and 2.4.4; Demsar (2006), section 3.2.2.
"""

import pandas as pd

from tiws_teach.evaluation import average_ranks, friedman, wilcoxon_hochberg
from tiws_teach.replications import nldd_claims as claims
from tiws_teach.replications._runner import in_words
from tiws_teach.replications.nldd_tables import LOSSES, MEASURES, NUMERIC, SETS, standard_errors, table

NAMES = {"hamming": "Hamming loss", "zero_one": "0/1 loss", "accuracy": "accuracy", "f_measure": "F-measure"}
"""The measures as the thesis calls them; the first two are losses."""
FEWEST = 30
"""Test rows with an unseen labelset from which on measures are given for them."""


def beside(results: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the thesis's figures, the measured ones, SE (over the folds), and off (measured less thesis, in SE)."""
    parts = {"thesis": claims.MEASURES[measure], "measured": table(results, measure)}
    parts["SE"] = standard_errors(results, measure)
    cells = pd.MultiIndex.from_product([list(SETS), list(claims.METHODS)], names=["data", "method"])
    long = pd.DataFrame({name: [part.loc[cell] for cell in cells] for name, part in parts.items()}, index=cells)
    return long.assign(off=(long["measured"] - long["thesis"]) / long["SE"])


def side_by_side(results: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the thesis's table of a measure above the measured one."""
    ours = table(results, measure)[list(claims.METHODS)]
    return pd.concat({"thesis": claims.MEASURES[measure], "measured": ours}, names=["who", "data"])


def near(results: pd.DataFrame, times: float = 2.0) -> pd.DataFrame:
    """Return by method and measure on how many sets the thesis is at most this many SE away; unreadable is not near."""
    off = pd.DataFrame({NAMES[name]: beside(results, name)["off"].abs() for name in MEASURES})
    return (off <= times).groupby(level="method", sort=False).sum()


def one_method(results: pd.DataFrame, method: str = "NLDD") -> pd.DataFrame:
    """Return the thesis's figures and the measured ones of one method."""
    parts = {NAMES[name]: beside(results, name).xs(method, level="method") for name in MEASURES}
    return pd.concat(parts, names=["measure"])


def with_libsvm(results: pd.DataFrame) -> pd.DataFrame:
    """Return the results with NLDD on libsvm's own probabilities in the place of NLDD."""
    others = results[results["method"] != "NLDD"]
    return others.assign(method=others["method"].replace("NLDD, libsvm", "NLDD"))


def rank_table(results: pd.DataFrame, without: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return average ranks of the thesis and measured; the unreadable figure has its printed rank, the first."""
    ranks = {}
    for name in MEASURES:
        claimed = claims.MEASURES[name].drop(index=list(without)).fillna(0.0)
        measured = table(results, name).loc[claimed.index, list(claims.METHODS)]
        for who, scores in (("thesis", claimed), ("measured", measured)):
            ranks[NAMES[name], who] = average_ranks(scores, higher_is_better=name not in LOSSES)
    return pd.DataFrame(ranks)


def rank_rows(results: pd.DataFrame) -> pd.DataFrame:
    """Return `rank_table` as tidy rows, for a plot: measure, method, thesis, measured."""
    wide = rank_table(results)
    parts = [wide[name].assign(measure=name).rename_axis("method").reset_index() for name in NAMES.values()]
    return pd.concat(parts, ignore_index=True)


def rank_words(rows: pd.DataFrame) -> str:
    """Return what a plot of `rank_rows` shows, in words."""
    listed = in_words(rows, "measure", "{method} {measured:.1f} (thesis {thesis:.1f})")
    return f"Average ranks over the data sets, 1 is best. {listed}."


def all_ranks(results: pd.DataFrame) -> pd.DataFrame:
    """Return the average rank over the six data sets of the eleven methods, those that are not in the thesis too."""
    methods = [*claims.METHODS, "CC", "LP"]
    return pd.DataFrame(
        {
            NAMES[name]: average_ranks(table(results, name)[methods], higher_is_better=name not in LOSSES)
            for name in MEASURES
        }
    )


def significance(results: pd.DataFrame) -> pd.DataFrame:
    """Return Friedman's p-value, and those of NLDD against each other method, corrected by Hochberg.

    On six sets no pair can be below 2 / 2**6 = .031 before the correction, nor below .05 after it unless all eight are.
    """
    tests = {}
    for name in MEASURES:
        scores, higher = table(results, name)[list(claims.METHODS)], name not in LOSSES
        pairs = wilcoxon_hochberg(scores, "NLDD", higher_is_better=higher)["p_hochberg"]
        overall = pd.Series({"all nine (Friedman)": friedman(scores).p_value})
        tests[NAMES[name]] = pd.concat([overall, pairs.rename(lambda method: f"NLDD and {method}")])
    return pd.DataFrame(tests)


def wins(results: pd.DataFrame) -> pd.DataFrame:
    """Return on how many of the six data sets NLDD is better than each other method; unreadable is not better."""
    wins_of = {}
    for name in MEASURES:
        measured = table(results, name)[list(claims.METHODS)]
        for who, scores in (("thesis", claims.MEASURES[name]), ("measured", measured)):
            gain = scores.sub(scores["NLDD"], axis=0) * (1 if name in LOSSES else -1)
            wins_of[NAMES[name], who] = (gain > 0).sum().drop("NLDD")
    return pd.DataFrame(wins_of)


def seconds(results: pd.DataFrame) -> pd.DataFrame:
    """Return each method's time in times that of binary relevance: geometric mean over the six sets, and its range.

    The thesis timed a program in R whose SVMs all had Platt's probabilities; here only NLDD's has. Hence the last
    column, to binary relevance with Platt's probabilities on the three numeric sets. Only ratios can be compared.
    """
    measured = table(results, "seconds")
    numeric = measured.loc[list(NUMERIC)]
    with_platt = numeric.div(numeric["BR, Platt"], axis=0)[list(claims.METHODS)]
    ratios = {"thesis": claims.SECONDS, "measured": measured[list(claims.METHODS)]}
    ratios = {name: part.div(part["BR"], axis=0) for name, part in ratios.items()}
    summary = {name: part.prod() ** (1 / len(part)) for name, part in ratios.items()}
    summary |= {"smallest": ratios["measured"].min(), "largest": ratios["measured"].max()}
    return pd.DataFrame(summary | {"to BR with Platt": with_platt.prod() ** (1 / len(numeric))})


def coefficients(results: pd.DataFrame) -> pd.DataFrame:
    """Return the coefficients of the binomial regression: the thesis's, and the mean, sd and least over our folds."""
    fits = results[results["method"] == "NLDD"].groupby("data", sort=False)
    columns = {}
    for name in claims.BETAS:
        columns[name, "thesis"] = claims.BETAS[name]
        columns[name, "measured"] = fits[name].mean()
        columns[name, "sd"] = fits[name].std()
        columns[name, "least"] = fits[name].min()
    return pd.DataFrame(columns)


def sign_or_platt(results: pd.DataFrame) -> pd.DataFrame:
    """Return BR by the SVM's sign and by Platt's probability on the numeric sets, and the paired difference with SE."""
    parts = {}
    for name in MEASURES:
        folds = results.pivot_table(index=["data", "fold"], columns="method", values=name, sort=False).loc[
            list(NUMERIC)
        ]
        by_set = folds.assign(difference=folds["BR, Platt"] - folds["BR"]).groupby(level="data", sort=False)
        means = by_set[["BR", "BR, Platt", "difference"]].mean().set_axis(["sign", "Platt", "difference"], axis=1)
        parts[NAMES[name]] = means.assign(SE=by_set["difference"].sem())
    return pd.concat(parts, names=["measure", "data"])


def seen_and_unseen(results: pd.DataFrame, methods: tuple[str, ...] = ("BR", "NLDD")) -> pd.DataFrame:
    """Return the measures on test rows whose labelset occurs in training, and (with FEWEST rows or more) on others."""
    one = results[results["method"] == methods[0]].groupby("data", sort=False)[["unseen_rows", "rows"]].sum()
    enough = one["unseen_rows"] >= FEWEST
    columns = {("unseen", "rows", ""): one["unseen_rows"], ("unseen", "share", ""): one["unseen_rows"] / one["rows"]}
    for name in ("zero_one", "accuracy", "f_measure"):
        for part in ("seen", "unseen"):
            for method in methods:
                values = table(results, name, f"{part}_")[method]
                columns[NAMES[name], part, method] = values if part == "seen" else values.where(enough)
    return pd.DataFrame(columns)
