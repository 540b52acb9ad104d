"""NLDD, binary relevance and their rivals over many samples, each row of the result one seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count
from tiws_teach.datasets import make_labelsets
from tiws_teach.lessons.nldd.experiments.songs import digits, quick, seen_before
from tiws_teach.multilabel import (
    BinaryRelevance,
    ConditionalBernoulliMixture,
    EnsembleClassifierChain,
    HOMERClassifier,
    MLkNNClassifier,
    NLDDClassifier,
    RAkELClassifier,
    RandomForestPCT,
    SubsetMapping,
    f_measure,
    feature_distances,
    feature_scaling,
    hamming_loss,
    multilabel_accuracy,
    nearest_double_distance,
    standardized_features,
    zero_one_loss,
)

MEASURES: dict[str, Callable[..., float]] = {
    "Hamming loss": hamming_loss,
    "0/1 loss": zero_one_loss,
    "accuracy": multilabel_accuracy,
    "F": f_measure,
}
LOSSES = ("Hamming loss", "0/1 loss")


def judged(Y_true, Y_pred) -> dict[str, float]:
    """Return the four measures of a prediction.

    Parameters
    ----------
    Y_true, Y_pred : array-like of shape (n_rows, n_labels)

    Returns
    -------
    dict of str to float
        Hamming loss, 0/1 loss, accuracy, F.

    Source: Gweon (2017), section 2.4.2.
    """
    return {name: float(measure(Y_true, Y_pred)) for name, measure in MEASURES.items()}


def ahead(table: pd.DataFrame, first: str, second: str, by: str | None = None) -> pd.DataFrame:
    """Count the seeds in which one method is better than another, for each measure.

    Parameters
    ----------
    table : DataFrame
        Columns seed, method, the measures, and `by`.
    first, second : str
        Methods.
    by : str, default=None
        A column with the setting; None: one setting.

    Returns
    -------
    DataFrame
        For each setting and measure: "<first> ahead", "equal", "<second> ahead", numbers of seeds.

    Source: tiws_teach, its own.
    """
    methods = list(table["method"].unique())
    for argument, method in (("first", first), ("second", second)):
        check_choice(argument, method, methods)
    keys = ["seed"] if by is None else [by, "seed"]
    measures = [name for name in MEASURES if name in table]
    wide = {name: table[table["method"] == name].set_index(keys)[measures] for name in (first, second)}
    gain = (wide[first] - wide[second]).melt(ignore_index=False, var_name="measure")
    better = gain["value"] * np.where(gain["measure"].isin(LOSSES), -1, 1)
    counted = gain.reset_index().drop(columns=["value", "seed"])
    counted[f"{first} ahead"] = (better > 1e-12).to_numpy()
    counted["equal"] = (abs(better) <= 1e-12).to_numpy()
    counted[f"{second} ahead"] = (better < -1e-12).to_numpy()
    if by is None:
        return counted.groupby("measure", sort=False).sum()
    in_order = counted.iloc[np.argsort(pd.factorize(counted[by])[0], kind="stable")]
    return in_order.groupby([by, "measure"], sort=False).sum()


def digit_scores(n_seeds: int = 20, n: int = 300, n_new: int = 600) -> pd.DataFrame:
    """Judge binary relevance, NLDD, and the nearest row by each distance alone, on digits.

    Parameters
    ----------
    n_seeds : int, default=20
    n, n_new : int
        Digits to fit on and to judge on, drawn anew for each seed.

    Returns
    -------
    DataFrame
        Columns seed, method ("BR", "NLDD", "Dx alone", "Dy alone"), the four measures.

    Source: Gweon (2017), section 2.4.5.
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        split = digits(n, n_new, seed)
        model = NLDDClassifier(quick(), random_state=seed).fit(split.X, split.Y)
        Dx, Dy = model.double_distances(split.X_new)
        Y, b0 = split.Y.to_numpy(), 0.0
        calls = {
            "BR": model.binary_relevance_.predict(split.X_new),
            "NLDD": Y[nearest_double_distance(Dx, Dy, model.coefficients_)],
            "Dx alone": Y[nearest_double_distance(Dx, Dy, (b0, 1.0, 0.0))],
            "Dy alone": Y[nearest_double_distance(Dx, Dy, (b0, 0.0, 1.0))],
        }
        rows += [{"seed": seed, "method": name, **judged(split.Y_new, call)} for name, call in calls.items()]
    return pd.DataFrame(rows)


