"""NLDD, binary relevance and their rivals on samples; pitfalls: a fed chain, T1 = T2, 0/1 features, unequal length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

from tiws_teach._validation import check_choice
from tiws_teach.course import paired_wins
from tiws_teach.datasets import make_labelsets
from tiws_teach.lessons.nldd.experiments.songs import digits
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
    halves,
    hamming_loss,
    label_distances,
    misclassification_probability,
    multilabel_accuracy,
    nearest_double_distance,
    nearest_pairs,
    nearness_model,
    standardized_features,
    training_pairs,
    zero_one_loss,
)
from tiws_teach.multilabel.classifier_chain import fit_chain, follow_chain, with_labels

MEASURES: dict[str, Callable[..., float]] = {
    "Hamming loss": hamming_loss,
    "0/1 loss": zero_one_loss,
    "accuracy": multilabel_accuracy,
    "F": f_measure,
}


def judged(Y_true, Y_pred) -> dict[str, float]:
    """Return Hamming loss, 0/1 loss, accuracy and F of a prediction (Gweon, 2017, section 2.4.2)."""
    return {name: float(measure(Y_true, Y_pred)) for name, measure in MEASURES.items()}


def gains(runs: pd.DataFrame, first: str, second: str, by: str = "") -> dict[str, pd.DataFrame]:
    """Return by measure how much better the first of two methods is: a line for each seed, a column for each group."""
    groups = runs[by] if by else f"{first} - {second}"
    wide = runs.assign(group=groups).pivot_table(index="seed", columns=["method", "group"], values=[*MEASURES])
    signs = {name: -1 if "loss" in name else 1 for name in MEASURES}
    order = runs.assign(group=groups)["group"].unique()
    return {name: (sign * (wide[name][first] - wide[name][second])).round(12)[order] for name, sign in signs.items()}


def samples(data: str, n: int, n_new: int, seed: int) -> tuple[np.ndarray, ...]:
    """Return known rows with their labels and new rows with theirs, of digits or simulated."""
    if data == "digits":
        split = digits(n, n_new, seed)
        return split.X, split.Y.to_numpy(), split.X_new, split.Y_new.to_numpy()
    known, new = (make_labelsets(size, random_state=s) for size, s in ((n, seed), (n_new, 10_000 + seed)))
    return known.data.to_numpy(), known.target.to_numpy(), new.data.to_numpy(), new.target.to_numpy()


def rivals(base, seed: int) -> dict[str, Any]:
    """Return all methods of the comparison, unfitted, with small, fast ensembles (Gweon, 2017, section 2.4.3)."""
    return {
        "BR": BinaryRelevance(base),
        "SMBR": SubsetMapping(base),
        "NLDD": NLDDClassifier(base, random_state=seed),
        "ECC": EnsembleClassifierChain(base, n_estimators=5, random_state=seed),
        "RAkEL": RAkELClassifier(base, k=3, n_models=10, random_state=seed),
        "HOMER": HOMERClassifier(base, random_state=seed),
        "RF-PCT": RandomForestPCT(30, random_state=seed),
        "MLkNN": MLkNNClassifier(),
        "CBM": ConditionalBernoulliMixture(3, max_iter=3, max_steps=200, random_state=seed),
    }


def wins_and_losses(scores: pd.DataFrame, rival: str) -> pd.DataFrame:
    """Return mean losses by tool, and the seeds in which its 0/1 loss is better or worse than that of `rival`."""
    losses = scores.set_index(["tool", "seed"])["0/1 loss"]
    wins = paired_wins(losses.rsub(losses[rival], level="seed"), "tool")
    means = scores.groupby("tool", sort=False)[["0/1 loss", "Hamming loss"]].mean()
    return means.join(wins[["better", "worse"]])


def base() -> LogisticRegression:
    """Return this lesson's classifier for each label of simulated rows."""
    return LogisticRegression(solver="liblinear")


def chain_reports(seed: int) -> pd.DataFrame:
    """Test one chain with its own predictions as the labels before, and with the true labels (leakage)."""
    known = make_labelsets(200, random_state=seed)
    new = make_labelsets(500, random_state=10_000 + seed)
    X, Y, X_new, Y_new = (np.asarray(table) for table in (known.data, known.target, new.data, new.target))
    order = np.arange(Y.shape[1])
    models = fit_chain(base(), X, Y, order)
    fed = [model.predict(with_labels(X_new, Y_new[:, :i])) for i, model in enumerate(models)]
    calls = {
        "predicted labels before": follow_chain(models, X_new, order),
        "true labels before": np.column_stack(fed),
    }
    judged = {name: (hamming_loss(Y_new, call), zero_one_loss(Y_new, call)) for name, call in calls.items()}
    return pd.DataFrame(judged, index=["Hamming loss", "0/1 loss"]).T


