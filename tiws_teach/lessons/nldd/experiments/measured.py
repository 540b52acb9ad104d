"""NLDD, binary relevance and their rivals over many samples, each row of the result one seed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice, check_count
from tiws_teach.course import paired_wins
from tiws_teach.datasets import make_labelsets
from tiws_teach.lessons.nldd.experiments.songs import digits, quick
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
    label_distances,
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
    """Return Hamming loss, 0/1 loss, accuracy and F of a prediction (Gweon, 2017, section 2.4.2)."""
    return {name: float(measure(Y_true, Y_pred)) for name, measure in MEASURES.items()}


def gains(table: pd.DataFrame, first: str, second: str, by: str | None = None) -> pd.DataFrame:
    """Return how much better the first of two methods is in each sample, by group and measure."""
    methods = list(table["method"].unique())
    for argument, method in (("first", first), ("second", second)):
        check_choice(argument, method, methods)
    measures = [name for name in MEASURES if name in table]
    signs = [-1 if name in LOSSES else 1 for name in measures]
    lines = []
    for group, part in table.groupby(by, sort=False) if by else [("all samples", table)]:
        one, other = (part[part["method"] == name].set_index("seed")[measures] for name in (first, second))
        gain = ((one - other) * signs).round(12)
        lines.append(gain.melt(var_name="measure", value_name="gain").assign(group=group))
    return pd.concat(lines, ignore_index=True)[["group", "measure", "gain"]]


def fit_quietly(model, X, Y) -> Any:
    """Fit a method; silence NLDD's warning about a dropped distance, because `dropped` counts those."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="NLDD (drops|cannot weigh) D", category=UserWarning)
        return model.fit(X, Y)


def by_weight(data: str, shares: Sequence[float], n_seeds: int = 5, n: int = 300, n_new: int = 500) -> pd.DataFrame:
    """Return the 0/1 loss of the nearest row by weighted sums of the two distances, and by the fitted weights."""
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
    """Compare NLDD with the sum of the two distances and with their product (Gweon, 2017, section 2.5)."""
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


def dropped(correlations: Sequence[float] = (0.0, 0.5, 0.95), n_seeds: int = 20, n: int = 200) -> pd.DataFrame:
    """Return by correlation in how many samples of simulated rows NLDD uses both distances, or only one."""
    lines = {}
    for correlation in correlations:
        zeros = []
        for seed in range(check_count("n_seeds", n_seeds, 1)):
            known = make_labelsets(n, correlation=correlation, random_state=seed)
            model = NLDDClassifier(LogisticRegression(solver="liblinear"), random_state=seed)
            zeros.append(fit_quietly(model, known.data.to_numpy(), known.target).coefficients_[1:] == 0)
        no_x, no_y = np.sum(zeros, axis=0)
        lines[correlation] = {"both": n_seeds - no_x - no_y, "Dy alone": no_x, "Dx alone": no_y}
    return pd.DataFrame(lines).T.rename_axis("correlation")


def by_share(n_seeds: int = 10, shares: Sequence[float] = (0.05, 0.1, 0.4), n_labels: int = 5) -> pd.DataFrame:
    """Return the mean measures of predicting nothing and of binary relevance, by how frequent the labels are."""
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


def theta_beside_loss(n_seeds: int = 10, n_groups: int = 5) -> pd.DataFrame:
    """Compare the stated probability of a wrong label with the share that is wrong (Gweon, 2017, section 2.5)."""
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
    """Return all methods of the comparison, unfitted, with small, fast ensembles (Gweon, 2017, section 2.4.3)."""
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
"""The nearest row in the features: the simplest baseline, not among the methods of the thesis."""


def compare_rivals(
    data: str, n_seeds: int = 5, n: int = 200, n_new: int = 400, methods: Sequence[str] | None = None
) -> pd.DataFrame:
    """Return the measures of all methods by seed, on digits or on simulated rows (Gweon, 2017, Tables 2.2 to 2.5)."""
    check_choice("data", data, ("digits", "simulated"))
    rows: list[dict[str, Any]] = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, Y, X_new, Y_new = _drawn(data, seed, n, n_new)
        base = make_pipeline(StandardScaler(), LogisticRegression(C=0.1 if data == "digits" else 1.0))
        models = rivals(base, Y.shape[1], seed)
        names = [*models, NEAREST]
        for name in names if methods is None else methods:
            check_choice("methods", name, names)
            call = _nearest(X, Y, X_new) if name == NEAREST else fit_quietly(models[name], X, Y).predict(X_new)
            rows.append({"seed": seed, "method": name, **judged(Y_new, call)})
    return pd.DataFrame(rows)


def _nearest(X, Y, X_new) -> np.ndarray:
    """Return the labelsets of the rows that are nearest in the standardised features."""
    center, scale = feature_scaling(X)
    Z, Z_new = standardized_features(X, center, scale), standardized_features(X_new, center, scale)
    return Y[feature_distances(Z_new, Z).argmin(axis=1)]


def nearest_alone(X: np.ndarray, Y: np.ndarray, X_new: np.ndarray, base: Any) -> dict[str, np.ndarray]:
    """Return the labelsets of the training rows nearest by Dx alone and by Dy alone."""
    Dy = label_distances(BinaryRelevance(base).fit(X, Y).predict_proba(X_new), Y)
    return {"Dx alone": _nearest(X, Y, X_new), "Dy alone": Y[Dy.argmin(axis=1)]}


def wins_and_losses(scores: pd.DataFrame, rival: str) -> pd.DataFrame:
    """Return mean losses by tool, and the seeds in which its 0/1 loss is better or worse than that of `rival`."""
    losses = scores.set_index(["tool", "seed"])["0/1 loss"]
    wins = paired_wins(losses.rsub(losses[rival], level="seed"), "tool")
    means = scores.groupby("tool", sort=False)[["0/1 loss", "Hamming loss"]].mean()
    return means.join(wins[["better", "worse"]])
