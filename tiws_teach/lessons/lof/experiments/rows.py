"""Rows of real tables that do not belong to their class, and the scores that find them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_count
from tiws_teach.lessons.lof.experiments.maps import hits
from tiws_teach.lof import local_outlier_factor, neighborhood


@dataclass(frozen=True)
class Suspects:
    """The images with the highest factors in the class of one digit."""

    digit: int  # the label of the class
    images: np.ndarray  # (n_images, 8, 8), highest factor first; ink from 0 to 16
    truth: np.ndarray  # (n_images,), the true digit of each image
    factors: np.ndarray  # (n_images,)


def suspects(seed: int = 8, k: int = 20, n_wrong: int = 9) -> Suspects:
    """Return the images with the highest factors in one of the samples of `mislabelled_digits`."""
    X, truth = _with_wrong_labels(seed, n_wrong)
    factors = local_outlier_factor(X, k)
    highest = np.argsort(-factors, kind="stable")[:n_wrong]
    return Suspects(seed % 10, X[highest].reshape(-1, 8, 8), truth[highest], factors[highest])


@cache
def _digits():
    """Return the images; reading them takes longer than scoring a sample."""
    return load_digits()


@cache
def _tumours():
    """Return the tumours."""
    return load_breast_cancer()


def _with_wrong_labels(seed: int, n_wrong: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of a class, those with a wrong label last, and their true digits."""
    images, digit, rng = _digits(), seed % 10, np.random.default_rng(seed)
    own = np.flatnonzero(images.target == digit)
    rows = np.concatenate([own, rng.choice(np.flatnonzero(images.target != digit), n_wrong, replace=False)])
    return images.data[rows], images.target[rows]


def mislabelled_digits(n_seeds: int = 50, ks=(5, 10, 20, 40), n_wrong: int = 9) -> pd.DataFrame:
    """Give images of other digits to one class per seed; return how many of them are among the highest scores."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, _ = _with_wrong_labels(seed, n_wrong)
        rows += [{"seed": seed, "digit": seed % 10, "k": k, **hits(X, n_wrong, k)} for k in ks]
    return pd.DataFrame(rows)


def caught_above(threshold: float = 1.5, k: int = 20, n_seeds: int = 50, n_wrong: int = 9) -> pd.DataFrame:
    """Return by digit the mean numbers of wrong and right labels above a threshold, and the median highest factor."""
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        factors = local_outlier_factor(_with_wrong_labels(seed, n_wrong)[0], k)
        above = factors > threshold
        counts = {"caught": above[-n_wrong:].sum(), "false alarms": above[:-n_wrong].sum()}
        rows.append({"class": seed % 10, **counts, "highest factor": factors.max()})
    return pd.DataFrame(rows).groupby("class").agg(dict.fromkeys(counts, "mean") | {"highest factor": "median"})


def company_of_tumours(n_wrong=(18, 5), k: int = 10, n_seeds: int = 30) -> pd.Series:
    """Return the mean share of malignant tumours among the k nearest of one, by the number that is added."""
    shares = [
        np.mean([_company(with_malignant(seed, n), n, k) for seed in range(check_count("n_seeds", n_seeds, 1))])
        for n in n_wrong
    ]
    return pd.Series(shares, index=pd.Index(n_wrong, name="malignant"), name="share of their own")


def _company(X: np.ndarray, n_last: int, k: int) -> float:
    """Return the mean share of the last rows among the k nearest neighbours of each of them."""
    near, first = neighborhood(X, k, ties="first"), len(X) - n_last
    return float((near.rows[near.starts[first] :] >= first).mean())


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