def by_weight(data: str, shares: Sequence[float], n_seeds: int = 5, n: int = 300, n_new: int = 500) -> pd.DataFrame:
    """Judge the nearest row by weighted sums of the two distances.

    Parameters
    ----------
    data : {"digits", "simulated"}
        Digits, or simulated rows with a correlation of 0.8.
    shares : sequence of float in [0, 1]
        Of the label distance in the sum, where each distance is divided by its mean.
    n_seeds : int, default=5
    n, n_new : int

    Returns
    -------
    DataFrame
        Columns seed, share, 0/1 loss; and fitted: True for one line a seed, with the share that the regression says.

    Source: Gweon (2017), section 2.3.3.
    """
    check_choice("data", data, ("digits", "simulated"))
    rows: list[dict[str, Any]] = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, Y, X_new, Y_new = _drawn(data, seed, n, n_new)
        base = quick() if data == "digits" else LogisticRegression(solver="liblinear")
        model = NLDDClassifier(base, random_state=seed).fit(X, Y)
        Dx, Dy = model.double_distances(X_new)
        Dx, Dy, (_, b1, b2) = Dx / Dx.mean(), Dy / Dy.mean(), model.coefficients_ * (1, Dx.mean(), Dy.mean())
        for share in (*shares, b2 / (b1 + b2)):
            chosen = nearest_double_distance(Dx, Dy, (0.0, 1 - share, share))
            rows.append({"seed": seed, "share": share, "0/1 loss": zero_one_loss(Y_new, Y[chosen])})
        rows[-1]["fitted"] = True
    table = pd.DataFrame(rows)
    return table.assign(fitted=table["fitted"].eq(True))


def sum_and_product(n_seeds: int = 5, n: int = 300, n_new: int = 500) -> pd.DataFrame:
    """Judge NLDD with the sum of the two distances, and with their product.

    Parameters
    ----------
    n_seeds : int, default=5
    n, n_new : int

    Returns
    -------
    DataFrame
        Index data ("digits", "simulated"); mean 0/1 loss of "sum" and of "product", "other labelset": the mean share
        of the new rows in which the two predictions differ, and in how many samples which has the smaller 0/1 loss.

    Source: Gweon (2017), section 2.5.
    """
    lines = {}
    for data in ("digits", "simulated"):
        rows = []
        for seed in range(check_count("n_seeds", n_seeds, 1)):
            X, Y, X_new, Y_new = _drawn(data, seed, n, n_new)
            base = quick() if data == "digits" else LogisticRegression(solver="liblinear")
            calls = {
                name: NLDDClassifier(base, random_state=seed, combination=name).fit(X, Y).predict(X_new)
                for name in ("sum", "product")
            }
            losses = {name: zero_one_loss(Y_new, call) for name, call in calls.items()}
            rows.append({**losses, "other labelset": zero_one_loss(calls["sum"], calls["product"])})
        table = pd.DataFrame(rows)
        gain = table["sum"] - table["product"]
        lines[data] = {**table.mean(), "sum ahead": (gain < -1e-12).sum(), "product ahead": (gain > 1e-12).sum()}
    return pd.DataFrame(lines).T.astype({"sum ahead": int, "product ahead": int})


def _drawn(data: str, seed: int, n: int, n_new: int) -> tuple[np.ndarray, ...]:
    """Return known and new rows with their labels."""
    if data == "digits":
        split = digits(n, n_new, seed)
        return split.X, split.Y.to_numpy(), split.X_new, split.Y_new.to_numpy()
    known, new = (make_labelsets(size, random_state=s) for size, s in ((n, seed), (n_new, 10_000 + seed)))
    return known.data.to_numpy(), known.target.to_numpy(), new.data.to_numpy(), new.target.to_numpy()


def correlation_scores(
    correlations: Sequence[float] = (0.0, 0.5, 0.8, 0.95), n_seeds: int = 20, n: int = 200, n_new: int = 500
) -> pd.DataFrame:
    """Judge binary relevance, NLDD and the truth on simulated rows whose labels hang together more or less.

    Parameters
    ----------
    correlations : sequence of float in [0, 1]
        Of a label and the one before it.
    n_seeds : int, default=20
    n, n_new : int

    Returns
    -------
    DataFrame
        Columns correlation, seed, method ("BR", "NLDD", "Dx alone", "Dy alone", "best": the most probable labelset by
        the truth), the four measures.

    Source: tiws_teach, its own.
    """
    rows = []
    for correlation in correlations:
        for seed in range(check_count("n_seeds", n_seeds, 1)):
            known = make_labelsets(n, correlation=correlation, random_state=seed)
            new = make_labelsets(n_new, correlation=correlation, random_state=10_000 + seed)
            calls = _calls(known, new, seed) | {"best": new.most_probable(new.data)}
            rows += [
                {"correlation": correlation, "seed": seed, "method": name, **judged(new.target, call)}
                for name, call in calls.items()
            ]
    return pd.DataFrame(rows)


