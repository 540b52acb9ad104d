"""Losses by the weight between the two distances of NLDD, beside the tools of every day, on real and simulated rows.

Not a table of the thesis: lesson 05 asks which weight and which tool each loss wants. Digits are split by their
writers, and flags also by continent; the files of the songs, of scene and of yeast name no groups.

Source: Gweon (2017), section 2.3, for NLDD.
"""

import warnings
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, ShuffleSplit
from sklearn.multioutput import ClassifierChain
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from tiws_teach import datasets
from tiws_teach import multilabel as ml
from tiws_teach.multilabel.misclassification import nearness_model
from tiws_teach.replications._runner import Key, Replication, Row

CORRELATIONS = (0, 0.5, 0.8, 0.95)
"""Of neighbouring labels in the simulated rows."""
SPLITS = {"flags": 30, "flags by continent": 6, "digits by writer": 20, "songs": 20, "scene": 10, "yeast": 10,
          **{f"simulated {correlation:g}": 20 for correlation in CORRELATIONS}}  # fmt: skip
SHARES = np.linspace(0, 1, 21)
LOSSES = ("zero_one", "hamming")


def learner() -> Any:
    """Return the classifier of a label, and of a labelset in label powerset."""
    return make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=2000))


def jobs() -> list[Key]:
    """Return the keys: data set, split."""
    return [{"data": name, "split": split} for name, n in SPLITS.items() for split in range(n)]


def job(key: Key) -> list[Row]:
    """Fit every tool to one split; return a line of losses for each weight and each tool."""
    X, Y, train, test = rows(key["data"], key["split"])
    seed, X_new, Y_new, X, Y = key["split"], X[test], Y[test], X[train], Y[train]
    with warnings.catch_warnings():  # a dropped distance is part of the result
        warnings.filterwarnings("ignore", message="NLDD (drops|cannot)", category=UserWarning)
        nldd = ml.NLDDClassifier(learner(), random_state=seed).fit(X, Y)
    distances, means = nldd.double_distances(X_new), [D.mean() for D in nldd.double_distances(X_new)]
    chosen = {f"at {share:.2f}": share for share in SHARES} | fitted_shares(nldd, means) | validated(X, Y, seed)
    calls = {way: copied(*distances, Y, share) for way, share in chosen.items()} | rivals(nldd, X, Y, X_new, seed)
    return [{"way": way, "share": chosen.get(way, np.nan), **losses(Y_new, call)} for way, call in calls.items()]


