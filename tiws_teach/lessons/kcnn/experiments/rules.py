"""Votes, kCNN and EkCNN for all k from one search, on simulated plants whose true posterior is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tiws_teach._neighbors import nearest_rows
from tiws_teach._validation import check_choice, check_count
from tiws_teach.datasets import GaussianClasses, make_gaussian_classes
from tiws_teach.kcnn import conditional_distances, conditional_posteriors, ensemble_posteriors

METHODS = ("vote", "kCNN", "EkCNN")
FRESH_SEED = 100_000  # test rows have other seeds than training rows


@dataclass(frozen=True)
class Searched:
    """Neighbours of some queries, found once, for votes, kCNN and EkCNN with all k."""

    distances: np.ndarray  # (n_queries, k, n_classes), from `conditional_distances`
    shares: np.ndarray  # (n_queries, min(k, n_rows), n_classes), at w - 1 the class shares of the w nearest rows
    n_features: int

    def posteriors(self, method: str, k: int, smoothing: float = 1.0) -> np.ndarray:
        """Return the estimated probability of every class (Gweon, 2017, equation (3.7) and section 3.2.4)."""
        check_choice("method", method, METHODS)
        check_count("k", k, 1, self.shares.shape[1] if method == "vote" else self.distances.shape[1])
        if method == "vote":
            return self.shares[:, k - 1]
        if method == "kCNN":
            return conditional_posteriors(self.distances[:, k - 1], self.n_features, smoothing)
        return ensemble_posteriors(self.distances[:, :k], self.n_features, smoothing)


def search(X: Any, y: Any, queries: Any, k: int, n_classes: int | None = None) -> Searched:
    """Search the k nearest rows of each class, and of all together, for every query (Gweon, 2017, Algorithm 3)."""
    rows, labels, asked = np.asarray(X, dtype=float), np.asarray(y), np.asarray(queries, dtype=float)
    count = int(labels.max()) + 1 if n_classes is None else n_classes
    taken = min(check_count("k", k, 1), len(rows))
    _, near = nearest_rows(asked, rows, taken)
    votes = np.cumsum(np.eye(count)[labels[near]], axis=1)
    return Searched(
        distances=conditional_distances(asked, rows, labels, k, n_classes=count),
        shares=votes / np.arange(1, taken + 1)[:, np.newaxis],
        n_features=rows.shape[1],
    )


def plants(
    n_samples: int = 100,
    separation: float = 1.0,
    n_features: int = 2,
    *,
    random_state: int = 0,
    priors: Sequence[float] | None = None,
) -> GaussianClasses:
    """Return plants of two species: two round clouds with standard deviation 1."""
    centers = np.zeros((2, 1, n_features))
    centers[1, 0, 0] = separation
    return make_gaussian_classes(n_samples, centers=centers, spread=1.0, priors=priors, random_state=random_state)


def fresh_plants(n_samples: int = 1000, *args: Any, random_state: int = 0, **kind: Any) -> GaussianClasses:
    """Return test plants of the same two species."""
    return plants(n_samples, *args, random_state=FRESH_SEED + random_state, **kind)


def posterior_error(estimated: Any, truth: Any) -> float:
    """Return the squared error of posteriors, summed over the classes and averaged over the rows."""
    return float(((np.asarray(estimated) - np.asarray(truth)) ** 2).sum(axis=1).mean())


def expected_error(estimated: Any, truth: Any) -> float:
    """Return the expected error rate if each row gets its most probable class, of ties the first (Bayes' rule)."""
    called = np.asarray(estimated).argmax(axis=1)
    return float(1 - np.take_along_axis(np.asarray(truth), called[:, np.newaxis], axis=1).mean())