def _calls(known, new, seed) -> dict[str, np.ndarray]:
    """Return what binary relevance, NLDD and each distance alone say of new rows."""
    X, Y, X_new = known.data.to_numpy(), known.target.to_numpy(), new.data.to_numpy()
    model = NLDDClassifier(LogisticRegression(solver="liblinear"), random_state=seed).fit(X, Y)
    Dx, Dy = model.double_distances(X_new)
    weights = {"NLDD": model.coefficients_, "Dx alone": (0.0, 1.0, 0.0), "Dy alone": (0.0, 0.0, 1.0)}
    chosen = {name: Y[nearest_double_distance(Dx, Dy, b)] for name, b in weights.items()}
    return {"BR": model.binary_relevance_.predict(X_new), **chosen}


def seen_and_unseen(n_seeds: int = 20, n: int = 60, n_new: int = 500, n_labels: int = 8) -> pd.DataFrame:
    """Judge binary relevance and NLDD on new rows whose labelset some training row has, and on the others.

    Parameters
    ----------
    n_seeds : int, default=20
    n, n_new, n_labels : int

    Returns
    -------
    DataFrame
        Columns seed, labelset ("seen", "unseen", "all"), rows (their share), method ("BR", "NLDD"), the four measures.

    Source: Gweon (2017), Table 2.7.
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        known = make_labelsets(n, n_labels=n_labels, correlation=0.5, random_state=seed)
        new = make_labelsets(n_new, n_labels=n_labels, correlation=0.5, random_state=10_000 + seed)
        calls, seen = _calls(known, new, seed), seen_before(new.target, known.target)
        truth = new.target.to_numpy()
        for labelset, part in (("seen", seen), ("unseen", ~seen), ("all", seen | True)):
            rows += [
                {"seed": seed, "labelset": labelset, "rows": part.mean(), "method": name,
                 **judged(truth[part], calls[name][part])}
                for name in ("BR", "NLDD")
            ]  # fmt: skip
    return pd.DataFrame(rows)


def by_share(n_seeds: int = 10, shares: Sequence[float] = (0.05, 0.1, 0.4), n_labels: int = 5) -> pd.DataFrame:
    """Judge the prediction of nothing at all, and binary relevance, by how frequent the labels are.

    Parameters
    ----------
    n_seeds : int, default=10
    shares : sequence of float
        Probability of every label.
    n_labels : int, default=5

    Returns
    -------
    DataFrame
        Index share and method; means of the four measures over the seeds.

    Source: Gweon (2017), section 2.4.2.
    """
    rows = []
    for share in shares:
        for seed in range(check_count("n_seeds", n_seeds, 1)):
            known, new = (
                make_labelsets(400, n_labels=n_labels, share=share, random_state=s) for s in (seed, 10_000 + seed)
            )
            model = BinaryRelevance(LogisticRegression(solver="liblinear")).fit(known.data.to_numpy(), known.target)
            calls = {"nothing": np.zeros_like(new.target), "BR": model.predict(new.data.to_numpy())}
            rows += [{"share": share, "method": name, **judged(new.target, call)} for name, call in calls.items()]
    return pd.DataFrame(rows).groupby(["share", "method"], sort=False).mean()


def refused(shares: Sequence[float] = (0.0, 0.1, 0.2, 0.3, 0.5), n_seeds: int = 10, n: int = 300) -> pd.DataFrame:
    """Refuse the new digits of which NLDD is least sure, and judge the others.

    Parameters
    ----------
    shares : sequence of float in [0, 1)
        Of the rows that are refused: those with the highest theta.
    n_seeds : int, default=10
    n : int, default=300
        Digits to fit on.

    Returns
    -------
    DataFrame
        Index refused; mean 0/1 loss of the rows that are left, and of as many left at random.

    Source: Gweon (2017), section 2.5.
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        split = digits(n, seed=seed)
        model = NLDDClassifier(quick(), random_state=seed).fit(split.X, split.Y)
        wrong = zero_one_loss(split.Y_new, model.predict(split.X_new), per_row=True)
        order = np.argsort(model.misclassification_probability(split.X_new), kind="stable")
        chance = np.random.default_rng(seed).permutation(len(order))
        for share in shares:
            kept = round(len(order) * (1 - share))
            rows.append({"refused": share, "by theta": wrong[order[:kept]].mean(),
                         "at random": wrong[chance[:kept]].mean()})  # fmt: skip
    return pd.DataFrame(rows).groupby("refused").mean().rename_axis("refused")


