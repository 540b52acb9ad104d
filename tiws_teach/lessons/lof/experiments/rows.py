"""Rows of real tables that do not belong to their class: who finds them, in which units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_count
from tiws_teach.lessons.lof.experiments.maps import hits, two_clusters
from tiws_teach.lof import local_outlier_factor, mean_neighbor_distance, neighborhood


@dataclass(frozen=True)
class Suspects:
    """The images with the highest factors in the class of one digit.

    Attributes
    ----------
    digit : int
        The label of the class.
    images : ndarray of shape (n_images, 8, 8)
        Highest factor first; ink from 0 to 16.
    truth : ndarray of int, shape (n_images,)
        Which digit each image is.
    factors : ndarray of shape (n_images,)
    """

    digit: int
    images: np.ndarray
    truth: np.ndarray
    factors: np.ndarray


def suspects(seed: int = 8, k: int = 20, n_wrong: int = 9) -> Suspects:
    """Return the images with the highest factors in one of the samples of `mislabelled_digits`."""
    X, truth = _with_wrong_labels(seed, n_wrong)
    factors = local_outlier_factor(X, k)
    highest = np.argsort(-factors, kind="stable")[:n_wrong]
    return Suspects(seed % 10, X[highest].reshape(-1, 8, 8), truth[highest], factors[highest])


@cache
def _digits():
    """Return the images; reading them takes longer than judging a sample."""
    return load_digits()


@cache
def _tumours():
    """Return the tumours."""
    return load_breast_cancer()


def _with_wrong_labels(seed: int, n_wrong: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of a class, those with a wrong label last, and which digits they are."""
    images, digit, rng = _digits(), seed % 10, np.random.default_rng(seed)
    own = np.flatnonzero(images.target == digit)
    rows = np.concatenate([own, rng.choice(np.flatnonzero(images.target != digit), n_wrong, replace=False)])
    return images.data[rows], images.target[rows]


def mislabelled_digits(n_seeds: int = 50, ks=(5, 10, 20, 40), n_wrong: int = 9) -> pd.DataFrame:
    """Put images of other digits among those of one digit, and count how many stand among the highest scores.

    Seed s takes the digit s modulo 10; its class has 174 to 183 images of 8 by 8 pixels with values from 0 to 16.

    Columns seed, digit, k, LOF and mean distance (hits, of `n_wrong`).
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, _ = _with_wrong_labels(seed, n_wrong)
        rows += [{"seed": seed, "digit": seed % 10, "k": k, **hits(X, n_wrong, k)} for k in ks]
    return pd.DataFrame(rows)


def caught_by_border(border: float = 1.5, k: int = 20, n_seeds: int = 50, n_wrong: int = 9) -> pd.DataFrame:
    """Count how many of the wrong labels of `mislabelled_digits` have a factor above a fixed border, class by class.

    Index class (the digit); "caught" (mean number of wrong labels above the border) and "highest factor" (median over
    the samples).
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        factors = local_outlier_factor(_with_wrong_labels(seed, n_wrong)[0], k)
        caught = int((factors[-n_wrong:] > border).sum())
        rows.append({"class": seed % 10, "caught": caught, "highest factor": factors.max()})
    return pd.DataFrame(rows).groupby("class").agg({"caught": "mean", "highest factor": "median"})


def company_of_digits(n_wrong=(9, 2), k: int = 10, n_seeds: int = 50) -> pd.Series:
    """Return how many neighbours of a wrong label are wrong labels too, in the samples of `mislabelled_digits`.

    Index n_wrong; mean share of the k nearest.
    """
    shares = [
        np.mean([_company(_with_wrong_labels(seed, n)[0], n, k) for seed in range(check_count("n_seeds", n_seeds, 1))])
        for n in n_wrong
    ]
    return pd.Series(shares, index=pd.Index(n_wrong, name="wrong labels"), name="share of their own")


def company_of_tumours(n_wrong=(18, 5), k: int = 10, n_seeds: int = 30) -> pd.Series:
    """Return how many neighbours of a malignant tumour are malignant, in the samples of `malignant_among_benign`.

    Index n_wrong; mean share of the k nearest, with the numbers as recorded.
    """
    shares = [
        np.mean([_company(_with_malignant(seed, n), n, k) for seed in range(check_count("n_seeds", n_seeds, 1))])
        for n in n_wrong
    ]
    return pd.Series(shares, index=pd.Index(n_wrong, name="malignant"), name="share of their own")