def step_by_step(X, Y, X_new, Y_new, Z, Z_new, T1, T2, *, itself: bool = True) -> dict[str, float]:
    """Fit NLDD step by step, so that each step can be done wrongly, and test it on new rows."""
    half = BinaryRelevance(base()).fit(X[T1], Y[T1])
    probabilities = half.predict_proba(X[T2])
    if itself:
        distances, losses = training_pairs(Z[T2], probabilities, Y[T2], Z[T1], Y[T1])
    else:
        distances, losses = _pairs_of_others(Z, probabilities, Y, T1, T2)
    b = nearness_model(distances[:, 0], distances[:, 1], losses, Y.shape[1])
    whole = BinaryRelevance(base()).fit(X, Y)
    Dx, Dy = feature_distances(Z_new, Z), label_distances(whole.predict_proba(X_new), Y)
    chosen = nearest_double_distance(Dx, Dy, b)
    at = np.arange(len(X_new)), chosen
    x, y = b[1] * Dx.mean(), b[2] * Dy.mean()
    return {
        "pairs": len(losses),
        "median Dx": float(np.median(distances[:, 0])),
        "b1": float(b[1]),
        "b2": float(b[2]),
        "share on Dy": float(y / (x + y)),
        "stated": float(misclassification_probability(Dx[at], Dy[at], b).mean()),
        "found": float(hamming_loss(Y_new, Y[chosen])),
        "0/1 loss": float(zero_one_loss(Y_new, Y[chosen])),
    }


def _pairs_of_others(Z, probabilities, Y, T1, T2) -> tuple[np.ndarray, np.ndarray]:
    """Return the distances and numbers of wrong labels of the nearest pairs without pairs of a row with itself."""
    same = T2[:, np.newaxis] == T1
    all_pairs = feature_distances(Z[T2], Z[T1]), label_distances(probabilities, Y[T1])
    Dx, Dy = (np.where(same, np.inf, distances) for distances in all_pairs)
    i, j = nearest_pairs(Dx, Dy).T
    return np.column_stack([Dx[i, j], Dy[i, j]]), np.sum(Y[T2[i]] != Y[T1[j]], axis=1)


HALVES = ("T1 and T2 apart", "T1 = T2", "T1 = T2, not itself")


def halves_report(way: str, seed: int) -> dict[str, float]:
    """Fit NLDD on separate halves, or with all rows in both, and test it (Gweon, 2017, section 2.3.3)."""
    known, new = make_labelsets(200, random_state=seed), make_labelsets(500, random_state=10_000 + seed)
    X, Y, X_new, Y_new = (np.asarray(table) for table in (known.data, known.target, new.data, new.target))
    Z, Z_new = (standardized_features(table, *feature_scaling(X)) for table in (X, X_new))
    all_rows = np.arange(200)
    T1, T2 = halves(200, np.random.default_rng(seed)) if way == HALVES[0] else (all_rows, all_rows)
    return step_by_step(X, Y, X_new, Y_new, Z, Z_new, T1, T2, itself=way != HALVES[2])


def two_colleagues(seed: int = 3) -> pd.DataFrame:
    """Return the reports of two people who fit NLDD to the same rows, one of them wrongly."""
    lines = {name: halves_report(way, seed) for name, way in zip(("Ada", "Bo"), (HALVES[1], HALVES[0]), strict=True)}
    return pd.DataFrame(lines).T.astype({"pairs": int}).drop(columns="share on Dy")


def word_rows(n: int, seed: int, n_rare: int = 150) -> tuple[np.ndarray, np.ndarray]:
    """Simulate texts as 0/1 words: five words for each of five labels, and rare words without information."""
    Y = make_labelsets(n, random_state=seed).target.to_numpy()
    rng = np.random.default_rng(20_000 + seed)
    telling = rng.random((n, 25)) < np.where(np.repeat(Y, 5, axis=1) == 1, 0.5, 0.1)
    rare = rng.random((n, n_rare)) < 0.01
    return np.hstack([telling, rare]).astype(float), Y


LENGTHS = ("any number of words", "three words each")


def texts(n: int, seed: int, lengths: str = LENGTHS[0]) -> tuple[np.ndarray, np.ndarray]:
    """Simulate texts as 0/1 words, 3 of 30 in the mean, and six labels that depend on the words and on noise."""
    rng = np.random.default_rng(seed)
    draw = rng.random((n, 30))
    third = np.sort(draw, axis=1)[:, [2]]
    X = (draw <= third if check_choice("lengths", lengths, LENGTHS) == LENGTHS[1] else draw < 0.1).astype(float)
    scores = X @ rng.normal(size=(30, 6)) + rng.normal(size=(n, 6))
    return X, (scores > 0.5).astype(int)
