"""Eleven multi-label methods on six data sets: the thesis's Tables 2.2 to 2.8, as far as the data are available.

Each job is one data set, one of ten folds and one method: fit on nine parts, measure on the tenth. On slashdot and
enron five of the ten parts are held out. The base classifier is the thesis's, a linear SVM with C = 1 on the features
as they are. Binary relevance, subset mapping, chains, RAkEL, HOMER and label powersets predict by the sign of its
score; NLDD and one variant of binary relevance use Platt's probabilities. The measures are also given for the rows
whose labelset occurs in training, and for the others. Seconds are those of the processor.

Source: Gweon (2017), sections 2.4.3 and 2.4.4.
"""

import time
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.base import clone
from sklearn.model_selection import KFold
from sklearn.svm import SVC

from tiws_teach import datasets
from tiws_teach import multilabel as ml
from tiws_teach.multilabel._labels import label_score
from tiws_teach.replications._runner import Key, Replication, Row

SETS = ("emotions", "scene", "yeast", "medical", "slashdot", "enron")
NUMERIC = ("emotions", "scene", "yeast")
FOLDS = 10
HELD_OUT = {name: FOLDS if name in (*NUMERIC, "medical") else FOLDS // 2 for name in SETS}
"""How many of the ten folds are held out in turn: five on the two sets that take minutes a fold."""
MEASURES: dict[str, Callable[..., float]] = {
    "hamming": ml.hamming_loss,
    "zero_one": ml.zero_one_loss,
    "accuracy": ml.multilabel_accuracy,
    "f_measure": ml.f_measure,
}
"""The measures by the names of their columns; the first two are losses."""
LOSSES = ("hamming", "zero_one")


def svm(**parameters: Any) -> SVC:
    """Return the thesis's base classifier, without probabilities unless they are asked for."""
    return SVC(kernel="linear", C=1.0, **parameters)


class _UtimlHOMER(ml.HOMERClassifier):
    """HOMER as the R package utiml predicts it: a node that finds none of its groups takes the likeliest one."""

    def predict(self, X, node=None) -> np.ndarray:
        """Return the labels of each row, from a node down."""
        node = node or self.root_
        scores = np.column_stack([label_score(model, X) for model in node.models])
        taken = scores >= np.minimum(scores.max(axis=1, keepdims=True), 1e-300)
        labels = np.zeros((X.shape[0], len(self.labels_)), dtype=np.int64)
        for child, rows in zip(node.children, taken.T, strict=True):
            if rows.any() and child.children:
                labels[rows] |= self.predict(X[rows], child)
            elif rows.any():
                labels[np.ix_(rows, child.labels)] = 1
        return labels


METHODS: dict[str, Any] = {
    "BR": ml.BinaryRelevance(svm()),
    "SMBR": ml.SubsetMapping(svm()),
    "NLDD": ml.NLDDClassifier(),
    "ECC": ml.EnsembleClassifierChain(svm(), n_estimators=10),
    "RAkEL": ml.RAkELClassifier(svm(), k=3),
    "HOMER": ml.HOMERClassifier(svm(), k=3),
    "HOMER, utiml": _UtimlHOMER(svm(), k=3),
    "RF-PCT": ml.RandomForestPCT(n_estimators=100),
    "MLkNN": ml.MLkNNClassifier(n_neighbors=10, smoothing=1.0),
    "CBM": ml.ConditionalBernoulliMixture(),
    "CC": ml.ClassifierChain(svm()),
    "LP": ml.LabelPowerset(svm()),
    "BR, Platt": ml.BinaryRelevance(prediction="probability"),
    "NLDD, libsvm": ml.NLDDClassifier(svm(probability=True, random_state=0)),
}
"""The estimators; CC and LP are not in the thesis. The last one has Platt's sigmoid as libsvm itself fits it, as in the
thesis's program; scikit-learn will not offer it any more from version 1.11 on."""


def estimator(method: str, seed: int) -> Any:
    """Return a fresh estimator whose randomness, where it has any, comes from `seed`."""
    fresh = clone(METHODS[method])
    return fresh.set_params(random_state=seed) if "random_state" in fresh.get_params() else fresh


def jobs() -> list[Key]:
    """Return the keys: data set, method, fold. Binary relevance by Platt's probabilities runs on the numeric sets."""
    return [
        {"data": name, "method": method, "fold": fold}
        for name in SETS
        for method in METHODS
        for fold in range(HELD_OUT[name])
        if method != "BR, Platt" or name in NUMERIC
    ]


@lru_cache(maxsize=1)
def load(name: str) -> tuple[Any, np.ndarray]:
    """Return features and labels of a set; 0/1 features as a sparse matrix."""
    bunch = datasets.load(f"ml_{name}")
    X, Y = bunch.data.to_numpy(dtype=float), bunch.target.to_numpy()
    return (X if name in NUMERIC else sparse.csr_matrix(X)), Y


def job(key: Key) -> list[Row]:
    """Fit one method on nine parts and measure it on the tenth."""
    X, Y = load(key["data"])
    train, test = list(KFold(FOLDS, shuffle=True, random_state=0).split(Y))[key["fold"]]
    began = time.process_time()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*probability.*", category=FutureWarning)  # of libsvm's Platt
        model = estimator(key["method"], key["fold"]).fit(X[train], Y[train])
    predicted = model.predict(X[test])
    seconds = time.process_time() - began
    known = set(map(bytes, Y[train]))
    seen = np.array([bytes(row) in known for row in Y[test]])
    found: Row = {"rows": len(test), "unseen_rows": int((~seen).sum())}
    for part, chosen in (("", slice(None)), ("seen_", seen), ("unseen_", ~seen)):
        there = len(Y[test][chosen]) > 0
        found |= {
            part + name: measure(Y[test][chosen], predicted[chosen]) if there else np.nan
            for name, measure in MEASURES.items()
        }
    betas = model.coefficients_ if isinstance(model, ml.NLDDClassifier) else (np.nan,) * 3
    found |= {f"beta_{i}": value for i, value in enumerate(betas)}
    return [found | {"seconds": round(seconds, 2)}]


REPLICATION = Replication(
    "Eleven multi-label methods on six data sets: four measures, seconds and coefficients by fold (77 minutes).",
    jobs,
    job,
    seeds="KFold(10, shuffle=True, random_state=0); each method's random_state is the number of the fold",
    unit="fit",
    text=("data", "method"),
)
results = REPLICATION.results


def table(results: pd.DataFrame, measure: str, part: str = "") -> pd.DataFrame:
    """Return the mean of a measure over the folds, one row for each data set and one column for each method."""
    n = results["unseen_rows"] if part == "unseen_" else results["rows"] - results["unseen_rows"]
    weight = n if part else pd.Series(1.0, index=results.index)
    kept = results[part + measure].notna()
    parts = results.assign(w=weight * kept, wx=(weight * results[part + measure]).fillna(0.0))
    sums = parts.pivot_table(index="data", columns="method", values=["w", "wx"], aggfunc="sum", sort=False)
    return (sums["wx"] / sums["w"]).reindex(index=list(SETS), columns=list(METHODS))


def standard_errors(results: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the standard error over the folds; they share most rows, so it understates what other data would add."""
    spread = results.pivot_table(index="data", columns="method", values=measure, aggfunc="sem", sort=False)
    return spread.reindex(index=list(SETS), columns=list(METHODS))
