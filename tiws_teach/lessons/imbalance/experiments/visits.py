"""Visits to a shop, one in eight with a purchase: fit, rank held-out visits, decide by a threshold: state -> result."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_sample_weight

from tiws_teach.datasets import load
from tiws_teach.resampling import smote, undersample

COLUMNS = ["pages", "seconds", "account_pages", "exit_rate", "returning"]
LATER = ["Nov", "Dec"]
FITS = ("as they are", "class weights", "SMOTE", "undersampled")
_RESAMPLERS: dict[str, Any] = {"SMOTE": smote, "undersampled": undersample}
FOREST = RandomForestClassifier(50, min_samples_leaf=10, random_state=0)
MODELS: dict[str, Any] = {"logistic": LogisticRegression(), "forest": FOREST, "naive Bayes": GaussianNB()}


@dataclass(frozen=True)
class Ranked:
    """Held-out visits with their scores."""

    model: str
    fit: str
    truth: np.ndarray  # (n,), 1 if the visit ended with a purchase
    score: np.ndarray  # (n,)

    def rates(self, threshold: float) -> tuple[float, float]:
        """Return which share of the buyers, and of the others, has a score above the threshold."""
        called = self.score > threshold
        return float(called[self.truth == 1].mean()), float(called[self.truth == 0].mean())

    def weights(self, share: float) -> np.ndarray:
        """Return weights of the visits that give the buyers this share."""
        observed = self.truth.mean()
        return np.where(self.truth == 1, share / observed, (1 - share) / (1 - observed))

    def curve(self, share: float) -> pd.DataFrame:
        """Return recall and precision at all thresholds, if this share of the visits were by buyers."""
        precision, recall, _ = precision_recall_curve(self.truth, self.score, sample_weight=self.weights(share))
        drawn = np.searchsorted(-recall, -np.linspace(1, 0.01, 60), side="right") - 1
        return pd.DataFrame({"recall": recall[drawn], "precision": precision[drawn]}).drop_duplicates()

    def average_precision(self, share: float) -> float:
        """Return the mean precision over all levels of recall, at this share of buyers."""
        return float(average_precision_score(self.truth, self.score, sample_weight=self.weights(share)))


@cache
def halves() -> tuple[pd.DataFrame, pd.DataFrame, pd.Series, pd.Series]:
    """Return the lesson's training and held-out visits of the known months, logarithms of their columns, and labels."""
    visits = load("shop_visits")
    known = ~visits.data["month"].isin(LATER)
    table, bought = np.log1p(visits.data.loc[known, COLUMNS]), visits.target[known]
    train, test, y, truth = train_test_split(table, bought, test_size=1 / 3, stratify=bought, random_state=0)
    return train, test, y, truth


@cache
def ranked(model: str = "logistic", fit: str = "as they are") -> Ranked:
    """Fit a model to the training visits as they are, weighted or resampled, and score the held-out ones."""
    train, test, y, truth = halves()
    scaler = StandardScaler().fit(train)
    rows, labels = scaler.transform(train), y.to_numpy()
    if fit in _RESAMPLERS:
        rows, labels = _RESAMPLERS[fit](rows, labels, random_state=0)
    weights = compute_sample_weight("balanced", labels) if fit == "class weights" else None
    fitted = clone(MODELS[model]).fit(rows, labels, sample_weight=weights)
    return Ranked(model, fit, truth.to_numpy(), fitted.predict_proba(scaler.transform(test))[:, 1])