def rows(name: str, split: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the features, the labels, the training rows and the test rows of a split."""
    rng = np.random.default_rng(split)
    if name.startswith("simulated"):
        bunch: Any = datasets.make_labelsets(700, correlation=float(name.split()[1]), random_state=split)
        return bunch.data.to_numpy(), bunch.target.to_numpy(), np.arange(200), np.arange(200, 700)
    bunch = datasets.load({"digits by writer": "digit_labels", "songs": "ml_emotions", "scene": "ml_scene",
                           "yeast": "ml_yeast"}.get(name, "flags"))  # fmt: skip
    X, Y = pd.get_dummies(bunch.data, dtype=float).to_numpy(dtype=float), bunch.target.to_numpy()
    if name == "digits by writer":
        is_known = bunch.writer.isin(rng.permutation(14)[:7]).to_numpy()
        return X, Y, np.sort(rng.permutation(np.flatnonzero(is_known))[:300]), np.flatnonzero(~is_known)
    if name == "flags by continent":
        place = bunch.data["landmass"].to_numpy()
        is_test = place == np.unique(place)[split]
        return X, Y, np.flatnonzero(~is_test), np.flatnonzero(is_test)
    if name == "flags":
        return X, Y, *next(ShuffleSplit(1, test_size=1 / 3, random_state=split).split(X))
    repeat, fold = divmod(split, 10 if name == "songs" else 5)
    return X, Y, *list(KFold(10 if name == "songs" else 5, shuffle=True, random_state=repeat).split(X))[fold]


def losses(Y: np.ndarray, call: np.ndarray) -> dict[str, float]:
    """Return 0/1 loss and Hamming loss."""
    return {"zero_one": float(ml.zero_one_loss(Y, call)), "hamming": float(ml.hamming_loss(Y, call))}


def copied(Dx: np.ndarray, Dy: np.ndarray, Y: np.ndarray, share: float) -> np.ndarray:
    """Return the labelsets of the nearest rows with a share of the weight on Dy, each distance divided by its mean."""
    weights = (0, (1 - share) / Dx.mean(), share / Dy.mean())
    return Y[ml.nearest_double_distance(Dx, Dy, weights)]


def fitted_shares(nldd: Any, means: list[float]) -> dict[str, float]:
    """Return the share by the regression on wrong labels, and by the same regression on wrong labelsets."""
    (Dx, Dy), wrong = nldd.pair_distances_.T, nldd.pair_losses_
    by_way = {"NLDD": nldd.coefficients_, "NLDD, whole sets": nearness_model(Dx, Dy, (wrong > 0).astype(int), 1)}
    weights = {way: b[1:] * means for way, b in by_way.items()}
    return {way: float(on_y / (on_x + on_y)) for way, (on_x, on_y) in weights.items()}


def validated(X: np.ndarray, Y: np.ndarray, seed: int) -> dict[str, float]:
    """Return the share with the least loss in five folds; by writer it is the same on digits (0.111, 0.110)."""
    sums = np.zeros((len(SHARES), 2))
    for train, test in KFold(5, shuffle=True, random_state=seed).split(X):
        center, scale = ml.feature_scaling(X[train])
        Dx = ml.feature_distances(*(ml.standardized_features(X[part], center, scale) for part in (test, train)))
        p = ml.BinaryRelevance(learner()).fit(X[train], Y[train]).predict_proba(X[test])
        calls = [copied(Dx, ml.label_distances(p, Y[train]), Y[train], share) for share in SHARES]
        sums += len(test) * np.array([list(losses(Y[test], call).values()) for call in calls])
    best = SHARES[sums.round(9).argmin(axis=0)]
    return {f"NLDD, validated for {loss}": float(share) for loss, share in zip(LOSSES, best, strict=True)}


def rivals(nldd: Any, X: np.ndarray, Y: np.ndarray, X_new: np.ndarray, seed: int) -> dict[str, np.ndarray]:
    """Return what the other tools predict."""
    (labelsets, counts), svm = np.unique(Y, axis=0, return_counts=True), make_pipeline(StandardScaler(), SVC())
    forest = RandomForestClassifier(random_state=seed)
    return {
        "BR": nldd.binary_relevance_.predict(X_new),
        "chain": ClassifierChain(learner(), order="random", random_state=seed).fit(X, Y).predict(X_new).astype(int),
        "forests": ml.BinaryRelevance(forest).fit(X, Y).predict(X_new),
        "LP": ml.LabelPowerset(learner()).fit(X, Y).predict(X_new),
        "LP, forest": ml.LabelPowerset(forest).fit(X, Y).predict(X_new),
        "SVM": ml.BinaryRelevance(svm).fit(X, Y).predict(X_new),
        "LP, SVM": ml.LabelPowerset(svm).fit(X, Y).predict(X_new),
        "most frequent set": np.tile(labelsets[counts.argmax()], (len(X_new), 1)),
        "majority of each label": np.tile((Y.mean(axis=0) > 0.5).astype(int), (len(X_new), 1)),
    }


REPLICATION = Replication(
    "Losses by NLDD's weight, and of everyday tools, on real and simulated rows (20 minutes).",
    jobs,
    job,
    seeds="the number of the split: of rows, writers and folds, of NLDD's halves, chain and forests",
    unit="split",
    text=("data", "way"),
)
results = REPLICATION.results
