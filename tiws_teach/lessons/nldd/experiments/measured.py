"""NLDD, binary relevance and their rivals on samples; pitfalls: a fed chain, 0/1 features, texts of unequal length."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

from tiws_teach._validation import check_choice
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
    hamming_loss,
    multilabel_accuracy,
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


def samples(data: str, n: int, n_new: int, seed: int) -> tuple[np.ndarray, ...]:
    """Return known rows with their labels and new rows with theirs: digits, or simulated with five or eight labels."""
    if data == "digits":
        split = digits(n, n_new, seed)
        return split.X, split.Y.to_numpy(), split.X_new, split.Y_new.to_numpy()
    kind: dict[str, Any] = {"n_labels": 8, "correlation": 0.5} if data == "eight labels" else {}
    known, new = (make_labelsets(size, **kind, random_state=s) for size, s in ((n, seed), (n_new, 10_000 + seed)))
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
    calls = {"predicted labels before": follow_chain(models, X_new, order), "true labels before": np.column_stack(fed)}
    judged = {name: (hamming_loss(Y_new, call), zero_one_loss(Y_new, call)) for name, call in calls.items()}
    return pd.DataFrame(judged, index=["Hamming loss", "0/1 loss"]).T


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