def theta_beside_loss(n_seeds: int = 10, n_groups: int = 5) -> pd.DataFrame:
    """Lay the probability of a wrong label that NLDD states beside the share of labels that are wrong.

    Parameters
    ----------
    n_seeds : int, default=10
    n_groups : int, default=5
        Equally large groups of the new digits, by rising theta.

    Returns
    -------
    DataFrame
        Index group; stated (mean theta) and found (Hamming loss), means over the samples; and "found larger": in how
        many samples more labels of the group are wrong than stated.

    Source: Gweon (2017), section 2.5.
    """
    lines = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        split = digits(seed=seed, n_new=1000)
        model = NLDDClassifier(quick(), random_state=seed).fit(split.X, split.Y)
        theta = model.misclassification_probability(split.X_new)
        wrong = hamming_loss(split.Y_new, model.predict(split.X_new), per_row=True)
        parts = np.array_split(np.argsort(theta, kind="stable"), check_count("n_groups", n_groups, 1, 1000))
        lines += [{"group": group, "stated": theta[part].mean(), "found": wrong[part].mean()}
                  for group, part in enumerate(parts, 1)]  # fmt: skip
    table = pd.DataFrame(lines)
    table["found larger"] = table["found"] > table["stated"]
    return table.groupby("group").agg({"stated": "mean", "found": "mean", "found larger": "sum"})


# the rivals -------------------------------------------------------------------------------------------------------


def rivals(base, n_labels: int, seed: int) -> dict[str, Any]:
    """Return all methods of the comparison, unfitted, by the abbreviations of the thesis.

    Parameters
    ----------
    base : classifier
        Copied for each label; for several classes too.
    n_labels : int
    seed : int

    Returns
    -------
    dict of str to estimator
        Small, so that they are quick: ECC of 5 chains, RF-PCT of 30 trees, CBM of 3 components and 3 steps.

    Source: Gweon (2017), section 2.4.3.
    """
    return {
        "BR": BinaryRelevance(base),
        "SMBR": SubsetMapping(base),
        "NLDD": NLDDClassifier(base, random_state=seed),
        "ECC": EnsembleClassifierChain(base, n_estimators=5, random_state=seed),
        "RAkEL": RAkELClassifier(base, k=min(3, n_labels), n_models=2 * n_labels, random_state=seed),
        "HOMER": HOMERClassifier(base, random_state=seed),
        "RF-PCT": RandomForestPCT(30, random_state=seed),
        "MLkNN": MLkNNClassifier(),
        "CBM": ConditionalBernoulliMixture(3, max_iter=3, max_steps=200, random_state=seed),
    }


NEAREST = "Dx alone"
"""The row nearest in the features, beside the rivals: no method of the thesis, but the plainest one."""


def compare_rivals(
    data: str, n_seeds: int = 5, n: int = 200, n_new: int = 400, methods: Sequence[str] | None = None
) -> pd.DataFrame:
    """Judge all methods on digits, or on simulated rows with a correlation of 0.8.

    The labels' classifiers are logistic regressions on standardised features, C = 0.1 for digits and 1 for the others.

    Parameters
    ----------
    data : {"digits", "simulated"}
    n_seeds : int, default=5
    n, n_new : int
    methods : sequence of str, default=None
        Names of `rivals`, or "Dx alone": the labelset of the row nearest in the features. None: all.

    Returns
    -------
    DataFrame
        Columns seed, method, the four measures.

    Source: Gweon (2017), Tables 2.2 to 2.5.
    """
    check_choice("data", data, ("digits", "simulated"))
    rows: list[dict[str, Any]] = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, Y, X_new, Y_new = _drawn(data, seed, n, n_new)
        base = make_pipeline(StandardScaler(), LogisticRegression(C=0.1 if data == "digits" else 1.0))
        models = rivals(base, Y.shape[1], seed)
        names = [*models, NEAREST]
        for name in names if methods is None else methods:
            check_choice("methods", name, names)
            call = _nearest(X, Y, X_new) if name == NEAREST else models[name].fit(X, Y).predict(X_new)
            rows.append({"seed": seed, "method": name, **judged(Y_new, call)})
    return pd.DataFrame(rows)


def _nearest(X, Y, X_new) -> np.ndarray:
    """Return the labelsets of the rows that are nearest in the standardised features."""
    center, scale = feature_scaling(X)
    Z, Z_new = standardized_features(X, center, scale), standardized_features(X_new, center, scale)
    return Y[feature_distances(Z_new, Z).argmin(axis=1)]


def mean_and_range(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return mean, least and greatest value of a measure over the seeds, for each method.

    Parameters
    ----------
    table : DataFrame
        Columns method and the measure.
    measure : str

    Returns
    -------
    DataFrame
        Index method; mean, least, greatest.

    Source: tiws_teach, its own.
    """
    check_choice("measure", measure, [name for name in MEASURES if name in table])
    return table.groupby("method", sort=False)[measure].agg(mean="mean", least="min", greatest="max")