def _company(X: np.ndarray, n_last: int, k: int) -> float:
    """Return the share of the last rows among the k nearest neighbours of each of them, as a mean."""
    near, first = neighborhood(X, k, ties="first"), len(X) - n_last
    return float((near.rows[near.starts[first] :] >= first).mean())


def _with_malignant(seed: int, n_wrong: int) -> np.ndarray:
    """Return the benign tumours, and below them malignant ones drawn by the seed."""
    tumours = _tumours()
    drawn = np.random.default_rng(seed).choice(tumours.data[tumours.target == 0], n_wrong, replace=False)
    return np.vstack([tumours.data[tumours.target == 1], drawn])


def malignant_among_benign(n_seeds: int = 50, ks=(10, 20, 40), n_wrong: int = 18) -> pd.DataFrame:
    """Put malignant tumours among the 357 benign ones, and count how many stand among the highest scores.

    Columns seed, k, units, LOF and mean distance (hits, of `n_wrong`). The units are "as recorded", "two areas" (only
    the features that make up nearly all of the variance) and "standardised".
    """
    names = list(_tumours().feature_names)
    areas = [names.index(name) for name in share_of_variance().index[:2]]
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X = _with_malignant(seed, n_wrong)
        tables = {"as recorded": X, "two areas": X[:, areas], "standardised": StandardScaler().fit_transform(X)}
        rows += [{"seed": seed, "k": k, "units": name, **hits(Z, n_wrong, k)} for k in ks for name, Z in tables.items()]
    return pd.DataFrame(rows)


def share_of_variance() -> pd.Series:
    """Return each feature's share of the sum of variances of the benign tumours, largest first."""
    tumours = load_breast_cancer(as_frame=True)
    variance = tumours.data[tumours.target == 1].var()
    return (variance / variance.sum()).sort_values(ascending=False)


def spread_of_distances(k: int = 10) -> pd.Series:
    """Return how unevenly rows lie: the 90 % quantile of the mean neighbour distance divided by the 10 % quantile.

    For the houses of `two_clusters`, the images of one digit (median over the ten digits), the benign tumours.
    """
    images, tumours = _digits(), _tumours()
    digits = [_spread(images.data[images.target == digit], k) for digit in range(10)]
    return pd.Series(
        {
            "houses": _spread(two_clusters()[["east", "north"]], k),
            "one digit": float(np.median(digits)),
            "benign tumours": _spread(tumours.data[tumours.target == 1], k),
        }
    )


def _spread(X, k: int) -> float:
    """Return the 90 % quantile of the mean neighbour distance divided by the 10 % quantile."""
    low, high = np.quantile(mean_neighbor_distance(X, k), [0.1, 0.9])
    return float(high / low)


def wine_units(k: int = 10, n_highest: int = 10) -> pd.DataFrame:
    """Write the proline of 71 wines of one kind in other units and see whom the factor then names.

    Index units of proline; columns "as recorded" and "standardised": how many of the `n_highest` wines are the same as
    with the units recorded, mg/l.
    """
    wines = load_wine(as_frame=True)
    kind = wines.data[wines.target == 1]
    table = {}
    for name, factor in {"mg/l": 1, "g/l": 1e-3, "ug/l": 1e3}.items():
        X = kind.assign(proline=kind["proline"] * factor)
        table[name] = [_highest(X, k, n_highest), _highest(StandardScaler().fit_transform(X), k, n_highest)]
    first = table["mg/l"]
    same = {name: [len(a & b) for a, b in zip(sets, first, strict=True)] for name, sets in table.items()}
    return pd.DataFrame(same, index=["as recorded", "standardised"]).T.rename_axis("proline in")


def _highest(X, k: int, n_highest: int) -> set[int]:
    """Return the rows with the highest factors."""
    return set(np.argsort(-local_outlier_factor(X, k), kind="stable")[:n_highest].tolist())
