"""Rows of real tables that do not belong to their class, and the scores that find them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_count
from tiws_teach.lessons.lof.experiments.maps import hits


@cache
def _digits():
    """Return the images; reading them takes longer than scoring a sample."""
    return load_digits()


@cache
def _tumours():
    """Return the tumours."""
    return load_breast_cancer()


def with_wrong_labels(seed: int, n_wrong: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of a class, those with a wrong label last, and their true digits."""
    images, digit, rng = _digits(), seed % 10, np.random.default_rng(seed)
    own = np.flatnonzero(images.target == digit)
    rows = np.concatenate([own, rng.choice(np.flatnonzero(images.target != digit), n_wrong, replace=False)])
    return images.data[rows], images.target[rows]


def mislabelled_digits(n_seeds: int = 50, ks=(5, 10, 20, 40), n_wrong: int = 9) -> pd.DataFrame:
    """Give images of other digits to one class per seed; return how many of them are among the highest scores."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, _ = with_wrong_labels(seed, n_wrong)
        rows += [{"seed": seed, "digit": seed % 10, "k": k, **hits(X, n_wrong, k)} for k in ks]
    return pd.DataFrame(rows)


def with_malignant(seed: int, n_wrong: int) -> np.ndarray:
    """Return the benign tumours, and after them malignant ones drawn with the seed."""
    tumours = _tumours()
    drawn = np.random.default_rng(seed).choice(tumours.data[tumours.target == 0], n_wrong, replace=False)
    return np.vstack([tumours.data[tumours.target == 1], drawn])


def malignant_among_benign(n_seeds: int = 50, ks=(10, 20, 40), n_wrong: int = 18) -> pd.DataFrame:
    """Add malignant tumours to the 357 benign ones; return how many are among the highest scores, by unit."""
    names = list(_tumours().feature_names)
    areas = [names.index("worst area"), names.index("mean area")]
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X = with_malignant(seed, n_wrong)
        tables = {"as recorded": X, "two areas": X[:, areas], "standardised": StandardScaler().fit_transform(X)}
        rows += [{"seed": seed, "k": k, "units": name, **hits(Z, n_wrong, k)} for k in ks for name, Z in tables.items()]
    return pd.DataFrame(rows)
